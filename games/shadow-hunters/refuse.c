/*
 * refuse.c - why an action is not on a seat's menu. It depends only on what the asking seat knows: the table,
 * its own character and hand, and the Hermit card it holds.
 */
#include "state.h"

/* The character whose ability an action is, SHADOW_CHARACTERS when it is none. */
static int ability_of(int kind)
{
    switch (kind) {
    case SHADOW_ACTION_TELEPORT: return SHADOW_EMI;
    case SHADOW_ACTION_HORN: return SHADOW_VALKYRIE;
    case SHADOW_ACTION_ROB:
    case SHADOW_ACTION_LOOT_ALL: return SHADOW_BOB;
    case SHADOW_ACTION_SUCK: return SHADOW_VAMPIRE;
    case SHADOW_ACTION_COUNTER: return SHADOW_WEREWOLF;
    case SHADOW_ACTION_FEAST:
    case SHADOW_ACTION_FEAST_ALL: return SHADOW_CHARLES;
    case SHADOW_ACTION_LIGHTNING: return SHADOW_FRANKLIN;
    case SHADOW_ACTION_DEMOLISH: return SHADOW_GEORGE;
    case SHADOW_ACTION_CAPRICCIO: return SHADOW_AGNES;
    case SHADOW_ACTION_STIGMATA: return SHADOW_CATHERINE;
    case SHADOW_ACTION_CURSE: return SHADOW_ELLEN;
    case SHADOW_ACTION_NURSE: return SHADOW_FUKA;
    case SHADOW_ACTION_RAY: return SHADOW_ULTRA_SOUL;
    case SHADOW_ACTION_LOVE: return SHADOW_ALLIE;
    case SHADOW_ACTION_DIG: return SHADOW_DAVID;
    case SHADOW_ACTION_BARRIER: return SHADOW_GREGOR;
    case SHADOW_ACTION_MULTIPLY: return SHADOW_WIGHT;
    default: return SHADOW_CHARACTERS;
    }
}

static int ability_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                           int kind)
{
    const struct shadow_public *pub = &state->pub;
    if (!rules->abilities)
        return SHADOW_REFUSED_NO_ABILITIES;
    if (state->character[seat] != ability_of(kind))
        return SHADOW_REFUSED_NOT_YOUR_ABILITY;
    if (shadow_in(pub->cursed, seat))
        return SHADOW_REFUSED_CURSED;
    if (shadow_in(pub->used, seat))
        return SHADOW_REFUSED_SPENT;
    if (rules->end_step && (kind == SHADOW_ACTION_LOVE || kind == SHADOW_ACTION_DIG))
        return SHADOW_REFUSED_END_STEP;
    if (kind == SHADOW_ACTION_TELEPORT && pub->area[seat] == SHADOW_OFF_BOARD)
        return SHADOW_REFUSED_OFF_BOARD;
    if (kind == SHADOW_ACTION_RAY && pub->phase == SHADOW_STARTING && pub->active == seat)
        return pub->began ? SHADOW_REFUSED_SPENT : SHADOW_REFUSED_NOT_AT_GATE;
    if (kind == SHADOW_ACTION_DIG && shadow_phase_free(pub->phase))
        return SHADOW_REFUSED_NOT_DISCARDED;
    return SHADOW_REFUSED_WRONG_TIME;
}

static int reveal_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat)
{
    if (shadow_in(state->pub.revealed, seat))
        return SHADOW_REFUSED_REVEALED_ALREADY;
    if (shadow_able(rules, state, seat, SHADOW_DANIEL))
        return SHADOW_REFUSED_DANIEL_HIDES;
    if (state->pub.phase == SHADOW_UNVEILING || state->pub.phase == SHADOW_SPEARING)
        return SHADOW_REFUSED_CARD_FITS_NOT;
    return SHADOW_REFUSED_IN_STEP;
}

static int play_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                        int card)
{
    const struct shadow_public *pub = &state->pub;
    bool single = card >= SHADOW_EQUIPMENT && card < SHADOW_AID;
    if (!single || !shadow_hand_count(state->hand[seat], card))
        return SHADOW_REFUSED_NOT_IN_HAND;
    if (!shadow_phase_free(pub->phase))
        return SHADOW_REFUSED_IN_STEP;
    if (seat != pub->active && !rules->hand_any_time)
        return SHADOW_REFUSED_OWN_TURN_ONLY;
    return SHADOW_REFUSED_KNOWLEDGE_OWN_TURN;
}

