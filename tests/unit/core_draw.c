/* What games draw with: columns, lines, wrapped words, texts side by side, seats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"

static char drawn[512];

static struct lan_text line_begin(const char *begin)
{
    struct lan_text text = lan_text_init(drawn, sizeof drawn);
    lan_text_add(&text, begin);
    return text;
}

static void columns_are_characters(void **state)
{
    (void)state;
    assert_int_equal(lan_columns("abc", 3), 3);
    assert_int_equal(lan_columns("abc", 2), 2);
    assert_int_equal(lan_columns("é€x\xf0\x9f\x91\xbb", 10), 4);
    assert_int_equal(lan_columns("\x01"
                                 "Aa\x01"
                                 "B",
                                 5),
                     1);
    struct lan_text text = line_begin("abc\nde");
    assert_int_equal(lan_draw_column(&text), 2);
    text = line_begin("");
    assert_int_equal(lan_draw_column(&text), 0);
    text = line_begin("x\n");
    assert_int_equal(lan_draw_column(&text), 0);
}

static void lines_are_filled_and_ended(void **state)
{
    (void)state;
    struct lan_text text = line_begin("");
    lan_draw_repeat(&text, "ab", 0);
    lan_draw_repeat(&text, "ab", -1);
    assert_string_equal(drawn, "");
    lan_draw_repeat(&text, "ab", 2);
    assert_string_equal(drawn, "abab");
    lan_draw_pad(&text, 6);
    assert_string_equal(drawn, "abab  ");
    lan_draw_pad(&text, 3);
    assert_string_equal(drawn, "abab  ");
    lan_draw_end_line(&text);
    assert_string_equal(drawn, "abab\n");
    lan_draw_end_line(&text);
    assert_string_equal(drawn, "abab\n\n");
    text = line_begin("  ");
    lan_draw_end_line(&text);
    assert_string_equal(drawn, "\n");
    text = line_begin("");
    lan_draw_cut(&text, "été", 2);
    lan_draw_cut(&text, "ab", 5);
    lan_draw_cut(&text, "ab", 0);
    assert_string_equal(drawn, "étab");
    text = line_begin("");
    lan_draw_centre(&text, "abc", 6);
    lan_draw_centre(&text, "abc", 3);
    lan_draw_centre(&text, "abc", 2);
    lan_draw_centre(&text, "é", 4);
    assert_string_equal(drawn, " abc  abcab é  ");
}

static void wrapped(int width, int indent, const char *begin, const char *text, const char *expected)
{
    struct lan_text out = line_begin(begin);
    lan_draw_wrap(&out, text, width, indent);
    assert_string_equal(drawn, expected);
}

static void words_are_wrapped_at_the_width(void **state)
{
    (void)state;
    wrapped(7, 0, "", "one two", "one two");
    wrapped(6, 0, "", "one two", "one\ntwo");
    wrapped(7, 1, "", "one two three", "one two\n three");
    wrapped(9, 0, "> ", "one two three", "> one two\nthree");
    wrapped(8, 0, "> ", "one two", "> one\ntwo");
    wrapped(3, 2, "", "abcdef gh i", "abcdef\n  gh\n  i");
    wrapped(7, 2, "", "ab cd ef gh", "ab cd\n  ef gh");
    wrapped(4, 0, "", "été été", "été\nété");
    wrapped(7, 0, "", "été été", "été été");
    /* French puts a blank before these; they stay with their word. */
    wrapped(6, 0, "", "un mot : deux", "un\nmot :\ndeux");
    wrapped(6, 0, "", "un mot ; oui", "un\nmot ;\noui");
    wrapped(6, 0, "", "un mot ? oui", "un\nmot ?\noui");
    wrapped(5, 0, "", "un : deux", "un :\ndeux");
    wrapped(9, 0, "", "un : deux", "un : deux");
    wrapped(3, 0, "", "ab !", "ab\n!");
    wrapped(4, 0, "", "ab :", "ab :");
}

static void texts_stand_side_by_side(void **state)
{
    (void)state;
    struct lan_text text = line_begin("");
    lan_draw_beside(&text, "a\nbb\nc", "x\ny", 4);
    assert_string_equal(drawn, "a   x\nbb  y\nc\n");
    text = line_begin("");
    lan_draw_beside(&text, "a", "x\ny", 2);
    assert_string_equal(drawn, "a x\n  y\n");
    text = line_begin("");
    lan_draw_beside(&text, "", "", 2);
    assert_string_equal(drawn, "");
    /* A mark holds over the end of a line of its own text alone. */
    text = line_begin("");
    lan_draw_beside(&text,
                    "\x01"
                    "Ba\nb\x01"
                    "Ac",
                    "x\ny", 3);
    assert_string_equal(drawn, "\x01"
                               "Ba\x01"
                               "A  x\n\x01"
                               "Bb\x01"
                               "Ac y\n");
}

