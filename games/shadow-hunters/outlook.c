/*
 * outlook.c - how well a member of a side stands, for a search that looks a few turns ahead.
 *
 * In hundredths of a life: damage done to the other side less that to the own, and what the seat itself has gathered. A
 * Neutral's aims are too many for that; for them games are imagined to the end.
 */
#include "state.h"

enum { LIFE = 100, DEATH = 30, SIDE_KNOWN = 12, EQUIPMENT = 10, UNKNOWN = 12 };

/* How much of a seat's life is gone. */
static int32_t life_gone(const struct shadow_state *state, int seat)
{
    const struct shadow_public *pub = &state->pub;
    if (!shadow_in(pub->alive, seat))
        return LIFE + DEATH;
    return LIFE * pub->damage[seat] / shadow_character_facts[state->character[seat]].hp;
}

/* What the seat has learnt of another: nothing, which side it is not on, or its side. */
static int32_t sides_known(const struct shadow_rules *rules, const struct shadow_state *state, int seat,
                           int other)
{
    uint32_t possible = state->knows[seat][other] & state->pub.possible[other];
    int sides = 0;
    for (int side = 0; side < SHADOW_SIDES; side++)
        sides += (possible & rules->side[side]) != 0;
    return SIDE_KNOWN * (SHADOW_SIDES - sides) / 2;
}

int32_t shadow_outlook(const struct lan_rules *base, const struct lan_state *opaque, int seat)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    const struct shadow_state *state = shadow_state_of(opaque);
    const struct shadow_public *pub = &state->pub;
    if (state->character[seat] >= SHADOW_CHARACTERS)
        return LAN_OUTLOOK_NONE;
    int own = shadow_side(state->character[seat]);
    int32_t worth = EQUIPMENT * __builtin_popcount(pub->equipment[seat]);
    if (own == SHADOW_NEUTRAL)
        return LAN_OUTLOOK_NONE;
    worth += shadow_in(pub->revealed, seat) ? 0 : UNKNOWN;
    for (int other = 0; other < base->seats; other++) {
        int side = shadow_side(state->character[other]);
        if (side != SHADOW_NEUTRAL)
            worth += side == own ? -life_gone(state, other) : life_gone(state, other);
        if (shadow_in(pub->alive, other))
            worth += sides_known(rules, state, seat, other);
    }
    return worth;
}

/* Five or six turns. */
int shadow_outlook_after(const struct lan_rules *rules)
{
    (void)rules;
    return 20;
}
