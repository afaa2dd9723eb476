/*
 * Shadow Hunters where random games seldom come: full tables watched, sealed answers, chance out of turn, and
 * presets of the first version.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "layout.h"
#include "positions.h"
#include "setups.h"
#include "shadow-hunters/belief.h"
#include "shadow-hunters/state.h"

static union lan_rules_buf rules_now;
static union lan_state_buf state_now;
static union lan_view_buf view_now;
static union lan_sampler_buf sampler_now;

static struct lan_state *now(void)
{
    return (struct lan_state *)&state_now;
}

static const struct lan_view *view_of(int viewer)
{
    shadow_game.observe(&rules_now.base, now(), viewer, (struct lan_view *)&view_now);
    return (const struct lan_view *)&view_now;
}

static void rules_make(const struct lan_game *game, int seats, const char *option, const char *value)
{
    struct lan_config config;
    struct lan_problem problem;
    lan_config_init(game, seats, &config);
    if (option)
        assert_true(lan_config_set(game, &config, option, value, &problem));
    assert_true(lan_compile(game, &config, &rules_now.base, &problem));
    memset(&state_now, 0, sizeof state_now);
    game->setup(&rules_now.base, now());
}

/* What the watcher of a full table could see is sampled too: its number is one more than that of any seat. */
static void full_tables_are_watched(void **unused)
{
    struct lan_rng rng;
    struct step step;
    (void)unused;
    lan_rng_init(&rng, 8);
    rules_make(&shadow_game, 8, NULL, NULL);
    const struct lan_rules *rules = &rules_now.base;
    for (int i = 0; i < 200 && step_choose(rules, now(), &rng, &step); i++) {
        union lan_state_buf drawn;
        assert_false(lan_apply(rules, now(), step.seat, step.action, NULL));
        shadow_game.sampler_init(rules, view_of(LAN_WATCHER), (struct lan_sampler *)&sampler_now);
        shadow_game.sampler_draw(rules, (const struct lan_sampler *)&sampler_now, &rng,
                                 (struct lan_state *)&drawn);
        assert_null(shadow_game.sane(rules, (const struct lan_state *)&drawn));
    }
}

/* SH-R5: of a sealed answer others know no more than that it was given; Werewolf's may be either. */
static void sealed_answers_are_sampled(void **unused)
{
    lan_action action;
    struct lan_rng rng;
    int passed = 0, countered = 0;
    (void)unused;
    lan_rng_init(&rng, 2);
    rules_make(&shadow_game, 4, NULL, NULL);
    const struct lan_rules *rules = &rules_now.base;
    const char *wrong = position_make(rules, now(),
                                      "character 1 franklin\ncharacter 2 werewolf\ncharacter 3 george\n"
                                      "character 4 unknown\nrevealed 1 4\narea 1 church\narea 2 cemetery\n"
                                      "area 3 church\narea 4 gate\nequip 1 machine-gun\nphase attack\n");
    assert_null(wrong);
    assert_true(lan_action_parse(&shadow_game, "volley", &action));
    assert_false(lan_apply(rules, now(), 0, action, NULL));
    assert_true(lan_action_parse(&shadow_game, "dice 3 2", &action));
    assert_false(lan_apply(rules, now(), LAN_CHANCE, action, NULL));
    assert_true(lan_action_parse(&shadow_game, "counter", &action));
    assert_false(lan_apply(rules, now(), 1, action, NULL));
    shadow_game.sampler_init(rules, view_of(0), (struct lan_sampler *)&sampler_now);
    for (int i = 0; i < 200; i++) {
        union lan_state_buf drawn;
        const struct shadow_state *state = (const struct shadow_state *)&drawn;
        shadow_game.sampler_draw(rules, (const struct lan_sampler *)&sampler_now, &rng,
                                 (struct lan_state *)&drawn);
        passed += state->choice[1] == SHADOW_ANSWER_PASS;
        countered += state->choice[1] == SHADOW_ANSWER_COUNTER;
        assert_true(state->choice[1] != SHADOW_ANSWER_COUNTER || state->character[1] == SHADOW_WEREWOLF);
    }
    assert_int_equal(passed + countered, 200);
    assert_true(passed > 20 && countered > 20);
}

