/* The edges of a table, from its headers: plain text, memory, bounds of a set-up, items and entries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "memory.h"
#include "plain.h"

/* ---- Texts from outside -------------------------------------------------------------------------------- */

static void plain_text_is_valid_utf8(void **unused)
{
    /* The first and last character of each length, and the neighbours of those that there are not. */
    static const char *const good[] = {"",
                                       " ",
                                       "~",
                                       "\xc2\xa0",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "Zoé 4 €"};
    static const char *const bad[] = {"\x01",
                                      "\x1f",
                                      "\x7f",
                                      "\x80",
                                      "\xbf",
                                      "a\xc3",
                                      "\xc3z",
                                      "\xe2\x82",
                                      "\xe2\x82z",
                                      "\xf0\x9f\x91",
                                      "\xf0\x9f\x91z",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf8\x88\x80\x80\x80",
                                      "\xff",
                                      "\xc2\x80",
                                      "\xc2\x9f",
                                      "\xc3\xff",
                                      "\v"};
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(text_is_plain(good[i], 16, false));
        assert_true(text_is_plain(good[i], 16, true));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(text_is_plain(bad[i], 16, false));
        assert_false(text_is_plain(bad[i], 16, true));
    }
    for (const char *at = "\n\t\r"; *at; at++) {
        char text[] = {'a', *at, 'b', 0};
        assert_false(text_is_plain(text, 16, false));
        assert_true(text_is_plain(text, 16, true));
    }
    assert_true(text_is_plain("Zoé", 4, false));
    assert_false(text_is_plain("Zoé", 3, false));
    assert_true(text_is_plain("", 0, false));
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void memory_grows_by_half_and_only_when_needed(void **unused)
{
    size_t capacity = 0;
    uint32_t *at = NULL;
    (void)unused;
    for (size_t count = 1; count <= 200; count++) {
        size_t before = capacity;
        uint32_t *moved = memory_grow(at, &capacity, count, sizeof *at);
        assert_non_null(moved);
        assert_true(capacity >= count);
        if (before >= count) {
            assert_ptr_equal(moved, at);
            assert_int_equal(capacity, before);
        } else {
            assert_true(capacity >= before + before / 2);
        }
        at = moved;
        at[count - 1] = (uint32_t)(count * 7);
    }
    for (size_t i = 0; i < 200; i++)
        assert_int_equal(at[i], (i + 1) * 7);
    free(at);
}

/* Texts of all lengths around that of a block stay as they were, inside their blocks. */
static void texts_stay_where_they_are(void **unused)
{
    enum { TEXTS = 400 };
    static const char *kept[TEXTS];
    struct text_block *first = NULL;
    char text[TEXTS + 1];
    (void)unused;
    for (int i = 0; i < TEXTS; i++) {
        int length = i * 37 % TEXTS;
        memset(text, 'a' + i % 26, sizeof text);
        text[length] = 0;
        kept[i] = memory_text_add(&first, text);
        assert_non_null(kept[i]);
    }
    for (int i = 0; i < TEXTS; i++) {
        assert_int_equal(strlen(kept[i]), i * 37 % TEXTS);
        for (const char *at = kept[i]; *at; at++)
            assert_int_equal(*at, 'a' + i % 26);
    }
    for (const struct text_block *block = first; block; block = block->next)
        assert_true(block->used <= block->size);
    memory_texts_free(&first);
    assert_null(first);
}

static void letters_write(const void *what, struct lan_text *out)
{
    for (int i = 0; i < *(const int *)what; i++)
        lan_text_add_char(out, 'x');
}

static void texts_are_written_up_to_their_limit(void **unused)
{
    (void)unused;
    for (int count = 0; count < 90; count++) {
        for (size_t guess = 1; guess <= 32; guess *= 2) {
            size_t length = 0;
            char *text = memory_text_write(letters_write, &count, guess, 64, &length);
            assert_true((text != NULL) == (count <= 64));
            if (text)
                assert_true(length == (size_t)count && strlen(text) == length);
            free(text);
        }
    }
}

