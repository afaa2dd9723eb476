/*
 * Luck of a game between bots: their answers are draws too. What they gave is zero on average, explains most
 * of the result together with the cards, and is nothing for bots whose answers do not depend on the seed.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot.h"
#include "match.h"
#include "review.h"

enum { MATCHES = 300 };

/* Plays with seeds that follow from one seed, as an arena does. */
static struct table *match_drawn(const struct playout_bots *bots, const char *game, uint64_t seed)
{
    struct table *table = match_start(game, 2, NULL, seed);
    const struct lan_rules *rules = table_rules(table);
    struct lan_cursor cursor;
    struct lan_rng rng;
    lan_cursor_init(&cursor);
    lan_rng_init(&rng, seed + 1000000);
    while (table_end(table) == TABLE_RUNNING) {
        union lan_state_buf buf;
        union lan_view_buf view;
        struct lan_list list;
        lan_action action;
        struct lan_asked asked = lan_next(rules, table_state_at(table, table_count(table), &buf), &cursor);
        table_actions(table, asked.seat, &list);
        struct lan_question question = {.seat = asked.seat,
                                        .optional = asked.optional,
                                        .view = table_view(table, asked.seat, &view),
                                        .list = &list};
        assert_true(bots->answer(bots->context, &question, lan_rng_next(&rng), &action));
        if (action == PLAYOUT_DECLINED)
            lan_decline(&cursor, asked.seat);
        else
            assert_int_equal(table_act(table, asked.seat, action, 0), 0);
    }
    return table;
}

static bool drawn_answer(void *context, const struct lan_question *question, uint64_t seed,
                         lan_action *action)
{
    struct lan_advice advice;
    (void)context;
    lan_bot_random.think(NULL, question, NULL, seed, &advice);
    *action = question->optional && advice.decline ? PLAYOUT_DECLINED : advice.action;
    return true;
}

static bool first_answer(void *context, const struct lan_question *question, uint64_t seed,
                         lan_action *action)
{
    (void)context;
    (void)seed;
    *action = question->optional ? PLAYOUT_DECLINED : question->list->action[0];
    return true;
}

static bool no_answer(void *context, const struct lan_question *question, uint64_t seed, lan_action *action)
{
    (void)context;
    (void)question;
    (void)seed;
    (void)action;
    return false;
}

static struct review *review_luck(const struct table *table, const struct playout_bots *bots, uint64_t seed)
{
    const struct review_setup setup = {.playouts = 16, .luck_only = true, .seed = seed, .bots = bots};
    struct review *review = review_create(table, &setup);
    assert_non_null(review);
    return review;
}

/* What the answers of both seats gave the first one. */
static double answers_of(const struct review *review)
{
    return review->part[0][REVIEW_OTHERS] + review->part[0][REVIEW_OWN];
}

struct sums {
    double count, sum, squares;
};

static void sums_add(struct sums *sums, double value)
{
    sums->count++;
    sums->sum += value;
    sums->squares += value * value;
}

static double sums_mean(const struct sums *sums)
{
    return sums->sum / sums->count;
}

static double sums_variance(const struct sums *sums)
{
    return (sums->squares - sums->count * sums_mean(sums) * sums_mean(sums)) / (sums->count - 1);
}

static void test_answers_are_draws(void **state)
{
    const struct playout_bots bots = {.answer = drawn_answer};
    struct sums result = {0}, answers = {0}, adjusted = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct table *table = match_drawn(&bots, "lamplighters", seed);
        struct review *review = review_luck(table, &bots, seed);
        sums_add(&result, review->result[0]);
        sums_add(&answers, answers_of(review));
        sums_add(&adjusted, review_adjusted(review, 0) - answers_of(review));
        review_free(review);
        table_destroy(table);
    }
    printf("# answers %+.4f, standard error %.4f; variance %.4f, adjusted %.4f\n", sums_mean(&answers),
           sqrt(sums_variance(&answers) / MATCHES), sums_variance(&result), sums_variance(&adjusted));
    assert_true(fabs(sums_mean(&answers)) <= 3 * sqrt(sums_variance(&answers) / MATCHES));
    assert_true(sums_variance(&answers) > 0.01);
    assert_true(sums_variance(&result) > 2 * sums_variance(&adjusted));
}

/* A bot that always answers alike leaves nothing but the cards; one that cannot be asked, too. */
static void test_no_draws(void **state)
{
    const struct playout_bots first = {.answer = first_answer}, none = {.answer = no_answer};
    (void)state;
    struct table *table = match_drawn(&first, "lamplighters", 3);
    struct review *alike = review_luck(table, &first, 3), *unknown = review_luck(table, &none, 3),
                  *cards = review_luck(table, NULL, 3);
    assert_true(answers_of(alike) == 0 && answers_of(unknown) == 0 && answers_of(cards) == 0);
    /* Seats whose bots cannot be asked are played by the ratings, as in every review. */
    assert_true(unknown->part[0][REVIEW_LUCK] == cards->part[0][REVIEW_LUCK]);
    review_free(alike);
    review_free(unknown);
    review_free(cards);
    table_destroy(table);
}

/* Where winners share a victory, playouts say so: no seat has more than its share. */
static void test_shared(void **state)
{
    const struct playout_bots whole = {.answer = drawn_answer},
                              shared = {.answer = drawn_answer, .shared = true};
    int ties = 0;
    (void)state;
    struct table *table = match_drawn(&whole, "manor", 4);
    for (uint32_t number = 0; number < 256; number++) {
        struct playout_scene scene = {.rules = table_rules(table), .seed = 5, .bots = &whole};
        float one[LAN_SEATS_MAX], other[LAN_SEATS_MAX];
        for (int i = 0; i < 2; i++) {
            union lan_state_buf buf, from;
            struct lan_cursor cursor;
            lan_cursor_init(&cursor);
            memcpy(&from, table_state_at(table, 2, &buf), table_game(table)->state_size);
            scene.bots = i ? &shared : &whole;
            playout_run(&scene, (struct lan_state *)&from, &cursor, number, 0, i ? other : one);
        }
        ties += one[0] + one[1] > 1.5f;
        assert_true(one[0] + one[1] > 1.5f ? other[0] == 0.5f && other[1] == 0.5f
                                           : other[0] == one[0] && other[1] == one[1]);
    }
    assert_true(ties > 0);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_draws),
        cmocka_unit_test(test_no_draws),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