/* lan_game.sampler_weigh: without a question by which it was reweighted, all deals weigh the same. */
static void deals_weigh_one_by_chance_alone(void **unused)
{
    struct lan_rng rng;
    (void)unused;
    lan_rng_init(&rng, 3);
    rules_make(&shadow_game, 5, NULL, NULL);
    const struct lan_rules *rules = &rules_now.base;
    while (((struct shadow_state *)&state_now)->pub.phase < SHADOW_STARTING)
        assert_false(lan_apply(rules, now(), LAN_CHANCE, lan_pick(rules, now(), LAN_CHANCE, &rng), NULL));
    memset(&sampler_now, 0x7f, sizeof sampler_now);
    shadow_game.sampler_init(rules, view_of(0), (struct lan_sampler *)&sampler_now);
    assert_true(shadow_game.sampler_weigh(rules, (const struct lan_sampler *)&sampler_now, now()) == 1);
}

/* SH-S4: while characters are dealt chance deals them, and does nothing else. */
static void chance_out_of_turn(void **unused)
{
    static const char *const others[] = {"lay church", "first 1", "card advent", "dice 3 2", NULL};
    (void)unused;
    rules_make(&shadow_game, 5, NULL, NULL);
    for (int i = 0; others[i]; i++) {
        lan_action action;
        assert_true(lan_action_parse(&shadow_game, others[i], &action));
        for (int a = 0; a < SHADOW_CHARACTERS; a++) {
            lan_action other = LAN_ACTION(lan_action_kind(action), a, lan_action_arg(action, 1), 0);
            if (lan_action_valid(&shadow_game, other))
                assert_true(lan_apply(&rules_now.base, now(), LAN_CHANCE, other, NULL));
        }
    }
}

/* A full table has a belief about every seat, and about nobody beyond. */
static void full_tables_are_believed(void **unused)
{
    struct lan_rng rng;
    struct shadow_belief belief;
    (void)unused;
    lan_rng_init(&rng, 4);
    rules_make(&shadow_game, 8, NULL, NULL);
    const struct lan_rules *rules = &rules_now.base;
    while (((struct shadow_state *)&state_now)->pub.phase < SHADOW_STARTING)
        assert_false(lan_apply(rules, now(), LAN_CHANCE, lan_pick(rules, now(), LAN_CHANCE, &rng), NULL));
    struct lan_question question = {.seat = 0, .view = view_of(0)};
    shadow_belief_init(&belief, rules, &question);
    for (int seat = 0; seat < 8; seat++) {
        float sum = 0;
        for (int side = 0; side < SHADOW_SIDES; side++)
            sum += belief.is[seat][side];
        assert_true(sum > 0.99f && sum < 1.01f);
    }
}

/* SH-R3: of a Hermit card on the discards the array tells who gave it and who received it. */
static void discards_name_giver_and_receiver(void **unused)
{
    static struct lan_layout layout;
    static uint8_t cells[LAN_LAYOUT_CELLS_MAX];
    struct lan_part part;
    int found = 0;
    (void)unused;
    rules_make(&shadow_game, 5, NULL, NULL);
    view_of(1);
    struct shadow_view *view = (struct shadow_view *)&view_now;
    view->pub.pile = 1;
    view->pub.pile_who[0] = 2 << 4 | 3;
    lan_layout_init(&rules_now.base, 1, &layout);
    lan_layout_fill(&layout, (const struct lan_view *)&view_now, cells);
    for (int at = 0; lan_layout_part(&rules_now.base, at, &part); at++) {
        int receiver = strcmp(part.name, "pile_receiver") == 0;
        if (!receiver && strcmp(part.name, "pile_giver") != 0)
            continue;
        for (int seat = 0; seat < 5; seat++)
            assert_int_equal(cells[part.first + (uint32_t)seat], seat == (receiver ? 2 : 1));
        found++;
    }
    assert_int_equal(found, 2);
}

/* ---- Conclusions --------------------------------------------------------------------------------------- */

/* How many seats are surely of a side, or could be. */
static int seats_of(const struct shadow_rules *rules, const uint32_t *possible, int side, bool surely)
{
    int count = 0;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        bool could = possible[seat] & rules->side[side], else_too = possible[seat] & ~rules->side[side];
        count += could && !(surely && else_too);
    }
    return count;
}

