/*
 * play.c - the course of a game: set-up, whose turn it is, what may be done, carrying it out, and the result.
 */
#include "state.h"

#include <string.h>

enum { STREAM_DEAL, STREAM_FIRST };

static struct lamps_state *mutable_state(struct lan_state *state)
{
    return (struct lamps_state *)state;
}

void lamps_setup(const struct lan_rules *rules, struct lan_state *opaque)
{
    (void)rules;
    memset(mutable_state(opaque), 0, sizeof(struct lamps_state));
}

void lamps_turn(const struct lan_rules *rules, const struct lan_state *opaque, struct lan_turn *turn)
{
    const struct lamps_public *pub = &lamps_state_of(opaque)->pub;
    *turn = (struct lan_turn){.active = LAN_SEAT_NONE};
    if (pub->phase == LAMPS_LAYING) {
        turn->active = (uint8_t)lamps_active(rules, pub);
        turn->must = (uint16_t)(1u << turn->active);
    } else if (pub->phase != LAMPS_OVER) {
        turn->must = 1u << LAN_CHANCE;
        turn->stream = pub->phase == LAMPS_DEALING ? STREAM_DEAL : STREAM_FIRST;
        turn->index = pub->phase == LAMPS_DEALING ? pub->dealt : 0;
    }
}

/* ---- What may be done ---------------------------------------------------------------------------------- */

/* Lanterns that have not been dealt. */
static unsigned pile(const struct lan_rules *rules, const struct lamps_state *state)
{
    unsigned dealt = 0;
    for (int seat = 0; seat < LAMPS_SEATS_MAX; seat++)
        dealt |= state->hand[seat];
    return lamps_rules_of(rules)->all & ~dealt;
}

static void list_chance(const struct lan_rules *rules, const struct lamps_state *state, struct lan_list *list)
{
    if (state->pub.phase == LAMPS_DRAWING_FIRST) {
        for (int seat = 0; seat < rules->seats; seat++)
            lan_list_add_chance(list, LAN_ACTION(LAMPS_ACTION_FIRST, seat, 0, 0), 1);
        return;
    }
    for (unsigned rest = pile(rules, state); rest; rest &= rest - 1)
        lan_list_add_chance(list, LAN_ACTION(LAMPS_ACTION_DEAL, __builtin_ctz(rest), 0, 0), 1);
}

void lamps_actions(const struct lan_rules *rules, const struct lan_state *opaque, int seat,
                   struct lan_list *list)
{
    const struct lamps_state *state = lamps_state_of(opaque);
    struct lan_turn turn;
    lamps_turn(rules, opaque, &turn);
    if (!(turn.must >> seat & 1))
        return;
    int ways = lamps_rules_of(rules)->shutters == LAMPS_SHUTTERS_NONE ? 1 : LAMPS_WAYS;
    if (seat == LAN_CHANCE)
        list_chance(rules, state, list);
    for (unsigned rest = seat == LAN_CHANCE ? 0 : state->hand[seat]; rest; rest &= rest - 1) {
        for (int way = 0; way < ways; way++)
            lan_list_add(list, LAN_ACTION(LAMPS_ACTION_LAY, __builtin_ctz(rest), way, 0));
    }
    list->musts = list->count;
}

/* ---- Chance -------------------------------------------------------------------------------------------- */

static int apply_deal(const struct lan_rules *rules, struct lamps_state *state, int lantern,
                      struct lan_events *events)
{
    struct lamps_public *pub = &state->pub;
    int hand = lamps_rules_of(rules)->hand, seat = pub->dealt / hand;
    if (pub->phase != LAMPS_DEALING || !(pile(rules, state) >> lantern & 1))
        return LAMPS_REFUSED_NONSENSE;
    state->hand[seat] |= (uint16_t)(1u << lantern);
    pub->dealt++;
    LAN_EMIT(events, LAMPS_EVENT_DEALT, EX_S2, (int16_t)seat, (int16_t)lantern);
    if (pub->dealt == rules->seats * hand)
        pub->phase = LAMPS_DRAWING_FIRST;
    return LAMPS_ACCEPTED;
}

static int apply_first(const struct lan_rules *rules, struct lamps_public *pub, int seat,
                       struct lan_events *events)
{
    if (pub->phase != LAMPS_DRAWING_FIRST || seat >= rules->seats)
        return LAMPS_REFUSED_NONSENSE;
    pub->first = (uint8_t)seat;
    pub->phase = LAMPS_LAYING;
    LAN_EMIT(events, LAMPS_EVENT_FIRST, EX_S3, (int16_t)seat);
    return LAMPS_ACCEPTED;
}

/* ---- A round ------------------------------------------------------------------------------------------- */

