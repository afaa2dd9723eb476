/*
 * floor.h - one shape as a game of its own: values and best responses for strategies of both sides.
 *
 * The Master's strategy on a shape is a weight for every hand, the Hero's a chance for every action of the
 * tree. How often the Hero is killed is linear in each, so each computation is one pass over the tree. Only
 * facts at which a Hero can die count, and only hands that agree with one of these; all others are left out
 * when the floor is made.
 */
#ifndef LAN_FLOOR_H
#define LAN_FLOOR_H

#include "tree.h"

struct floor {
    struct tree tree; /* its deaths are numbered 0..deaths-1, not by fact */
    uint32_t hands;   /* the number of hands that can kill */
    uint16_t *hand;   /* their numbers, rising */
    uint32_t deaths;
    uint32_t *first;  /* the hands that agree with death d are member[first[d]] up to member[first[d + 1]] */
    uint16_t *member; /* indices into `hand` */
    float *regret;    /* by action: the Hero's, never negative */
};

/* Scratch memory for one thread, large enough for all floors that `floor_scratch_grow` was called with. */
struct floor_scratch {
    double *value;  /* by node: its value, or how often it is reached */
    double *action; /* by action: its value, or its chance */
    double *death;  /* by death: its weight, or how often it happens */
    uint32_t nodes, actions, deaths;
};

/* False, with nothing to destroy, when there is no memory. */
bool floor_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, struct floor *floor);
void floor_destroy(struct floor *floor);

/* Makes the memory large enough for this floor too; all zero at first. False when there is none. */
bool floor_scratch_grow(struct floor_scratch *scratch, const struct floor *floor);
void floor_scratch_destroy(struct floor_scratch *scratch);

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

#endif
