#include "shapes.h"

#include <stdlib.h>
#include <string.h>

enum { HALF = SHY_WIDTH / 2 };

/* A cell after symmetry 0..7 around the Entrance: 0 to 3 quarter turns; from 4 on mirrored first. */
static int cell_turn(int cell, int symmetry)
{
    int x = cell % SHY_WIDTH - HALF, y = cell / SHY_WIDTH - HALF;
    if (symmetry >= 4)
        x = -x;
    for (int turn = 0; turn < symmetry % 4; turn++) {
        int was = x;
        x = y;
        y = -was;
    }
    return (y + HALF) * SHY_WIDTH + x + HALF;
}

void shape_turn(const uint8_t cell[SHY_TILES_MAX], int symmetry, uint8_t turned[SHY_TILES_MAX], uint8_t *from)
{
    uint8_t origin[SHY_TILES_MAX];
    for (int i = 0; i < SHY_TILES_MAX; i++) {
        uint8_t now = (uint8_t)cell_turn(cell[i], symmetry);
        int at = i;
        for (; at > 0 && turned[at - 1] > now; at--) {
            turned[at] = turned[at - 1];
            origin[at] = origin[at - 1];
        }
        turned[at] = now;
        origin[at] = (uint8_t)i;
    }
    if (from)
        memcpy(from, origin, sizeof origin);
}

/* Whether mirroring leaves the zone of every neighbourhood as it is. */
static bool mirroring_allowed(const struct shy_rules *rules)
{
    for (unsigned around = 0; around < 256; around++) {
        unsigned mirrored = 0;
        for (int way = 0; way < SHY_WAYS; way++)
            mirrored |= (around >> way & 1) << ((SHY_WAYS - way) % SHY_WAYS);
        if (rules->zone[around] != rules->zone[mirrored])
            return false;
    }
    return true;
}

/* Adds a shape if it comes first in its class. */
static bool shape_add(void *context, const uint8_t *cell)
{
    struct shapes *shapes = context;
    uint8_t turned[SHY_TILES_MAX];
    for (int symmetry = 1; symmetry < shapes->symmetries; symmetry++) {
        shape_turn(cell, symmetry, turned, NULL);
        if (memcmp(turned, cell, SHY_TILES_MAX) < 0)
            return true;
    }
    lan_assert(shapes->count < SHAPES_ALL);
    memcpy(shapes->cell[shapes->count++], cell, SHY_TILES_MAX);
    return true;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, SHY_TILES_MAX);
}

const char *solve_unable(const struct shy_rules *rules)
{
    return rules->together ? "the solver turns tiles up one after the other: reveal_choice=sequential" : NULL;
}

void shapes_init(const struct shy_rules *rules, struct shapes *shapes)
{
    shapes->count = 0;
    shapes->symmetries = mirroring_allowed(rules) ? SYMMETRIES : SYMMETRIES / 2;
    shy_shape_each(SHY_TILES_MAX, shape_add, shapes);
    qsort(shapes->cell, (size_t)shapes->count, sizeof *shapes->cell, compare);
}

int shapes_find(const struct shapes *shapes, const uint8_t cell[SHY_TILES_MAX], int *symmetry)
{
    uint8_t least[SHY_TILES_MAX], turned[SHY_TILES_MAX];
    memcpy(least, cell, SHY_TILES_MAX);
    *symmetry = 0;
    for (int turn = 1; turn < shapes->symmetries; turn++) {
        shape_turn(cell, turn, turned, NULL);
        if (memcmp(turned, least, SHY_TILES_MAX) < 0) {
            memcpy(least, turned, SHY_TILES_MAX);
            *symmetry = turn;
        }
    }
    const uint8_t(*found)[SHY_TILES_MAX] =
        bsearch(least, shapes->cell, (size_t)shapes->count, sizeof *shapes->cell, compare);
    return found ? (int)(found - shapes->cell) : -1;
}
