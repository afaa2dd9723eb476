/* Tests of playing at a table: chance, refusals, who is told what under which number, replay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "tap.h"

static const struct {
    const char *game;
    int seats;
    const char *options;
} matches[] = {
    {"manor", 2, NULL},
    {"manor", 4, "setup_order=clockwise"},
    {"manor", 3, "manors_per_player=6"},
    {"tiny", 2, NULL},
    {"tiny", 3, "rounds=2"},
    {"tiny", 3, "bets=none"},
};
enum { MATCHES = sizeof matches / sizeof *matches };

static struct table *match_at(int i, uint64_t seed)
{
    return match_start(matches[i].game, matches[i].seats, matches[i].options, seed);
}

static void chance_is_drawn_in_one_batch(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 2, "bets=none", 1);
    struct table_entry entry;
    assert_int_equal(table_count(table), 2);
    table_entry(table, 2, &entry);
    assert_int_equal(entry.seat, LAN_CHANCE);
    assert_int_equal(match_do(table, 1, "strike 2", 5000), 0);
    assert_int_equal(match_do(table, 2, "pass", 7000), 0);
    /* Strike, pass, and the roll that follows it at the same time. */
    assert_int_equal(table_count(table), 5);
    table_entry(table, 5, &entry);
    assert_int_equal(entry.seat, LAN_CHANCE);
    assert_int_equal(entry.time, 7000);
    table_destroy(table);
}

static void scripted_chance_is_the_callers(void **unused)
{
    (void)unused;
    struct table_setup setup;
    table_setup_init(lan_game_find("tiny", 0), 2, &setup);
    struct table *table = match_create(&setup);
    assert_int_equal(table_count(table), 0);
    assert_int_equal(match_do(table, 1, "rest", 0), LAN_REFUSED_WAIT);
    assert_int_equal(match_do(table, 0, "deal sword", 0), 0);
    assert_int_equal(match_do(table, 0, "deal shield", 0), 0);
    assert_int_equal(match_do(table, 0, "deal shield", 0), LAN_REFUSED_WAIT);
    assert_int_equal(match_do(table, 1, "bet hit", 0), 0);
    table_destroy(table);
}

static void a_refusal_changes_nothing(void **unused)
{
    (void)unused;
    for (int i = 0; i < MATCHES; i++) {
        struct table *table = match_at(i, 5), *same = match_at(i, 5);
        const struct lan_game *game = table_game(table);
        match_play(table, 3, 4);
        match_play(same, 3, 4);
        for (uint32_t at = 0; at < lan_action_count(game); at++) {
            struct lan_list list;
            lan_action action = lan_action_at(game, at);
            bool listed = false;
            table_actions(table, 0, &list);
            for (int j = 0; j < list.count; j++)
                listed |= list.action[j] == action;
            if (!listed)
                assert_int_not_equal(table_act(table, 0, action, 99999), 0);
        }
        assert_true(match_same(table, same));
        table_destroy(table);
        table_destroy(same);
    }
}

static void time_never_goes_back(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 2, "bets=none", 1);
    struct table_entry entry;
    assert_int_equal(match_do(table, 1, "rest", 5000), 0);
    assert_int_equal(match_do(table, 2, "rest", 3000), 0);
    table_entry(table, 4, &entry);
    assert_int_equal(entry.time, 5000);
    table_destroy(table);
}