/* ---- Set-ups ------------------------------------------------------------------------------------------- */

static struct table_setup setup_of(const char *game, int seats)
{
    struct table_setup setup;
    table_setup_init(lan_game_find(game, 0), seats, &setup);
    return setup;
}

static void accepts(const struct table_setup *setup)
{
    struct lan_problem problem;
    struct table *table = table_create(setup, 0, &problem);
    assert_non_null(table);
    table_destroy(table);
}

/* No option is to blame. */
static void refuses(const struct table_setup *setup, const char *en)
{
    struct lan_problem problem = {.option = 5};
    assert_null(table_create(setup, 0, &problem));
    assert_int_equal(problem.option, -1);
    assert_int_equal(problem.clause, 0);
    assert_string_equal(problem.say[LAN_EN], en);
    assert_true(strlen(problem.say[LAN_FR]) > 0);
}

static void clocks_have_bounds(void **unused)
{
    (void)unused;
    for (int which = 0; which < 4; which++) {
        struct table_setup setup = setup_of("tiny", 2);
        setup.clock = (struct table_clock){TABLE_CLOCK_BUDGET, TABLE_BOT_TAKES_IT, 1, 0, 1, 0};
        int64_t *time[] = {&setup.clock.budget, &setup.clock.increment, &setup.clock.move,
                           &setup.clock.window};
        *time[which] = TABLE_CLOCK_MAX;
        accepts(&setup);
        *time[which] = TABLE_CLOCK_MAX + 1;
        refuses(&setup, "A time on the clock lies between 0 and ten years.");
        *time[which] = 0;
        accepts(&setup);
        *time[which] = -1;
        refuses(&setup, "A time on the clock lies between 0 and ten years.");
    }
    struct table_setup setup = setup_of("tiny", 2);
    setup.clock.kind = TABLE_CLOCK_BUDGET;
    refuses(&setup, "A clock needs a budget or a limit for each move.");
    setup.clock.increment = setup.clock.window = 9;
    refuses(&setup, "A clock needs a budget or a limit for each move.");
    setup.clock.move = 1;
    accepts(&setup);
    setup.clock.move = 0;
    setup.clock.budget = 1;
    accepts(&setup);
    setup.clock.kind = (enum table_clock_kind)(TABLE_CLOCK_BUDGET + 1);
    refuses(&setup, "There is no such clock.");
    setup.clock.kind = TABLE_CLOCK_NONE;
    setup.clock.policy = (enum table_policy)(TABLE_BOT_TAKES_IT + 1);
    refuses(&setup, "There is no such clock.");
}

static void seats_have_names_and_bots_levels(void **unused)
{
    static const char named[] = "A name must have at least one letter and must not be too long.";
    static const char levelled[] = "A bot has a level, and nobody else has.";
    char text[TABLE_NAME_MAX + 2];
    (void)unused;
    memset(text, 'n', sizeof text);
    text[TABLE_NAME_MAX + 1] = 0;
    for (int seat = 0; seat < 3; seat++) {
        struct table_setup setup = setup_of("tiny", 3);
        setup.seat[seat].name = "";
        refuses(&setup, named);
        setup.seat[seat].holder = TABLE_EMPTY;
        accepts(&setup);
        setup.seat[seat] = (struct table_seat){TABLE_BOT, "", "easy"};
        accepts(&setup);
        setup.seat[seat].level = "";
        refuses(&setup, levelled);
        setup.seat[seat] = (struct table_seat){TABLE_PERSON, "Ada", "easy"};
        refuses(&setup, levelled);
        setup.seat[seat] = (struct table_seat){TABLE_EMPTY, "", "easy"};
        refuses(&setup, levelled);
        setup.seat[seat] = (struct table_seat){(enum table_holder)(TABLE_BOT + 1), "Ada", ""};
        refuses(&setup, named);
        setup.seat[seat] = (struct table_seat){TABLE_PERSON, text, ""};
        refuses(&setup, named);
        setup.seat[seat].name = text + 1;
        accepts(&setup);
        setup.seat[seat] = (struct table_seat){TABLE_BOT, "", text};
        refuses(&setup, levelled);
        setup.seat[seat].level = text + 1;
        accepts(&setup);
    }
    struct table_setup setup = setup_of("tiny", 2);
    setup.seat[2].name = "";
    accepts(&setup);
    setup.stand_in = "";
    refuses(&setup, "The stand-in needs a level.");
    setup.stand_in = text;
    refuses(&setup, "The stand-in needs a level.");
    setup.stand_in = text + 1;
    accepts(&setup);
    struct table *table = match_create(&setup);
    assert_string_equal(table_stand_in(table), text + 1);
    table_destroy(table);
    setup.stand_in = NULL;
    table = match_create(&setup);
    assert_string_equal(table_stand_in(table), "random");
    table_destroy(table);
}

