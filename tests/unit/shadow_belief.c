/* Shadow Hunters' bots: beliefs about others' sides from what they did, and win chances from positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "dice.h"
#include "shadow-hunters/belief.h"
#include "shadow-hunters/state.h"

enum { PLAYERS = 5, ME = 0, DOER = 1, OTHER = 2 };

/* A game just dealt, and the told events of two seats standing together. */
struct scene {
    union lan_rules_buf rules;
    union lan_state_buf state;
    struct lan_event told[16];
    size_t count;
};

static struct shadow_state *state_of(struct scene *scene)
{
    return (struct shadow_state *)&scene->state;
}

static void tell(struct scene *scene, int kind, int clause, int a, int b)
{
    scene->told[scene->count++] = (struct lan_event){
        .kind = (uint16_t)kind, .clause = (uint16_t)clause, .arg = {(int16_t)a, (int16_t)b}};
}

static void scene_init(struct scene *scene)
{
    static const struct lan_dice dice = {{7}};
    struct lan_config config;
    struct lan_problem problem;
    memset(scene, 0, sizeof *scene);
    lan_config_init(&shadow_game, PLAYERS, &config);
    assert_true(lan_compile(&shadow_game, &config, &scene->rules.base, &problem));
    const struct lan_rules *rules = &scene->rules.base;
    struct lan_state *state = (struct lan_state *)&scene->state;
    shadow_game.setup(rules, state);
    while (state_of(scene)->pub.phase < SHADOW_STARTING)
        assert_int_equal(lan_apply(rules, state, LAN_CHANCE, lan_chance_draw(rules, state, &dice), NULL), 0);
    for (int slot = 0; slot < SHADOW_SLOTS; slot++)
        tell(scene, SHADOW_EVENT_LAID, 0, slot, state_of(scene)->pub.slot_area[slot]);
    tell(scene, SHADOW_EVENT_REVEALED, 0, OTHER, SHADOW_EMI);
    tell(scene, SHADOW_EVENT_MOVED, 0, OTHER, SHADOW_CHURCH);
    tell(scene, SHADOW_EVENT_TURN, 0, DOER, 0);
    tell(scene, SHADOW_EVENT_MOVED, 0, DOER, SHADOW_CHURCH);
}

/* What a seat believes of the doer, when it knows the other to be a Hunter. */
static struct shadow_belief belief_of(struct scene *scene, int seat)
{
    static struct shadow_view view;
    struct shadow_belief belief;
    shadow_game.observe(&scene->rules.base, (const struct lan_state *)&scene->state, seat,
                        (struct lan_view *)&view);
    for (int other = 0; other < PLAYERS; other++) {
        if (other != seat)
            view.possible[other] = other == OTHER
                                       ? shadow_bit(SHADOW_EMI)
                                       : shadow_rules_of(&scene->rules.base)->cast & ~shadow_bit(SHADOW_EMI);
    }
    struct lan_question question = {.seat = seat,
                                    .view = (const struct lan_view *)&view,
                                    .told = scene->told,
                                    .told_count = scene->count};
    shadow_belief_init(&belief, &scene->rules.base, &question);
    return belief;
}

static float shadow_after(void (*deed)(struct scene *scene), int seat)
{
    struct scene scene;
    scene_init(&scene);
    if (deed)
        deed(&scene);
    return belief_of(&scene, seat).is[DOER][SHADOW_SHADOW];
}

static void attack(struct scene *scene)
{
    tell(scene, SHADOW_EVENT_ATTACKED, SH_K1, DOER, OTHER);
    tell(scene, SHADOW_EVENT_TURN, 0, OTHER, 0);
}

static void spare(struct scene *scene)
{
    tell(scene, SHADOW_EVENT_TURN, 0, OTHER, 0);
}

static void hurt(struct scene *scene)
{
    tell(scene, SHADOW_EVENT_HURT, SH_A5, OTHER, 2);
}

