/*
 * The bot that plays Shy Monsters from the book. What it does when asked question by question, each with
 * another seed, must come with the chances that the book and the plan give to whole floors and whole ways
 * through them.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "equilibrium.h"
#include "hero.h"
#include "told_log.h"

enum { MASTER, HERO, ROUNDS = 30 };

static union lan_rules_buf buf;
static struct facts facts;
static struct shapes shapes;
static struct book book;

/* A game in progress with all that both seats were told. */
struct game {
    union lan_state_buf state;
    struct lan_events events;
    struct lan_told_log told[LAN_SEATS_MAX];
    uint64_t seed;
};

static const struct shy_rules *rules_make(const char *option, const char *value)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&shy_game, 2, &config);
    if (option)
        assert_true(lan_config_set(&shy_game, &config, option, value, &problem));
    assert_true(lan_compile(&shy_game, &config, &buf.base, &problem));
    return (const struct shy_rules *)&buf.base;
}

static int prepare(void **unused)
{
    (void)unused;
    const struct shy_rules *rules = rules_make(NULL, NULL);
    facts_init(&facts);
    shapes_init(rules, &shapes);
    assert_null(book_read(&book, rules, equilibrium_book, (size_t)(equilibrium_book_end - equilibrium_book)));
    return 0;
}

static int clear(void **unused)
{
    (void)unused;
    book_finish(&book);
    return 0;
}

static void act(struct game *game, int seat, lan_action action)
{
    game->events.count = 0;
    assert_int_equal(lan_apply(&buf.base, (struct lan_state *)&game->state, seat, action, &game->events),
                     LAN_ACCEPTED);
    assert_true(lan_told_logs_add(&buf.base, &game->events, game->told));
}

static void look(const struct game *game, int seat, struct shy_view *view)
{
    shy_game.observe(&buf.base, (const struct lan_state *)&game->state, seat, (struct lan_view *)view);
}

/* Chance draws this pair for the floor. */
static void pair_draw(struct game *game, unsigned pair)
{
    for (unsigned rest = pair; rest; rest &= rest - 1)
        act(game, LAN_CHANCE, LAN_ACTION(SHY_ACTION_DRAW, __builtin_ctz(rest), 0, 0));
}

/* A new game whose first pair is this one. */
static void game_begin(struct game *game, unsigned pair)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        game->told[seat].count = 0;
    shy_game.setup(&buf.base, (struct lan_state *)&game->state);
    pair_draw(game, pair);
}

/*
 * A new game, without reveals, up to the second floor: the Bat is out of its zone at the end of a line, and
 * the Hero walks over it to the Exit. He has not seen the Dragon.
 */
static void floor_cross(struct game *game)
{
    static const uint8_t line[SHY_TILES_MAX] = {SHY_MIDDLE,     SHY_MIDDLE + 1, SHY_MIDDLE + 2,
                                                SHY_MIDDLE + 3, SHY_MIDDLE + 4, SHY_MIDDLE + 5,
                                                SHY_MIDDLE + 6};
    static const uint8_t kind[] = {SHY_MONSTER + SHY_BAT, SHY_EXIT,     SHY_MONSTER + SHY_DRAGON,
                                   SHY_CORRIDOR,          SHY_CORRIDOR, SHY_CORRIDOR};
    struct shy_view view;
    game_begin(game, 1u << SHY_BAT | 1u << SHY_DRAGON);
    for (int i = 0; i < FACT_PLACES; i++)
        act(game, MASTER, LAN_ACTION(SHY_ACTION_LAY, kind[i], line[i + 1], 0));
    act(game, MASTER, LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0));
    act(game, HERO, LAN_ACTION(SHY_ACTION_ATTACK, line[1], 0, 0));
    act(game, HERO, LAN_ACTION(SHY_ACTION_STEP, line[2], 0, 0));
    look(game, MASTER, &view);
    assert_int_equal(view.pub.storey, 1);
}

static void game_finish(struct game *game)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(game->told[seat].event);
}

/* Asks the bot and plays what it says; every question has a seed of its own. */
static void bot_act(struct game *game, int seat, struct lan_advice *advice)
{
    struct lan_list list;
    struct shy_view view;
    const struct lan_budget budget = {.iterations = ROUNDS};
    lan_actions(&buf.base, (const struct lan_state *)&game->state, seat, &list);
    look(game, seat, &view);
    struct lan_question question = {.seat = seat,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = game->told[seat].event,
                                    .told_count = game->told[seat].count};
    lan_bot_equilibrium.think(&buf.base, &question, &budget, game->seed++, advice);
    act(game, seat, advice->action);
}

