/*
 * Treasure Hunters' oracles: distances, odds and rates of its rule text, what makes a board, and how teams
 * fare.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot.h"
#include "setups.h"
#include "tap.h"
#include "treasure-hunters/state.h"

static const struct th_rules *rules_make(int seats, const char *mode, const char *board)
{
    static union lan_rules_buf buf;
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&th_game, seats, &config);
    assert_true(lan_config_set(&th_game, &config, "mode", mode, &problem));
    if (board)
        assert_true(lan_config_set(&th_game, &config, "board", board, &problem));
    assert_true(lan_compile(&th_game, &config, &buf.base, &problem));
    return th_rules_of(&buf.base);
}

/* ---- The board ----------------------------------------------------------------------------------------- */

static void distances_are_as_stated(void **unused)
{
    static const uint8_t stated[TH_LOCKS][TH_ROOMS] = {
        {10, 9, 8, 9, 8, 7, 4, 7, 6, 3, 4, 3},
        {12, 11, 10, 11, 10, 11, 8, 9, 10, 9, 4, 3},
        {13, 12, 12, 11, 8, 7, 4, 7, 6, 3, 10, 11},
    };
    (void)unused;
    const struct th_rules *rules = rules_make(4, "advanced", NULL);
    assert_int_equal(rules->board.nodes, 1 + TH_ROOMS + 23);
    assert_int_equal(rules->board.doors, 23);
    for (int lock = 0; lock < TH_LOCKS; lock++) {
        for (int room = 0; room < TH_ROOMS; room++) {
            assert_int_equal(rules->distance[lock][TH_OUTSIDE][TH_ROOM_A + room], stated[lock][room]);
            assert_int_equal(rules->distance[lock][TH_ROOM_A + room][TH_OUTSIDE], stated[lock][room]);
        }
    }
}

/* Reach and distance are two tables of the same thing. */
static void reach_agrees_with_distance(void **unused)
{
    (void)unused;
    const struct th_rules *rules = rules_make(4, "advanced", NULL);
    for (int lock = 0; lock < TH_LOCKS; lock++) {
        for (int from = 0; from < rules->board.nodes; from++) {
            for (int to = 0; to < rules->board.nodes; to++) {
                for (int steps = 0; steps <= TH_STEPS_MAX; steps++)
                    assert_int_equal(rules->reach[lock][from][steps] >> to & 1,
                                     rules->distance[lock][from][to] <= steps);
            }
        }
    }
}

/* The smallest house there can be: no corridor, rooms in two rows, every door plain. */
#define SMALL_MAP                      \
    "lanterne-board 1\nmap\n~ABCDEF\n" \
    "_LKJIHG\nend\n"
#define SMALL_DOORS                                                                                    \
    "door 1,0 right neutral\ndoor 2,0 right neutral\ndoor 3,0 right neutral\ndoor 4,0 right neutral\n" \
    "door 5,0 right neutral\ndoor 6,0 down neutral\ndoor 5,1 right neutral\ndoor 4,1 right neutral\n"  \
    "door 3,1 right neutral\ndoor 2,1 right neutral\n"
#define SMALL_FRONT  "door 0,0 right front\n"
#define SMALL_LAST   "door 1,1 right neutral\n"
#define SMALL_JEWELS "jewels ABCDEFGH\n"

static void a_board_of_ones_own(void **unused)
{
    static const char text[] =
        SMALL_MAP SMALL_FRONT SMALL_DOORS SMALL_LAST SMALL_JEWELS "ghosts L # far away\n";
    (void)unused;
    const struct th_rules *rules = rules_make(4, "advanced", text);
    assert_int_equal(rules->board.nodes, 1 + TH_ROOMS);
    assert_int_equal(rules->distance[TH_LOCK_NONE][TH_OUTSIDE][TH_ROOM_A + 11], 12);
    assert_int_equal(rules->board.jewels, 0xff);
    assert_int_equal(rules->board.ghosts, 1 << 11);
    struct lan_rng rng;
    lan_rng_init(&rng, 5);
    for (int i = 0; i < tap_rounds(50); i++) {
        union lan_state_buf state;
        th_game.setup(&rules->base, (struct lan_state *)&state);
        lan_playout(&rules->base, (struct lan_state *)&state, &rng, 0);
        assert_null(th_game.sane(&rules->base, (const struct lan_state *)&state));
    }
}