static int answer_refusal(const struct shadow_state *state, int kind)
{
    if (state->pub.phase != SHADOW_ANSWERING)
        return SHADOW_REFUSED_NOT_NOW;
    if (state->held == SHADOW_PREDICTION)
        return SHADOW_REFUSED_MUST_SHOW;
    return kind == SHADOW_ACTION_GIFT ? SHADOW_REFUSED_NO_GIFT : SHADOW_REFUSED_TRUTHFULLY;
}

static int attack_refusal(const struct shadow_rules *rules, const struct shadow_public *pub, int seat,
                          int kind)
{
    if (pub->phase != SHADOW_ATTACKING || pub->active != seat)
        return SHADOW_REFUSED_NOT_NOW;
    if (!shadow_in_range(rules, pub, seat))
        return SHADOW_REFUSED_NOBODY_IN_RANGE;
    return kind == SHADOW_ACTION_ATTACK ? SHADOW_REFUSED_MACHINE_GUN : SHADOW_REFUSED_NO_MACHINE_GUN;
}

static int area_refusal(const struct shadow_rules *rules, const struct shadow_public *pub, int seat, int kind)
{
    if (pub->phase != SHADOW_AT_AREA || pub->active != seat)
        return SHADOW_REFUSED_NOT_NOW;
    return kind == SHADOW_ACTION_STASH && !rules->altar_hand ? SHADOW_REFUSED_ALTAR_EQUIPS
                                                             : SHADOW_REFUSED_WRONG_AREA;
}

static int skip_refusal(const struct shadow_public *pub, int seat)
{
    if (pub->active != seat)
        return SHADOW_REFUSED_NOT_NOW;
    return pub->phase == SHADOW_ATTACKING ? SHADOW_REFUSED_MUST_ATTACK
           : pub->phase == SHADOW_AT_AREA ? SHADOW_REFUSED_MUST_ACT
                                          : SHADOW_REFUSED_NOT_NOW;
}

/* The refusal of an action whose kind is not on the menu. */
static int kind_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                        int kind, int arg)
{
    const struct shadow_public *pub = &state->pub;
    if (ability_of(kind) != SHADOW_CHARACTERS)
        return ability_refusal(rules, state, seat, kind);
    switch (kind) {
    case SHADOW_ACTION_REVEAL: return reveal_refusal(rules, state, seat);
    case SHADOW_ACTION_PLAY: return play_refusal(rules, state, seat, arg);
    case SHADOW_ACTION_EQUIP:
        return pub->stash[seat] >> arg & 1 ? SHADOW_REFUSED_IN_STEP : SHADOW_REFUSED_NOT_STASHED;
    case SHADOW_ACTION_ACCEPT:
    case SHADOW_ACTION_GIFT:
    case SHADOW_ACTION_NOTHING:
    case SHADOW_ACTION_SHOW: return answer_refusal(state, kind);
    case SHADOW_ACTION_ATTACK:
    case SHADOW_ACTION_VOLLEY: return attack_refusal(rules, pub, seat, kind);
    case SHADOW_ACTION_DRAW:
    case SHADOW_ACTION_HURT:
    case SHADOW_ACTION_HEAL:
    case SHADOW_ACTION_STEAL:
    case SHADOW_ACTION_STASH: return area_refusal(rules, pub, seat, kind);
    case SHADOW_ACTION_SKIP: return skip_refusal(pub, seat);
    case SHADOW_ACTION_COMPASS:
        return pub->phase == SHADOW_STARTING && pub->active == seat ? SHADOW_REFUSED_NO_COMPASS
                                                                    : SHADOW_REFUSED_NOT_NOW;
    case SHADOW_ACTION_LAST_STAND:
        return rules->stand && shadow_in(pub->stands, seat) ? SHADOW_REFUSED_SPENT : SHADOW_REFUSED_NOT_NOW;
    default: return SHADOW_REFUSED_NOT_NOW;
    }
}

