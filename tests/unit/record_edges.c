/* Parts of records, from docs/records.md: lines, what was told, what a device saw, differences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match.h"
#include "record_build.h"
#include "record_parse.h"
#include "record_read.h"
#include "record_seen.h"

static json_t *json_of(const char *text)
{
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
    if (!json)
        fail_msg("no JSON: %s", text);
    return json;
}

/* ---- Members ------------------------------------------------------------------------------------------- */

static void members_are_numbers_in_a_range_and_known_words(void **unused)
{
    static const char *const words[] = {"zero", "one", "two"};
    json_t *json =
        json_of("{\"a\":5,\"b\":5.0,\"c\":\"5\",\"d\":null,\"w\":\"two\",\"z\":\"zero\",\"x\":\"three\"}");
    int64_t number = 77;
    int word = 77;
    (void)unused;
    assert_false(json_range(json, "a", 6, 9, &number));
    assert_false(json_range(json, "a", 0, 4, &number));
    for (const char *name = "bcdw!"; *name; name++)
        assert_false(json_range(json, (const char[]){*name, 0}, 0, 9, &number));
    assert_int_equal(number, 77);
    assert_true(json_range(json, "a", 5, 5, &number));
    assert_int_equal(number, 5);
    for (const char *name = "axd!"; *name; name++)
        assert_false(json_word(json, (const char[]){*name, 0}, words, 3, &word));
    assert_false(json_word(json, "w", words, 2, &word));
    assert_int_equal(word, 77);
    assert_true(json_word(json, "w", words, 3, &word) && word == 2);
    assert_true(json_word(json, "z", words, 3, &word) && word == 0);
    json_decref(json);
}

/* ---- Lines of a log ------------------------------------------------------------------------------------ */

/* Reads line 4 of a log of the tiny game; `wrong` is what the refusal names, NULL where it is right. */
static struct table_entry entry_of(const char *text, const char *wrong)
{
    struct table_entry entry;
    struct record_problem problem = {.entry = 9};
    json_t *line = json_of(text);
    bool read = record_parse_entry(lan_game_find("tiny", 0), line, 4, &entry, &problem);
    if (read != !wrong)
        fail_msg("%s: %s", text, read ? "read" : problem.say[LAN_EN]);
    if (wrong) {
        assert_int_equal(problem.entry, 4);
        if (!strstr(problem.say[LAN_EN], wrong))
            fail_msg("%s: %s", text, problem.say[LAN_EN]);
    }
    json_decref(line);
    return entry;
}

static void lines_of_a_log_are_read(void **unused)
{
    (void)unused;
    struct table_entry entry = entry_of("{\"n\":4,\"seat\":2,\"do\":\"strike 1\",\"time\":7}", NULL);
    assert_int_equal(entry.kind, TABLE_ENTRY_ACT);
    assert_int_equal(entry.seat, 1);
    assert_int_equal(entry.time, 7);
    entry = entry_of("{\"n\":4,\"seat\":\"chance\",\"do\":\"roll 2\",\"time\":0}", NULL);
    assert_int_equal(entry.seat, LAN_CHANCE);
    entry = entry_of("{\"n\":4,\"seat\":1,\"do\":\"pass\",\"timed\":true,\"time\":0}", NULL);
    assert_int_equal(entry.kind, TABLE_ENTRY_TIMED);
    entry = entry_of("{\"n\":4,\"seat\":8,\"table\":\"undo\",\"time\":9007199254740992}", NULL);
    assert_int_equal(entry.kind, TABLE_ENTRY_UNDO);
    assert_int_equal(entry.seat, 7);
    entry = entry_of("{\"n\":4,\"table\":\"pause\",\"time\":0}", NULL);
    assert_int_equal(entry.kind, TABLE_ENTRY_PAUSE);
    assert_int_equal(entry.seat, LAN_SEAT_NONE);
    assert_string_equal(entry.text, "");
}

