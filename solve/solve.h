/*
 * solve.h - one floor of Shy Monsters as a game of two players, solved by an approximation that improves
 * every round.
 *
 * The Master knows his pair, drawn evenly from the monsters that the Hero has not seen on earlier floors, and
 * chooses a shape and a hand (facts.h). The Hero sees the shape and what he turns up. Both sides learn by
 * regret matching plus: the Master over all hands of a pair on all shapes, the Hero over the actions of every
 * node of a shape's tree (tree.h). The result is each side's average over the rounds, in which later rounds
 * count more.
 *
 * After any round two bounds hold exactly. The Master's average kills at least `lower` of all Heroes, because
 * the best response to it is computed. No Master kills more than `upper` of the Heroes who play the Hero's
 * average, because the best hand of every pair against it is computed. docs/solver.md has the proofs.
 */
#ifndef LAN_SOLVE_H
#define LAN_SOLVE_H

#include "floor.h"
#include "shapes.h"

/*
 * Which floor: the tiles turned up before the first step, and the set of monsters that may lie there, two or
 * more. With a storey of 1 or 2 it is that floor of a whole game, after which others come (game.h); with 0 it
 * is a floor by itself, as the last one of a game is. This solver solves floors by themselves.
 */
struct solve_stage {
    uint8_t reveals;
    uint8_t unseen;
    uint8_t storey;
};

static inline bool solve_same(struct solve_stage one, struct solve_stage other)
{
    return one.reveals == other.reveals && one.unseen == other.unseen && one.storey == other.storey;
}

struct solve {
    const struct shy_rules *rules;
    struct solve_stage stage;
    int threads;
    struct facts facts;
    struct shapes shapes;
    struct floor *floor; /* by shape */
    uint32_t *first;     /* by shape: where its hands begin in the arrays by hand; one more at the end */
    uint32_t hands;
    uint8_t *pair;  /* by hand */
    double *regret; /* by hand: the Master's, never negative */
    /* by hand: the chance of its pair and of it, as the Master plays in this round */
    double *weight;
    double *kills;            /* by hand: how often it kills, as the Hero plays in this round */
    double *mix;              /* by hand: `weight` summed over the rounds, each times its round_weight */
    double *toll;             /* by hand: `kills` summed in the same way */
    double total[FACT_PAIRS]; /* by pair: the sum of its hands' regrets */
    double got[FACT_PAIRS];   /* by pair: how often it killed in this round */
    double count[FACT_PAIRS]; /* by pair: hands that can kill */
    int pairs;
    double prior[FACT_PAIRS];      /* how likely each pair is, in all 1 */
    double sum;                    /* of the rounds' weights */
    uint32_t round;                /* rounds done */
    struct floor_scratch *scratch; /* by thread */
    double *result;                /* by shape, FACT_PAIRS each: what floors_run adds up */
    bool *met;                     /* by shape: whether the Hero has learnt there since the solver was made */
};

struct solve_bounds {
    double lower, upper;
    double price[FACT_PAIRS]; /* by pair: how often its best hand kills the Hero's average */
};

enum { SOLVE_THREADS_MAX = 64 };

/*
 * A solver at round 0; NULL when there is no memory. `rules` must outlive it and be such that solve_unable
 * returns NULL. The Master builds one of `shapes`, which are copied; shapes_init gives all shapes.
 */
struct solve *solve_create(const struct shy_rules *rules, struct solve_stage stage,
                           const struct shapes *shapes, int threads);
void solve_destroy(struct solve *solve);

/*
 * Makes pairs more or less likely than each other, in proportion to these weights; until then all that may
 * come are equally likely. Before the first round.
 */
void solve_weigh(struct solve *solve, const double weight[FACT_PAIRS]);

/* One round of learning for both sides. The result does not depend on the number of threads. */
void solve_round(struct solve *solve);

/* The exact bounds after the rounds so far, at least one. Overwrites `weight`. */
void solve_bounds(struct solve *solve, struct solve_bounds *bounds);

/*
 * How often a Hero who responds perfectly to a mix is killed. The mix has a chance for each of solve->hands,
 * in all 1. Overwrites `weight`.
 */
double solve_best_response(struct solve *solve, const double *mix);

/* The Master's average: the chance of each of solve->hands, that of its pair included. */
void solve_mix(const struct solve *solve, double *mix);

#endif