/* One round of what follows from what is held possible, from SH-S4 and SH-S5; whether it changed anything. */
static bool conclude(const struct shadow_rules *rules, uint32_t *possible)
{
    const int seats = rules->base.seats;
    uint32_t before[SHADOW_SEATS_MAX];
    memcpy(before, possible, sizeof before);
    for (int seat = 0; seat < seats; seat++) {
        uint32_t sure = possible[seat];
        if (__builtin_popcount(sure) > 1)
            continue;
        if (rules->letters)
            sure |= sure << SHADOW_LETTER_PAIR | sure >> SHADOW_LETTER_PAIR;
        for (int other = 0; other < seats; other++)
            possible[other] &= __builtin_popcount(possible[other]) > 1 ? ~sure : UINT32_MAX;
    }
    for (int side = 0; side < SHADOW_SIDES; side++) {
        uint32_t mask = rules->side[side];
        bool found = seats_of(rules, possible, side, true) == rules->quota[side];
        bool needed = !rules->extra && seats_of(rules, possible, side, false) == rules->quota[side];
        for (int seat = 0; seat < seats; seat++) {
            if (!(possible[seat] & mask) || !(possible[seat] & ~mask))
                continue;
            possible[seat] &= found ? ~mask : needed ? mask : UINT32_MAX;
        }
    }
    return memcmp(before, possible, sizeof before) != 0;
}

/* What a viewer holds possible is concluded from what the state says. */
static void conclusions_compare(const struct lan_rules *rules, const struct shadow_state *state, int viewer)
{
    uint32_t possible[SHADOW_SEATS_MAX];
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++)
        possible[seat] =
            state->pub.possible[seat] & (viewer == LAN_WATCHER ? UINT32_MAX : state->knows[viewer][seat]);
    while (conclude(shadow_rules_of(rules), possible))
        ;
    shadow_game.observe(rules, (const struct lan_state *)state, viewer, (struct lan_view *)&view_now);
    assert_memory_equal(((const struct shadow_view *)&view_now)->possible, possible, sizeof possible);
}

static void conclusions_check(const struct setup *setup, void *unused)
{
    const struct shadow_rules *rules = shadow_rules_of(setup->rules);
    const struct shadow_state *state = (const struct shadow_state *)&state_now;
    struct lan_rng rng;
    struct step step;
    (void)unused;
    lan_rng_init(&rng, setup->seed);
    shadow_game.setup(setup->rules, now());
    for (int i = 0; i < 150 && step_choose(setup->rules, now(), &rng, &step); i++) {
        assert_false(lan_apply(setup->rules, now(), step.seat, step.action, NULL));
        for (int viewer = 0; viewer < setup->rules->seats; viewer++)
            conclusions_compare(setup->rules, state, viewer);
        conclusions_compare(setup->rules, state, LAN_WATCHER);
        if (state->pub.phase < SHADOW_LAYING)
            continue;
        /* As if other things had been learned: the true character, and any others. */
        struct shadow_state other = *state;
        for (int seat = 0; seat < setup->rules->seats; seat++) {
            uint32_t some = (uint32_t)lan_rng_next(&rng);
            some &= (uint32_t)lan_rng_next(&rng);
            other.pub.possible[seat] = shadow_bit(state->character[seat]) | (rules->cast & some);
        }
        conclusions_compare(setup->rules, &other, LAN_WATCHER);
    }
}

/* SH-S4: a side all of whose members are known is nobody else's; one that needs all who could be has them. */
static void conclusions_follow(void **unused)
{
    (void)unused;
    assert_true(setups_each(&shadow_game, 0, conclusions_check, NULL) > 10);
}

/* ---- Presets ------------------------------------------------------------------------------------------- */

/* The English rules of version 1 had abilities of any time only after one's own attack; version 2 has not. */
static void english_preset_of_version_1(void **unused)
{
    (void)unused;
    rules_make(&shadow_game_1, 5, "rules", "rulebook-en");
    assert_int_equal(rules_now.base.config.value[SHADOW_OPTION_ABILITY_TIMING], 1);
    rules_make(&shadow_game, 5, "rules", "rulebook-en");
    assert_int_equal(rules_now.base.config.value[SHADOW_OPTION_ABILITY_TIMING], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conclusions_follow),          cmocka_unit_test(chance_out_of_turn),
        cmocka_unit_test(english_preset_of_version_1), cmocka_unit_test(deals_weigh_one_by_chance_alone),
        cmocka_unit_test(sealed_answers_are_sampled),  cmocka_unit_test(full_tables_are_watched),
        cmocka_unit_test(full_tables_are_believed),    cmocka_unit_test(discards_name_giver_and_receiver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