static void lines_that_are_none_are_refused_by_their_field(void **unused)
{
    (void)unused;
    entry_of("[]", "no object");
    entry_of("{\"seat\":1,\"do\":\"rest\",\"time\":0}", ": n");
    entry_of("{\"n\":0,\"seat\":1,\"do\":\"rest\",\"time\":0}", ": n");
    entry_of("{\"n\":3,\"seat\":1,\"do\":\"rest\",\"time\":0}", "another number");
    entry_of("{\"n\":5,\"seat\":1,\"do\":\"rest\",\"time\":0}", "another number");
    entry_of("{\"n\":4,\"seat\":1,\"do\":\"rest\"}", "time");
    entry_of("{\"n\":4,\"seat\":1,\"do\":\"rest\",\"time\":-1}", "time");
    entry_of("{\"n\":4,\"seat\":1,\"do\":\"rest\",\"time\":9007199254740993}", "time");
    entry_of("{\"n\":4,\"seat\":0,\"do\":\"rest\",\"time\":0}", "seat");
    entry_of("{\"n\":4,\"seat\":9,\"do\":\"rest\",\"time\":0}", "seat");
    entry_of("{\"n\":4,\"seat\":\"luck\",\"do\":\"rest\",\"time\":0}", "seat");
    entry_of("{\"n\":4,\"seat\":null,\"do\":\"rest\",\"time\":0}", "seat");
    entry_of("{\"n\":4,\"seat\":1,\"do\":\"doze\",\"time\":0}", "no such action");
    entry_of("{\"n\":4,\"seat\":1,\"do\":5,\"time\":0}", ": do");
    entry_of("{\"n\":4,\"seat\":1,\"do\":\"pass\",\"timed\":false,\"time\":0}", "timed");
    entry_of("{\"n\":4,\"seat\":1,\"table\":\"sit\",\"text\":5,\"time\":0}", "text");
    entry_of("{\"n\":4,\"seat\":1,\"table\":\"sit\",\"text\":\"\\u001b\",\"time\":0}", "text");
    entry_of("{\"n\":4,\"seat\":1,\"table\":\"sit\",\"text\":\"A\\nda\",\"time\":0}", "text");
    entry_of("{\"n\":4,\"seat\":1,\"table\":\"dance\",\"time\":0}", "do/table");
    entry_of("{\"n\":4,\"seat\":1,\"time\":0}", "do/table");
}

/* ---- What was told ------------------------------------------------------------------------------------- */

/* Reads item 4 of a match of the tiny game with two seats. */
static struct table_told told_of(const char *text, const char *wrong)
{
    static char kept[64];
    struct table *table = match_start("tiny", 2, NULL, 3);
    struct table_told told;
    struct record_problem problem = {.entry = 9};
    json_t *line = json_of(text);
    bool read = record_parse_told(table, line, 4, &told, &problem);
    if (read != !wrong)
        fail_msg("%s: %s", text, read ? "read" : problem.say[LAN_EN]);
    if (wrong) {
        assert_int_equal(problem.entry, 4);
        if (!strstr(problem.say[LAN_EN], wrong))
            fail_msg("%s: %s", text, problem.say[LAN_EN]);
    } else {
        snprintf(kept, sizeof kept, "%s", told.text);
        told.text = kept;
    }
    json_decref(line);
    table_destroy(table);
    return told;
}

static void what_was_told_is_read(void **unused)
{
    (void)unused;
    struct table_told told = told_of("{\"n\":4,\"time\":3,\"do\":\"pass\",\"timed\":true}", NULL);
    assert_int_equal(told.kind, TABLE_TOLD_ACTION);
    assert_true(told.timed);
    assert_int_equal(told.time, 3);
    assert_int_equal(told.number, 4);
    told = told_of("{\"n\":4,\"time\":3,\"do\":\"rest\"}", NULL);
    assert_false(told.timed);
    told = told_of("{\"n\":4,\"time\":0,\"undone\":[1,3]}", NULL);
    assert_int_equal(told.kind, TABLE_TOLD_UNDONE);
    assert_int_equal(told.from, 1);
    assert_int_equal(told.to, 3);
    told = told_of("{\"n\":4,\"time\":0,\"undone\":[2,2]}", NULL);
    assert_int_equal(told.from, 2);
    assert_int_equal(told.to, 2);
    told = told_of(
        "{\"n\":4,\"time\":0,\"event\":{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"seat\":2,\"card\":null}}",
        NULL);
    assert_int_equal(told.kind, TABLE_TOLD_EVENT);
    assert_int_equal(told.event.arg[0], 1);
    assert_int_equal(told.event.arg[1], LAN_HIDDEN);
    told = told_of(
        "{\"n\":4,\"time\":0,\"event\":{\"event\":\"rolled\",\"clause\":\"TI-T3\",\"seat\":1,\"face\":3}}",
        NULL);
    assert_int_equal(told.event.arg[1], 2);
    told = told_of("{\"n\":4,\"time\":0,\"seat\":2,\"table\":\"sit\",\"text\":\"Ada\"}", NULL);
    assert_int_equal(told.kind, TABLE_TOLD_SAT);
    assert_int_equal(told.seat, 1);
    assert_string_equal(told.text, "Ada");
    told = told_of("{\"n\":4,\"time\":0,\"seat\":1,\"table\":\"agree\"}", NULL);
    assert_int_equal(told.kind, TABLE_TOLD_AGREED);
    told = told_of("{\"n\":4,\"time\":0,\"table\":\"end\"}", NULL);
    assert_int_equal(told.kind, TABLE_TOLD_ENDED);
    assert_int_equal(told.seat, LAN_SEAT_NONE);
}

