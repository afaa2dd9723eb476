/* list.c - the list of a seat's actions, chance's outcomes with their weights, and random picks of both. */
#include "bits.h"
#include "state.h"

/* ---- Chance -------------------------------------------------------------------------------------------- */

/* The action kind of the dice that are rolled now. */
static int dice_kind(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    switch (pub->phase) {
    case SHADOW_ROLLING:
        if (pub->card == SHADOW_DYNAMITE)
            return SHADOW_ACTION_DICE;
        return pub->ability == SHADOW_GEORGE ? SHADOW_ACTION_D4 : SHADOW_ACTION_D6;
    case SHADOW_STRIKING:
    case SHADOW_BLUR_DICE:
        return pub->d4_alone ? SHADOW_ACTION_D4 : rules->duel ? SHADOW_ACTION_D6 : SHADOW_ACTION_DICE;
    case SHADOW_DUEL_DICE: return SHADOW_ACTION_D4;
    case SHADOW_COUP_DICE: return SHADOW_ACTION_TWINS;
    default: return SHADOW_ACTION_DICE;
    }
}

static int sides_of(int kind, int arg)
{
    if (kind == SHADOW_ACTION_D4)
        return arg ? 1 : 4;
    if (kind == SHADOW_ACTION_D6)
        return arg ? 1 : 6;
    return kind == SHADOW_ACTION_DICE && arg ? 4 : 6;
}

static bool dice_fit(const struct shadow_public *pub, int first, int second)
{
    return pub->phase != SHADOW_MOVING || shadow_die_fits(pub, first + 1, second + 1);
}

static void list_dice(const struct shadow_rules *rules, const struct shadow_public *pub,
                      struct lan_list *list)
{
    int kind = dice_kind(rules, pub);
    for (int first = 0; first < sides_of(kind, 0); first++) {
        for (int second = 0; second < sides_of(kind, 1); second++) {
            if (dice_fit(pub, first, second))
                lan_list_add_chance(list, LAN_ACTION(kind, first, second, 0), 1);
        }
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
    default: break;
    }
    for (;;) {
        uint32_t at = lan_rng_below(rng, 24);
        if (dice_fit(pub, (int)(at / 4), (int)(at % 4)))
            return LAN_ACTION(kind, at / 4, at % 4, 0);
    }
}

static int deck_now(const struct shadow_public *pub)
{
    return pub->phase == SHADOW_OPENING ? SHADOW_HERMIT : pub->deck;
}

/*
 * The weight of a card in the draw now. In the opening a Prediction would be redrawn, so its weight is 0
 * (SH-X4).
 */
static uint32_t card_weight(const struct shadow_state *state, int card)
{
    const struct shadow_public *pub = &state->pub;
    bool put_back = pub->phase == SHADOW_OPENING && card == SHADOW_PREDICTION;
    return shadow_deck(card) == deck_now(pub) && !put_back ? state->deck[card] : 0;
}

