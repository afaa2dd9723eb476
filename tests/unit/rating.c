/* The formulas of ratings (rating.h) and the table of odds (odds.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "odds.h"
#include "rating.h"

static const double close_to = 1e-9;

#define assert_near(one, other, most) assert_true(fabs((one) - (other)) <= (most))

/* The seats of a game of people about whom nothing is known. */
static void seats_init(struct rating_seat *seats, int count, double chance)
{
    for (int seat = 0; seat < count; seat++)
        seats[seat] = (struct rating_seat){.variance = RATING_VARIANCE_START, .chance = chance, .team = seat};
}

static struct rating after(const struct rating_seat *seats, int count, int seat)
{
    struct rating rating = {.mean = seats[seat].mean, .variance = seats[seat].variance};
    struct rating_evidence evidence = rating_evidence_of(seats, count, seat);
    assert_true(rating_evidence_sane(&evidence));
    rating_add(&rating, &evidence, 0);
    assert_true(rating_sane(&rating));
    return rating;
}

static void test_two_equals_exchange_points(void **state)
{
    (void)state;
    struct rating_seat seats[2];
    seats_init(seats, 2, 0.5);
    seats[0].won = true;
    struct rating winner = after(seats, 2, 0), loser = after(seats, 2, 1);
    assert_true(winner.mean > 0.2 && winner.mean < 1);
    assert_near(winner.mean + loser.mean, 0, close_to);
    assert_near(winner.variance, loser.variance, close_to);
    assert_true(winner.variance < RATING_VARIANCE_START);
    assert_int_equal(rating_points(&winner) - RATING_POINTS_START,
                     RATING_POINTS_START - rating_points(&loser));
}

/* A team's mean counts: each of two mates gains half of what one alone would for the same surprise. */
static void test_teams_share(void **state)
{
    (void)state;
    struct rating_seat seats[4];
    seats_init(seats, 4, 0.5);
    for (int seat = 0; seat < 4; seat++)
        seats[seat].team = seat / 2;
    seats[0].won = seats[1].won = true;
    struct rating one = after(seats, 4, 0), mate = after(seats, 4, 1), rival = after(seats, 4, 2);
    assert_near(one.mean, mate.mean, close_to);
    assert_near(one.mean, -rival.mean, close_to);
    struct rating_evidence evidence = rating_evidence_of(seats, 4, 0);
    assert_near(evidence.share, 0.5, close_to);
    assert_near(evidence.variance, 0.25 + 0.5, close_to);
    /* The same shift of everybody's skill changes nothing that is expected. */
    struct rating before = {.mean = 0.3, .variance = 0.5}, shifted = before;
    double expected = rating_expected(&before, &evidence);
    for (int seat = 0; seat < 4; seat++)
        seats[seat].mean += 2;
    shifted.mean += 2;
    evidence = rating_evidence_of(seats, 4, 0);
    assert_near(rating_expected(&shifted, &evidence), expected, close_to);
}

/*
 * A role that wins nine times in ten gives little for a win, and takes much for a loss: nothing on
 * average.
 */
static void test_offsets_remove_the_bias_of_roles(void **state)
{
    (void)state;
    for (double chance = 0.1; chance < 0.95; chance += 0.2) {
        struct rating_evidence evidence = {.chance = chance, .share = 1};
        struct rating won = {.variance = 1e-6}, lost = won;
        assert_near(rating_expected(&won, &evidence), chance, 1e-6);
        evidence.won = true;
        rating_add(&won, &evidence, 0);
        evidence.won = false;
        rating_add(&lost, &evidence, 0);
        assert_near(chance * won.mean + (1 - chance) * lost.mean, 0, 1e-9);
        assert_true(won.mean > 0 && lost.mean < 0);
    }
}

static void test_uncertainty_shrinks_and_grows_with_time(void **state)
{
    (void)state;
    struct rating rating = rating_start();
    struct rating_evidence evidence = {.chance = 0.5, .share = 1};
    int64_t at = 1000, year = (int64_t)365 * 24 * 3600 * 1000;
    for (int game = 0; game < 500; game++) {
        double before = rating.variance;
        evidence.won = game % 2;
        rating_add(&rating, &evidence, at);
        assert_true(rating.variance < before && rating.variance > 0);
    }
    assert_int_equal(rating.games, 500);
    assert_true(fabs(rating.mean) < 0.2 && rating_margin(&rating) < 40);
    struct rating later = rating_at(&rating, at + year), much = rating_at(&rating, at + 100 * year);
    assert_true(later.variance > rating.variance && later.variance < RATING_VARIANCE_START);
    assert_near(much.variance, RATING_VARIANCE_START, close_to);
    assert_near(much.mean, rating.mean, close_to);
    struct rating earlier = rating_at(&rating, at - year);
    assert_near(earlier.variance, rating.variance, close_to);
}

