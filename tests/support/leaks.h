/*
 * leaks.h - looks for secrets in what is sent to a seat, by twins: pairs of games which that seat cannot tell
 * apart.
 *
 * Sampled twins come from the game's own sampler. Log twins are two courses of one game in which chance or
 * others did different things that the seat was told alike; they show that a view says too much even if the
 * sampler, made from the same view, agrees with it. From then on both go the same way for a while, and
 *   - as long as the seat is told the same, all that is sent must be the same: view, who is waited for, own
 *     list of actions, own refusals;
 *   - when it is told something different, the view must differ too, or the event has told more than the
 *     view;
 *   - an action that can be taken back must not have told anything different.
 */
#ifndef LAN_LEAKS_H
#define LAN_LEAKS_H

#include "lan.h"

enum { LEAK_TEXT_MAX = 512 };

struct leaks {
    int found;
    char first[LEAK_TEXT_MAX]; /* what the first one was */
    /* Twins that really differed, by viewer (seats, then LAN_WATCHER): without them nothing was shown. */
    uint64_t sampled[LAN_WATCHER + 1];
    uint64_t logged[LAN_WATCHER + 1];
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
