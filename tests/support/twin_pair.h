/*
 * twin_pair.h - twins as tables: two courses of one game in which chance or others did different things that
 * one viewer was told alike. Whatever that viewer is shown of them must be the same, and at the same time.
 */
#ifndef LAN_TWIN_PAIR_H
#define LAN_TWIN_PAIR_H

#include "table.h"

struct twin_pair {
    struct table *a, *b;
    int viewer;
    bool differ; /* something that the viewer was not told is different */
    struct lan_rng rng;
    int64_t now;
};

struct twin_setup {
    const struct lan_game *game;
    int viewer;
    uint64_t seed;
    int64_t start; /* the time of the first entry; a second passes for each action */
    bool differ;   /* only a pair that differs will do */
    struct table *(*create)(const struct lan_game *game, void *context); /* with scripted chance */
    void *context;
};

/*
 * A pair at a position where people and not chance are to act; false, with nothing to free, when none came
 * up. The tables are the caller's.
 */
bool twin_pair_make(const struct twin_setup *setup, struct twin_pair *pair);

#endif
