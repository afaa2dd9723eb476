/*
 * Positions of Manor. In a scenario:
 *   set manors 1 3 5 shared 2     what lies before seat 1, in order
 *   set up 1.1 2.1                manors turned face up
 *   set front 2.3 1:basic 3:tandem   hunters there, in order of arrival, as owner:hunter
 *   set first 2                   who began; also whose turn it is unless `active` says otherwise
 *   set active 3
 * Hunters in front of no manor are in hand; how many of them are left must fit whose turn it is. Manors that
 * no line names are dealt from the pile, the lowest first. The active player is about to place a hunter.
 */
#include "positions.h"

#include "manor/state.h"

static struct manor_state *state_of(struct lan_state *state)
{
    return (struct manor_state *)state;
}

static int place_of(const struct lan_rules *rules, const char *word)
{
    int place = position_value(rules, MANOR_TYPE_PLACE, word);
    return place >= 0 && manor_rules_of(rules)->all >> place & 1 ? place : -1;
}

static const char *set_manors(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    struct manor_state *state = state_of(opaque);
    int seat = count ? position_seat(rules, word[0]) : -1;
    if (seat < 0 || count != 1 + manor_rules_of(rules)->each)
        return "a seat and as many manors as it is dealt";
    for (int i = 1; i < count; i++) {
        int manor = position_value(rules, MANOR_TYPE_MANOR, word[i]);
        if (manor <= 0 || !state->pile[manor])
            return "a manor that is still in the pile";
        state->pile[manor]--;
        state->manor[manor_place(seat, i - 1)] = (uint8_t)manor;
        state->pub.dealt++;
    }
    return NULL;
}

static const char *set_up(const struct lan_rules *rules, struct lan_state *opaque, int count,
                          const char *const *word)
{
    for (int i = 0; i < count; i++) {
        int place = place_of(rules, word[i]);
        if (place < 0)
            return "manors of this table";
        state_of(opaque)->pub.up |= (uint32_t)1 << place;
    }
    return NULL;
}

/* Takes a hunter from the hand and puts it in front of a manor. */
static const char *front_put(struct manor_public *pub, int place, int owner, int hunter)
{
    if (!pub->hand[owner][hunter])
        return "hunters that are still in hand";
    if (pub->crowd[place] == MANOR_CROWD_MAX)
        return "at most 4 hunters in front of a manor";
    pub->hand[owner][hunter]--;
    pub->front[place][pub->crowd[place]++] = MANOR_CARD(owner, hunter);
    if (pub->crowd[place] == MANOR_CROWD_MAX)
        pub->open &= ~((uint32_t)1 << place);
    return NULL;
}

static const char *set_front(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    int place = count ? place_of(rules, word[0]) : -1;
    if (place < 0)
        return "a manor of this table, then hunters as owner:hunter";
    for (int i = 1; i < count; i++) {
        const char owner[] = {word[i][0], 0};
        int seat = position_seat(rules, owner);
        if (seat < 0 || word[i][1] != ':')
            return "hunters as owner:hunter";
        int hunter = position_value(rules, MANOR_TYPE_HUNTER, word[i] + 2);
        if (hunter < 0)
            return "hunters as owner:hunter";
        const char *wrong = front_put(&state_of(opaque)->pub, place, seat, hunter);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static const char *set_first(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    int seat = count == 1 ? position_seat(rules, word[0]) : -1;
    if (seat < 0)
        return "one seat";
    state_of(opaque)->pub.first = state_of(opaque)->pub.active = (uint8_t)seat;
    return NULL;
}

static const char *set_active(const struct lan_rules *rules, struct lan_state *opaque, int count,
                              const char *const *word)
{
    int seat = count == 1 ? position_seat(rules, word[0]) : -1;
    if (seat < 0)
        return "one seat";
    state_of(opaque)->pub.active = (uint8_t)seat;
    return NULL;
}

/* Deals what no line named, and begins the turn. */
static const char *finish(const struct lan_rules *base, struct lan_state *opaque)
{
    const struct manor_rules *rules = manor_rules_of(base);
    struct manor_state *state = state_of(opaque);
    for (uint32_t rest = rules->all; rest; rest &= rest - 1) {
        int place = __builtin_ctz(rest), manor = 1;
        if (state->manor[place])
            continue;
        while (!state->pile[manor])
            manor++;
        state->pile[manor]--;
        state->manor[place] = (uint8_t)manor;
        state->pub.dealt++;
    }
    state->pub.phase = MANOR_PLACING;
    return NULL;
}

static const struct position_key keys[] = {
    {"manors", "SEAT MANOR...", set_manors},
    {"up", "PLACE...", set_up},
    {"front", "PLACE OWNER:HUNTER...", set_front},
    {"first", "SEAT", set_first},
    {"active", "SEAT", set_active},
    {NULL, NULL, NULL},
};

const struct positions manor_positions = {"manor", keys, finish};
