/* shape.c - floors as sets of cells: neighbours, comfort zones, and the enumeration of all shapes. */
#include "shy.h"

const int8_t shy_step[SHY_WAYS] = {
    [SHY_NORTH] = SHY_WIDTH,  [SHY_NORTH_EAST] = SHY_WIDTH + 1,
    [SHY_EAST] = 1,           [SHY_SOUTH_EAST] = 1 - SHY_WIDTH,
    [SHY_SOUTH] = -SHY_WIDTH, [SHY_SOUTH_WEST] = -SHY_WIDTH - 1,
    [SHY_WEST] = -1,          [SHY_NORTH_WEST] = SHY_WIDTH - 1,
};

/* By the difference to a greater cell: the direction there plus one. The way back is 4 directions further. */
static const uint8_t way_up[SHY_WIDTH + 2] = {
    [1] = SHY_EAST + 1,
    [SHY_WIDTH - 1] = SHY_NORTH_WEST + 1,
    [SHY_WIDTH] = SHY_NORTH + 1,
    [SHY_WIDTH + 1] = SHY_NORTH_EAST + 1,
};

int shy_tile_find(const uint8_t *cell, int count, int at)
{
    unsigned found = 0;
    for (int i = 0; i < count; i++)
        found |= (unsigned)(cell[i] == at) << i;
    return found ? __builtin_ctz(found) : -1;
}

/* For each tile: the directions in which others lie around it, and the tiles that share an edge with it. */
static void neighbours(const uint8_t *cell, int count, uint8_t around[SHY_TILES_MAX],
                       uint8_t near[SHY_TILES_MAX])
{
    for (int i = 0; i < SHY_TILES_MAX; i++)
        around[i] = near[i] = 0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            int apart = cell[j] - cell[i];
            if (apart > SHY_WIDTH + 1)
                break;
            if (!way_up[apart])
                continue;
            int way = way_up[apart] - 1;
            around[i] |= (uint8_t)(1 << way);
            around[j] |= (uint8_t)(1 << ((way + SHY_WAYS / 2) % SHY_WAYS));
            if (way % 2 == 0) {
                near[i] |= (uint8_t)(1 << j);
                near[j] |= (uint8_t)(1 << i);
            }
        }
    }
}

void shy_shape_add(uint8_t *cell, int count, int at, uint8_t around[SHY_TILES_MAX],
                   uint8_t near[SHY_TILES_MAX])
{
    cell[count] = (uint8_t)at;
    around[count] = near[count] = 0;
    for (int i = 0; i < count; i++) {
        int apart = at - cell[i], up = apart < 0 ? -apart : apart;
        if (up > SHY_WIDTH + 1 || !way_up[up])
            continue;
        int there = way_up[up] - 1, back = (there + SHY_WAYS / 2) % SHY_WAYS;
        around[i] |= (uint8_t)(1 << (apart > 0 ? there : back));
        around[count] |= (uint8_t)(1 << (apart > 0 ? back : there));
        near[i] |= (uint8_t)((there % 2 == 0) << count);
        near[count] |= (uint8_t)((there % 2 == 0) << i);
    }
}

void shy_shape_around(const uint8_t *cell, int count, uint8_t around[SHY_TILES_MAX])
{
    uint8_t near[SHY_TILES_MAX];
    neighbours(cell, count, around, near);
}

void shy_shape_read(const struct shy_rules *rules, const uint8_t *cell, int count,
                    uint8_t near[SHY_TILES_MAX], uint8_t zone[SHY_TILES_MAX])
{
    uint8_t around[SHY_TILES_MAX];
    neighbours(cell, count, around, near);
    for (int i = 0; i < SHY_TILES_MAX; i++)
        zone[i] = i < count ? rules->zone[around[i]] : 0;
}

/* ---- All shapes ---------------------------------------------------------------------------------------- */

/*
 * Redelmeier's enumeration of polyominoes, from a fixed cell: each cell of the border is either taken now or
 * never again, so that every set comes up once. `reached` has the cells that are in the set, on the border,
 * or given up.
 */
struct walk {
    int count;
    bool (*visit)(void *context, const uint8_t *cell);
    void *context;
    bool reached[SHY_CELLS];
    uint8_t taken[SHY_TILES_MAX];
    uint8_t border[SHY_TILES_MAX * 4];
};

static bool visit_sorted(const struct walk *walk)
{
    uint8_t cell[SHY_TILES_MAX];
    for (int i = 0; i < walk->count; i++) {
        int at = i;
        for (; at > 0 && cell[at - 1] > walk->taken[i]; at--)
            cell[at] = cell[at - 1];
        cell[at] = walk->taken[i];
    }
    return walk->visit(walk->context, cell);
}

/* The border is border[from..to); `taken` has `size` cells. Returns false when the visitor has stopped. */
static bool walk_on(struct walk *walk, int size, int from, int to) /* NOLINT(misc-no-recursion): seven deep */
{
    if (size == walk->count)
        return visit_sorted(walk);
    for (int i = from; i < to; i++) {
        int end = to, cell = walk->border[i];
        walk->taken[size] = (uint8_t)cell;
        for (int way = 0; way < SHY_WAYS && size + 1 < walk->count; way += 2) {
            int next = cell + shy_step[way];
            if (!walk->reached[next]) {
                walk->reached[next] = true;
                walk->border[end++] = (uint8_t)next;
            }
        }
        bool more = walk_on(walk, size + 1, i + 1, end);
        while (end > to)
            walk->reached[walk->border[--end]] = false;
        if (!more)
            return false;
    }
    return true;
}

void shy_shape_each(int count, bool (*visit)(void *context, const uint8_t *cell), void *context)
{
    struct walk walk = {.count = count, .visit = visit, .context = context};
    lan_assert(count >= 1 && count <= SHY_TILES_MAX);
    walk.border[0] = SHY_MIDDLE;
    walk.reached[SHY_MIDDLE] = true;
    walk_on(&walk, 0, 0, 1);
}
