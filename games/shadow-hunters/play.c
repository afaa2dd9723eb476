/* play.c - who acts, and carrying out actions: each is passed to the file that implements it. */
#include "state.h"

/* Streams of chance: one for the deal, the areas, the first player, each deck, and each seat's dice. */
enum { STREAM_DEAL, STREAM_AREAS, STREAM_FIRST, STREAM_DECKS, STREAM_DICE = STREAM_DECKS + SHADOW_DECKS };

static inline __attribute__((always_inline)) void turn_chance(const struct shadow_public *pub,
                                                              struct lan_turn *turn)
{
    turn->must = 1 << LAN_CHANCE;
    switch (pub->phase) {
    case SHADOW_DEALING:
    case SHADOW_LAYING:
        turn->stream = pub->phase == SHADOW_DEALING ? STREAM_DEAL : STREAM_AREAS;
        turn->index = pub->dealt;
        break;
    case SHADOW_FIRSTING: turn->stream = STREAM_FIRST; break;
    case SHADOW_OPENING:
    case SHADOW_DRAWING: {
        int deck = pub->phase == SHADOW_OPENING ? SHADOW_HERMIT : pub->deck;
        turn->stream = (uint8_t)(STREAM_DECKS + deck);
        turn->index = pub->draws[deck];
        break;
    }
    default:
        turn->stream = (uint8_t)(STREAM_DICE + shadow_phase_seat(pub));
        turn->index = pub->rolls[shadow_phase_seat(pub)];
        break;
    }
}

/* Always inline: a playout uses a part of it only. */
static inline __attribute__((always_inline)) void turn_find(const struct lan_rules *rules,
                                                            const struct lan_state *opaque,
                                                            struct lan_turn *turn)
{
    const struct shadow_state *state = shadow_state_of(opaque);
    const struct shadow_public *pub = &state->pub;
    (void)rules;
    *turn = (struct lan_turn){.active = pub->active, .moment = pub->moment, .may = state->may};
    if (pub->phase == SHADOW_OVER || pub->phase < SHADOW_OPENING)
        turn->active = LAN_SEAT_NONE;
    if (shadow_phase_chance(pub->phase))
        turn_chance(pub, turn);
    else if (pub->phase != SHADOW_OVER)
        turn->must = shadow_phase_waits(pub);
    turn->window = shadow_phase_rows[pub->phase].traits & SHADOW_WINDOW;
}

void shadow_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn)
{
    turn_find(rules, state, turn);
}

/* ---- Chance's actions ---------------------------------------------------------------------------------- */

static void apply_dice(struct shadow_play *play, int d6, int d4)
{
    struct shadow_public *pub = play->pub;
    switch (pub->phase) {
    case SHADOW_MOVING: shadow_move_rolled(play, d6, d4); break;
    case SHADOW_STRIKING: shadow_struck(play, d6, d4); break;
    case SHADOW_BLUR_DICE: shadow_blur_rolled(play, d6, d4); break;
    case SHADOW_DUEL_DICE: shadow_duel_rolled(play, d4); break;
    default:
        if (pub->card != SHADOW_CARDS)
            shadow_card_rolled(play, d6, d4);
        else
            shadow_ability_rolled(play, d6 + d4);
        break;
    }
}

static void apply_chance(struct shadow_play *play, lan_action action)
{
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1);
    switch (lan_action_kind(action)) {
    case SHADOW_ACTION_DEAL: shadow_deal(play, a); break;
    case SHADOW_ACTION_LAY: shadow_lay(play, a); break;
    case SHADOW_ACTION_FIRST: shadow_first(play, a); break;
    case SHADOW_ACTION_DICE: apply_dice(play, a + 1, b + 1); break;
    case SHADOW_ACTION_D6: apply_dice(play, a + 1, 0); break;
    case SHADOW_ACTION_D4: apply_dice(play, 0, a + 1); break;
    case SHADOW_ACTION_TWINS: shadow_coup_rolled(play, a + 1, b + 1); break;
    case SHADOW_ACTION_CARD:
        if (play->pub->phase == SHADOW_OPENING)
            shadow_opening(play, a);
        else
            shadow_drawn(play, a);
        break;
    default: lan_bug("an action of chance");
    }
}

/* ---- The seats' actions -------------------------------------------------------------------------------- */

void shadow_skip(struct shadow_play *play, int seat)
{
    bool attack = play->pub->phase == SHADOW_ATTACKING;
    TELL(play, DECLINED, attack ? SH_K1 : SH_A7, seat, 0, 0);
    if (attack)
        shadow_enter_end(play);
    else
        shadow_enter_attack(play);
}

