/*
 * rating.h - how well a person plays a game, with its uncertainty, from the results of games: the formulas
 * of docs/ratings.md. Pure functions; odds.h has the chances that they start from.
 *
 * A skill is a number on the scale of log odds: somebody whose skill is higher by 1 than that of an equal
 * opponent in an even game wins with the odds e : 1. What is known of a skill is a normal distribution
 * (struct rating). A game says of one seat whether it won; how likely that was depends on
 *   the chance of that role, seat and set-up among equals, from the simulator (`chance`, `doubt`),
 *   the mean skill of the seat's team, and that of everybody else at the table, the field.
 * In a cooperative game there is no field: the chance of the options among equals is the opponent.
 *
 * Each seat is rated by its own result alone, whatever the results of the others were. Two results of one
 * game are not independent, and counting both for one person would make the uncertainty too small.
 *
 * Evidence holds all that a game says about one person and does not depend on what was known of that
 * person. So the rating is a fold over a person's games in the order of time, and games that end at the
 * same moment in two places are both counted.
 */
#ifndef LAN_RATING_H
#define LAN_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RATING_SEATS_MAX = 16,
    RATING_POINTS_START = 1500, /* what is shown for a mean of 0 */
};

/* The variance of the skill of somebody unknown, and what a day adds to any variance below it. */
#define RATING_VARIANCE_START 1.0
#define RATING_VARIANCE_DAY   0.0002

/* What is known of a person's skill. */
struct rating {
    double mean, variance;
    int games;  /* counted so far */
    int64_t at; /* the end of the last, in milliseconds; 0 for none */
};

/* One game as it counts for one person. */
struct rating_evidence {
    double chance;   /* of the seat to win among equals, above 0 and below 1 */
    double doubt;    /* the variance of the log odds of `chance` */
    double share;    /* of the own skill in the team's: 1 / people in the team */
    double others;   /* the part of the team mates in the team's mean less the mean of the field */
    double variance; /* of `others` */
    bool won;
};

/* A seat of a finished game, from which evidence is made. */
struct rating_seat {
    double mean, variance; /* what was known of its person before the game */
    double chance, doubt;
    int team; /* seats with the same number win and lose together */
    bool won;
};

struct rating rating_start(void);

/* Whether the numbers can be those of a rating, or of evidence: what is read from a store is checked. */
bool rating_sane(const struct rating *rating);
bool rating_evidence_sane(const struct rating_evidence *evidence);

/* What the game says about the person of `seat`. */
struct rating_evidence rating_evidence_of(const struct rating_seat *seats, int count, int seat);

/* The chance to win that the rating gives the person in this game. */
double rating_expected(const struct rating *rating, const struct rating_evidence *evidence);

/* Counts a game that ended at `at`. Time between two games makes the uncertainty larger again. */
void rating_add(struct rating *rating, const struct rating_evidence *evidence, int64_t at);

/* The rating at a later time, when nothing was played since. */
struct rating rating_at(const struct rating *rating, int64_t at);

/* As it is shown: points, and how far the skill may be from it, with 95 % chance, to either side. */
int rating_points(const struct rating *rating);
int rating_margin(const struct rating *rating);

#endif
