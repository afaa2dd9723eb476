/* Texts, sentences, JSON, options and the serial order, on the tiny game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "edition.h"
#include "tiny.h"
#include "write.h"

static const char *const names[LAN_SEATS_MAX] = {"Ada", "Bob", "Eve", "", "", "", "", ""};

static void text_never_overflows(void **state)
{
    char buffer[8];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_text_add(&text, "12345");
    assert_false(text.cut);
    lan_text_add(&text, "6789");
    assert_true(text.cut);
    assert_string_equal(buffer, "1234567");
    lan_text_clear(&text);
    assert_string_equal(buffer, "");
    assert_false(text.cut);
}

static void text_writes_numbers(void **state)
{
    char buffer[64];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_text_add_int(&text, INT64_MIN);
    lan_text_add_char(&text, ' ');
    lan_text_add_int(&text, 0);
    lan_text_add_char(&text, ' ');
    lan_text_add_int(&text, INT64_MAX);
    assert_string_equal(buffer, "-9223372036854775808 0 9223372036854775807");
}

static void text_reads_numbers(void **state)
{
    static const char *const bad[] = {"", "-", "+1", "1a", " 1", "2147483648", "-2147483649", "99999999999"};
    int32_t value = 0;
    (void)state;
    assert_true(lan_text_parse_int("2147483647", 10, &value) && value == INT32_MAX);
    assert_true(lan_text_parse_int("-2147483648", 11, &value) && value == INT32_MIN);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(lan_text_parse_int(bad[i], strlen(bad[i]), &value));
}

static void say(const struct lan_event *event, enum lan_lang lang, const char *expected)
{
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    lan_event_say(&tiny_game, event, lang, names, LAN_WATCHER, &text);
    assert_string_equal(buffer, expected);
}

static void say_has_plurals(void **state)
{
    struct lan_event event = {.kind = TINY_EVENT_ROLLED, .clause = TI_T3, .arg = {1, 0}};
    (void)state;
    say(&event, LAN_EN, "The die shows 1: Bob gains 1 point.");
    say(&event, LAN_FR, "Le dé montre 1 : Bob gagne 1 point.");
    event.arg[1] = 2;
    say(&event, LAN_EN, "The die shows 3: Bob gains 3 points.");
    say(&event, LAN_FR, "Le dé montre 3 : Bob gagne 3 points.");
}

/* None is many in English and one in French. */
static void say_counts_none(void **state)
{
    static const struct lan_type types[] = {{"seat", 8, 1, NULL}, {"number", 256, 0, NULL}};
    static const struct lan_event_kind kinds[] = {{"n",
                                                   0,
                                                   LAN_TO_ALL,
                                                   1,
                                                   {{"n", LAN_TYPE_NUMBER, LAN_TO_ALL}},
                                                   {{"{n} {n?point:points}", "{n} {n?point:points}"}}}};
    static const struct lan_game game = {
        .types = types, .event_kinds = kinds, .type_count = 2, .event_kind_count = 1};
    static const char *const expected[3][LAN_LANGS] = {
        {"0 points", "0 point"}, {"1 point", "1 point"}, {"2 points", "2 points"}};
    (void)state;
    for (int16_t n = 0; n < 3; n++) {
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char buffer[LAN_SAY_MAX];
            struct lan_text text = lan_text_init(buffer, sizeof buffer);
            struct lan_event event = {.arg = {n}};
            lan_event_say(&game, &event, (enum lan_lang)lang, names, LAN_WATCHER, &text);
            assert_string_equal(buffer, expected[n][lang]);
        }
    }
}

/* The tiny game lets a seat strike itself: a sentence with the reader in both places. */
static void say_addresses_the_reader(void **state)
{
    static const struct {
        int16_t seat, target;
        int reader;
        const char *said[LAN_LANGS];
    } rows[] = {
        {0, 1, LAN_WATCHER, {"Ada strikes Bob.", "Ada frappe Bob."}},
        {0, 1, 2, {"Ada strikes Bob.", "Ada frappe Bob."}},
        {0, 1, 0, {"You strike Bob.", "Tu frappes Bob."}},
        {0, 1, 1, {"Ada strikes you.", "Ada te frappe."}},
        {0, 0, 0, {"You strike yourself.", "Tu te frappes."}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            char buffer[LAN_SAY_MAX];
            struct lan_text text = lan_text_init(buffer, sizeof buffer);
            struct lan_event event = {.kind = TINY_EVENT_STRUCK, .arg = {rows[i].seat, rows[i].target}};
            lan_event_say(&tiny_game, &event, (enum lan_lang)lang, names, rows[i].reader, &text);
            assert_string_equal(buffer, rows[i].said[lang]);
        }
    }
}

