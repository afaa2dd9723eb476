/* Records that were damaged, cut off or changed are refused, with the place and the reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "record_read.h"
#include "tap.h"

static char *write_kind(const struct table *table, enum record_kind kind, size_t *length)
{
    struct record_problem problem;
    char *text = kind == RECORD_FULL   ? record_write_full(table, length, &problem)
                 : kind == RECORD_SAVE ? record_write_save(table, length, &problem)
                                       : record_write_seat(table, 1, length, &problem);
    assert_non_null(text);
    return text;
}

/* A changed text is refused with a sentence, or is still the same document (a blank, an escape). */
static void refused_or_the_same(const char *text, size_t length, const char *original, enum record_kind kind)
{
    struct record_problem problem;
    struct record record;
    if (!record_read(text, length, &record, &problem)) {
        assert_true(*problem.say[LAN_EN] && *problem.say[LAN_FR]);
        return;
    }
    assert_int_equal(record.kind, kind);
    if (kind != RECORD_SEAT) {
        char *again = write_kind(record.table, kind, NULL);
        assert_string_equal(again, original);
        free(again);
    }
    record_finish(&record);
}

static struct table *short_match(void)
{
    struct table *table = match_start("tiny", 2, NULL, 3);
    assert_int_equal(match_do(table, 2, "bet hit", 10), 0);
    assert_int_equal(table_undo(table, 1, 15), 0);
    assert_int_equal(table_pause(table, true, 16), 0);
    assert_true(match_play(table, 1, 100));
    return table;
}

/* Every byte in turn is changed to several others. */
static void every_changed_byte_is_noticed(void **unused)
{
    (void)unused;
    struct table *table = short_match();
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        static const unsigned char flips[] = {0x01, 0x02, 0x20, 0x80};
        size_t length;
        char *original = write_kind(table, (enum record_kind)kind, &length);
        char *text = malloc(length + 1);
        memcpy(text, original, length + 1);
        int count = tap_rounds(1) > 1 ? 255 : (int)sizeof flips;
        for (size_t at = 0; at < length; at++) {
            for (int i = 0; i < count; i++) {
                text[at] = (char)(original[at] ^ (count == 255 ? i + 1 : flips[i]));
                refused_or_the_same(text, length, original, (enum record_kind)kind);
            }
            text[at] = original[at];
        }
        free(text);
        free(original);
    }
    table_destroy(table);
}

static void every_cut_is_noticed(void **unused)
{
    (void)unused;
    struct table *table = short_match();
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        struct record_problem problem;
        struct record record;
        size_t length;
        char *text = write_kind(table, (enum record_kind)kind, &length);
        /* The last byte is the newline, which may be missing. */
        for (size_t cut = 0; cut + 1 < length; cut++) {
            assert_false(record_read(text, cut, &record, &problem));
            assert_true(problem.line > 0 || cut == 0);
        }
        free(text);
    }
    table_destroy(table);
}

/* Replaces the first occurrence of `from` and reads; the refusal must name `place` and `entry`. */
static void changed(const char *original, const char *from, const char *to, uint32_t entry, const char *place)
{
    struct record_problem problem;
    struct record record;
    const char *at = strstr(original, from);
    size_t size = strlen(original) + strlen(to) + 1;
    char *text = malloc(size);
    assert_non_null(at);
    struct lan_text out = lan_text_init(text, size);
    lan_text_add_bytes(&out, original, (size_t)(at - original));
    lan_text_add(&out, to);
    lan_text_add(&out, at + strlen(from));
    assert_false(record_read(text, out.length, &record, &problem));
    if (problem.entry != entry || !strstr(problem.say[LAN_EN], place))
        fail_msg("%s -> %s: entry %u, %s", from, to, problem.entry, problem.say[LAN_EN]);
    free(text);
}