/* A text that ends in a mark leaves nothing open, and begins in no mark on its next line. */
static void a_mark_may_end_a_text(void **state)
{
    (void)state;
    struct lan_text text = line_begin("");
    lan_draw_beside(&text,
                    "\x01"
                    "Ba\x01"
                    "A",
                    "x\x01"
                    "C\ny",
                    3);
    assert_string_equal(drawn, "\x01"
                               "Ba\x01"
                               "A  x\x01"
                               "C\x01"
                               "A\n   \x01"
                               "Cy\x01"
                               "A\n");
}

static const char *const people[LAN_SEATS_MAX] = {"Ada", "Bruno", "Chloé", "Dan",
                                                  "Eve", "Fay",   "Gus",   "Hugo"};

static void seats_listed(unsigned seats, int viewer, enum lan_lang lang, const char *listed,
                         const char *winners)
{
    struct lan_reader reader = {.lang = lang, .names = people};
    struct lan_text text = line_begin("");
    lan_draw_seats(&text, &reader, seats, viewer);
    assert_string_equal(drawn, listed);
    text = line_begin("");
    lan_draw_winners(&text, &reader, seats, viewer);
    assert_string_equal(drawn, winners);
}

static void seats_are_listed_as_in_a_sentence(void **state)
{
    (void)state;
    seats_listed(1, LAN_WATCHER, LAN_EN, "Ada", "Ada wins");
    seats_listed(1, 0, LAN_EN, "you", "You win");
    seats_listed(3, 0, LAN_EN, "you and Bruno", "You win with Bruno");
    seats_listed(3, 1, LAN_FR, "Ada et toi", "Tu gagnes avec Ada");
    seats_listed(7, 4, LAN_EN, "Ada, Bruno and Chloé", "Ada, Bruno and Chloé win");
    seats_listed(7, 2, LAN_FR, "Ada, Bruno et toi", "Tu gagnes avec Ada et Bruno");
    seats_listed(0x84, LAN_WATCHER, LAN_FR, "Chloé et Hugo", "Chloé et Hugo gagnent");
    seats_listed(0x80, 0, LAN_FR, "Hugo", "Hugo gagne");
    seats_listed(0x83, 7, LAN_EN, "Ada, Bruno and you", "You win with Ada and Bruno");
}

static void a_seat_is_drawn_with_its_number(void **state)
{
    struct lan_reader reader = {.lang = LAN_EN, .names = people};
    (void)state;
    struct lan_text text = line_begin("");
    lan_draw_seat(&text, &reader, 1, true, ">", 3);
    assert_string_equal(drawn, "\x01"
                               "D>\x01"
                               "A \x01"
                               "J2 Bru\x01"
                               "A (you)");
    reader.lang = LAN_FR;
    text = line_begin("");
    lan_draw_seat(&text, &reader, 0, false, "*", 9);
    assert_string_equal(drawn, "\x01"
                               "D*\x01"
                               "A \x01"
                               "I1 Ada\x01"
                               "A");
    text = line_begin("");
    lan_draw_seat_begin(&text, &reader, 2, true);
    assert_string_equal(drawn, "Place 3, Chloé, toi : ");
    reader.lang = LAN_EN;
    text = line_begin("");
    lan_draw_seat_begin(&text, &reader, 7, false);
    assert_string_equal(drawn, "Seat 8, Hugo: ");
    text = line_begin("");
    lan_draw_marked(&text, LAN_MARK_SEAT + 7, "x");
    assert_string_equal(drawn, "\x01"
                               "Px\x01"
                               "A");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_characters),
        cmocka_unit_test(lines_are_filled_and_ended),
        cmocka_unit_test(words_are_wrapped_at_the_width),
        cmocka_unit_test(texts_stand_side_by_side),
        cmocka_unit_test(a_mark_may_end_a_text),
        cmocka_unit_test(seats_are_listed_as_in_a_sentence),
        cmocka_unit_test(a_seat_is_drawn_with_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
