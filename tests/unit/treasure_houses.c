/*
 * Treasure Hunters in other houses than its own, from docs/boards.md and docs/rules: the largest board, lines
 * that end in CR, a ladder of rooms where ways can be told apart; and positions that no game comes to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "tap.h"
#include "treasure-hunters/state.h"
#include "write.h"

/* `options`: names and values by turns. */
static const struct th_rules *rules_make(int seats, const char *board, const char *const options[])
{
    static union lan_rules_buf buf;
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&th_game, seats, &config);
    for (int i = 0; options && options[i]; i += 2)
        assert_true(lan_config_set(&th_game, &config, options[i], options[i + 1], &problem));
    if (board)
        assert_true(lan_config_set(&th_game, &config, "board", board, &problem));
    if (!lan_compile(&th_game, &config, &buf.base, &problem))
        fail_msg("%s", problem.say[LAN_EN]);
    return th_rules_of(&buf.base);
}

static const char *const names[] = {"Ada", "Bruno", "Chloe", "David"};
static const char *const advanced[] = {"mode", "advanced", NULL};

/* ---- The largest board --------------------------------------------------------------------------------- */

static void doors_add(struct lan_text *text, int from_x, int to_x, int from_y, int to_y, const char *side)
{
    for (int y = from_y; y <= to_y; y++) {
        for (int x = from_x; x <= to_x; x++) {
            lan_text_add(text, "door ");
            lan_text_add_int(text, x);
            lan_text_add(text, ",");
            lan_text_add_int(text, y);
            lan_text_add(text, side);
        }
    }
}

/*
 * Twenty rows of twenty cells: a corridor of 51 tiles along the first row, down the last column and back
 * along the last row, where the front door is; twelve rooms within. 64 doors, one of them at the first cell.
 */
static void large_write(char *board, size_t size, bool one_more)
{
    struct lan_text text = lan_text_init(board, size);
    lan_text_add(&text, "lanterne-board 1\nmap\n");
    for (int y = 0; y < 20; y++) {
        for (int x = 0; x < 20; x++) {
            bool tile = y == 0 || x == 19 || (y == 19 && x > 6);
            lan_text_add_char(&text, tile ? '.' : y == 19 ? '~' : (char)('A' + (y - 1) / 6 * 4 + x / 5));
        }
        lan_text_add_char(&text, '\n');
    }
    lan_text_add(&text, "end\ndoor 6,19 right front\n");
    doors_add(&text, 1, 18, 0, 0, " down neutral\n");
    doors_add(&text, 18, 18, 1, 18, " right neutral\n");
    doors_add(&text, 7, 18, 18, 18, " down neutral\n");
    doors_add(&text, 0, 4, 6, 6, " down neutral\n");
    doors_add(&text, 0, 3, 12, 12, " down neutral\n");
    doors_add(&text, 5, 5, 6, 6, " down neutral\n");
    doors_add(&text, 5, 5, 12, 12, " down neutral\n");
    doors_add(&text, 10, 10, 6, 6, " down neutral\n");
    doors_add(&text, 10, 10, 12, 12, " down neutral\n");
    doors_add(&text, 4, 4, 1, 1, " right neutral\n");
    doors_add(&text, 0, 0, 0, 0, " down neutral\n");
    lan_text_add(&text, one_more ? "door 4,2 right neutral\n" : "");
    lan_text_add(&text, "jewels ABCDEFGH\n");
    assert_false(text.cut);
}

/* docs/boards.md: tiles that touch are joined, to the last row and column; 64 doors and no more. */
static void the_largest_board(void **unused)
{
    (void)unused;
    char text[TH_BOARD_TEXT_MAX];
    large_write(text, sizeof text, false);
    const struct th_rules *rules = rules_make(4, text, advanced);
    const struct th_board *board = &rules->board;
    assert_int_equal(board->width, 20);
    assert_int_equal(board->height, 20);
    assert_int_equal(board->nodes, TH_NODES_MAX);
    assert_int_equal(board->doors, 64);
    const uint8_t *steps = rules->distance[TH_LOCK_NONE][TH_OUTSIDE];
    for (int x = 7; x <= 10; x++)
        assert_int_equal(steps[board->cell[19][x]], x - 6);
    /* Rooms are short cuts: J, K and L, one after the other. */
    assert_int_equal(steps[TH_ROOM_A + 9], 2);
    assert_int_equal(steps[TH_ROOM_A + 10], 5);
    assert_int_equal(steps[TH_ROOM_A + 11], 8);
    assert_int_equal(steps[board->cell[18][19]], 9);
    assert_int_equal(steps[board->cell[19][19]], 10);
    assert_int_equal(__builtin_popcountll(board->open[board->cell[0][0]]), 1);
    assert_int_equal(__builtin_popcountll(board->open[board->cell[18][19]]), 2);
    assert_int_equal(__builtin_popcountll(board->open[board->cell[19][19]]), 2);
    struct lan_problem problem = {0};
    struct th_board other;
    large_write(text, sizeof text, true);
    assert_false(th_board_parse(text, &other, &problem));
    assert_non_null(strstr(problem.say[LAN_EN], "64 doors"));
}

