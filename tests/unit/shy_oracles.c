/*
 * Shy Monsters: the figures that its rule text derives, from code that enumerates; and floors in the making.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "setups.h"
#include "shy-monsters/shy.h"

static union lan_rules_buf buf;

static const struct shy_rules *rules_make(void)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(&shy_game, 2, &config);
    assert_true(lan_compile(&shy_game, &config, &buf.base, &problem));
    return (const struct shy_rules *)&buf.base;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

enum { SHAPES_MAX = 6000, SYMMETRIES = 8 };

struct shapes {
    int count;
    uint8_t cell[SHAPES_MAX][SHY_TILES_MAX];
};

static bool shape_keep(void *context, const uint8_t *cell)
{
    struct shapes *shapes = context;
    assert_true(shapes->count < SHAPES_MAX);
    memcpy(shapes->cell[shapes->count++], cell, SHY_TILES_MAX);
    return true;
}

static const struct shapes *shapes_all(void)
{
    static struct shapes shapes;
    if (!shapes.count)
        shy_shape_each(SHY_TILES_MAX, shape_keep, &shapes);
    return &shapes;
}

static void sort(uint8_t *cell, int count)
{
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && cell[j] < cell[j - 1]; j--) {
            uint8_t swap = cell[j];
            cell[j] = cell[j - 1];
            cell[j - 1] = swap;
        }
    }
}

/* The shape turned by quarter turns, and mirrored from the fourth symmetry on, around the Entrance. */
static void shape_turn(const uint8_t *cell, int symmetry, uint8_t *turned)
{
    for (int i = 0; i < SHY_TILES_MAX; i++) {
        int x = cell[i] % SHY_WIDTH - SHY_WIDTH / 2, y = cell[i] / SHY_WIDTH - SHY_WIDTH / 2;
        if (symmetry >= 4)
            x = -x;
        for (int turn = 0; turn < symmetry % 4; turn++) {
            int was = x;
            x = y;
            y = -was;
        }
        turned[i] = (uint8_t)((y + SHY_WIDTH / 2) * SHY_WIDTH + x + SHY_WIDTH / 2);
    }
    sort(turned, SHY_TILES_MAX);
}

/*
 * The same tiles moved so that the first is on a fixed cell: equal for floors that differ only by their
 * Entrance.
 */
static void shape_shift(const uint8_t *cell, int16_t *shifted)
{
    for (int i = 0; i < SHY_TILES_MAX; i++)
        shifted[i] = (int16_t)(cell[i] - cell[0]);
}

static void shapes_are_counted(void **unused)
{
    (void)unused;
    const struct shapes *shapes = shapes_all();
    int floors = 0, fixed = 0;
    for (int i = 0; i < shapes->count; i++) {
        bool least = true, first = true;
        int16_t shifted[SHY_TILES_MAX], other[SHY_TILES_MAX];
        uint8_t turned[SHY_TILES_MAX];
        for (int symmetry = 1; symmetry < SYMMETRIES; symmetry++) {
            shape_turn(shapes->cell[i], symmetry, turned);
            least &= memcmp(shapes->cell[i], turned, sizeof turned) <= 0;
        }
        shape_shift(shapes->cell[i], shifted);
        for (int j = 0; j < i && first; j++) {
            shape_shift(shapes->cell[j], other);
            first = memcmp(shifted, other, sizeof other) != 0;
        }
        floors += least;
        fixed += first;
    }
    assert_int_equal(shapes->count, 5320);
    assert_int_equal(floors, 689);
    assert_int_equal(fixed, 760);
}

static bool count_one(void *context, const uint8_t *cell)
{
    (void)cell;
    ++*(int *)context;
    return true;
}

static void smaller_shapes_are_counted(void **unused)
{
    (void)unused;
    static const int expected[SHY_TILES_MAX] = {1, 4, 18, 76, 315, 1296, 5320};
    for (int tiles = 1; tiles <= SHY_TILES_MAX; tiles++) {
        int count = 0;
        shy_shape_each(tiles, count_one, &count);
        assert_int_equal(count, expected[tiles - 1]);
    }
}

