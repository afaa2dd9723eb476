/*
 * solve.h - one floor of Shy Monsters as a game of two, solved closer and closer.
 *
 * The Master knows his pair, drawn evenly from the monsters that the Hero has not seen go; he chooses a shape and a hand. The
 * Hero sees the shape and what he turns up. Both sides learn by regret matching plus, the Master over all hands of a pair on
 * all shapes, the Hero over the actions of every node; what is kept are averages, in which later rounds count more.
 * At any moment two numbers hold for certain: the Master's average kills at least `lower` of all Heroes, since the best
 * answer to it was computed; and no Master kills more than `upper` of those who play the Hero's average, since the best
 * hand of every pair against it is known. docs/solver.md has the reasons.
 */
#ifndef LAN_SOLVE_H
#define LAN_SOLVE_H

#include "floor.h"
#include "shapes.h"

/* Which floor: tiles turned up before the first step, and the monsters that may lie there, at least two. */
struct solve_stage {
    uint8_t reveals;
    uint8_t unseen;
};

struct solve {
    const struct shy_rules *rules;
    struct solve_stage stage;
    int threads;
    struct facts facts;
    struct shapes shapes;
    struct floor *floor; /* of each shape */
    uint32_t *first;     /* of each shape: where its hands begin in the arrays below; one more at the end */
    uint32_t hands;
    uint8_t *pair;            /* of each hand */
    double *regret;           /* the Master's, never negative */
    double *weight;           /* chance of pair and hand, as the Master plays now */
    double *kills;            /* how often each hand kills, as the Hero plays now */
    double *mix;              /* sums of weights over all rounds */
    double *toll;             /* sums of kills */
    double total[FACT_PAIRS]; /* sums of regrets */
    double got[FACT_PAIRS];   /* what each pair killed in this round */
    double count[FACT_PAIRS]; /* hands that can kill */
    int pairs;
    double sum;                    /* of the rounds' own weights */
    uint32_t round;                /* rounds done */
    struct floor_scratch *scratch; /* one for each thread */
    double *result;                /* FACT_PAIRS for each shape */
};

struct solve_bounds {
    double lower, upper;
    double
        price[FACT_PAIRS]; /* for each pair the most that a hand of it can get against the Hero's average */
};

enum { SOLVE_THREADS_MAX = 64 };

/*
 * A solver at round 0; NULL when there is no memory. `rules` must outlive it. The Master builds one of `shapes`, which are
 * copied: shapes_init gives all that there are.
 */
struct solve *solve_create(const struct shy_rules *rules, struct solve_stage stage,
                           const struct shapes *shapes, int threads);
void solve_destroy(struct solve *solve);

/* NULL, or why these rules are not what the solver computes. */
const char *solve_unable(const struct shy_rules *rules);

/* One round of learning for both. The result does not depend on the number of threads. */
void solve_round(struct solve *solve);

/* Exact bounds of what was learnt so far. Uses `weight`. */
void solve_bounds(struct solve *solve, struct solve_bounds *bounds);

/* The chance to be killed of a Hero who answers perfectly to a mix: chances of hands, summing to 1 for all pairs together. */
double solve_best_response(struct solve *solve, const double *mix);

/* The average chance of each hand, pair included, into `mix` (solve->hands of them). */
void solve_mix(const struct solve *solve, double *mix);

/* ---- checkpoint.c: all that was learnt, as bytes ---------------------------------------------------------------- */

/* A digest of rules and stage: what a checkpoint or a book belongs to. */
void solve_digest(const struct shy_rules *rules, uint8_t out[32]);

/* BLAKE2b over some bytes. */
void solve_hash(const uint8_t *bytes, size_t size, uint8_t out[32]);

/* The bytes of a checkpoint; the caller frees them. NULL when there is no memory. */
uint8_t *solve_freeze(const struct solve *solve, size_t *size);

/* Goes on where a checkpoint left off. NULL, or why it is refused; then nothing has changed. */
const char *solve_thaw(struct solve *solve, const uint8_t *bytes, size_t size);

#endif
