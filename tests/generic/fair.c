/*
 * Samplers against exact enumeration: all positions of the opening (of the tiny game: of the whole game),
 * grouped by what a viewer sees. Within a group everything sent is the same, the sampler draws exactly these
 * positions, and as often as their weights say; and what the viewer was ever told leaves no fewer of them
 * possible than the view does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaks.h"
#include "levels.h"
#include "planted.h"
#include "setups.h"
#include "tap.h"

enum {
    CAPACITY = 12000,
    PLANTED_CAPACITY = 3000,
    GROUPS = 6,      /* of each viewer at each level */
    GROUP_MAX = 600, /* larger ones would take too many draws */
    DRAWS_EACH = 40,
    COMPARED = 20, /* positions of a group compared with its first */
    OPTIONS_MAX = 4,
};

/* Set-ups with few positions. Every game is tried with its defaults as well, as far as the capacity goes. */
static const struct small {
    const char *game;
    int seats;
    const char *option[OPTIONS_MAX][2];
} smalls[] = {
    {"lamplighters", 2, {{"lanterns", "5"}, {"hand", "2"}}},
    {"lamplighters", 2, {{"lanterns", "6"}, {"hand", "2"}, {"shutters", "full"}}},
    {"lamplighters", 3, {{"lanterns", "7"}, {"hand", "2"}}},
    {"manor", 2, {{"manors_per_player", "3"}, {"manor_values", "1,1,1,1,1,1,1,1,1,1,1,1,1"}}},
    {"tiny", 2, {{"rounds", "2"}}},
    {"tiny", 3, {{"rounds", "1"}}},
    {"tiny", 3, {{"bets", "none"}}},
};

struct fair {
    const struct lan_rules *rules;
    struct lan_rng rng;
    uint64_t groups, drawn;
    int wrong;
    int levels;
    bool whole; /* the game was enumerated to its end */
    bool quiet; /* a fault is planted: findings are expected and not printed */
};

static void expect(struct fair *fair, bool holds, int viewer, const char *what)
{
    if (!holds && fair->wrong++ < 5 && !fair->quiet)
        tap_note("%s, level %d, %s: %s", fair->rules->game->name, fair->levels, viewer_name(viewer), what);
}

/* ---- Sampling ------------------------------------------------------------------------------------------ */

struct group {
    int count;
    int node[GROUP_MAX];
    double weight[GROUP_MAX];
    uint64_t times[GROUP_MAX];
};

static bool group_gather(const struct level *level, const uint64_t *view, int first, struct group *group)
{
    group->count = 0;
    for (int i = 0; i < level->count; i++) {
        if (view[i] != view[first])
            continue;
        if (group->count == GROUP_MAX)
            return false;
        group->weight[group->count] = level->weight[i];
        group->times[group->count] = 0;
        group->node[group->count++] = i;
    }
    return true;
}

static int group_find(const struct level *level, const struct group *group, const union lan_state_buf *state)
{
    for (int i = 0; i < group->count; i++) {
        if (!memcmp(level_state(level, group->node[i]), state, level->rules->game->state_size))
            return i;
    }
    return -1;
}

