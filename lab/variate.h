/*
 * variate.h - a mean made more exact by something measured beside it whose own mean is known to be zero.
 *
 * Of every value a multiple of its noise is taken off: beta = covariance / variance of the noise makes the
 * variance smallest, (1 - correlation^2) of what it was, so that a noise which is badly estimated, or which
 * has nothing to do with the value, does no harm. Rounds are halved by their number, and each half is
 * adjusted by the beta of the other one, on which it does not depend: the mean stays unbiased.
 */
#ifndef LAN_VARIATE_H
#define LAN_VARIATE_H

#include <stdint.h>

/* Sums over the rounds of one half. */
struct variate_half {
    double count, value, noise;
    double value_value, value_noise, noise_noise;
};

struct variate {
    struct variate_half half[2]; /* rounds of even and of odd number */
};

/* Adds a value of this round; several of one round depend on each other and go into the same half. */
void variate_add(struct variate *variate, uint64_t round, double value, double noise);

/* The multiple that is taken off, the mean of both halves; 1 as long as there are too few rounds to tell. */
double variate_beta(const struct variate *variate);

/* The adjusted mean, its variance for a single value, and half the width of its 95 % interval. */
double variate_mean(const struct variate *variate);
double variate_variance(const struct variate *variate);
double variate_spread(const struct variate *variate);

#endif