static void an_edition_changes_whole_words_and_no_names(void **state)
{
    static const struct lan_spelling rows[] = {
        {"un Shadow", "une Ombre"}, {"Shadow", "Ombre"}, {"Vision", "Ermite"}};
    static const struct lan_edition edition = {LAN_FR, 3, rows};
    static const char *const people[LAN_SEATS_MAX] = {"Ada", "Vision"};
    struct lan_reader reader = {.lang = LAN_FR, .edition = &edition};
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_spell(&reader, "Un Shadow, des Shadows, Visionnaire : Vision.", &text);
    assert_string_equal(buffer, "Une Ombre, des Shadows, Visionnaire : Ermite.");
    lan_text_clear(&text);
    reader.names = people;
    lan_spell(&reader, "Vision a un Shadow.", &text);
    assert_string_equal(buffer, "Vision a une Ombre.");
    lan_text_clear(&text);
    reader.lang = LAN_EN;
    lan_spell(&reader, "a Shadow", &text);
    assert_string_equal(buffer, "a Shadow");
    assert_string_equal(lan_spell_word(&reader, "Vision"), "Vision");
}

static void say_leaves_out_what_is_hidden(void **state)
{
    struct lan_event event = {.kind = TINY_EVENT_DEALT, .clause = TI_S1, .arg = {1, TINY_SWORD}}, told;
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    assert_true(lan_event_tell(&tiny_game, &event, 1, &told));
    say(&told, LAN_EN, "Bob is dealt a card: sword.");
    assert_true(lan_event_tell(&tiny_game, &event, LAN_WATCHER, &told));
    assert_int_equal(told.arg[1], LAN_HIDDEN);
    say(&told, LAN_FR, "Bob reçoit une carte.");
    lan_event_write(&tiny_game, &told, &text);
    assert_string_equal(buffer, "dealt seat=2 card=?");
}

static void events_are_told_to_nobody_else(void **state)
{
    struct lan_event event = {.kind = TINY_EVENT_BET, .clause = TI_S2, .arg = {2, TINY_HIT}}, told;
    (void)state;
    assert_true(lan_event_tell(&tiny_game, &event, 2, &told));
    assert_false(lan_event_tell(&tiny_game, &event, 0, &told));
    assert_false(lan_event_tell(&tiny_game, &event, LAN_WATCHER, &told));
}

static void json_is_escaped(void **state)
{
    static const char nasty[] = "a\"b\\c\n\t\x01 é </script>";
    char buffer[256];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    (void)state;
    lan_json_string(&text, nasty);
    json_t *parsed = json_loads(buffer, JSON_DECODE_ANY, NULL);
    assert_non_null(parsed);
    assert_string_equal(json_string_value(parsed), nasty);
    json_decref(parsed);
}

static void json_nests(void **state)
{
    char buffer[256];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    struct lan_json json;
    struct lan_writer *w = &json.base;
    (void)state;
    lan_json_init(&json, &text);
    w->open_object(w, NULL);
    w->number(w, "n", -5);
    w->open_array(w, "list");
    w->none(w, NULL);
    w->flag(w, NULL, true);
    w->open_object(w, NULL);
    w->close(w);
    w->close(w);
    lan_write_value(w, "card", &tiny_game, TINY_TYPE_CARD, TINY_SWORD);
    lan_write_value(w, "seat", &tiny_game, LAN_TYPE_SEAT, 0);
    lan_write_value(w, "hidden", &tiny_game, TINY_TYPE_CARD, LAN_HIDDEN);
    w->close(w);
    assert_string_equal(buffer,
                        "{\"n\":-5,\"list\":[null,true,{}],\"card\":\"sword\",\"seat\":1,\"hidden\":null}");
}

static void refuse(const char *name, const char *value, const char *en, const char *fr)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&tiny_game, 2, &config);
    assert_false(lan_config_set(&tiny_game, &config, name, value, &problem));
    assert_string_equal(problem.say[LAN_EN], en);
    assert_string_equal(problem.say[LAN_FR], fr);
    assert_int_equal(config.given, 0);
}

static void options_are_checked(void **state)
{
    (void)state;
    refuse("colour", "red", "This game has no option called colour", "Ce jeu n'a pas d'option nommée colour");
    refuse("rounds", "3", "Values of the option rounds: 1..2", "Valeurs possibles de l'option rounds: 1..2");
    refuse("rounds", "", "Values of the option rounds: 1..2", "Valeurs possibles de l'option rounds: 1..2");
    refuse("bets", "open", "Values of the option bets: sealed, none",
           "Valeurs possibles de l'option bets: sealed, none");
}

static void seats_are_checked(void **state)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    (void)state;
    for (int seats = 0; seats <= LAN_SEATS_MAX; seats++) {
        lan_config_init(&tiny_game, seats, &config);
        assert_int_equal(lan_compile(&tiny_game, &config, &rules.base, &problem), seats == 2 || seats == 3);
    }
    assert_string_equal(problem.say[LAN_EN], "Players in this game: 2-3");
}

static void expect_next(const struct lan_rules *rules, const struct lan_state *state,
                        struct lan_cursor *cursor, int seat, bool optional)
{
    struct lan_asked asked = lan_next(rules, state, cursor);
    assert_int_equal(asked.seat, seat);
    assert_int_equal(asked.optional, optional);
}

/*
 * Three swords: each may show its own. They are asked from the active seat on, again after each public
 * change.
 */
