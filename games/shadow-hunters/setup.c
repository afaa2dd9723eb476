/* setup.c - dealing the characters, laying the areas, and the draw of the first player. */
#include "state.h"

#include <string.h>

void shadow_setup(const struct lan_rules *base, struct lan_state *opaque)
{
    const struct shadow_rules *rules = shadow_rules_of(base);
    struct shadow_state *state = (struct shadow_state *)opaque;
    struct shadow_public *pub = &state->pub;
    memset(state, 0, sizeof *state);
    for (int card = 0; card < SHADOW_CARDS; card++)
        state->deck[card] = shadow_card_facts[card].count;
    memset(state->character, SHADOW_CHARACTERS, sizeof state->character);
    memset(state->pile, SHADOW_CARDS, sizeof state->pile);
    memset(pub->area, SHADOW_OFF_BOARD, sizeof pub->area);
    memset(pub->slot_area, SHADOW_OFF_BOARD, sizeof pub->slot_area);
    memset(pub->left, 16, sizeof pub->left);
    state->left_over = SHADOW_CHARACTERS;
    state->held = SHADOW_CARDS;
    for (int seat = 0; seat < base->seats; seat++) {
        pub->possible[seat] = rules->cast;
        for (int other = 0; other < base->seats; other++)
            state->knows[seat][other] = rules->cast;
    }
    pub->alive = (uint8_t)((1u << base->seats) - 1);
    pub->judge = pub->actor = pub->victim = pub->killer = pub->attacker = SHADOW_NOBODY;
    pub->card = SHADOW_CARDS;
    pub->ability = SHADOW_CHARACTERS;
    pub->phase = SHADOW_DEALING;
}

/* ---- Characters ---------------------------------------------------------------------------------------- */

/*
 * Characters that can no longer be dealt: those dealt, and with one of each letter the others of their
 * letter.
 */
static uint32_t undealable(const struct shadow_rules *rules, const struct shadow_state *state)
{
    uint32_t mask = 0;
    for (int seat = 0; seat < state->pub.dealt; seat++) /* the left-over is dealt last */
        mask |= shadow_bit(state->character[seat]);
    if (rules->letters)
        mask |= mask << SHADOW_LETTER_PAIR | mask >> SHADOW_LETTER_PAIR;
    return mask;
}

static uint32_t weight_of(const struct shadow_rules *rules, uint32_t characters)
{
    uint32_t sum = 0;
    for (; characters; characters &= characters - 1)
        sum += rules->weight[__builtin_ctz(characters)];
    return sum;
}

/*
 * Fills the weight of each character in the next deal: first its side, by the places left for it, then evenly
 * within the side (SH-S4), where a letter with two characters is as likely as a letter with one (SH-S9).
 */
void shadow_deal_weights(const struct shadow_rules *rules, const struct shadow_state *state,
                         uint32_t weights[SHADOW_CHARACTERS])
{
    uint32_t free = rules->cast & ~undealable(rules, state), sum[SHADOW_SIDES], each[SHADOW_SIDES];
    uint8_t dealt[SHADOW_SIDES] = {0};
    for (int seat = 0; seat < state->pub.dealt; seat++)
        dealt[shadow_side(state->character[seat])]++;
    for (int side = 0; side < SHADOW_SIDES; side++) {
        sum[side] = weight_of(rules, free & rules->side[side]);
        sum[side] += !sum[side]; /* avoids a division by 0; an empty side has no places left either */
    }
    for (int side = 0; side < SHADOW_SIDES; side++)
        each[side] = (uint32_t)(rules->quota[side] - dealt[side]) * sum[(side + 1) % SHADOW_SIDES] *
                     sum[(side + 2) % SHADOW_SIDES];
    memset(weights, 0, SHADOW_CHARACTERS * sizeof *weights);
    for (; free; free &= free - 1) {
        int character = __builtin_ctz(free);
        weights[character] = each[shadow_side(character)] * rules->weight[character];
    }
}

/* Whether a character has a weight above 0. */
bool shadow_deal_fits(const struct shadow_rules *rules, const struct shadow_state *state, int character)
{
    int left = rules->quota[shadow_side(character)];
    for (int seat = 0; seat < state->pub.dealt; seat++)
        left -= shadow_side(state->character[seat]) == shadow_side(character);
    return left > 0 && ((rules->cast & ~undealable(rules, state)) >> character & 1);
}

/* Seats whose character has other may-actions than to reveal, or may not reveal. */
uint8_t shadow_special_seats(const struct shadow_rules *rules, const struct shadow_state *state)
{
    unsigned mask = 0;
    for (int seat = 0; seat < rules->base.seats; seat++) {
        int character = state->character[seat];
        mask |=
            (unsigned)(character == SHADOW_ALLIE || character == SHADOW_DANIEL || character == SHADOW_DAVID)
            << seat;
    }
    return (uint8_t)mask;
}

void shadow_deal(struct shadow_play *play, int character)
{
    struct shadow_state *state = play->state;
    int seat = play->pub->dealt++;
    if (seat < play->rules->base.seats) {
        state->character[seat] = (uint8_t)character;
        state->knows[seat][seat] = shadow_bit(character);
        TELL(play, DEALT, SH_S4, seat, character, 0);
    } else {
        state->left_over = (uint8_t)character;
        TELL(play, LEFT_OVER, SH_X1, character, 0, 0);
    }
    if (play->pub->dealt == play->rules->dealt) {
        state->special = shadow_special_seats(play->rules, state);
        play->pub->dealt = 0;
        play->pub->phase = SHADOW_LAYING;
    }
}

/* ---- Areas and the first player ------------------------------------------------------------------------ */

void shadow_lay(struct shadow_play *play, int area)
{
    struct shadow_public *pub = play->pub;
    int slot = pub->dealt++;
    pub->slot_area[slot] = (uint8_t)area;
    pub->area_slot[area] = (uint8_t)slot;
    TELL(play, LAID, SH_S2, slot, area, 0);
    if (pub->dealt == SHADOW_SLOTS) {
        pub->dealt = 0;
        pub->phase = SHADOW_FIRSTING;
    }
}

void shadow_first(struct shadow_play *play, int seat)
{
    play->pub->first = play->pub->active = (uint8_t)seat;
    TELL(play, FIRST, SH_S6, seat, 0, 0);
    if (play->rules->opening_hermit)
        play->pub->phase = SHADOW_OPENING;
    else
        shadow_turn_begin(play, seat);
}