/* More doubt about the chance: a smaller step. */
static void test_doubt_makes_steps_smaller(void **state)
{
    (void)state;
    double last = 10;
    for (double doubt = 0; doubt < 5; doubt++) {
        struct rating rating = rating_start();
        struct rating_evidence evidence = {.chance = 0.5, .share = 1, .doubt = doubt, .won = true};
        rating_add(&rating, &evidence, 0);
        assert_true(rating.mean > 0 && rating.mean < last);
        last = rating.mean;
    }
}

static void test_cooperative_games_play_against_the_options(void **state)
{
    (void)state;
    struct rating_seat easy[3], hard[3];
    seats_init(easy, 3, 0.9);
    seats_init(hard, 3, 0.1);
    for (int seat = 0; seat < 3; seat++) {
        easy[seat].team = hard[seat].team = 0;
        easy[seat].won = hard[seat].won = true;
    }
    struct rating from_easy = after(easy, 3, 0), from_hard = after(hard, 3, 0);
    assert_true(from_hard.mean > 2 * from_easy.mean && from_easy.mean > 0);
    struct rating_evidence evidence = rating_evidence_of(easy, 3, 0);
    assert_near(evidence.variance, 2.0 / 9, close_to);
}

static void test_extremes(void **state)
{
    (void)state;
    static const double chances[] = {1e-9, 1e-3, 0.5, 1 - 1e-3, 1 - 1e-9};
    for (int i = 0; i < 5; i++) {
        for (int won = 0; won < 2; won++) {
            struct rating rating = rating_start();
            struct rating_evidence evidence = {.chance = chances[i], .share = 1, .won = won};
            for (int game = 0; game < 20000; game++) {
                rating_add(&rating, &evidence, game);
                assert_true(isfinite(rating.mean) && rating_sane(&rating));
            }
        }
    }
    static const struct rating_evidence wrong[] = {
        {.chance = 0, .share = 1},
        {.chance = 1, .share = 1},
        {.chance = 0.5, .share = 0},
        {.chance = 0.5, .share = 2},
        {.chance = 0.5, .share = 1, .doubt = -1},
        {.chance = 0.5, .share = 1, .variance = 1e9},
        {.chance = 0.5, .share = 1, .others = (double)INFINITY},
        {.chance = (double)NAN, .share = 1},
        {.chance = 0.5, .share = 1, .others = (double)NAN},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(rating_evidence_sane(&wrong[i]));
    struct rating bad = {.mean = (double)NAN, .variance = 0.5};
    assert_false(rating_sane(&bad));
}

/*
 * ---- The table -----------------------------------------------------------------------------------------
 */

static void rules_make(const char *name, int seats, const char *option, const char *value,
                       union lan_rules_buf *rules)
{
    const struct lan_game *game = lan_game_find(name, 0);
    struct lan_config config;
    struct lan_problem problem;
    assert_non_null(game);
    lan_config_init(game, seats, &config);
    assert_true(!option || lan_config_set(game, &config, option, value, &problem));
    assert_true(lan_compile(game, &config, &rules->base, &problem));
}

/* Every game that is not for tests has odds for its newest rules and every number of people from two on. */
static void test_the_table_knows_every_game(void **state)
{
    (void)state;
    static const char *const names[] = {"manor", "shadow-hunters", "shy-monsters", "treasure-hunters"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct lan_game *game = lan_game_find(names[i], 0);
        for (int seats = game->seats_min < 2 ? 2 : game->seats_min; seats <= game->seats_max; seats++) {
            union lan_rules_buf rules;
            struct odds odds;
            rules_make(names[i], seats, NULL, NULL, &rules);
            assert_true(odds_find(&rules.base, &odds));
            assert_int_equal(odds.how, ODDS_MEASURED);
            assert_near(odds.doubt, 0, close_to);
            assert_true(odds.setup->games >= 1000);
        }
    }
    union lan_rules_buf rules;
    struct odds odds;
    rules_make("tiny", 2, NULL, NULL, &rules);
    assert_false(odds_find(&rules.base, &odds));
}

static void test_the_table_is_whole(void **state)
{
    (void)state;
    int first = 0;
    for (int i = 0; i < odds_setup_count; i++) {
        const struct odds_setup *setup = &odds_setups[i];
        assert_int_equal(setup->first, first);
        first += setup->rows;
        const struct odds_row *any = &odds_rows[setup->first];
        assert_string_equal(any->by, "");
        uint64_t count = 0, won = 0;
        for (int row = 1; row < setup->rows; row++) {
            assert_true(odds_rows[setup->first + row].won <= odds_rows[setup->first + row].count);
            count += odds_rows[setup->first + row].count;
            won += odds_rows[setup->first + row].won;
        }
        assert_true(any->count == setup->games * (uint32_t)setup->seats);
        assert_true(setup->rows == 1 || (count == any->count && won == any->won));
    }
}

/*
 * Options that were not measured have the nearest odds with more doubt; a board of one's own with much
 * more.
 */
static void test_other_options_have_more_doubt(void **state)
{
    (void)state;
    union lan_rules_buf one, two;
    struct odds measured, near;
    struct lan_problem problem;
    rules_make("treasure-hunters", 3, "mode", "advanced", &one);
    assert_true(odds_find(&one.base, &measured));
    assert_int_equal(measured.how, ODDS_MEASURED);
    assert_string_equal(measured.setup->option, "mode=advanced");
    struct lan_config config = one.base.config;
    assert_true(lan_config_set(one.base.game, &config, "door_costs_step", "yes", &problem));
    assert_true(lan_compile(one.base.game, &config, &two.base, &problem));
    assert_true(odds_find(&two.base, &near));
    assert_int_equal(near.how, ODDS_NEAR);
    assert_true(near.doubt > 0.001 && near.doubt < 10);
    rules_make("shy-monsters", 2, "reveals", "3-3-3", &one);
    assert_true(odds_find(&one.base, &near));
    assert_int_equal(near.how, ODDS_NEAR);
    assert_near(near.doubt, 1, close_to);
}

/*
 * Whole games at random: chances and teams of every seat, and that hunters are a team where there are two.
 */
static void test_seats_of_finished_games(void **state)
{
    (void)state;
    union lan_rules_buf rules;
    union lan_state_buf buf;
    struct lan_state *final = (struct lan_state *)&buf;
    struct odds odds;
    rules_make("shadow-hunters", 8, NULL, NULL, &rules);
    assert_true(odds_find(&rules.base, &odds));
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct lan_rng rng;
        struct rating_seat seats[LAN_SEATS_MAX] = {{0}};
        lan_rng_init(&rng, seed);
        rules.base.game->setup(&rules.base, final);
        lan_playout(&rules.base, final, &rng, 64);
        assert_true(odds_seats(&odds, &rules.base, final, seats));
        int alone = 0, pairs = 0;
        for (int seat = 0; seat < 8; seat++) {
            int mates = 0;
            for (int other = 0; other < 8; other++) {
                bool mate = seats[other].team == seats[seat].team;
                mates += mate;
                assert_true(!mate || seats[other].won == seats[seat].won);
            }
            alone += mates == 1;
            pairs += mates == 3;
            assert_true(seats[seat].chance > 0.05 && seats[seat].chance < 0.95 && seats[seat].doubt > 0);
        }
        assert_int_equal(alone, 2); /* the Neutrals; three Hunters and three Shadows */
        assert_int_equal(pairs, 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_equals_exchange_points),
        cmocka_unit_test(test_teams_share),
        cmocka_unit_test(test_offsets_remove_the_bias_of_roles),
        cmocka_unit_test(test_uncertainty_shrinks_and_grows_with_time),
        cmocka_unit_test(test_doubt_makes_steps_smaller),
        cmocka_unit_test(test_cooperative_games_play_against_the_options),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_the_table_knows_every_game),
        cmocka_unit_test(test_the_table_is_whole),
        cmocka_unit_test(test_other_options_have_more_doubt),
        cmocka_unit_test(test_seats_of_finished_games),
    };
    return cmocka_run_group_tests_name("rating", tests, NULL, NULL);
}
