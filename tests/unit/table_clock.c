/* Tests of clocks: which run, what is due, and that they depend on public facts only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"

/* A tiny game of three, the second with a shield, with a clock. */
static struct table *timed(struct table_clock clock, const char *bets)
{
    struct table_setup setup;
    char options[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find("tiny", 0), 3, &setup);
    match_options(&setup, bets, options);
    setup.clock = clock;
    setup.stand_in = "easy";
    struct table *table = match_create(&setup);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(match_do(table, 0, seat == 1 ? "deal shield" : "deal sword", 0), 0);
    return table;
}

static const struct table_clock budget = {TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 10000, 2000, 0, 0};

static void without_a_clock_nothing_is_due(void **unused)
{
    (void)unused;
    struct table *table = timed((struct table_clock){0}, "bets=none");
    int64_t deadline;
    assert_false(table_deadline(table, &deadline));
    assert_int_equal(table_tick(table, 1000000), 0);
    assert_int_equal(table_budget_left(table, 0, 1000), -1);
    assert_int_equal(table_move_left(table, 0, 1000), -1);
    table_destroy(table);
}

static void a_budget_runs_down_and_grows_by_moves(void **unused)
{
    (void)unused;
    struct table *table = timed(budget, "bets=none");
    int64_t deadline;
    assert_int_equal(table_budget_left(table, 0, 3000), 7000);
    assert_int_equal(table_budget_left(table, 1, 3000), 10000);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 10000);
    assert_int_equal(match_do(table, 1, "rest", 3000), 0);
    assert_int_equal(table_budget_left(table, 0, 9000), 9000);
    assert_int_equal(table_budget_left(table, 1, 9000), 4000);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 13000);
    table_destroy(table);
}

static void an_undo_takes_the_increment_back(void **unused)
{
    (void)unused;
    struct table *table = timed(budget, "bets=none");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(match_do(table, 1, "rest", 1000), 0);
        assert_int_equal(table_budget_left(table, 0, 1000), 11000);
        assert_int_equal(table_undo(table, 0, 1000), 0);
        assert_int_equal(table_budget_left(table, 0, 1000), 9000);
    }
    table_destroy(table);
}

static void who_runs_out_of_time_is_stood_in_for(void **unused)
{
    (void)unused;
    struct table *table = timed(budget, "bets=none");
    int64_t deadline;
    assert_int_equal(table_tick(table, 9999), 0);
    assert_int_equal(table_tick(table, 10000), 1);
    assert_int_equal(table_seat(table, 0).holder, TABLE_BOT);
    assert_string_equal(table_seat(table, 0).level, "easy");
    /* No clock runs for a bot. */
    assert_false(table_deadline(table, &deadline));
    assert_int_equal(table_tick(table, 99999), 0);
    /* A person who takes the seat back gets at least a tenth of the budget. */
    assert_int_equal(table_sit(table, 0, "Ada", 100000), 0);
    assert_int_equal(table_budget_left(table, 0, 100000), 1000);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 101000);
    /* Sitting down once more, or handing the seat over, gives no time. */
    assert_int_equal(table_sit(table, 0, "Grace", 100400), 0);
    assert_int_equal(table_budget_left(table, 0, 100400), 600);
    table_destroy(table);
}

static void a_patient_table_waits(void **unused)
{
    (void)unused;
    struct table_clock clock = budget;
    int64_t deadline;
    clock.policy = TABLE_WAIT;
    struct table *table = timed(clock, "bets=none");
    assert_false(table_deadline(table, &deadline));
    assert_int_equal(table_tick(table, 50000), 0);
    assert_int_equal(table_budget_left(table, 0, 50000), 0);
    assert_int_equal(match_do(table, 1, "rest", 50000), 0);
    assert_int_equal(table_budget_left(table, 0, 50000), 2000);
    table_destroy(table);
}