static int times(const char *text, const char *word)
{
    int found = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        found++;
    return found;
}

/* Programs are told all of the board: rows, tiles and doors. */
static void the_largest_board_is_told(void **unused)
{
    (void)unused;
    static char text[TH_BOARD_TEXT_MAX], json[1 << 16];
    static union lan_state_buf state;
    static union lan_view_buf view;
    large_write(text, sizeof text, false);
    const struct th_rules *rules = rules_make(4, text, advanced);
    struct lan_text out = lan_text_init(json, sizeof json);
    th_game.setup(&rules->base, (struct lan_state *)&state);
    th_game.observe(&rules->base, (const struct lan_state *)&state, 0, (struct lan_view *)&view);
    lan_view_json(&rules->base, (const struct lan_view *)&view, &out);
    assert_false(out.cut);
    assert_non_null(strstr(json, "\"map\":[\"....................\",\"AAAAABBBBBCCCCCDDDD.\","));
    assert_non_null(strstr(json, "\"~~~~~~~.............\"]"));
    assert_non_null(
        strstr(json, "\"tiles\":[{\"node\":\"T1\",\"x\":0,\"y\":0},{\"node\":\"T2\",\"x\":1,\"y\":0},"));
    assert_non_null(strstr(json, "{\"node\":\"T51\",\"x\":19,\"y\":19}]"));
    assert_int_equal(times(json, "\"side\":\"down\""), 44);
    assert_int_equal(times(json, "\"side\":\"right\""), 20);
}

/* Whole games on it keep every invariant, and no line of the picture is wider than the reader's. */
static void games_on_the_largest_board(void **unused)
{
    (void)unused;
    static char text[TH_BOARD_TEXT_MAX], picture[LAN_DRAW_MAX];
    static union lan_state_buf state;
    static union lan_view_buf view;
    struct lan_rng rng;
    large_write(text, sizeof text, false);
    const struct th_rules *rules = rules_make(4, text, advanced);
    lan_rng_init(&rng, 20);
    for (int game = 0; game < tap_rounds(5); game++) {
        th_game.setup(&rules->base, (struct lan_state *)&state);
        lan_playout(&rules->base, (struct lan_state *)&state, &rng, 0);
        assert_null(th_game.sane(&rules->base, (const struct lan_state *)&state));
        th_game.observe(&rules->base, (const struct lan_state *)&state, 0, (struct lan_view *)&view);
        ((struct th_view *)&view)->pub.at[0] = TH_TILE_1;
        struct lan_reader reader = {.names = names, .width = 133, .style = LAN_STYLE_ASCII};
        struct lan_text out = lan_text_init(picture, sizeof picture);
        th_game.draw(&rules->base, (const struct lan_view *)&view, &reader, &out);
        assert_false(out.cut);
        assert_non_null(strstr(picture, "T20"));
    }
}

/* A board whose lines end in CR and LF is the same board. */
static void lines_may_end_in_cr(void **unused)
{
    (void)unused;
    static char text[TH_BOARD_TEXT_MAX], cr[2 * TH_BOARD_TEXT_MAX];
    struct th_board one, other;
    struct lan_problem problem;
    size_t length = 0;
    large_write(text, sizeof text, false);
    for (const char *at = text; *at; at++) {
        if (*at == '\n')
            cr[length++] = '\r';
        cr[length++] = *at;
    }
    cr[length] = 0;
    assert_true(th_board_parse(text, &one, &problem));
    assert_true(th_board_parse(cr, &other, &problem));
    assert_memory_equal(&one, &other, sizeof one);
}

/* ---- A ladder ------------------------------------------------------------------------------------------ */

/*
 *     ~ A B C D E F
 *       L K J I H G
 */
