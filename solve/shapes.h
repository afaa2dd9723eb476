/*
 * shapes.h - the shapes of floors up to symmetry.
 *
 * Turning a floor around its Entrance makes no difference to the game, and neither does mirroring it if
 * mirroring leaves all patterns as they are. A solver needs one shape of each class: 689 of 5,320 with the
 * published patterns.
 */
#ifndef LAN_SHAPES_H
#define LAN_SHAPES_H

#include "shy-monsters/shy.h"

enum { SHAPES_ALL = 5320, SYMMETRIES = 8 };

struct shapes {
    int count;                               /* classes */
    int symmetries;                          /* 8, or 4 where mirroring changes a pattern */
    uint8_t cell[SHAPES_ALL][SHY_TILES_MAX]; /* the first `count`: one of each class, in a fixed order */
};

/* NULL when the solver can compute these rules, else a sentence why not. */
const char *solve_unable(const struct shy_rules *rules);

/* Finds all classes under these rules. */
void shapes_init(const struct shy_rules *rules, struct shapes *shapes);

/*
 * The shape after a symmetry, its cells rising. from[i] is the old number of the tile i; `from` may be NULL.
 */
void shape_turn(const uint8_t cell[SHY_TILES_MAX], int symmetry, uint8_t turned[SHY_TILES_MAX],
                uint8_t *from);

/*
 * The class of a shape, and the symmetry that makes it the shape of its class; -1 for a shape that is none.
 */
int shapes_find(const struct shapes *shapes, const uint8_t cell[SHY_TILES_MAX], int *symmetry);

#endif
