/*
 * No developers' words in what the server, the table, the terminal and the command line say to players: names
 * of fields and limits, file names, and words of programs. `texts` looks at the tables of the games,
 * web/src/words/words.test.ts at the page.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
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

/* What `lanterne --help` and `lanterne COMMAND --help` say. */
static const struct row command_rows[] = {
#define COMMAND(name, run, least, most, takes, own, words_en, words_fr, summary_en, summary_fr, help_en, \
                help_fr)                                                                                 \
    {name, "summary", "", {{summary_en, summary_fr}}}, {name, "help", "", {{help_en, help_fr}}},
#include "../../cli/commands.def"
#undef COMMAND
};

static const struct row option_rows[] = {
#define OPTION(id, name, word_en, word_fr, en, fr) {name, #id, "", {{en, fr}}},
#include "../../shell/options.def"
#undef OPTION
};

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++) {
        if (strcmp(name, *names) == 0)
            return true;
    }
    return false;
}

/* Answers to programs that do not follow docs/protocol.md: no page of this server can get them. */
static bool is_for_programs(const char *name)
{
    static const char *const names[] = {"BAD_JSON",  "BAD_ADDRESS", "NO_OPERATION", "SOCKET_ONLY",
                                        "HTTP_ONLY", "NO_HELLO",    "NO_LANGUAGE",  NULL};
    return is_one_of(name, names);
}

/* Commands and options for those who write bots, compare them or let programs learn: docs/words.md. */
static bool is_for_programmers(const char *name)
{
    static const char *const names[] = {"describe", "sim",    "arena", "calibrate", "odds", "bot",
                                        "solve",    "layout", "bench", "json",      NULL};
    return is_one_of(name, names);
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
        /* --json is an option to type, http://... a link. */
        bool begins = at == text || (!is_letter(at[-1]) && at[-1] != '-');
        /* Past the word only where it is there: the text may end before. */
        if (begins && strncasecmp(at, word, length) == 0 && !is_letter(at[length]) &&
            strncmp(at + length, "://", 3) != 0)
            return true;
    }
    return false;
}

/* An underscore between small letters, as in the name of an option. */
static bool has_name(const char *text)
{
    for (const char *at = strchr(text, '_'); at; at = strchr(at + 1, '_')) {
        if (at > text && islower((unsigned char)at[-1]) && islower((unsigned char)at[1]))
            return true;
    }
    return false;
}

/*
 * The developers' word in a text, or NULL. In a terminal commands and names are typed, so there they stand in
 * messages, between backquotes or with | between them.
 */
static const char *developers_word(const char *text, bool typed)
{
    static const char *const words[] = {"JSON",  "WebSocket", "HTTP",  "bytes",   "octets", "field",
                                        "champ", "hash",      "id",    "null",    "API",    "processor",
                                        "UTF-8", "boolean",   "array", "integer", "limit",  "identifiant"};
    static const char *const marks[] = {"_", "docs/", ".md", ".c", "()", "`", "{", "|"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (has_word(text, words[i]))
            return words[i];
    }
    if (typed && !has_name(text) && !strstr(text, "docs/"))
        return NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = strstr(text, marks[i]);
        if (at && !(marks[i][0] == '.' && is_letter(at[strlen(marks[i])])))
            return marks[i];
    }
    return NULL;
}

/* What docs/words.md forbids in French: no blank before ; : ! ? or inside quotes, another apostrophe. */
static bool french_wrong(const char *text)
{
    static const char open[] = "«", close[] = "»";
    for (const char *at = text; *at; at++) {
        bool ends = !at[1] || isspace((unsigned char)at[1]);
        if (strchr(";:!?", *at) && ends && at > text && is_letter(at[-1]))
            return true;
        if (strncmp(at, open, 2) == 0 && at[2] != ' ')
            return true;
        if (strncmp(at, close, 2) == 0 && (at == text || at[-1] != ' '))
            return true;
    }
    return strstr(text, "’");
}

