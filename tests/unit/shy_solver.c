/*
 * The solver of Shy Monsters against a slow and simple one: best answers found by playing the game itself,
 * with every hand as a whole state, grouped by what the Hero sees. Then learning on a few shapes,
 * checkpoints, and books.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "checkpoint.h"
#include "enter.h"
#include "hero.h"
#include "tap.h"

enum { MASTER, HERO };

static union lan_rules_buf buf;
static struct facts facts;
static struct shapes shapes;

static const struct shy_rules *rules_make(int reveals, const char *option, const char *value)
{
    char text[] = "0-0-0";
    struct lan_config config;
    struct lan_problem problem;
    text[0] = (char)('0' + reveals);
    lan_config_init(&shy_game, 2, &config);
    assert_true(lan_config_set(&shy_game, &config, "reveals", text, &problem));
    if (option)
        assert_true(lan_config_set(&shy_game, &config, option, value, &problem));
    assert_true(lan_compile(&shy_game, &config, &buf.base, &problem));
    return (const struct shy_rules *)&buf.base;
}

static void assert_near(double one, double other, double within)
{
    assert_true(one - other <= within && other - one <= within);
}

static int prepare(void **unused)
{
    (void)unused;
    facts_init(&facts);
    shapes_init(rules_make(0, NULL, NULL), &shapes);
    return 0;
}

/* ---- The slow one -------------------------------------------------------------------------------------- */

enum { SLOW_HANDS = 60, MEMORY = 1 << 16 };

struct lot {
    int count;
    union lan_state_buf state[SLOW_HANDS];
    double weight[SLOW_HANDS];
};

struct remembered {
    bool used;
    struct shy_view view;
    double value;
};

static struct remembered *memory;

static void do_it(struct lan_state *state, int seat, lan_action action)
{
    assert_int_equal(lan_apply(&buf.base, state, seat, action, NULL), LAN_ACCEPTED);
}

/* A floor of this shape and hand, built by the rules. Cells are laid in any order that keeps them joined. */
static void state_build(const uint8_t *cell, int hand, union lan_state_buf *out)
{
    struct lan_state *state = (struct lan_state *)out;
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
            lan_action lay = LAN_ACTION(SHY_ACTION_LAY, kind, cell[tile], 0);
            if (!lan_apply(&buf.base, state, MASTER, lay, NULL))
                left &= ~(1u << tile);
        }
    }
    do_it(state, MASTER, LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0));
}

/* What the Hero sees, but for the count of idle moves. */
static void look(const union lan_state_buf *state, struct shy_view *view)
{
    shy_game.observe(&buf.base, (const struct lan_state *)state, HERO, (struct lan_view *)view);
    view->pub.idle = 0;
}

