/*
 * levels.h - all positions of a game, step by step: level n holds every position after n actions, each with
 * its weight. Chance weighs by its odds; what people choose counts as possible or not, so that of several
 * choices that lead to the same position one counts.
 */
#ifndef LAN_LEVELS_H
#define LAN_LEVELS_H

#include "lan.h"

struct level {
    const struct lan_rules *rules;
    int viewer;       /* the viewer whose history distinguishes nodes; -1: only states do */
    size_t node_size; /* a state, then 8 bytes of history */
    uint8_t *node;    /* count * node_size */
    double *weight;
    int count, capacity;
    int *slot; /* hash table of nodes, slot_count a power of two */
    int slot_count;
};

/* Level 0: the position before the first card is dealt. */
void level_init(struct level *level, const struct lan_rules *rules, int viewer, int capacity);
void level_finish(struct level *level);

/* The next level; false when it has more than `capacity` nodes or the game is over at every node. */
bool level_next(const struct level *level, struct level *next);

const struct lan_state *level_state(const struct level *level, int node);

/* A hash over all that the viewer was sent on the way: events told, own actions, whom the game waited for. */
uint64_t level_history(const struct level *level, int node);

/* The hash of a view, by which nodes are grouped. */
uint64_t level_view(const struct level *level, int node, int viewer);

#endif
