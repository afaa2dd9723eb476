#include "rating.h"

#include <math.h>

/* 400 points are odds of 10 : 1, as people know it from Elo's ratings. */
static const double points_per_unit = 400 / 2.302585092994046;
static const double pi = 3.141592653589793, normal_95 = 1.959964;
static const double day = 24.0 * 3600 * 1000;

/* Numbers beyond these are of no person: a mean of 20 is odds of 500 millions. */
static const double mean_most = 20, doubt_most = 100;

struct rating rating_start(void)
{
    return (struct rating){.variance = RATING_VARIANCE_START};
}

bool rating_sane(const struct rating *rating)
{
    return fabs(rating->mean) <= mean_most && rating->variance > 0 &&
           rating->variance <= RATING_VARIANCE_START;
}

bool rating_evidence_sane(const struct rating_evidence *evidence)
{
    return evidence->chance > 0 && evidence->chance < 1 && evidence->doubt >= 0 &&
           evidence->doubt <= doubt_most && evidence->share > 0 && evidence->share <= 1 &&
           fabs(evidence->others) <= 2 * mean_most && evidence->variance >= 0 &&
           evidence->variance <= doubt_most;
}

/*
 * ---- A game --------------------------------------------------------------------------------------------
 */

struct rating_evidence rating_evidence_of(const struct rating_seat *seats, int count, int seat)
{
    const struct rating_seat *own = &seats[seat];
    int mates = 0, rivals = 0;
    double mates_mean = 0, mates_variance = 0, field_mean = 0, field_variance = 0;
    for (int at = 0; at < count; at++) {
        bool mate = seats[at].team == own->team;
        mates += mate;
        rivals += !mate;
        if (at == seat)
            continue;
        *(mate ? &mates_mean : &field_mean) += seats[at].mean;
        *(mate ? &mates_variance : &field_variance) += seats[at].variance;
    }
    struct rating_evidence evidence = {.chance = own->chance,
                                       .doubt = own->doubt,
                                       .share = 1.0 / mates,
                                       .others = mates_mean / mates,
                                       .variance = mates_variance / mates / mates,
                                       .won = own->won};
    if (rivals) {
        evidence.others -= field_mean / rivals;
        evidence.variance += field_variance / rivals / rivals;
    }
    return evidence;
}

/*
 * The factor by which what is not known pulls the log odds towards 0: the mean of the logistic function
 * over a normal distribution of this variance, in MacKay's approximation.
 */
static double flattening(const struct rating *rating, const struct rating_evidence *evidence)
{
    double variance =
        evidence->share * evidence->share * rating->variance + evidence->variance + evidence->doubt;
    return 1 / sqrt(1 + pi / 8 * variance);
}

double rating_expected(const struct rating *rating, const struct rating_evidence *evidence)
{
    double odds =
        log(evidence->chance / (1 - evidence->chance)) + evidence->share * rating->mean + evidence->others;
    return 1 / (1 + exp(-flattening(rating, evidence) * odds));
}

struct rating rating_at(const struct rating *rating, int64_t at)
{
    struct rating later = *rating;
    if (rating->at && at > rating->at)
        later.variance = fmin(RATING_VARIANCE_START,
                              rating->variance + RATING_VARIANCE_DAY * (double)(at - rating->at) / day);
    return later;
}

/*
 * The step of Weng and Lin (2011): with Z the chance of what happened, as a function of the mean, mean +=
 * variance * (log Z)' and variance *= 1 + variance * (log Z)''. The second factor is above 1 - 2 / pi,
 * since share^2 * variance * flattening^2 is below 8 / pi and expected * (1 - expected) at most 1/4.
 */
void rating_add(struct rating *rating, const struct rating_evidence *evidence, int64_t at)
{
    struct rating before = rating_at(rating, at);
    double expected = rating_expected(&before, evidence);
    double slope = evidence->share * flattening(&before, evidence);
    double mean = before.mean + before.variance * slope * (evidence->won - expected);
    rating->mean = fmax(-mean_most, fmin(mean_most, mean));
    rating->variance = before.variance * (1 - before.variance * slope * slope * expected * (1 - expected));
    rating->games++;
    rating->at = at > rating->at ? at : rating->at;
}

/*
 * ---- What is shown -------------------------------------------------------------------------------------
 */

int rating_points(const struct rating *rating)
{
    return (int)lround(RATING_POINTS_START + points_per_unit * rating->mean);
}

int rating_margin(const struct rating *rating)
{
    return (int)lround(normal_95 * points_per_unit * sqrt(rating->variance));
}
