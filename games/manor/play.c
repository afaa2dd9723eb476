/* play.c - set-up, whose turn it is, and carrying out actions. */
#include "state.h"

#include <string.h>

enum { STREAM_DEAL, STREAM_FIRST };

static struct manor_state *mutable_state(struct lan_state *state)
{
    return (struct manor_state *)state;
}

void manor_setup(const struct lan_rules *base, struct lan_state *opaque)
{
    static const uint8_t team[MANOR_HUNTERS] = {
        [MANOR_BASIC] = 3, [MANOR_HEAVY] = 2, [MANOR_TANDEM] = 2, [MANOR_DETECTOR] = 1, [MANOR_CALLER] = 1};
    const struct manor_rules *rules = manor_rules_of(base);
    struct manor_state *state = mutable_state(opaque);
    memset(state, 0, sizeof *state);
    memcpy(state->pile, rules->cards, sizeof state->pile);
    for (int seat = 0; seat < base->seats; seat++)
        memcpy(state->pub.hand[seat], team, sizeof team);
    state->pub.open = rules->all;
    state->pub.phase = MANOR_DEALING;
}

unsigned manor_waits(const struct manor_rules *rules, const struct manor_public *pub)
{
    switch ((enum manor_phase)pub->phase) {
    case MANOR_TURNING_UP:
    case MANOR_GUARDING:
        if (!rules->clockwise)
            return ((1u << rules->base.seats) - 1) & ~(unsigned)pub->chosen;
        return 1u << pub->active;
    case MANOR_PLACING:
    case MANOR_AIMING:
    case MANOR_FOLLOWING: return 1u << pub->active;
    case MANOR_RETURNING: return 1u << manor_card_owner(pub->sent);
    case MANOR_DEALING:
    case MANOR_DRAWING_FIRST:
    case MANOR_OVER:
    case MANOR_PHASES: break;
    }
    return 0;
}

void manor_turn(const struct lan_rules *base, const struct lan_state *opaque, struct lan_turn *turn)
{
    const struct manor_public *pub = &manor_state_of(opaque)->pub;
    bool chance = pub->phase == MANOR_DEALING || pub->phase == MANOR_DRAWING_FIRST;
    *turn = (struct lan_turn){
        .must = (uint16_t)(chance ? 1u << LAN_CHANCE : manor_waits(manor_rules_of(base), pub)),
        .active = chance || pub->phase == MANOR_OVER ? LAN_SEAT_NONE : pub->active,
        .stream = pub->phase == MANOR_DRAWING_FIRST ? STREAM_FIRST : STREAM_DEAL,
        .index = pub->phase == MANOR_DEALING ? pub->dealt : 0,
    };
}

/* ---- Moving cards -------------------------------------------------------------------------------------- */

static void front_add(struct manor_public *pub, int place, uint8_t card)
{
    lan_assert(pub->crowd[place] < MANOR_CROWD_MAX);
    pub->front[place][pub->crowd[place]++] = card;
    if (pub->crowd[place] == MANOR_CROWD_MAX)
        pub->open &= ~((uint32_t)1 << place);
}

/* Removes the leftmost such card and closes the gap. */
static void front_remove(struct manor_public *pub, int place, uint8_t card)
{
    uint8_t *front = pub->front[place];
    int at = 0;
    while (front[at] != card)
        at++;
    pub->crowd[place]--;
    for (; at < pub->crowd[place]; at++)
        front[at] = front[at + 1];
    front[at] = 0;
    pub->open |= (uint32_t)1 << place;
}

static void turn_up(struct manor_state *state, int place, int clause, struct lan_events *events)
{
    state->pub.up |= (uint32_t)1 << place;
    LAN_EMIT(events, MANOR_EVENT_TURNED_UP, clause, (int16_t)manor_place_seat(place), (int16_t)place,
             state->manor[place]);
}

static void play_hunter(struct manor_public *pub, int seat, int hunter, int place)
{
    pub->hand[seat][hunter]--;
    front_add(pub, place, MANOR_CARD(seat, hunter));
}

/* ---- The end of a turn and of the game ----------------------------------------------------------------- */

/* Tells what every manor pays to whom, which adds up to the scores. */
static void pay_tell(const struct manor_rules *rules, const struct manor_state *state,
                     struct lan_events *events)
{
    for (uint32_t rest = rules->all; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), manor = state->manor[place];
        int clause = manor == MANOR_TRAPPED ? MA_P4 : manor == MANOR_SHARED ? MA_P2 : MA_P1;
        int32_t points[MANOR_SEATS_MAX];
        manor_points_at(rules, &state->pub, place, manor, points);
        for (int seat = 0; seat < rules->base.seats; seat++) {
            if (points[seat])
                LAN_EMIT(events, MANOR_EVENT_EARNED, clause, (int16_t)seat, (int16_t)place, (int16_t)manor,
                         (int16_t)points[seat]);
        }
    }
}