static const char ladder[] =
    "lanterne-board 1\nmap\n~ABCDEF\n_LKJIHG\nend\ndoor 0,0 right front\n"
    "door 1,0 right neutral\ndoor 2,0 right neutral\ndoor 3,0 right neutral\ndoor 4,0 right neutral\n"
    "door 5,0 right neutral\ndoor 1,1 right neutral\ndoor 2,1 right neutral\ndoor 3,1 right neutral\n"
    "door 4,1 right neutral\ndoor 5,1 right neutral\ndoor 1,0 down neutral\ndoor 2,0 down neutral\n"
    "door 3,0 down neutral\ndoor 4,0 down neutral\ndoor 5,0 down neutral\ndoor 6,0 down neutral\n"
    "jewels ABCDEFGH\n";

enum { A = TH_ROOM_A, B, C, D, J = TH_ROOM_A + 9, K, L };

static union lan_state_buf state_now;

static struct th_public *pub_now(void)
{
    return &((struct th_state *)&state_now)->pub;
}

static const struct lan_state *now(void)
{
    return (const struct lan_state *)&state_now;
}

/* Red, of seat 1, has rolled `steps` and stands at `node`; all others are outside. */
static struct th_public *move_begin(const struct th_rules *rules, int node, int steps)
{
    struct th_public *pub = pub_now();
    memset(&state_now, 0, sizeof state_now);
    th_game.setup(&rules->base, (struct lan_state *)&state_now);
    pub->phase = TH_MOVING;
    pub->turns = 1;
    pub->at[0] = (uint8_t)node;
    pub->rolled = pub->steps = (uint8_t)steps;
    if (th_is_room(node) && rules->numbered) {
        pub->number[th_room(node)] = 8;
        pub->unknown &= 0x7f;
    }
    return pub;
}

/* Lets red carry this number, which lay in that room. */
static void load(struct th_public *pub, int number, int room)
{
    pub->carries[0] = (uint8_t)number;
    pub->unknown &= (uint8_t) ~(1u << (number - 1));
    pub->jewels &= (uint16_t) ~(1u << th_room(room));
    if (pub->number[th_room(room)]) {
        pub->unknown |= (uint8_t)(1u << (pub->number[th_room(room)] - 1));
        pub->number[th_room(room)] = 0;
    }
}

/* The position is sane, and this notation stands for these actions, separated by commas. */
static void written_as(const struct th_rules *rules, const char *notation, const char *actions)
{
    static union lan_view_buf view;
    struct lan_list list = {.count = 0};
    char buffer[400];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    const char *broken = th_game.sane(&rules->base, now());
    if (broken)
        fail_msg("%s: %s", notation, broken);
    th_game.observe(&rules->base, now(), 0, (struct lan_view *)&view);
    assert_true(lan_expand(&rules->base, (const struct lan_view *)&view, notation, &list));
    for (int i = 0; i < list.count; i++) {
        lan_text_add(&text, i ? ", " : "");
        lan_action_write(&th_game, list.action[i], &text);
    }
    assert_string_equal(buffer, actions);
}

/* TH-M6: `go` names a target beyond jewels that are face down; a way around them is taken if there is one. */
static void ways_lead_around_jewels(void **unused)
{
    (void)unused;
    const struct th_rules *rules = rules_make(4, ladder, advanced);
    move_begin(rules, A, 3);
    written_as(rules, "go K", "step L, step K, stay");
    /* After a step no jewel is in reach any more, so that the move names its end. */
    move_begin(rules, A, 2);
    written_as(rules, "go K", "step L, go K");
    written_as(rules, "go B", "step B, stay");
    /* No way around: the shortest, which turns the number up. */
    move_begin(rules, A, 2);
    written_as(rules, "go C", "step B, step C");
}

/* TH-M5, TH-M6: with a jewel no way leads through a haunted room, and one that ends there needs no stop. */
static void ways_of_carriers(void **unused)
{
    (void)unused;
    const struct th_rules *rules = rules_make(4, ladder, advanced);
    struct th_public *pub = move_begin(rules, A, 5);
    load(pub, 2, B);
    pub->haunted = (uint16_t)(1u << th_room(B));
    written_as(rules, "go K", "step L, step K, stay");
    written_as(rules, "go B", "step B");
    /* TH-J2: the step outside with the next number ends the turn. */
    pub = move_begin(rules, A, 5);
    load(pub, 1, B);
    written_as(rules, "go outside", "step outside");
    written_as(rules, "go K", "step B, step K, stay");
}