static void the_place_and_the_reason_are_said(void **unused)
{
    (void)unused;
    struct table *table = match_start("manor", 2, NULL, 3);
    size_t length;
    assert_true(match_play(table, 5, 1000));
    char *text = write_kind(table, RECORD_FULL, &length);
    changed(text, "{\"lanterne\":1", "{\"lantern\":1", 0, "lanterne");
    changed(text, "{\"lanterne\":1", "{\"lanterne\":2", 0, "version of the format");
    changed(text, "\"kind\":\"full\"", "\"kind\":\"fool\"", 0, "kind");
    changed(text, "\"game\":\"manor\"", "\"game\":\"manner\"", 0, "manner");
    changed(text, "\"version\":2", "\"version\":999", 0, "manor 999");
    changed(text, "\"version\":2", "\"version\":0", 0, "match.version");
    changed(text, "\"version\":2", "\"version\":\"2\"", 0, "match.version");
    changed(text, "\"players\":2", "\"players\":3", 0, "match.seats");
    changed(text, "\"players\":2", "\"players\":2000", 0, "match.players");
    changed(text, "\"manors_per_player\":4", "\"manors_per_player\":5", 0, "match.rules");
    changed(text, "\"manors_per_player\":4", "\"manors_per_player\":500", 0, "manors_per_player");
    changed(text, "\"manors_per_player\":4", "\"manors_per_player\":\"4\"", 0, "match.options");
    changed(text, "\"manors_per_player\":4", "\"manors\":4", 0, "match.options");
    changed(text, "\"tie\":\"shared\"", "\"tie\":\"broken\"", 0, "tie");
    changed(text, ",\"tie\":\"shared\"", "", 0, "match.options.tie");
    changed(text, "{\"name\":\"1\"", "{\"name\":\"Eve\"", 0, "match_hash");
    changed(text, "{\"name\":\"1\"", "{\"name\":\"\\u001b[2J\"", 0, "name");
    changed(text, "\"holder\":\"person\"", "\"holder\":\"dragon\"", 0, "match.seats");
    changed(text, "\"budget\":0", "\"budget\":-1", 0, "match.clock");
    changed(text, "\"start\":0", "\"start\":1e3", 0, "match.start");
    changed(text, "\"commitments\":{}", "\"commitments\":[]", 0, "match.commitments");
    changed(text, "\"commitments\":{}", "\"commitments\":{\"a\":1}", 0, "match.commitments");
    changed(text, "\"n\":7,", "\"n\":8,", 7, "another number");
    changed(text, "\"n\":7,", "\"n\":7,\"n\":7,", 0, "JSON");
    changed(text, "\"n\":7,", "\"n\":7,\"note\":1,", 7, "log.note");
    changed(text, "\"n\":5,\"time\":0", "\"n\":5,\"time\":1", 5, "hash");
    changed(text, "\"n\":5,\"time\":0", "\"n\":5,\"time\":-1", 5, "time");
    changed(text, "\"do\":\"deal ", "\"do\":\"steal ", 1, "no such action");
    changed(text, "\"seat\":\"chance\"", "\"seat\":\"change\"", 1, "seat");
    changed(text, "\"end\":\"finished\"", "\"end\":\"resigned\"", 0, "outcome.end");
    changed(text, "\"winners\":[", "\"winners\":[1,", 0, "outcome.winners");
    changed(text, "\"openings\":{}", "\"openings\":{\"a\":\"\"}", 0, "hash");
    changed(text, "\"told\":", "\"told\":1", 0, "outcome.chains.told");
    changed(text, "\"outcome\":{", "\"dice\":1,\"outcome\":{", 0, "dice");
    free(text);
    text = write_kind(table, RECORD_SEAT, &length);
    changed(text, "\"viewer\":2", "\"viewer\":3", 0, "viewer");
    changed(text, "\"viewer\":2", "\"viewer\":1", 1, "hash");
    changed(text, "\"event\":\"dealt\"", "\"event\":\"dealing\"", 1, "event");
    changed(text, "\"clause\":\"MA-", "\"clause\":\"MB-", 1, "event");
    changed(text, "\"manor\":null", "\"manor\":1", 1, "event");
    changed(text, "\"manor\":null", "\"manor\":\"shared\"", 1, "hash");
    changed(text, "\"place\":\"1.1\"", "\"place\":\"9.9\"", 1, "event");
    free(text);
    table_destroy(table);
}