static void list_cards(const struct shadow_state *state, struct lan_list *list)
{
    for (int card = 0; card < SHADOW_CARDS; card++) {
        uint32_t weight = card_weight(state, card);
        if (weight)
            lan_list_add_chance(list, LAN_ACTION(SHADOW_ACTION_CARD, card, 0, 0), weight);
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

static uint32_t areas_left(const struct shadow_public *pub)
{
    uint32_t mask = (1u << SHADOW_AREAS) - 1;
    for (int slot = 0; slot < pub->dealt; slot++)
        mask &= ~(1u << pub->slot_area[slot]);
    return mask;
}

static void list_chance(const struct shadow_rules *rules, const struct shadow_state *state,
                        struct lan_list *list)
{
    const struct shadow_public *pub = &state->pub;
    uint32_t weights[SHADOW_CHARACTERS];
    switch (pub->phase) {
    case SHADOW_DEALING:
        shadow_deal_weights(rules, state, weights);
        for (int character = 0; character < SHADOW_CHARACTERS; character++) {
            if (weights[character])
                lan_list_add_chance(list, LAN_ACTION(SHADOW_ACTION_DEAL, character, 0, 0),
                                    weights[character]);
        }
        break;
    case SHADOW_LAYING:
        for (uint32_t rest = areas_left(pub); rest; rest &= rest - 1)
            lan_list_add_chance(list, LAN_ACTION(SHADOW_ACTION_LAY, __builtin_ctz(rest), 0, 0), 1);
        break;
    case SHADOW_FIRSTING:
        for (int seat = 0; seat < rules->base.seats; seat++)
            lan_list_add_chance(list, LAN_ACTION(SHADOW_ACTION_FIRST, seat, 0, 0), 1);
        break;
    case SHADOW_OPENING:
    case SHADOW_DRAWING: list_cards(state, list); break;
    default: list_dice(rules, pub, list); break;
    }
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

/* Whether chance can give this outcome now. */
bool shadow_chance_fits(const struct shadow_rules *rules, const struct shadow_state *state, lan_action action)
{
    const struct shadow_public *pub = &state->pub;
    int kind = lan_action_kind(action), a = lan_action_arg(action, 0), b = lan_action_arg(action, 1);
    switch (pub->phase) {
    case SHADOW_DEALING: return kind == SHADOW_ACTION_DEAL && shadow_deal_fits(rules, state, a);
    case SHADOW_LAYING: return kind == SHADOW_ACTION_LAY && (areas_left(pub) >> a & 1);
    case SHADOW_FIRSTING: return kind == SHADOW_ACTION_FIRST && a < rules->base.seats;
    case SHADOW_OPENING:
    case SHADOW_DRAWING: return kind == SHADOW_ACTION_CARD && card_weight(state, a) > 0;
    default: return kind == dice_kind(rules, pub) && dice_fit(pub, a, b);
    }
}

/* ---- Seats --------------------------------------------------------------------------------------------- */

static void list_entry(const struct shadow_public *pub, const struct shadow_entry *entry, int actor,
                       struct lan_list *list)
{
    for (uint32_t rest = entry->mask; rest; rest &= rest - 1) {
        int arg = __builtin_ctz(rest);
        if (!entry->pairs) {
            lan_list_add(list, LAN_ACTION(entry->kind, arg, 0, 0));
            continue;
        }
        for (unsigned cards = shadow_entry_cards(pub, entry, actor, arg); cards; cards &= cards - 1)
            lan_list_add(list, LAN_ACTION(entry->kind, arg, __builtin_ctz(cards), 0));
    }
}

void shadow_actions(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                    struct lan_list *list)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_state *state = shadow_state_of(opaque);
    if (seat == LAN_CHANCE) {
        list_chance(rules, state, list);
        list->musts = list->count;
        return;
    }
    struct shadow_menu menu;
    shadow_menu_musts(rules, state, seat, &menu);
    shadow_menu_free(rules, state, seat, &menu);
    for (int i = 0; i < menu.musts; i++)
        list_entry(&state->pub, &menu.entry[i], seat, list);
    list->musts = list->count;
    for (int i = menu.musts; i < menu.count; i++)
        list_entry(&state->pub, &menu.entry[i], seat, list);
}

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

static lan_action pick_seat(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                            struct lan_rng *rng)
{
    struct shadow_menu menu;
    uint32_t before[SHADOW_MENU_MAX], all = 0; /* actions of the entries before each */
    shadow_menu_musts(rules, state, seat, &menu);
    lan_assert(menu.musts > 0);
    /* Most steps of a game are answers without a choice. */
    const struct shadow_entry *only = &menu.entry[0];
    if (menu.musts == 1 && !only->pairs && !(only->mask & (only->mask - 1)))
        return LAN_ACTION(only->kind, __builtin_ctz(only->mask), 0, 0);
    for (int i = 0; i < menu.musts; i++) {
        before[i] = all;
        all += entry_size(&state->pub, &menu.entry[i], seat);
    }
    uint32_t at = all > 1 ? lan_rng_below(rng, all) : 0;
    int chosen = 0;
    for (int i = 1; i < menu.musts; i++)
        chosen += at >= before[i];
    return entry_at(&state->pub, &menu.entry[chosen], seat, at - before[chosen]);
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
