/*
 * Floors of a whole game of Shy Monsters: how they hang together, the tree in which leaving counts, plans
 * that are played out in the game itself with exact chances, learning all floors together, and the
 * verification of a book, which must find any number that was changed.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "enter.h"
#include "hero.h"
#include "joint.h"
#include "tap.h"
#include "verify.h"

enum { MASTER, HERO };

static union lan_rules_buf buf;
static struct facts facts;
static struct shapes shapes;

static const struct shy_rules *rules_make(const char *reveals)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&shy_game, 2, &config);
    assert_true(lan_config_set(&shy_game, &config, "reveals", reveals, &problem));
    assert_true(lan_compile(&shy_game, &config, &buf.base, &problem));
    return (const struct shy_rules *)&buf.base;
}

static int prepare(void **unused)
{
    (void)unused;
    facts_init(&facts);
    shapes_init(rules_make("2-1-0"), &shapes);
    return 0;
}

/*
 * ---- Stages and types ----------------------------------------------------------------------------------
 */

static void types_are_what_the_master_knows(void **unused)
{
    (void)unused;
    static const int expected[] = {90, 30, 6};
    struct solve_stage stage[GAME_STAGES];
    struct game_types types;
    game_stages(rules_make("2-1-0"), stage);
    for (int i = 0; i < GAME_STAGES; i++) {
        int unseen = __builtin_popcount(stage[i].unseen);
        game_types(stage[i], &types);
        assert_int_equal(types.count,
                         stage[i].storey == 2 ? expected[6 - unseen] : unseen * (unseen - 1) / 2);
        for (int type = 0; type < types.count; type++) {
            unsigned held = facts.pair[types.pair[type]];
            assert_int_equal(held & ~(unsigned)stage[i].unseen, 0);
            if (stage[i].storey == 2)
                assert_int_equal(held | facts.pair[types.before[type]] | facts.pair[types.last[type]],
                                 SHY_PILE_ALL);
        }
    }
    assert_int_equal(game_unseen(SHY_PILE_ALL, 0x12, 1), 0x3d);
    assert_int_equal(game_unseen(SHY_PILE_ALL, 0x12, 2), 0x2f);
    assert_int_equal(game_unseen(0x3e, 0x12, 3), 0x2c);
}

/*
 * ---- The tree of leaving -------------------------------------------------------------------------------
 */

static const int some[] = {0, 57, 130, 201, 333, 414, 500, 688};
enum { SOME = sizeof some / sizeof *some };

/*
 * Where it does not count what was seen, the Hero survives as often as in the tree that only counts deaths.
 */
static void survival_is_the_same(void **unused)
{
    (void)unused;
    const struct shy_rules *rules = rules_make("2-1-0");
    struct floor_scratch scratch = {0};
    struct lan_rng rng;
    lan_rng_init(&rng, 4);
    for (int i = 0; i < (tap_brief() ? 4 : 2 * SOME); i++) {
        const uint8_t *cell = shapes.cell[some[i % SOME]];
        struct floor floor, cross;
        static double weight[FACT_HANDS], of_floor[FACT_HANDS], prize[FACT_HANDS * CROSS_SEEN];
        double all = 0;
        assert_true(floor_create(rules, &facts, cell, 1 + i % 2, SHY_PILE_ALL, &floor));
        for (int hand = 0; hand < FACT_HANDS; hand++)
            all += weight[hand] = lan_rng_below(&rng, 20) ? 0 : 1 + lan_rng_below(&rng, 100);
        for (uint32_t hand = 0; hand < floor.hands; hand++)
            of_floor[hand] = weight[floor.hand[hand]];
        for (int hand = 0; hand < FACT_HANDS * CROSS_SEEN; hand++)
            prize[hand] = weight[hand / CROSS_SEEN];
        assert_true(floor_scratch_grow(&scratch, &floor));
        double killed = floor_best_response(&floor, of_floor, &scratch);
        floor_values(&floor, of_floor, &scratch);
        assert_true(floor.tree.root == TREE_ALIVE || scratch.value[floor.tree.root] == killed);
        for (int brief = 0; brief < 2; brief++) {
            assert_true(cross_create(rules, &facts, cell, 1 + i % 2, SHY_PILE_ALL, brief, &cross));
            assert_int_equal(cross.hands, FACT_HANDS);
            assert_true(floor_scratch_grow(&scratch, &cross));
            assert_true(fabs(all - killed - cross_best(&cross, prize, &scratch)) < 1e-6);
            floor_destroy(&cross);
        }
        floor_destroy(&floor);
    }
    floor_scratch_destroy(&scratch);
}