/* Each is refused, with a word that the reason must contain. */
static const struct {
    const char *text, *word;
} bad_boards[] = {
    {"map\n", "lanterne-board 1"},
    {"lanterne-board 2\n", "lanterne-board 1"},
    {"lanterne-board 1\n", "no map"},
    {"lanterne-board 1\nmap\nend\n", "empty"},
    {"lanterne-board 1\nmap\nAB\nA\nend\n", "equally long"},
    {"lanterne-board 1\nmap\nAB\n\nend\n", "no empty row"},
    {"lanterne-board 1\nmap\nAZ\nend\n", "a cell is"},
    {"lanterne-board 1\nmap\nAB\n", "no line \"end\""},
    {"lanterne-board 1\nmap\nAB\nend\nmap\n", "already"},
    {"lanterne-board 1\nmap\nAAAAAAAAAAAAAAAAAAAAA\nend\n", "20 cells"},
    {"lanterne-board 1\nroof\n", "a line begins"},
    {"lanterne-board 1\ntiles 1,1\n", "after the map"},
    {"lanterne-board 1\ndoor 1,1 right front\n", "after the map"},
    {SMALL_MAP "tiles 1,0\n", "only corridor tiles"},
    {SMALL_MAP "tiles 1\n", "tiles are written"},
    {SMALL_MAP "tiles 9,9\n", "tiles are written"},
    {"lanterne-board 1\nmap\n..\n..\nend\ntiles 0,0-1,1\n", "tiles are written"},
    {"lanterne-board 1\nmap\n..\nend\ntiles 0,0\ndoor 0,0 right blue\n", "leaves a corridor tile out"},
    {"lanterne-board 1\nmap\n..\nend\ntiles 0,0-1,0 0,0\n", "each once"},
    {SMALL_MAP "door 1,0 left blue\n", "a door is written"},
    {SMALL_MAP "door 1,0 right red\n", "a door is written"},
    {SMALL_MAP "door 1,0\n", "a door is written"},
    {SMALL_MAP "door 6,0 right blue\n", "off the map"},
    {SMALL_MAP "door 0,0 down front\n", "a door joins"},
    {"lanterne-board 1\nmap\nAA\nend\ndoor 0,0 right blue\n", "a door joins"},
    {"lanterne-board 1\nmap\n..\nend\ndoor 0,0 right blue\n", "a door joins"},
    {SMALL_MAP "door 0,0 right blue\n", "leads outside"},
    {SMALL_MAP "door 1,0 right front\n", "leads outside"},
    {SMALL_MAP "door 1,0 right blue blue\n", "after the end"},
    {SMALL_MAP "door 1,0 right blue\ndoor 1,0 right green\n", "in this wall already"},
    {"lanterne-board 1\nmap\n~A\n~A\nend\ndoor 0,0 right front\ndoor 0,1 right front\n",
     "only one front door"},
    {SMALL_MAP "jewels AA\n", "each once"},
    {SMALL_MAP "ghosts X\n", "letters A to L"},
    {"lanterne-board 1\nmap\n~ABCDEF\nend\n", "12 rooms"},
    {"lanterne-board 1\nmap\nABCDEFGHIJKL\nend\n", "the outside"},
    {SMALL_MAP "jewels ABC\n", "8 rooms"},
    {SMALL_MAP SMALL_DOORS SMALL_LAST SMALL_JEWELS, "from outside"},
    {SMALL_MAP SMALL_FRONT SMALL_DOORS SMALL_JEWELS, "not every room"},
    {SMALL_MAP SMALL_FRONT SMALL_DOORS "door 1,1 right blue\n" SMALL_JEWELS, "blue doors locked"},
    {SMALL_MAP SMALL_FRONT SMALL_DOORS "door 1,1 right green\n" SMALL_JEWELS, "green doors locked"},
};

