/*
 * Ratings converge: worlds of people with known skills who play duels with unequal roles, games of four
 * with one winner, sides with Neutrals beside them, and cooperative games. Each is rated by rating.h as
 * the server does it: by what was known of everybody before the game. Compared are the ratings and the
 * true skills: the error, what the uncertainty says it should be, and how many of the 95 % intervals hold
 * the truth. The outcomes are drawn by models of their own, which are not that of rating.h but for the
 * duel.
 *
 * Prints its figures, which docs/ratings.md has, as comments. LAN_LONG=1: many more worlds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "rating.h"

enum { PEOPLE = 120, STAGES = 4, SEATS = 8 };

static const int stages[STAGES] = {5, 20, 100, 400}; /* games of a person after which is compared */
static const double skill_spread = 0.8;

struct world {
    struct lan_rng rng;
    double skill[PEOPLE];
    struct rating rating[PEOPLE];
    bool blind;  /* rated without the odds of roles */
    bool steady; /* everybody always has the same role */
};

/*
 * One game of the people `who`: fills chance, team and won of every seat, and returns how many seats there
 * are.
 */
typedef int play_game(struct world *world, const int *who, struct rating_seat *seats);

static double uniform(struct world *world)
{
    return (double)(lan_rng_next(&world->rng) >> 11) * 0x1p-53;
}

static double normal(struct world *world)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(world);
    return sum;
}

static double logistic(double odds)
{
    return 1 / (1 + exp(-odds));
}

static double log_odds(double chance)
{
    return log(chance / (1 - chance));
}

/*
 * ---- Games ---------------------------------------------------------------------------------------------
 */

/* Two roles, one of which wins 78 of 100 among equals. */
static int play_duel(struct world *world, const int *who, struct rating_seat *seats)
{
    static const double chance = 0.78;
    double win = logistic(log_odds(chance) + world->skill[who[0]] - world->skill[who[1]]);
    bool first = uniform(world) < win;
    seats[0] = (struct rating_seat){.chance = chance, .team = 0, .won = first};
    seats[1] = (struct rating_seat){.chance = 1 - chance, .team = 1, .won = !first};
    return 2;
}

/* One winner of four, by the model of Plackett and Luce, with an order that matters. */
static int play_four(struct world *world, const int *who, struct rating_seat *seats)
{
    static const double chance[4] = {0.19, 0.22, 0.25, 0.34};
    double weight[4], sum = 0;
    for (int i = 0; i < 4; i++)
        sum += weight[i] = chance[i] * exp(world->skill[who[i]]);
    double drawn = uniform(world) * sum;
    int winner = 0;
    while (winner < 3 && (drawn -= weight[winner]) >= 0)
        winner++;
    for (int i = 0; i < 4; i++)
        seats[i] = (struct rating_seat){.chance = chance[i], .team = i, .won = i == winner};
    return 4;
}

/* Three Hunters against three Shadows, and two Neutrals whose aims are their own. */
static int play_sides(struct world *world, const int *who, struct rating_seat *seats)
{
    static const double hunters = 0.55, neutral[2] = {0.9, 0.2};
    double side[2] = {0}, all = 0;
    for (int i = 0; i < SEATS; i++) {
        all += world->skill[who[i]];
        if (i < 6)
            side[i / 3] += world->skill[who[i]] / 3;
    }
    bool won = uniform(world) < logistic(log_odds(hunters) + side[0] - side[1]);
    for (int i = 0; i < 6; i++)
        seats[i] = (struct rating_seat){
            .chance = i < 3 ? hunters : 1 - hunters, .team = i / 3, .won = i < 3 ? won : !won};
    for (int i = 6; i < SEATS; i++) {
        double own = world->skill[who[i]], win = logistic(log_odds(neutral[i - 6]) + own - (all - own) / 7);
        seats[i] = (struct rating_seat){.chance = neutral[i - 6], .team = i, .won = uniform(world) < win};
    }
    return SEATS;
}

/* Three against options of three difficulties. */
static int play_together(struct world *world, const int *who, struct rating_seat *seats)
{
    static const double chances[3] = {0.05, 0.3, 0.64};
    double chance = chances[lan_rng_next(&world->rng) % 3];
    double mean = (world->skill[who[0]] + world->skill[who[1]] + world->skill[who[2]]) / 3;
    bool won = uniform(world) < logistic(log_odds(chance) + mean);
    for (int i = 0; i < 3; i++)
        seats[i] = (struct rating_seat){.chance = chance, .team = 0, .won = won};
    return 3;
}

/*
 * ---- A world -------------------------------------------------------------------------------------------
 */

static void world_init(struct world *world, uint64_t seed)
{
    *world = (struct world){.blind = false};
    lan_rng_init(&world->rng, seed);
    for (int i = 0; i < PEOPLE; i++) {
        world->skill[i] = skill_spread * normal(world);
        world->rating[i] = rating_start();
    }
}