static int seat_refusal(const struct shadow_rules *rules, const struct shadow_public *pub, int kind, int seat)
{
    if (seat >= rules->base.seats)
        return SHADOW_REFUSED_NO_SEAT;
    if (!shadow_in(pub->alive, seat))
        return SHADOW_REFUSED_DEAD;
    switch (kind) {
    case SHADOW_ACTION_ATTACK:
        return pub->area[seat] == SHADOW_OFF_BOARD ? SHADOW_REFUSED_OFF_BOARD_TARGET
                                                   : SHADOW_REFUSED_OUT_OF_RANGE;
    case SHADOW_ACTION_FEAST: return SHADOW_REFUSED_OUT_OF_RANGE;
    case SHADOW_ACTION_GIVE: return SHADOW_REFUSED_GIVE_ANOTHER;
    case SHADOW_ACTION_RAY: return SHADOW_REFUSED_NOT_AT_GATE;
    case SHADOW_ACTION_CURSE:
        return shadow_in(pub->cursed, seat) ? SHADOW_REFUSED_CURSED_ALREADY : SHADOW_REFUSED_BAD_TARGET;
    case SHADOW_ACTION_STEAL:
    case SHADOW_ACTION_STASH:
        return pub->equipment[seat] ? SHADOW_REFUSED_BAD_TARGET : SHADOW_REFUSED_NOT_OWNED;
    default: return SHADOW_REFUSED_BAD_TARGET;
    }
}

/* The refusal of an action whose kind is on the menu, but not with this first argument. */
static int arg_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat, int kind,
                       int arg)
{
    switch (kind) {
    case SHADOW_ACTION_GO: return SHADOW_REFUSED_SAME_AREA;
    case SHADOW_ACTION_TELEPORT: return SHADOW_REFUSED_NOT_ADJACENT;
    case SHADOW_ACTION_DRAW:
        return state->pub.area[seat] == SHADOW_GATE ? SHADOW_REFUSED_EMPTY_DECK : SHADOW_REFUSED_WRONG_DECK;
    case SHADOW_ACTION_PLAY: return play_refusal(rules, state, seat, arg);
    case SHADOW_ACTION_DISCARD: return SHADOW_REFUSED_NOT_IN_HAND;
    case SHADOW_ACTION_EQUIP: return SHADOW_REFUSED_NOT_STASHED;
    case SHADOW_ACTION_DIG: return SHADOW_REFUSED_NOT_DISCARDED;
    case SHADOW_ACTION_GIFT:
    case SHADOW_ACTION_ROB:
    case SHADOW_ACTION_LOOT: return SHADOW_REFUSED_NOT_OWNED;
    default: return seat_refusal(rules, &state->pub, kind, arg);
    }
}

/* The next entry of a kind from index `from` on, NULL when the menu has none. */
static const struct shadow_entry *entry_find(const struct shadow_menu *menu, int from, int kind)
{
    for (int i = from; i < menu->count; i++) {
        if (menu->entry[i].kind == kind)
            return &menu->entry[i];
    }
    return NULL;
}

int shadow_refusal(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                   lan_action action)
{
    int kind = lan_action_kind(action), arg = lan_action_arg(action, 0), card = lan_action_arg(action, 1);
    struct shadow_menu menu;
    if (shadow_always(&state->pub, seat, kind))
        return SHADOW_ACCEPTED;
    shadow_menu_musts(rules, state, seat, &menu);
    const struct shadow_entry *entry = entry_find(&menu, 0, kind);
    if (!entry) {
        shadow_menu_free(rules, state, seat, &menu);
        entry = entry_find(&menu, menu.musts, kind);
    }
    if (entry) {
        if (arg >= 32 || !(entry->mask >> arg & 1))
            return arg_refusal(rules, state, seat, kind, arg);
        if (entry->pairs && !(shadow_entry_cards(&state->pub, entry, seat, arg) >> card & 1))
            return SHADOW_REFUSED_NOT_OWNED;
        return SHADOW_ACCEPTED;
    }
    if (state->pub.phase == SHADOW_REACTING && shadow_in(state->pub.answered, seat))
        return SHADOW_REFUSED_ANSWERED;
    return kind_refusal(rules, state, seat, kind, arg);
}

/* Only a reveal may be tried at any moment; everything else waits for the seat's turn. */
int shadow_wait_refusal(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                        lan_action action)
{
    const struct shadow_state *state = shadow_state_of(opaque);
    if (lan_action_kind(action) != SHADOW_ACTION_REVEAL)
        return SHADOW_REFUSED_WAIT;
    if (shadow_in(state->pub.revealed, seat))
        return SHADOW_REFUSED_REVEALED_ALREADY;
    return shadow_able(shadow_rules_of(base), state, seat, SHADOW_DANIEL) ? SHADOW_REFUSED_DANIEL_HIDES
                                                                          : SHADOW_REFUSED_IN_STEP;
}
