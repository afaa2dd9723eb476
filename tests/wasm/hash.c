/*
 * Hashes over random games and searched decisions, to compare the native program with the module for
 * WebAssembly: compiled for both, with the same functions. Natively it is a program:
 *
 *   wasm-hash games|thoughts|nets GAME FIRST COUNT
 *
 * A random game gives its actions, all events, the bytes of its last state and a view as JSON; a decision the
 * action and the reason that the bot `search` gives after some iterations, a net its outputs for what a seat
 * knows in a random game.
 */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "hash.h"
#include "lan.h"
#include "match.h"
#include "write.h"

#include "../support/nets.h"

enum {
    MAY_OF_256 = 32,
    VIEW_EVERY = 16,
    VIEW_BYTES = 1 << 16,
    ITERATIONS = 60,
    SEARCH_BYTES = 8 << 20,
    MOVES_MAX = 60
};

uint64_t hash_games(const char *name, uint32_t first, uint32_t count);
uint64_t hash_thoughts(const char *name, uint32_t first, uint32_t count);
uint64_t hash_nets(const char *name, uint32_t first, uint32_t count);

struct course {
    const struct lan_rules *rules;
    union lan_state_buf state;
    struct lan_rng rng;
    struct lan_cursor cursor;
    struct lan_told_log told[LAN_SEATS_MAX];
};

static struct lan_state *state_of(struct course *course)
{
    return (struct lan_state *)&course->state;
}

/* The rules for as many seats as the number of the game says. */
static void course_begin(struct course *course, union lan_rules_buf *rules, const char *name, uint32_t number)
{
    const struct lan_game *game = lan_game_find(name, 0);
    struct lan_config config;
    struct lan_problem problem;
    uint32_t kinds = (uint32_t)(game->seats_max - game->seats_min) + 1;
    lan_config_init(game, game->seats_min + (int)(number % kinds), &config);
    bool good = lan_compile(game, &config, &rules->base, &problem);
    lan_assert(good);
    course->rules = &rules->base;
    memset(&course->state, 0, sizeof course->state);
    game->setup(&rules->base, state_of(course));
    lan_rng_init(&course->rng, number);
    lan_cursor_init(&course->cursor);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        course->told[seat].count = 0;
}

static lan_action may_pick(struct course *course, int seat)
{
    struct lan_list list;
    lan_actions(course->rules, state_of(course), seat, &list);
    return list.action[list.musts + (int)lan_rng_below(&course->rng, (uint32_t)(list.count - list.musts))];
}

/* One action or a decline; false at the end. */
static bool course_step(struct course *course, struct lan_hash *hash)
{
    struct lan_events events;
    struct lan_asked asked = lan_next(course->rules, state_of(course), &course->cursor);
    if (asked.seat == LAN_SEAT_NONE)
        return false;
    if (asked.optional && lan_rng_below(&course->rng, 256) >= MAY_OF_256) {
        lan_decline(&course->cursor, asked.seat);
        return true;
    }
    lan_action action = asked.optional ? may_pick(course, asked.seat)
                                       : lan_pick(course->rules, state_of(course), asked.seat, &course->rng);
    events.count = 0;
    int refusal = lan_apply(course->rules, state_of(course), asked.seat, action, &events);
    lan_assert(refusal == 0);
    lan_hash_add(hash, &action, sizeof action);
    lan_hash_add(hash, events.event, events.count * sizeof *events.event);
    bool told = lan_told_logs_add(course->rules, &events, course->told);
    lan_assert(told);
    return true;
}

static void view_add(struct course *course, int viewer, struct lan_hash *hash)
{
    static char json[VIEW_BYTES];
    union lan_view_buf view;
    struct lan_text text = lan_text_init(json, sizeof json);
    memset(&view, 0, sizeof view);
    course->rules->game->observe(course->rules, state_of(course), viewer, (struct lan_view *)&view);
    lan_view_json(course->rules, (const struct lan_view *)&view, &text);
    lan_hash_add(hash, json, text.length);
}

static void course_free(struct course *course)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(course->told[seat].event);
    free(course);
}