static void what_cannot_be_told_is_refused(void **unused)
{
    static const char *const events[] = {
        "{}",
        "1",
        "{\"event\":\"dealt\",\"seat\":2,\"card\":null}",
        "{\"clause\":\"TI-S1\",\"seat\":2,\"card\":null}",
        "{\"event\":\"ended!\",\"clause\":\"TI-E1\"}",
        "{\"event\":\"ended\",\"clause\":\"TI-X9\"}",
        "{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"card\":null}",
        "{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"seat\":2}",
        "{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"seat\":\"2\",\"card\":null}",
        "{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"seat\":2,\"card\":\"bow\"}",
        "{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"seat\":2,\"card\":1}",
        "{\"event\":\"dealt\",\"clause\":\"TI-S1\",\"seat\":true,\"card\":null}",
        "{\"event\":\"rolled\",\"clause\":\"TI-T3\",\"seat\":1,\"face\":-32767}",
        "{\"event\":\"rolled\",\"clause\":\"TI-T3\",\"seat\":1,\"face\":32768}",
        "{\"event\":\"rolled\",\"clause\":\"TI-T3\",\"seat\":1,\"face\":4294967297}",
    };
    static const char *const ranges[] = {"[0,2]", "[3,2]", "[2,4]",     "[4,4]", "[2]",
                                         "[]",    "1",     "[\"1\",2]", "[-1,2]"};
    static const char *const notices[] = {
        "\"table\":\"dance\",\"seat\":1",
        "\"table\":\"act\",\"seat\":1",
        "\"table\":\"pause\",\"seat\":1",
        "\"table\":\"resume\",\"seat\":2",
        "\"table\":\"end\",\"seat\":1",
        "\"table\":\"agree\"",
        "\"table\":\"agree\",\"seat\":3",
        "\"table\":\"agree\",\"seat\":\"chance\"",
        "\"table\":\"agree\",\"seat\":1,\"text\":\"Ada\"",
        "\"table\":\"sit\",\"seat\":1",
        "\"table\":\"sit\",\"seat\":1,\"text\":\"\"",
        "\"table\":\"bot\",\"seat\":1",
        "\"seat\":1",
    };
    char line[256];
    (void)unused;
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        snprintf(line, sizeof line, "{\"n\":4,\"time\":0,\"event\":%s}", events[i]);
        told_of(line, "event");
    }
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        snprintf(line, sizeof line, "{\"n\":4,\"time\":0,\"undone\":%s}", ranges[i]);
        told_of(line, "undone");
    }
    for (size_t i = 0; i < sizeof notices / sizeof *notices; i++) {
        snprintf(line, sizeof line, "{\"n\":4,\"time\":0,%s}", notices[i]);
        told_of(line, "table");
    }
    told_of("{\"n\":4,\"time\":0,\"do\":\"doze\"}", "no such action");
    told_of("{\"n\":5,\"time\":0,\"do\":\"rest\"}", "another number");
}

/* ---- Lines without a reader of JSON -------------------------------------------------------------------- */