/* A path that cannot be walked is listed up to the step that is refused, so that its reason is told. */
static void impossible_paths(void **unused)
{
    (void)unused;
    const struct th_rules *rules = rules_make(4, ladder, advanced);
    move_begin(rules, A, 3);
    written_as(rules, "step L K", "step L, step K");
    written_as(rules, "step L J", "step L, step J");
    written_as(rules, "step L J B", "step L, step J");
    written_as(rules, "step C B", "step C");
    /* Where moves name their target, the target; a path that comes back is a stop where that counts. */
    const struct th_rules *classic = rules_make(4, ladder, NULL);
    move_begin(classic, A, 3);
    written_as(classic, "step B K", "go K");
    written_as(classic, "step B A", "stay");
    written_as(classic, "step C A", "go A");
    written_as(classic, "step B K J C", "go C");
}

/* Doors that cost a step: a way of one door and one tile is as long as its steps. */
static void ways_through_doors_that_cost(void **unused)
{
    (void)unused;
    static const char *const options[] = {"mode", "advanced", "door_costs_step", "yes", NULL};
    const struct th_rules *rules = rules_make(4, ladder, options);
    move_begin(rules, A, 4);
    written_as(rules, "go K", "step L, go K");
    move_begin(rules, A, 6);
    written_as(rules, "go K", "step L, step K, stay");
    move_begin(rules, A, 2);
    written_as(rules, "go B", "step B");
}

/* ---- Positions that no game comes to ------------------------------------------------------------------- */

/* TH-M5, TH-E4: who is held at a dead end may stay or resign, and cannot leave the room and come back. */
static void held_at_a_dead_end(void **unused)
{
    (void)unused;
    static const char *const options[] = {"mode", "advanced", "stay_counts", "no", NULL};
    const struct th_rules *rules = rules_make(4, ladder, options);
    struct th_public *pub = move_begin(rules, A, 6);
    load(pub, 2, A);
    for (int hunter = 1; hunter < 4; hunter++) {
        pub->at[hunter] = (uint8_t)(B + hunter);
        pub->carries[hunter] = (uint8_t)(2 + hunter);
        pub->unknown &= (uint8_t) ~(1u << (1 + hunter));
        pub->jewels &= (uint16_t) ~(1u << (hunter + 1));
    }
    pub->haunted = 1;
    pub->told = 1;
    assert_null(th_game.sane(&rules->base, now()));
    assert_true(th_targets(rules, pub) == 0);
    struct lan_list list;
    struct lan_rng rng;
    int resigned = 0;
    lan_actions(&rules->base, now(), 0, &list);
    assert_int_equal(list.count, 2);
    assert_true(list.action[0] == LAN_ACTION(TH_ACTION_STAY, 0, 0, 0));
    assert_true(list.action[1] == LAN_ACTION(TH_ACTION_RESIGN, 0, 0, 0));
    lan_rng_init(&rng, 5);
    for (int i = 0; i < 50; i++) {
        lan_action picked = lan_pick(&rules->base, now(), 0, &rng);
        assert_true(picked == list.action[0] || picked == list.action[1]);
        resigned += picked == list.action[1];
    }
    assert_true(resigned > 5 && resigned < 45);
}

/* lan_game.sane names what is broken, and takes what differs from it by one thing. */
static void broken_positions_are_named(void **unused)
{
    (void)unused;
    static const char *const waits[] = {"mode", "advanced", "wrong_jewel_exit", "no-bank", NULL};
    const struct th_rules *rules = rules_make(4, NULL, waits);
    /* TH-J5: outside waits who carries a number that is not the next, and nobody else. */
    struct th_public *pub = move_begin(rules, TH_OUTSIDE, 2);
    load(pub, 2, A);
    assert_null(th_game.sane(&rules->base, now()));
    pub->unknown ^= 3;
    pub->carries[0] = 1;
    assert_string_equal(th_game.sane(&rules->base, now()), "hunters in their places");
    /* TH-M2: red passes yellow on T1 with the wrong number, and blue stands before it: there is no way on. */
    rules = rules_make(4, NULL, advanced);
    pub = move_begin(rules, TH_TILE_1, 3);
    load(pub, 2, A);
    pub->moved = 1;
    pub->steps = 1;
    pub->at[1] = TH_TILE_1;
    assert_null(th_game.sane(&rules->base, now()));
    pub->at[2] = TH_TILE_1 + 1;
    assert_string_equal(th_game.sane(&rules->base, now()), "the turn");
}

