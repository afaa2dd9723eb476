/* sane.c - every invariant of a state. It must survive any bytes: nothing is used before it was checked. */
#include "state.h"

#include <string.h>

static bool phase_fits(const struct lamps_rules *rules, const struct lamps_public *pub)
{
    int all = rules->base.seats * rules->hand;
    if (pub->phase >= LAMPS_PHASES || pub->dealt > all || pub->rounds > rules->hand)
        return false;
    if ((pub->dealt < all) != (pub->phase == LAMPS_DEALING))
        return false;
    if ((pub->rounds == rules->hand) != (pub->phase == LAMPS_OVER))
        return false;
    if (pub->phase < LAMPS_LAYING && (pub->rounds || pub->laid || pub->first))
        return false;
    return pub->first < rules->base.seats && pub->laid < rules->base.seats &&
           (pub->phase == LAMPS_LAYING || !pub->laid);
}

/* Something lies before those who have laid in this round, and before nobody else. */
static bool spots_fit(const struct lamps_rules *rules, const struct lamps_state *state)
{
    const struct lamps_public *pub = &state->pub;
    for (int seat = 0; seat < LAMPS_SEATS_MAX; seat++) {
        int spot = pub->spot[seat], after = (seat - pub->first + rules->base.seats) % rules->base.seats;
        bool laid = seat < rules->base.seats && after < pub->laid;
        if (spot >= LAMPS_LIT(LAMPS_LANTERNS) || (spot != LAMPS_NOTHING) != laid)
            return false;
        if (state->dark[seat] > LAMPS_LANTERNS || (state->dark[seat] != 0) != (spot == LAMPS_DARK))
            return false;
        if (spot == LAMPS_DARK && rules->shutters == LAMPS_SHUTTERS_NONE)
            return false;
        if (spot >= LAMPS_LIT_FIRST && pub->by[spot - LAMPS_LIT_FIRST] != seat + 1)
            return false;
    }
    return true;
}

/*
 * Every lantern is in one place: shown by a seat as often as it laid one, held, behind shutters, or not
 * dealt.
 */
static bool lanterns_fit(const struct lamps_rules *rules, const struct lamps_state *state)
{
    const struct lamps_public *pub = &state->pub;
    unsigned seen = 0;
    for (int lantern = 0; lantern < LAMPS_LANTERNS; lantern++) {
        if (pub->by[lantern] > rules->base.seats)
            return false;
        seen |= (unsigned)(pub->by[lantern] != 0) << lantern;
    }
    if (seen & ~(unsigned)rules->all)
        return false;
    for (int seat = 0; seat < LAMPS_SEATS_MAX; seat++) {
        bool sits = seat < rules->base.seats;
        unsigned dark = state->dark[seat] ? 1u << (state->dark[seat] - 1) : 0, own = state->hand[seat] | dark;
        int held = sits ? lamps_held(rules, pub, seat) : 0;
        int shown = sits ? pub->rounds + (pub->spot[seat] >= LAMPS_LIT_FIRST) : 0;
        if (own & seen || own & ~(unsigned)rules->all || dark & state->hand[seat])
            return false;
        if (__builtin_popcount(state->hand[seat]) != held ||
            __builtin_popcount(lamps_shown(pub, seat)) != shown)
            return false;
        seen |= own;
    }
    return true;
}

static bool points_fit(const struct lamps_rules *rules, const struct lamps_public *pub)
{
    int sum = 0;
    for (int seat = 0; seat < LAMPS_SEATS_MAX; seat++) {
        if (seat >= rules->base.seats && pub->points[seat])
            return false;
        sum += pub->points[seat];
    }
    return sum == pub->rounds && (!pub->rounds || pub->points[pub->first]);
}

const char *lamps_sane(const struct lan_rules *base, const struct lan_state *opaque)
{
    const struct lamps_rules *rules = lamps_rules_of(base);
    const struct lamps_state *state = lamps_state_of(opaque);
    if (!phase_fits(rules, &state->pub))
        return "phase and counts";
    if (!spots_fit(rules, state))
        return "what lies before the seats";
    if (!lanterns_fit(rules, state))
        return "every lantern in one place";
    return points_fit(rules, &state->pub) ? NULL : "points";
}
