/* The edges of core's small functions, from their headers: borders of words, of buffers, of ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "edition.h"
#include "meaning.h"
#include "name.h"
#include "tiny.h"
#include "write.h"

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void text_is_full_at_its_size(void **state)
{
    char buffer[4];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_text_add(&text, "abc");
    assert_false(text.cut);
    lan_text_add(&text, "");
    assert_false(text.cut);
    lan_text_add_char(&text, 'd');
    assert_true(text.cut);
    assert_string_equal(buffer, "abc");
    assert_int_equal(text.length, 3);
    lan_text_clear(&text);
    lan_text_add_char(&text, 'x');
    lan_text_add_char(&text, 'y');
    lan_text_add_char(&text, 'z');
    assert_false(text.cut);
    assert_string_equal(buffer, "xyz");
    lan_text_add(&text, "!");
    assert_true(text.cut);
    assert_string_equal(buffer, "xyz");
    text = lan_text_init(buffer, 1);
    assert_string_equal(buffer, "");
    lan_text_add_char(&text, 'a');
    assert_true(text.cut);
    assert_string_equal(buffer, "");
}

static void text_same_compares_whole_strings(void **state)
{
    (void)state;
    assert_true(lan_text_same("tandem, other", 6, "tandem"));
    assert_false(lan_text_same("tandem", 5, "tandem"));
    assert_false(lan_text_same("tandem", 6, "tande"));
    assert_false(lan_text_same("tandem", 6, "tandum"));
    assert_true(lan_text_same("x", 0, ""));
}

static void numbers_are_read_to_their_ends(void **state)
{
    static const char *const bad[] = {"/1", ":1",          "1/",           "1:",  "1-", "--1",
                                      "-",  "12345678901", "-12345678901", "0x1", "1 "};
    static const struct {
        const char *text;
        int32_t value;
    } good[] = {{"0", 0}, {"-0", 0},  {"9", 9},          {"-9", -9},
                {"1", 1}, {"10", 10}, {"0000000007", 7}, {"2147483646", 2147483646}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int32_t value = 77;
        assert_false(lan_text_parse_int(bad[i], strlen(bad[i]), &value));
        assert_int_equal(value, 77);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int32_t value = 77;
        assert_true(lan_text_parse_int(good[i].text, strlen(good[i].text), &value));
        assert_int_equal(value, good[i].value);
    }
    int32_t value;
    assert_true(lan_text_parse_int("123", 2, &value) && value == 12);
}

/* The id of a value is its word, or its number counted from the first. */
static void values_are_parsed_whole(void **state)
{
    static const struct lan_type rows[] = {{"seat", 8, 1, NULL}, {"number", 3, 0, NULL}};
    static const struct lan_game game = {.types = rows, .type_count = 2};
    static const char *const bad[] = {"", "x", "1x", "-", "-1", "99", "12345678901"};
    (void)state;
    for (int type = 0; type < 2; type++) {
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            int value = 77;
            assert_false(lan_value_parse(&game, type, bad[i], strlen(bad[i]), &value));
            assert_int_equal(value, 77);
        }
        for (int value = -1; value <= rows[type].count; value++) {
            char id[16];
            int parsed = 77;
            bool is_value = value >= 0 && value < rows[type].count;
            snprintf(id, sizeof id, "%d", value + rows[type].first);
            assert_int_equal(lan_value_parse(&game, type, id, strlen(id), &parsed), is_value);
            assert_int_equal(parsed, is_value ? value : 77);
        }
    }
}

