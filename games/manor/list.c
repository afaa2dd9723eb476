/* list.c - the actions of a seat: the list, a random one, and the conditions of calling and sending away. */
#include "state.h"

static bool holds(const struct manor_public *pub, int place, int from, uint8_t card)
{
    for (int i = from; i < pub->crowd[place]; i++) {
        if (pub->front[place][i] == card)
            return true;
    }
    return false;
}

/*
 * Whether the card at front[place][at] also stands further left. Equal cards give the same action, listed
 * once.
 */
static bool repeated(const struct manor_public *pub, int place, int at)
{
    for (int i = 0; i < at; i++) {
        if (pub->front[place][i] == pub->front[place][at])
            return true;
    }
    return false;
}

int manor_send_refusal(const struct manor_rules *rules, const struct manor_public *pub, uint8_t card)
{
    if (pub->sent_done)
        return MANOR_REFUSED_SENT_ALREADY;
    if (pub->called_done && rules->send_first)
        return MANOR_REFUSED_SEND_FIRST;
    bool stood = false;
    for (int i = 0; i < pub->before; i++)
        stood |= pub->front[pub->here][i] == card;
    if (!stood)
        return holds(pub, pub->here, pub->before, card) ? MANOR_REFUSED_JUST_ARRIVED
                                                        : MANOR_REFUSED_NOT_THERE;
    if (manor_card_hunter(card) == MANOR_HEAVY)
        return MANOR_REFUSED_HEAVY_SENT;
    if (!(pub->open & ~((uint32_t)1 << pub->here)))
        return MANOR_REFUSED_NO_OTHER_ROOM;
    return MANOR_ACCEPTED;
}

/* The refusal that forbids every call now, whichever card is called. */
static int call_barred(const struct manor_rules *rules, const struct manor_public *pub)
{
    if (pub->playing != MANOR_CALLER)
        return MANOR_REFUSED_NOT_CALLER;
    if (pub->called_done)
        return MANOR_REFUSED_CALLED_ALREADY;
    if (pub->sent_done && rules->call_first)
        return MANOR_REFUSED_CALL_FIRST;
    if (pub->crowd[pub->here] >= MANOR_CROWD_MAX)
        return MANOR_REFUSED_CALL_NO_ROOM;
    return MANOR_ACCEPTED;
}

/* The refusal that forbids calling this card from where it stands, where calls are possible. */
static int call_card_barred(const struct manor_rules *rules, const struct manor_public *pub, int place,
                            uint8_t card)
{
    if (place == pub->here)
        return MANOR_REFUSED_CALL_FROM_HERE;
    if (!holds(pub, place, 0, card))
        return MANOR_REFUSED_CALL_NOT_THERE;
    if (manor_card_hunter(card) == MANOR_TANDEM)
        return MANOR_REFUSED_CALL_TANDEM;
    if (manor_card_hunter(card) == MANOR_HEAVY)
        return MANOR_REFUSED_CALL_HEAVY;
    if (pub->crowd[place] >= MANOR_CROWD_MAX)
        return MANOR_REFUSED_CALL_FROM_FULL;
    if (rules->call_own && manor_card_owner(card) != pub->active)
        return MANOR_REFUSED_CALL_OWN_ONLY;
    return MANOR_ACCEPTED;
}

int manor_call_refusal(const struct manor_rules *rules, const struct manor_public *pub, int place,
                       uint8_t card)
{
    int barred = call_barred(rules, pub);
    return barred ? barred : call_card_barred(rules, pub, place, card);
}

static bool may_send(const struct manor_rules *rules, const struct manor_public *pub)
{
    return !pub->sent_done && !(pub->called_done && rules->send_first) &&
           (pub->open & ~((uint32_t)1 << pub->here)) != 0;
}

static void list_sends(const struct manor_rules *rules, const struct manor_public *pub, struct lan_list *list)
{
    if (!may_send(rules, pub))
        return;
    for (int i = 0; i < pub->before; i++) {
        uint8_t card = pub->front[pub->here][i];
        if (manor_card_hunter(card) != MANOR_HEAVY && !repeated(pub, pub->here, i))
            lan_list_add(list,
                         LAN_ACTION(MANOR_ACTION_SEND, manor_card_owner(card), manor_card_hunter(card), 0));
    }
}

