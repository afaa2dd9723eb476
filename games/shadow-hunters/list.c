/* list.c - the list of a seat's actions, and chance's outcomes with their weights. */
#include "now.h"

/* ---- Chance -------------------------------------------------------------------------------------------- */

static int sides_of(int kind, int arg)
{
    if (kind == SHADOW_ACTION_D4)
        return arg ? 1 : 4;
    if (kind == SHADOW_ACTION_D6)
        return arg ? 1 : 6;
    return kind == SHADOW_ACTION_DICE && arg ? 4 : 6;
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