/* A line after the deal of a match of two without bets; `wrong` as above. */
static void line_taken(struct record_line line, const char *wrong)
{
    struct table *table = match_start("tiny", 2, "bets=none", 3);
    struct record_problem problem;
    struct record_chain chain;
    struct table_entry entry;
    char json[TABLE_ENTRY_JSON_MAX], hex[17];
    uint32_t count = table_count(table);
    record_log_start(table, &chain);
    for (uint32_t number = 1; number <= count; number++) {
        struct lan_text text = lan_text_init(json, sizeof json);
        table_entry(table, number, &entry);
        table_entry_json(table_game(table), number, &entry, &text);
        table_chain_step(json, text.length, chain.hash);
        chain.number = number;
    }
    /* The link that a line with these fields has. */
    uint8_t hash[LAN_HASH_BYTES];
    memcpy(hash, chain.hash, sizeof hash);
    struct lan_text text = lan_text_init(json, sizeof json);
    entry = (struct table_entry){line.timed ? TABLE_ENTRY_TIMED : TABLE_ENTRY_ACT, 0, 0, line.time,
                                 line.text ? line.text : ""};
    if (line.seat && strcmp(line.seat, "chance") != 0)
        entry.seat = (uint8_t)(line.seat[0] - '1');
    if (line.action)
        lan_action_parse(table_game(table), line.action, &entry.action);
    else
        entry.kind = line.text ? TABLE_ENTRY_SIT : TABLE_ENTRY_AGREE;
    if (!wrong)
        table_entry_json(table_game(table), count + 1, &entry, &text);
    table_chain_step(json, text.length, hash);
    for (int i = 0; i < 8; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash[i]);
    line.link = hex;
    bool taken = record_line_append(table, &chain, &line, &problem);
    if (taken != !wrong || (wrong && !strstr(problem.say[LAN_EN], wrong)))
        fail_msg("%s: %s", wrong ? wrong : "taken", taken ? "taken" : problem.say[LAN_EN]);
    assert_int_equal(table_count(table), count + taken);
    table_destroy(table);
}

static void lines_are_taken_by_their_fields(void **unused)
{
    char name[TABLE_NAME_MAX + 2];
    (void)unused;
    memset(name, 'n', sizeof name);
    name[TABLE_NAME_MAX + 1] = 0;
    line_taken((struct record_line){.seat = "1", .action = "rest"}, NULL);
    line_taken((struct record_line){.seat = "1", .action = "rest", .time = TABLE_TIME_MAX}, NULL);
    line_taken((struct record_line){.seat = "2", .table = "agree", .time = 1}, NULL);
    line_taken((struct record_line){.seat = "2", .table = "sit", .text = name + 1}, NULL);
    line_taken((struct record_line){.seat = "1", .action = "rest", .time = -1}, "time");
    line_taken((struct record_line){.seat = "1", .action = "rest", .time = TABLE_TIME_MAX + 1}, "time");
    line_taken((struct record_line){.seat = "0", .action = "rest"}, "seat");
    line_taken((struct record_line){.seat = "9", .action = "rest"}, "seat");
    line_taken((struct record_line){.seat = "one", .action = "rest"}, "seat");
    line_taken((struct record_line){.seat = "2", .table = "sit", .text = name}, "text");
    line_taken((struct record_line){.seat = "1", .action = "doze"}, "no such action");
    line_taken((struct record_line){.seat = "1", .table = "dance"}, "do/table");
    line_taken((struct record_line){.seat = "1", .table = "act"}, "do/table");
    line_taken((struct record_line){.seat = "1", .action = "rest", .timed = true}, "hash");
}

/* ---- What a device saw --------------------------------------------------------------------------------- */

#define HEX_A "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define HEX_B "ff112233445566778899aabbccddeeff00112233445566778899aabbccddee01"

static bool seen_of(const char *text, struct record_seen *seen)
{
    struct record_problem problem = {.entry = 9};
    json_t *json = json_of(text);
    bool read = record_seen_parse(json, 3, seen, &problem);
    if (!read)
        assert_non_null(strstr(problem.say[LAN_EN], "seen"));
    json_decref(json);
    return read;
}

/* It is read, and written again as it was. */
static struct record_seen seen_and_written(const char *text)
{
    struct record_seen seen;
    assert_true(seen_of(text, &seen));
    json_t *json = json_of(text), *written = record_seen_json(&seen, 3);
    assert_non_null(written);
    assert_true(json_equal(json, written));
    json_decref(json);
    json_decref(written);
    return seen;
}

