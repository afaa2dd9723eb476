/*
 * leaks.h - finds secrets in what is sent to a viewer, by comparing twins: pairs of games that the viewer
 * cannot tell apart.
 *
 * Sampled twins come from the game's own sampler. Log twins are two courses of one game in which chance or
 * others did different things that the viewer was told alike; they find a view that says too much even if the
 * sampler, which works from that view, agrees with it. Both twins are then played on alike for a while, and
 *   - as long as the viewer is told the same, all that is sent must be the same: the view, the seats that are
 *     waited for, its own list of actions, its own refusals;
 *   - when it is told something different, the view must differ too: an event must not tell more than it;
 *   - an action that can be taken back must not have told anything different.
 */
#ifndef LAN_LEAKS_H
#define LAN_LEAKS_H

#include "lan.h"

enum { LEAK_TEXT_MAX = 512 };

struct leaks {
    int every; /* twins are made at every so manyth step; 0 is every step */
    int found;
    char first[LEAK_TEXT_MAX]; /* a description of the first one */
    /* Twins whose states differed, by viewer: without such twins the search has proved nothing. */
    uint64_t sampled[LAN_WATCHER + 1];
    uint64_t logged[LAN_WATCHER + 1];
    uint64_t array_bytes; /* of arrays for learners that were compared between twins */
};

/* Plays `games` random games and compares twins for every seat and the watcher; adds to `leaks`. */
void leaks_look(const struct lan_rules *rules, uint64_t seed, int games, struct leaks *leaks);

/*
 * What a viewer is sent and differs between two states, refusals of every action included; NULL when nothing.
 */
const char *leaks_compare(const struct lan_rules *rules, int viewer, const struct lan_state *a,
                          const struct lan_state *b);

/* Whether any event of the game, or part of one, is kept from anybody. */
bool leaks_possible(const struct lan_game *game);

#endif
