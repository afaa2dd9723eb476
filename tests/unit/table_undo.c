/* Tests of undo: which seat may, how far back, and which viewers are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "tap.h"

/* A tiny game with known cards: swords for all, no bets unless asked for. */
static struct table *swords(int seats, const char *bets)
{
    struct table_setup setup;
    char options[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find("tiny", 0), seats, &setup);
    match_options(&setup, bets, options);
    struct table *table = match_create(&setup);
    for (int seat = 0; seat < seats; seat++)
        assert_int_equal(match_do(table, 0, "deal sword", 0), 0);
    return table;
}

static void last_told(const struct table *table, int viewer, struct table_told *told)
{
    struct table_reader reader;
    table_reader_init(table, viewer, table_told_count(table, viewer) - 1, &reader);
    assert_true(table_read(&reader, told));
}

static void an_undo_is_an_entry_and_told(void **unused)
{
    (void)unused;
    struct table *table = swords(3, "bets=none");
    union lan_state_buf before, after;
    struct table_told told;
    table_state_at(table, 3, &before);
    assert_int_equal(match_do(table, 1, "rest", 10), 0);
    uint32_t own = table_told_count(table, 0), others = table_told_count(table, 1);
    assert_int_equal(own, 5);
    assert_int_equal(others, 4);
    assert_int_equal(table_undo(table, 0, 20), 0);
    assert_int_equal(table_count(table), 5);
    table_state_at(table, 5, &after);
    assert_memory_equal(&before, &after, table_game(table)->state_size);
    /* Its own seat had been told of the action and of the event, the others of the event. */
    last_told(table, 0, &told);
    assert_int_equal(told.kind, TABLE_TOLD_UNDONE);
    assert_int_equal(told.number, 6);
    assert_int_equal(told.from, 4);
    assert_int_equal(told.to, 5);
    assert_int_equal(told.seat, LAN_SEAT_NONE);
    last_told(table, LAN_WATCHER, &told);
    assert_int_equal(told.kind, TABLE_TOLD_UNDONE);
    assert_int_equal(told.number, 5);
    assert_int_equal(told.from, 4);
    assert_int_equal(told.to, 4);
    /* The entry taken back can still be looked at. */
    table_state_at(table, 4, &after);
    assert_memory_not_equal(&before, &after, table_game(table)->state_size);
    assert_int_equal(table_undo(table, 0, 30), TABLE_REFUSED_UNDO_NOTHING);
    table_destroy(table);
}

static void only_the_seat_that_acted_takes_back(void **unused)
{
    (void)unused;
    struct table *table = swords(3, "bets=none");
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_UNDO_NOTHING);
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(table_undo(table, 1, 0), TABLE_REFUSED_UNDO_NOTHING);
    assert_int_equal(match_do(table, 2, "rest", 0), 0);
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_UNDO_LATE);
    /* After the other's undo seat 1's action is the last in force again. */
    assert_int_equal(table_undo(table, 1, 0), 0);
    assert_int_equal(table_undo_refusal(table, 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    table_destroy(table);
}

static void nothing_shown_is_taken_back(void **unused)
{
    (void)unused;
    struct table *table = swords(3, "bets=none");
    assert_int_equal(match_do(table, 1, "reveal", 0), 0);
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_UNDO_SHOWN);
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    /* The action before the rest is the reveal, which cannot be undone. */
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_UNDO_SHOWN);
    table_destroy(table);
}

static void nothing_is_taken_back_across_chance(void **unused)
{
    (void)unused;
    struct table *table = swords(2, "bets=none");
    assert_int_equal(match_do(table, 1, "strike 2", 0), 0);
    assert_int_equal(match_do(table, 2, "pass", 0), 0);
    assert_int_equal(match_do(table, 0, "roll 2", 0), 0);
    assert_int_equal(table_undo(table, 1, 0), TABLE_REFUSED_UNDO_LATE);
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_UNDO_LATE);
    table_destroy(table);
}

static void nothing_is_taken_back_after_the_end(void **unused)
{
    (void)unused;
    struct table *table = swords(2, "bets=none");
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(match_do(table, 2, "rest", 0), 0);
    assert_int_equal(table_end(table), TABLE_FINISHED);
    assert_int_equal(table_undo(table, 1, 0), LAN_REFUSED_OVER);
    table_destroy(table);
    table = swords(2, "bets=none");
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(table_leave(table, 1, 0), 0);
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_ENDED);
    table_destroy(table);
}

static void a_hidden_action_is_taken_back_in_silence(void **unused)
{
    (void)unused;
    struct table *table = swords(3, "bets=sealed");
    union lan_view_buf before, after;
    struct table_told told;
    table_view(table, 2, &before);
    assert_int_equal(match_do(table, 2, "bet hit", 10), 0);
    assert_int_equal(table_undo(table, 1, 20), 0);
    /* The game's own public counter changes, but nothing is told. */
    assert_int_equal(table_told_count(table, 0), 3);
    assert_int_equal(table_told_count(table, 2), 3);
    assert_int_equal(table_told_count(table, LAN_WATCHER), 3);
    assert_int_equal(table_told_count(table, 1), 6);
    last_told(table, 1, &told);
    assert_int_equal(told.kind, TABLE_TOLD_UNDONE);
    table_view(table, 2, &after);
    assert_memory_equal(&before, &after, table_game(table)->view_size);
    assert_int_equal(match_do(table, 2, "bet peace", 30), 0);
    table_destroy(table);
}

