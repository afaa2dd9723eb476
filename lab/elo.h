/*
 * elo.h - rating difference of two bots from paired rounds, with confidence interval and sequential test.
 *
 * A round gives two shares between 0 and 1: the challenger's, and the reference's from the same seats of the
 * same deal. Elo is 400 times the decimal logarithm of the ratio of the odds. With two seats, where the
 * reference's mean share is one half, this is the Elo of chess; with more seats it is the rating difference
 * that corresponds to the change of the win share.
 */
#ifndef LAN_ELO_H
#define LAN_ELO_H

#include <stdint.h>

struct elo {
    uint64_t rounds;
    double challenger, reference; /* sums */
    double difference, squares;   /* sums of challenger less reference, and of its square */
};

enum elo_verdict { ELO_OPEN, ELO_BETTER, ELO_NOT_BETTER };

void elo_add(struct elo *elo, double challenger, double reference);

/* Mean difference of the win share and half the width of its 95 % interval. */
double elo_mean(const struct elo *elo);
double elo_spread(const struct elo *elo);

/*
 * The rating difference and its 95 % interval. A share of 0 or 1 has no finite rating: the rating and one end
 * are then -INFINITY or INFINITY, and the other end is a one-sided bound of 95 %. An end is infinite also
 * where the interval of the share reaches 0 or 1. All three are NAN when nothing can be said: no rounds, or
 * both shares at the same extreme.
 */
struct elo_range {
    double rating, low, high;
};
struct elo_range elo_rating(const struct elo *elo);

/*
 * The sequential probability ratio test of "worth `high` Elo" against "worth `low` Elo", both errors 5 %, by
 * the normal approximation over rounds. `ratio` is the logarithm of the likelihood ratio; the test ends
 * beyond ELO_BOUND.
 */
#define ELO_BOUND 2.9444389791664403
enum elo_verdict elo_test(const struct elo *elo, double low, double high, double *ratio);

#endif