static void group_sample(struct fair *fair, const struct level *level, int viewer, struct group *group)
{
    const struct lan_game *game = fair->rules->game;
    union lan_state_buf state;
    union lan_view_buf view;
    union lan_sampler_buf sampler;
    memcpy(&state, level_state(level, group->node[0]), game->state_size);
    game->observe(fair->rules, (const struct lan_state *)&state, viewer, (struct lan_view *)&view);
    game->sampler_init(fair->rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
    for (int i = 0; i < DRAWS_EACH * group->count; i++) {
        game->sampler_draw(fair->rules, (const struct lan_sampler *)&sampler, &fair->rng,
                           (struct lan_state *)&state);
        int found = group_find(level, group, &state);
        expect(fair, found >= 0, viewer, "the sampler draws what the viewer knows to be impossible");
        if (found < 0)
            return;
        group->times[found]++;
        fair->drawn++;
    }
    expect(fair, chi_square_distance(group->times, group->weight, group->count) < CHI_SQUARE_BOUND, viewer,
           "the sampler is not fair");
}

static void group_compare(struct fair *fair, const struct level *level, int viewer, const struct group *group)
{
    union lan_state_buf first, other;
    size_t size = fair->rules->game->state_size;
    memcpy(&first, level_state(level, group->node[0]), size);
    for (int i = 1; i < group->count && i <= COMPARED; i++) {
        memcpy(&other, level_state(level, group->node[i]), size);
        const char *what = leaks_compare(fair->rules, viewer, (const struct lan_state *)&first,
                                         (const struct lan_state *)&other);
        expect(fair, !what, viewer, what);
    }
}

/*
 * Whether the viewer may not have noticed the last action, or will not notice the next: what it holds
 * possible is then more than one level has, and a sampler that draws only positions of this level would tell
 * how many actions there were.
 */
static bool group_open(const struct level *before, const struct level *level, int viewer,
                       const struct group *group)
{
    const struct lan_game *game = level->rules->game;
    uint64_t view = level_view(level, group->node[0], viewer);
    for (int i = 0; i < before->count; i++) {
        if (level_view(before, i, viewer) == view)
            return true;
    }
    union lan_state_buf state;
    union lan_view_buf now, next;
    struct lan_cursor cursor;
    struct lan_list list;
    memcpy(&state, level_state(level, group->node[0]), game->state_size);
    lan_cursor_init(&cursor);
    struct lan_asked asked = lan_next(level->rules, (const struct lan_state *)&state, &cursor);
    if (asked.seat == LAN_SEAT_NONE)
        return false;
    lan_actions(level->rules, (const struct lan_state *)&state, asked.seat, &list);
    game->observe(level->rules, (const struct lan_state *)&state, viewer, (struct lan_view *)&now);
    lan_assert(!lan_apply(level->rules, (struct lan_state *)&state, asked.seat, list.action[0], NULL));
    game->observe(level->rules, (const struct lan_state *)&state, viewer, (struct lan_view *)&next);
    return memcmp(&now, &next, game->view_size) == 0;
}

static void viewer_check(struct fair *fair, const struct level *before, const struct level *level, int viewer)
{
    static struct group group;
    uint64_t *view = malloc((size_t)level->count * sizeof *view);
    for (int i = 0; i < level->count; i++)
        view[i] = level_view(level, i, viewer);
    for (int i = 0; i < tap_rounds(GROUPS); i++) {
        int first = (int)lan_rng_below(&fair->rng, (uint32_t)level->count);
        if (!group_gather(level, view, first, &group))
            continue;
        fair->groups++;
        group_compare(fair, level, viewer, &group);
        if (!group_open(before, level, viewer, &group))
            group_sample(fair, level, viewer, &group);
    }
    free(view);
}

static int viewer_next(const struct lan_rules *rules, int viewer)
{
    return viewer + 1 == rules->seats ? LAN_WATCHER : viewer + 1;
}

static void levels_sample(struct fair *fair, int capacity)
{
    struct level level, next;
    bool more = true;
    level_init(&level, fair->rules, -1, capacity);
    for (fair->levels = 0; more; fair->levels++) {
        more = level_next(&level, &next);
        fair->whole = !more && !next.count;
        for (int viewer = 0; more && viewer <= LAN_WATCHER; viewer = viewer_next(fair->rules, viewer))
            viewer_check(fair, &level, &next, viewer);
        level_finish(&level);
        level = next;
    }
    level_finish(&level);
}

/* ---- What was told ------------------------------------------------------------------------------------- */

struct pair {
    uint64_t key, count;
};

static int pair_compare(const void *a, const void *b)
{
    uint64_t x = ((const struct pair *)a)->key, y = ((const struct pair *)b)->key;
    return x < y ? -1 : x > y;
}

/* Counts how often each key occurs, in place; returns the number of keys, sorted. */
static int pairs_count(struct pair *pair, int count)
{
    int keys = 0;
    qsort(pair, (size_t)count, sizeof *pair, pair_compare);
    for (int i = 0; i < count; i++) {
        if (keys && pair[keys - 1].key == pair[i].key)
            pair[keys - 1].count++;
        else
            pair[keys++] = (struct pair){pair[i].key, 1};
    }
    return keys;
}

static uint64_t pairs_find(const struct pair *pair, int keys, uint64_t key)
{
    struct pair wanted = {key, 0};
    const struct pair *found = bsearch(&wanted, pair, (size_t)keys, sizeof *pair, pair_compare);
    return found ? found->count : 0;
}

/*
 * A history fixes the view, and leaves as many positions possible as the view does. `told` has a node for
 * each position with each history, `plain` one for each position.
 */
static void histories_check(struct fair *fair, const struct level *plain, const struct level *told)
{
    int viewer = told->viewer;
    struct pair *views = calloc((size_t)plain->count, sizeof *views);
    struct pair *histories = calloc((size_t)told->count, sizeof *histories);
    for (int i = 0; i < plain->count; i++)
        views[i].key = level_view(plain, i, viewer);
    for (int i = 0; i < told->count; i++)
        histories[i].key = level_history(told, i);
    int view_keys = pairs_count(views, plain->count), history_keys = pairs_count(histories, told->count);
    for (int i = 0; i < told->count; i++) {
        uint64_t by_view = pairs_find(views, view_keys, level_view(told, i, viewer));
        uint64_t by_history = pairs_find(histories, history_keys, level_history(told, i));
        expect(fair, by_history >= by_view, viewer, "the view has forgotten something that was told");
        expect(fair, by_history <= by_view, viewer, "the view knows something that was not told");
    }
    free(views);
    free(histories);
}

static void levels_compare(struct fair *fair, int viewer, int capacity)
{
    struct level plain, told, next;
    bool more = true;
    level_init(&plain, fair->rules, -1, capacity);
    level_init(&told, fair->rules, viewer, capacity);
    for (fair->levels = 0; more; fair->levels++) {
        histories_check(fair, &plain, &told);
        more = level_next(&plain, &next);
        level_finish(&plain);
        plain = next;
        bool both = level_next(&told, &next);
        level_finish(&told);
        told = next;
        more = more && both;
    }
    level_finish(&plain);
    level_finish(&told);
}

/* ---- Games --------------------------------------------------------------------------------------------- */

static void check_rules(const struct lan_rules *rules, const char *label)
{
    struct fair fair = {.rules = rules};
    lan_rng_init(&fair.rng, 5);
    levels_sample(&fair, CAPACITY);
    tap_result(!fair.wrong && fair.groups,
               "%s: the sampler is fair at every level up to %d%s (%llu groups, %llu draws)", label,
               fair.levels, fair.whole ? ", the end" : "", (unsigned long long)fair.groups,
               (unsigned long long)fair.drawn);
    fair.wrong = 0;
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer = viewer_next(rules, viewer))
        levels_compare(&fair, viewer, CAPACITY);
    tap_result(!fair.wrong, "%s: a view is what was told, no more and no less", label);
}