static void commitments_have_bounds(void **unused)
{
    static const char refused[] = "A commitment is too long, not plain text, there twice, or one too many.";
    static struct table_field field[TABLE_FIELDS_MAX + 1];
    static char names[TABLE_FIELDS_MAX + 1][16], value[TABLE_FIELD_MAX + 2], name[TABLE_FIELD_NAME_MAX + 2];
    struct table_setup setup = setup_of("tiny", 2);
    (void)unused;
    for (int i = 0; i <= TABLE_FIELDS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "f%d", i);
        field[i] = (struct table_field){names[i], ""};
    }
    setup.commitments = field;
    setup.commitment_count = TABLE_FIELDS_MAX;
    accepts(&setup);
    setup.commitment_count = TABLE_FIELDS_MAX + 1;
    refuses(&setup, refused);
    setup.commitment_count = 2;
    field[1].name = "f0";
    refuses(&setup, refused);
    field[1].name = "";
    refuses(&setup, refused);
    memset(name, 'n', sizeof name - 1);
    memset(value, 'v', sizeof value - 1);
    field[1].name = name;
    refuses(&setup, refused);
    field[1].name = name + 1;
    accepts(&setup);
    field[1].value = value;
    refuses(&setup, refused);
    field[1].value = value + 1;
    accepts(&setup);
}

/* ---- Items and entries --------------------------------------------------------------------------------- */

/*
 * A table of the first entries alone tells how many items they give: the items of an entry are those that the
 * table with it has, and the one without has not. Reading from anywhere gives the same items.
 */
static void items_belong_to_their_entries(const char *game, int seats, uint64_t seed)
{
    struct table *table = match_start(game, seats, NULL, seed);
    match_play(table, seed, 150);
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer = viewer + 1 == seats ? LAN_WATCHER : viewer + 1) {
        uint32_t told = 0, count = table_told_count(table, viewer);
        for (uint32_t entry = 1; entry <= table_count(table); entry++) {
            struct table *part = table_fork(table, entry);
            for (; told < table_told_count(part, viewer); told++)
                assert_int_equal(table_told_entry(table, viewer, told + 1), entry);
            table_destroy(part);
        }
        assert_int_equal(told, count);
        for (uint32_t after = 0; after <= count + 2; after++) {
            struct table_reader reader;
            struct table_told item;
            uint32_t number = after < count ? after : count;
            table_reader_init(table, viewer, after, &reader);
            while (table_read(&reader, &item)) {
                assert_int_equal(item.number, ++number);
                if (item.kind == TABLE_TOLD_UNDONE)
                    assert_true(item.from > 0 && item.from <= item.to && item.to < item.number);
            }
            assert_int_equal(number, count);
        }
    }
    table_destroy(table);
}

static void items_are_read_from_anywhere(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        items_belong_to_their_entries("manor", 3, seed);
        items_belong_to_their_entries("tiny", 3, seed);
        items_belong_to_their_entries("treasure-hunters", 2, seed);
    }
}