/* A record with an illegal move is refused although all its hashes fit. */
static void a_move_that_cannot_be_is_refused(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 2, "bets=none", 3);
    struct table_entry entry = {TABLE_ENTRY_ACT, 1, LAN_ACTION(0, 0, 0, 0), 0, ""};
    size_t length;
    char *text = write_kind(table, RECORD_SAVE, &length);
    char json[TABLE_ENTRY_JSON_MAX], line[2 * TABLE_ENTRY_JSON_MAX], hex[17] = "";
    uint8_t hash[LAN_HASH_BYTES];
    assert_true(lan_action_parse(table_game(table), "rest", &entry.action));
    table_match_hash(table, hash);
    for (uint32_t number = 1; number <= 3; number++) {
        struct lan_text out = lan_text_init(json, sizeof json);
        struct table_entry before = entry;
        if (number < 3)
            table_entry(table, number, &before);
        table_entry_json(table_game(table), number, &before, &out);
        table_chain_step(json, out.length, hash);
    }
    for (int i = 0; i < 16; i++)
        hex[i] = "0123456789abcdef"[hash[i / 2] >> (i % 2 ? 0 : 4) & 15];
    struct lan_text out = lan_text_init(line, sizeof line);
    lan_text_add_bytes(&out, json, strlen(json) - 1);
    lan_text_add(&out, ",\"hash\":\"");
    lan_text_add(&out, hex);
    lan_text_add(&out, "\"}],\n\"outcome\"");
    char *forged = malloc(length + sizeof line);
    char *end = strstr(text, "],\n\"outcome\"");
    struct lan_text whole = lan_text_init(forged, length + sizeof line);
    lan_text_add_bytes(&whole, text, (size_t)(end - text));
    lan_text_add(&whole, ",");
    lan_text_add(&whole, line);
    lan_text_add(&whole, end + strlen("],\n\"outcome\""));
    struct record_problem problem;
    struct record record;
    assert_false(record_read(forged, whole.length, &record, &problem));
    assert_int_equal(problem.entry, 3);
    assert_non_null(strstr(problem.say[LAN_EN], "cannot happen"));
    free(forged);
    free(text);
    table_destroy(table);
}

static void other_blanks_and_order_are_the_same_document(void **unused)
{
    (void)unused;
    struct table *table = short_match();
    struct record_problem problem;
    struct record record;
    size_t length;
    char *text = write_kind(table, RECORD_FULL, &length);
    char *wide = malloc(2 * length + 1);
    struct lan_text out = lan_text_init(wide, 2 * length + 1);
    for (size_t i = 0; i < length; i++) {
        lan_text_add_char(&out, text[i]);
        if (text[i] == '{' || text[i] == ',')
            lan_text_add_char(&out, ' ');
    }
    assert_true(record_read(wide, out.length, &record, &problem));
    assert_true(match_same(table, record.table));
    record_finish(&record);
    free(wide);
    free(text);
    table_destroy(table);
}

static void what_is_no_record_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "",
        "{}",
        "[]",
        "null",
        "1",
        "\"x\"",
        "{\"lanterne\":1}",
        "{\"lanterne\":1,\"kind\":\"full\"}",
        "\xff\xfe",
        "{\"lanterne\":1,\"kind\":\"full\",\"match\":[]}",
        "{\"lanterne\":1,\"kind\":\"full\",\"match\":{}}",
        "{\"lanterne\":99999999999999999999}",
    };
    struct record_problem problem;
    struct record record;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(record_read(texts[i], strlen(texts[i]), &record, &problem));
        assert_true(*problem.say[LAN_EN] && *problem.say[LAN_FR]);
    }
    char *large = malloc(RECORD_BYTES_MAX + 1);
    memset(large, ' ', RECORD_BYTES_MAX + 1);
    assert_false(record_read(large, RECORD_BYTES_MAX + 1, &record, &problem));
    assert_non_null(strstr(problem.say[LAN_EN], "8 MiB"));
    memset(large, '[', RECORD_BYTES_MAX);
    assert_false(record_read(large, RECORD_BYTES_MAX, &record, &problem));
    free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(the_place_and_the_reason_are_said),
        cmocka_unit_test(a_move_that_cannot_be_is_refused),
        cmocka_unit_test(other_blanks_and_order_are_the_same_document),
        cmocka_unit_test(what_is_no_record_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
