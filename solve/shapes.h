/*
 * shapes.h - the shapes of floors, one of each kind.
 *
 * Turning a floor around its Entrance changes nothing for anybody, and mirroring it neither where no pattern is changed by
 * it. Of each such class of shapes a solver needs one: 689 of 5,320 with the published patterns.
 */
#ifndef LAN_SHAPES_H
#define LAN_SHAPES_H

#include "shy-monsters/shy.h"

enum { SHAPES_ALL = 5320, SYMMETRIES = 8 };

struct shapes {
    int count;                               /* classes */
    int symmetries;                          /* 8, or 4 where mirror images differ */
    uint8_t cell[SHAPES_ALL][SHY_TILES_MAX]; /* the first `count`: one of each class, in a fixed order */
};

void shapes_init(const struct shy_rules *rules, struct shapes *shapes);

/* The shape turned, its cells rising. `from[i]` is which tile of the old one tile i is; may be NULL. */
void shape_turn(const uint8_t cell[SHY_TILES_MAX], int symmetry, uint8_t turned[SHY_TILES_MAX],
                uint8_t *from);

/* The class of any shape, and the symmetry that turns the shape into the one of its class. */
int shapes_find(const struct shapes *shapes, const uint8_t cell[SHY_TILES_MAX], int *symmetry);

#endif
