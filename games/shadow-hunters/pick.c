/*
 * pick.c - random play: picks of what chance and seats do, and the steps of a playout that need no list.
 */
#include "bits.h"
#include "now.h"

/* ---- Chance -------------------------------------------------------------------------------------------- */

/*
 * A roll of both dice that fits, as a number below 24: four times the d6, which counts from 0, plus the d4.
 */
static inline uint32_t pick_two(const struct shadow_public *pub, struct lan_rng *rng)
{
    for (;;) {
        uint32_t at = lan_rng_below(rng, 24);
        if (dice_fit(pub, (int)(at / 4), (int)(at % 4)))
            return at;
    }
}

static inline lan_action pick_dice(const struct shadow_rules *rules, const struct shadow_public *pub,
                                   struct lan_rng *rng)
{
    int kind = dice_kind(rules, pub);
    switch (kind) {
    case SHADOW_ACTION_D4: return LAN_ACTION(kind, lan_rng_below(rng, 4), 0, 0);
    case SHADOW_ACTION_D6: return LAN_ACTION(kind, lan_rng_below(rng, 6), 0, 0);
    case SHADOW_ACTION_TWINS: {
        uint32_t at = lan_rng_below(rng, 36);
        return LAN_ACTION(kind, at / 6, at % 6, 0);
    }
    default: {
        uint32_t at = pick_two(pub, rng);
        return LAN_ACTION(kind, at / 4, at % 4, 0);
    }
    }
}

static lan_action pick_card(const struct shadow_state *state, struct lan_rng *rng)
{
    static const uint8_t spans[SHADOW_DECKS][2][2] = {
        [SHADOW_WHITE] = {{0, SHADOW_KNIFE}, {SHADOW_ADVENT, SHADOW_BANANA}},
        [SHADOW_BLACK] = {{SHADOW_KNIFE, SHADOW_ADVENT}, {SHADOW_BANANA, SHADOW_AID}},
        [SHADOW_HERMIT] = {{SHADOW_AID, SHADOW_CARDS}, {0, 0}},
    };
    const uint8_t(*span)[2] = spans[deck_now(&state->pub)];
    uint32_t all = state->pub.left[deck_now(&state->pub)];
    if (state->pub.phase == SHADOW_OPENING)
        all -= state->deck[SHADOW_PREDICTION];
    uint32_t at = lan_rng_below(rng, all);
    for (int part = 0; part < 2; part++) {
        for (int card = span[part][0]; card < span[part][1]; card++) {
            if (at < state->deck[card])
                return LAN_ACTION(SHADOW_ACTION_CARD, card, 0, 0);
            at -= state->deck[card];
        }
    }
    lan_bug("a deck holds as many cards as it says");
}

static lan_action pick_deal(const struct shadow_rules *rules, const struct shadow_state *state,
                            struct lan_rng *rng)
{
    uint32_t weights[SHADOW_CHARACTERS], all = 0;
    shadow_deal_weights(rules, state, weights);
    for (int character = 0; character < SHADOW_CHARACTERS; character++)
        all += weights[character];
    uint32_t at = lan_rng_below(rng, all);
    int character = 0;
    while (at >= weights[character])
        at -= weights[character++];
    return LAN_ACTION(SHADOW_ACTION_DEAL, character, 0, 0);
}

static lan_action pick_chance(const struct shadow_rules *rules, const struct shadow_state *state,
                              struct lan_rng *rng)
{
    const struct shadow_public *pub = &state->pub;
    switch (pub->phase) {
    case SHADOW_DEALING: return pick_deal(rules, state, rng);
    case SHADOW_LAYING: {
        uint32_t at = lan_rng_below(rng, (uint32_t)(SHADOW_AREAS - pub->dealt));
        return LAN_ACTION(SHADOW_ACTION_LAY, lan_bit_at8(areas_left(pub), at), 0, 0);
    }
    case SHADOW_FIRSTING: return LAN_ACTION(SHADOW_ACTION_FIRST, lan_rng_below(rng, rules->base.seats), 0, 0);
    case SHADOW_OPENING:
    case SHADOW_DRAWING: return pick_card(state, rng);
    default: return pick_dice(rules, pub, rng);
    }
}

/* ---- Seats --------------------------------------------------------------------------------------------- */