static void finish(const struct manor_rules *rules, struct manor_state *state, struct lan_events *events)
{
    for (uint32_t rest = rules->all & ~state->pub.up; rest; rest &= rest - 1)
        turn_up(state, __builtin_ctz(rest), MA_E1, events);
    state->pub.phase = MANOR_OVER;
    if (!events)
        return;
    struct lan_result result;
    if (rules->base.game->version >= 2)
        pay_tell(rules, state, events);
    manor_result(&rules->base, (const struct lan_state *)state, &result);
    for (int seat = 0; seat < rules->base.seats; seat++)
        LAN_EMIT(events, MANOR_EVENT_SCORED, MA_P1, (int16_t)seat, (int16_t)result.score[seat]);
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if (result.winners >> seat & 1)
            LAN_EMIT(events, MANOR_EVENT_WON, result.clause, (int16_t)seat);
    }
}

static bool hand_empty(const struct manor_public *pub, int seat)
{
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
        if (pub->hand[seat][hunter])
            return false;
    }
    return true;
}

static void turn_end(const struct manor_rules *rules, struct manor_state *state, struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    pub->active = (uint8_t)((pub->active + 1) % rules->base.seats);
    pub->here = pub->before = pub->playing = pub->sent_done = pub->called_done = 0;
    pub->phase = MANOR_PLACING;
    if (hand_empty(pub, pub->active)) {
        finish(rules, state, events);
        return;
    }
    LAN_EMIT(events, MANOR_EVENT_TURN, MA_T3, pub->active);
}

/* After placing, sending or calling: the same player's next choice if there is one, else the next turn. */
static void turn_continue(const struct manor_rules *rules, struct manor_state *state,
                          struct lan_events *events)
{
    if (manor_follow_up(rules, &state->pub))
        state->pub.phase = MANOR_FOLLOWING;
    else
        turn_end(rules, state, events);
}

/* ---- Chance -------------------------------------------------------------------------------------------- */

static int apply_deal(const struct manor_rules *rules, struct manor_state *state, int manor,
                      struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    if (pub->phase != MANOR_DEALING || !state->pile[manor])
        return MANOR_REFUSED_NONSENSE;
    int seat = pub->dealt / rules->each, place = manor_place(seat, pub->dealt % rules->each);
    state->manor[place] = (uint8_t)manor;
    state->pile[manor]--;
    pub->dealt++;
    LAN_EMIT(events, MANOR_EVENT_DEALT, MA_S3, (int16_t)seat, (int16_t)place, (int16_t)manor);
    if (pub->dealt == rules->base.seats * rules->each)
        pub->phase = MANOR_DRAWING_FIRST;
    return MANOR_ACCEPTED;
}

static int apply_first(const struct manor_rules *rules, struct manor_public *pub, int seat,
                       struct lan_events *events)
{
    if (pub->phase != MANOR_DRAWING_FIRST || seat >= rules->base.seats ||
        (rules->first && seat != rules->first - 1))
        return MANOR_REFUSED_NONSENSE;
    pub->first = pub->active = (uint8_t)seat;
    pub->phase = MANOR_TURNING_UP;
    LAN_EMIT(events, MANOR_EVENT_FIRST, MA_S7, (int16_t)seat);
    return MANOR_ACCEPTED;
}

/* ---- Set-up choices ------------------------------------------------------------------------------------ */

/* Carries out one seat's sealed choice of this stage, which becomes public. */
static void choice_show(struct manor_state *state, int seat, struct lan_events *events)
{
    int place = state->choice[seat] - 1;
    state->choice[seat] = 0;
    if (state->pub.phase == MANOR_TURNING_UP) {
        turn_up(state, place, MA_S3, events);
        return;
    }
    play_hunter(&state->pub, seat, MANOR_TANDEM, place);
    LAN_EMIT(events, MANOR_EVENT_GUARDED, MA_S4, (int16_t)seat, (int16_t)place);
}

static void stage_end(struct manor_public *pub, struct lan_events *events)
{
    pub->chosen = 0;
    pub->active = pub->first;
    pub->phase++;
    if (pub->phase == MANOR_PLACING)
        LAN_EMIT(events, MANOR_EVENT_TURN, MA_S7, pub->active);
}

