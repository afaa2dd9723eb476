/*
 * Tests of the figures that `lanterne sim` and `lanterne arena` print: over many simulated runs with a
 * known win rate a 95 % interval must hold that rate in about 95 % of them, also when seats of one game win
 * together or exclude each other; a rating at 0 % or 100 % has a bound on one side only.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "elo.h"
#include "stats.h"
#include "variate.h"

/* Statistics keep their seeds; the bounds are wide for these runs. */
enum { RUNS = 1000, GAMES = 200 };

static struct stats stats;

static bool chance(struct lan_rng *rng, uint32_t percent)
{
    return lan_rng_below(rng, 100) < percent;
}

static struct stats_seat seat_of(const char *by, int value, bool won)
{
    return (struct stats_seat){
        .won = won, .score = won, .group_count = 1, .group = {{by, 1, (int16_t)value}}};
}

/* One game of a model: fills the seats, returns how many. */
typedef int model(struct lan_rng *rng, struct stats_seat *seat);

/* A side of two that wins together, and one player beside. */
static int pairs(struct lan_rng *rng, struct stats_seat *seat)
{
    bool won = chance(rng, 40);
    seat[0] = seat_of("side", 0, won);
    seat[1] = seat_of("side", 0, won);
    seat[2] = seat_of("side", 1, !won);
    return 3;
}

/* Sides of one to four that mostly win together. */
static int uneven(struct lan_rng *rng, struct stats_seat *seat)
{
    int count = 1 + (int)lan_rng_below(rng, 4);
    bool won = chance(rng, 30);
    for (int i = 0; i < count; i++)
        seat[i] = seat_of("side", 0, chance(rng, 80) ? won : chance(rng, 30));
    return count;
}

/* Three of a kind, of whom at most one wins. */
static int rivals(struct lan_rng *rng, struct stats_seat *seat)
{
    int winner = chance(rng, 90) ? (int)lan_rng_below(rng, 3) : -1;
    for (int i = 0; i < 3; i++)
        seat[i] = seat_of("side", 0, i == winner);
    return 3;
}

static int single(struct lan_rng *rng, struct stats_seat *seat)
{
    seat[0] = seat_of("side", 0, chance(rng, 20));
    return 1;
}

/* Nearly never, and then both. */
static int rare_pairs(struct lan_rng *rng, struct stats_seat *seat)
{
    bool won = chance(rng, 1);
    seat[0] = seat_of("side", 0, won);
    seat[1] = seat_of("side", 0, won);
    return 2;
}

static double coverage(model *play, double rate)
{
    struct lan_rng rng;
    struct stats_seat seat[LAN_SEATS_MAX];
    int held = 0;
    lan_rng_init(&rng, 22);
    for (int run = 0; run < RUNS; run++) {
        double low, high;
        stats_init(&stats);
        for (int game = 0; game < GAMES; game++)
            stats_count(&stats, play(&rng, seat), seat, NULL);
        tally_interval(stats_group(&stats, &(struct lan_group){"side", 1, 0}), &low, &high);
        held += low <= rate && rate <= high;
    }
    return (double)held / RUNS;
}

static void near_95(model *play, double rate, const char *name)
{
    double found = coverage(play, rate);
    print_message("# %s: the interval held the rate in %.1f %% of %d runs\n", name, 100 * found, RUNS);
    assert_true(found > 0.925 && found < 0.975);
}

static void intervals_hold_the_true_rate(void **unused)
{
    (void)unused;
    near_95(single, 0.2, "one seat a game");
    near_95(pairs, 0.4, "team mates");
    near_95(uneven, 0.3, "sides of any size");
    near_95(rivals, 0.3, "rivals");
    near_95(rare_pairs, 0.01, "rare wins of team mates");
}

static void one_seat_a_game_gives_wilson(void **unused)
{
    (void)unused;
    double low, high;
    struct tally tally = {.count = 100,
                          .wins = 20,
                          .games = 100,
                          .wins_squares = 20,
                          .wins_by_count = 20,
                          .count_squares = 100};
    tally_interval(&tally, &low, &high);
    assert_true(fabs(low - 0.13337) < 1e-5 && fabs(high - 0.28883) < 1e-5);
    tally = (struct tally){.count = 40, .games = 20, .count_squares = 80};
    tally_interval(&tally, &low, &high);
    /* No wins of twenty games of two: the bound of twenty, not of forty. */
    assert_true(low == 0 && fabs(high - 0.16113) < 1e-5);
    tally = (struct tally){.count = 0};
    tally_interval(&tally, &low, &high);
    assert_true(low == 0 && high == 1);
}

static void shards_add_up(void **unused)
{
    (void)unused;
    static struct stats part[2], whole;
    struct stats_seat seat[LAN_SEATS_MAX];
    struct lan_rng rng;
    lan_rng_init(&rng, 3);
    stats_init(&whole);
    stats_init(&part[0]);
    stats_init(&part[1]);
    for (int game = 0; game < GAMES; game++) {
        int seats = uneven(&rng, seat);
        stats_count(&whole, seats, seat, "mode=a");
        stats_count(&part[game % 2], seats, seat, "mode=a");
    }
    stats_merge(&part[0], &part[1]);
    assert_int_equal(part[0].group_count, whole.group_count);
    for (int i = 0; i < whole.group_count; i++)
        assert_memory_equal(&part[0].group[i].tally, &whole.group[i].tally, sizeof whole.group[i].tally);
}