static void a_move_has_its_limit(void **unused)
{
    (void)unused;
    struct table_clock clock = {TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 0, 0, 4000, 0};
    struct table *table = timed(clock, "bets=none");
    int64_t deadline;
    assert_int_equal(table_budget_left(table, 0, 1000), -1);
    assert_int_equal(table_move_left(table, 0, 1000), 3000);
    assert_int_equal(table_move_left(table, 1, 1000), -1);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 4000);
    assert_int_equal(match_do(table, 1, "rest", 3000), 0);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 7000);
    /* Taking back does not give a new move. */
    assert_int_equal(table_undo(table, 0, 3500), 0);
    assert_int_equal(table_move_left(table, 0, 3500), 1000);
    /* An action that shows something to all does. */
    assert_int_equal(match_do(table, 1, "reveal", 3600), 0);
    assert_int_equal(table_move_left(table, 0, 3600), 4000);
    table_destroy(table);
}

/* Who is no longer asked, since another took an action back, has a whole move when asked again. */
static void an_undo_ends_the_move_of_the_next(void **unused)
{
    (void)unused;
    struct table_clock clock = {TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 0, 0, 4000, 0};
    struct table *table = timed(clock, "bets=none,rounds=2");
    for (int seat = 1; seat <= 3; seat++)
        assert_int_equal(match_do(table, seat, "rest", 0), 0);
    assert_int_equal(table_move_left(table, 0, 3000), 1000);
    assert_int_equal(table_undo(table, 2, 3000), 0);
    assert_int_equal(table_move_left(table, 0, 3000), -1);
    assert_int_equal(match_do(table, 3, "rest", 3000), 0);
    assert_int_equal(table_move_left(table, 0, 3000), 4000);
    assert_int_equal(table_move_left(table, 0, 6000), 1000);
    table_destroy(table);
}

static void several_clocks_run_at_once(void **unused)
{
    (void)unused;
    struct table *table = timed(budget, "bets=sealed");
    assert_int_equal(match_do(table, 2, "bet hit", 4000), 0);
    assert_int_equal(table_budget_left(table, 0, 5000), 5000);
    assert_int_equal(table_budget_left(table, 1, 5000), 8000);
    assert_int_equal(table_budget_left(table, 2, 5000), 5000);
    assert_int_equal(table_tick(table, 10000), 2);
    assert_int_equal(table_seat(table, 0).holder, TABLE_BOT);
    assert_int_equal(table_seat(table, 1).holder, TABLE_PERSON);
    assert_int_equal(table_seat(table, 2).holder, TABLE_BOT);
    table_destroy(table);
}

static void a_pause_charges_nobody(void **unused)
{
    (void)unused;
    struct table_clock clock = budget;
    int64_t deadline;
    clock.window = 3000;
    struct table *table = timed(clock, "bets=none");
    assert_int_equal(table_pause(table, true, 1000), 0);
    assert_true(table_paused(table));
    assert_int_equal(table_pause(table, true, 1000), TABLE_REFUSED_PAUSE);
    assert_false(table_deadline(table, &deadline));
    assert_int_equal(table_budget_left(table, 0, 50000), 9000);
    assert_int_equal(table_pause(table, false, 60000), 0);
    assert_int_equal(table_budget_left(table, 0, 61000), 8000);
    assert_int_equal(match_do(table, 1, "strike 2", 61000), 0);
    assert_int_equal(table_pause(table, true, 62000), 0);
    assert_int_equal(table_pause(table, false, 90000), 0);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 92000);
    table_destroy(table);
}

