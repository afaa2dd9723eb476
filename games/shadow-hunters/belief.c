#include "belief.h"

#include <string.h>

enum { BALANCE_ROUNDS = 4, PASSES = 2 };

static int side_of(int character)
{
    return shadow_character_facts[character].side;
}

/* Scales the probabilities of a seat's sides to a sum of 1. */
static void seat_normalise(struct shadow_belief *belief, int seat)
{
    float *is = belief->own.is[seat], sum = is[0] + is[1] + is[2], factor = sum > 0 ? 1 / sum : 0;
    for (int side = 0; side < SHADOW_SIDES; side++)
        is[side] *= factor;
}

/* Scales alternately by side and by seat, to bring the expected size of each side to the number dealt. */
static void sides_balance(struct shadow_belief *belief)
{
    int seats = belief->rules->base.seats;
    for (int round = 0; round < BALANCE_ROUNDS; round++) {
        for (int side = 0; side < SHADOW_SIDES; side++) {
            float sum = 0;
            for (int seat = 0; seat < seats; seat++)
                sum += belief->own.is[seat][side];
            float factor = sum > 0 ? (float)belief->rules->quota[side] / sum : 0;
            for (int seat = 0; seat < seats; seat++)
                belief->own.is[seat][side] *= factor;
        }
        for (int seat = 0; seat < seats; seat++)
            seat_normalise(belief, seat);
    }
}

/*
 * Prior probabilities of the sides, from the deal and what is possible. `whole` receives the weight of each
 * side.
 */
static void sides_init(struct shadow_belief *belief, float whole[SHADOW_SEATS_MAX][SHADOW_SIDES])
{
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        for (uint32_t rest = belief->view->possible[seat]; rest; rest &= rest - 1) {
            int character = __builtin_ctz(rest);
            whole[seat][side_of(character)] += (float)belief->rules->weight[character];
        }
        memcpy(belief->own.is[seat], whole[seat], sizeof belief->own.is[seat]);
        seat_normalise(belief, seat);
    }
    sides_balance(belief);
}

/* Behaviour tells only sides apart: within a side characters keep the proportions of the deal. */
static void characters_find(struct shadow_belief *belief, float whole[SHADOW_SEATS_MAX][SHADOW_SIDES])
{
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        for (uint32_t rest = belief->view->possible[seat]; rest; rest &= rest - 1) {
            int character = __builtin_ctz(rest), side = side_of(character);
            belief->own.chance[seat][character] =
                belief->own.is[seat][side] * (float)belief->rules->weight[character] / whole[seat][side];
        }
    }
}

/* ---- Behaviour ----------------------------------------------------------------------------------------- */

/* Multiplies the weight of each side of the doer by the likelihood of all that it did to another seat. */
static void pair_likelihood(const struct lan_digest *digest, const float other_is[SHADOW_SIDES], int doer,
                            int other, float weight[SHADOW_SIDES])
{
    for (int side = 0; side < SHADOW_SIDES; side++) {
        const float *like = digest->like[doer][other][side];
        weight[side] *= other_is[0] * like[0] + other_is[1] * like[1] + other_is[2] * like[2];
    }
}

/*
 * One pass over all deeds: each seat is reweighted by the other seats' probabilities of the last pass. The
 * own seat's deeds say nothing.
 */
static void sides_reweight(struct shadow_belief *belief, const struct lan_digest *digest,
                           float before[SHADOW_SEATS_MAX][SHADOW_SIDES])
{
    float weight[SHADOW_SEATS_MAX][SHADOW_SIDES];
    int seats = belief->rules->base.seats;
    memcpy(weight, before, sizeof weight);
    for (int doer = 0; doer < seats; doer++) {
        for (unsigned rest = doer == belief->seat ? 0 : digest->others[doer]; rest; rest &= rest - 1)
            pair_likelihood(digest, belief->own.is[__builtin_ctz(rest)], doer, __builtin_ctz(rest),
                            weight[doer]);
    }
    for (int seat = 0; seat < seats; seat++) {
        memcpy(belief->own.is[seat], weight[seat], sizeof weight[seat]);
        seat_normalise(belief, seat);
    }
    sides_balance(belief);
}

/* ---- Friend and foe ------------------------------------------------------------------------------------ */

static bool anybody_dead(const struct shadow_belief *belief)
{
    return belief->view->pub.alive != (1u << belief->rules->base.seats) - 1;
}

/* The side that the seat plays for; for some Neutrals the side whose victory helps their own. */
static int side_played(const struct shadow_belief *belief)
{
    const struct shadow_public *pub = &belief->view->pub;
    int seats = belief->rules->base.seats;
    switch (belief->view->character) {
    case SHADOW_DANIEL: return SHADOW_HUNTER;
    case SHADOW_AGNES: {
        bool left = pub->leftward >> belief->seat & 1;
        int friend = (belief->seat + (left ? 1 : seats - 1)) % seats;
        const float *is = belief->is[friend];
        return is[SHADOW_HUNTER] >= is[SHADOW_SHADOW] ? SHADOW_HUNTER : SHADOW_SHADOW;
    }
    case SHADOW_CHARACTERS: return SHADOW_NEUTRAL;
    default: return side_of(belief->view->character);
    }
}