static void heal(struct scene *scene)
{
    tell(scene, SHADOW_EVENT_HEALED, SH_A5, OTHER, 1);
}

static void go_elsewhere(struct scene *scene)
{
    int slot = state_of(scene)->pub.area_slot[SHADOW_CHURCH];
    int away = state_of(scene)->pub.slot_area[(slot + 2) % SHADOW_SLOTS];
    tell(scene, SHADOW_EVENT_MOVED, 0, DOER, away);
    tell(scene, SHADOW_EVENT_TURN, 0, OTHER, 0);
}

static void deeds_tell_sides(void **unused)
{
    (void)unused;
    float before = shadow_after(NULL, ME);
    assert_true(shadow_after(attack, ME) > before + 0.1f);
    assert_true(shadow_after(hurt, ME) > before + 0.1f);
    assert_true(shadow_after(spare, ME) < before - 0.1f);
    assert_true(shadow_after(heal, ME) < before - 0.1f);
}

static void who_is_out_of_reach_is_not_spared(void **unused)
{
    (void)unused;
    float gap = shadow_after(go_elsewhere, ME) - shadow_after(NULL, ME);
    assert_true(gap < 0.01f && gap > -0.01f);
}

static void ones_own_deeds_tell_nothing(void **unused)
{
    struct scene scene, silent;
    (void)unused;
    scene_init(&scene);
    scene_init(&silent);
    attack(&scene);
    struct shadow_belief belief = belief_of(&scene, DOER), before = belief_of(&silent, DOER);
    assert_memory_equal(belief.is[3], before.is[3], sizeof belief.is[3]);
}

static int32_t outlook_of(const struct scene *scene, int seat)
{
    return shadow_game.outlook(&scene->rules.base, (const struct lan_state *)&scene->state, seat);
}

/* Damage to somebody of a side moves the chances of all Hunters and Shadows the right way. */
static void damage_moves_the_outlook(void **unused)
{
    struct scene scene, hurt_one;
    (void)unused;
    scene_init(&scene);
    for (int victim = 0; victim < PLAYERS; victim++) {
        int side = shadow_side(state_of(&scene)->character[victim]);
        hurt_one = scene;
        state_of(&hurt_one)->pub.damage[victim] = 6;
        for (int seat = 0; seat < PLAYERS && side != SHADOW_NEUTRAL; seat++) {
            int own = shadow_side(state_of(&scene)->character[seat]);
            if (own == side)
                assert_true(outlook_of(&hurt_one, seat) < outlook_of(&scene, seat));
            else if (own != SHADOW_NEUTRAL)
                assert_true(outlook_of(&hurt_one, seat) > outlook_of(&scene, seat));
        }
    }
}

static void a_chance_is_a_chance_for_every_character(void **unused)
{
    struct scene scene;
    (void)unused;
    scene_init(&scene);
    for (int character = 0; character < SHADOW_CHARACTERS; character++) {
        state_of(&scene)->character[ME] = (uint8_t)character;
        int32_t chance = outlook_of(&scene, ME);
        assert_true(chance > 0 && chance < LAN_OUTLOOK_SURE);
    }
}

static void the_dead_hope_only_with_their_side(void **unused)
{
    struct scene scene;
    (void)unused;
    scene_init(&scene);
    state_of(&scene)->pub.alive &= (uint8_t)~1u;
    state_of(&scene)->character[ME] = SHADOW_ALLIE;
    assert_int_equal(outlook_of(&scene, ME), 0);
    state_of(&scene)->character[ME] = SHADOW_EMI;
    assert_true(outlook_of(&scene, ME) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deeds_tell_sides),
        cmocka_unit_test(who_is_out_of_reach_is_not_spared),
        cmocka_unit_test(ones_own_deeds_tell_nothing),
        cmocka_unit_test(damage_moves_the_outlook),
        cmocka_unit_test(a_chance_is_a_chance_for_every_character),
        cmocka_unit_test(the_dead_hope_only_with_their_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