static void bad_boards_are_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof bad_boards / sizeof *bad_boards; i++) {
        struct th_board board;
        struct lan_problem problem = {0};
        assert_false(th_board_parse(bad_boards[i].text, &board, &problem));
        assert_int_equal(problem.option, TH_OPTION_BOARD);
        if (!strstr(problem.say[LAN_EN], bad_boards[i].word))
            fail_msg("expected '%s' in: %s", bad_boards[i].word, problem.say[LAN_EN]);
        assert_true(strlen(problem.say[LAN_FR]) > 0);
    }
}

/* 52 tiles in a comb are one too many; 51 are not. */
static void as_many_tiles_as_nodes(void **unused)
{
    (void)unused;
    for (int tiles = 51; tiles <= 52; tiles++) {
        char board_text[1024];
        struct lan_text text = lan_text_init(board_text, sizeof board_text);
        lan_text_add(&text, "lanterne-board 1\nmap\n");
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 17; x++)
                lan_text_add_char(&text, y * 17 + x < tiles ? '.' : '_');
            lan_text_add_char(&text, '\n');
        }
        lan_text_add(&text, "end\n");
        struct th_board board;
        struct lan_problem problem = {0};
        assert_false(th_board_parse(board_text, &board, &problem));
        assert_int_equal(strstr(problem.say[LAN_EN], "51 corridor tiles") != NULL, tiles == 52);
    }
}

/* ---- Dice and cards ------------------------------------------------------------------------------------ */

static void position_fight(const struct th_rules *rules, int ghosts, bool haunted, int hunters,
                           union lan_state_buf *buf)
{
    struct th_public *pub = &((struct th_state *)buf)->pub;
    th_game.setup(&rules->base, (struct lan_state *)buf);
    pub->phase = TH_FIGHTING;
    pub->turns = pub->stopped = pub->rolled = pub->moved = 1;
    for (int hunter = 0; hunter < hunters; hunter++)
        pub->at[hunter] = TH_ROOM_A + 1;
    pub->ghosts[1] = (uint8_t)ghosts;
    pub->haunted = haunted ? 1 << 1 : 0;
}

/* The chance, in 36ths, that a fight leaves at most `left` ghosts, or no haunting. */
static uint64_t fight_chance(int ghosts, bool haunted, int hunters, int left)
{
    const struct th_rules *rules = rules_make(4, "classic", NULL);
    union lan_state_buf before;
    struct lan_list list;
    uint64_t hits = 0;
    position_fight(rules, ghosts, haunted, hunters, &before);
    assert_null(th_game.sane(&rules->base, (const struct lan_state *)&before));
    lan_actions(&rules->base, (const struct lan_state *)&before, LAN_CHANCE, &list);
    for (int i = 0; i < list.count; i++) {
        union lan_state_buf after = before;
        assert_false(lan_apply(&rules->base, (struct lan_state *)&after, LAN_CHANCE, list.action[i], NULL));
        const struct th_public *pub = &((const struct th_state *)&after)->pub;
        if (!pub->haunted && pub->ghosts[1] <= left)
            hits += list.weight[i];
    }
    assert_int_equal(36 % lan_list_weight(&list), 0);
    return hits * 36 / lan_list_weight(&list);
}

static void dice_odds_are_as_stated(void **unused)
{
    (void)unused;
    assert_int_equal(fight_chance(1, false, 1, 0), 18);
    assert_int_equal(fight_chance(2, false, 1, 1), 18);
    assert_int_equal(fight_chance(2, false, 2, 1), 27);
    assert_int_equal(fight_chance(2, false, 3, 0), 9);
    assert_int_equal(fight_chance(0, true, 2, 0), 20);
}

