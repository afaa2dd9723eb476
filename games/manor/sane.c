/* sane.c - every invariant of a state, checked without trusting any byte of it. */
#include "state.h"

static bool cards_conserved(const struct manor_rules *rules, const struct manor_state *state)
{
    uint8_t count[MANOR_MANORS] = {0};
    int dealt = 0;
    for (int place = 0; place < MANOR_PLACES; place++) {
        if (state->manor[place] >= MANOR_MANORS)
            return false;
        if (!state->manor[place])
            continue;
        count[state->manor[place]]++;
        dealt++;
    }
    for (int manor = 0; manor < MANOR_MANORS; manor++) {
        if (count[manor] + state->pile[manor] != rules->cards[manor])
            return false;
    }
    return dealt == state->pub.dealt;
}

/* MA-S9: manors are dealt in the order of places. */
static bool deal_in_order(const struct manor_rules *rules, const struct manor_state *state)
{
    int dealt = 0;
    for (int place = 0; place < MANOR_PLACES; place++) {
        bool in_play = rules->all >> place & 1;
        if ((state->manor[place] != 0) != (in_play && dealt < state->pub.dealt))
            return false;
        dealt += in_play;
    }
    return true;
}

/* Crowds, rows and the mask of open manors agree, and rows hold only cards of seats in play. */
static bool fronts_agree(const struct manor_rules *rules, const struct manor_public *pub)
{
    for (int place = 0; place < MANOR_PLACES; place++) {
        if (pub->crowd[place] > MANOR_CROWD_MAX || (pub->crowd[place] && !(rules->all >> place & 1)))
            return false;
        for (int i = 0; i < MANOR_CROWD_MAX; i++) {
            uint8_t card = pub->front[place][i];
            if ((card != 0) != (i < pub->crowd[place]) || card > rules->base.seats * MANOR_HUNTERS)
                return false;
        }
        bool room = (rules->all >> place & 1) && pub->crowd[place] < MANOR_CROWD_MAX;
        if ((pub->open >> place & 1) != room)
            return false;
    }
    return pub->open >> MANOR_PLACES == 0 && (pub->up & ~rules->all) == 0;
}

static bool hunters_conserved(const struct manor_rules *rules, const struct manor_public *pub)
{
    static const uint8_t team[MANOR_HUNTERS] = {3, 2, 2, 1, 1};
    uint8_t count[MANOR_SEATS_MAX * MANOR_HUNTERS + 1] = {0};
    if (pub->sent > rules->base.seats * MANOR_HUNTERS)
        return false;
    count[pub->sent]++;
    for (int place = 0; place < MANOR_PLACES; place++) {
        for (int i = 0; i < pub->crowd[place]; i++)
            count[pub->front[place][i]]++;
    }
    for (int seat = 0; seat < MANOR_SEATS_MAX; seat++) {
        for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++) {
            int whole = seat < rules->base.seats ? team[hunter] : 0;
            if (count[MANOR_CARD(seat, hunter)] + pub->hand[seat][hunter] != whole)
                return false;
        }
    }
    return true;
}

static bool choices_fit(const struct manor_rules *rules, const struct manor_state *state)
{
    const struct manor_public *pub = &state->pub;
    bool choosing = pub->phase == MANOR_TURNING_UP || pub->phase == MANOR_GUARDING;
    unsigned all = (1u << rules->base.seats) - 1;
    if (pub->chosen >= all || (pub->chosen && !choosing))
        return false;
    if (choosing && pub->active != (pub->first + (rules->clockwise ? __builtin_popcount(pub->chosen) : 0)) %
                                       rules->base.seats)
        return false;
    for (int i = 0; choosing && rules->clockwise && i < __builtin_popcount(pub->chosen); i++) {
        if (!(pub->chosen >> (pub->first + i) % rules->base.seats & 1))
            return false;
    }
    for (int seat = 0; seat < MANOR_SEATS_MAX; seat++) {
        bool sealed = !rules->clockwise && (pub->chosen >> seat & 1);
        if ((state->choice[seat] != 0) != sealed || state->choice[seat] > MANOR_PLACES)
            return false;
        if (sealed && !((rules->own[seat] & ~pub->up) >> (state->choice[seat] - 1) & 1))
            return false;
    }
    return true;
}