/* Who resigns leaves the game to the other, by no clause; who all agree to end it have no winner. */
static void a_match_that_was_stopped_has_a_result(void **unused)
{
    struct lan_result result;
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        struct table *table = match_start("manor", 2, NULL, 5);
        assert_false(table_result(table, &result));
        assert_int_equal(table_leave(table, seat, 10), 0);
        assert_true(table_result(table, &result));
        assert_true(result.over);
        assert_int_equal(result.winners, 2 >> seat);
        assert_int_equal(result.clause, 0);
        table_destroy(table);
    }
    struct table *table = match_start("manor", 2, NULL, 5);
    assert_int_equal(table_agree(table, 0, true, 10), 0);
    assert_int_equal(table_agree(table, 1, true, 10), 0);
    /* The end is the last item of the entry by which the last one agreed. */
    for (int viewer = 0; viewer < 2; viewer++) {
        uint32_t last = table_told_count(table, viewer);
        assert_int_equal(table_told_entry(table, viewer, last), table_count(table));
        assert_int_equal(table_told_entry(table, viewer, last - 1), table_count(table));
        assert_int_equal(table_told_entry(table, viewer, last - 2), table_count(table) - 1);
    }
    assert_true(table_result(table, &result));
    assert_true(result.over);
    assert_int_equal(result.winners, 0);
    assert_int_equal(result.clause, 0);
    table_destroy(table);
}

/* Pauses are refused when a match is full of entries that are no actions; play goes on. */
static void pauses_end_at_their_limit(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 2, "bets=none", 3);
    uint32_t before = table_count(table), refused = 0;
    for (bool paused = true; !refused; paused = !paused)
        refused = (uint32_t)table_pause(table, paused, 10);
    assert_int_equal((int)refused, TABLE_REFUSED_FULL);
    assert_int_equal(table_count(table) - before, TABLE_EXTRAS_MAX + TABLE_EXTRAS_ROOM);
    assert_false(table_paused(table));
    assert_int_equal(match_do(table, 1, "rest", 20), 0);
    table_destroy(table);
}

/* A limit for moves counts only with a clock, whoever is asked. */
static void without_a_clock_a_limit_is_none(void **unused)
{
    (void)unused;
    struct table_setup setup = setup_of("tiny", 2);
    struct lan_dice dice;
    int64_t deadline;
    table_dice_init(3, &dice);
    setup.dice = &dice;
    setup.clock = (struct table_clock){.policy = TABLE_BOT_TAKES_IT, .budget = 1000, .move = 500};
    struct table *table = match_create(&setup);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(table_move_left(table, seat, 100), -1);
        assert_int_equal(table_budget_left(table, seat, 100), -1);
    }
    assert_false(table_deadline(table, &deadline));
    assert_int_equal(table_tick(table, 100000), 0);
    table_destroy(table);
}

/* The hash of the rules is that of the record, and no byte behind it is written. */
static void the_hash_of_the_rules_has_its_size(void **unused)
{
    (void)unused;
    uint8_t hash[LAN_HASH_BYTES + 1], other[LAN_HASH_BYTES + 1];
    struct table *table = match_start("tiny", 2, NULL, 3), *options = match_start("tiny", 2, "bets=none", 3);
    memset(hash, 0xa5, sizeof hash);
    memset(other, 0xa5, sizeof other);
    table_rules_hash(table, hash);
    table_rules_hash(options, other);
    assert_int_equal(hash[LAN_HASH_BYTES], 0xa5);
    assert_memory_not_equal(hash, other, LAN_HASH_BYTES);
    table_destroy(table);
    table_destroy(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_is_valid_utf8),
        cmocka_unit_test(memory_grows_by_half_and_only_when_needed),
        cmocka_unit_test(texts_stay_where_they_are),
        cmocka_unit_test(texts_are_written_up_to_their_limit),
        cmocka_unit_test(clocks_have_bounds),
        cmocka_unit_test(seats_have_names_and_bots_levels),
        cmocka_unit_test(commitments_have_bounds),
        cmocka_unit_test(items_are_read_from_anywhere),
        cmocka_unit_test(a_match_that_was_stopped_has_a_result),
        cmocka_unit_test(pauses_end_at_their_limit),
        cmocka_unit_test(without_a_clock_a_limit_is_none),
        cmocka_unit_test(the_hash_of_the_rules_has_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