static void what_a_device_saw_is_read_and_written(void **unused)
{
    (void)unused;
    struct record_seen seen =
        seen_and_written("{\"round\":1,\"commitment\":\"" HEX_A "\",\"seats\":[1,3],\"hashes\":[\"" HEX_B
                         "\",null,\"" HEX_A "\"],\"bytes\":\"" HEX_B "\"}");
    assert_int_equal(seen.round, 1);
    assert_int_equal(seen.seats, 5);
    assert_int_equal(seen.hashed, 5);
    assert_false(seen.ruled);
    assert_int_equal(seen.commitment[1], 0x11);
    assert_int_equal(seen.bytes[0], 0xff);
    assert_int_equal(seen.hash[0][31], 0x01);
    assert_int_equal(seen.hash[2][31], 0xff);
    seen = seen_and_written("{\"round\":2147483647,\"commitment\":\"" HEX_A "\",\"rules\":\"" HEX_B
                            "\",\"seats\":[2],\"hashes\":[null,null,null],\"bytes\":\"" HEX_B "\"}");
    assert_int_equal(seen.round, INT32_MAX);
    assert_int_equal(seen.seats, 2);
    assert_int_equal(seen.hashed, 0);
    assert_true(seen.ruled);
    assert_int_equal(seen.rules[0], 0xff);
}

static void what_a_device_cannot_have_seen_is_refused(void **unused)
{
    /* round, commitment, seats, hashes, bytes, and what follows. */
    static const char *const rows[][6] = {
        {"0", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"2147483648", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"\"1\"", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"00\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "null", "[1]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[0]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[4]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[2,2]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[\"1\"]", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "1", "[null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null,null,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null,\"00\"]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,5,null]", "\"" HEX_B "\"", ""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"\"", ""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ",\"rules\":\"00\""},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ",\"rules\":null"},
        {"1", "\"" HEX_A "\"", "[1]", "[null,null,null]", "\"" HEX_B "\"", ",\"note\":1"},
    };
    static const char *const missing[] = {"round", "commitment", "seats", "hashes", "bytes"};
    char text[1024];
    struct record_seen seen;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text,
                 "{\"round\":%s,\"commitment\":%s,\"seats\":%s,\"hashes\":%s,\"bytes\":%s%s}", rows[i][0],
                 rows[i][1], rows[i][2], rows[i][3], rows[i][4], rows[i][5]);
        if (seen_of(text, &seen))
            fail_msg("%s", text);
    }
    for (int i = 0; i < 5; i++) {
        json_t *json = json_of("{\"round\":1,\"commitment\":\"" HEX_A
                               "\",\"seats\":[1],\"hashes\":[null,null,null],\"bytes\":\"" HEX_B "\"}");
        struct record_problem problem;
        json_object_del(json, missing[i]);
        assert_false(record_seen_parse(json, 3, &seen, &problem));
        /* Another field in its place does not make up for it. */
        json_object_set_new(json, "other", json_integer(1));
        assert_false(record_seen_parse(json, 3, &seen, &problem));
        json_decref(json);
    }
}

/* A document with this field put in front; the problem of one that is refused names `wrong`. */
static void document_read_with(const char *text, const char *field, const char *wrong,
                               struct record_seen *seen)
{
    struct record_problem problem;
    struct record record;
    size_t size = strlen(text) + strlen(field) + 2;
    char *whole = malloc(size);
    snprintf(whole, size, "{%s%s", field, text + 1);
    bool read = record_read(whole, strlen(whole), &record, &problem);
    if (read != !wrong || (wrong && !strstr(problem.say[LAN_EN], wrong)))
        fail_msg("%s: %s", field, read ? "read" : problem.say[LAN_EN]);
    if (read) {
        *seen = record.seen;
        record_finish(&record);
    }
    free(whole);
}

/* A full record may have the field, and is as sure with it as without. */
static void a_record_may_have_what_a_device_saw(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 3, NULL, 3);
    struct record_problem problem;
    struct record_seen seen;
    assert_true(match_play(table, 1, 200));
    char *text = record_write_full(table, NULL, &problem);
    document_read_with(text, "", NULL, &seen);
    assert_int_equal(seen.round, 0);
    document_read_with(text,
                       "\"seen\":{\"round\":4,\"commitment\":\"" HEX_A
                       "\",\"seats\":[3],\"hashes\":[null,null,null],\"bytes\":\"" HEX_B "\"},",
                       NULL, &seen);
    assert_int_equal(seen.round, 4);
    assert_int_equal(seen.seats, 4);
    document_read_with(text, "\"seen\":{},", "seen", &seen);
    document_read_with(text, "\"seen\":null,", "seen", &seen);
    document_read_with(text, "\"scene\":null,", "scene", &seen);
    free(text);
    table_destroy(table);
}