/* Neutrals who play for no side: how much a seat's death brings their own aim nearer. */
static float neutral_enemy(const struct shadow_belief *belief, int seat)
{
    const struct shadow_public *pub = &belief->view->pub;
    switch (belief->view->character) {
    case SHADOW_BOB: return 0.15f + 0.2f * (float)__builtin_popcount(pub->equipment[seat]);
    case SHADOW_DAVID: return 0.05f + 0.3f * (float)__builtin_popcount(pub->equipment[seat] & 15u);
    case SHADOW_CHARLES: return 0.35f + 0.05f * (float)pub->damage[seat];
    case SHADOW_BRYAN:
        return 0.2f + 0.5f * (1 - shadow_belief_kill_chance(belief, seat, 12 - pub->damage[seat]));
    case SHADOW_CATHERINE: return anybody_dead(belief) ? 0.5f : 0.1f;
    /* Allie wins by surviving, so an early end helps: the seat nearest to death. */
    default: return 0.02f * (float)pub->damage[seat];
    }
}

static void enemies_find(struct shadow_belief *belief)
{
    belief->side = side_played(belief);
    for (int seat = 0; seat < belief->rules->base.seats; seat++) {
        const float *is = belief->is[seat];
        if (seat == belief->seat)
            belief->enemy[seat] = -1;
        else if (belief->side == SHADOW_HUNTER)
            belief->enemy[seat] = is[SHADOW_SHADOW] - is[SHADOW_HUNTER] + 0.02f * is[SHADOW_NEUTRAL];
        else if (belief->side == SHADOW_SHADOW)
            belief->enemy[seat] = is[SHADOW_HUNTER] - is[SHADOW_SHADOW] +
                                  (belief->rules->neutral_clause ? 0.25f : 0.02f) * is[SHADOW_NEUTRAL];
        else
            belief->enemy[seat] = neutral_enemy(belief, seat);
    }
}

/* ---- Beliefs that were computed before ----------------------------------------------------------------- */

static struct shadow_belief_kept *kept_at(const struct shadow_belief *belief, struct lan_memo *memo)
{
    uint32_t hash = (uint32_t)belief->seat;
    for (int seat = 0; seat < belief->rules->base.seats; seat++)
        hash = (hash ^ belief->view->possible[seat]) * 0x9e3779b1;
    return &memo->kept[(hash >> 16) % SHADOW_BELIEFS_KEPT];
}

/* Takes the probabilities from where they are kept, if they are. */
static bool kept_take(struct shadow_belief *belief, const struct shadow_belief_kept *kept)
{
    if (!kept->used || kept->seat != belief->seat ||
        memcmp(kept->possible, belief->view->possible, sizeof kept->possible) != 0)
        return false;
    belief->chance = kept->chances.chance;
    belief->is = kept->chances.is;
    return true;
}

static void kept_put(const struct shadow_belief *belief, struct shadow_belief_kept *kept)
{
    kept->used = true;
    kept->seat = (uint8_t)belief->seat;
    memcpy(kept->possible, belief->view->possible, sizeof kept->possible);
    kept->chances = belief->own;
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static void chances_find(struct shadow_belief *belief, const struct lan_rules *rules,
                         const struct lan_question *question)
{
    float whole[SHADOW_SEATS_MAX][SHADOW_SIDES] = {{0}}, before[SHADOW_SEATS_MAX][SHADOW_SIDES];
    const struct lan_digest *digest = question->digest;
    struct lan_digest own;
    memset(&belief->own, 0, sizeof belief->own);
    belief->chance = belief->own.chance;
    belief->is = belief->own.is;
    sides_init(belief, whole);
    if (!digest && question->told_count) {
        shadow_digest(rules, question->told, question->told_count, &own);
        digest = &own;
    }
    memcpy(before, belief->own.is, sizeof before);
    for (int pass = 0; pass < PASSES && digest; pass++)
        sides_reweight(belief, digest, before);
    characters_find(belief, whole);
}

void shadow_belief_init(struct shadow_belief *belief, const struct lan_rules *rules,
                        const struct lan_question *question)
{
    belief->rules = (const struct shadow_rules *)rules;
    belief->view = (const struct shadow_view *)question->view;
    belief->seat = question->seat;
    struct shadow_belief_kept *kept = question->memo ? kept_at(belief, question->memo) : NULL;
    if (!kept || !kept_take(belief, kept)) {
        chances_find(belief, rules, question);
        if (kept)
            kept_put(belief, kept);
    }
    enemies_find(belief);
}

float shadow_belief_kill_chance(const struct shadow_belief *belief, int seat, int damage)
{
    int total = belief->view->pub.damage[seat] + damage;
    float chance = 0;
    uint32_t alive = belief->rules->survive[total < SHADOW_HP_MAX ? total : SHADOW_HP_MAX];
    for (uint32_t rest = belief->view->possible[seat] & ~alive; rest; rest &= rest - 1)
        chance += belief->chance[seat][__builtin_ctz(rest)];
    return chance;
}