void shadow_draw_at(struct shadow_play *play, int seat, int deck)
{
    shadow_step_begin(play, seat, SHADOW_ATTACKING);
    shadow_draw_start(play, deck);
}

static void apply_woods(struct shadow_play *play, int kind, int target)
{
    struct shadow_public *pub = play->pub;
    shadow_step_begin(play, pub->active, SHADOW_ATTACKING);
    TELL(play, CHOSE, SH_A5, pub->active, target, 0);
    if (kind == SHADOW_ACTION_HEAL) {
        shadow_heal(play, target, 1, SH_A5);
        shadow_step_end(play);
        return;
    }
    pub->victim = (uint8_t)target;
    shadow_declare(play);
}

/* Theft at the Altar, or by the Goblin. */
static void apply_steal(struct shadow_play *play, int kind, int from, int card)
{
    struct shadow_public *pub = play->pub;
    if (pub->phase == SHADOW_AT_AREA)
        shadow_step_begin(play, pub->active, SHADOW_ATTACKING);
    if (kind == SHADOW_ACTION_STASH) {
        pub->equipment[from] &= (uint16_t) ~(1u << card);
        pub->stash[pub->actor] |= (uint16_t)(1u << card);
        TELL(play, STASHED, SH_C6, pub->actor, from, card);
    } else {
        shadow_take(play, pub->actor, from, card);
        TELL(play, TOOK, pub->card == SHADOW_GOBLIN ? SH_B_MOODY_GOBLIN : SH_A6, pub->actor, from, card);
    }
    shadow_step_end(play);
}

static void apply_donate(struct shadow_play *play, int to, int card)
{
    shadow_take(play, to, play->pub->actor, card);
    TELL(play, DONATED, SH_B_BANANA_PEEL, play->pub->actor, to, card);
    shadow_step_end(play);
}

static void apply_play(struct shadow_play *play, int seat, int card)
{
    shadow_step_begin(play, seat, play->pub->phase);
    shadow_hand_remove(play, seat, card);
    TELL(play, PLAYED, SH_C5, seat, card, 0);
    shadow_card_play(play, card);
}

static void apply_equip(struct shadow_play *play, int seat, int card)
{
    shadow_step_begin(play, seat, play->pub->phase);
    play->pub->stash[seat] &= (uint16_t) ~(1u << card);
    shadow_equip(play, seat, card);
    shadow_step_end(play);
}

static void apply_discard(struct shadow_play *play, int seat, int card)
{
    shadow_hand_remove(play, seat, card);
    shadow_discard(play, seat, card, SH_HR1);
    shadow_lose(play);
}

/* "No", to whichever question was asked. */
static void apply_pass(struct shadow_play *play, int seat)
{
    switch (play->pub->phase) {
    case SHADOW_UNVEILING: shadow_card_unveil(play, false); break;
    case SHADOW_DOUBLING: shadow_doubled(play, false); break;
    case SHADOW_BLURRING: shadow_blurred(play, false); break;
    case SHADOW_HORNING: shadow_horned(play, false); break;
    case SHADOW_SPEARING: shadow_speared(play, false); break;
    case SHADOW_ROBBING:
        TELL(play, DECLINED, SH_R5, seat, 0, 0);
        shadow_rob_next(play);
        break;
    case SHADOW_COUPING: shadow_couped(play, false); break;
    case SHADOW_SUCKING: shadow_sucked(play, false); break;
    case SHADOW_REACTING: shadow_reacted(play, seat, SHADOW_ANSWER_PASS); break;
    default: shadow_feasted(play, 0); break;
    }
}

static void apply_reveal(struct shadow_play *play, int seat)
{
    if (play->pub->phase == SHADOW_UNVEILING)
        shadow_card_unveil(play, true);
    else if (play->pub->phase == SHADOW_SPEARING)
        shadow_speared(play, true);
    else
        shadow_reveal(play, seat, SH_R1);
}

static void apply_teleport(struct shadow_play *play, int seat, int area)
{
    shadow_use(play, seat, SHADOW_EMI);
    shadow_move_to(play, area, SH_P_EMI);
}

