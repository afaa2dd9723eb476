/* victory.c - when the game ends, and the winners (SH-V1 to SH-V4). */
#include "state.h"

enum { RELICS = 1 << SHADOW_TALISMAN | 1 << SHADOW_SPEAR | 1 << SHADOW_ROBE | 1 << SHADOW_ROSARY };

struct standing {
    uint8_t living[SHADOW_SIDES], dealt[SHADOW_SIDES];
    bool hunters, shadows; /* whether that side's condition holds */
};

static struct standing standing_of(const struct shadow_rules *rules, const struct shadow_state *state)
{
    struct standing now = {0};
    for (int seat = 0; seat < rules->base.seats; seat++) {
        int side = shadow_side(state->character[seat]);
        now.dealt[side]++;
        now.living[side] = (uint8_t)(now.living[side] + shadow_in(state->pub.alive, seat));
    }
    int neutrals_dead = now.dealt[SHADOW_NEUTRAL] - now.living[SHADOW_NEUTRAL];
    now.hunters = !now.living[SHADOW_SHADOW];
    now.shadows = !now.living[SHADOW_HUNTER] || (rules->neutral_clause && neutrals_dead >= 3);
    return now;
}

/* Whether an attack by this seat has just killed a character with at least so many HP. */
static bool killed(const struct shadow_state *state, int seat, int hp)
{
    const struct shadow_public *pub = &state->pub;
    if (!pub->by_attack || pub->killer != seat)
        return false;
    for (unsigned rest = pub->dying & ~(1u << seat); rest; rest &= rest - 1) {
        if (shadow_hp(state->character[__builtin_ctz(rest)]) >= hp)
            return true;
    }
    return false;
}

static int dead_count(const struct shadow_rules *rules, const struct shadow_public *pub)
{
    return rules->base.seats - __builtin_popcount(pub->alive);
}

/* Whether a seat meets a condition that ends the game (SH-V4). */
static bool ending_met(const struct shadow_rules *rules, const struct shadow_state *state,
                       const struct standing *now, int seat)
{
    const struct shadow_public *pub = &state->pub;
    switch (state->character[seat]) {
    case SHADOW_BOB: return __builtin_popcount(pub->equipment[seat]) >= 5;
    case SHADOW_CHARLES: return dead_count(rules, pub) >= 3 && killed(state, seat, 0);
    case SHADOW_DANIEL:
        return shadow_in(pub->first_dead, seat) || (now->hunters && shadow_in(pub->alive, seat));
    case SHADOW_BRYAN: return killed(state, seat, 13);
    case SHADOW_CATHERINE:
        return shadow_in(pub->first_dead, seat) ||
               (shadow_in(pub->alive, seat) && __builtin_popcount(pub->alive) <= 2);
    case SHADOW_DAVID: return __builtin_popcount(pub->equipment[seat] & RELICS) >= 3;
    case SHADOW_ALLIE:
    case SHADOW_AGNES: return false;
    default: return shadow_side(state->character[seat]) == SHADOW_HUNTER ? now->hunters : now->shadows;
    }
}

/* The clause of the first condition met, 0 when the game goes on. */
int shadow_ending(const struct shadow_rules *rules, const struct shadow_state *state)
{
    struct standing now = standing_of(rules, state);
    if (now.hunters || now.shadows)
        return SH_V2;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        if (ending_met(rules, state, &now, seat))
            return shadow_character_facts[state->character[seat]].clause;
    }
    return 0;
}

/*
 * Everyone whose condition holds, including conditions that are checked only when something else ends the
 * game.
 */
static uint8_t winners_now(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    struct standing now = standing_of(rules, state);
    unsigned winners = 0;
    int agnes = SHADOW_NOBODY, seats = rules->base.seats;
    for (int seat = 0; seat < seats; seat++) {
        int character = state->character[seat];
        bool wins = ending_met(rules, state, &now, seat) ||
                    (character == SHADOW_ALLIE && shadow_in(pub->alive, seat)) ||
                    (character == SHADOW_BRYAN && pub->area[seat] == SHADOW_ALTAR);
        winners |= (unsigned)wins << seat;
        if (character == SHADOW_AGNES)
            agnes = seat;
    }
    if (agnes != SHADOW_NOBODY) {
        int beside = shadow_in(pub->leftward, agnes) ? (agnes + 1) % seats : (agnes + seats - 1) % seats;
        winners |= (winners >> beside & 1) << agnes;
    }
    return (uint8_t)winners;
}

const char *const shadow_reason_ids[SHADOW_REASONS] = {
    [SHADOW_BY_LIMIT] = "limit",
    [SHADOW_NOT_MET] = "not-met",
    [SHADOW_SHADOWS_LIVE] = "shadows-live",
    [SHADOW_HUNTERS_LIVE] = "hunters-live",
    [SHADOW_SHADOWS_DEAD] = "shadows-dead",
    [SHADOW_HUNTERS_DEAD] = "hunters-dead",
    [SHADOW_NEUTRALS_DEAD] = "neutrals-dead",
    [SHADOW_BY_EQUIPMENT] = "equipment",
    [SHADOW_BY_FEAST] = "feast",
    [SHADOW_BY_DYING_FIRST] = "first-dead",
    [SHADOW_BY_OUTLIVING] = "outlived",
    [SHADOW_BY_KILL] = "kill",
    [SHADOW_BY_ALTAR] = "altar",
    [SHADOW_BY_LAST_TWO] = "last-two",
    [SHADOW_BY_RELICS] = "relics",
    [SHADOW_BY_LIVING] = "alive",
    [SHADOW_BY_NEIGHBOUR] = "neighbour",
};