static void every_viewer_has_its_own_numbers(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, NULL, 2);
    struct table_reader reader;
    struct table_told told;
    /* Everybody is told of the three deals. */
    for (int viewer = 0; viewer < 3; viewer++)
        assert_int_equal(table_told_count(table, viewer), 3);
    assert_int_equal(table_told_count(table, LAN_WATCHER), 3);
    assert_int_equal(match_do(table, 2, "bet peace", 100), 0);
    /* A sealed bet: only its seat is told, of its action and of the event. */
    assert_int_equal(table_told_count(table, 0), 3);
    assert_int_equal(table_told_count(table, 1), 5);
    assert_int_equal(table_told_count(table, 2), 3);
    assert_int_equal(table_told_count(table, LAN_WATCHER), 3);
    table_reader_init(table, 1, 3, &reader);
    assert_true(table_read(&reader, &told));
    assert_int_equal(told.number, 4);
    assert_int_equal(told.kind, TABLE_TOLD_ACTION);
    assert_int_equal(told.time, 100);
    assert_true(table_read(&reader, &told));
    assert_int_equal(told.number, 5);
    assert_int_equal(told.kind, TABLE_TOLD_EVENT);
    assert_false(table_read(&reader, &told));
    assert_int_equal(match_do(table, 1, "bet hit", 200), 0);
    assert_false(table_read(&reader, &told));
    assert_int_equal(match_do(table, 3, "bet hit", 300), 0);
    /* A reader from before finds what is new. */
    assert_true(table_read(&reader, &told));
    assert_int_equal(told.number, 6);
    assert_int_equal(table_told_entry(table, 1, 6), table_count(table));
    table_destroy(table);
}

static void others_cards_are_hidden(void **unused)
{
    (void)unused;
    struct table *table = match_start("manor", 3, NULL, 2);
    for (int viewer = 0; viewer < 4; viewer++) {
        struct table_reader reader;
        struct table_told told;
        int seat = viewer == 3 ? LAN_WATCHER : viewer;
        table_reader_init(table, seat, 0, &reader);
        for (int card = 0; card < 12; card++) {
            assert_true(table_read(&reader, &told));
            assert_int_equal(told.event.arg[2] == LAN_HIDDEN, told.event.arg[0] != seat);
        }
    }
    table_destroy(table);
}

/* Reading from any number gives the same items as reading from the beginning. */
static void reading_on_gives_the_rest(void **unused)
{
    (void)unused;
    for (int i = 0; i < MATCHES; i++) {
        struct table *table = match_at(i, 11);
        match_play(table, 4, 400);
        for (int viewer = 0; viewer < matches[i].seats; viewer++) {
            uint32_t count = table_told_count(table, viewer);
            struct table_reader whole;
            struct table_told one, other;
            table_reader_init(table, viewer, 0, &whole);
            for (uint32_t after = 0; after < count; after++) {
                struct table_reader part;
                char text[2][TABLE_TOLD_JSON_MAX];
                struct lan_text out[2] = {lan_text_init(text[0], sizeof text[0]),
                                          lan_text_init(text[1], sizeof text[1])};
                table_reader_init(table, viewer, after, &part);
                assert_true(table_read(&whole, &one));
                assert_true(table_read(&part, &other));
                table_told_json(table_game(table), &one, &out[0]);
                table_told_json(table_game(table), &other, &out[1]);
                assert_int_equal(one.number, after + 1);
                assert_string_equal(text[0], text[1]);
            }
            assert_false(table_read(&whole, &one));
            table_reader_init(table, viewer, count + 7, &whole);
            assert_false(table_read(&whole, &one));
        }
        table_destroy(table);
    }
}