/* The same enumeration finds samplers and views that were made wrong on purpose. */
static void check_planted(const struct lan_game *game, const struct lan_config *config, bool view,
                          const char *what)
{
    static union lan_rules_buf rules;
    struct lan_problem problem;
    struct fair fair = {.rules = &rules.base, .quiet = true};
    lan_rng_init(&fair.rng, 5);
    lan_assert(lan_compile(game, config, &rules.base, &problem));
    if (view)
        levels_compare(&fair, 0, PLANTED_CAPACITY);
    else
        levels_sample(&fair, PLANTED_CAPACITY);
    tap_result(fair.wrong > 0, "%s %d: enumeration finds %s", game->name, config->seats, what);
}

static void check_small(const struct small *small)
{
    static union lan_rules_buf rules;
    const struct lan_game *game = lan_game_find(small->game, 0);
    struct lan_config config;
    struct lan_problem problem;
    char label[SETUP_LABEL_MAX];
    struct lan_text text = lan_text_init(label, sizeof label);
    lan_config_init(game, small->seats, &config);
    lan_text_add(&text, game->name);
    lan_text_add(&text, " ");
    lan_text_add_int(&text, small->seats);
    for (int i = 0; i < OPTIONS_MAX && small->option[i][0]; i++) {
        lan_assert(lan_config_set(game, &config, small->option[i][0], small->option[i][1], &problem));
        lan_text_add(&text, " ");
        lan_text_add(&text, small->option[i][0]);
        lan_text_add(&text, "=");
        lan_text_add(&text, small->option[i][1]);
    }
    lan_assert(lan_compile(game, &config, &rules.base, &problem));
    check_rules(&rules.base, label);
    check_planted(planted_uneven(game), &config, false, "an uneven sampler");
    check_planted(planted_game(game, PLANTED_SAMPLER), &config, false, "a sampler that keeps the truth");
    check_planted(planted_game(game, PLANTED_VIEW), &config, true, "a view that knows too much");
}

static void setup_check(const struct lan_game *game)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(game, game->seats_min, &config);
    bool compiled = lan_compile(game, &config, &rules.base, &problem);
    if (compiled)
        check_rules(&rules.base, game->name);
    else
        tap_result(false, "%s: the defaults are accepted: %s", game->name, problem.say[LAN_EN]);
}

int main(int count, char **arg)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game) || (count > 1 && strcmp(arg[1], (*game)->name) != 0))
            continue;
        setup_check(*game);
        for (size_t i = 0; i < sizeof smalls / sizeof *smalls; i++) {
            if (strcmp(smalls[i].game, (*game)->name) == 0)
                check_small(&smalls[i]);
        }
    }
    return tap_finish();
}
