#include "elo.h"

#include <math.h>
#include <stdbool.h>

enum { TEST_ROUNDS_MIN = 10 };

/* The test's hypotheses are ratings, which are shares only beside a reference that is not 0 or 1. */
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

/* The logarithm of the odds of a share; infinite at 0 and 1. */
static double odds_log(double share)
{
    return share <= 0 ? -HUGE_VAL : share >= 1 ? HUGE_VAL : log10(share / (1 - share));
}

/*
 * The largest mean share that, with this chance of error, still gives `rounds` rounds of share 0: such a
 * round has at least the chance 1 - share, so (1 - share)^rounds = error.
 */
static double zero_bound(double rounds, double error)
{
    return 1 - pow(error, 1 / rounds);
}

/*
 * The interval when a share is 0 or 1. The one end that can be bounded is the rating at the bound of the
 * extreme share; when both shares are needed, each takes half of the chance of error.
 */
static struct elo_range extreme_rating(const struct elo *elo, double share, double base, bool up)
{
    double n = (double)elo->rounds;
    bool own = share <= 0 || share >= 1, other = base <= 0 || base >= 1;
    double zero = zero_bound(n, own && other ? 0.025 : 0.05);
    if (own)
        share = up ? 1 - zero : zero;
    else
        share += up ? -elo_spread(elo) : elo_spread(elo);
    if (other)
        base = up ? zero : 1 - zero;
    double bound = 400 * (odds_log(share) - odds_log(base));
    return up ? (struct elo_range){HUGE_VAL, bound, HUGE_VAL}
              : (struct elo_range){-HUGE_VAL, -HUGE_VAL, bound};
}

static const struct elo_range elo_unknown = {(double)NAN, (double)NAN, (double)NAN};

struct elo_range elo_rating(const struct elo *elo)
{
    double n = (double)elo->rounds;
    if (!elo->rounds)
        return elo_unknown;
    double share = elo->challenger / n, base = elo->reference / n, spread = elo_spread(elo);
    double rating = 400 * (odds_log(share) - odds_log(base));
    if (isnan(rating)) /* both are infinite alike */
        return elo_unknown;
    if (isinf(rating))
        return extreme_rating(elo, share, base, rating > 0);
    return (struct elo_range){rating, 400 * (odds_log(share - spread) - odds_log(base)),
                              400 * (odds_log(share + spread) - odds_log(base))};
}

/* The difference of shares that corresponds to a rating, given the reference's share. */
static double difference_at(double rating, double reference)
{
    double held = fmin(1 - share_least, fmax(share_least, reference));
    double odds = pow(10, rating / 400 + odds_log(held));
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
