#include "mind.h"

#include <string.h>

enum { BALANCE_ROUNDS = 4, PASSES = 2 };

static int side_of(int character)
{
    return shadow_character_facts[character].side;
}

/* The sides of a seat made to add up to 1. */
static void seat_norm(struct shadow_mind *mind, int seat)
{
    float *is = mind->is[seat], sum = is[0] + is[1] + is[2], factor = sum > 0 ? 1 / sum : 0;
    for (int side = 0; side < SHADOW_SIDES; side++)
        is[side] *= factor;
}

/* Every side has as many members as were dealt: chances are moved until they agree with that. */
static void sides_balance(struct shadow_mind *mind)
{
    int seats = mind->rules->base.seats;
    for (int round = 0; round < BALANCE_ROUNDS; round++) {
        for (int side = 0; side < SHADOW_SIDES; side++) {
            float sum = 0;
            for (int seat = 0; seat < seats; seat++)
                sum += mind->is[seat][side];
            float factor = sum > 0 ? (float)mind->rules->quota[side] / sum : 0;
            for (int seat = 0; seat < seats; seat++)
                mind->is[seat][side] *= factor;
        }
        for (int seat = 0; seat < seats; seat++)
            seat_norm(mind, seat);
    }
}

/* What is possible, as likely as it is dealt. `whole` is the weight of each seat's sides. */
static void sides_init(struct shadow_mind *mind, float whole[SHADOW_SEATS_MAX][SHADOW_SIDES])
{
    for (int seat = 0; seat < mind->rules->base.seats; seat++) {
        for (uint32_t rest = mind->view->possible[seat]; rest; rest &= rest - 1) {
            int character = __builtin_ctz(rest);
            whole[seat][side_of(character)] += (float)mind->rules->weight[character];
        }
        memcpy(mind->is[seat], whole[seat], sizeof mind->is[seat]);
        seat_norm(mind, seat);
    }
    sides_balance(mind);
}

/* Behaviour tells sides apart and nothing more: within a side characters stay as likely as they were dealt. */
static void characters_find(struct shadow_mind *mind, float whole[SHADOW_SEATS_MAX][SHADOW_SIDES])
{
    for (int seat = 0; seat < mind->rules->base.seats; seat++) {
        for (uint32_t rest = mind->view->possible[seat]; rest; rest &= rest - 1) {
            int character = __builtin_ctz(rest), side = side_of(character);
            mind->chance[seat][character] =
                mind->is[seat][side] * (float)mind->rules->weight[character] / whole[seat][side];
        }
    }
}

/* ---- Behaviour ------------------------------------------------------------------------------------------------ */

/* How likely all that a seat did to another is for each side of the doer. */
static void pair_heed(const struct lan_digest *digest, const float other_is[SHADOW_SIDES], int doer,
                      int other, float said[SHADOW_SIDES])
{
    for (int side = 0; side < SHADOW_SIDES; side++) {
        const float *like = digest->like[doer][other][side];
        said[side] *= other_is[0] * like[0] + other_is[1] * like[1] + other_is[2] * like[2];
    }
}

/* One reading of all that was done: each seat by what the last reading made of the others. The own deeds tell nothing. */
static void deeds_heed(struct shadow_mind *mind, const struct lan_digest *digest,
                       float before[SHADOW_SEATS_MAX][SHADOW_SIDES])
{
    float said[SHADOW_SEATS_MAX][SHADOW_SIDES];
    int seats = mind->rules->base.seats;
    memcpy(said, before, sizeof said);
    for (int doer = 0; doer < seats; doer++) {
        for (unsigned rest = doer == mind->seat ? 0 : digest->others[doer]; rest; rest &= rest - 1)
            pair_heed(digest, mind->is[__builtin_ctz(rest)], doer, __builtin_ctz(rest), said[doer]);
    }
    for (int seat = 0; seat < seats; seat++) {
        memcpy(mind->is[seat], said[seat], sizeof said[seat]);
        seat_norm(mind, seat);
    }
    sides_balance(mind);
}

/* ---- Friend and foe --------------------------------------------------------------------------------------------- */