/* TH-E5: the stop after many turns is named TH-L1 since version 2 of the rules. */
static void the_stop_of_version_1(void **unused)
{
    (void)unused;
    const struct th_rules *rules = rules_make(4, NULL, NULL);
    struct th_public *pub = move_begin(rules, TH_OUTSIDE, 2);
    pub->phase = TH_OVER;
    pub->lost = 1;
    pub->ending = TH_L1;
    pub->turns = TH_TURNS_MAX;
    assert_null(th_game.sane(&rules->base, now()));
    pub->ending = TH_E5;
    assert_string_equal(th_game.sane(&rules->base, now()), "the end");
    pub->ending = TH_L1;
    pub->lost = 0;
    assert_string_equal(th_game.sane(&rules->base, now()), "the end");
}

/* TH-J5: the third jewel out of order is left lying, or one hunter alone could fetch the earlier numbers. */
static void players_keep_a_hunter_free(void **unused)
{
    (void)unused;
    const struct th_rules *rules = rules_make(4, ladder, advanced);
    for (int others = 0; others <= 2; others++) {
        struct th_public *pub = move_begin(rules, A, 3);
        pub->phase = TH_TAKING;
        pub->steps = 0;
        pub->moved = pub->stopped = 1;
        pub->number[0] = 4;
        pub->unknown = 0xff & ~(1u << 3);
        for (int hunter = 1; hunter <= others; hunter++) {
            pub->at[hunter] = (uint8_t)(B + hunter);
            pub->carries[hunter] = (uint8_t)(1 + hunter);
            pub->unknown &= (uint8_t) ~(1u << hunter);
            pub->jewels &= (uint16_t) ~(1u << (hunter + 1));
        }
        assert_null(th_game.sane(&rules->base, now()));
        static union lan_view_buf view;
        struct lan_list list;
        struct lan_rng rng;
        struct lan_advice advice = {.action = 0};
        th_game.observe(&rules->base, now(), 0, (struct lan_view *)&view);
        lan_actions(&rules->base, now(), 0, &list);
        struct lan_question question = {.seat = 0, .view = (const struct lan_view *)&view, .list = &list};
        lan_rng_init(&rng, 1);
        th_game.advise(&rules->base, &question, &rng, &advice);
        int wanted = others < 2 ? TH_ACTION_TAKE : TH_ACTION_LEAVE;
        assert_int_equal(lan_action_kind(advice.action), wanted);
    }
}

/* ---- The picture --------------------------------------------------------------------------------------- */

/* The columns of the longest line, marks left out. */
static int widest(const char *text)
{
    int most = 0, columns = 0;
    for (; *text; text++) {
        if (*text == LAN_MARK_BYTE && text[1]) {
            text++;
            continue;
        }
        columns = *text == '\n' ? 0 : columns + ((*text & 0xc0) != 0x80);
        most = columns > most ? columns : most;
    }
    return most;
}

/* No line is wider than the reader says, and the house is as wide as fits: 11 cells of equal width. */
static void pictures_fit_the_width(void **unused)
{
    (void)unused;
    static char picture[LAN_DRAW_MAX];
    static union lan_view_buf view;
    const struct th_rules *rules = rules_make(4, NULL, advanced);
    move_begin(rules, TH_OUTSIDE, 3);
    th_game.observe(&rules->base, now(), 0, (struct lan_view *)&view);
    for (int width = 60; width <= 100; width++) {
        for (int height = 0; height <= 24; height += 24) {
            struct lan_reader reader = {.names = names,
                                        .width = (uint16_t)width,
                                        .height = (uint16_t)height,
                                        .style = LAN_STYLE_UNICODE};
            struct lan_text out = lan_text_init(picture, sizeof picture);
            th_game.draw(&rules->base, (const struct lan_view *)&view, &reader, &out);
            assert_false(out.cut);
            assert_true(widest(picture) <= width);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_board),          cmocka_unit_test(the_largest_board_is_told),
        cmocka_unit_test(games_on_the_largest_board), cmocka_unit_test(lines_may_end_in_cr),
        cmocka_unit_test(ways_lead_around_jewels),    cmocka_unit_test(ways_of_carriers),
        cmocka_unit_test(impossible_paths),           cmocka_unit_test(ways_through_doors_that_cost),
        cmocka_unit_test(held_at_a_dead_end),         cmocka_unit_test(broken_positions_are_named),
        cmocka_unit_test(the_stop_of_version_1),      cmocka_unit_test(players_keep_a_hunter_free),
        cmocka_unit_test(pictures_fit_the_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