static int apply_choice(const struct manor_rules *rules, struct manor_state *state, int seat, int place,
                        struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    bool all;
    state->choice[seat] = (uint8_t)(place + 1);
    pub->chosen |= (uint8_t)(1u << seat);
    all = pub->chosen == (1u << rules->base.seats) - 1;
    if (rules->clockwise) {
        choice_show(state, seat, events);
        pub->active = (uint8_t)((pub->active + 1) % rules->base.seats);
    } else {
        LAN_EMIT(events, MANOR_EVENT_CHOSE, MA_S5, (int16_t)seat, (int16_t)place);
        for (int other = 0; all && other < rules->base.seats; other++)
            choice_show(state, other, events);
    }
    if (all)
        stage_end(pub, events);
    return MANOR_ACCEPTED;
}

static int apply_turn_up(const struct manor_rules *rules, struct manor_state *state, int seat, int place,
                         struct lan_events *events)
{
    if (state->pub.phase != MANOR_TURNING_UP)
        return MANOR_REFUSED_NOT_NOW;
    if (!(rules->own[seat] >> place & 1))
        return MANOR_REFUSED_NOT_OWN;
    return apply_choice(rules, state, seat, place, events);
}

static int apply_tandem(const struct manor_rules *rules, struct manor_state *state, int seat, int place,
                        struct lan_events *events)
{
    if (state->pub.phase != MANOR_GUARDING)
        return MANOR_REFUSED_NOT_NOW;
    if (!(rules->own[seat] >> place & 1))
        return MANOR_REFUSED_TANDEM_OWN;
    if (state->pub.up >> place & 1)
        return MANOR_REFUSED_TANDEM_HIDDEN;
    return apply_choice(rules, state, seat, place, events);
}

/* ---- A turn -------------------------------------------------------------------------------------------- */

static int apply_detect(const struct manor_rules *rules, struct manor_state *state, int seat, int place,
                        struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    if (pub->phase == MANOR_AIMING)
        return MANOR_REFUSED_DETECT_COMMITS;
    if (pub->phase != MANOR_PLACING)
        return MANOR_REFUSED_NOT_NOW;
    if (!pub->hand[seat][MANOR_DETECTOR])
        return MANOR_REFUSED_NOT_IN_HAND;
    if (!(rules->all >> place & 1))
        return MANOR_REFUSED_NO_PLACE;
    if (rules->own[seat] >> place & 1)
        return MANOR_REFUSED_DETECT_OWN;
    if (pub->up >> place & 1)
        return MANOR_REFUSED_DETECT_UP;
    if (rules->base.game->version >= 2)
        LAN_EMIT(events, MANOR_EVENT_DETECTED, MA_D1, (int16_t)seat, (int16_t)place);
    turn_up(state, place, MA_D1, events);
    pub->phase = MANOR_AIMING;
    return MANOR_ACCEPTED;
}

static int place_refusal(const struct manor_rules *rules, const struct manor_public *pub, int seat,
                         int hunter, int place)
{
    if (pub->phase == MANOR_RETURNING)
        return MANOR_REFUSED_SEND_WAITS;
    if (pub->phase == MANOR_AIMING && hunter != MANOR_DETECTOR)
        return MANOR_REFUSED_DETECT_COMMITS;
    if (pub->phase != MANOR_PLACING && pub->phase != MANOR_AIMING)
        return MANOR_REFUSED_NOT_NOW;
    if (!pub->hand[seat][hunter])
        return MANOR_REFUSED_NOT_IN_HAND;
    if (!(rules->all >> place & 1))
        return MANOR_REFUSED_NO_PLACE;
    if (!(pub->open >> place & 1))
        return MANOR_REFUSED_FULL;
    if (hunter == MANOR_DETECTOR && pub->phase == MANOR_PLACING &&
        (rules->all & ~pub->up & ~rules->own[seat]))
        return MANOR_REFUSED_DETECT_FIRST;
    return MANOR_ACCEPTED;
}

static int apply_place(const struct manor_rules *rules, struct manor_state *state, int seat, int hunter,
                       int place, struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    int refusal = place_refusal(rules, pub, seat, hunter, place);
    if (refusal)
        return refusal;
    pub->here = (uint8_t)place;
    pub->before = pub->crowd[place];
    pub->playing = (uint8_t)hunter;
    play_hunter(pub, seat, hunter, place);
    LAN_EMIT(events, MANOR_EVENT_PLACED, MA_T1, (int16_t)seat, (int16_t)hunter, (int16_t)place);
    turn_continue(rules, state, events);
    return MANOR_ACCEPTED;
}