/*
 * ---- Plans, played out ---------------------------------------------------------------------------------
 */

static void do_it(struct lan_state *state, int seat, lan_action action)
{
    assert_int_equal(lan_apply(&buf.base, state, seat, action, NULL), LAN_ACCEPTED);
}

/* A floor of this shape and hand, built by the rules. */
static void state_build(const uint8_t *cell, int hand, struct lan_state *state)
{
    int entrance = shy_tile_find(cell, SHY_TILES_MAX, SHY_MIDDLE);
    unsigned left = SHY_TILES_ALL & ~(1u << entrance);
    shy_game.setup(&buf.base, state);
    for (int place = 0; place < FACT_PLACES; place++) {
        int kind = facts.kind[hand][place];
        if (shy_is_monster(kind))
            do_it(state, LAN_CHANCE, LAN_ACTION(SHY_ACTION_DRAW, kind - SHY_MONSTER, 0, 0));
    }
    while (left) {
        for (unsigned rest = left; rest; rest &= rest - 1) {
            int tile = __builtin_ctz(rest), kind = facts.kind[hand][fact_place(tile, entrance)];
            if (!lan_apply(&buf.base, state, MASTER, LAN_ACTION(SHY_ACTION_LAY, kind, cell[tile], 0), NULL))
                left &= ~(1u << tile);
        }
    }
    do_it(state, MASTER, LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0));
}

/* Plays a move of the tree, with the walk before it. */
static void move_make(const struct shy_rules *rules, struct lan_state *state, const struct shy_view *view,
                      uint32_t move)
{
    static const uint8_t actions[] = {SHY_ACTION_REVEAL, SHY_ACTION_STEP, SHY_ACTION_ATTACK, SHY_ACTION_JUMP,
                                      SHY_ACTION_JUMP_ATTACK};
    const struct shy_hunt *hunt = &view->pub.hunt;
    uint8_t route[SHY_TILES_MAX];
    int cell = hunt->cell[move >> 8 & 0xff], over = hunt->cell[move & 0xff], way = 0;
    int length = hero_route(rules, hunt, view->kind[0], hunt->hero, move, route);
    assert_true(length >= 0);
    for (int i = 0; i < length; i++)
        do_it(state, HERO, LAN_ACTION(SHY_ACTION_STEP, hunt->cell[route[i]], 0, 0));
    while (move >> 16 >= TREE_JUMP && over + shy_step[way] != cell)
        way++;
    do_it(state, HERO,
          move >> 16 >= TREE_JUMP ? LAN_ACTION(actions[move >> 16], over, way, 0)
                                  : LAN_ACTION(actions[move >> 16], cell, 0, 0));
}

/* What the Hero has seen of a pair, as in cross.h. */
static int seen_of(const struct shy_view *view, unsigned up, unsigned pair)
{
    int seen = 0;
    for (unsigned rest = up; rest; rest &= rest - 1) {
        int kind = view->kind[0][__builtin_ctz(rest)];
        if (shy_is_monster(kind))
            seen |= kind - SHY_MONSTER == __builtin_ctz(pair) ? 1 : 2;
    }
    return seen;
}