static void arrangements_are_counted(void **unused)
{
    (void)unused;
    /* Every way to write the Exit, one monster, another and three Corridors in a row. */
    int count = 0;
    for (int code = 0; code < 4 * 4 * 4 * 4 * 4 * 4; code++) {
        int times[4] = {0};
        for (int i = 0, rest = code; i < 6; i++, rest /= 4)
            times[rest % 4]++;
        count += times[0] == 1 && times[1] == 1 && times[2] == 1 && times[3] == SHY_CORRIDORS;
    }
    assert_int_equal(count, 120);
}

/* ---- Patterns ------------------------------------------------------------------------------------------ */

static void patterns_fit_where_said(void **unused)
{
    (void)unused;
    static const int expected[SHY_MONSTERS] = {24000, 11544, 6792, 6192, 4680, 4836};
    const struct shy_rules *rules = rules_make();
    const struct shapes *shapes = shapes_all();
    int fits[SHY_MONSTERS] = {0}, several[SHY_MONSTERS + 1] = {0}, cells = 0;
    for (int i = 0; i < shapes->count; i++) {
        uint8_t near[SHY_TILES_MAX], zone[SHY_TILES_MAX];
        shy_shape_read(rules, shapes->cell[i], SHY_TILES_MAX, near, zone);
        for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
            if (shapes->cell[i][tile] == SHY_MIDDLE)
                continue;
            cells++;
            several[__builtin_popcount(zone[tile])]++;
            for (int monster = 0; monster < SHY_MONSTERS; monster++)
                fits[monster] += zone[tile] >> monster & 1;
        }
    }
    assert_int_equal(cells, 31920);
    assert_memory_equal(fits, expected, sizeof fits);
    assert_int_equal(several[0], 0);
    assert_int_equal(several[1], 7920);
    assert_int_equal(several[2], 21876);
    assert_int_equal(several[3], 2124);
}

static void mirrors_change_nothing(void **unused)
{
    (void)unused;
    const struct shy_rules *rules = rules_make();
    for (unsigned around = 0; around < 256; around++) {
        unsigned mirrored = 0;
        for (int way = 0; way < SHY_WAYS; way++)
            mirrored |= (around >> way & 1) << ((SHY_WAYS - way) % SHY_WAYS);
        assert_int_equal(rules->zone[around], rules->zone[mirrored]);
    }
}

/* ---- A floor in the making, as the Hero holds it possible ---------------------------------------------- */

static void building_is_sampled_fairly(void **unused)
{
    (void)unused;
    /* By tiles laid: shapes, times the ways to fill them from the Exit, two monsters and three Corridors. */
    static const double ways[SHY_TILES_MAX] = {1 * 1,    4 * 4,      18 * 13,   76 * 34,
                                               315 * 72, 1296 * 120, 5320 * 120};
    enum { DRAWS = 20000 };
    const struct lan_rules *rules = &rules_make()->base;
    uint64_t times[SHY_TILES_MAX] = {0};
    union lan_state_buf state;
    union lan_sampler_buf sampler;
    struct shy_view view, master, again;
    struct lan_rng rng;
    lan_rng_init(&rng, 7);
    shy_game.setup(rules, (struct lan_state *)&state);
    for (int i = 0; i < 2; i++)
        assert_int_equal(lan_apply(rules, (struct lan_state *)&state, LAN_CHANCE,
                                   LAN_ACTION(SHY_ACTION_DRAW, i, 0, 0), NULL),
                         0);
    shy_game.observe(rules, (const struct lan_state *)&state, 1, (struct lan_view *)&view);
    shy_game.sampler_init(rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
    for (int i = 0; i < DRAWS; i++) {
        shy_game.sampler_draw(rules, (const struct lan_sampler *)&sampler, &rng, (struct lan_state *)&state);
        assert_null(shy_game.sane(rules, (const struct lan_state *)&state));
        shy_game.observe(rules, (const struct lan_state *)&state, 1, (struct lan_view *)&again);
        assert_memory_equal(&view, &again, sizeof view);
        shy_game.observe(rules, (const struct lan_state *)&state, 0, (struct lan_view *)&master);
        times[master.laid - 1]++;
    }
    assert_true(chi_square_distance(times, ways, SHY_TILES_MAX) < CHI_SQUARE_BOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_counted),       cmocka_unit_test(smaller_shapes_are_counted),
        cmocka_unit_test(arrangements_are_counted), cmocka_unit_test(patterns_fit_where_said),
        cmocka_unit_test(mirrors_change_nothing),   cmocka_unit_test(building_is_sampled_fairly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