static void list_calls(const struct manor_rules *rules, const struct manor_public *pub, struct lan_list *list)
{
    if (call_barred(rules, pub))
        return;
    for (uint32_t rest = rules->all; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest);
        for (int i = 0; i < pub->crowd[place]; i++) {
            uint8_t card = pub->front[place][i];
            if (!repeated(pub, place, i) && !call_card_barred(rules, pub, place, card))
                lan_list_add(list, LAN_ACTION(MANOR_ACTION_CALL, place, manor_card_owner(card),
                                              manor_card_hunter(card)));
        }
    }
}

bool manor_can_send(const struct manor_rules *rules, const struct manor_public *pub)
{
    if (!may_send(rules, pub))
        return false;
    for (int i = 0; i < pub->before; i++) {
        if (manor_card_hunter(pub->front[pub->here][i]) != MANOR_HEAVY)
            return true;
    }
    return false;
}

bool manor_can_call(const struct manor_rules *rules, const struct manor_public *pub)
{
    if (call_barred(rules, pub))
        return false;
    struct lan_list list;
    list.count = 0;
    list_calls(rules, pub, &list);
    return list.count > 0;
}

bool manor_follow_up(const struct manor_rules *rules, const struct manor_public *pub)
{
    return manor_can_send(rules, pub) || manor_can_call(rules, pub);
}

static void list_places(uint32_t mask, int kind, struct lan_list *list)
{
    for (; mask; mask &= mask - 1)
        lan_list_add(list, LAN_ACTION(kind, __builtin_ctz(mask), 0, 0));
}

static void list_hunter(uint32_t mask, int hunter, struct lan_list *list)
{
    for (; mask; mask &= mask - 1)
        lan_list_add(list, LAN_ACTION(MANOR_ACTION_PLACE, hunter, __builtin_ctz(mask), 0));
}

/* Manors that a detector of `seat` can turn up. */
static uint32_t detectable(const struct manor_rules *rules, const struct manor_public *pub, int seat)
{
    return rules->all & ~pub->up & ~rules->own[seat];
}

static void list_plays(const struct manor_rules *rules, const struct manor_public *pub, struct lan_list *list)
{
    int seat = pub->active;
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
        if (!pub->hand[seat][hunter])
            continue;
        if (hunter == MANOR_DETECTOR && detectable(rules, pub, seat))
            list_places(detectable(rules, pub, seat), MANOR_ACTION_DETECT, list);
        else
            list_hunter(pub->open, hunter, list);
    }
}

static void list_chance(const struct manor_rules *rules, const struct manor_state *state,
                        struct lan_list *list)
{
    if (state->pub.phase == MANOR_DRAWING_FIRST) {
        for (int seat = 0; seat < rules->base.seats; seat++) {
            if (!rules->first || seat == rules->first - 1)
                lan_list_add_chance(list, LAN_ACTION(MANOR_ACTION_FIRST, seat, 0, 0), 1);
        }
        return;
    }
    for (int manor = 1; manor < MANOR_MANORS; manor++) {
        if (state->pile[manor])
            lan_list_add_chance(list, LAN_ACTION(MANOR_ACTION_DEAL, manor, 0, 0), state->pile[manor]);
    }
}

void manor_actions(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                   struct lan_list *list)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_state *state = manor_state_of(opaque);
    const struct manor_public *pub = &state->pub;
    switch ((enum manor_phase)pub->phase) {
    case MANOR_DEALING:
    case MANOR_DRAWING_FIRST: list_chance(rules, state, list); break;
    case MANOR_TURNING_UP: list_places(rules->own[seat], MANOR_ACTION_TURN_UP, list); break;
    case MANOR_GUARDING: list_places(rules->own[seat] & ~pub->up, MANOR_ACTION_TANDEM, list); break;
    case MANOR_PLACING: list_plays(rules, pub, list); break;
    case MANOR_AIMING: list_hunter(pub->open, MANOR_DETECTOR, list); break;
    case MANOR_FOLLOWING:
        list_sends(rules, pub, list);
        list_calls(rules, pub, list);
        lan_list_add(list, LAN_ACTION(MANOR_ACTION_END, 0, 0, 0));
        break;
    case MANOR_RETURNING: list_places(pub->open & ~((uint32_t)1 << pub->here), MANOR_ACTION_GO, list); break;
    case MANOR_OVER:
    case MANOR_PHASES: break;
    }
    list->musts = list->count;
}