static int hand_size(const struct manor_public *pub, int seat)
{
    int size = 0;
    for (int hunter = 0; hunter < MANOR_HUNTERS; hunter++)
        size += pub->hand[seat][hunter];
    return size;
}

/* Hunters left in hand follow from phase and turn: no seat is more than one turn ahead of another. */
static bool turns_add_up(const struct manor_rules *rules, const struct manor_public *pub)
{
    bool placed = pub->phase == MANOR_FOLLOWING || pub->phase == MANOR_RETURNING;
    int seats = rules->base.seats, full = hand_size(pub, pub->active) + placed;
    for (int i = 1; i < seats; i++) {
        int seat = (pub->active + i) % seats;
        int distance = (seat - pub->first + seats) % seats,
            turns = (pub->active - pub->first + seats) % seats;
        if (hand_size(pub, seat) != full - (distance < turns))
            return false;
    }
    return pub->phase == MANOR_OVER ? full == 0 : full >= 1 && full < MANOR_TEAM;
}

static bool setup_hands(const struct manor_rules *rules, const struct manor_public *pub)
{
    for (int seat = 0; seat < rules->base.seats; seat++) {
        bool guarded = pub->phase == MANOR_GUARDING && rules->clockwise && (pub->chosen >> seat & 1);
        if (hand_size(pub, seat) != MANOR_TEAM - guarded)
            return false;
        int up = __builtin_popcount(pub->up & rules->own[seat]);
        bool shown = pub->phase == MANOR_GUARDING ||
                     (pub->phase == MANOR_TURNING_UP && rules->clockwise && (pub->chosen >> seat & 1));
        if (up != shown)
            return false;
    }
    return true;
}

static bool turn_fits(const struct manor_rules *rules, const struct manor_public *pub)
{
    bool played = pub->phase == MANOR_FOLLOWING || pub->phase == MANOR_RETURNING;
    if (pub->sent_done > 1 || pub->called_done > 1 || (pub->sent != 0) != (pub->phase == MANOR_RETURNING))
        return false;
    if (!played)
        return !pub->here && !pub->before && !pub->playing && !pub->sent_done && !pub->called_done;
    if (pub->here >= MANOR_PLACES || !(rules->all >> pub->here & 1) || pub->playing >= MANOR_HUNTERS)
        return false;
    if (pub->before >= pub->crowd[pub->here])
        return false;
    if (pub->front[pub->here][pub->before] != MANOR_CARD(pub->active, pub->playing))
        return false;
    if (pub->crowd[pub->here] != pub->before + 1 + pub->called_done)
        return false;
    if (pub->called_done && pub->playing != MANOR_CALLER)
        return false;
    if (pub->phase == MANOR_RETURNING)
        return pub->sent_done && manor_card_hunter(pub->sent) != MANOR_HEAVY;
    return manor_follow_up(rules, pub);
}

const char *manor_sane(const struct lan_rules *base, const struct lan_state *opaque)
{
    const struct manor_rules *rules = manor_rules_of(base);
    const struct manor_state *state = manor_state_of(opaque);
    const struct manor_public *pub = &state->pub;
    bool all_dealt = pub->dealt == base->seats * rules->each;
    if (pub->phase >= MANOR_PHASES || pub->active >= base->seats || pub->first >= base->seats ||
        pub->unused || (rules->first && pub->phase > MANOR_DRAWING_FIRST && pub->first != rules->first - 1))
        return "phase and seats";
    if (pub->dealt > base->seats * rules->each || all_dealt != (pub->phase != MANOR_DEALING))
        return "the deal";
    if (!cards_conserved(rules, state))
        return "19 manor cards";
    if (!deal_in_order(rules, state))
        return "manors in the order dealt";
    if (!fronts_agree(rules, pub))
        return "hunters in front of manors";
    if (!hunters_conserved(rules, pub))
        return "9 hunters in each team";
    if (!choices_fit(rules, state))
        return "set-up choices";
    if (!turn_fits(rules, pub))
        return "the turn";
    if (pub->phase < MANOR_PLACING ? !setup_hands(rules, pub) : !turns_add_up(rules, pub))
        return "turns and hands";
    if (pub->phase == MANOR_OVER && pub->up != rules->all)
        return "all manors turned up at the end";
    return NULL;
}
