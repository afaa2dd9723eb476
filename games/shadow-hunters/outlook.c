/*
 * outlook.c - the probability that a seat wins, for a search that looks a few turns ahead.
 *
 * It is a logistic function of a few facts of the position. Its weights were fitted to the winners of 16,000
 * games of `rules` against itself, 4 to 8 players, half of them with the characters of the expansion. Every
 * fifth game was kept out of the fit; on those, the fit separates winners from losers better than the bare
 * share of wins for every character. The worth of staying hidden could not be fitted, because nobody reveals
 * without a reason: it was measured by making a member of the side reveal in the first turn of 1,500 deals.
 */
#include "state.h"

/* Lives are in units of 14 HP for a seat and of 28 for a side. The friends of a Neutral are the Hunters. */
enum fact {
    ALWAYS,
    LIFE,       /* HP left of the seat */
    FRIENDS,    /* HP left on the seat's own side */
    FOES,       /* HP left on the other side */
    NEAREST,    /* the lesser of the two: how near the end is */
    NONE_DEAD,  /* nobody has died yet */
    FIRST_LIFE, /* LIFE while nobody has died, else 0 */
    DEAD,       /* dead players, in quarters */
    THINGS,     /* own equipment, in fifths */
    OTHERS,     /* equipment of all others, in fifths */
    WEAPONS,    /* equipment that adds damage to attacks; for a side, less the other side's */
    HIDDEN,     /* the seat's character is hidden */
    WEAKEST,    /* the least HP left of another seat */
    FRIENDS_ALIVE,
    FOES_ALIVE,
    FRESH,  /* the once-only ability has not been used */
    RELICS, /* relics that David has */
    TABLE,  /* number of players, in eighths */
    FACTS
};

/*
 * A row for each side, under one of its characters, and for each Neutral except Agnes, who wins with her
 * neighbour.
 */
static const float weights[SHADOW_CHARACTERS][FACTS] = {
    [SHADOW_EMI] = {0.33f, [FRIENDS] = 3.85f, [FOES] = -4.49f, [NEAREST] = 0.68f, [DEAD] = 0.10f,
                    [THINGS] = 0.33f, [WEAPONS] = 0.16f, [HIDDEN] = 0.08f, [FRIENDS_ALIVE] = 0.36f,
                    [FOES_ALIVE] = -0.27f, [TABLE] = -0.73f},
    [SHADOW_UNKNOWN] = {0.28f, [FRIENDS] = 3.95f, [FOES] = -5.17f, [NEAREST] = 0.85f, [DEAD] = 1.03f,
                        [THINGS] = 0.20f, [WEAPONS] = 0.13f, [HIDDEN] = 0.25f, [FRIENDS_ALIVE] = 0.52f,
                        [FOES_ALIVE] = -0.10f, [TABLE] = -2.10f},
    [SHADOW_ALLIE] = {0.71f, 4.78f, 1.39f, -0.16f, -2.37f, 0.42f, -0.65f, 0.81f, 0.55f, -0.46f, 0.03f, 0.21f,
                      -0.81f, [FRESH] = 0.96f, [TABLE] = -0.93f},
    [SHADOW_BOB] = {-0.48f, 1.41f, -0.61f, -0.59f, 2.78f, 0.12f, 0.67f, 1.37f, 3.30f, 1.05f, -0.11f, -0.47f,
                    -0.71f, [TABLE] = -4.90f},
    [SHADOW_CHARLES] = {-3.10f, 2.42f, -0.67f, -0.43f, 2.87f, -0.54f, -0.01f, 1.86f, 0.68f, 0.09f, 0.16f,
                        -0.64f, -1.95f, [TABLE] = 0.94f},
    [SHADOW_DANIEL] = {0.47f, 2.13f, 3.87f, -3.87f, 0.66f, 1.59f, -2.92f, 1.44f, -0.16f, -0.17f, 0.09f, 1.09f,
                       -0.01f, [TABLE] = -2.67f},
    [SHADOW_BRYAN] = {-1.82f, 2.01f, -0.10f, -0.39f, 1.08f, -0.22f, 0.09f, 0.21f, 0.12f, 0.35f, 0.24f, -0.17f,
                      -0.77f, [TABLE] = -0.52f},
    [SHADOW_CATHERINE] = {0.45f, 0.31f, -0.79f, -1.23f, 4.06f, 3.03f, -3.31f, 3.25f, 1.16f, -0.21f, -0.21f,
                          0.45f, -0.04f, [TABLE] = -5.38f},
    [SHADOW_DAVID] = {-1.91f, 1.31f, -0.20f, 0.28f, 2.88f, -0.93f, 0.73f, 0.90f, 0.55f, 0.73f, -0.39f, -0.07f,
                      -1.46f, [FRESH] = -0.07f, [RELICS] = 1.17f, [TABLE] = -3.23f},
};

/* Sums over the table. */
struct tally {
    int life[SHADOW_SIDES], alive[SHADOW_SIDES], weapons[SHADOW_SIDES];
    int dead, things, weakest;
};