/* In the long run 6 of 7 cards of the classic deck bring a ghost: a Shuffle is the 7th card on average. */
static void deck_rate_is_as_stated(void **unused)
{
    const struct th_rules *rules = rules_make(4, "classic", NULL);
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct th_public *pub = &((struct th_state *)&buf)->pub;
    struct lan_rng rng;
    int draws = tap_rounds(100000), ghosts = 0;
    (void)unused;
    lan_rng_init(&rng, 67);
    th_game.setup(&rules->base, state);
    for (int i = 0; i < draws; i++) {
        /* Only the deck goes on: the house is emptied before every card, so that the game never ends. */
        memset(pub->ghosts, 0, sizeof pub->ghosts);
        pub->phase = TH_DRAWING;
        pub->rolled = 1;
        lan_action card = lan_pick(&rules->base, state, LAN_CHANCE, &rng);
        assert_false(lan_apply(&rules->base, state, LAN_CHANCE, card, NULL));
        ghosts += lan_action_arg(card, 0) != TH_CARD_SHUFFLE;
    }
    assert_true(fabs((double)ghosts / draws - 6.0 / 7) < 5 * sqrt(6.0 / 49 / draws));
}

/* Two ghosts a room at most, whatever happens: the 24 figures suffice, and as many hauntings as lose. */
static void figures_suffice(void **unused)
{
    (void)unused;
    struct lan_rng rng;
    lan_rng_init(&rng, 24);
    const struct th_rules *rules = rules_make(4, "advanced", NULL);
    for (int game = 0; game < tap_rounds(300); game++) {
        union lan_state_buf state;
        struct step step;
        th_game.setup(&rules->base, (struct lan_state *)&state);
        while (step_choose(&rules->base, (const struct lan_state *)&state, &rng, &step)) {
            const struct th_public *pub = &((const struct th_state *)&state)->pub;
            for (int room = 0; room < TH_ROOMS; room++)
                assert_true(pub->ghosts[room] <= ((pub->haunted >> room & 1) ? 0 : TH_GHOSTS_MAX));
            assert_true(__builtin_popcount(pub->haunted) < 6);
            assert_false(lan_apply(&rules->base, (struct lan_state *)&state, step.seat, step.action, NULL));
        }
    }
}

/* Walks a way that th_ways gives: by steps as long as a number could turn up, then in one go. TH-M6. */
static void way_walk(const struct th_rules *rules, union lan_state_buf *buf,
                     const uint8_t before[TH_NODES_MAX], int node)
{
    struct lan_state *state = (struct lan_state *)buf;
    const struct th_public *pub = &((const struct th_state *)buf)->pub;
    int way[TH_STEPS_MAX], length = 0, seat = pub->seat;
    for (int at = node; before[at] != TH_NODES_MAX; at = before[at])
        way[length++] = at;
    while (length) {
        assert_int_equal(pub->phase, TH_MOVING);
        bool by_steps = th_by_steps(rules, pub);
        int kind = by_steps ? TH_ACTION_STEP : TH_ACTION_GO, next = by_steps ? way[length - 1] : node;
        length = by_steps ? length - 1 : 0;
        assert_false(lan_apply(&rules->base, state, seat, LAN_ACTION(kind, next, 0, 0), NULL));
    }
}

/*
 * TH-M6: ways to the places in reach are shortest, can be walked step by step, and turn up no number before.
 */
