/*
 * While a game runs its watcher knows nothing that not every seat knows, or the table says so
 * (table_watcher_ahead): a watcher can always reach a player. Every game under every set-up is played at
 * random; at each position the watcher's view must be the same in all positions that a seat cannot tell from
 * the true one, and every event that the watcher was told must have been told to each seat in full.
 */
#include <stdio.h>
#include <string.h>

#include "lan.h"
#include "setups.h"
#include "table.h"
#include "tap.h"

enum { GAMES = 60, COMBINATIONS = 4, STEPS_MAX = 4000, LOOK_EVERY = 7, SAMPLES = 4 };

struct look {
    const struct setup *setup;
    int games;
    long compared, differed; /* positions of samples, and those in which the true state was another */
    long ahead;              /* positions in which the watcher knew more, and the table said so */
    int leaks, noted;
};

static void leak_note(struct look *look, const char *what, int seat)
{
    look->leaks++;
    if (look->noted++ < 5)
        tap_note("%s: the watcher %s, which seat %d does not know", look->setup->label, what, seat + 1);
}

/* ---- Events -------------------------------------------------------------------------------------------- */

static bool event_told_less(const struct lan_game *game, const struct lan_event *event, int seat)
{
    struct lan_event watcher, told;
    if (!lan_event_tell(game, event, LAN_WATCHER, &watcher))
        return false;
    if (!lan_event_tell(game, event, seat, &told))
        return true;
    for (int i = 0; i < game->event_kinds[event->kind].args; i++) {
        if (watcher.arg[i] != LAN_HIDDEN && told.arg[i] == LAN_HIDDEN)
            return true;
    }
    return false;
}

/* The watcher was told more than a seat by one of the events; a seat is told of its leak when it is not
   allowed. */
static bool events_ahead(struct look *look, const struct lan_events *events, bool allowed)
{
    const struct lan_rules *rules = look->setup->rules;
    bool ahead = false;
    for (int i = 0; i < events->count; i++) {
        for (int seat = 0; seat < rules->seats; seat++) {
            if (!event_told_less(rules->game, &events->event[i], seat))
                continue;
            ahead = true;
            if (!allowed)
                leak_note(look, rules->game->event_kinds[events->event[i].kind].name, seat);
        }
    }
    return ahead;
}

/* ---- Views --------------------------------------------------------------------------------------------- */

/* False when the watcher's view differs in a position that the seat cannot tell from the true one. */
static bool views_same(struct look *look, const struct lan_state *state, int seat, struct lan_rng *rng)
{
    const struct lan_rules *rules = look->setup->rules;
    const struct lan_game *game = rules->game;
    static union lan_sampler_buf sampler;
    union lan_view_buf own, seen, other;
    union lan_state_buf sample;
    game->observe(rules, state, seat, (struct lan_view *)&own);
    game->observe(rules, state, LAN_WATCHER, (struct lan_view *)&seen);
    game->sampler_init(rules, (const struct lan_view *)&own, (struct lan_sampler *)&sampler);
    for (int i = 0; i < SAMPLES; i++) {
        game->sampler_draw(rules, (const struct lan_sampler *)&sampler, rng, (struct lan_state *)&sample);
        game->observe(rules, (const struct lan_state *)&sample, LAN_WATCHER, (struct lan_view *)&other);
        look->compared++;
        look->differed += memcmp(&sample, state, game->state_size) != 0;
        if (memcmp(&seen, &other, game->view_size) != 0)
            return false;
    }
    return true;
}

static void position_look(struct look *look, const struct lan_state *state, bool ahead, struct lan_rng *rng)
{
    bool same = true;
    for (int seat = 0; seat < look->setup->rules->seats; seat++) {
        bool one = views_same(look, state, seat, rng);
        same = same && one;
        if (!one && !ahead)
            leak_note(look, "has something in the view", seat);
    }
    look->ahead += !same && ahead;
}

/* ---- Games --------------------------------------------------------------------------------------------- */

/* Whether a table that has played these steps says that its watcher knows more. */
static bool table_says_ahead(const struct lan_rules *rules, const struct step *steps, int count)
{
    struct table_setup setup;
    struct lan_problem problem;
    table_setup_init(rules->game, rules->seats, &setup);
    setup.config = rules->config;
    struct table *table = table_create(&setup, 0, &problem);
    lan_assert(table);
    for (int i = 0; i < count; i++) {
        struct table_entry entry = {
            .kind = TABLE_ENTRY_ACT, .seat = steps[i].seat, .action = steps[i].action, .time = i, .text = ""};
        lan_assert(table_append(table, &entry) == 0);
    }
    bool ahead = table_watcher_ahead(table);
    table_destroy(table);
    return ahead;
}

static void game_look(struct look *look, uint64_t seed)
{
    static struct step steps[STEPS_MAX];
    const struct lan_rules *rules = look->setup->rules;
    union lan_state_buf memory;
    struct lan_state *state = (struct lan_state *)&memory;
    struct lan_rng rng;
    struct lan_result result = {.over = false};
    int count = 0;
    bool ahead = false;
    lan_rng_init(&rng, seed);
    rules->game->setup(rules, state);
    while (count < STEPS_MAX && step_choose(rules, state, &rng, &steps[count])) {
        struct lan_events events = {.count = 0};
        lan_assert(lan_apply(rules, state, steps[count].seat, steps[count].action, &events) == 0);
        count++;
        rules->game->result(rules, state, &result);
        /* What the end shows is for everybody. */
        if (result.over)
            break;
        bool more = events_ahead(look, &events, true);
        if (more && !table_says_ahead(rules, steps, count))
            events_ahead(look, &events, false);
        ahead |= more;
        if (more || count % LOOK_EVERY == 0)
            position_look(look, state, ahead, &rng);
    }
    if (table_says_ahead(rules, steps, count) != ahead)
        leak_note(look, "is said to know more, or not to, by the table alone", 0);
}

static void setup_look(const struct setup *setup, void *context)
{
    struct look *look = context;
    look->setup = setup;
    for (int i = 0; i < look->games; i++)
        game_look(look, tap_seed(setup->seed + (uint64_t)i));
}

int main(void)
{
    long ahead = 0;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        struct look look = {.games = 1 + tap_rounds(GAMES) / setups_count(*game, tap_rounds(COMBINATIONS))};
        int setups = setups_each(*game, tap_rounds(COMBINATIONS), setup_look, &look);
        tap_result(!look.leaks && look.compared,
                   "finding 3: %s, %d set-ups: the watcher of a running game knows what every seat knows, or "
                   "the table says otherwise",
                   (*game)->name, setups);
        tap_note("%ld positions compared, %ld of them not the true one; ahead in %ld", look.compared,
                 look.differed, look.ahead);
        ahead += look.ahead;
    }
    tap_result(ahead > 0, "finding 3: a watcher who knew more was met and found");
    return tap_finish();
}