static void a_window_ends_in_passes(void **unused)
{
    (void)unused;
    struct table_clock clock = budget;
    struct table_entry entry;
    struct table_told told;
    struct table_reader reader;
    int64_t deadline;
    clock.window = 3000;
    struct table *table = timed(clock, "bets=none");
    assert_int_equal(match_do(table, 1, "strike 3", 1000), 0);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 4000);
    assert_int_equal(table_move_left(table, 1, 2000), 2000);
    assert_int_equal(table_move_left(table, 0, 2000), -1);
    /* One answer does not give the others more time, nor a new decision. */
    struct table_turn before, after;
    table_turn(table, 1, &before);
    assert_true(before.window);
    assert_int_equal(match_do(table, 3, "pass", 2000), 0);
    table_turn(table, 1, &after);
    assert_int_equal(before.decision, after.decision);
    assert_true(table_deadline(table, &deadline));
    assert_int_equal(deadline, 4000);
    assert_int_equal(table_tick(table, 3999), 0);
    /* The one with the shield did not answer: the same pass as anybody's. */
    assert_int_equal(table_tick(table, 4000), 1);
    table_entry(table, table_count(table), &entry);
    assert_int_equal(entry.kind, TABLE_ENTRY_TIMED);
    assert_int_equal(entry.seat, 1);
    table_reader_init(table, 1, table_told_count(table, 1) - 2, &reader);
    assert_true(table_read(&reader, &told));
    assert_int_equal(told.kind, TABLE_TOLD_ACTION);
    assert_true(told.timed);
    assert_int_equal(match_do(table, 0, "roll 1", 4000), 0);
    assert_int_equal(table_undo(table, 1, 4000), TABLE_REFUSED_UNDO_LATE);
    /* Windows cost nobody's budget. */
    assert_int_equal(table_budget_left(table, 2, 4000), 10000);
    table_destroy(table);
}

static void all_asked_pass_at_once(void **unused)
{
    (void)unused;
    struct table_clock clock = {.window = 3000};
    struct lan_dice dice;
    struct table *table = timed(clock, "bets=none");
    table_dice_init(1, &dice);
    assert_int_equal(table_dice_set(table, &dice, 0), 0);
    assert_int_equal(match_do(table, 1, "strike 3", 1000), 0);
    /* Two passes and the roll. */
    assert_int_equal(table_tick(table, 5000), 3);
    struct table_turn turn;
    table_turn(table, 1, &turn);
    assert_int_equal(turn.must, 2);
    assert_false(turn.window);
    table_destroy(table);
}

/* Hidden actions change neither another's clock nor anything public but what `must` says. */
static void clocks_show_only_what_is_public(void **unused)
{
    (void)unused;
    struct table *one = timed(budget, "bets=sealed"), *other = timed(budget, "bets=sealed");
    assert_int_equal(match_do(one, 2, "bet hit", 4000), 0);
    assert_int_equal(match_do(other, 2, "bet peace", 4000), 0);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(table_budget_left(one, seat, 6000), table_budget_left(other, seat, 6000));
    table_destroy(one);
    table_destroy(other);
}

static void clocks_follow_from_the_log(void **unused)
{
    (void)unused;
    struct table_setup setup;
    struct lan_dice dice;
    table_setup_init(lan_game_find("manor", 0), 3, &setup);
    table_dice_init(3, &dice);
    setup.dice = &dice;
    setup.clock = (struct table_clock){TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 1000000, 500, 100000, 0};
    struct table *table = match_create(&setup);
    assert_true(match_play(table, 2, 1000));
    struct table *copy = table_fork(table, table_count(table));
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(table_budget_left(table, seat, 0), table_budget_left(copy, seat, 0));
    assert_true(match_same(table, copy));
    table_destroy(copy);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_clock_nothing_is_due),
        cmocka_unit_test(a_budget_runs_down_and_grows_by_moves),
        cmocka_unit_test(an_undo_takes_the_increment_back),
        cmocka_unit_test(who_runs_out_of_time_is_stood_in_for),
        cmocka_unit_test(a_patient_table_waits),
        cmocka_unit_test(a_move_has_its_limit),
        cmocka_unit_test(an_undo_ends_the_move_of_the_next),
        cmocka_unit_test(several_clocks_run_at_once),
        cmocka_unit_test(a_pause_charges_nobody),
        cmocka_unit_test(a_window_ends_in_passes),
        cmocka_unit_test(all_asked_pass_at_once),
        cmocka_unit_test(clocks_show_only_what_is_public),
        cmocka_unit_test(clocks_follow_from_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