static void the_chain_is_over_what_was_told(void **unused)
{
    (void)unused;
    struct table *table = match_start("manor", 2, NULL, 8);
    uint8_t made[LAN_HASH_BYTES], by_hand[LAN_HASH_BYTES], early[LAN_HASH_BYTES], other[LAN_HASH_BYTES];
    struct table_reader reader;
    struct table_told told;
    table_chain(table, 0, early);
    match_play(table, 4, 30);
    table_chain_start(table, 0, by_hand);
    table_reader_init(table, 0, 0, &reader);
    while (table_read(&reader, &told)) {
        char json[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        table_told_json(table_game(table), &told, &text);
        assert_false(text.cut);
        table_chain_step(json, text.length, by_hand);
    }
    /* Asked for in two steps, the chain is the same. */
    table_chain(table, 0, made);
    assert_memory_equal(made, by_hand, sizeof made);
    assert_memory_not_equal(made, early, sizeof made);
    table_chain(table, 1, other);
    assert_memory_not_equal(made, other, sizeof made);
    table_destroy(table);
}

/* A table loaded from the first n entries equals the table as it was after them, for every n. */
static void a_loaded_log_is_the_same_table(void **unused)
{
    (void)unused;
    for (int i = 0; i < MATCHES; i++) {
        for (int round = 0; round < tap_rounds(3); round++) {
            uint64_t seed = tap_seed((uint64_t)round);
            struct table *table = match_at(i, seed);
            struct table *copy = table_fork(table, 0);
            match_play(table, seed, 1000);
            for (uint32_t number = 1; number <= table_count(table); number++) {
                union lan_state_buf one, other;
                struct table_entry entry;
                table_entry(table, number, &entry);
                assert_int_equal(table_append(copy, &entry), 0);
                table_state_at(table, number, &one);
                table_state_at(copy, number, &other);
                assert_memory_equal(&one, &other, table_game(table)->state_size);
            }
            assert_true(match_same(table, copy));
            table_destroy(copy);
            table_destroy(table);
        }
    }
}

static void a_fork_plays_on(void **unused)
{
    (void)unused;
    struct table *table = match_start("manor", 4, NULL, 3);
    struct lan_dice dice;
    table_dice_init(77, &dice);
    match_play(table, 1, 1000);
    for (uint32_t number = 0; number < table_count(table); number += 13) {
        struct table *fork = table_fork(table, number);
        assert_int_equal(table_count(fork), number);
        assert_int_equal(table_dice_set(fork, &dice, 0), 0);
        assert_true(match_play(fork, 9, 1000));
        table_destroy(fork);
    }
    table_destroy(table);
}

static void dice_that_did_not_roll_are_found(void **unused)
{
    (void)unused;
    struct table *table = match_start("manor", 4, NULL, 3);
    struct lan_dice right, wrong;
    table_dice_init(3, &right);
    table_dice_init(4, &wrong);
    match_play(table, 1, 1000);
    assert_int_equal(table_dice_differ(table, &right), 0);
    assert_int_not_equal(table_dice_differ(table, &wrong), 0);
    table_destroy(table);
}

/* A decision is a seat's own: others' answers leave it open, its own action closes it. */
static void decisions_are_counted_for_each_seat(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, NULL, 2);
    struct table_turn before, after;
    table_turn(table, 0, &before);
    assert_int_equal(before.must, 7);
    assert_int_equal(before.decision, 1);
    assert_int_equal(match_do(table, 2, "bet hit", 0), 0);
    table_turn(table, 0, &after);
    assert_int_equal(after.must, 5);
    assert_int_equal(after.decision, 1);
    table_turn(table, 1, &after);
    assert_int_equal(after.decision, 0);
    assert_int_equal(match_do(table, 1, "bet hit", 0), 0);
    assert_int_equal(match_do(table, 3, "bet hit", 0), 0);
    table_turn(table, 0, &after);
    assert_int_equal(after.must, 1);
    assert_int_equal(after.decision, 2);
    table_turn(table, LAN_WATCHER, &after);
    assert_int_equal(after.decision, 0);
    assert_false(after.may);
    table_destroy(table);
}

/* Only its own bit of who may act is told to a seat. */
static void may_is_told_to_its_seat_alone(void **unused)
{
    (void)unused;
    struct table_setup setup;
    char options[MATCH_OPTIONS_MAX];
    table_setup_init(lan_game_find("tiny", 0), 3, &setup);
    match_options(&setup, "bets=none", options);
    struct table *table = match_create(&setup);
    struct table_turn turn;
    const bool sword[3] = {true, false, true};
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(match_do(table, 0, sword[seat] ? "deal sword" : "deal shield", 0), 0);
    for (int seat = 0; seat < 3; seat++) {
        table_turn(table, seat, &turn);
        assert_int_equal(turn.may, sword[seat]);
    }
    table_turn(table, LAN_WATCHER, &turn);
    assert_false(turn.may);
    table_destroy(table);
}