static void ways_can_be_walked(void **unused)
{
    (void)unused;
    struct lan_rng rng;
    int walked = 0, shut = 0;
    lan_rng_init(&rng, 6);
    const struct th_rules *rules = rules_make(4, "advanced", NULL);
    for (int game = 0; game < tap_rounds(60); game++) {
        union lan_state_buf state;
        struct step step;
        th_game.setup(&rules->base, (struct lan_state *)&state);
        while (step_choose(&rules->base, (const struct lan_state *)&state, &rng, &step)) {
            const struct th_public *pub = &((const struct th_state *)&state)->pub;
            uint8_t before[TH_NODES_MAX];
            uint64_t stops = 0;
            if (pub->phase == TH_MOVING) {
                th_ways(rules, pub, before);
                stops = th_stops(rules, pub) & ~TH_BIT(pub->at[pub->hunter]);
            }
            for (; stops; stops &= stops - 1) {
                int node = __builtin_ctzll(stops);
                bool by_steps = th_by_steps(rules, pub);
                assert_true(by_steps || before[node] != TH_NODES_MAX);
                shut += before[node] == TH_NODES_MAX;
                if (!by_steps || before[node] == TH_NODES_MAX)
                    continue;
                union lan_state_buf copy = state;
                const struct th_public *there = &((const struct th_state *)&copy)->pub;
                int left = pub->steps - th_walk_distance(rules, pub, node);
                way_walk(rules, &copy, before, node);
                assert_int_equal(there->at[pub->hunter], node);
                assert_true(there->phase != TH_MOVING || there->steps == left);
                walked++;
            }
            assert_false(lan_apply(&rules->base, (struct lan_state *)&state, step.seat, step.action, NULL));
        }
    }
    assert_true(walked > 100 && shut > 10);
}

/* ---- Teams --------------------------------------------------------------------------------------------- */

static bool team_wins(const struct lan_rules *rules, const struct lan_bot *bot, struct lan_rng *rng)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_cursor cursor;
    struct lan_result result;
    lan_cursor_init(&cursor);
    th_game.setup(rules, state);
    for (;;) {
        struct lan_asked asked = lan_next(rules, state, &cursor);
        if (asked.seat == LAN_SEAT_NONE)
            break;
        struct lan_advice advice = {.action = 0};
        if (asked.seat == LAN_CHANCE) {
            advice.action = lan_pick(rules, state, LAN_CHANCE, rng);
        } else {
            union lan_view_buf view;
            struct lan_list list;
            lan_actions(rules, state, asked.seat, &list);
            th_game.observe(rules, state, asked.seat, (struct lan_view *)&view);
            struct lan_question question = {
                .seat = asked.seat, .view = (const struct lan_view *)&view, .list = &list};
            bot->think(rules, &question, &(struct lan_budget){0}, lan_rng_next(rng), &advice);
        }
        assert_false(lan_apply(rules, state, asked.seat, advice.action, NULL));
    }
    th_game.result(rules, state, &result);
    return result.winners != 0;
}

static int wins_of(const struct lan_bot *bot, const char *mode, int games)
{
    const struct th_rules *rules = rules_make(4, mode, NULL);
    struct lan_rng rng;
    int wins = 0;
    lan_rng_init(&rng, 65);
    for (int game = 0; game < games; game++)
        wins += team_wins(&rules->base, bot, &rng);
    return wins;
}

/* Well over half of the classic games with four hunters; random play practically none. */
static void teams_fare_as_stated(void **unused)
{
    (void)unused;
    int games = tap_rounds(400);
    assert_true(wins_of(&lan_bot_rules, "classic", games) * 100 >= games * 58);
    assert_int_equal(wins_of(&lan_bot_random, "classic", games), 0);
    assert_true(wins_of(&lan_bot_rules, "advanced", games) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_as_stated), cmocka_unit_test(reach_agrees_with_distance),
        cmocka_unit_test(a_board_of_ones_own),     cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(as_many_tiles_as_nodes),  cmocka_unit_test(dice_odds_are_as_stated),
        cmocka_unit_test(deck_rate_is_as_stated),  cmocka_unit_test(figures_suffice),
        cmocka_unit_test(teams_fare_as_stated),    cmocka_unit_test(ways_can_be_walked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