/* ---- The Master ---------------------------------------------------------------------------------------- */

/* Whether the stage has the floor, turned in some way. */
static bool in_book(const struct book_stage *stage, const struct shy_view *view, int shape)
{
    uint8_t turned[SHY_TILES_MAX], from[SHY_TILES_MAX];
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    int entrance = shy_tile_find(shapes.cell[shape], SHY_TILES_MAX, SHY_MIDDLE);
    for (int symmetry = 0; symmetry < shapes.symmetries; symmetry++) {
        shape_turn(view->pub.hunt.cell, symmetry, turned, from);
        if (memcmp(turned, shapes.cell[shape], SHY_TILES_MAX) != 0)
            continue;
        for (uint32_t i = 0; i < stage->count; i++) {
            const struct book_entry *entry = &stage->entry[i];
            bool same = entry->shape == shape;
            for (int place = 0; place < FACT_PLACES && same; place++)
                same = facts.kind[entry->hand][place] == kind[from[fact_tile(place, entrance)]];
            if (same)
                return true;
        }
    }
    return false;
}

/* Every floor that is laid is one of the stage's, and each shape comes as often as it should. */
static void floors_compare(const struct book_stage *stage, unsigned pair, bool second)
{
    static struct game game;
    double expected[SHAPES_ALL] = {0}, met[SHAPES_ALL] = {0}, total = 0;
    enum { FLOORS = 1000 };
    struct lan_advice advice;
    struct shy_view view;
    game.seed = 5;
    for (uint32_t i = 0; i < stage->count; i++) {
        bool own = facts.pair[stage->entry[i].hand / FACT_EACH] == pair;
        expected[stage->entry[i].shape] += own ? stage->entry[i].chance : 0;
        total += own ? stage->entry[i].chance : 0;
    }
    for (int i = 0; i < FLOORS; i++) {
        if (second) {
            floor_cross(&game);
            pair_draw(&game, pair);
        } else {
            game_begin(&game, pair);
        }
        for (int tile = 0; tile < SHY_TILES_MAX; tile++)
            bot_act(&game, MASTER, &advice);
        look(&game, MASTER, &view);
        assert_int_not_equal(view.pub.phase, SHY_BUILDING);
        int symmetry, shape = shapes_find(&shapes, view.pub.hunt.cell, &symmetry);
        assert_true(in_book(stage, &view, shape));
        met[shape]++;
    }
    for (int shape = 0; shape < shapes.count; shape++) {
        double chance = expected[shape] / total, mean = FLOORS * chance;
        assert_true(fabs(met[shape] - mean) <= 5 * sqrt(mean * (1 - chance)) + 1);
    }
    game_finish(&game);
    memset(&game, 0, sizeof game);
}

static void masters_lay_by_the_chances(void **unused)
{
    (void)unused;
    rules_make(NULL, NULL);
    floors_compare(book_find(&book, (struct solve_stage){2, SHY_PILE_ALL, 0}),
                   1u << SHY_BAT | 1u << SHY_KRAKEN, false);
}

/*
 * On the second floor the Master plays the stage of the four monsters of no earlier pair, although the Hero
 * has seen only one of the two that are gone: the lower bound of a whole game is proved of this Master.
 */
static void masters_play_by_the_pairs_gone(void **unused)
{
    (void)unused;
    rules_make("reveals", "0-0-0");
    unsigned left = SHY_PILE_ALL & ~(1u << SHY_BAT | 1u << SHY_DRAGON);
    const struct book_stage *stage = book_find(&book, (struct solve_stage){0, (uint8_t)left, 0});
    assert_non_null(stage);
    floors_compare(stage, 1u << SHY_KRAKEN | 1u << SHY_APE, true);
}

/* ---- The Hero ------------------------------------------------------------------------------------------ */

/* Lays this floor in any order that the rules allow. */
static void floor_lay(struct game *game, const uint8_t cell[SHY_TILES_MAX], int hand)
{
    int entrance = shy_tile_find(cell, SHY_TILES_MAX, SHY_MIDDLE);
    unsigned left = SHY_TILES_ALL & ~(1u << entrance);
    while (left) {
        for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
            if (!(left >> tile & 1))
                continue;
            lan_action lay =
                LAN_ACTION(SHY_ACTION_LAY, facts.kind[hand][fact_place(tile, entrance)], cell[tile], 0);
            struct lan_list list;
            lan_actions(&buf.base, (const struct lan_state *)&game->state, MASTER, &list);
            for (int i = 0; i < list.count && (left >> tile & 1); i++) {
                if (list.action[i] != lay)
                    continue;
                act(game, MASTER, lay);
                left &= ~(1u << tile);
            }
        }
    }
    act(game, MASTER, LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0));
}

