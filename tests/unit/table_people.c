/* Tests of seats changing hands: resignation, stand-ins, handing over, ending by agreement. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"

static void leaving_a_game_of_two_is_resignation(void **unused)
{
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        struct table *table = match_start("manor", 2, NULL, 1);
        struct lan_result result;
        struct lan_list list;
        struct table_turn turn;
        assert_false(table_result(table, &result));
        assert_int_equal(table_leave(table, seat, 10), 0);
        assert_int_equal(table_end(table), TABLE_RESIGNED);
        assert_true(table_result(table, &result));
        assert_true(result.over);
        assert_int_equal(result.winners, 1 << (1 - seat));
        table_turn(table, 0, &turn);
        assert_int_equal(turn.must, 0);
        table_actions(table, 0, &list);
        assert_int_equal(list.count, 0);
        assert_int_equal(match_do(table, 1, "turn-up 1.1", 20), TABLE_REFUSED_ENDED);
        assert_int_equal(table_leave(table, 1 - seat, 20), TABLE_REFUSED_ENDED);
        assert_int_equal(table_sit(table, seat, "Ada", 20), TABLE_REFUSED_ENDED);
        table_destroy(table);
    }
}

static void leaving_elsewhere_brings_a_stand_in(void **unused)
{
    (void)unused;
    struct table *table = match_start("manor", 3, NULL, 1);
    uint32_t told = table_told_count(table, 0);
    assert_int_equal(table_leave(table, 1, 10), 0);
    assert_int_equal(table_end(table), TABLE_RUNNING);
    assert_int_equal(table_seat(table, 1).holder, TABLE_BOT);
    assert_string_equal(table_seat(table, 1).level, "random");
    assert_string_equal(table_seat(table, 1).name, "2");
    assert_int_equal(table_seat_first(table, 1).holder, TABLE_PERSON);
    assert_int_equal(table_told_count(table, 0), told + 1);
    assert_int_equal(table_leave(table, 1, 10), TABLE_REFUSED_NOT_PERSON);
    assert_int_equal(table_stand_in_for(table, 1, 10), TABLE_REFUSED_NOT_PERSON);
    assert_int_equal(table_sit(table, 1, "", 20), TABLE_REFUSED_NAME);
    assert_int_equal(table_sit(table, 1, "\x1b[31m", 20), TABLE_REFUSED_NAME);
    assert_int_equal(table_sit(table, 1, "Ada", 20), 0);
    assert_int_equal(table_seat(table, 1).holder, TABLE_PERSON);
    assert_string_equal(table_seat(table, 1).name, "Ada");
    /* Handed to another person. */
    assert_int_equal(table_sit(table, 1, "Grace", 30), 0);
    const char *names[LAN_SEATS_MAX];
    table_names(table, names);
    assert_string_equal(names[1], "Grace");
    assert_true(match_play(table, 1, 1000));
    assert_int_equal(table_leave(table, 0, 99999999), LAN_REFUSED_OVER);
    table_destroy(table);
}

static void all_must_agree_to_end(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, NULL, 1);
    struct lan_result result;
    assert_int_equal(table_agree(table, 0, false, 0), TABLE_REFUSED_VOTE);
    assert_int_equal(table_agree(table, 0, true, 0), 0);
    assert_int_equal(table_agree(table, 0, true, 0), TABLE_REFUSED_VOTE);
    assert_int_equal(table_agree(table, 1, true, 0), 0);
    assert_int_equal(table_agree(table, 0, false, 0), 0);
    assert_int_equal(table_agree(table, 2, true, 0), 0);
    assert_int_equal(table_end(table), TABLE_RUNNING);
    assert_int_equal(table_agreed(table), 6);
    assert_int_equal(table_agree(table, 0, true, 0), 0);
    assert_int_equal(table_end(table), TABLE_ABANDONED);
    assert_true(table_result(table, &result));
    assert_int_equal(result.winners, 0);
    /* The last vote is told, and then the end. */
    struct table_reader reader;
    struct table_told told;
    table_reader_init(table, LAN_WATCHER, table_told_count(table, LAN_WATCHER) - 2, &reader);
    assert_true(table_read(&reader, &told));
    assert_int_equal(told.kind, TABLE_TOLD_AGREED);
    assert_true(table_read(&reader, &told));
    assert_int_equal(told.kind, TABLE_TOLD_ENDED);
    table_destroy(table);
}

static void the_last_who_disagrees_may_leave(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, NULL, 1);
    assert_int_equal(table_agree(table, 0, true, 0), 0);
    assert_int_equal(table_agree(table, 1, true, 0), 0);
    assert_int_equal(table_leave(table, 2, 0), 0);
    assert_int_equal(table_end(table), TABLE_ABANDONED);
    table_destroy(table);
}

static void a_vote_goes_with_its_person(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, NULL, 1);
    assert_int_equal(table_agree(table, 0, true, 0), 0);
    assert_int_equal(table_sit(table, 0, "Ada", 0), 0);
    assert_int_equal(table_agreed(table), 0);
    assert_int_equal(table_leave(table, 0, 0), 0);
    assert_int_equal(table_agree(table, 0, true, 0), TABLE_REFUSED_NOT_PERSON);
    /* With only bots there is nobody to agree. */
    assert_int_equal(table_leave(table, 1, 0), 0);
    assert_int_equal(table_leave(table, 2, 0), 0);
    assert_int_equal(table_end(table), TABLE_RUNNING);
    assert_true(match_play(table, 1, 1000));
    table_destroy(table);
}

/* Every item has a sentence in both languages, without a hole in it. */
static void every_notice_has_its_sentence(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, "bets=none", 1);
    struct table_reader reader;
    struct table_told told;
    const char *names[LAN_SEATS_MAX];
    unsigned seen = 0;
    assert_int_equal(match_do(table, 1, "rest", 0), 0);
    assert_int_equal(table_undo(table, 0, 0), 0);
    assert_int_equal(table_pause(table, true, 0), 0);
    assert_int_equal(table_pause(table, false, 0), 0);
    assert_int_equal(table_leave(table, 2, 0), 0);
    assert_int_equal(table_sit(table, 2, "Ada", 0), 0);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(table_agree(table, seat, true, 0) + (seat ? 0 : table_agree(table, 0, false, 0)) +
                             (seat ? 0 : table_agree(table, 0, true, 0)),
                         0);
    table_names(table, names);
    table_reader_init(table, 0, 0, &reader);
    while (table_read(&reader, &told)) {
        seen |= 1u << told.kind;
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char say[LAN_SAY_MAX];
            struct lan_text out = lan_text_init(say, sizeof say);
            table_told_say(table_game(table), &told, (enum lan_lang)lang, names, 0, &out);
            assert_true(out.length > 0 && !out.cut && !strpbrk(say, "{}|*"));
            /* The reader's own name is said of a person who sits down only. */
            assert_true(told.kind == TABLE_TOLD_SAT || told.seat != 0 || !strstr(say, names[0]));
        }
    }
    assert_int_equal(seen, ((1u << TABLE_TOLDS) - 1) & ~(1u << TABLE_TOLD_RESIGNED));
    table_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaving_a_game_of_two_is_resignation),
        cmocka_unit_test(leaving_elsewhere_brings_a_stand_in),
        cmocka_unit_test(all_must_agree_to_end),
        cmocka_unit_test(the_last_who_disagrees_may_leave),
        cmocka_unit_test(a_vote_goes_with_its_person),
        cmocka_unit_test(every_notice_has_its_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
