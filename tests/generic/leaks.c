/*
 * No seat is sent what it may not know: twins in every game under every set-up, and then the same search on
 * games with a leak planted in them, each of which it must find.
 */
#include "leaks.h"

#include <stdio.h>
#include <string.h>

#include "planted.h"
#include "setups.h"
#include "tap.h"

enum {
    GAMES = 100, /* shared out among the set-ups, at least one for each */
    GAMES_BRIEF = 20,
    EVERY_BRIEF = 4, /* twins at every fourth step */
    COMBINATIONS = 6,
    SWEEPS = 30, /* through all set-ups, for viewers of whom there was no pair of twins yet */
    PLANTED_GAMES = 6,
};

struct look {
    struct leaks leaks;
    int games; /* of each set-up */
    int sweep; /* how often all set-ups were gone through before, with other games each time */
};

static void setup_look(const struct setup *setup, void *context)
{
    struct look *look = context;
    struct leaks *leaks = &look->leaks;
    int before = leaks->found;
    leaks->found = 0;
    leaks_look(setup->rules, tap_seed(setup->seed) + (uint64_t)look->sweep * 0x9e3779b97f4a7c15, look->games,
               leaks);
    if (leaks->found)
        tap_note("%s: %d leaks, the first: %s", setup->label, leaks->found, leaks->first);
    leaks->found += before;
}

static bool viewer_of(const struct lan_game *game, int viewer)
{
    return viewer < game->seats_max || viewer == LAN_WATCHER;
}

/* Whether there were twins of both kinds for every viewer. */
static bool all_compared(const struct lan_game *game, const struct leaks *leaks)
{
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        if (viewer_of(game, viewer) && !(leaks->sampled[viewer] && leaks->logged[viewer]))
            return false;
    }
    return true;
}

/*
 * Which twins there are depends on the games that are drawn: few games may have none of some kind for some
 * viewer. Then more are played, with twins at every step.
 */
static void sweep_on(const struct lan_game *game, struct look *look)
{
    look->games = 1;
    look->leaks.every = 1;
    while (look->sweep < SWEEPS && !all_compared(game, &look->leaks)) {
        look->sweep++;
        setups_each(game, tap_rounds(COMBINATIONS), setup_look, look);
    }
}

static void check_game(const struct lan_game *game)
{
    int games = tap_rounds(tap_brief() ? GAMES_BRIEF : GAMES);
    struct look look = {.leaks.every = tap_brief() ? EVERY_BRIEF : 1,
                        .games = 1 + games / setups_count(game, tap_rounds(COMBINATIONS))};
    const struct leaks *leaks = &look.leaks;
    int setups = setups_each(game, tap_rounds(COMBINATIONS), setup_look, &look);
    if (leaks_possible(game))
        sweep_on(game, &look);
    tap_result(!leaks->found, "%s, %d set-ups: twins are sent the same", game->name, setups);
    tap_result(leaks->array_bytes > 0 || !leaks_possible(game),
               "%s: %llu bytes of twins' arrays for learners compared", game->name,
               (unsigned long long)leaks->array_bytes);
    if (!leaks_possible(game)) {
        tap_note("%s keeps nothing from anybody", game->name);
        return;
    }
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        if (viewer_of(game, viewer))
            tap_result(leaks->sampled[viewer] && leaks->logged[viewer],
                       "%s: %s was compared with %llu sampled and %llu log twins", game->name,
                       viewer_name(viewer), (unsigned long long)leaks->sampled[viewer],
                       (unsigned long long)leaks->logged[viewer]);
    }
}

/* Looks for a planted leak at every number of players until it is found. */
static bool planted_found(const struct lan_game *game, enum planted_leak leak, struct leaks *leaks)
{
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        static union lan_rules_buf rules;
        struct lan_config config;
        struct lan_problem problem;
        lan_config_init(game, seats, &config);
        if (!lan_compile(game, &config, &rules.base, &problem))
            continue;
        leaks_look(&rules.base, 1, PLANTED_GAMES, leaks);
        uint64_t sampled = 0;
        for (int viewer = 0; viewer < seats; viewer++)
            sampled += leaks->sampled[viewer];
        /* A sampler that keeps the truth draws no twins; of an honest one check_game has seen some. */
        if (leak == PLANTED_SAMPLER && !sampled && !leaks->found++)
            snprintf(leaks->first, LEAK_TEXT_MAX, "no sampled twin ever differed");
        if (leaks->found)
            return true;
    }
    return false;
}

static void check_planted(const struct lan_game *game)
{
    for (int i = 0; i < PLANTED_LEAKS && leaks_possible(game); i++) {
        struct leaks leaks = {.found = 0};
        bool found = planted_found(planted_game(game, (enum planted_leak)i), (enum planted_leak)i, &leaks);
        if (!planted_occurred()) {
            tap_note("%s: no occasion for a leak: %s", game->name, planted_name((enum planted_leak)i));
            continue;
        }
        tap_result(found, "%s: a planted leak is found: %s", game->name, planted_name((enum planted_leak)i));
        tap_note("%s", leaks.first);
    }
}

int main(int count, char **arg)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game) || (count > 1 && strcmp(arg[1], (*game)->name) != 0))
            continue;
        check_game(*game);
        check_planted(*game);
    }
    return tap_finish();
}
