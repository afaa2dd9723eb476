/*
 * No developers' words in what the server and the table say to players: names of fields and limits, file
 * names, and words of programs. `texts` looks at the tables of the games, web/src/words/words.test.ts at the
 * page.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ctype.h>
#include <strings.h>

#include <cmocka.h>

#include "table.h"
#include "match.h"

struct row {
    const char *name, *code, *about;
    struct lan_words say;
};

static const struct row server_rows[] = {
#define FAIL(name, code, status, about, en, fr) {#name, code, about, {{en, fr}}},
#include "../../server/fail.def"
#undef FAIL
};

static const struct row offline_rows[] = {
#define FAIL(name, code, en, fr) {#name, code, "", {{en, fr}}},
#include "../../offline/fail.def"
#undef FAIL
};

/* Answers to programs that do not follow docs/protocol.md: no page of this server can get them. */
static bool is_for_programs(const char *name)
{
    static const char *const names[] = {"BAD_JSON",  "BAD_ADDRESS", "NO_OPERATION", "SOCKET_ONLY",
                                        "HTTP_ONLY", "NO_HELLO",    "NO_LANGUAGE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Whether a text has this word, whatever its case. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; *at; at++) {
        if (strncasecmp(at, word, length) == 0 && (at == text || !is_letter(at[-1])) &&
            !is_letter(at[length]))
            return true;
    }
    return false;
}

/* The developers' word in a text, or NULL. */
static const char *developers_word(const char *text)
{
    static const char *const words[] = {"JSON",  "WebSocket", "HTTP",  "bytes",   "octets", "field",
                                        "champ", "hash",      "id",    "null",    "API",    "processor",
                                        "UTF-8", "boolean",   "array", "integer", "limit",  "identifiant"};
    static const char *const marks[] = {"_", "docs/", ".md", ".c", "()", "`", "{", "|"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (has_word(text, words[i]))
            return words[i];
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = strstr(text, marks[i]);
        if (at && !(marks[i][0] == '.' && is_letter(at[strlen(marks[i])])))
            return marks[i];
    }
    return NULL;
}

static void check(const char *name, const struct lan_words *say)
{
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        const char *word = say->in[lang] ? developers_word(say->in[lang]) : NULL;
        if (word)
            fail_msg("%s: \"%s\" has the word %s", name, say->in[lang], word);
    }
}

static void refusals_of_servers_are_for_players(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof server_rows / sizeof *server_rows; i++) {
        if (!is_for_programs(server_rows[i].name))
            check(server_rows[i].name, &server_rows[i].say);
        /* A limit has its name beside the sentence, for hosts. */
        if (strcmp(server_rows[i].code, "too-fast") == 0)
            assert_true(*server_rows[i].about);
    }
    for (size_t i = 0; i < sizeof offline_rows / sizeof *offline_rows; i++)
        check(offline_rows[i].name, &offline_rows[i].say);
}

static void refusals_of_tables_are_for_players(void **state)
{
    struct table *table = match_start("manor", 2, NULL, 1);
    (void)state;
    for (int refusal = -TABLE_REFUSALS + 1; refusal < 0; refusal++) {
        struct lan_words say;
        int clause;
        for (int lang = 0; lang < LAN_LANGS; lang++)
            say.in[lang] = table_refusal_say(table, refusal, (enum lan_lang)lang, &clause);
        check("a refusal of the table", &say);
    }
    table_destroy(table);
}

/* The hunt itself finds what it looks for. */
static void the_hunt_finds(void **state)
{
    (void)state;
    assert_non_null(developers_word("The field seat is missing."));
    assert_non_null(developers_word("Too many messages (messages_per_second)."));
    assert_non_null(developers_word("See docs/boards.md."));
    assert_null(developers_word("A good idea: fields of flowers, Jason's hashtag."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_of_servers_are_for_players),
        cmocka_unit_test(refusals_of_tables_are_for_players),
        cmocka_unit_test(the_hunt_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