static struct remembered *recall(const struct shy_view *view)
{
    uint64_t hash = 1469598103934665603u;
    const uint8_t *bytes = (const uint8_t *)view;
    for (size_t i = 0; i < sizeof *view; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    for (uint32_t at = (uint32_t)hash;; at++) {
        struct remembered *slot = &memory[at % MEMORY];
        if (!slot->used || memcmp(&slot->view, view, sizeof *view) == 0)
            return slot;
    }
}

static double slow_value(const struct lot *lot);

/* Does an action in all states and adds up what comes of it, by what the Hero then sees. */
static double slow_action(const struct lot *lot, lan_action action)
{
    struct lot *after = malloc(2 * sizeof *after), *group = after + 1;
    double sum = 0;
    *after = *lot;
    for (int i = 0; i < lot->count; i++)
        do_it((struct lan_state *)&after->state[i], HERO, action);
    while (after->count) {
        struct shy_view first, other;
        int kept = 0;
        look(&after->state[0], &first);
        group->count = 0;
        for (int i = 0; i < after->count; i++) {
            look(&after->state[i], &other);
            bool same = memcmp(&first, &other, sizeof other) == 0;
            struct lot *to = same ? group : after;
            int at = same ? group->count++ : kept++;
            to->state[at] = after->state[i];
            to->weight[at] = after->weight[i];
        }
        after->count = kept;
        sum += slow_value(group);
    }
    free(after);
    return sum;
}

/* Whether an action only moves the Hero about. */
static bool is_idle(const union lan_state_buf *state, lan_action action)
{
    union lan_state_buf after = *state;
    struct shy_view before, now;
    look(state, &before);
    do_it((struct lan_state *)&after, HERO, action);
    look(&after, &now);
    return before.pub.phase == SHY_EXPLORING && now.pub.phase == SHY_EXPLORING &&
           before.pub.hunt.up == now.pub.hunt.up && before.pub.hunt.skills == now.pub.hunt.skills;
}

/* The least over all actions that change something, here and wherever the Hero can walk first. */
static double slow_search(const struct lot *lot, unsigned *walked)
{
    struct lan_list list = {.count = 0};
    struct shy_view view;
    double least = 1e9;
    look(&lot->state[0], &view);
    *walked |= 1u << view.pub.hunt.hero;
    lan_actions(&buf.base, (const struct lan_state *)&lot->state[0], HERO, &list);
    for (int i = 0; i < list.count && least > 0; i++) {
        double now = least;
        if (!is_idle(&lot->state[0], list.action[i])) {
            now = slow_action(lot, list.action[i]);
        } else {
            struct lot *moved = malloc(sizeof *moved);
            *moved = *lot;
            for (int state = 0; state < lot->count; state++)
                do_it((struct lan_state *)&moved->state[state], HERO, list.action[i]);
            look(&moved->state[0], &view);
            if (!(*walked >> view.pub.hunt.hero & 1))
                now = slow_search(moved, walked);
            free(moved);
        }
        least = now < least ? now : least;
    }
    return least;
}

/* The chance to be killed, in weight, of a Hero who plays perfectly from here. */
static double slow_value(const struct lot *lot)
{
    struct shy_view view;
    double sum = 0;
    look(&lot->state[0], &view);
    for (int i = 0; i < lot->count; i++)
        sum += lot->weight[i];
    if (view.pub.phase == SHY_OVER)
        return sum;
    if (view.pub.storey > 0)
        return 0;
    struct remembered *slot = recall(&view);
    if (slot->used)
        return slot->value;
    unsigned walked = 0;
    double value = slow_search(lot, &walked);
    slot = recall(&view);
    *slot = (struct remembered){true, view, value};
    return value;
}

/*
 * The hands that a Master who builds only this shape has come to like, with random weights besides: against
 * hands drawn evenly a Hero with reveals would hardly ever die.
 */
static void lot_draw(struct solve *solve, struct lan_rng *rng, double *weight, struct lot *lot)
{
    const struct floor *floor = &solve->floor[0];
    for (int i = 0; i < 30; i++)
        solve_round(solve);
    memset(weight, 0, (floor->hands + 1) * sizeof *weight);
    lot->count = 0;
    for (int i = 0; i < SLOW_HANDS; i++) {
        uint32_t most = 0;
        for (uint32_t hand = 0; hand < floor->hands; hand++)
            most =
                weight[most] > 0 || (weight[hand] == 0 && solve->mix[hand] > solve->mix[most]) ? hand : most;
        if (!floor->hands || weight[most] > 0)
            break;
        weight[most] = solve->mix[most] * (1 + lan_rng_below(rng, 100) / 100.0);
        state_build(floor->tree.cell, floor->hand[most], &lot->state[lot->count]);
        lot->weight[lot->count++] = weight[most];
    }
}

static void best_responses_check(int reveals, const char *option, const char *value, const int *which,
                                 int count)
{
    const struct shy_rules *rules = rules_make(reveals, option, value);
    struct solve_stage stage = {(uint8_t)reveals, SHY_PILE_ALL, 0};
    static struct shapes one;
    struct lan_rng rng;
    struct lot *lot = malloc(sizeof *lot);
    double killed = 0;
    memory = calloc(MEMORY, sizeof *memory);
    lan_rng_init(&rng, (uint64_t)reveals + 1);
    for (int i = 0; i < count; i++) {
        one.count = 1;
        memcpy(one.cell[0], shapes.cell[which[i]], SHY_TILES_MAX);
        struct solve *solve = solve_create(rules, stage, &one, 1);
        assert_non_null(solve);
        const struct floor *floor = &solve->floor[0];
        double *weight = calloc(floor->hands + 1, sizeof *weight),
               *kills = calloc(floor->hands + 1, sizeof *kills), met = 0;
        lot_draw(solve, &rng, weight, lot);
        memset(memory, 0, MEMORY * sizeof *memory);
        double fast = floor_best_response(floor, weight, &solve->scratch[0]),
               slow = lot->count ? slow_value(lot) : 0;
        assert_near(fast, slow, 1e-9);
        killed += fast;
        floor_respond(floor, weight, kills, &solve->scratch[0]);
        for (uint32_t hand = 0; hand < floor->hands; hand++)
            met += weight[hand] * kills[hand];
        assert_near(met, fast, 1e-6);
        free(weight);
        free(kills);
        solve_destroy(solve);
    }
    assert_true(killed > 0);
    free(memory);
    free(lot);
}

/* Shapes here and there in the list: lines, crosses, squares, mixtures. */
static const int some[] = {0, 57, 130, 201, 333, 414, 500, 688};
enum { SOME = sizeof some / sizeof *some, SOME_BRIEF = 3 };

static void best_responses_agree(void **unused)
{
    (void)unused;
    for (int reveals = 0; reveals <= 2; reveals++)
        best_responses_check(reveals, NULL, NULL, some, tap_brief() ? SOME_BRIEF : SOME);
}

static void best_responses_agree_under_options(void **unused)
{
    (void)unused;
    best_responses_check(1, "fear", "both-panic", some, tap_brief() ? SOME_BRIEF : SOME);
    best_responses_check(1, "jump", "eight-directions", some, tap_brief() ? SOME_BRIEF : SOME);
    best_responses_check(0, "jump_peek", "no", some, tap_brief() ? SOME_BRIEF : SOME);
    best_responses_check(0, "jump", "straight-only", some, tap_brief() ? SOME_BRIEF : SOME);
}

/* ---- Learning ------------------------------------------------------------------------------------------ */

static struct shapes few;

static struct solve *few_create(int reveals, unsigned unseen, int threads)
{
    few.count = 5;
    few.symmetries = shapes.symmetries;
    for (int i = 0; i < few.count; i++)
        memcpy(few.cell[i], shapes.cell[some[i + 1]], SHY_TILES_MAX);
    struct solve *solve =
        solve_create(rules_make(reveals, NULL, NULL),
                     (struct solve_stage){(uint8_t)reveals, (uint8_t)unseen, 0}, &few, threads);
    assert_non_null(solve);
    return solve;
}

static void rounds(struct solve *solve, int count)
{
    for (int i = 0; i < count; i++)
        solve_round(solve);
}

static void bounds_close_in(void **unused)
{
    (void)unused;
    for (int reveals = 0; reveals <= 2; reveals++) {
        struct solve *solve = few_create(reveals, SHY_PILE_ALL, 1);
        struct solve_bounds first, last;
        rounds(solve, 10);
        solve_bounds(solve, &first);
        rounds(solve, 300);
        solve_bounds(solve, &last);
        assert_true(first.lower <= first.upper && last.lower <= last.upper);
        assert_true(first.lower <= last.upper && last.lower <= first.upper);
        assert_true(last.upper - last.lower < 0.03);
        solve_destroy(solve);
    }
}

/* A pair that is known is killed no more often than one of several. */
static void knowledge_helps_the_hero(void **unused)
{
    (void)unused;
    struct solve_bounds all, known;
    struct solve *solve = few_create(1, SHY_PILE_ALL, 1);
    double sum = 0;
    rounds(solve, 200);
    solve_bounds(solve, &all);
    solve_destroy(solve);
    for (int pair = 0; pair < FACT_PAIRS; pair++) {
        solve = few_create(1, facts.pair[pair], 1);
        rounds(solve, 200);
        solve_bounds(solve, &known);
        sum += known.lower / FACT_PAIRS;
        solve_destroy(solve);
    }
    assert_true(sum <= all.upper);
}

static void threads_make_no_difference(void **unused)
{
    (void)unused;
    size_t size[2];
    uint8_t *bytes[2];
    for (int i = 0; i < 2; i++) {
        struct solve *solve = few_create(1, SHY_PILE_ALL, 1 + 2 * i);
        rounds(solve, 15);
        bytes[i] = solve_checkpoint_write(solve, &size[i]);
        solve_destroy(solve);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static void checkpoints_go_on(void **unused)
{
    (void)unused;
    size_t size, straight_size;
    struct solve *solve = few_create(0, SHY_PILE_ALL, 1);
    rounds(solve, 10);
    uint8_t *bytes = solve_checkpoint_write(solve, &size);
    rounds(solve, 10);
    uint8_t *straight = solve_checkpoint_write(solve, &straight_size);
    solve_destroy(solve);
    solve = few_create(0, SHY_PILE_ALL, 1);
    assert_null(solve_checkpoint_read(solve, bytes, size));
    rounds(solve, 10);
    uint8_t *resumed = solve_checkpoint_write(solve, &straight_size);
    assert_memory_equal(straight, resumed, straight_size);
    bytes[size / 2] ^= 1;
    assert_non_null(solve_checkpoint_read(solve, bytes, size));
    bytes[size / 2] ^= 1;
    assert_non_null(solve_checkpoint_read(solve, bytes, size - 1));
    assert_non_null(solve_checkpoint_read(solve, bytes, 3));
    solve_destroy(solve);
    solve = few_create(1, SHY_PILE_ALL, 1);
    assert_non_null(solve_checkpoint_read(solve, bytes, size));
    solve_destroy(solve);
    free(bytes);
    free(straight);
    free(resumed);
}

/* ---- The book ------------------------------------------------------------------------------------------ */

static void books_are_checked(void **unused)
{
    (void)unused;
    static struct book book, again;
    struct solve_bounds bounds;
    size_t size;
    struct solve *solve = few_create(1, SHY_PILE_ALL, 1);
    rounds(solve, 100);
    solve_bounds(solve, &bounds);
    book_init(&book, solve->rules);
    assert_true(book_add(&book, solve, &bounds));
    assert_true(book_add(&book, solve, &bounds));
    assert_int_equal(book.count, 1);
    uint8_t *bytes = book_write(&book, &size);
    assert_null(book_read(&again, solve->rules, bytes, size));
    const struct book_stage *kept = book_find(&again, solve->stage);
    assert_non_null(kept);
    assert_int_equal(kept->count, book.stage[0].count);
    double *mix = calloc(solve->hands + 1, sizeof *mix), sum = 0;
    book_mix(kept, solve, mix);
    for (uint32_t i = 0; i < solve->hands; i++)
        sum += mix[i];
    assert_near(sum, 1, 1e-9);
    assert_near(solve_best_response(solve, mix), kept->lower, 1e-12);
    assert_true(kept->lower > bounds.lower - 0.005);
    book_finish(&again);
    for (size_t i = 0; i < size; i += 1 + size / 200) {
        bytes[i] ^= 0x10;
        assert_non_null(book_read(&again, solve->rules, bytes, size));
        bytes[i] ^= 0x10;
    }
    for (size_t cut = 0; cut < size; cut += 1 + size / 50)
        assert_non_null(book_read(&again, solve->rules, bytes, cut));
    solve_destroy(solve);
    assert_non_null(book_read(&again, rules_make(1, "fear", "both-panic"), bytes, size));
    book_finish(&book);
    free(bytes);
    free(mix);
}

/* A Master's floors are such as the rules let him lay, with his own pair, turned every way. */
static void masters_build_from_the_book(void **unused)
{
    (void)unused;
    static struct book book;
    struct solve_bounds bounds;
    struct lan_rng rng;
    struct book_floor floor;
    int symmetry, classes[8] = {0};
    struct solve *solve = few_create(1, SHY_PILE_ALL, 1);
    rounds(solve, 50);
    solve_bounds(solve, &bounds);
    book_init(&book, solve->rules);
    assert_true(book_add(&book, solve, &bounds));
    lan_rng_init(&rng, 11);
    for (int i = 0; i < 500; i++) {
        unsigned pair = facts.pair[i % FACT_PAIRS], met = 0;
        assert_true(book_build(&book.stage[0], &facts, &few, pair, NULL, NULL, &rng, &floor));
        for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
            met |= shy_is_monster(floor.kind[tile]) ? 1u << (floor.kind[tile] - SHY_MONSTER) : 0;
            assert_int_equal(floor.kind[tile] == SHY_ENTRANCE, floor.cell[tile] == SHY_MIDDLE);
        }
        assert_int_equal(met, pair);
        assert_true(shapes_find(&shapes, floor.cell, &symmetry) >= 0);
        classes[symmetry]++;
    }
    for (int i = 0; i < SYMMETRIES; i++)
        assert_true(classes[i] > 0);
    solve_destroy(solve);
    book_finish(&book);
}

/* ---- The Hero who plays from the book ------------------------------------------------------------------ */

static void few_add(struct book *book, int reveals)
{
    struct solve_bounds bounds;
    struct solve *solve = few_create(reveals, SHY_PILE_ALL, 1);
    rounds(solve, 200);
    solve_bounds(solve, &bounds);
    assert_true(book_add(book, solve, &bounds));
    solve_destroy(solve);
}

/* Kept to the prices, the Hero is killed hardly more often than the averages that made them. */
static void heroes_keep_to_the_prices(void **unused)
{
    (void)unused;
    static struct book book;
    double toll[GAME_TYPES], upper = 0, prices = 0;
    const struct shy_rules *rules = rules_make(1, NULL, NULL);
    book_init(&book, rules);
    few_add(&book, 1);
    assert_true(hero_tolls(rules, &facts, &few, &book.stage[0], NULL, toll));
    for (int type = 0; type < FACT_PAIRS; type++) {
        assert_true(toll[type] == book.stage[0].toll[type]);
        upper += toll[type] / FACT_PAIRS;
        prices += book.stage[0].price[type] * 1e-6 / FACT_PAIRS;
    }
    assert_near(upper, book.stage[0].upper, 1e-12);
    assert_true(upper >= book.stage[0].lower);
    assert_true(upper < prices + 0.03);
    book_finish(&book);
}

static void heroes_move_as_planned(void **unused)
{
    (void)unused;
    static struct book book;
    struct hero_plan plan;
    struct lan_rng rng;
    const struct shy_rules *rules = rules_make(1, NULL, NULL);
    book_init(&book, rules);
    few_add(&book, 1);
    assert_true(hero_create(rules, &facts, few.cell[1], true, &book.stage[0], NULL, 50, &plan));
    struct shy_hunt hunt = {.skills = SHY_SKILLS};
    uint8_t kind[SHY_TILES_MAX];
    memset(kind, SHY_UNKNOWN, sizeof kind);
    memcpy(hunt.cell, few.cell[1], SHY_TILES_MAX);
    shy_shape_read(rules, hunt.cell, SHY_TILES_MAX, hunt.near, hunt.zone);
    hunt.hero = (uint8_t)shy_tile_find(hunt.cell, SHY_TILES_MAX, SHY_MIDDLE);
    hunt.up = (uint8_t)(1u << hunt.hero);
    kind[hunt.hero] = SHY_ENTRANCE;
    lan_rng_init(&rng, 3);
    for (int i = 0; i < 20; i++) {
        const struct hero_walk walk = {.start = hunt.hero};
        double chance;
        int64_t move = hero_move(rules, &plan, &hunt, kind, 1, &walk, &rng, &chance);
        assert_int_equal(move >> 16, TREE_REVEAL);
        assert_false(hunt.up >> (move >> 8 & 0xff) & 1);
    }
    hero_destroy(&plan);
    book_finish(&book);
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

struct search {
    int found;
};

static bool shape_is_found(void *context, const uint8_t *cell)
{
    struct search *search = context;
    uint8_t turned[SHY_TILES_MAX];
    int symmetry, class = shapes_find(&shapes, cell, &symmetry);
    assert_in_range(class, 0, shapes.count - 1);
    shape_turn(cell, symmetry, turned, NULL);
    assert_memory_equal(turned, shapes.cell[class], SHY_TILES_MAX);
    search->found++;
    return true;
}

/* A floor to which tiles were added one by one, the last cell first, is read as the whole floor is. */
static bool shape_adds_up(void *context, const uint8_t *cell)
{
    uint8_t around[SHY_TILES_MAX], near[SHY_TILES_MAX], zone[SHY_TILES_MAX];
    uint8_t own_cell[SHY_TILES_MAX], own_around[SHY_TILES_MAX], own_near[SHY_TILES_MAX];
    const int last = SHY_TILES_MAX - 1;
    shy_shape_around(cell, SHY_TILES_MAX, around);
    shy_shape_read(context, cell, SHY_TILES_MAX, near, zone);
    for (int i = 0; i <= last; i++)
        shy_shape_add(own_cell, i, cell[last - i], own_around, own_near);
    for (int i = 0; i <= last; i++) {
        assert_int_equal(own_cell[i], cell[last - i]);
        assert_int_equal(own_around[i], around[last - i]);
        for (int j = 0; j <= last; j++)
            assert_int_equal(own_near[i] >> j & 1, near[last - i] >> (last - j) & 1);
    }
    return true;
}

static void shapes_add_up(void **unused)
{
    struct shy_rules rules = *rules_make(0, NULL, NULL);
    (void)unused;
    shy_shape_each(SHY_TILES_MAX, shape_adds_up, &rules);
}

static void shapes_have_classes(void **unused)
{
    (void)unused;
    struct search search = {0};
    static struct shapes other;
    assert_int_equal(shapes.count, 689);
    shy_shape_each(SHY_TILES_MAX, shape_is_found, &search);
    assert_int_equal(search.found, SHAPES_ALL);
    shapes_init(
        rules_make(
            0, "monsters",
            "bat .oo/.@./...;dragon .x./o@x/.x.;mantis .x./o@o/.x.;cobra .ox/x@o/.x.;kraken .o./o@o/...;ape "
            ".oo/.@o/..."),
        &other);
    assert_int_equal(other.symmetries, 4);
    assert_in_range(other.count, SHAPES_ALL / 4, 2 * shapes.count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_add_up),
        cmocka_unit_test(best_responses_agree),
        cmocka_unit_test(best_responses_agree_under_options),
        cmocka_unit_test(bounds_close_in),
        cmocka_unit_test(knowledge_helps_the_hero),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(checkpoints_go_on),
        cmocka_unit_test(books_are_checked),
        cmocka_unit_test(masters_build_from_the_book),
        cmocka_unit_test(heroes_keep_to_the_prices),
        cmocka_unit_test(heroes_move_as_planned),
        cmocka_unit_test(shapes_have_classes),
    };
    return cmocka_run_group_tests(tests, prepare, NULL);
}