/* Whether the Hero can surely get out of a position that is not in the tree; else he can only die. */
static bool is_sure(const struct shy_rules *rules, const struct shy_view *view)
{
    const struct shy_hunt *hunt = &view->pub.hunt;
    for (unsigned rest = shy_region(hunt); rest; rest &= rest - 1) {
        if (view->kind[0][__builtin_ctz(rest)] == SHY_EXIT)
            return true;
    }
    return tree_safe_move(rules, &facts, SHY_PILE_ALL, hunt, view->kind[0], view->pub.reveals) >= 0;
}

/* Adds up, over all draws of the plan, how often the Hero leaves this floor and with what seen. */
/* NOLINTNEXTLINE(misc-no-recursion) */
static void play_out(const struct shy_rules *rules, const struct hero_plan *plan,
                     const union lan_state_buf *state, unsigned pair, double chance, double exits[CROSS_SEEN])
{
    struct shy_view view;
    shy_game.observe(&buf.base, (const struct lan_state *)state, HERO, (struct lan_view *)&view);
    if (view.pub.phase == SHY_OVER)
        return;
    if (view.pub.storey) {
        exits[seen_of(&view, view.pub.past[0].up, pair)] += chance;
        return;
    }
    int32_t node = tree_find(&plan->floor.tree, &view.pub.hunt, view.kind[0], view.pub.reveals);
    if (node < 0) {
        if (is_sure(rules, &view))
            exits[seen_of(&view, view.pub.hunt.up, pair)] += chance;
        return;
    }
    for (uint32_t a = plan->floor.tree.node[node]; a < plan->floor.tree.node[node + 1]; a++) {
        if (plan->chance[a] <= 0)
            continue;
        union lan_state_buf after = *state;
        move_make(rules, (struct lan_state *)&after, &view, plan->floor.tree.action[a].move);
        play_out(rules, plan, &after, pair, chance * (double)plan->chance[a], exits);
    }
}

/* A stage of floor 1 with made-up prices and values of leaving: the plan need not be good. */
static void plan_make(const struct shy_rules *rules, int reveals, const uint8_t *cell, bool met,
                      struct hero_plan *plan)
{
    static struct book_stage stage;
    double worth[GAME_TYPES][CROSS_SEEN];
    stage = (struct book_stage){.stage = {(uint8_t)reveals, SHY_PILE_ALL, 1}, .types = FACT_PAIRS};
    for (int type = 0; type < FACT_PAIRS; type++) {
        stage.price[type] = met ? 1000 : 999999;
        for (int seen = 0; seen < CROSS_SEEN; seen++)
            worth[type][seen] = 0.1 + 0.05 * seen + 0.01 * type;
    }
    assert_true(hero_create(rules, &facts, cell, met, &stage, worth, 20, plan));
}

/* How often a hand lets a plan's Hero out, and with what seen, is what the game itself makes of it. */
static void plans_leave_as_they_say(void **unused)
{
    (void)unused;
    static const char *const reveals[] = {"0-0-0", "1-0-0", "2-0-0"};
    static union lan_state_buf state;
    int step = tap_brief() ? 397 : 97;
    for (int i = 0; i < 6; i++) {
        const struct shy_rules *rules = rules_make(reveals[1 + i % 2]);
        const uint8_t *cell = shapes.cell[some[i + 1]];
        struct hero_plan plan;
        plan_make(rules, 1 + i % 2, cell, i < 4, &plan);
        assert_int_equal(plan.floor.hands, FACT_HANDS);
        for (int hand = i; hand < FACT_HANDS; hand += step) {
            double exits[CROSS_SEEN] = {0};
            state_build(cell, plan.floor.hand[hand], (struct lan_state *)&state);
            play_out(rules, &plan, &state, facts.pair[plan.floor.hand[hand] / FACT_EACH], 1, exits);
            for (int seen = 0; seen < CROSS_SEEN; seen++)
                assert_true(fabs(exits[seen] - plan.exits[hand * CROSS_SEEN + seen]) < 1e-5);
        }
        hero_destroy(&plan);
    }
}

