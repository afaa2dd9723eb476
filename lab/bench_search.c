#include "bench_search.h"

#include <stdlib.h>
#include <time.h>

#include "args.h"
#include "level.h"

enum { REFERENCE_STEPS = 1 << 18, ITERATIONS = 300, POSITIONS = 3 };

static volatile uint64_t sink;

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Plays at most `most` actions of the random game with this seed; returns how many, and who acts next. */
static uint64_t game_play(const struct lan_rules *rules, uint64_t seed, uint64_t most,
                          struct lan_state *state, struct lan_asked *asked)
{
    struct lan_cursor cursor;
    struct lan_rng rng;
    uint64_t actions = 0;
    lan_rng_init(&rng, seed);
    lan_cursor_init(&cursor);
    rules->game->setup(rules, state);
    while ((*asked = lan_next(rules, state, &cursor)).seat != LAN_SEAT_NONE) {
        struct lan_list list;
        bool player = asked->seat != LAN_CHANCE && !asked->optional;
        if (player && actions >= most) {
            lan_actions(rules, state, asked->seat, &list);
            if (list.musts > 1)
                return actions;
        }
        if (asked->optional) {
            lan_decline(&cursor, asked->seat);
            continue;
        }
        lan_action action = lan_pick(rules, state, asked->seat, &rng);
        lan_assert(lan_apply(rules, state, asked->seat, action, NULL) == LAN_ACCEPTED);
        actions++;
    }
    return actions;
}

/* Seconds that ITERATIONS of search take from a position. */
static double search_time(const struct lan_rules *rules, const struct lan_state *state,
                          struct lan_asked asked, bool plain, void *memory)
{
    union lan_view_buf view;
    struct lan_list list;
    struct lan_advice advice;
    lan_actions(rules, state, asked.seat, &list);
    rules->game->observe(rules, state, asked.seat, (struct lan_view *)&view);
    struct lan_question question = {
        .seat = asked.seat, .view = (const struct lan_view *)&view, .list = &list};
    struct lan_budget budget = {
        .iterations = ITERATIONS, .plain = plain, .memory = memory, .memory_size = LEVEL_MEMORY};
    double before = cpu_now();
    lan_bot_search.think(rules, &question, &budget, 1, &advice);
    return cpu_now() - before;
}

uint64_t bench_reference(int steps)
{
    struct lan_rng rng;
    uint64_t sum = 0;
    lan_rng_init(&rng, 1);
    for (int i = 0; i < steps; i++)
        sum += lan_rng_next(&rng) >> 60;
    return sum;
}

static double reference_time(void)
{
    double before = cpu_now();
    sink += bench_reference(REFERENCE_STEPS);
    return cpu_now() - before;
}

static void least(double *best, double value)
{
    if (value < *best)
        *best = value;
}

/* A round measures all positions and the reference once; each position counts with its best time. */
bool bench_search(const struct lan_rules *rules, uint64_t seed, double seconds, struct search_row *row)
{
    double plain[POSITIONS], rated[POSITIONS], reference = 1e18, sum[2] = {0}, start = cpu_now();
    union lan_state_buf state[POSITIONS];
    struct lan_asked asked[POSITIONS];
    void *memory = malloc(LEVEL_MEMORY);
    bool rates = rules->game->rate || rules->game->advise;
    int found = 0;
    if (!memory) {
        complain_in("no memory for a search", "pas assez de mémoire pour une recherche");
        return false;
    }
    for (int i = 0; i < 16 * POSITIONS && found < POSITIONS; i++) {
        struct lan_state *at = (struct lan_state *)&state[found];
        uint64_t length = game_play(rules, seed + (uint64_t)i, UINT64_MAX, at, &asked[found]);
        game_play(rules, seed + (uint64_t)i, length / 2, at, &asked[found]);
        plain[found] = rated[found] = 1e18;
        found += asked[found].seat != LAN_SEAT_NONE;
    }
    for (int round = 0; round < 1 || cpu_now() - start < seconds; round++) {
        for (int i = 0; i < found; i++) {
            const struct lan_state *at = (const struct lan_state *)&state[i];
            least(&plain[i], search_time(rules, at, asked[i], true, memory));
            if (rates)
                least(&rated[i], search_time(rules, at, asked[i], false, memory));
            least(&reference, reference_time());
        }
    }
    free(memory);
    for (int i = 0; i < found; i++) {
        sum[0] += plain[i];
        sum[1] += rated[i];
    }
    *row = (struct search_row){.rules = rules,
                               .plain = found * ITERATIONS / sum[0],
                               .rated = rates ? found * ITERATIONS / sum[1] : 0,
                               .reference = reference * 1e9 / REFERENCE_STEPS};
    return true;
}
