/*
 * tree.h - all that a Hero can do and see on a floor of one shape, as a graph.
 *
 * A node is what the Hero knows: the tiles turned up, which monsters panicked or were killed, the skills
 * left, the reveals still to come, and the region, the part of the floor that can be walked freely. Where in
 * the region the Hero stands makes no difference, and neither does the order in which he learnt things, so
 * different histories lead to one node. An action of a node has outcomes, one for each kind that may be
 * turned up: another node, or death. Outcomes that are surely survived are left out: values are chances to
 * be killed, to which they add nothing.
 */
#ifndef LAN_TREE_H
#define LAN_TREE_H

#include "facts.h"

enum {
    TREE_ALIVE = INT32_MAX, /* the root of a floor on which the Hero cannot die */
    TREE_MOVES_MAX = 160,   /* of one node */
};

struct tree_action {
    uint32_t outcome; /* the index of its first outcome */
    uint32_t move;    /* TREE_MOVE */
};

/*
 * Node n has the actions from node[n] up to node[n + 1], action a the outcomes from action[a].outcome up to
 * action[a + 1].outcome. An outcome is a node, or ~fact for death when that fact is turned up. Every node
 * comes after all nodes that it leads to, so that one pass from 0 up computes all values.
 */
struct tree {
    uint32_t nodes, actions, outcomes;
    uint32_t *node;
    struct tree_action *action;
    int32_t *outcome;
    uint64_t *key; /* by node: the position it stands for, see tree_find */
    int32_t root;  /* a node, or TREE_ALIVE */
    uint8_t cell[SHY_TILES_MAX];
    bool leaving; /* tree_create_leaving */
};

/* A move: how the Hero enters `tile`, or turns it up; `over` is the tile jumped over. */
#define TREE_MOVE(kind, tile, over) \
    ((uint32_t)(kind) << 16 | (uint32_t)(tile) << 8 | (uint32_t)(uint8_t)(over))
enum tree_move { TREE_REVEAL, TREE_STEP, TREE_ATTACK, TREE_JUMP, TREE_JUMP_ATTACK };

/*
 * Builds the graph of a shape for a Hero who may turn up `reveals` tiles first, one after the other;
 * `unseen` are the monsters that may lie there. False when there is no memory.
 */
bool tree_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 int reveals, unsigned unseen, struct tree *tree);
void tree_destroy(struct tree *tree);

/*
 * The graph for a floor after which another comes, where it counts what the Hero has seen when he leaves. An
 * outcome that is negative is ~fact for leaving when that fact is turned up; deaths are left out. While a
 * monster is unknown nothing is cut, but the Hero keeps to two habits, so these are not all his strategies:
 * where he can be sure to get out he makes only moves after which that is still so; and when he can walk to
 * the Exit he first turns up what he can without risk, by steps, then by an attack, then by a jump on the
 * spot, and leaves when nothing of that is possible any more. A position that is not in the graph is left
 * so.
 *
 * The brief graph is several times smaller: as soon as the Hero can be sure to get out, that counts as
 * leaving with what is turned up then, as if he forgot what he sees on the way out.
 */
bool tree_create_leaving(const struct shy_rules *rules, const struct facts *facts,
                         const uint8_t cell[SHY_TILES_MAX], int reveals, unsigned unseen, bool brief,
                         struct tree *tree);

/* The node of a position, -1 when it has none. `kind` is SHY_UNKNOWN where a tile is face down. */
int32_t tree_find(const struct tree *tree, const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
                  int reveals);

/*
 * A move (TREE_MOVE) after which the Hero can survive whatever is turned up. -1 when there is none, or no
 * memory. Not for a position from which the Exit can be walked to.
 */
int64_t tree_safe_move(const struct shy_rules *rules, const struct facts *facts, unsigned unseen,
                       const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX], int reveals);

#endif