static void hexadecimal_has_small_digits_alone(void **state)
{
    static const char *const bad[] = {
        "", "0", "000", "0g", "g0", "0/", "/0", "0:", ":0", "0`", "`0", "0A", "A0", "0@", " 0"};
    uint8_t byte = 0, three[3];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(lan_text_parse_hex(bad[i], &byte, 1));
    for (int value = 0; value < 256; value++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", (unsigned)value);
        assert_true(lan_text_parse_hex(digits, &byte, 1));
        assert_int_equal(byte, value);
    }
    assert_true(lan_text_parse_hex("0a9ff0", three, 3));
    assert_int_equal(three[0], 0x0a);
    assert_int_equal(three[1], 0x9f);
    assert_int_equal(three[2], 0xf0);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static void named(enum lan_lang lang, const char *before, const char *name, const char *expected)
{
    char buffer[64];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    lan_text_add(&text, before);
    lan_name_add(&text, lang, name);
    assert_string_equal(buffer, expected);
}

static void de_is_short_before_a_vowel(void **state)
{
    static const char *const vowels[] = {
        "Ada",  "eve", "Io", "ovide",  "Ulysse", "à",    "Âge", "æ",  "Éric", "è", "Ê", "ë",
        "îlot", "Ï",   "ô",  "Ö",      "œ",      "Ù",    "û",   "ü",  "á",    "Á", "í", "Í",
        "ó",    "Ó",   "ú",  "Úrsula", "Yvonne", "yves", "Ysé", "Ys", "yv",   "Ä", "À", "Û"};
    static const char *const others[] = {"Bob", "Hugo",  "Yann",  "yeti", "Y", "y",
                                         "Zoé", "Çelik", "ñandú", "yé",   "1", ""};
    char expected[64];
    (void)state;
    for (size_t i = 0; i < sizeof vowels / sizeof *vowels; i++) {
        snprintf(expected, sizeof expected, "main d'%s", vowels[i]);
        named(LAN_FR, "main de ", vowels[i], expected);
        snprintf(expected, sizeof expected, "main de %s", vowels[i]);
        named(LAN_EN, "main de ", vowels[i], expected);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(expected, sizeof expected, "main de %s", others[i]);
        named(LAN_FR, "main de ", others[i], expected);
    }
    named(LAN_FR, "de ", "Ada", "d'Ada");
    named(LAN_FR, "De ", "Ada", "D'Ada");
    named(LAN_FR, "mode ", "Ada", "mode Ada");
    named(LAN_FR, "e ", "Ada", "e Ada");
    named(LAN_FR, "du ", "Ada", "du Ada");
    named(LAN_FR, "le ", "Ada", "le Ada");
    named(LAN_FR, "ide", "Ada", "ideAda");
    named(LAN_FR, "", "Ada", "Ada");
}

static void a_text_that_was_cut_keeps_its_end(void **state)
{
    char buffer[4];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_text_add(&text, "de la");
    lan_name_add(&text, LAN_FR, "Ada");
    assert_string_equal(buffer, "de ");
}

/* ---- Editions ------------------------------------------------------------------------------------------ */

static const struct lan_spelling spellings[] = {
    {"", "x"},        {"axe", "hache"}, {"zone", "zinc"}, {"Vue", "zéro"}, {"ami", "Zoé"},
    {"tour", "épée"}, {"pas.", "non"},  {"b", "c"},       {"mot", "azur"}, {"nez", "bec"}};
static const struct lan_edition edition = {LAN_FR, 10, spellings};

static void spelt(const char *const *names, const char *text, const char *expected)
{
    struct lan_reader reader = {.lang = LAN_FR, .edition = &edition, .names = names};
    char buffer[LAN_SAY_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    lan_spell(&reader, text, &out);
    assert_string_equal(buffer, expected);
}

static void words_of_an_edition_end_at_borders(void **state)
{
    (void)state;
    spelt(NULL, "axe", "hache");
    spelt(NULL, "axe axe", "hache hache");
    spelt(NULL, "(axe)", "(hache)");
    spelt(NULL, "l'axe-axe.", "l'hache-hache.");
    /* Whatever stands on either side: letters of both cases, their ends, digits, accents. */
    for (const char *side = "azAZ09m\xc3"; *side; side++) {
        char text[8];
        snprintf(text, sizeof text, "%caxe", *side);
        spelt(NULL, text, text);
        snprintf(text, sizeof text, "axe%c", *side);
        spelt(NULL, text, text);
    }
    /* The characters next to letters and digits in ASCII are borders. */
    for (const char *side = "@[`{/:"; *side; side++) {
        char text[8], expected[12];
        snprintf(text, sizeof text, "%caxe", *side);
        snprintf(expected, sizeof expected, "%chache", *side);
        spelt(NULL, text, expected);
        snprintf(text, sizeof text, "axe%c", *side);
        snprintf(expected, sizeof expected, "hache%c", *side);
        spelt(NULL, text, expected);
    }
    spelt(NULL, "axi ax ane", "axi ax ane");
    spelt(NULL, "b B bb ab", "c C bb ab");
    /* A text that does not end in a letter needs no border there. */
    spelt(NULL, "pas.suite", "nonsuite");
}

static void an_edition_keeps_capitals(void **state)
{
    (void)state;
    spelt(NULL, "Axe, Zone, Mot, Nez", "Hache, Zinc, Azur, Bec");
    spelt(NULL, "AXE aXe", "AXE aXe");
    spelt(NULL, "Vue vue", "zéro vue");
    spelt(NULL, "Ami ami", "Zoé Zoé");
    spelt(NULL, "Tour tour", "épée épée");
    spelt(NULL, "Mot mot Zone zone", "Azur azur Zinc zinc");
}

static void names_of_seats_are_left_alone(void **state)
{
    static const char *const people[LAN_SEATS_MAX] = {"", NULL, "axe", "Zone 4", "Mot"};
    (void)state;
    spelt(people, "axe", "axe");
    spelt(people, "Axe", "Hache");
    spelt(people, "Zone 4 : zone 4, Zone 5, zone", "Zone 4 : zinc 4, Zinc 5, zinc");
    spelt(people, "Mot mot Mots", "Mot azur Mots");
    spelt(people, "nez", "bec");
}

static void other_readers_read_the_games_words(void **state)
{
    struct lan_reader reader = {.lang = LAN_FR, .edition = &edition};
    (void)state;
    assert_string_equal(lan_spell_word(&reader, "axe"), "hache");
    assert_string_equal(lan_spell_word(&reader, "nez"), "bec");
    assert_string_equal(lan_spell_word(&reader, "axes"), "axes");
    reader.lang = LAN_EN;
    assert_string_equal(lan_spell_word(&reader, "axe"), "axe");
    reader.edition = NULL;
    assert_string_equal(lan_spell_word(&reader, "axe"), "axe");
    char buffer[8];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    lan_spell(&reader, "axe", &out);
    assert_string_equal(buffer, "axe");
}

/* ---- Options and clauses ------------------------------------------------------------------------------- */

static const struct lan_word flavours[] = {
    {"plain", {{"plain", "nature"}}}, {"sweet", {{"sweet", "sucre"}}}, {"hot", {{"hot", "fort"}}}};
static const struct lan_option options[] = {
    {.name = "flavour", .type = LAN_OPTION_CHOICE, .count = 3, .choices = flavours, .clause = "XX-2"},
    {.name = "size", .type = LAN_OPTION_NUMBER, .min = -2, .max = 5, .standard = 3},
    {.name = "label", .type = LAN_OPTION_TEXT, .max = 4, .standard_text = "four", .clause = "XX-1"},
    {.name = "note", .type = LAN_OPTION_TEXT, .max = 2, .standard_text = ""},
};
static const struct lan_clause clauses[] = {{0}, {"XX-1", {{"a", "b"}}}, {"XX-2", {{"c", "d"}}}};

static bool compile_nothing(struct lan_rules *rules, struct lan_problem *problem)
{
    (void)rules, (void)problem;
    return true;
}

static const struct lan_game shop = {
    .name = "shop",
    .seats_min = 2,
    .seats_max = 4,
    .options = options,
    .clauses = clauses,
    .option_count = 4,
    .clause_count = 3,
    .rules_size = sizeof(struct lan_rules),
    .compile = compile_nothing,
};

static void set(const char *name, const char *value, uint64_t given, const char *written)
{
    struct lan_config config;
    struct lan_problem problem;
    char buffer[32];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    lan_config_init(&shop, 2, &config);
    assert_true(lan_config_set(&shop, &config, name, value, &problem));
    assert_true(config.given == given);
    lan_option_value(&shop, &config, lan_option_find(&shop, name, strlen(name)), &text);
    assert_string_equal(buffer, written);
    /* All others have their defaults. */
    assert_true(given == 1 || config.value[0] == 0);
    assert_true(given == 2 || config.value[1] == 3);
    assert_true(given == 4 || strcmp(lan_config_text(&config, 2), "four") == 0);
    assert_true(given == 8 || strcmp(lan_config_text(&config, 3), "") == 0);
}

static void refused(const char *name, const char *value, int option, int clause, const char *en)
{
    struct lan_config config, before;
    struct lan_problem problem;
    lan_config_init(&shop, 2, &config);
    before = config;
    assert_false(lan_config_set(&shop, &config, name, value, &problem));
    assert_memory_equal(&config, &before, sizeof config);
    assert_int_equal(problem.option, option);
    assert_int_equal(problem.clause, clause);
    assert_string_equal(problem.say[LAN_EN], en);
}

static void options_take_what_is_in_their_bounds(void **state)
{
    (void)state;
    set("flavour", "plain", 1, "plain");
    set("flavour", "hot", 1, "hot");
    set("size", "-2", 2, "-2");
    set("size", "5", 2, "5");
    set("size", "0", 2, "0");
    set("label", "abcd", 4, "abcd");
    set("label", "", 4, "");
    set("note", "ab", 8, "ab");
    refused("flavour", "mild", 0, 2, "Values of the option flavour: plain, sweet, hot");
    refused("flavour", "hotter", 0, 2, "Values of the option flavour: plain, sweet, hot");
    refused("size", "-3", 1, 0, "Values of the option size: -2..5");
    refused("size", "6", 1, 0, "Values of the option size: -2..5");
    refused("label", "abcde", 2, 1, "This text is too long for the option label");
    refused("note", "abc", 3, 0, "This text is too long for the option note");
    refused("flav", "hot", -1, 0, "This game has no option called flav");
    refused("flavours", "hot", -1, 0, "This game has no option called flavours");
}

static void seats_and_clauses_are_found(void **state)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    (void)state;
    for (int seats = 0; seats <= 6; seats++) {
        lan_config_init(&shop, seats, &config);
        assert_int_equal(lan_compile(&shop, &config, &rules.base, &problem), seats >= 2 && seats <= 4);
        if (seats >= 2 && seats <= 4)
            assert_int_equal(rules.base.seats, seats);
        else
            assert_string_equal(problem.say[LAN_FR], "Nombre de joueurs de ce jeu : 2-4");
    }
    assert_int_equal(lan_clause_find(&shop, "XX-1"), 1);
    assert_int_equal(lan_clause_find(&shop, "XX-2"), 2);
    assert_int_equal(lan_clause_find(&shop, "XX-3"), 0);
    assert_int_equal(lan_option_find(&shop, "size of it", 4), 1);
    assert_int_equal(lan_option_find(&shop, "size", 3), -1);
}

static void games_are_found_by_name_and_version(void **state)
{
    int count = 0;
    (void)state;
    for (const struct lan_game *const *game = lan_games(); *game; game++, count++) {
        assert_ptr_equal(lan_game_find((*game)->name, (*game)->version), *game);
        const struct lan_game *newest = lan_game_find((*game)->name, 0);
        assert_true(newest && newest->version >= (*game)->version);
        assert_int_equal(lan_game_newest(*game), newest == *game);
        assert_null(lan_game_find((*game)->name, newest->version + 1));
        /* A table of meanings belongs to the game of that name, and begins with a path. */
        const struct lan_meaning *table = lan_game_meanings(*game);
        assert_ptr_equal(table, lan_game_meanings(newest));
        assert_true(!table || lan_meaning_find(table, table->path) == table);
        for (const struct lan_game *const *other = lan_games(); table && *other; other++)
            assert_true((lan_game_meanings(*other) == table) == (strcmp((*other)->name, (*game)->name) == 0));
    }
    assert_true(count > 2);
    assert_null(lan_game_find("xyzzy", 0));
    assert_null(lan_game_find("", 1));
    assert_non_null(lan_game_meanings(lan_game_find("manor", 0)));
    assert_non_null(lan_game_meanings(lan_game_find("shadow-hunters", 0)));
    assert_non_null(lan_game_meanings(lan_game_find("shy-monsters", 0)));
    assert_non_null(lan_game_meanings(lan_game_find("treasure-hunters", 0)));
    assert_null(lan_game_meanings(&tiny_game));
}

static void paths_fit_their_meanings(void **state)
{
    static const struct lan_meaning table[] = {{"turn", "a"},           {"seats[].hand", "b"},
                                               {"seats[].hand.*", "c"}, {"cards.*.owner", "d"},
                                               {"rows.*[]", "e"},       {NULL, NULL}};
    static const struct {
        const char *path, *says;
    } rows[] = {{"turn", "a"},
                {"turns", NULL},
                {"tur", NULL},
                {"", NULL},
                {"seats[].hand", "b"},
                {"seats[].hand.basic", "c"},
                {"seats[].hand.", NULL},
                {"seats[].hand.a.b", NULL},
                {"seats[].hands", NULL},
                {"cards.x.owner", "d"},
                {"cards.xyz.owner", "d"},
                {"cards.x.owners", NULL},
                {"cards.x", NULL},
                {"rows.top[]", "e"},
                {"rows.top", NULL},
                {"rows.top[].x", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct lan_meaning *found = lan_meaning_find(table, rows[i].path);
        assert_true((found == NULL) == (rows[i].says == NULL));
        if (found)
            assert_string_equal(found->says, rows[i].says);
    }
}

/* ---- Events -------------------------------------------------------------------------------------------- */

/* Each of the six arguments that can name who is told, as a seat and as a mask of seats. */
static void events_are_told_by_their_arguments(void **state)
{
    struct lan_event_kind kind = {.name = "e", .args = 7};
    struct lan_game game = {.event_kinds = &kind, .event_kind_count = 1};
    struct lan_event told;
    (void)state;
    for (int i = 0; i < 7; i++)
        kind.arg[i] = (struct lan_arg){.name = "x", .told = LAN_TO_ALL};
    for (int arg = 0; arg < 6; arg++) {
        for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
            struct lan_event event = {.clause = 1, .arg = {-1, -1, -1, -1, -1, -1, 9}};
            event.arg[arg] = (int16_t)seat;
            kind.told = (uint16_t)LAN_TO_SEAT(arg);
            for (int viewer = 0; viewer <= LAN_WATCHER; viewer++)
                assert_int_equal(lan_event_tell(&game, &event, viewer, &told), viewer == seat);
            struct lan_event masked = {.clause = 1};
            masked.arg[arg] = (int16_t)(1 << seat | 1 << (seat + 3) % 8);
            kind.told = (uint16_t)LAN_TO_MASK(arg);
            for (int viewer = 0; viewer <= LAN_WATCHER; viewer++)
                assert_int_equal(lan_event_tell(&game, &masked, viewer, &told),
                                 viewer < LAN_SEATS_MAX && (viewer == seat || viewer == (seat + 3) % 8));
        }
    }
    kind.told = LAN_TO_WATCHER;
    kind.arg[6].told = LAN_TO_NOBODY;
    struct lan_event event = {.clause = 1, .arg = {5, 0, 0, 0, 0, 0, 9}};
    assert_false(lan_event_tell(&game, &event, 5, &told));
    assert_true(lan_event_tell(&game, &event, LAN_WATCHER, &told));
    assert_int_equal(told.arg[0], 5);
    assert_int_equal(told.arg[6], LAN_HIDDEN);
}

static void one_final_event_forbids_an_undo(void **state)
{
    static const struct lan_event_kind kinds[] = {{.name = "a", .undo = LAN_UNDO},
                                                  {.name = "b", .undo = LAN_FINAL},
                                                  {.name = "c", .undo = LAN_UNDO_ANY}};
    static const struct lan_game game = {.event_kinds = kinds, .event_kind_count = 3};
    static struct lan_events events;
    (void)state;
    assert_true(lan_events_undoable(&game, &events));
    for (int at = 0; at < 3; at++) {
        events.count = 3;
        for (int i = 0; i < 3; i++)
            events.event[i].kind = i == at ? 1 : i == 0 ? 0 : 2;
        assert_false(lan_events_undoable(&game, &events));
        events.event[at].kind = 2;
        assert_true(lan_events_undoable(&game, &events));
    }
}

/* ---- Sentences ----------------------------------------------------------------------------------------- */

static const struct lan_word things[] = {{"pot", {{"a pot", "un pot"}}}, {"pan", {{"a pan", "une poêle"}}}};
static const struct lan_type types[] = {
    {"seat", 8, 1, NULL}, {"number", 256, 0, NULL}, {"thing", 2, 0, things}, {"step", 9, 1, NULL}};
static const struct lan_event_kind said_kinds[] = {
    {"gives",
     LAN_UNDO,
     LAN_TO_ALL,
     4,
     {{"from", LAN_TYPE_SEAT, LAN_TO_ALL},
      {"to", LAN_TYPE_SEAT, LAN_TO_ALL},
      {"what", 2, LAN_TO_ALL},
      {"n", 3, LAN_TO_ALL}},
     {{"{from!You give|* gives} {to!you|*|yourself}[ {what}][, {n} {n?step:steps}].",
       "{from!Tu donnes|* donne} à {to!toi|*|toi-même}[ {what}][, {n} {n?pas:pas.}]."}}},
    {"weighs",
     LAN_UNDO,
     LAN_TO_ALL,
     1,
     {{"n", LAN_TYPE_NUMBER, LAN_TO_ALL}},
     {{"{n} {n?pound:pounds}!", "{n} {n?livre:livres} !"}}},
};
static const struct lan_game kitchen = {
    .types = types, .event_kinds = said_kinds, .type_count = 4, .event_kind_count = 2};

static void said(const int16_t *arg, int kind, int reader, enum lan_lang lang, const char *expected)
{
    static const char *const people[LAN_SEATS_MAX] = {"Ada", "Bob", "Eve"};
    struct lan_event event = {.kind = (uint16_t)kind, .clause = 1};
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    memcpy(event.arg, arg, 4 * sizeof *arg);
    lan_event_say(&kitchen, &event, lang, people, reader, &text);
    assert_string_equal(buffer, expected);
}

static void sentences_have_a_form_for_each_reader(void **state)
{
    (void)state;
    said((int16_t[]){0, 1, 0, 0}, 0, LAN_WATCHER, LAN_EN, "Ada gives Bob a pot, 1 step.");
    said((int16_t[]){0, 1, 1, 1}, 0, 0, LAN_EN, "You give Bob a pan, 2 steps.");
    said((int16_t[]){0, 1, 1, 1}, 0, 1, LAN_FR, "Ada donne à toi une poêle, 2 pas..");
    said((int16_t[]){2, 2, 1, 0}, 0, 2, LAN_EN, "You give yourself a pan, 1 step.");
    said((int16_t[]){2, 2, 1, 0}, 0, 1, LAN_FR, "Eve donne à Eve une poêle, 1 pas.");
    said((int16_t[]){2, 0, LAN_HIDDEN, 0}, 0, 0, LAN_EN, "Eve gives you, 1 step.");
    said((int16_t[]){2, 0, 0, LAN_HIDDEN}, 0, 0, LAN_EN, "Eve gives you a pot.");
    said((int16_t[]){2, 0, LAN_HIDDEN, LAN_HIDDEN}, 0, 0, LAN_FR, "Eve donne à toi.");
    said((int16_t[]){1, 0, 0, 0}, 1, 0, LAN_EN, "1 pound!");
    said((int16_t[]){-1, 0, 0, 0}, 1, 0, LAN_EN, "-1 pound!");
    said((int16_t[]){0, 0, 0, 0}, 1, 0, LAN_EN, "0 pounds!");
    said((int16_t[]){0, 0, 0, 0}, 1, 0, LAN_FR, "0 livre !");
    said((int16_t[]){-2, 0, 0, 0}, 1, 0, LAN_FR, "-2 livres !");
    said((int16_t[]){2, 0, 0, 0}, 1, 0, LAN_FR, "2 livres !");
}

static void rule_said(const char *flavour, const char *template, const char *expected)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    char buffer[LAN_RULE_TEXT_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    struct lan_words words = {{template, template}};
    lan_config_init(&shop, 2, &config);
    assert_true(lan_config_set(&shop, &config, "flavour", flavour, &problem));
    assert_true(lan_compile(&shop, &config, &rules.base, &problem));
    lan_rule_say(&rules.base, &words, LAN_FR, &text);
    assert_string_equal(buffer, expected);
}

static void texts_of_the_rules_follow_the_options(void **state)
{
    (void)state;
    rule_said("hot", "<{flavour=hot?Take care|Enjoy}>{size}.", "<Take care>3.");
    rule_said("sweet", "<{flavour=hot?Take care|Enjoy}>{size}.", "<Enjoy>3.");
    rule_said("hot", "{flavour=sweet?|x}{flavour=hot?|y}{flavour=hot?z|}", "xz");
    /* An option that this version does not have counts as having another choice. */
    rule_said("hot", "a{colour=red?b|c}d", "acd");
    rule_said("plain", "{flavour=plai?b|c}{flavour=plain?d|e}", "cd");
}

static void problems_and_reasons_are_in_both_languages(void **state)
{
    struct lan_problem problem;
    static struct lan_advice advice;
    (void)state;
    lan_problem_set(&problem, 4, 7, "no", "non");
    assert_int_equal(problem.option, 4);
    assert_int_equal(problem.clause, 7);
    assert_string_equal(problem.say[LAN_EN], "no");
    assert_string_equal(problem.say[LAN_FR], "non");
    lan_advice_reason(&advice, "why", "pourquoi");
    assert_string_equal(advice.reason[LAN_EN], "why");
    assert_string_equal(advice.reason[LAN_FR], "pourquoi");
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void control_characters_are_escaped(void **state)
{
    char buffer[32];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_json_string(&text, "\x01\x1f \"\\~\x7f");
    assert_string_equal(buffer, "\"\\u0001\\u001f \\\"\\\\~\x7f\"");
    lan_text_clear(&text);
    lan_json_string(&text, "a\x10z");
    assert_string_equal(buffer, "\"a\\u0010z\"");
}

static void items_are_separated_at_every_depth(void **state)
{
    char buffer[128];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    struct lan_json json;
    struct lan_writer *w = &json.base;
    (void)state;
    lan_json_init(&json, &text);
    assert_false(w->unaided);
    w->open_array(w, NULL);
    w->open_array(w, NULL);
    w->close(w);
    w->open_object(w, NULL);
    w->string(w, "a", "b");
    w->flag(w, "c", false);
    w->none(w, "d");
    lan_json_value(&json, "e", "[1]");
    w->close(w);
    w->number(w, NULL, INT64_MIN);
    w->close(w);
    assert_string_equal(buffer, "[[],{\"a\":\"b\",\"c\":false,\"d\":null,\"e\":[1]},-9223372036854775808]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_full_at_its_size),
        cmocka_unit_test(text_same_compares_whole_strings),
        cmocka_unit_test(numbers_are_read_to_their_ends),
        cmocka_unit_test(values_are_parsed_whole),
        cmocka_unit_test(hexadecimal_has_small_digits_alone),
        cmocka_unit_test(de_is_short_before_a_vowel),
        cmocka_unit_test(a_text_that_was_cut_keeps_its_end),
        cmocka_unit_test(words_of_an_edition_end_at_borders),
        cmocka_unit_test(an_edition_keeps_capitals),
        cmocka_unit_test(names_of_seats_are_left_alone),
        cmocka_unit_test(other_readers_read_the_games_words),
        cmocka_unit_test(options_take_what_is_in_their_bounds),
        cmocka_unit_test(seats_and_clauses_are_found),
        cmocka_unit_test(games_are_found_by_name_and_version),
        cmocka_unit_test(paths_fit_their_meanings),
        cmocka_unit_test(events_are_told_by_their_arguments),
        cmocka_unit_test(one_final_event_forbids_an_undo),
        cmocka_unit_test(sentences_have_a_form_for_each_reader),
        cmocka_unit_test(texts_of_the_rules_follow_the_options),
        cmocka_unit_test(problems_and_reasons_are_in_both_languages),
        cmocka_unit_test(control_characters_are_escaped),
        cmocka_unit_test(items_are_separated_at_every_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