/* The n-th place of a mask. */
static int place_at(uint32_t mask, uint32_t n)
{
    for (; n; n--)
        mask &= mask - 1;
    return __builtin_ctz(mask);
}

static int place_pick(uint32_t mask, struct lan_rng *rng)
{
    return place_at(mask, lan_rng_below(rng, (uint32_t)__builtin_popcount(mask)));
}

static lan_action pick_play(const struct manor_rules *rules, const struct manor_public *pub,
                            struct lan_rng *rng)
{
    const uint8_t *hand = pub->hand[pub->active];
    uint32_t open = (uint32_t)__builtin_popcount(pub->open);
    uint32_t hidden = detectable(rules, pub, pub->active);
    uint8_t hunters[MANOR_HUNTERS];
    uint32_t count = 0;
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
        hunters[count] = (uint8_t)hunter;
        count += hand[hunter] && (hunter != MANOR_DETECTOR || !hidden);
    }
    uint32_t detects = hand[MANOR_DETECTOR] ? (uint32_t)__builtin_popcount(hidden) : 0;
    uint32_t at = lan_rng_below(rng, count * open + detects);
    if (at >= count * open)
        return LAN_ACTION(MANOR_ACTION_DETECT, place_at(hidden, at - count * open), 0, 0);
    return LAN_ACTION(MANOR_ACTION_PLACE, hunters[at / open], place_at(pub->open, at % open), 0);
}

static lan_action pick_chance(const struct manor_rules *rules, const struct manor_state *state,
                              struct lan_rng *rng)
{
    if (state->pub.phase == MANOR_DRAWING_FIRST)
        return LAN_ACTION(MANOR_ACTION_FIRST,
                          rules->first ? rules->first - 1u : lan_rng_below(rng, rules->base.seats), 0, 0);
    uint32_t at = lan_rng_below(rng, (uint32_t)(MANOR_CARDS - state->pub.dealt));
    int manor = 1;
    while (at >= state->pile[manor])
        at -= state->pile[manor++];
    return LAN_ACTION(MANOR_ACTION_DEAL, manor, 0, 0);
}

static lan_action pick_follow_up(const struct manor_rules *rules, const struct manor_public *pub,
                                 struct lan_rng *rng)
{
    struct lan_list list;
    list.count = 0;
    list_sends(rules, pub, &list);
    list_calls(rules, pub, &list);
    uint32_t at = lan_rng_below(rng, list.count + 1u);
    return at < list.count ? list.action[at] : LAN_ACTION(MANOR_ACTION_END, 0, 0, 0);
}

lan_action manor_pick(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                      struct lan_rng *rng)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_state *state = manor_state_of(opaque);
    const struct manor_public *pub = &state->pub;
    switch ((enum manor_phase)pub->phase) {
    case MANOR_TURNING_UP: return LAN_ACTION(MANOR_ACTION_TURN_UP, place_pick(rules->own[seat], rng), 0, 0);
    case MANOR_GUARDING:
        return LAN_ACTION(MANOR_ACTION_TANDEM, place_pick(rules->own[seat] & ~pub->up, rng), 0, 0);
    case MANOR_PLACING: return pick_play(rules, pub, rng);
    case MANOR_AIMING: return LAN_ACTION(MANOR_ACTION_PLACE, MANOR_DETECTOR, place_pick(pub->open, rng), 0);
    case MANOR_FOLLOWING: return pick_follow_up(rules, pub, rng);
    case MANOR_RETURNING:
        return LAN_ACTION(MANOR_ACTION_GO, place_pick(pub->open & ~((uint32_t)1 << pub->here), rng), 0, 0);
    case MANOR_DEALING:
    case MANOR_DRAWING_FIRST:
    case MANOR_OVER:
    case MANOR_PHASES: break;
    }
    return pick_chance(rules, state, rng);
}