static void a_full_record_is_of_a_match_that_has_ended(void **unused)
{
    (void)unused;
    struct table *table = match_start("tiny", 2, NULL, 3);
    struct record_problem problem;
    assert_false(record_log_finish(table, RECORD_FULL, NULL, &problem));
    assert_non_null(strstr(problem.say[LAN_EN], "before the end"));
    assert_true(record_log_finish(table, RECORD_SAVE, NULL, &problem));
    assert_false(record_log_finish(table, RECORD_SAVE, "00", &problem));
    assert_non_null(strstr(problem.say[LAN_EN], "outcome.dice"));
    assert_true(match_play(table, 1, 200));
    assert_true(record_log_finish(table, RECORD_FULL, NULL, &problem));
    table_destroy(table);
}

/* ---- Differences --------------------------------------------------------------------------------------- */

static void differs(const char *read, const char *written, uint32_t entry, const char *place)
{
    struct record_problem problem = {.entry = 99};
    json_t *one = json_of(read), *other = json_of(written);
    bool same = record_same(one, other, &problem);
    assert_int_equal(same, place == NULL);
    if (place) {
        assert_int_equal(problem.entry, entry);
        /* The place stands at the beginning, after the entry if there is one. */
        if (!strstr(problem.say[LAN_EN], place) || !strstr(problem.say[LAN_FR], "découle"))
            fail_msg("%s, %s: %s", read, written, problem.say[LAN_EN]);
    }
    json_decref(one);
    json_decref(other);
}

static void the_first_difference_is_named(void **unused)
{
    (void)unused;
    differs("{\"a\":1,\"b\":[1,{\"c\":null}]}", "{\"b\":[1,{\"c\":null}],\"a\":1}", 0, NULL);
    differs("{\"a\":1}", "{\"a\":2}", 0, "a: this does not follow");
    differs("{\"a\":1}", "{\"a\":\"1\"}", 0, "a: this");
    differs("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":2}}", 0, "a.b: this");
    differs("{\"a\":{\"b\":1,\"x\":1}}", "{\"a\":{\"b\":1}}", 0, "a.x: this");
    differs("{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1,\"y\":1}}", 0, "a.y: this");
    differs("{\"a\":[1,2]}", "{\"a\":[1]}", 0, "a: this");
    differs("{\"a\":[1,2]}", "{\"a\":[1,3]}", 0, "a: this");
    differs("{\"a\":[]}", "{\"a\":{}}", 0, "a: this");
    differs("{\"log\":[{\"n\":1},{\"n\":2,\"t\":1}]}", "{\"log\":[{\"n\":1},{\"n\":2,\"t\":5}]}", 2,
            "log.t: this");
    differs("{\"told\":[{\"n\":1}]}", "{\"told\":[{\"n\":2}]}", 1, "told.n: this");
    differs("{\"log\":[]}", "{\"log\":[{\"n\":2}]}", 0, "log: this");
    differs("{\"tolds\":[{\"n\":1}]}", "{\"tolds\":[{\"n\":2}]}", 0, "tolds.n: this");
    differs("{\"\\u001b\":1}", "{}", 0, "?: this");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_numbers_in_a_range_and_known_words),
        cmocka_unit_test(lines_of_a_log_are_read),
        cmocka_unit_test(lines_that_are_none_are_refused_by_their_field),
        cmocka_unit_test(what_was_told_is_read),
        cmocka_unit_test(what_cannot_be_told_is_refused),
        cmocka_unit_test(lines_are_taken_by_their_fields),
        cmocka_unit_test(what_a_device_saw_is_read_and_written),
        cmocka_unit_test(what_a_device_cannot_have_seen_is_refused),
        cmocka_unit_test(a_record_may_have_what_a_device_saw),
        cmocka_unit_test(a_full_record_is_of_a_match_that_has_ended),
        cmocka_unit_test(the_first_difference_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