static uint64_t hash_number(struct lan_hash *hash)
{
    uint8_t bytes[LAN_HASH_BYTES];
    uint64_t number = 0;
    lan_hash_end(hash, bytes);
    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

uint64_t hash_games(const char *name, uint32_t first, uint32_t count)
{
    struct course *course = calloc(1, sizeof *course);
    union lan_rules_buf *rules = calloc(1, sizeof *rules);
    struct lan_hash hash;
    lan_assert(course && rules);
    lan_hash_init(&hash);
    for (uint32_t i = 0; i < count; i++) {
        course_begin(course, rules, name, first + i);
        while (course_step(course, &hash))
            continue;
        lan_hash_add(&hash, &course->state, course->rules->game->state_size);
        if (i % VIEW_EVERY == 0)
            view_add(course, (int)(i / VIEW_EVERY) % course->rules->seats, &hash);
    }
    course_free(course);
    free(rules);
    return hash_number(&hash);
}

static void think_add(struct course *course, int seat, struct lan_budget *budget, struct lan_hash *hash)
{
    struct lan_list list;
    union lan_view_buf view;
    struct lan_advice advice;
    memset(&view, 0, sizeof view);
    lan_actions(course->rules, state_of(course), seat, &list);
    course->rules->game->observe(course->rules, state_of(course), seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = seat,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = course->told[seat].event,
                                    .told_count = course->told[seat].count};
    lan_bot_search.think(course->rules, &question, budget, lan_rng_next(&course->rng), &advice);
    lan_hash_add(hash, &advice.action, sizeof advice.action);
    lan_hash_add(hash, advice.reason[LAN_FR], strlen(advice.reason[LAN_FR]));
}

/* Plays some moves at random; then the next seat that has a choice is asked. */
static void decision_add(struct course *course, struct lan_budget *budget, struct lan_hash *hash)
{
    uint32_t moves = lan_rng_below(&course->rng, MOVES_MAX);
    for (uint32_t i = 0;; i++) {
        struct lan_cursor cursor = course->cursor;
        struct lan_asked asked = lan_next(course->rules, state_of(course), &cursor);
        struct lan_list list;
        if (asked.seat == LAN_SEAT_NONE)
            return;
        if (i >= moves && asked.seat < LAN_SEATS_MAX && !asked.optional) {
            lan_actions(course->rules, state_of(course), asked.seat, &list);
            if (list.musts > 1) {
                think_add(course, asked.seat, budget, hash);
                return;
            }
        }
        course_step(course, hash);
    }
}

uint64_t hash_thoughts(const char *name, uint32_t first, uint32_t count)
{
    struct course *course = calloc(1, sizeof *course);
    union lan_rules_buf *rules = calloc(1, sizeof *rules);
    struct lan_budget budget = {
        .iterations = ITERATIONS, .memory = malloc(SEARCH_BYTES), .memory_size = SEARCH_BYTES};
    struct lan_hash hash;
    lan_assert(course && rules && budget.memory);
    lan_hash_init(&hash);
    for (uint32_t i = 0; i < count; i++) {
        course_begin(course, rules, name, first + i);
        decision_add(course, &budget, &hash);
    }
    course_free(course);
    free(rules);
    free(budget.memory);
    return hash_number(&hash);
}

/* The net of a game's number, and what it makes of the position of each seat after some moves. */
static void net_add(struct course *course, uint32_t number, struct lan_hash *hash)
{
    static struct {
        uint8_t file[NET_FILE_MAX], cells[LAN_LAYOUT_CELLS_MAX];
        struct net_memory memory;
        struct net_work work;
        struct lan_layout layout;
        union lan_view_buf view;
        struct net net;
    } with;
    const struct lan_rules *rules = course->rules;
    size_t size = net_make(rules, true, number, with.file);
    const char *wrong = net_read(with.file, size, &with.memory, &with.net);
    lan_assert(!wrong && !net_misfit(&with.net, rules));
    for (uint32_t moves = lan_rng_below(&course->rng, MOVES_MAX); moves && course_step(course, hash);)
        moves--;
    for (int seat = 0; seat < rules->seats; seat++) {
        memset(&with.view, 0, sizeof with.view);
        rules->game->observe(rules, state_of(course), seat, (struct lan_view *)&with.view);
        lan_layout_init(rules, seat, &with.layout);
        lan_layout_fill(&with.layout, (const struct lan_view *)&with.view, with.cells);
        const int32_t *output = net_run(&with.net, with.cells, net_outputs(&with.net), &with.work);
        uint32_t chance = net_chance(output[0]);
        lan_hash_add(hash, output, net_outputs(&with.net) * sizeof *output);
        lan_hash_add(hash, &chance, sizeof chance);
    }
}

uint64_t hash_nets(const char *name, uint32_t first, uint32_t count)
{
    struct course *course = calloc(1, sizeof *course);
    union lan_rules_buf *rules = calloc(1, sizeof *rules);
    struct lan_hash hash;
    lan_assert(course && rules);
    lan_hash_init(&hash);
    for (uint32_t i = 0; i < count; i++) {
        course_begin(course, rules, name, first + i);
        net_add(course, first + i, &hash);
    }
    course_free(course);
    free(rules);
    return hash_number(&hash);
}

#ifndef __wasm__
#include <stdio.h>

int main(int count, char **words)
{
    if (count != 5 || !lan_game_find(words[2], 0)) {
        fprintf(stderr, "usage: wasm-hash games|thoughts|nets GAME FIRST COUNT\n");
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(words[3], NULL, 10), number = (uint32_t)strtoul(words[4], NULL, 10);
    uint64_t hash = strcmp(words[1], "games") == 0  ? hash_games(words[2], first, number)
                    : strcmp(words[1], "nets") == 0 ? hash_nets(words[2], first, number)
                                                    : hash_thoughts(words[2], first, number);
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
#endif
