/* SM-B2: floors that go straight, or wander, across the grid: where a tile may lie, and what is drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "shy-monsters/shy.h"

static const char *const names[LAN_SEATS_MAX] = {"Ada", "Bruno"};

/* The position after the deal, with the Master about to lay. */
static void begin(struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng)
{
    struct lan_config config;
    struct lan_problem problem;
    struct lan_turn turn;
    lan_config_init(&shy_game, 2, &config);
    assert_true(lan_compile(&shy_game, &config, rules, &problem));
    shy_game.setup(rules, state);
    for (shy_game.turn(rules, state, &turn); turn.must >> LAN_CHANCE; shy_game.turn(rules, state, &turn))
        assert_int_equal(lan_apply(rules, state, LAN_CHANCE, lan_pick(rules, state, LAN_CHANCE, rng), NULL),
                         0);
}

/* The cells that share an edge with one of the tiles and have none, counted without the sets of the game. */
static int beside_find(const struct shy_view *view, bool beside[SHY_CELLS])
{
    bool laid[SHY_CELLS] = {false};
    int count = 0;
    memset(beside, 0, SHY_CELLS * sizeof *beside);
    for (int i = 0; i < view->laid; i++)
        laid[view->cell[i]] = true;
    for (int cell = 0; cell < SHY_CELLS; cell++) {
        int x = cell % SHY_WIDTH, y = cell / SHY_WIDTH;
        bool near = (x && laid[cell - 1]) || (x + 1 < SHY_WIDTH && laid[cell + 1]) ||
                    (y && laid[cell - SHY_WIDTH]) || (y + 1 < SHY_WIDTH && laid[cell + SHY_WIDTH]);
        beside[cell] = near && !laid[cell];
        count += beside[cell];
    }
    return count;
}

static bool word_in(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++) {
        if (at > text && at[-1] == ' ' && !(at[length] >= '0' && at[length] <= '9'))
            return true;
    }
    return false;
}

/* Every kind in hand may be laid on each of these cells and nowhere else, and each is drawn as free. */
static void lays_check(const struct lan_rules *rules, const struct lan_state *state, int master,
                       struct lan_list *list)
{
    union lan_view_buf buf;
    const struct shy_view *view = (const struct shy_view *)&buf;
    bool beside[SHY_CELLS], listed[SHY_CELLS] = {false};
    unsigned kinds = 0;
    shy_game.observe(rules, state, master, (struct lan_view *)&buf);
    int count = beside_find(view, beside);
    lan_actions(rules, state, master, list);
    for (int i = 0; i < list->count; i++) {
        assert_int_equal(lan_action_kind(list->action[i]), SHY_ACTION_LAY);
        kinds |= 1u << lan_action_arg(list->action[i], 0);
        listed[lan_action_arg(list->action[i], 1)] = true;
    }
    assert_memory_equal(listed, beside, sizeof beside);
    assert_int_equal(list->count, count * __builtin_popcount(kinds));
    static char drawn[LAN_DRAW_MAX];
    struct lan_text text = lan_text_init(drawn, sizeof drawn);
    struct lan_reader reader = {.style = LAN_STYLE_ASCII, .width = 133, .names = names};
    shy_game.draw(rules, (const struct lan_view *)&buf, &reader, &text);
    for (int cell = 0; cell < SHY_CELLS; cell++) {
        char id[8];
        struct lan_text name = lan_text_init(id, sizeof id);
        lan_value_write(&shy_game, SHY_TYPE_CELL, cell, &name);
        if (beside[cell] && !word_in(drawn, id))
            fail_msg("%s is not in:\n%s", id, drawn);
    }
}

/* Lays tiles until the floor is whole: each on the cell that lies furthest in a direction, or on any. */
static void floor_lay(int direction, struct lan_rng *rng)
{
    static const int toward[4] = {1, -1, SHY_WIDTH, -SHY_WIDTH};
    static union lan_rules_buf rules;
    static union lan_state_buf state;
    struct lan_turn turn;
    struct lan_list list;
    begin(&rules.base, (struct lan_state *)&state, rng);
    shy_game.turn(&rules.base, (struct lan_state *)&state, &turn);
    int master = __builtin_ctz(turn.must), at = SHY_MIDDLE;
    for (int tiles = 1; tiles < SHY_TILES_MAX; tiles++) {
        lays_check(&rules.base, (struct lan_state *)&state, master, &list);
        lan_action action = list.action[lan_rng_below(rng, list.count)];
        at += direction < 4 ? toward[direction] : 0;
        for (int i = 0; direction < 4 && i < list.count; i++) {
            if (lan_action_arg(list.action[i], 1) == at)
                action = list.action[i];
        }
        assert_true(direction >= 4 || lan_action_arg(action, 1) == at);
        assert_int_equal(lan_apply(&rules.base, (struct lan_state *)&state, master, action, NULL),
                         LAN_ACCEPTED);
    }
    lan_actions(&rules.base, (struct lan_state *)&state, master, &list);
    assert_int_equal(list.count, 1);
    assert_int_equal(lan_action_kind(list.action[0]), SHY_ACTION_CONFIRM);
}

static void tiles_are_laid_beside_tiles(void **unused)
{
    struct lan_rng rng;
    (void)unused;
    lan_rng_init(&rng, 1);
    for (int round = 0; round < 200; round++)
        floor_lay(round < 4 ? round : 4, &rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tiles_are_laid_beside_tiles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