static int life_left(const struct shadow_state *state, int seat)
{
    return shadow_in(state->pub.alive, seat) ? shadow_hp(state->character[seat]) - state->pub.damage[seat]
                                             : 0;
}

static int weapons_of(const struct shadow_public *pub, int seat)
{
    return __builtin_popcount(pub->equipment[seat] &
                              (1u << SHADOW_KNIFE | 1u << SHADOW_CHAINSAW | 1u << SHADOW_AXE));
}

/* Sums over everybody; equipment and the weakest over the others only. */
static struct tally tally_of(const struct lan_rules *rules, const struct shadow_state *state, int seat)
{
    struct tally tally = {.weakest = SHADOW_HP_MAX};
    for (int other = 0; other < rules->seats; other++) {
        int side = shadow_side(state->character[other]), left = life_left(state, other);
        if (!shadow_in(state->pub.alive, other)) {
            tally.dead++;
            continue;
        }
        tally.life[side] += left;
        tally.alive[side]++;
        tally.weapons[side] += weapons_of(&state->pub, other);
        if (other == seat)
            continue;
        tally.things += __builtin_popcount(state->pub.equipment[other]);
        if (left < tally.weakest)
            tally.weakest = left;
    }
    return tally;
}

static void facts_find(const struct lan_rules *rules, const struct shadow_state *state, int seat,
                       float fact[FACTS])
{
    const struct shadow_public *pub = &state->pub;
    int own = shadow_side(state->character[seat]), friends = own == SHADOW_NEUTRAL ? SHADOW_HUNTER : own;
    int foes = friends == SHADOW_HUNTER ? SHADOW_SHADOW : SHADOW_HUNTER;
    struct tally tally = tally_of(rules, state, seat);
    fact[ALWAYS] = 1;
    fact[LIFE] = (float)life_left(state, seat) / SHADOW_HP_MAX;
    fact[FRIENDS] = (float)tally.life[friends] / (2 * SHADOW_HP_MAX);
    fact[FOES] = (float)tally.life[foes] / (2 * SHADOW_HP_MAX);
    fact[NEAREST] = fact[FRIENDS] < fact[FOES] ? fact[FRIENDS] : fact[FOES];
    fact[NONE_DEAD] = !tally.dead;
    fact[FIRST_LIFE] = fact[NONE_DEAD] * fact[LIFE];
    fact[DEAD] = (float)tally.dead / 4;
    fact[THINGS] = (float)__builtin_popcount(pub->equipment[seat]) / 5;
    fact[OTHERS] = (float)tally.things / 5;
    fact[WEAPONS] =
        (float)(own == SHADOW_NEUTRAL ? weapons_of(pub, seat) : tally.weapons[friends] - tally.weapons[foes]);
    fact[HIDDEN] = !shadow_in(pub->revealed, seat);
    fact[WEAKEST] = (float)tally.weakest / SHADOW_HP_MAX;
    fact[FRIENDS_ALIVE] = (float)tally.alive[friends];
    fact[FOES_ALIVE] = (float)tally.alive[foes];
    fact[FRESH] = !shadow_in(pub->used, seat);
    fact[RELICS] = (float)__builtin_popcount(pub->equipment[seat] & 15u);
    fact[TABLE] = (float)rules->seats / SHADOW_SEATS_MAX;
}

/* 1 / (1 + e^-x) in parts of LAN_OUTLOOK_SURE; e^y as (1 + y/256)^256, the same on every machine. */
static int32_t logistic(float x)
{
    float power = 1 - (x < -20 ? -20 : x > 20 ? 20 : x) / 256;
    for (int i = 0; i < 8; i++)
        power *= power;
    return (int32_t)(LAN_OUTLOOK_SURE / (1 + power));
}

int32_t shadow_outlook(const struct lan_rules *rules, const struct lan_state *opaque, int seat)
{
    const struct shadow_state *state = shadow_state_of(opaque);
    float fact[FACTS], sum = 0;
    int character = state->character[seat];
    if (character >= SHADOW_CHARACTERS)
        return LAN_OUTLOOK_NONE;
    if (character == SHADOW_AGNES) {
        bool left = shadow_in(state->pub.leftward, seat);
        seat = (seat + (left ? 1 : rules->seats - 1)) % rules->seats;
        character = state->character[seat];
    }
    int side = shadow_side(character);
    if (side == SHADOW_NEUTRAL && !shadow_in(state->pub.alive, seat))
        return 0;
    facts_find(rules, state, seat, fact);
    int row = side == SHADOW_HUNTER ? SHADOW_EMI : side == SHADOW_SHADOW ? SHADOW_UNKNOWN : character;
    for (int i = 0; i < FACTS; i++)
        sum += weights[row][i] * fact[i];
    return logistic(sum);
}

/* About five or six turns. */
int shadow_outlook_after(const struct lan_rules *rules)
{
    (void)rules;
    return 20;
}