static struct elo played(int rounds, double challenger, double reference)
{
    struct elo elo = {0};
    for (int i = 0; i < rounds; i++)
        elo_add(&elo, challenger, reference);
    return elo;
}

static void ratings_at_the_ends_are_one_sided(void **unused)
{
    (void)unused;
    struct elo lost = played(20, 0, 0.5), won = played(20, 1, 0.5);
    struct elo_range range = elo_rating(&lost);
    double share = 1 - pow(0.05, 1.0 / 20);
    assert_true(isinf(range.rating) && range.rating < 0 && isinf(range.low) && range.low < 0);
    assert_true(fabs(range.high - 400 * log10(share / (1 - share))) < 1e-9);
    struct elo_range other = elo_rating(&won);
    assert_true(isinf(other.rating) && other.rating > 0 && isinf(other.high) &&
                fabs(other.low + range.high) < 1e-9);
    struct elo one = played(20, 0.5, 0);
    assert_true(elo_rating(&one).rating > 0 && isfinite(elo_rating(&one).low));
    struct elo both = played(20, 1, 0), same = played(20, 0, 0), none = {0};
    assert_true(elo_rating(&both).low > range.high && isfinite(elo_rating(&both).low));
    assert_true(isnan(elo_rating(&same).rating) && isnan(elo_rating(&none).rating));
    /* An interval that reaches 0 has no lower end. */
    struct elo few = played(3, 0, 0.5);
    elo_add(&few, 0.5, 0.5);
    assert_true(isfinite(elo_rating(&few).rating) && isinf(elo_rating(&few).low) &&
                isfinite(elo_rating(&few).high));
}

/* A share of 2 % gives 160 rounds without a win in 3.9 % of all runs, and only then the bound misses it. */
static void one_sided_bounds_hold(void **unused)
{
    (void)unused;
    struct lan_rng rng;
    lan_rng_init(&rng, 5);
    double share = 0.02, rating = 400 * log10(share / (1 - share));
    int zero = 0, wrong = 0;
    for (int run = 0; run < 4 * RUNS; run++) {
        struct elo elo = {0};
        for (int i = 0; i < 160; i++)
            elo_add(&elo, chance(&rng, 2), 0.5);
        struct elo_range range = elo_rating(&elo);
        zero += elo.challenger == 0;
        wrong += elo.challenger == 0 && range.high < rating;
    }
    print_message("# %d of %d runs without a win, of these %d with a bound below the truth\n", zero, 4 * RUNS,
                  wrong);
    assert_true(wrong == zero && wrong > 4 * RUNS * 25 / 1000 && wrong <= 4 * RUNS * 55 / 1000);
}

/*
 * Values that are half noise, of which an estimate three times as large is known: the mean stays, within its
 * interval in about 95 % of the runs, and the spread shrinks by what the estimate explains. An estimate that
 * has nothing to do with the values changes nothing.
 */
static void known_noise_is_taken_off(void **unused)
{
    (void)unused;
    struct lan_rng rng;
    int inside = 0;
    double ratio = 0, useless = 0, mean = 0;
    lan_rng_init(&rng, 6);
    for (int run = 0; run < RUNS; run++) {
        struct variate known = {0}, other = {0};
        struct elo raw = {0};
        for (uint64_t round = 0; round < GAMES; round++) {
            double own = chance(&rng, 50) - 0.5, noise = chance(&rng, 50) - 0.5, any = chance(&rng, 50) - 0.5;
            elo_add(&raw, 0.1 + own + noise, 0);
            variate_add(&known, round, 0.1 + own + noise, 3 * noise);
            variate_add(&other, round, 0.1 + own + noise, any);
        }
        double spread = elo_spread(&raw);
        inside += fabs(variate_mean(&known) - 0.1) <= variate_spread(&known);
        mean += variate_mean(&known) / RUNS;
        ratio += pow(spread / variate_spread(&known), 2) / RUNS;
        useless += pow(spread / variate_spread(&other), 2) / RUNS;
        assert_true(fabs(variate_beta(&known) - 1.0 / 3) < 0.15 && fabs(variate_beta(&other)) < 0.4);
    }
    assert_true(inside > RUNS * 93 / 100 && inside < RUNS * 97 / 100);
    assert_true(fabs(mean - 0.1) < 3 * 0.5 / sqrt((double)GAMES * RUNS));
    assert_true(ratio > 1.9 && ratio < 2.1 && useless > 0.97 && useless < 1.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_the_true_rate),
        cmocka_unit_test(one_seat_a_game_gives_wilson),
        cmocka_unit_test(shards_add_up),
        cmocka_unit_test(ratings_at_the_ends_are_one_sided),
        cmocka_unit_test(one_sided_bounds_hold),
        cmocka_unit_test(known_noise_is_taken_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
