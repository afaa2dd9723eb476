/*
 * elo.h - how much better one bot is than another, from the results of rounds played on the same deals.
 *
 * A round gives two numbers between 0 and 1: what the challenger got, and what the reference got from the
 * same seats of the same deal. Elo is 400 times the decimal logarithm of the ratio of the odds, so that for
 * two seats, where the reference gets one half, it is the chess world's; with more seats it is the rating
 * difference that the change of the win share stands for.
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

/* The rating difference, and the ends of its 95 % interval. */
void elo_rating(const struct elo *elo, double *rating, double *low, double *high);

/*
 * The sequential probability ratio test of "worth `high` Elo" against "worth `low` Elo", both errors 5 %, by
 * the normal approximation over rounds. `ratio` is the logarithm of the likelihood ratio; the test ends
 * beyond ELO_BOUND.
 */
#define ELO_BOUND 2.9444389791664403
enum elo_verdict elo_test(const struct elo *elo, double low, double high, double *ratio);

#endif