/*
 * ---- Books ---------------------------------------------------------------------------------------------
 */

static struct shapes few;

/* A stage whose Master builds the few shapes with some hands of each pair, and prices that no plan keeps. */
static void stage_add(struct book *book, struct solve_stage stage)
{
    struct book_stage *kept = book_place(book, stage);
    struct game_types types;
    assert_non_null(kept);
    game_types(stage, &types);
    kept->entry = calloc((size_t)few.count * FACT_PAIRS * 12, sizeof *kept->entry);
    for (int shape = 0; shape < few.count; shape++) {
        for (int hand = 3; hand < FACT_HANDS; hand += 10) {
            if (!(facts.pair[hand / FACT_EACH] & ~(unsigned)stage.unseen))
                kept->entry[kept->count++] =
                    (struct book_entry){(uint16_t)shape, (uint16_t)hand, 1000u + (uint32_t)hand};
        }
    }
    book_settle(kept);
    for (int type = 0; type < types.count; type++)
        kept->price[type] = 200000;
}

static void shapes_few(int count)
{
    few.count = count;
    few.symmetries = shapes.symmetries;
    for (int i = 0; i < count; i++)
        memcpy(few.cell[i], shapes.cell[some[i + 1]], SHY_TILES_MAX);
}

/* The same with a mix that was learnt a little, so that it kills. */
static void stage_learn(struct book *book, const struct shy_rules *rules, struct solve_stage stage)
{
    struct solve *solve = solve_create(rules, (struct solve_stage){stage.reveals, stage.unseen, 0}, &few, 1);
    assert_non_null(solve);
    stage_add(book, stage);
    for (int i = 0; i < 30; i++)
        solve_round(solve);
    assert_true(book_enter(book_place(book, stage), solve));
    solve_destroy(solve);
}

/* Takes out every figure of a book and enters those that are computed, the last floor's first. */
static void book_measure(struct book *book, const struct shy_rules *rules)
{
    uint8_t order[BOOK_STAGES_MAX];
    verify_blank(book);
    verify_order(book, order);
    struct verify *verify = verify_create(rules, &few, book);
    assert_non_null(verify);
    for (int i = 0; i < book->count; i++) {
        assert_true(verify_stage(verify, order[i], 1));
        verify_enter(verify, order[i], book);
    }
    verify_destroy(verify);
}

/*
 * A book with floor 2 after bat and dragon were seen, and all that may follow. The stage of floor 2 is
 * last.
 */
static void book_make(struct book *book, const struct shy_rules *rules)
{
    const unsigned four = SHY_PILE_ALL & ~0x3u;
    shapes_few(1);
    book_init(book, rules);
    for (unsigned unseen = four; unseen; unseen = (unseen - 1) & four) {
        if (__builtin_popcount(unseen) >= 2)
            stage_learn(book, rules, game_stage(rules, 3, unseen));
    }
    stage_learn(book, rules, game_stage(rules, 2, four));
    book_measure(book, rules);
}

/* Whether a stage of the book is found to be as the book says; else where not. */
static bool stage_holds(const struct shy_rules *rules, const struct book *book, int stage, char *text)
{
    struct verify *verify = verify_create(rules, &few, book);
    assert_non_null(verify);
    assert_true(verify_stage(verify, stage, 1));
    bool holds = verify_agrees(verify, stage, text);
    verify_destroy(verify);
    return holds;
}

/* Changes a number, expects the stage to be refused with words that name the place, and puts it back. */
#define REFUSED(number, other, place)                          \
    do {                                                       \
        char where[VERIFY_TEXT] = "";                          \
        double was = (double)(number);                         \
        (number) = (other);                                    \
        assert_true((double)(number) != was);                  \
        assert_false(stage_holds(rules, &book, stage, where)); \
        assert_non_null(strstr(where, place));                 \
        (number) = (__typeof__(number))was;                    \
    } while (0)