static uint32_t entry_size(const struct shadow_public *pub, const struct shadow_entry *entry, int actor)
{
    if (!entry->pairs)
        return (uint32_t)__builtin_popcount(entry->mask);
    uint32_t size = 0;
    for (uint32_t rest = entry->mask; rest; rest &= rest - 1)
        size += (uint32_t)__builtin_popcount(shadow_entry_cards(pub, entry, actor, __builtin_ctz(rest)));
    return size;
}

static lan_action entry_at(const struct shadow_public *pub, const struct shadow_entry *entry, int actor,
                           uint32_t at)
{
    if (!entry->pairs)
        return LAN_ACTION(entry->kind, lan_bit_at32(entry->mask, at), 0, 0);
    for (uint32_t rest = entry->mask; rest; rest &= rest - 1) {
        int arg = __builtin_ctz(rest);
        unsigned cards = shadow_entry_cards(pub, entry, actor, arg);
        uint32_t size = (uint32_t)__builtin_popcount(cards);
        if (at < size)
            return LAN_ACTION(entry->kind, arg, lan_bit_at16(cards, at), 0);
        at -= size;
    }
    lan_bug("an entry is as large as its size says");
}

/* Picks one action of at most three entries without a second argument. */
static inline lan_action pick_of_three(const struct shadow_entry entry[3], int count, struct lan_rng *rng)
{
    uint32_t first = (uint32_t)__builtin_popcount(entry[0].mask);
    uint32_t second = first + (uint32_t)__builtin_popcount(count > 1 ? entry[1].mask : 0);
    uint32_t all = second + (uint32_t)__builtin_popcount(count > 2 ? entry[2].mask : 0);
    uint32_t at = all > 1 ? lan_rng_below(rng, all) : 0;
    const struct shadow_entry *chosen = &entry[(at >= first) + (at >= second)];
    at -= at >= second ? second : at >= first ? first : 0;
    int arg = chosen->mask < 256 ? lan_bit_at8(chosen->mask, at) : lan_bit_at32(chosen->mask, at);
    return LAN_ACTION(chosen->kind, arg, 0, 0);
}

static lan_action pick_of_many(const struct shadow_public *pub, const struct shadow_menu *menu, int seat,
                               struct lan_rng *rng)
{
    uint32_t before[SHADOW_MENU_MAX], all = 0; /* actions of the entries before each */
    for (int i = 0; i < menu->musts; i++) {
        before[i] = all;
        all += entry_size(pub, &menu->entry[i], seat);
    }
    uint32_t at = all > 1 ? lan_rng_below(rng, all) : 0;
    int chosen = 0;
    for (int i = 1; i < menu->musts; i++)
        chosen += at >= before[i];
    return entry_at(pub, &menu->entry[chosen], seat, at - before[chosen]);
}

static inline lan_action pick_of_menu(const struct shadow_public *pub, const struct shadow_menu *menu,
                                      int seat, struct lan_rng *rng)
{
    /* Kinds that name a card come first where there are any. */
    return menu->musts > 3 || menu->entry[0].pairs ? pick_of_many(pub, menu, seat, rng)
                                                   : pick_of_three(menu->entry, menu->musts, rng);
}

static inline lan_action pick_seat(const struct shadow_rules *rules, const struct shadow_state *state,
                                   int seat, struct lan_rng *rng)
{
    struct shadow_menu menu;
    shadow_menu_asked(rules, state, seat, &menu);
    lan_assert(menu.musts > 0);
    /* Most steps of a game are answers without a choice. */
    const struct shadow_entry *only = &menu.entry[0];
    if (menu.musts == 1 && !only->pairs && !(only->mask & (only->mask - 1)))
        return LAN_ACTION(only->kind, __builtin_ctz(only->mask), 0, 0);
    return pick_of_menu(&state->pub, &menu, seat, rng);
}

lan_action shadow_pick(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                       struct lan_rng *rng)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_state *state = shadow_state_of(opaque);
    int phase = state->pub.phase;
    if (seat != LAN_CHANCE)
        return phase == SHADOW_STARTING && shadow_start_forced(state, seat)
                   ? LAN_ACTION(SHADOW_ACTION_ROLL, 0, 0, 0)
                   : pick_seat(rules, state, seat, rng);
    return phase == SHADOW_MOVING || phase == SHADOW_STRIKING ? pick_dice(rules, &state->pub, rng)
                                                              : pick_chance(rules, state, rng);
}

