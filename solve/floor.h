/*
 * floor.h - one shape as a game of its own: who kills whom how often, for mixes of both sides.
 *
 * The Master's side of a shape is a weight for every hand; the Hero's is a chance for every action of the tree. Both sides'
 * values are linear in the other's, so each is one pass over the tree. Only facts at which somebody can die matter to
 * them, and only hands that agree with one of these; the rest are left out from the start.
 */
#ifndef LAN_FLOOR_H
#define LAN_FLOOR_H

#include "tree.h"

struct floor {
    struct tree tree; /* its deaths are numbers of `death` here */
    uint32_t hands;   /* those that can kill */
    uint16_t *hand;   /* their numbers, rising */
    uint32_t deaths;
    uint32_t *first;  /* death d is agreed with by the hands member[first[d]] up to member[first[d + 1]], */
    uint16_t *member; /* as places in `hand` */
    float *regret;    /* of each action, the Hero's, never negative */
};

/* Scratch memory for one thread, large enough for all floors that `floor_scratch_grow` was called with. */
struct floor_scratch {
    double *value;  /* of each node; also how often it is reached */
    double *action; /* of each action */
    double *death;  /* weight, or frequency, of each death */
    uint32_t nodes, actions, deaths;
};

bool floor_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, struct floor *floor);
void floor_destroy(struct floor *floor);

bool floor_scratch_grow(struct floor_scratch *scratch, const struct floor *floor);
void floor_scratch_destroy(struct floor_scratch *scratch);

/* The chance that a Hero who answers perfectly to these weights, one for each of floor->hands, is killed. Exact. */
double floor_best_response(const struct floor *floor, const double *weight, struct floor_scratch *scratch);

/*
 * One step of learning for the Hero against these weights (regret matching plus), and then kills[hand]: how often each hand
 * kills the Hero as he now plays.
 */
void floor_learn(struct floor *floor, const double *weight, double *kills, struct floor_scratch *scratch);

/* How often each hand kills a Hero who plays perfectly against the weights. */
void floor_respond(const struct floor *floor, const double *weight, double *kills,
                   struct floor_scratch *scratch);

#endif