/* Every kind of number in a book: each change is found, and the place is told. */
static void changes_are_found(void **unused)
{
    (void)unused;
    static struct book book;
    const struct shy_rules *rules = rules_make("2-1-0");
    char text[VERIFY_TEXT];
    book_make(&book, rules);
    for (int i = 0; i < 2; i++) {
        int stage = i ? book.count - 1 : 0;
        struct book_stage *kept = &book.stage[stage];
        const char *place = i ? "floor 2, reveals 1, unseen mantis,cobra,kraken,ape"
                              : "floor 3, reveals 0, unseen mantis,cobra,kraken,ape";
        assert_true(stage_holds(rules, &book, stage, text));
        REFUSED(kept->lower, kept->lower + 1e-6, "the lower bound");
        REFUSED(kept->upper, kept->upper - 1e-6, "the upper bound");
        REFUSED(kept->toll[2], kept->toll[2] - 1e-6,
                i ? "the toll of mantis+ape after bat+dragon" : "the toll of");
        REFUSED(kept->price[1], kept->price[1] + 1000, place);
        REFUSED(kept->stage.reveals, kept->stage.reveals + 1, "reveals");
        REFUSED(kept->entry[5].chance, kept->entry[5].chance + 1, "the sum of chances of");
        REFUSED(kept->entry[5].hand, (uint16_t)(kept->entry[5].hand + FACT_EACH), "the sum of chances of");
    }
    /* The toll of a later floor on which one of floor 2 rests. */
    book.stage[0].toll[0] -= 0.001;
    assert_false(stage_holds(rules, &book, book.count - 1, text));
    book.stage[0].toll[0] += 0.001;
    book.lower = 0.5;
    book.upper = 0.6;
    struct verify *verify = verify_create(rules, &few, &book);
    double lower, upper;
    assert_false(verify_whole(verify, 1, &lower, &upper, text));
    assert_non_null(strstr(text, "the whole game"));
    verify_destroy(verify);
    book_finish(&book);
}

static void verification_goes_on(void **unused)
{
    (void)unused;
    static struct book book;
    const struct shy_rules *rules = rules_make("2-1-0");
    size_t size;
    char text[VERIFY_TEXT];
    book_make(&book, rules);
    struct verify *verify = verify_create(rules, &few, &book);
    assert_true(verify_stage(verify, 1, 1));
    uint8_t *bytes = verify_write(verify, &size);
    verify_destroy(verify);
    verify = verify_create(rules, &few, &book);
    bytes[size / 2] ^= 1;
    assert_non_null(verify_read(verify, bytes, size));
    bytes[size / 2] ^= 1;
    assert_non_null(verify_read(verify, bytes, size - 1));
    assert_false(verify->done[1]);
    assert_null(verify_read(verify, bytes, size));
    assert_true(verify->done[1] && !verify->done[0]);
    assert_true(verify_agrees(verify, 1, text));
    verify_destroy(verify);
    book.stage[0].price[0]++;
    verify = verify_create(rules, &few, &book);
    assert_non_null(verify_read(verify, bytes, size));
    verify_destroy(verify);
    free(bytes);
    book_finish(&book);
}

/*
 * ---- All floors together -------------------------------------------------------------------------------
 */

/* Whether two learners enter the same in a book. */
static void assert_learnt_same(const struct shy_rules *rules, const struct joint *one,
                               const struct joint *two)
{
    static struct book book;
    const struct joint *joint[] = {one, two};
    uint8_t *bytes[2];
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        book_init(&book, rules);
        assert_true(joint_enter(joint[i], &book));
        bytes[i] = book_write(&book, &size[i]);
        book_finish(&book);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
}