/* ---- Playouts ------------------------------------------------------------------------------------------ */

static inline void move_roll(struct shadow_play *play, struct lan_rng *rng)
{
    uint32_t at = pick_two(play->pub, rng);
    shadow_move_rolled(play, (int)(at / 4) + 1, (int)(at % 4) + 1);
}

static inline void attack_roll(struct shadow_play *play, struct lan_rng *rng)
{
    switch (dice_kind(play->rules, play->pub)) {
    case SHADOW_ACTION_D4: shadow_struck(play, 0, (int)lan_rng_below(rng, 4) + 1); break;
    case SHADOW_ACTION_D6: shadow_struck(play, (int)lan_rng_below(rng, 6) + 1, 0); break;
    default: {
        uint32_t at = lan_rng_below(rng, 24);
        shadow_struck(play, (int)(at / 4) + 1, (int)(at % 4) + 1);
        break;
    }
    }
}

/* The beginning of a turn: nearly always the roll is all there is to choose. */
static inline void start(struct shadow_play *play, struct lan_rng *rng)
{
    int seat = play->pub->active;
    if (shadow_start_forced(play->state, seat))
        shadow_roll(play, false);
    else
        shadow_act(play, seat, pick_seat(play->rules, play->state, seat, rng));
}

/* The three choices that every turn has: an area on a 7, the area's action, the attack. */
static inline void choose(struct shadow_play *play, int phase, struct lan_rng *rng)
{
    struct shadow_public *pub = play->pub;
    struct shadow_menu menu; /* not zeroed: entries are read up to the count */
    menu.count = 0;
    if (phase == SHADOW_GOING)
        menu_go(play->rules, pub, &menu);
    else if (phase == SHADOW_AT_AREA)
        menu_area(play->rules, pub, &menu);
    else
        menu_attack(play->rules, pub, &menu);
    menu.musts = menu.count;
    lan_action action = pick_of_menu(pub, &menu, pub->active, rng);
    int kind = lan_action_kind(action), arg = lan_action_arg(action, 0);
    if (phase == SHADOW_GOING)
        shadow_move_to(play, arg, SH_M2);
    else if (kind == SHADOW_ACTION_SKIP)
        shadow_skip(play, pub->active);
    else if (phase == SHADOW_AT_AREA && kind == SHADOW_ACTION_DRAW)
        shadow_draw_at(play, pub->active, arg);
    else
        shadow_act(play, pub->active, action);
}

/*
 * Each of the cases does at once what shadow_pick and then shadow_carry_out do, as the last one does, by way
 * of an action: one jump to the code of the phase in place of three, which in random play are often predicted
 * wrongly.
 */
uint64_t shadow_ahead(const struct lan_rules *base, struct lan_state *opaque, struct lan_rng *rng)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    struct shadow_state *state = (struct shadow_state *)opaque;
    struct shadow_public *pub = &state->pub;
    struct shadow_play play = {rules, state, pub, NULL};
    for (uint64_t steps = 0;; steps++) {
        int phase = pub->phase, seat = LAN_CHANCE;
        if (state->may || phase == SHADOW_OVER)
            return steps;
        switch (phase) {
        case SHADOW_MOVING: move_roll(&play, rng); break;
        case SHADOW_STRIKING: attack_roll(&play, rng); break;
        case SHADOW_DRAWING: shadow_drawn(&play, lan_action_arg(pick_card(state, rng), 0)); break;
        case SHADOW_GOING: choose(&play, SHADOW_GOING, rng); break;
        case SHADOW_AT_AREA: choose(&play, SHADOW_AT_AREA, rng); break;
        case SHADOW_ATTACKING: choose(&play, SHADOW_ATTACKING, rng); break;
        case SHADOW_STARTING: start(&play, rng); break;
        default:
            if (!shadow_phase_chance(phase))
                seat = __builtin_ctz(shadow_phase_waits(pub));
            shadow_carry_out(base, opaque, seat, shadow_pick(base, opaque, seat, rng), NULL);
            continue;
        }
        shadow_settle(rules, state);
    }
}