static void game_end(const struct lan_rules *rules, struct lamps_state *state, struct lan_events *events)
{
    struct lan_result result;
    state->pub.phase = LAMPS_OVER;
    lamps_result(rules, (const struct lan_state *)state, &result);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (result.winners >> seat & 1)
            LAN_EMIT(events, LAMPS_EVENT_WON, result.clause, (int16_t)seat, (int16_t)result.score[seat]);
    }
}

/* Opens what is shuttered, in the order of laying, and finds the winner. */
static void round_end(const struct lan_rules *rules, struct lamps_state *state, struct lan_events *events)
{
    struct lamps_public *pub = &state->pub;
    int best = -1, best_light = 0, best_lantern = 0;
    for (int i = 0; i < rules->seats; i++) {
        int seat = (pub->first + i) % rules->seats;
        bool dark = pub->spot[seat] == LAMPS_DARK;
        int lantern = dark ? state->dark[seat] - 1 : pub->spot[seat] - LAMPS_LIT_FIRST;
        int light = lamps_light(lamps_rules_of(rules), lantern, dark);
        if (dark) {
            pub->by[lantern] = (uint8_t)(seat + 1);
            LAN_EMIT(events, LAMPS_EVENT_OPENED, EX_T2, (int16_t)seat, (int16_t)lantern);
        }
        if (best < 0 || light > best_light) {
            best = seat;
            best_light = light;
            best_lantern = lantern;
        }
    }
    memset(pub->spot, 0, sizeof pub->spot);
    memset(state->dark, 0, sizeof state->dark);
    pub->laid = 0;
    pub->rounds++;
    pub->points[best]++;
    pub->first = (uint8_t)best;
    LAN_EMIT(events, LAMPS_EVENT_TAKEN, EX_T3, (int16_t)best, (int16_t)best_lantern);
    if (pub->rounds == lamps_rules_of(rules)->hand)
        game_end(rules, state, events);
}

static int apply_lay(const struct lan_rules *rules, struct lamps_state *state, int seat, int lantern, int way,
                     struct lan_events *events)
{
    struct lamps_public *pub = &state->pub;
    if (!(state->hand[seat] >> lantern & 1))
        return LAMPS_REFUSED_NOT_IN_HAND;
    if (way == LAMPS_SHUTTERED && lamps_rules_of(rules)->shutters == LAMPS_SHUTTERS_NONE)
        return LAMPS_REFUSED_NO_SHUTTERS;
    state->hand[seat] &= (uint16_t) ~(1u << lantern);
    if (way == LAMPS_SHUTTERED) {
        state->dark[seat] = (uint8_t)(lantern + 1);
        pub->spot[seat] = LAMPS_DARK;
        LAN_EMIT(events, LAMPS_EVENT_SHUTTERED, EX_T1, (int16_t)seat, (int16_t)lantern);
    } else {
        pub->by[lantern] = (uint8_t)(seat + 1);
        pub->spot[seat] = LAMPS_LIT(lantern);
        LAN_EMIT(events, LAMPS_EVENT_LAID, EX_T1, (int16_t)seat, (int16_t)lantern);
    }
    pub->laid++;
    if (pub->laid == rules->seats)
        round_end(rules, state, events);
    return LAMPS_ACCEPTED;
}

int lamps_apply(const struct lan_rules *rules, struct lan_state *opaque, int seat, lan_action action,
                struct lan_events *events)
{
    struct lamps_state *state = mutable_state(opaque);
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1);
    switch ((enum lamps_action)lan_action_kind(action)) {
    case LAMPS_ACTION_DEAL: return apply_deal(rules, state, a, events);
    case LAMPS_ACTION_FIRST: return apply_first(rules, &state->pub, a, events);
    case LAMPS_ACTION_LAY: return apply_lay(rules, state, seat, a, b, events);
    case LAMPS_ACTIONS: break;
    }
    return LAMPS_REFUSED_NONSENSE;
}

/* ---- The result ---------------------------------------------------------------------------------------- */

int lamps_held(const struct lamps_rules *rules, const struct lamps_public *pub, int seat)
{
    int dealt = pub->dealt - seat * rules->hand;
    dealt = dealt < 0 ? 0 : dealt > rules->hand ? rules->hand : dealt;
    return dealt - pub->rounds - (pub->spot[seat] != LAMPS_NOTHING);
}

void lamps_result(const struct lan_rules *rules, const struct lan_state *opaque, struct lan_result *result)
{
    const struct lamps_public *pub = &lamps_state_of(opaque)->pub;
    int32_t most = 0;
    *result = (struct lan_result){.over = pub->phase == LAMPS_OVER, .clause = EX_E1};
    for (int seat = 0; seat < rules->seats; seat++) {
        result->score[seat] = pub->points[seat];
        most = pub->points[seat] > most ? pub->points[seat] : most;
    }
    for (int seat = 0; seat < rules->seats; seat++)
        result->winners |= (uint16_t)((pub->points[seat] == most) << seat);
}