/* The people in a new order; steady ones stay in their half, whose first is the first of every pair. */
static void order_draw(struct world *world, int order[PEOPLE])
{
    int step = world->steady ? 2 : 1;
    for (int i = 0; i < PEOPLE; i++)
        order[i] = i;
    for (int i = PEOPLE - 1; i > 0; i--) {
        int left = i / step + 1, other = i % step + step * (int)(lan_rng_next(&world->rng) % (uint64_t)left);
        int kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

/* Everybody plays one game. */
static void round_play(struct world *world, play_game *play, int seats_each)
{
    int order[PEOPLE];
    order_draw(world, order);
    for (int at = 0; at + seats_each <= PEOPLE; at += seats_each) {
        struct rating_seat seats[SEATS];
        const int *who = order + at;
        int count = play(world, who, seats);
        for (int i = 0; i < count; i++) {
            seats[i].mean = world->rating[who[i]].mean;
            seats[i].variance = world->rating[who[i]].variance;
            seats[i].chance = world->blind ? 0.5 : seats[i].chance;
        }
        for (int i = 0; i < count; i++) {
            struct rating_evidence evidence = rating_evidence_of(seats, count, i);
            rating_add(&world->rating[who[i]], &evidence, 0);
        }
    }
}

struct fit {
    double squares, said, covered, bias;
    int count;
};

/*
 * Games tell differences of skills alone, but for cooperative ones: both sides are taken from their mean.
 */
static void fit_add(struct fit *fit, const struct world *world, bool absolute)
{
    double shift = 0;
    for (int i = 0; i < PEOPLE && !absolute; i++)
        shift += (world->rating[i].mean - world->skill[i]) / PEOPLE;
    for (int i = 0; i < PEOPLE; i++) {
        double error = world->rating[i].mean - world->skill[i] - shift, variance = world->rating[i].variance;
        fit->squares += error * error;
        fit->said += variance;
        fit->covered += fabs(error) <= 1.959964 * sqrt(variance);
        fit->bias += i % 2 ? -error : error;
        fit->count++;
    }
}

static double fit_error(const struct fit *fit)
{
    return sqrt(fit->squares / fit->count);
}

static double fit_covered(const struct fit *fit)
{
    return fit->covered / fit->count;
}

static int worlds_wanted(void)
{
    const char *wanted = getenv("LAN_LONG");
    return wanted && *wanted == '1' ? 200 : 5;
}

static void worlds_run(const char *name, play_game *play, int seats_each, bool absolute,
                       struct fit fit[STAGES])
{
    memset(fit, 0, STAGES * sizeof *fit);
    for (int seed = 1; seed <= worlds_wanted(); seed++) {
        struct world world;
        world_init(&world, (uint64_t)seed);
        for (int game = 1, stage = 0; stage < STAGES; game++) {
            round_play(&world, play, seats_each);
            if (game == stages[stage])
                fit_add(&fit[stage++], &world, absolute);
        }
    }
    for (int stage = 0; stage < STAGES; stage++)
        printf("# %-9s %4d games each: error %.3f, said %.3f, 95 %% intervals hold %.1f %%\n", name,
               stages[stage], fit_error(&fit[stage]), sqrt(fit[stage].said / fit[stage].count),
               100 * fit_covered(&fit[stage]));
}

static void fit_check(const struct fit fit[STAGES], double least)
{
    double before = skill_spread * 1.1;
    for (int stage = 0; stage < STAGES; stage++) {
        assert_true(fit_error(&fit[stage]) < before);
        before = fit_error(&fit[stage]);
        assert_true(fit_covered(&fit[stage]) > least && fit_covered(&fit[stage]) < 0.999);
    }
}

/*
 * ---- Tests ---------------------------------------------------------------------------------------------
 */

static void test_duels(void **state)
{
    (void)state;
    struct fit fit[STAGES];
    worlds_run("duel", play_duel, 2, false, fit);
    fit_check(fit, 0.92);
    assert_true(fit_error(&fit[3]) < 0.25);
}

static void test_one_winner_of_four(void **state)
{
    (void)state;
    struct fit fit[STAGES];
    worlds_run("four", play_four, 4, false, fit);
    fit_check(fit, 0.90);
    assert_true(fit_error(&fit[3]) < 0.3);
}

static void test_sides_and_neutrals(void **state)
{
    (void)state;
    struct fit fit[STAGES];
    worlds_run("sides", play_sides, 8, false, fit);
    fit_check(fit, 0.90);
    assert_true(fit_error(&fit[3]) < 0.45);
}

static void test_together(void **state)
{
    (void)state;
    struct fit fit[STAGES];
    worlds_run("together", play_together, 3, true, fit);
    fit_check(fit, 0.90);
    assert_true(fit_error(&fit[3]) < 0.5);
}

/*
 * Half of the people always have the better role: without its odds they are taken for the better players.
 */
static void test_odds_of_roles_remove_their_bias(void **state)
{
    (void)state;
    struct fit with = {0}, without = {0};
    for (int seed = 1; seed <= worlds_wanted(); seed++) {
        for (int blind = 0; blind < 2; blind++) {
            struct world world;
            world_init(&world, (uint64_t)seed);
            world.steady = true;
            world.blind = blind;
            for (int game = 0; game < 100; game++)
                round_play(&world, play_duel, 2);
            fit_add(blind ? &without : &with, &world, false);
        }
    }
    double half = 2.0 / with.count;
    printf("# steady roles, 100 games each: better role rated too high by %.3f with odds, %.3f without; "
           "intervals hold %.1f %% and %.1f %%\n",
           with.bias * half, without.bias * half, 100 * fit_covered(&with), 100 * fit_covered(&without));
    assert_true(fabs(with.bias * half) < 0.35);
    assert_true(without.bias * half > 1);
    assert_true(fit_error(&with) < fit_error(&without));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels),
        cmocka_unit_test(test_one_winner_of_four),
        cmocka_unit_test(test_sides_and_neutrals),
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_odds_of_roles_remove_their_bias),
    };
    return cmocka_run_group_tests_name("rating-world", tests, NULL, NULL);
}
