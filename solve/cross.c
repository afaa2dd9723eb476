#include "cross.h"

bool cross_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, bool brief, struct floor *floor)
{
    *floor = (struct floor){0};
    if (!tree_create_leaving(rules, facts, cell, reveals, unseen, brief, &floor->tree))
        return false;
    if (floor->tree.root == TREE_ALIVE) {
        /* No risk from the start: the brief tree would be empty. */
        tree_destroy(&floor->tree);
        if (!tree_create_leaving(rules, facts, cell, reveals, unseen, false, &floor->tree))
            return false;
    }
    return floor_leaves_make(floor, facts, unseen, CROSS_SEEN);
}

void cross_values(const struct floor *floor, const double *prize, struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    lan_assert(floor->each == CROSS_SEEN);
    floor_weigh(floor, prize, scratch);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        double most = 0;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
            scratch->action[a] = floor_action_value(floor, a, scratch);
            most = scratch->action[a] > most ? scratch->action[a] : most;
        }
        scratch->value[node] = most;
    }
}

double cross_best(const struct floor *floor, const double *prize, struct floor_scratch *scratch)
{
    lan_assert(floor->tree.root != TREE_ALIVE);
    cross_values(floor, prize, scratch);
    return scratch->value[floor->tree.root];
}

void cross_learn(struct floor *floor, const double *prize, double *exits, struct floor_scratch *scratch)
{
    lan_assert(floor->each == CROSS_SEEN && floor->tree.root != TREE_ALIVE);
    floor_weigh(floor, prize, scratch);
    floor_step(floor, true, exits, scratch);
}
