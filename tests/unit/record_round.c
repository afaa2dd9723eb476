/* Records written and read again: the match is the same, and no record shows secrets too early. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "record_read.h"
#include "tap.h"

static void must_read(const char *text, size_t length, struct record *record)
{
    struct record_problem problem;
    if (!record_read(text, length, record, &problem))
        fail_msg("%s\n%s", problem.say[LAN_EN], text);
}

/* A finished match of each game, with undos on the way. */
static const struct {
    const char *game;
    int seats;
    const char *options;
} matches[] = {
    {"manor", 2, NULL},
    {"manor", 4, "setup_order=clockwise,tie=fewest-on-trapped"},
    {"tiny", 2, NULL},
    {"tiny", 3, "rounds=2"},
};
enum { MATCHES = sizeof matches / sizeof *matches };

static void full_records_come_back_the_same(void **unused)
{
    (void)unused;
    for (int i = 0; i < MATCHES; i++) {
        for (int round = 0; round < tap_rounds(3); round++) {
            struct record_problem problem;
            struct record record;
            size_t length, again_length;
            uint64_t seed = tap_seed((uint64_t)round);
            struct table *table = match_start(matches[i].game, matches[i].seats, matches[i].options, seed);
            assert_true(match_play(table, seed, 1000));
            char *text = record_write_full(table, &length, &problem);
            assert_non_null(text);
            must_read(text, length, &record);
            assert_int_equal(record.kind, RECORD_FULL);
            assert_true(match_same(table, record.table));
            char *again = record_write_full(record.table, &again_length, &problem);
            assert_int_equal(length, again_length);
            assert_string_equal(text, again);
            free(text);
            free(again);
            record_finish(&record);
            table_destroy(table);
        }
    }
}

/* A save at any moment goes on exactly as the match would have. */
static void a_save_goes_on(void **unused)
{
    (void)unused;
    for (int steps = 0; steps < 40; steps += 3) {
        struct record_problem problem;
        struct record record;
        size_t length;
        struct table *table = match_start("manor", 3, NULL, 21);
        match_play(table, 1, steps);
        char *text = record_write_save(table, &length, &problem);
        assert_non_null(strstr(text, "\"save\":\"" RECORD_SAVE_SAYS "\""));
        must_read(text, length, &record);
        assert_int_equal(record.kind, RECORD_SAVE);
        assert_true(match_same(table, record.table));
        assert_memory_equal(table_dice(table), table_dice(record.table), sizeof(struct lan_dice));
        assert_true(match_play(table, 2, 1000));
        assert_true(match_play(record.table, 2, 1000));
        assert_true(match_same(table, record.table));
        free(text);
        record_finish(&record);
        table_destroy(table);
    }
}

static void a_running_match_has_no_full_record(void **unused)
{
    (void)unused;
    struct record_problem problem;
    struct table *table = match_start("tiny", 3, NULL, 2);
    assert_null(record_write_full(table, NULL, &problem));
    assert_true(*problem.say[LAN_EN] && *problem.say[LAN_FR]);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(table_agree(table, seat, true, 10), 0);
    char *text = record_write_full(table, NULL, &problem);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"end\":\"abandoned\""));
    free(text);
    table_destroy(table);
}

static void all_kinds_of_entries_are_kept(void **unused)
{
    (void)unused;
    static const struct table_field commitments[] = {{"server", "00ff"}, {"seat 1", "é \"x\" \\"}};
    struct record_problem problem;
    struct record record;
    struct table_setup setup;
    struct lan_dice dice;
    size_t length;
    char options[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find("tiny", 0), 3, &setup);
    match_options(&setup, "bets=none,rounds=2", options);
    table_dice_init(6, &dice);
    setup.dice = &dice;
    setup.seat[0].name = "Zoé \"la\" belle\\";
    setup.seat[1] = (struct table_seat){TABLE_BOT, "Robo", "hard"};
    setup.seat[2] = (struct table_seat){TABLE_EMPTY, "", ""};
    setup.clock = (struct table_clock){TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 60000, 1000, 20000, 5000};
    setup.stand_in = "easy";
    setup.commitments = commitments;
    setup.commitment_count = 2;
    struct table *table = match_create(&setup);
    assert_int_equal(table_sit(table, 2, "Ada", 10), 0);
    assert_int_equal(table_pause(table, true, 20), 0);
    assert_int_equal(table_pause(table, false, 30), 0);
    assert_int_equal(match_do(table, 1, "rest", 40), 0);
    assert_int_equal(table_undo(table, 0, 50), 0);
    assert_int_equal(match_do(table, 1, "strike 2", 60), 0);
    assert_true(table_tick(table, 5060) >= 3);
    assert_int_equal(table_agree(table, 0, true, 6000), 0);
    assert_int_equal(table_agree(table, 0, false, 6001), 0);
    assert_int_equal(table_leave(table, 2, 6002), 0);
    assert_true(table_opening_add(table, "server", "secret"));
    assert_false(table_opening_add(table, "server", "twice"));
    assert_int_equal(table_agree(table, 0, true, 6003), 0);
    assert_int_equal(table_end(table), TABLE_ABANDONED);
    char *text = record_write_full(table, &length, &problem);
    must_read(text, length, &record);
    assert_true(match_same(table, record.table));
    assert_string_equal(table_commitment(record.table, 1).value, "é \"x\" \\");
    assert_string_equal(table_opening(record.table, 0).value, "secret");
    assert_string_equal(table_seat_first(record.table, 1).level, "hard");
    free(text);
    record_finish(&record);
    table_destroy(table);
}