void shadow_act(struct shadow_play *play, int seat, lan_action action)
{
    struct shadow_public *pub = play->pub;
    int kind = lan_action_kind(action), a = lan_action_arg(action, 0), b = lan_action_arg(action, 1);
    switch (kind) {
    case SHADOW_ACTION_ROLL: shadow_roll(play, false); break;
    case SHADOW_ACTION_COMPASS: shadow_roll(play, true); break;
    case SHADOW_ACTION_TELEPORT: apply_teleport(play, seat, a); break;
    case SHADOW_ACTION_PICK:
        TELL(play, PICKED, SH_M4, seat, a, 0);
        shadow_roll_taken(play, a);
        break;
    case SHADOW_ACTION_GO: shadow_move_to(play, a, SH_M2); break;
    case SHADOW_ACTION_SKIP: shadow_skip(play, seat); break;
    case SHADOW_ACTION_DRAW: shadow_draw_at(play, seat, a); break;
    case SHADOW_ACTION_HURT:
    case SHADOW_ACTION_HEAL: apply_woods(play, kind, a); break;
    case SHADOW_ACTION_STEAL:
    case SHADOW_ACTION_STASH: apply_steal(play, kind, a, b); break;
    case SHADOW_ACTION_TARGET: shadow_card_target(play, a); break;
    case SHADOW_ACTION_DONATE: apply_donate(play, a, b); break;
    case SHADOW_ACTION_PLAY: apply_play(play, seat, a); break;
    case SHADOW_ACTION_EQUIP: apply_equip(play, seat, a); break;
    case SHADOW_ACTION_DISCARD: apply_discard(play, seat, a); break;
    case SHADOW_ACTION_GIVE: shadow_hermit_give(play, a); break;
    case SHADOW_ACTION_ACCEPT: shadow_hermit_obey(play); break;
    case SHADOW_ACTION_GIFT: shadow_hermit_gift(play, a); break;
    case SHADOW_ACTION_NOTHING: shadow_hermit_nothing(play); break;
    case SHADOW_ACTION_SHOW: shadow_hermit_show(play); break;
    case SHADOW_ACTION_REVEAL: apply_reveal(play, seat); break;
    case SHADOW_ACTION_PASS: apply_pass(play, seat); break;
    case SHADOW_ACTION_ATTACK: shadow_attack(play, shadow_seat_bit(a), false); break;
    case SHADOW_ACTION_VOLLEY: shadow_attack(play, shadow_in_range(play->rules, pub, seat), true); break;
    case SHADOW_ACTION_DOUBLE: shadow_doubled(play, true); break;
    case SHADOW_ACTION_BLUR: shadow_blurred(play, true); break;
    case SHADOW_ACTION_HORN: shadow_horned(play, true); break;
    case SHADOW_ACTION_ROB: shadow_rob(play, a); break;
    case SHADOW_ACTION_LOOT: shadow_loot(play, a); break;
    case SHADOW_ACTION_LOOT_ALL: shadow_loot_all(play); break;
    case SHADOW_ACTION_COUP: shadow_couped(play, true); break;
    case SHADOW_ACTION_SUCK: shadow_sucked(play, true); break;
    case SHADOW_ACTION_COUNTER: shadow_reacted(play, seat, SHADOW_ANSWER_COUNTER); break;
    case SHADOW_ACTION_LAST_STAND: shadow_reacted(play, seat, SHADOW_ANSWER_LAST_STAND); break;
    case SHADOW_ACTION_FEAST: shadow_feasted(play, shadow_seat_bit(a)); break;
    case SHADOW_ACTION_FEAST_ALL: shadow_feasted(play, shadow_feast_targets(pub)); break;
    case SHADOW_ACTION_END: shadow_lose(play); break;
    default: shadow_ability(play, seat, kind, a); break;
    }
}

void shadow_carry_out(const struct lan_rules *base, struct lan_state *opaque, int seat, lan_action action,
                      struct lan_events *events)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    struct shadow_state *state = (struct shadow_state *)opaque;
    struct shadow_play play = {rules, state, &state->pub, events};
    if (seat == LAN_CHANCE)
        apply_chance(&play, action);
    else
        shadow_act(&play, seat, action);
    shadow_settle(rules, state);
}

static int chance_refusal(const struct shadow_rules *rules, const struct shadow_state *state,
                          lan_action action)
{
    if (shadow_chance_fits(rules, state, action))
        return SHADOW_ACCEPTED;
    return state->pub.phase == SHADOW_MOVING && lan_action_kind(action) == SHADOW_ACTION_DICE
               ? SHADOW_REFUSED_OWN_AREA_DICE
               : SHADOW_REFUSED_CHANCE;
}

int shadow_apply(const struct lan_rules *base, struct lan_state *opaque, int seat, lan_action action,
                 struct lan_events *events)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_state *state = shadow_state_of(opaque);
    int refused = seat == LAN_CHANCE ? chance_refusal(rules, state, action)
                                     : shadow_refusal(rules, state, seat, action);
    if (!refused)
        shadow_carry_out(base, opaque, seat, action, events);
    return refused;
}

uint64_t shadow_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                        int may_of_256)
{
    static const struct lan_steps steps = {shadow_ahead, turn_find, shadow_pick, shadow_carry_out};
    return lan_playout_by(&steps, rules, state, rng, may_of_256);
}
