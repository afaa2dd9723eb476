/* words.c - the filter of words: what is replaced by stars, and what is not. */
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "limit.h"
#include "words.h"

static void ok(bool good, const char *what)
{
    if (!good)
        fail_msg("%s", what);
}

static const char *cleaned(const json_t *list, const char *text)
{
    static char out[LIMIT_CHAT_BYTES + 1];
    words_clean(list, NULL, text, out, sizeof out);
    return out;
}

static void cleaned_is(const json_t *list, const char *text, const char *expected)
{
    assert_string_equal(cleaned(list, text), expected);
}

static void test_whole_words(void **state)
{
    (void)state;
    json_t *list = words_parse("idiot, sale type,  42 ", LIMIT_WORDS);
    cleaned_is(list, "idiot", "*****");
    cleaned_is(list, "IDIOT! l'idiot, (idiot)idiot", "*****! l'*****, (*****)*****");
    cleaned_is(list, "idiotie, idiots, un idiot9", "idiotie, idiots, un idiot9");
    cleaned_is(list, "sale  type", "****  ****");
    cleaned_is(list, "Sale-type", "****-****");
    cleaned_is(list, "sale petit type", "sale petit type");
    cleaned_is(list, "42 x 421", "** x 421");
    cleaned_is(list, "i d i o t iidiot", "i d i o t iidiot");
    cleaned_is(list, "", "");
    json_decref(list);
}

static void test_accents_and_case(void **state)
{
    (void)state;
    json_t *list = words_parse("crétin,bœuf,Straße,été", LIMIT_WORDS);
    cleaned_is(list, "CRÉTIN crétin cretin CRETIN", "****** ****** ****** ******");
    cleaned_is(list, "cre\u0301tin, cr\u200be\u0301tin", "******, ******");
    cleaned_is(list, "boeuf BŒUF bœufs", "***** **** bœufs");
    cleaned_is(list, "strasse STRASSE straße", "******* ******* ******");
    cleaned_is(list, "d'ÉTÉ, l’été\u00a0!", "d'***, l’***\u00a0!");
    cleaned_is(list, "\U0001f60aété\U0001f60a", "\U0001f60a***\U0001f60a");
    json_decref(list);
}

static void test_both_lists_and_lengths(void **state)
{
    (void)state;
    char text[LIMIT_CHAT_BYTES + 1], out[LIMIT_CHAT_BYTES + 1];
    json_t *own = words_parse("un", LIMIT_WORDS), *server = words_parse("deux", LIMIT_WORDS_SERVER);
    ok(words_clean(own, server, "un deux trois", out, sizeof out) && strcmp(out, "** **** trois") == 0,
       "both lists count");
    ok(!words_clean(own, server, "trois", out, sizeof out) && strcmp(out, "trois") == 0,
       "nothing to replace");
    ok(!words_clean(NULL, NULL, "un", out, sizeof out) && strcmp(out, "un") == 0, "no lists");
    memset(text, 0, sizeof text);
    for (size_t i = 0; i + 3 <= LIMIT_CHAT_BYTES; i += 3)
        memcpy(text + i, "un ", 3);
    ok(words_clean(own, server, text, out, sizeof out) && strlen(out) == strlen(text) && !strchr(out, 'u'),
       "the longest line, full of it");
    memset(text, 0, sizeof text);
    for (size_t i = 0; i + 2 <= LIMIT_CHAT_BYTES; i += 2)
        memcpy(text + i, "œ", 2);
    words_clean(own, server, text, out, sizeof out);
    ok(strcmp(out, text) == 0, "the longest line of signs that stand for two letters");
    char small[4];
    words_clean(own, NULL, "éééé", small, sizeof small);
    ok(strcmp(small, "é") == 0, "a text is cut between its letters");
    json_decref(own);
    json_decref(server);
}

static void test_lists(void **state)
{
    (void)state;
    ok(word_valid("mot") && word_valid("deux mots") && word_valid("é"), "words");
    ok(!word_valid("") && !word_valid("  ") && !word_valid("!?") && !word_valid("a\nb"), "no words");
    char longest[LIMIT_WORD_BYTES + 2] = {0};
    memset(longest, 'a', LIMIT_WORD_BYTES);
    ok(word_valid(longest), "as long as may be");
    longest[LIMIT_WORD_BYTES] = 'a';
    ok(!word_valid(longest), "too long");
    json_t *empty = words_parse("", 2), *two = words_parse(" a ,,b,", 2);
    ok(json_array_size(empty) == 0 && json_array_size(two) == 2, "lists of a setting");
    ok(!words_parse("a,b,c", 2) && !words_parse("a,?", 2), "too many, or not words");
    ok(!words_valid(NULL, 2) && words_valid(two, 2), "lists of a message");
    json_array_append_new(two, json_integer(1));
    ok(!words_valid(two, 9), "a number among them");
    json_decref(empty);
    json_decref(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_words),
        cmocka_unit_test(test_accents_and_case),
        cmocka_unit_test(test_both_lists_and_lengths),
        cmocka_unit_test(test_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
