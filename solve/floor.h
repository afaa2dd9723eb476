/*
 * floor.h - one shape as a game of its own: values and best responses for strategies of both sides.
 *
 * The Master's strategy on a shape is a weight for every hand, the Hero's a chance for every action of the
 * tree. What the leaves of the tree are worth is linear in each, so each computation is one pass over the
 * tree. There are two kinds of floors:
 *   killing  (floor_create) the leaves are the facts at which the Hero dies, and count by the weights of the
 *            hands that agree with them. Hands that agree with none are left out when the floor is made. The
 *            Hero wants a small sum.
 *   leaving  (cross_create, cross.h) the leaves are what the Hero knows when he leaves, and he wants a large
 *            sum.
 * Memory and passes are the same for both.
 */
#ifndef LAN_FLOOR_H
#define LAN_FLOOR_H

#include "tree.h"

enum { CROSS_SEEN = 4 }; /* numbers of a hand on a floor of the leaving kind: see cross.h */

struct floor {
    struct tree tree; /* its leaves are numbered 0..leaves-1, not by fact */
    uint32_t each;    /* numbers of a hand in arrays of weights: 1 when killing, CROSS_SEEN when leaving */
    uint32_t hands;
    uint16_t *hand; /* their numbers, rising */
    uint32_t leaves;
    uint32_t *first;  /* leaf l counts by member[first[l]] up to member[first[l + 1]] */
    uint16_t *member; /* indices into arrays of weights: an index into `hand` times `each`, plus which one */
    float *regret;    /* by action: the Hero's, never negative */
};

/* Scratch memory for one thread, large enough for all floors that `floor_scratch_grow` was called with. */
struct floor_scratch {
    double *value;  /* by node: its value, or how often it is reached */
    double *action; /* by action: its value, or its chance */
    double *leaf;   /* by leaf: its weight, or how often it happens */
    uint32_t nodes, actions, leaves;
};

/* False, with nothing to destroy, when there is no memory. */
bool floor_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, struct floor *floor);
void floor_destroy(struct floor *floor);

/* Makes the memory, all zero at first, large enough for this floor too. False when there is none. */
bool floor_scratch_grow(struct floor_scratch *scratch, const struct floor *floor);
void floor_scratch_destroy(struct floor_scratch *scratch);

/* ---- Killing ---- */

/*
 * How often a Hero who responds perfectly to these weights, one for each of floor->hands, is killed. Exact.
 */
double floor_best_response(const struct floor *floor, const double *weight, struct floor_scratch *scratch);

/*
 * One step of regret matching plus for the Hero against these weights; kills[hand] is then how often each
 * hand kills the Hero with his new strategy.
 */
void floor_learn(struct floor *floor, const double *weight, double *kills, struct floor_scratch *scratch);

/* How often each hand kills a Hero who plays perfectly against the weights. */
void floor_respond(const struct floor *floor, const double *weight, double *kills,
                   struct floor_scratch *scratch);

/*
 * What comes of every action if the Hero then responds perfectly to these weights: scratch->action[a] is the
 * weight of hands that kill him after action a, scratch->value[n] the same from node n on. Exact, also where
 * no plan leads.
 */
void floor_values(const struct floor *floor, const double *weight, struct floor_scratch *scratch);

/* ---- What both kinds share; for floor.c and cross.c ---- */

/* Numbers the leaves of floor->tree and makes everything but the tree; on failure the floor is destroyed. */
bool floor_leaves_make(struct floor *floor, const struct facts *facts, unsigned unseen, uint32_t each);

/* What each leaf is worth by these weights, `each` for each of floor->hands. */
void floor_weigh(const struct floor *floor, const double *weight, struct floor_scratch *scratch);

/* The worth of an action by scratch->value and scratch->leaf: the sum over its outcomes. */
double floor_action_value(const struct floor *floor, uint32_t action, const struct floor_scratch *scratch);

/*
 * One step of regret matching plus after floor_weigh, for a Hero who wants a large sum when `gains`, else a
 * small one. gets[] is then, for each weight, how often a leaf that counts by it is reached with the new
 * strategy; scratch->value and ->action have how often nodes are reached, and the chances.
 */
void floor_step(struct floor *floor, bool gains, double *gets, struct floor_scratch *scratch);

#endif