/* Whether the bot dies on a floor. */
static bool hero_dies(struct game *game, unsigned pair, const uint8_t *cell, int hand)
{
    struct shy_view view;
    struct lan_advice advice;
    game_begin(game, pair);
    floor_lay(game, cell, hand);
    for (look(game, HERO, &view); view.pub.phase != SHY_OVER && !view.pub.storey; look(game, HERO, &view))
        bot_act(game, HERO, &advice);
    return view.pub.phase == SHY_OVER;
}

/* The hand of a shape that kills the plan's Hero most nearly every other time. */
static uint32_t even_hand(const struct hero_plan *plan)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < plan->floor.hands; i++) {
        if (fabs(plan->kills[i] - 0.5) < fabs(plan->kills[best] - 0.5))
            best = i;
    }
    return best;
}

static void shape_try(struct game *game, const struct shy_rules *rules, const struct book_stage *stage,
                      int shape)
{
    enum { PLAYS = 300 };
    struct hero_plan plan;
    const uint8_t *cell = shapes.cell[shape];
    int deaths = 0;
    assert_true(hero_create(rules, &facts, cell, true, stage, NULL, ROUNDS, &plan));
    uint32_t at = even_hand(&plan);
    double chance = plan.kills[at];
    int hand = plan.floor.hand[at];
    hero_destroy(&plan);
    for (int i = 0; i < PLAYS; i++)
        deaths += hero_dies(game, facts.pair[hand / FACT_EACH], cell, hand);
    assert_true(fabs(deaths - PLAYS * chance) <= 4.5 * sqrt(PLAYS * chance * (1 - chance)) + 1);
}

/*
 * How often a hand kills the bot is how often it kills the plan: also over walks, and where a way out is
 * sure.
 */
static void heroes_die_as_planned(void **unused)
{
    (void)unused;
    static struct game game;
    static const char *const reveals[] = {"0-0-0", "1-0-0", "2-1-0"};
    game.seed = 7;
    for (int i = 0; i < 3; i++) {
        const struct shy_rules *rules = rules_make("reveals", reveals[i]);
        const struct book_stage *stage = book_find(&book, (struct solve_stage){(uint8_t)i, SHY_PILE_ALL, 0});
        for (int shape = 17; shape < shapes.count; shape += 130)
            shape_try(&game, rules, stage, shape);
    }
    game_finish(&game);
}

/* ---- What the book does not have ----------------------------------------------------------------------- */

static void reason_expect(const char *option, const char *value, const char *begins)
{
    static struct game game;
    struct lan_advice advice;
    rules_make(option, value);
    game_begin(&game, facts.pair[3]);
    bot_act(&game, MASTER, &advice);
    assert_int_equal(strncmp(advice.reason[LAN_EN], begins, strlen(begins)), 0);
    assert_true(*advice.reason[LAN_FR]);
}

static void what_is_missing_is_said(void **unused)
{
    (void)unused;
    reason_expect(NULL, NULL, "One of the floors in the book");
    reason_expect("reveal_choice", "together", "Without the book (the solver turns tiles up one after");
    reason_expect("fear", "both-panic", "Without the book (it was made for other rules)");
    reason_expect("reveals", "4-0-0", "Without the book (it says nothing here)");
}

/* A book with one stage only: for later floors it is played as if nothing had been seen, and said. */
static void another_book_can_be_used(void **unused)
{
    (void)unused;
    static struct game game;
    static struct book few;
    struct lan_advice advice;
    size_t size, whole = (size_t)(equilibrium_book_end - equilibrium_book);
    const struct shy_rules *rules = rules_make("reveals", "0-0-0");
    assert_non_null(equilibrium_use(equilibrium_book, whole - 1));
    book_init(&few, rules);
    few.count = 1;
    few.stage[0] = *book_find(&book, (struct solve_stage){0, SHY_PILE_ALL, 0});
    uint8_t *bytes = book_write(&few, &size);
    assert_null(equilibrium_use(bytes, size));
    free(bytes);
    floor_cross(&game);
    pair_draw(&game, facts.pair[FACT_PAIRS - 1]);
    bot_act(&game, MASTER, &advice);
    assert_non_null(strstr(advice.reason[LAN_EN], "no page for what was seen"));
    game_finish(&game);
    assert_null(equilibrium_use(equilibrium_book, whole));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masters_lay_by_the_chances), cmocka_unit_test(masters_play_by_the_pairs_gone),
        cmocka_unit_test(heroes_die_as_planned),      cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(another_book_can_be_used),
    };
    return cmocka_run_group_tests(tests, prepare, clear);
}