static void next_asks_in_order(void **state)
{
    static union lan_rules_buf buf;
    static union lan_state_buf game;
    struct lan_rules *rules = &buf.base;
    struct lan_state *now = (struct lan_state *)&game;
    struct lan_config config;
    struct lan_problem problem;
    struct lan_cursor cursor;
    (void)state;
    lan_config_init(&tiny_game, 3, &config);
    assert_true(lan_config_set(&tiny_game, &config, "bets", "none", &problem));
    assert_true(lan_compile(&tiny_game, &config, rules, &problem));
    tiny_game.setup(rules, now);
    lan_cursor_init(&cursor);
    for (int i = 0; i < 3; i++) {
        expect_next(rules, now, &cursor, LAN_CHANCE, false);
        assert_false(lan_apply(rules, now, LAN_CHANCE, LAN_ACTION(TINY_ACTION_DEAL, TINY_SWORD, 0, 0), NULL));
    }
    expect_next(rules, now, &cursor, 0, true);
    lan_decline(&cursor, 0);
    expect_next(rules, now, &cursor, 1, true);
    lan_decline(&cursor, 1);
    expect_next(rules, now, &cursor, 2, true);
    lan_decline(&cursor, 2);
    expect_next(rules, now, &cursor, 0, false);
    assert_false(lan_apply(rules, now, 0, LAN_ACTION(TINY_ACTION_REST, 0, 0, 0), NULL));
    expect_next(rules, now, &cursor, 1, true);
    assert_false(lan_apply(rules, now, 1, LAN_ACTION(TINY_ACTION_REVEAL, 0, 0, 0), NULL));
    expect_next(rules, now, &cursor, 2, true);
    lan_decline(&cursor, 2);
    expect_next(rules, now, &cursor, 0, true);
    lan_decline(&cursor, 0);
    expect_next(rules, now, &cursor, 1, false);
}

/*
 * Declining is no action: a game in which everybody always declines is no longer than one without the
 * question.
 */
static void playout_counts_actions(void **state)
{
    static union lan_rules_buf buf;
    static union lan_state_buf game;
    struct lan_config config;
    struct lan_problem problem;
    struct lan_rng rng;
    (void)state;
    lan_config_init(&tiny_game, 3, &config);
    assert_true(lan_config_set(&tiny_game, &config, "rounds", "2", &problem));
    assert_true(lan_compile(&tiny_game, &config, &buf.base, &problem));
    for (uint64_t seed = 0; seed < 200; seed++) {
        lan_rng_init(&rng, seed);
        tiny_game.setup(&buf.base, (struct lan_state *)&game);
        uint64_t steps = lan_playout(&buf.base, (struct lan_state *)&game, &rng, 0);
        /* 3 cards, 3 bets, 6 turns, and no sword shown. */
        assert_in_range(steps, 3 + 3 + 6, 3 + 3 + 6 * 4);
    }
}

static void apply_refuses_nonsense(void **state)
{
    static union lan_rules_buf buf;
    static union lan_state_buf game;
    struct lan_state *now = (struct lan_state *)&game;
    struct lan_config config;
    struct lan_problem problem;
    (void)state;
    lan_config_init(&tiny_game, 2, &config);
    assert_true(lan_compile(&tiny_game, &config, &buf.base, &problem));
    tiny_game.setup(&buf.base, now);
    assert_int_equal(lan_apply(&buf.base, now, 0, 0xffffffff, NULL), LAN_REFUSED_NONSENSE);
    assert_int_equal(lan_apply(&buf.base, now, 0, LAN_ACTION(TINY_ACTION_REST, 1, 0, 0), NULL),
                     LAN_REFUSED_NONSENSE);
    assert_int_equal(lan_apply(&buf.base, now, 0, LAN_ACTION(TINY_ACTION_DEAL, 1, 0, 0), NULL),
                     LAN_REFUSED_NONSENSE);
    assert_int_equal(lan_apply(&buf.base, now, LAN_CHANCE, LAN_ACTION(TINY_ACTION_REST, 0, 0, 0), NULL),
                     LAN_REFUSED_NONSENSE);
    assert_int_equal(lan_apply(&buf.base, now, 0, LAN_ACTION(TINY_ACTION_REST, 0, 0, 0), NULL),
                     LAN_REFUSED_WAIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_never_overflows),
        cmocka_unit_test(text_writes_numbers),
        cmocka_unit_test(text_reads_numbers),
        cmocka_unit_test(say_has_plurals),
        cmocka_unit_test(say_counts_none),
        cmocka_unit_test(say_addresses_the_reader),
        cmocka_unit_test(an_edition_changes_whole_words_and_no_names),
        cmocka_unit_test(say_leaves_out_what_is_hidden),
        cmocka_unit_test(events_are_told_to_nobody_else),
        cmocka_unit_test(json_is_escaped),
        cmocka_unit_test(json_nests),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(seats_are_checked),
        cmocka_unit_test(next_asks_in_order),
        cmocka_unit_test(playout_counts_actions),
        cmocka_unit_test(apply_refuses_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