static int wrong; /* texts found in this test: all are told */

static void wrong_say(const char *name, const char *text, const char *word)
{
    print_error("%s: \"%s\" has %s\n", name, text, word);
    wrong++;
}

static int wrong_none(void **state)
{
    (void)state;
    wrong = 0;
    return 0;
}

static void check(const char *name, const struct lan_words *say, bool typed)
{
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        const char *word = say->in[lang] ? developers_word(say->in[lang], typed) : NULL;
        if (word)
            wrong_say(name, say->in[lang], word);
    }
}

static void refusals_of_servers_are_for_players(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof server_rows / sizeof *server_rows; i++) {
        if (!is_for_programs(server_rows[i].name))
            check(server_rows[i].name, &server_rows[i].say, false);
        /* A limit has its name beside the sentence, for hosts. */
        if (strcmp(server_rows[i].code, "too-fast") == 0)
            assert_true(*server_rows[i].about);
    }
    for (size_t i = 0; i < sizeof offline_rows / sizeof *offline_rows; i++)
        check(offline_rows[i].name, &offline_rows[i].say, false);
    assert_int_equal(wrong, 0);
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
        check("a refusal of the table", &say, false);
    }
    table_destroy(table);
    assert_int_equal(wrong, 0);
}

static void help_is_for_players(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof command_rows / sizeof *command_rows; i++) {
        const struct row *row = &command_rows[i];
        if (!is_for_programmers(row->name) || strcmp(row->code, "summary") == 0)
            check(row->name, &row->say, true);
        if (row->say.in[LAN_FR] && french_wrong(row->say.in[LAN_FR]))
            wrong_say(row->name, row->say.in[LAN_FR], "(its spaces or apostrophes)");
    }
    for (size_t i = 0; i < sizeof option_rows / sizeof *option_rows; i++) {
        if (!is_for_programmers(option_rows[i].name))
            check(option_rows[i].name, &option_rows[i].say, true);
        if (french_wrong(option_rows[i].say.in[LAN_FR]))
            wrong_say(option_rows[i].name, option_rows[i].say.in[LAN_FR], "(its spaces or apostrophes)");
    }
    assert_int_equal(wrong, 0);
}

/* ---- Messages in the sources of the terminal ----------------------------------------------------------- */

enum { TEXT_MAX = 8192, FILE_MAX = 1 << 18, SENTENCE_MIN = 8 };

/* A position in a source file. */
struct reading {
    const char *file, *at;
    bool second; /* the last text followed another one after a comma: the French of a pair */
    bool paired;
};

/* Skips a comment or a character in quotes; false when there is none here. */
static bool other_skip(const char **at)
{
    if (strncmp(*at, "/*", 2) == 0) {
        const char *end = strstr(*at + 2, "*/");
        *at = end ? end + 2 : *at + strlen(*at);
        return true;
    }
    if (**at != '\'' || !(*at)[1])
        return false;
    *at += (*at)[1] == '\\' ? 4 : 3;
    return true;
}

/* Appends a literal without its quotes; leaves \n and other escapes as blanks. */
static void literal_read(const char **at, char *text, size_t *length)
{
    for ((*at)++; **at && **at != '"'; (*at)++) {
        char c = **at;
        if (c == '\\') {
            (*at)++;
            c = (char)(**at == '"' || **at == '\\' ? **at : ' ');
        }
        assert_true(*length + 1 < TEXT_MAX);
        text[(*length)++] = c;
    }
    *at += **at == '"';
}

/* The next text of a file: literals that stand one after the other are one. */
static bool literal_next(struct reading *reading, char *text)
{
    size_t length = 0;
    bool comma = false, alone = true;
    const char **at = &reading->at;
    while (**at && **at != '"') {
        if (other_skip(at))
            continue;
        comma |= **at == ',';
        alone &= **at == ',' || isspace((unsigned char)**at);
        (*at)++;
    }
    if (!**at)
        return false;
    reading->second = reading->paired && comma && alone;
    while (**at == '"') {
        literal_read(at, text, &length);
        while (isspace((unsigned char)**at) || other_skip(at))
            *at += isspace((unsigned char)**at) ? 1 : 0;
    }
    text[length] = 0;
    reading->paired = !reading->second;
    return true;
}

