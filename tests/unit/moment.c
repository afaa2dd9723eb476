/* Tests of moments: when machines answer follows from what is public, and a bot that is stopped answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot.h"
#include "match.h"
#include "moment.h"

enum { PACE = 700 };

static const struct lan_dice key = {{7}};

/* A tiny game of three with these cards; a shield can block, a sword may be shown. */
static struct table *dealt(const char *const cards[3])
{
    struct table_setup setup;
    char options[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find("tiny", 0), 3, &setup);
    match_options(&setup, "bets=none", options);
    struct table *table = match_create(&setup);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(match_do(table, 0, cards[seat], 0), 0);
    return table;
}

static const char *const plain[] = {"deal sword", "deal sword", "deal sword"};
static const char *const other[] = {"deal sword", "deal shield", "deal sword"};

static void pauses_lie_where_the_header_says(void **unused)
{
    (void)unused;
    struct table *table = dealt(plain);
    struct moment moment;
    moment_init(&moment, table);
    assert_true(moment_follow(&moment));
    int64_t first = moment_pause(&moment, &key, 0, PACE);
    bool vary = false;
    for (moment.number = 0; moment.number < 1000; moment.number++) {
        int64_t asked = moment_pause(&moment, &key, 0, PACE), besides = moment_pause(&moment, &key, 1, PACE);
        assert_in_range(asked, PACE * 3 / 4, PACE * 5 / 4);
        assert_in_range(besides, PACE / 4, PACE * 3 / 4 - 1);
        assert_true(besides < asked);
        vary |= asked != first;
    }
    assert_true(vary);
    assert_int_equal(moment_pause(&moment, &key, 0, 0), 0);
    table_destroy(table);
}

/* The seats' moments in two games that differ in a hidden card. */
static void moments_compare(struct moment *one, struct moment *two)
{
    assert_int_equal(moment_follow(one), moment_follow(two));
    assert_int_equal(one->number, two->number);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(moment_pause(one, &key, seat, PACE), moment_pause(two, &key, seat, PACE));
}

static void a_hidden_card_moves_no_moment(void **unused)
{
    (void)unused;
    struct table *a = dealt(plain), *b = dealt(other);
    struct moment one, two;
    struct lan_list list;
    moment_init(&one, a);
    moment_init(&two, b);
    moments_compare(&one, &two);
    assert_int_equal(match_do(a, 1, "strike 2", 1), 0);
    assert_int_equal(match_do(b, 1, "strike 2", 1), 0);
    /* One has a choice in the window, the other has none. */
    table_actions(a, 1, &list);
    assert_int_equal(list.musts, 1);
    table_actions(b, 1, &list);
    assert_int_equal(list.musts, 2);
    moments_compare(&one, &two);
    assert_int_equal(match_do(a, 2, "pass", 2), 0);
    assert_int_equal(match_do(b, 2, "pass", 2), 0);
    moments_compare(&one, &two);
    table_destroy(a);
    table_destroy(b);
}

static void an_answer_in_a_window_moves_no_other(void **unused)
{
    (void)unused;
    struct table *table = dealt(other);
    struct moment moment, again;
    moment_init(&moment, table);
    assert_true(moment_follow(&moment));
    assert_false(moment_follow(&moment));
    assert_int_equal(match_do(table, 1, "strike 2", 1), 0);
    assert_true(moment_follow(&moment));
    assert_int_equal(table_agree(table, 0, true, 2), 0);
    assert_false(moment_follow(&moment));
    assert_int_equal(match_do(table, 3, "pass", 3), 0);
    assert_false(moment_follow(&moment));
    assert_int_equal(table_stand_in_for(table, 0, 4), 0);
    assert_true(moment_follow(&moment));
    /* A table that is read again counts alike. */
    moment_init(&again, table);
    assert_true(moment_follow(&again));
    assert_int_equal(again.number, moment.number);
    table_destroy(table);
}

/* With a flag that is set before it begins, the search answers after one of many iterations. */
static void a_stopped_search_answers(void **unused)
{
    (void)unused;
    struct table_setup setup;
    struct lan_dice dice;
    struct lan_problem problem;
    struct lan_list list;
    struct lan_advice advice;
    union lan_view_buf view;
    atomic_bool stop = true;
    table_setup_init(lan_game_find("manor", 0), 2, &setup);
    table_dice_init(3, &dice);
    setup.dice = &dice;
    struct table *table = table_create(&setup, 0, &problem);
    assert_non_null(table);
    int seat = 0;
    table_actions(table, seat, &list);
    if (list.musts < 2)
        table_actions(table, ++seat, &list);
    assert_true(list.musts > 1);
    struct lan_question question = {.seat = seat, .view = table_view(table, seat, &view), .list = &list};
    struct lan_budget budget = {.iterations = UINT32_MAX,
                                .stop = lan_budget_flagged,
                                .context = &stop,
                                .memory_size = lan_bot_search.memory_min};
    budget.memory = malloc(budget.memory_size);
    lan_bot_search.think(table_rules(table), &question, &budget, 1, &advice);
    assert_int_equal(table_act(table, seat, advice.action, 0), 0);
    free(budget.memory);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_lie_where_the_header_says),
        {"finding 4: a hidden card moves no moment", a_hidden_card_moves_no_moment, NULL, NULL, NULL},
        {"finding 4: an answer in a window moves no other", an_answer_in_a_window_moves_no_other, NULL, NULL,
         NULL},
        {"finding 4: a stopped search answers with what it has", a_stopped_search_answers, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
