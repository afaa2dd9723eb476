/*
 * Every game's drawings and prompts, in every language, style and width: readable, within bounds, of one
 * form.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "tap.h"

enum { EVERY_BRIEF = 4 }; /* every fourth position of a game */

static const char *const names[LAN_SEATS_MAX] = {"Ada",   "Bruno", "Chloé", "Anne-Sophie Delacroix",
                                                 "Émile", "Fanny", "Gus",   "Hélène"};

struct pass {
    const struct lan_rules *rules;
    struct lan_reader reader;
    uint32_t every; /* which positions of a game are looked at */
    int drawn, viewer;
};

/* The next character of UTF-8, which must be whole. */
static uint32_t next_char(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    int more = s[0] < 0x80 ? 0 : (s[0] & 0xe0) == 0xc0 ? 1 : (s[0] & 0xf0) == 0xe0 ? 2 : 3;
    uint32_t c = more ? s[0] & (0x3fu >> more) : s[0];
    for (int i = 1; i <= more; i++) {
        assert_int_equal(s[i] & 0xc0, 0x80);
        c = c << 6 | (s[i] & 0x3f);
    }
    *at += more + 1;
    return c;
}

/* Letters, digits and punctuation of words in both languages, as opposed to drawing characters. */
static int is_wording(uint32_t c)
{
    return c < 0x80 || (c >= 0xa0 && c <= 0x17f && c != 0xd7) || c == 0x2019 || c == 0x2026 || c == 0x202f;
}

static void check_text(const struct lan_text *text, const struct lan_reader *reader, int width)
{
    assert_false(text->cut);
    int column = 0;
    for (const char *at = text->at; *at;) {
        if (*at == LAN_MARK_BYTE) {
            assert_in_range(at[1], LAN_MARK_FIRST, LAN_MARK_FIRST + LAN_MARKS - 1);
            at += 2;
            continue;
        }
        uint32_t c = next_char(&at);
        assert_true(c == '\n' || c >= ' ');
        assert_true(c != '{' && c != '}'); /* a text of the rules that was not filled */
        assert_true(reader->style == LAN_STYLE_UNICODE || is_wording(c));
        column = c == '\n' ? 0 : column + 1;
        assert_true(column <= width);
    }
}

/* Any action there is may be asked about, also what makes no sense now. */
static void check_warnings(const struct pass *pass, const struct lan_view *view)
{
    const struct lan_game *game = pass->rules->game;
    char buffer[LAN_SAY_MAX];
    for (uint32_t i = 0; i < lan_action_count(game); i += 7) {
        struct lan_text text = lan_text_init(buffer, sizeof buffer);
        game->warn(pass->rules, view, lan_action_at(game, i), &pass->reader, &text);
        check_text(&text, &pass->reader, LAN_SAY_MAX);
        assert_null(strchr(buffer, '\n'));
    }
}

/* A part that nobody has is not drawn; each part of the list is, in words, in the language of the list. */
static void check_parts(const struct pass *pass, const struct lan_view *view)
{
    static char list[LAN_DRAW_MAX], told[LAN_DRAW_MAX];
    struct lan_reader reader = pass->reader;
    struct lan_text text = lan_text_init(told, sizeof told);
    reader.part = "xyzzy";
    pass->rules->game->draw(pass->rules, view, &reader, &text);
    assert_int_equal(text.length, 0);
    text = lan_text_init(list, sizeof list);
    reader.part = "";
    pass->rules->game->draw(pass->rules, view, &reader, &text);
    for (char *line = list, *end; *line; line = end + 1) {
        char *tab = strchr(line, '\t');
        end = strchr(line, '\n');
        assert_true(tab && end && tab < end && tab - line <= LAN_PART_MAX);
        *tab = 0;
        reader.part = line;
        text = lan_text_init(told, sizeof told);
        pass->rules->game->draw(pass->rules, view, &reader, &text);
        reader.style = LAN_STYLE_PLAIN;
        check_text(&text, &reader, LAN_SAY_MAX);
        assert_true(text.length && text.at[text.length - 1] == '\n');
    }
}

static void check_view(struct pass *pass, const struct lan_view *view)
{
    static char buffer[LAN_DRAW_MAX];
    const struct lan_game *game = pass->rules->game;
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    int width = pass->reader.style == LAN_STYLE_PLAIN ? LAN_SAY_MAX : pass->reader.width;
    if (game->draw) {
        game->draw(pass->rules, view, &pass->reader, &text);
        check_text(&text, &pass->reader, width);
        assert_true(text.length && text.at[text.length - 1] == '\n');
        pass->drawn++;
        if (pass->reader.style == LAN_STYLE_PLAIN && pass->reader.width == LAN_WIDTH_MIN)
            check_parts(pass, view);
    }
    if (game->prompt) {
        text = lan_text_init(buffer, LAN_SAY_MAX);
        game->prompt(pass->rules, view, &pass->reader, &text);
        check_text(&text, &pass->reader, LAN_SAY_MAX);
        assert_true(text.length && text.at[text.length - 1] != '\n');
        assert_null(strpbrk(buffer, "\n_*|"));
        /* A prompt says "you" to its reader, never the reader's name. */
        assert_true(pass->viewer == LAN_WATCHER || !strstr(buffer, names[pass->viewer]));
        pass->drawn++;
    }
    if (game->warn)
        check_warnings(pass, view);
}