static void file_check(const char *name)
{
    static char source[FILE_MAX], text[TEXT_MAX];
    char path[512];
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    size_t length = fread(source, 1, sizeof source - 1, file);
    assert_true(length < sizeof source - 1);
    fclose(file);
    source[length] = 0;
    snprintf(path, sizeof path, "%s", name);
    struct reading reading = {.file = path, .at = source};
    while (literal_next(&reading, text)) {
        /* Keys, formats and names of files are no sentences; nor is what is sent to a server. */
        if (!strchr(text, ' ') || strlen(text) < SENTENCE_MIN || strstr(text, "HTTP/1.1"))
            continue;
        const char *word = developers_word(text, true);
        if (word)
            wrong_say(name, text, word);
        if (reading.second && french_wrong(text))
            wrong_say(name, text, "(its spaces or apostrophes)");
    }
}

/* Everything that is said in a terminal: by the clients, the options and the commands for players. */
static void messages_of_the_terminal_are_for_players(void **state)
{
    static const char *const folders[] = {"term", "term/lines", "shell", "cli", "fair"};
    /* Pages and numbers for programs. */
    static const char *const others[] = {"json_out.c", "cmd_layout.c", "review_html.c", NULL};
    int files = 0;
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        DIR *folder = opendir(folders[i]);
        assert_non_null(folder);
        for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
            size_t length = strlen(entry->d_name);
            char name[512];
            if (length < 3 || strcmp(entry->d_name + length - 2, ".c") != 0 ||
                is_one_of(entry->d_name, others))
                continue;
            snprintf(name, sizeof name, "%s/%s", folders[i], entry->d_name);
            file_check(name);
            files++;
        }
        closedir(folder);
    }
    assert_true(files > 30);
    assert_int_equal(wrong, 0);
}

/* The hunt itself finds what it looks for. */
static void the_hunt_finds(void **state)
{
    (void)state;
    static const char *const bad[] = {"The field seat is missing.",
                                      "Too many messages (messages_per_second).", "See docs/boards.md."};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_non_null(developers_word(bad[i], false));
        assert_non_null(developers_word(bad[i], true));
    }
    assert_null(developers_word("A good idea: fields of flowers, Jason's hashtag.", false));
    assert_non_null(developers_word("Type `?` for help.", false));
    assert_null(developers_word("Type `?` for help, or --lang en|fr.", true));
    assert_true(french_wrong("Quel fichier?") && french_wrong("L’appareil") && french_wrong("«Non»"));
    assert_false(french_wrong("Quel fichier ? http://x:1 « Non » `a:b`"));
    struct reading reading = {.file = "a test",
                              .at = "f(\"One \" /* \"no\" */ \"text.\", \"Un texte.\", 'x', \"\\\"\");"};
    char text[TEXT_MAX];
    assert_true(literal_next(&reading, text) && strcmp(text, "One text.") == 0 && !reading.second);
    assert_true(literal_next(&reading, text) && strcmp(text, "Un texte.") == 0 && reading.second);
    assert_true(literal_next(&reading, text) && strcmp(text, "\"") == 0 && !reading.second);
    assert_false(literal_next(&reading, text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(refusals_of_servers_are_for_players, wrong_none),
        cmocka_unit_test_setup(refusals_of_tables_are_for_players, wrong_none),
        cmocka_unit_test_setup(help_is_for_players, wrong_none),
        cmocka_unit_test_setup(messages_of_the_terminal_are_for_players, wrong_none),
        cmocka_unit_test_setup(the_hunt_finds, wrong_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