static void setups_are_refused_with_a_reason(void **unused)
{
    (void)unused;
    struct table_setup good, bad;
    struct lan_problem problem;
    char longer[TABLE_NAME_MAX + 2];
    const struct table_field twice[2] = {{"a", "1"}, {"a", "2"}};
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    const char *const names[] = {"", longer, "a\nb", "\xff", "\xc0\x80", "\xed\xa0\x80", "\xc2\x9b", "\x7f"};
    table_setup_init(lan_game_find("manor", 0), 2, &good);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bad = good;
        bad.seat[1].name = names[i];
        assert_null(table_create(&bad, 0, &problem));
        assert_true(*problem.say[LAN_EN] && *problem.say[LAN_FR]);
    }
    bad = good;
    bad.config.seats = 7;
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.config.text[0] = "1,2";
    assert_null(table_create(&bad, 0, &problem));
    assert_int_equal(problem.option, 0);
    bad = good;
    bad.config.text[0] = "\xff";
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.seat[0].level = "random";
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.seat[0].holder = TABLE_BOT;
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.clock.budget = -1;
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.clock.kind = TABLE_CLOCK_BUDGET;
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.stand_in = "";
    assert_null(table_create(&bad, 0, &problem));
    bad = good;
    bad.commitments = twice;
    bad.commitment_count = 2;
    assert_null(table_create(&bad, 0, &problem));
}

static void stored_entries_are_checked(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, "bets=none", 2), *copy = table_fork(table, 2);
    const struct table_entry bad[] = {
        {TABLE_ENTRY_KINDS, 0, 0, 0, ""},           {TABLE_ENTRY_ACT, 3, 0, 0, ""},
        {TABLE_ENTRY_ACT, LAN_SEAT_NONE, 0, 0, ""}, {TABLE_ENTRY_ACT, 0, 0, 0, "text"},
        {TABLE_ENTRY_ACT, 0, 0xffffffff, 0, ""},    {TABLE_ENTRY_TIMED, LAN_CHANCE, 0, 0, ""},
        {TABLE_ENTRY_TIMED, 0, 0, 0, ""},           {TABLE_ENTRY_UNDO, 0, 0, 0, ""},
        {TABLE_ENTRY_UNDO, LAN_CHANCE, 0, 0, ""},   {TABLE_ENTRY_BOT, 0, 0, 0, ""},
        {TABLE_ENTRY_BOT, 0, 0, 0, "ea\nsy"},       {TABLE_ENTRY_SIT, 0, 0, 0, "A\nda"},
        {TABLE_ENTRY_SIT, 0, 0, 0, "\x1b[2J"},      {TABLE_ENTRY_SIT, 0, 7, 0, "Ada"},
        {TABLE_ENTRY_DISAGREE, 0, 0, 0, ""},        {TABLE_ENTRY_RESIGN, 0, 0, 0, ""},
        {TABLE_ENTRY_PAUSE, 0, 0, 0, ""},           {TABLE_ENTRY_RESUME, LAN_SEAT_NONE, 0, 0, ""},
        {TABLE_ENTRY_AGREE, 0, 0, -1, ""},          {TABLE_ENTRY_AGREE, 0, 0, TABLE_TIME_MAX + 1, ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int clause, refusal = table_append(copy, &bad[i]);
        assert_int_not_equal(refusal, 0);
        for (int lang = 0; lang < LAN_LANGS; lang++)
            assert_true(*table_refusal_say(copy, refusal, (enum lan_lang)lang, &clause));
    }
    assert_int_equal(table_count(copy), 2);
    table_destroy(copy);
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_is_drawn_in_one_batch),
        cmocka_unit_test(scripted_chance_is_the_callers),
        cmocka_unit_test(a_refusal_changes_nothing),
        cmocka_unit_test(time_never_goes_back),
        cmocka_unit_test(every_viewer_has_its_own_numbers),
        cmocka_unit_test(others_cards_are_hidden),
        cmocka_unit_test(reading_on_gives_the_rest),
        cmocka_unit_test(the_chain_is_over_what_was_told),
        cmocka_unit_test(a_loaded_log_is_the_same_table),
        cmocka_unit_test(a_fork_plays_on),
        cmocka_unit_test(dice_that_did_not_roll_are_found),
        cmocka_unit_test(decisions_are_counted_for_each_seat),
        cmocka_unit_test(may_is_told_to_its_seat_alone),
        cmocka_unit_test(setups_are_refused_with_a_reason),
        cmocka_unit_test(stored_entries_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