/* A learner that was written and read goes on as the one that never stopped; damaged bytes are refused. */
static void learning_goes_on(void **unused)
{
    (void)unused;
    static struct book book;
    const struct shy_rules *rules = rules_make("2-1-0");
    struct solve_stage stage[GAME_STAGES];
    const char *wrong;
    size_t size;
    shapes_few(1);
    game_stages(rules, stage);
    book_init(&book, rules);
    for (int i = 0; i < GAME_STAGES; i++)
        stage_add(&book, (struct solve_stage){stage[i].reveals, stage[i].unseen, 0});
    struct joint *joint = joint_create(rules, &few, &book);
    for (int i = 0; i < 3; i++)
        joint_round(joint);
    uint8_t *bytes = joint_write(joint, &size);
    struct joint *again = joint_read(rules, &few, bytes, size, &wrong);
    assert_non_null(again);
    assert_int_equal(joint_rounds(again), 3);
    for (int i = 0; i < 3; i++) {
        joint_round(joint);
        joint_round(again);
    }
    assert_learnt_same(rules, joint, again);
    assert_null(joint_read(rules, &few, bytes, size - 1, &wrong));
    assert_string_equal(wrong, "it is damaged");
    bytes[size / 2] ^= 1;
    assert_null(joint_read(rules, &few, bytes, size, &wrong));
    assert_string_equal(wrong, "it is damaged");
    bytes[size / 2] ^= 1;
    rules = rules_make("1-1-0");
    assert_null(joint_read(rules, &few, bytes, size, &wrong));
    assert_string_equal(wrong, "it belongs to other rules");
    bytes[0] ^= 1;
    assert_null(joint_read(rules, &few, bytes, size, &wrong));
    assert_string_equal(wrong, "this is no checkpoint of a whole game");
    free(bytes);
    joint_destroy(again);
    joint_destroy(joint);
    book_finish(&book);
}

/* On one shape: what is learnt gives a book whose bounds hold, and whose figures are written and read. */
static void floors_are_learnt_together(void **unused)
{
    (void)unused;
    static struct book book, again;
    const struct shy_rules *rules = rules_make("2-1-0");
    struct solve_stage stage[GAME_STAGES];
    size_t size;
    shapes_few(1);
    game_stages(rules, stage);
    book_init(&book, rules);
    assert_null(joint_create(rules, &few, &book));
    for (int i = 0; i < GAME_STAGES; i++)
        stage_add(&book, (struct solve_stage){stage[i].reveals, stage[i].unseen, 0});
    struct joint *joint = joint_create(rules, &few, &book);
    assert_non_null(joint);
    for (int i = 0; i < (tap_brief() ? 5 : 60); i++)
        joint_round(joint);
    assert_true(joint_value(joint) > 0 && joint_value(joint) < 1);
    assert_true(joint_enter(joint, &book));
    joint_destroy(joint);
    assert_true(whole_complete(rules, &book));
    assert_true(whole_improve(rules, &few, &book, 1, 30, NULL));
    book_measure(&book, rules);
    book.lower = whole_lower(rules, &few, &book, 1);
    book.upper = whole_upper(rules, &book);
    assert_true(book.lower > 0 && book.lower <= book.upper && book.upper <= 1);
    uint8_t *bytes = book_write(&book, &size);
    assert_null(book_parse(&again, bytes, size));
    assert_true(again.lower == book.lower && again.upper == book.upper && again.count == book.count);
    assert_true(whole_upper(rules, &again) == book.upper);
    free(bytes);
    book_finish(&again);
    book_finish(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_what_the_master_knows),
        cmocka_unit_test(survival_is_the_same),
        cmocka_unit_test(plans_leave_as_they_say),
        cmocka_unit_test(changes_are_found),
        cmocka_unit_test(verification_goes_on),
        cmocka_unit_test(floors_are_learnt_together),
        cmocka_unit_test(learning_goes_on),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