static enum shadow_reason reason_won(const struct shadow_state *state, const struct standing *now, int seat)
{
    bool first = shadow_in(state->pub.first_dead, seat);
    switch (state->character[seat]) {
    case SHADOW_BOB: return SHADOW_BY_EQUIPMENT;
    case SHADOW_CHARLES: return SHADOW_BY_FEAST;
    case SHADOW_DANIEL: return first ? SHADOW_BY_DYING_FIRST : SHADOW_BY_OUTLIVING;
    case SHADOW_BRYAN: return killed(state, seat, 13) ? SHADOW_BY_KILL : SHADOW_BY_ALTAR;
    case SHADOW_CATHERINE: return first ? SHADOW_BY_DYING_FIRST : SHADOW_BY_LAST_TWO;
    case SHADOW_DAVID: return SHADOW_BY_RELICS;
    case SHADOW_ALLIE: return SHADOW_BY_LIVING;
    case SHADOW_AGNES: return SHADOW_BY_NEIGHBOUR;
    default: break;
    }
    if (shadow_side(state->character[seat]) == SHADOW_HUNTER)
        return SHADOW_SHADOWS_DEAD;
    return now->living[SHADOW_HUNTER] ? SHADOW_NEUTRALS_DEAD : SHADOW_HUNTERS_DEAD;
}

enum shadow_reason shadow_reason_of(const struct shadow_rules *rules, const struct shadow_state *state,
                                    int seat)
{
    struct standing now = standing_of(rules, state);
    if (!state->pub.winners)
        return SHADOW_BY_LIMIT;
    if (shadow_in(state->pub.winners, seat))
        return reason_won(state, &now, seat);
    int side = shadow_side(state->character[seat]);
    return side == SHADOW_HUNTER   ? SHADOW_SHADOWS_LIVE
           : side == SHADOW_SHADOW ? SHADOW_HUNTERS_LIVE
                                   : SHADOW_NOT_MET;
}

/* Turns everything up. `winners` is empty only when the limit of turns ends the game. */
void shadow_finish(struct shadow_play *play, int clause, uint8_t winners)
{
    struct shadow_public *pub = play->pub;
    pub->winners = winners;
    pub->end_clause = (uint16_t)clause;
    for (int seat = 0; seat < play->rules->base.seats; seat++) {
        if (!shadow_in(pub->revealed, seat))
            TELL(play, TURNED_UP, SH_V4, seat, play->state->character[seat], 0);
        shadow_face_up(play, seat);
    }
    for (unsigned rest = winners; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        int side = shadow_side(play->state->character[seat]);
        TELL(play, WON, side == SHADOW_NEUTRAL ? SH_V3 : SH_V2, seat, 0, 0);
    }
    pub->phase = SHADOW_OVER;
}

/* When the game goes on, everybody learns that no seat has a condition that would have ended it. */
static void conditions_not_met(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    bool two = __builtin_popcount(pub->alive) <= 2, feast = dead_count(play->rules, pub) >= 3;
    for (unsigned rest = pub->alive & ~(unsigned)pub->revealed; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        uint32_t never = 0;
        if (__builtin_popcount(pub->equipment[seat]) >= 5)
            never |= shadow_bit(SHADOW_BOB);
        if (__builtin_popcount(pub->equipment[seat] & RELICS) >= 3)
            never |= shadow_bit(SHADOW_DAVID);
        if (two)
            never |= shadow_bit(SHADOW_CATHERINE);
        if (feast && killed(play->state, seat, 0))
            never |= shadow_bit(SHADOW_CHARLES);
        if (killed(play->state, seat, 13))
            never |= shadow_bit(SHADOW_BRYAN);
        if (never)
            shadow_exclude(play, seat, never);
    }
}

/* Called after a step that may have met a condition. Returns true when that ended the game. */
bool shadow_victory(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int clause = shadow_ending(play->rules, play->state);
    pub->gained = 0;
    if (pub->dying && play->rules->extra)
        TELL(play, CONDITION, SH_X3, clause != 0, 0, 0);
    if (clause)
        shadow_finish(play, clause, winners_now(play->rules, play->state));
    else
        conditions_not_met(play);
    return clause != 0;
}

void shadow_result(const struct lan_rules *rules, const struct lan_state *opaque, struct lan_result *result)
{
    const struct shadow_public *pub = &shadow_state_of(opaque)->pub;
    *result = (struct lan_result){
        .over = pub->phase == SHADOW_OVER, .clause = pub->end_clause, .winners = pub->winners};
    for (int seat = 0; seat < rules->seats; seat++)
        result->score[seat] = shadow_in(pub->winners, seat);
}