static bool anybody_dead(const struct shadow_mind *mind)
{
    return mind->view->pub.alive != (1u << mind->rules->base.seats) - 1;
}

/* Whose victory a Neutral's own one goes along with. */
static int side_played(const struct shadow_mind *mind)
{
    const struct shadow_public *pub = &mind->view->pub;
    int seats = mind->rules->base.seats;
    switch (mind->view->character) {
    case SHADOW_DANIEL: return SHADOW_HUNTER;
    case SHADOW_AGNES: {
        bool left = pub->leftward >> mind->seat & 1;
        int friend = (mind->seat + (left ? 1 : seats - 1)) % seats;
        const float *is = mind->is[friend];
        return is[SHADOW_HUNTER] >= is[SHADOW_SHADOW] ? SHADOW_HUNTER : SHADOW_SHADOW;
    }
    case SHADOW_CHARACTERS: return SHADOW_NEUTRAL;
    default: return side_of(mind->view->character);
    }
}

/* Neutrals without a side: whose death brings the own aim nearer. */
static float neutral_enemy(const struct shadow_mind *mind, int seat)
{
    const struct shadow_public *pub = &mind->view->pub;
    switch (mind->view->character) {
    case SHADOW_BOB: return 0.15f + 0.2f * (float)__builtin_popcount(pub->equipment[seat]);
    case SHADOW_DAVID: return 0.05f + 0.3f * (float)__builtin_popcount(pub->equipment[seat] & 15u);
    case SHADOW_CHARLES: return 0.35f + 0.05f * (float)pub->damage[seat];
    case SHADOW_BRYAN: return 0.2f + 0.5f * (1 - shadow_mind_kill(mind, seat, 12 - pub->damage[seat]));
    case SHADOW_CATHERINE: return anybody_dead(mind) ? 0.5f : 0.1f;
    /* Allie outlives the game the sooner it ends: whoever is nearest to death. */
    default: return 0.02f * (float)pub->damage[seat];
    }
}

static void enemies_find(struct shadow_mind *mind)
{
    mind->side = side_played(mind);
    for (int seat = 0; seat < mind->rules->base.seats; seat++) {
        const float *is = mind->is[seat];
        if (seat == mind->seat)
            mind->enemy[seat] = -1;
        else if (mind->side == SHADOW_HUNTER)
            mind->enemy[seat] = is[SHADOW_SHADOW] - is[SHADOW_HUNTER] + 0.02f * is[SHADOW_NEUTRAL];
        else if (mind->side == SHADOW_SHADOW)
            mind->enemy[seat] = is[SHADOW_HUNTER] - is[SHADOW_SHADOW] +
                                (mind->rules->neutral_clause ? 0.25f : 0.02f) * is[SHADOW_NEUTRAL];
        else
            mind->enemy[seat] = neutral_enemy(mind, seat);
    }
}

void shadow_mind_init(struct shadow_mind *mind, const struct lan_rules *rules,
                      const struct lan_question *question)
{
    float whole[SHADOW_SEATS_MAX][SHADOW_SIDES] = {{0}}, before[SHADOW_SEATS_MAX][SHADOW_SIDES];
    const struct lan_digest *digest = question->digest;
    struct lan_digest own;
    memset(mind, 0, sizeof *mind);
    mind->rules = (const struct shadow_rules *)rules;
    mind->view = (const struct shadow_view *)question->view;
    mind->seat = question->seat;
    sides_init(mind, whole);
    if (!digest && question->told_count) {
        shadow_digest(rules, question->told, question->told_count, &own);
        digest = &own;
    }
    memcpy(before, mind->is, sizeof before);
    for (int pass = 0; pass < PASSES && digest; pass++)
        deeds_heed(mind, digest, before);
    characters_find(mind, whole);
    enemies_find(mind);
}

float shadow_mind_kill(const struct shadow_mind *mind, int seat, int damage)
{
    int total = mind->view->pub.damage[seat] + damage;
    float chance = 0;
    for (uint32_t rest = mind->view->possible[seat]; rest; rest &= rest - 1) {
        int character = __builtin_ctz(rest);
        if (shadow_character_facts[character].hp <= total)
            chance += mind->chance[seat][character];
    }
    return chance;
}