static int apply_send(const struct manor_rules *rules, struct manor_public *pub, int seat, uint8_t card,
                      struct lan_events *events)
{
    if (pub->phase != MANOR_FOLLOWING)
        return pub->phase == MANOR_RETURNING ? MANOR_REFUSED_SEND_WAITS : MANOR_REFUSED_NOT_NOW;
    int refusal = manor_send_refusal(rules, pub, card);
    if (refusal)
        return refusal;
    front_remove(pub, pub->here, card);
    pub->before--;
    pub->sent = card;
    pub->sent_done = 1;
    pub->phase = MANOR_RETURNING;
    LAN_EMIT(events, MANOR_EVENT_SENT, MA_R1, (int16_t)seat, (int16_t)manor_card_owner(card),
             (int16_t)manor_card_hunter(card), pub->here);
    return MANOR_ACCEPTED;
}

static int apply_go(const struct manor_rules *rules, struct manor_state *state, int seat, int place,
                    struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    if (pub->phase != MANOR_RETURNING)
        return MANOR_REFUSED_NOT_NOW;
    if (!(rules->all >> place & 1))
        return MANOR_REFUSED_NO_PLACE;
    if (place == pub->here)
        return MANOR_REFUSED_GO_SAME;
    if (!(pub->open >> place & 1))
        return MANOR_REFUSED_FULL;
    front_add(pub, place, pub->sent);
    LAN_EMIT(events, MANOR_EVENT_MOVED, MA_R2, (int16_t)seat, (int16_t)manor_card_hunter(pub->sent),
             (int16_t)place);
    pub->sent = 0;
    turn_continue(rules, state, events);
    return MANOR_ACCEPTED;
}

static int apply_call(const struct manor_rules *rules, struct manor_state *state, int seat, int from,
                      uint8_t card, struct lan_events *events)
{
    struct manor_public *pub = &state->pub;
    if (pub->phase != MANOR_FOLLOWING)
        return pub->phase == MANOR_RETURNING ? MANOR_REFUSED_SEND_WAITS : MANOR_REFUSED_NOT_NOW;
    if (!(rules->all >> from & 1))
        return MANOR_REFUSED_NO_PLACE;
    int refusal = manor_call_refusal(rules, pub, from, card);
    if (refusal)
        return refusal;
    front_remove(pub, from, card);
    front_add(pub, pub->here, card);
    pub->called_done = 1;
    LAN_EMIT(events, MANOR_EVENT_CALLED, MA_H1, (int16_t)seat, (int16_t)manor_card_owner(card),
             (int16_t)manor_card_hunter(card), (int16_t)from, pub->here);
    turn_continue(rules, state, events);
    return MANOR_ACCEPTED;
}

static int apply_end(const struct manor_rules *rules, struct manor_state *state, struct lan_events *events)
{
    if (state->pub.phase != MANOR_FOLLOWING)
        return state->pub.phase == MANOR_RETURNING ? MANOR_REFUSED_SEND_WAITS : MANOR_REFUSED_NOT_NOW;
    turn_end(rules, state, events);
    return MANOR_ACCEPTED;
}

int manor_apply(const struct lan_rules *base, struct lan_state *opaque, int seat, lan_action action,
                struct lan_events *events)
{
    const struct manor_rules *rules = manor_rules_of(base);
    struct manor_state *state = mutable_state(opaque);
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1), c = lan_action_arg(action, 2);
    switch ((enum manor_action)lan_action_kind(action)) {
    case MANOR_ACTION_DEAL: return apply_deal(rules, state, a, events);
    case MANOR_ACTION_FIRST: return apply_first(rules, &state->pub, a, events);
    case MANOR_ACTION_TURN_UP: return apply_turn_up(rules, state, seat, a, events);
    case MANOR_ACTION_TANDEM: return apply_tandem(rules, state, seat, a, events);
    case MANOR_ACTION_DETECT: return apply_detect(rules, state, seat, a, events);
    case MANOR_ACTION_PLACE: return apply_place(rules, state, seat, a, b, events);
    case MANOR_ACTION_SEND: return apply_send(rules, &state->pub, seat, MANOR_CARD(a, b), events);
    case MANOR_ACTION_CALL: return apply_call(rules, state, seat, a, MANOR_CARD(b, c), events);
    case MANOR_ACTION_GO: return apply_go(rules, state, seat, a, events);
    case MANOR_ACTION_END: return apply_end(rules, state, events);
    case MANOR_ACTIONS: break;
    }
    return MANOR_REFUSED_NONSENSE;
}
