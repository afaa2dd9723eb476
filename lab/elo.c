#include "elo.h"

#include <math.h>

enum { TEST_ROUNDS_MIN = 10 };

static const double share_least = 1e-3;

void elo_add(struct elo *elo, double challenger, double reference)
{
    double difference = challenger - reference;
    elo->rounds++;
    elo->challenger += challenger;
    elo->reference += reference;
    elo->difference += difference;
    elo->squares += difference * difference;
}

double elo_mean(const struct elo *elo)
{
    return elo->rounds ? elo->difference / (double)elo->rounds : 0;
}

static double variance(const struct elo *elo)
{
    double n = (double)elo->rounds, mean = elo_mean(elo);
    return n > 1 ? fmax(0, (elo->squares - n * mean * mean) / (n - 1)) : 0;
}

double elo_spread(const struct elo *elo)
{
    double n = (double)elo->rounds;
    if (elo->rounds < 2)
        return 1;
    /* With equal rounds the variance is 0; the rule of three (3 / n) is then the 95 % bound. */
    return variance(elo) > 0 ? 1.959964 * sqrt(variance(elo) / n) : fmin(1, 3 / n);
}

/* The logarithm of the odds of a share, clamped away from 0 and 1, where it is infinite. */
static double odds_log(double share)
{
    double held = fmin(1 - share_least, fmax(share_least, share));
    return log10(held / (1 - held));
}

void elo_rating(const struct elo *elo, double *rating, double *low, double *high)
{
    double n = elo->rounds ? (double)elo->rounds : 1, share = elo->challenger / n, spread = elo_spread(elo);
    double base = odds_log(elo->reference / n);
    *rating = 400 * (odds_log(share) - base);
    *low = 400 * (odds_log(share - spread) - base);
    *high = 400 * (odds_log(share + spread) - base);
}

/* The difference of shares that corresponds to a rating, given the reference's share. */
static double difference_at(double rating, double reference)
{
    double odds = pow(10, rating / 400 + odds_log(reference));
    return odds / (1 + odds) - reference;
}

enum elo_verdict elo_test(const struct elo *elo, double low, double high, double *ratio)
{
    double n = (double)elo->rounds, spread = variance(elo);
    *ratio = 0;
    if (elo->rounds < TEST_ROUNDS_MIN)
        return ELO_OPEN;
    double reference = elo->reference / n, d0 = difference_at(low, reference),
           d1 = difference_at(high, reference);
    *ratio = n * (d1 - d0) * (2 * elo_mean(elo) - d0 - d1) / (2 * fmax(spread, 1e-6));
    return *ratio >= ELO_BOUND ? ELO_BETTER : *ratio <= -ELO_BOUND ? ELO_NOT_BETTER : ELO_OPEN;
}
