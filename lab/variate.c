#include "variate.h"

#include <math.h>

/* Values of a half from which beta is taken. */
enum { VALUES_LEAST = 8 };

void variate_add(struct variate *variate, uint64_t round, double value, double noise)
{
    struct variate_half *half = &variate->half[round & 1];
    half->count++;
    half->value += value;
    half->noise += noise;
    half->value_value += value * value;
    half->value_noise += value * noise;
    half->noise_noise += noise * noise;
}

/* The beta that fits one half. */
static double half_beta(const struct variate_half *half)
{
    double n = half->count;
    if (n < VALUES_LEAST)
        return 1;
    double both = half->value_noise - half->value * half->noise / n,
           noise = half->noise_noise - half->noise * half->noise / n;
    return noise > 0 ? both / noise : 0;
}

double variate_beta(const struct variate *variate)
{
    return (half_beta(&variate->half[0]) + half_beta(&variate->half[1])) / 2;
}

static double count_of(const struct variate *variate)
{
    return variate->half[0].count + variate->half[1].count;
}

double variate_mean(const struct variate *variate)
{
    double sum = 0, n = count_of(variate);
    for (int i = 0; i < 2; i++)
        sum += variate->half[i].value - half_beta(&variate->half[!i]) * variate->half[i].noise;
    return n > 0 ? sum / n : 0;
}

double variate_variance(const struct variate *variate)
{
    double squares = 0, n = count_of(variate), mean = variate_mean(variate);
    for (int i = 0; i < 2; i++) {
        const struct variate_half *half = &variate->half[i];
        double beta = half_beta(&variate->half[!i]);
        squares += half->value_value - 2 * beta * half->value_noise + beta * beta * half->noise_noise;
    }
    return n > 1 ? fmax(0, (squares - n * mean * mean) / (n - 1)) : 0;
}

double variate_spread(const struct variate *variate)
{
    double n = count_of(variate), variance = variate_variance(variate);
    if (n < 2)
        return 1;
    return variance > 0 ? 1.959964 * sqrt(variance / n) : fmin(1, 3 / n);
}