/*
 * SM-B5: while building, the Master takes tiles up again as he likes and the Hero hears nothing; a floor
 * shown stays.
 */
static void the_master_rearranges_until_the_floor_is_shown(void **unused)
{
    static const char *const lay[] = {"lay bat g8",       "lay corridor g9", "lay corridor g10",
                                      "lay corridor g11", "lay exit g12",    "lay dragon g13"};
    (void)unused;
    struct table_setup setup;
    table_setup_init(lan_game_find("shy-monsters", 0), 2, &setup);
    struct table *table = match_create(&setup);
    assert_int_equal(match_do(table, 0, "draw bat", 0), 0);
    assert_int_equal(match_do(table, 0, "draw dragon", 0), 0);
    uint32_t heard = table_told_count(table, 1);
    assert_int_equal(match_do(table, 1, "lay exit g8", 0), 0);
    assert_int_equal(match_do(table, 1, "lay dragon h8", 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    for (int i = 0; i < (int)(sizeof lay / sizeof *lay); i++)
        assert_int_equal(match_do(table, 1, lay[i], 0), 0);
    assert_int_equal(table_told_count(table, 1), heard);
    assert_int_equal(match_do(table, 1, "confirm", 0), 0);
    assert_int_equal(table_told_count(table, 1), heard + 1);
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_UNDO_SHOWN);
    table_destroy(table);
}

/* Notices in between do not stop an undo, and the range still names the action's own items. */
static void notices_do_not_stand_in_the_way(void **unused)
{
    (void)unused;
    struct table *table = swords(3, "bets=none");
    struct table_told told;
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(table_agree(table, 2, true, 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    last_told(table, 1, &told);
    assert_int_equal(told.number, 6);
    assert_int_equal(told.from, 4);
    assert_int_equal(told.to, 4);
    assert_int_equal(table_agreed(table), 4);
    table_destroy(table);
}

static void undos_have_a_limit(void **unused)
{
    (void)unused;
    struct table *table = swords(2, "bets=none");
    for (int i = 0; i < TABLE_EXTRAS_MAX / 2; i++) {
        assert_int_equal(match_do(table, 1, "rest", 0), 0);
        assert_int_equal(table_undo(table, 0, 0), 0);
    }
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(table_undo(table, 0, 0), TABLE_REFUSED_FULL);
    /* Finding 6: what others need is not used up. Everybody may agree to end, and time be paused. */
    assert_int_equal(table_agree(table, 1, true, 0), 0);
    assert_int_equal(table_agree(table, 1, false, 0), TABLE_REFUSED_FULL);
    for (int i = 0; i < TABLE_EXTRAS_ROOM; i++) {
        int refusal = table_pause(table, i % 2 == 0, 0);
        assert_true(refusal == 0 || (refusal == TABLE_REFUSED_FULL && i == TABLE_EXTRAS_ROOM - 1));
    }
    assert_true(!table_paused(table) || table_pause(table, false, 0) == 0);
    assert_int_equal(table_pause(table, true, 0), TABLE_REFUSED_FULL);
    /* The game itself goes on to its end. */
    assert_int_equal(match_do(table, 2, "rest", 0), 0);
    assert_int_equal(table_end(table), TABLE_FINISHED);
    table_destroy(table);
}

/* A game with undone actions ends like the same game without them. */
static void what_is_left_is_the_game(void **unused)
{
    (void)unused;
    for (int round = 0; round < tap_rounds(20); round++) {
        uint64_t seed = tap_seed((uint64_t)round);
        struct table *table = match_start("manor", 2 + round % 3, NULL, seed);
        assert_true(match_play(table, seed, 1000));
        union lan_state_buf kept, played;
        bool undone[4096] = {false};
        uint32_t stack[4096] = {0}, depth = 0, count = table_count(table);
        assert_true(count < 4096);
        for (uint32_t number = 1; number <= count; number++) {
            struct table_entry entry;
            table_entry(table, number, &entry);
            if (entry.kind == TABLE_ENTRY_UNDO)
                undone[stack[--depth]] = true;
            else
                stack[depth++] = number;
        }
        table_game(table)->setup(table_rules(table), (struct lan_state *)&played);
        for (uint32_t number = 1; number <= count; number++) {
            struct table_entry entry;
            table_entry(table, number, &entry);
            if (entry.kind == TABLE_ENTRY_ACT && !undone[number])
                assert_int_equal(lan_apply(table_rules(table), (struct lan_state *)&played, entry.seat,
                                           entry.action, NULL),
                                 0);
        }
        table_state_at(table, count, &kept);
        assert_memory_equal(&kept, &played, table_game(table)->state_size);
        table_destroy(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undo_is_an_entry_and_told),
        cmocka_unit_test(only_the_seat_that_acted_takes_back),
        cmocka_unit_test(nothing_shown_is_taken_back),
        cmocka_unit_test(nothing_is_taken_back_across_chance),
        cmocka_unit_test(nothing_is_taken_back_after_the_end),
        cmocka_unit_test(a_hidden_action_is_taken_back_in_silence),
        cmocka_unit_test(the_master_rearranges_until_the_floor_is_shown),
        cmocka_unit_test(notices_do_not_stand_in_the_way),
        cmocka_unit_test(undos_have_a_limit),
        cmocka_unit_test(what_is_left_is_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