static void seat_records_hold_what_was_told(void **unused)
{
    (void)unused;
    for (int i = 0; i < MATCHES; i++) {
        struct table *table = match_start(matches[i].game, matches[i].seats, matches[i].options, 5);
        for (int steps = 0; steps < 30; steps += 10) {
            match_play(table, (uint64_t)steps, 10);
            for (int viewer = 0; viewer <= matches[i].seats; viewer++) {
                struct record_problem problem;
                struct record record;
                size_t length;
                int seat = viewer == matches[i].seats ? LAN_WATCHER : viewer;
                char *text = record_write_seat(table, seat, &length, &problem);
                must_read(text, length, &record);
                assert_int_equal(record.kind, RECORD_SEAT);
                assert_int_equal(record.viewer, seat);
                assert_int_equal(record.told_count, table_told_count(table, seat));
                assert_int_equal(table_count(record.table), 0);
                assert_null(strstr(text, "\"log\""));
                free(text);
                record_finish(&record);
            }
        }
        table_destroy(table);
    }
}

/* What one seat's record says must not depend on what it was not told: two deals, the same for seat 1. */
static void seat_records_of_twins_are_equal(void **unused)
{
    (void)unused;
    char *text[2];
    for (int twin = 0; twin < 2; twin++) {
        struct record_problem problem;
        struct table_setup setup;
        table_setup_init(lan_game_find("tiny", 0), 2, &setup);
        struct table *table = match_create(&setup);
        assert_int_equal(match_do(table, 0, "deal sword", 0), 0);
        assert_int_equal(match_do(table, 0, twin ? "deal sword" : "deal shield", 0), 0);
        assert_int_equal(match_do(table, 2, twin ? "bet hit" : "bet peace", 10), 0);
        /* In one of the twins a hidden action is undone: seat 1 is told nothing of it. */
        if (twin) {
            assert_int_equal(table_undo(table, 1, 11), 0);
            assert_int_equal(match_do(table, 2, "bet peace", 12), 0);
        }
        text[twin] = record_write_seat(table, 0, NULL, &problem);
        table_destroy(table);
    }
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
}

static void a_seats_chain_is_in_the_full_record(void **unused)
{
    (void)unused;
    struct record_problem problem;
    struct table *table = match_start("manor", 2, NULL, 5);
    assert_true(match_play(table, 1, 1000));
    char *full = record_write_full(table, NULL, &problem);
    for (int viewer = 0; viewer < 2; viewer++) {
        char *seat = record_write_seat(table, viewer, NULL, &problem);
        char *hash = strstr(strrchr(seat, ']'), "\"hash\":");
        hash[strcspn(hash, "}")] = 0;
        assert_non_null(strstr(full, hash));
        free(seat);
    }
    free(full);
    table_destroy(table);
}

/* The manual stays true: its examples are records. */
static void the_examples_of_the_manual_are_read(void **unused)
{
    (void)unused;
    static char manual[1 << 16];
    FILE *file = fopen("docs/records.md", "r");
    int examples = 0;
    assert_non_null(file);
    manual[fread(manual, 1, sizeof manual - 1, file)] = 0;
    fclose(file);
    for (char *at = manual; (at = strstr(at, "```json\n")); examples++) {
        struct record record;
        at += strlen("```json\n");
        char *end = strstr(at, "```");
        must_read(at, (size_t)(end - at), &record);
        record_finish(&record);
        at = end;
    }
    assert_int_equal(examples, 2);
}

/* docs/records.md: a match has up to 64 commitments. */
static void as_many_commitments_as_there_may_be(void **unused)
{
    (void)unused;
    static struct table_field commitments[TABLE_FIELDS_MAX];
    static char names[TABLE_FIELDS_MAX][8];
    struct record_problem problem;
    struct record record;
    struct table_setup setup;
    size_t length;
    table_setup_init(lan_game_find("tiny", 0), 3, &setup);
    for (int i = 0; i < TABLE_FIELDS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "c%d", i);
        commitments[i] = (struct table_field){names[i], "00ff"};
    }
    setup.commitments = commitments;
    setup.commitment_count = TABLE_FIELDS_MAX;
    struct table *table = match_create(&setup);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(table_agree(table, seat, true, 10), 0);
    char *text = record_write_full(table, &length, &problem);
    assert_true(record_read(text, length, &record, &problem));
    assert_int_equal(table_commitment_count(record.table), TABLE_FIELDS_MAX);
    assert_string_equal(table_commitment(record.table, TABLE_FIELDS_MAX - 1).name, "c63");
    free(text);
    record_finish(&record);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_records_come_back_the_same),
        cmocka_unit_test(a_save_goes_on),
        cmocka_unit_test(a_running_match_has_no_full_record),
        cmocka_unit_test(all_kinds_of_entries_are_kept),
        cmocka_unit_test(as_many_commitments_as_there_may_be),
        cmocka_unit_test(seat_records_hold_what_was_told),
        cmocka_unit_test(seat_records_of_twins_are_equal),
        cmocka_unit_test(a_seats_chain_is_in_the_full_record),
        cmocka_unit_test(the_examples_of_the_manual_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