/* All viewers of a position, in all languages, styles and some widths. */
static void check_position(struct pass *pass, const struct lan_state *state)
{
    static const int heights[] = {0, 16, 12};
    union lan_view_buf view;
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
        if (viewer >= pass->rules->seats && viewer != LAN_WATCHER)
            continue;
        pass->rules->game->observe(pass->rules, state, viewer, (struct lan_view *)&view);
        pass->viewer = viewer;
        for (int form = 0; form < 2 * 3 * 3; form++) {
            const int widths[] = {LAN_WIDTH_MIN, LAN_WIDTH_MIN + 1 + pass->drawn % 30, 133};
            pass->reader = (struct lan_reader){.lang = form % 2 ? LAN_FR : LAN_EN,
                                               .style = (enum lan_style)(form / 2 % 3),
                                               .width = widths[form / 6],
                                               .height = heights[(form / 6 + pass->drawn) % 3],
                                               .unaided = pass->drawn % 5 == 0,
                                               .names = names};
            check_view(pass, (const struct lan_view *)&view);
        }
    }
}

static void check_game(struct pass *pass, struct lan_rng *rng)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_cursor cursor;
    lan_cursor_init(&cursor);
    pass->rules->game->setup(pass->rules, state);
    for (uint32_t step = 0;; step++) {
        if (step % pass->every == 0)
            check_position(pass, state);
        struct lan_asked asked = lan_next(pass->rules, state, &cursor);
        if (asked.seat == LAN_SEAT_NONE)
            return;
        if (asked.optional) {
            lan_decline(&cursor, asked.seat);
            continue;
        }
        lan_action action = lan_pick(pass->rules, state, asked.seat, rng);
        assert_int_equal(lan_apply(pass->rules, state, asked.seat, action, NULL), LAN_ACCEPTED);
    }
}

static void drawings_fit(void **unused)
{
    (void)unused;
    int drawn = 0;
    struct lan_rng rng;
    lan_rng_init(&rng, 1);
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game))
            continue;
        for (int seats = (*game)->seats_min; seats <= (*game)->seats_max; seats++) {
            static union lan_rules_buf rules;
            struct lan_config config;
            struct lan_problem problem;
            lan_config_init(*game, seats, &config);
            assert_true(lan_compile(*game, &config, &rules.base, &problem));
            struct pass pass = {.rules = &rules.base, .every = tap_brief() ? EVERY_BRIEF : 1};
            for (int round = 0; round < tap_rounds(1); round++)
                check_game(&pass, &rng);
            drawn += pass.drawn;
        }
    }
    assert_true(drawn > 0);
}

static void things_are_explained(void **unused)
{
    (void)unused;
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        for (int lang = 0; lang < LAN_LANGS && !(*game)->unfinished; lang++)
            assert_non_null((*game)->intro.in[lang]);
        for (int i = 0; i < (*game)->thing_count; i++) {
            const struct lan_thing *thing = &(*game)->things[i];
            assert_in_range(thing->type, LAN_TYPE_GAME, (*game)->type_count - 1);
            assert_in_range(thing->value, 0, (*game)->types[thing->type].count - 1);
            assert_in_range(thing->clause, 1, (*game)->clause_count - 1);
            for (int lang = 0; lang < LAN_LANGS; lang++)
                assert_true(strlen(thing->text.in[lang]) > 0);
        }
    }
}

static void columns_are_counted(void **unused)
{
    (void)unused;
    char buffer[64];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    lan_draw_marked(&text, LAN_MARK_DANGER, "piégé");
    assert_int_equal(lan_draw_column(&text), 5);
    lan_draw_pad(&text, 8);
    lan_draw_cut(&text, "ééé", 2);
    assert_int_equal(lan_draw_column(&text), 10);
    lan_text_clear(&text);
    lan_draw_centre(&text, "ab", 5);
    assert_string_equal(buffer, " ab  ");
    lan_text_clear(&text);
    lan_draw_wrap(&text, "one two three", 8, 2);
    assert_string_equal(buffer, "one two\n  three");
    lan_text_clear(&text);
    lan_draw_wrap(&text, "un deux : trois", 8, 2);
    assert_string_equal(buffer, "un\n  deux :\n  trois");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_counted),
        cmocka_unit_test(things_are_explained),
        cmocka_unit_test(drawings_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
