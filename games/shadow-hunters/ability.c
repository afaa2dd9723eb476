/* ability.c - revealing, public knowledge of characters, and abilities with a time of their own. */
#include "state.h"

/* ---- Public knowledge ---------------------------------------------------------------------------------- */

void shadow_exclude(struct shadow_play *play, int seat, uint32_t characters)
{
    play->pub->possible[seat] &= ~characters;
    lan_assert(play->pub->possible[seat] & shadow_bit(play->state->character[seat]));
}

/* Whether all characters dealt of a side lie face up. */
static bool side_full(const struct shadow_rules *rules, const struct shadow_public *pub, int side)
{
    int up = 0;
    for (unsigned rest = pub->revealed; rest; rest &= rest - 1)
        up += shadow_side(pub->face[__builtin_ctz(rest)] - 1) == side;
    return up == rules->quota[side];
}

/* Turns a character face up. Nobody else can be that character, and its side may be full now. */
void shadow_face_up(struct shadow_play *play, int seat)
{
    struct shadow_public *pub = play->pub;
    int character = play->state->character[seat];
    uint32_t gone = shadow_bit(character);
    if (shadow_in(pub->revealed, seat))
        return;
    pub->revealed |= shadow_seat_bit(seat);
    pub->face[seat] = (uint8_t)(character + 1);
    pub->possible[seat] = gone;
    if (play->rules->letters)
        gone |= gone << SHADOW_LETTER_PAIR | gone >> SHADOW_LETTER_PAIR;
    if (side_full(play->rules, pub, shadow_side(character)))
        gone |= play->rules->side[shadow_side(character)];
    for (int other = 0; other < play->rules->base.seats; other++) {
        if (!shadow_in(pub->revealed, other))
            pub->possible[other] &= ~gone;
    }
}

void shadow_reveal(struct shadow_play *play, int seat, int clause)
{
    TELL(play, REVEALED, clause, seat, play->state->character[seat], 0);
    shadow_face_up(play, seat);
}

/* SH-R1: everybody may reveal except Daniel, unless he has lost his ability. */
bool shadow_may_reveal(const struct shadow_rules *rules, const struct shadow_state *state, int seat)
{
    return !shadow_in(state->pub.revealed, seat) && !shadow_able(rules, state, seat, SHADOW_DANIEL);
}

/* SH-R2: using an ability reveals the character, if it is still hidden. */
void shadow_use(struct shadow_play *play, int seat, int character)
{
    if (!shadow_in(play->pub->revealed, seat))
        shadow_reveal(play, seat, SH_R2);
    TELL(play, USED, shadow_character_facts[character].clause, seat, character, 0);
}

static void use_once(struct shadow_play *play, int seat, int character)
{
    shadow_use(play, seat, character);
    play->pub->used |= shadow_seat_bit(seat);
}

/* ---- Start of turn ------------------------------------------------------------------------------------- */

/* Lightning and Demolish: names the target; the die is rolled after the declaration. */
static void dice_ability_begin(struct shadow_play *play, int seat, int character, int target)
{
    struct shadow_public *pub = play->pub;
    use_once(play, seat, character);
    shadow_step_begin(play, seat, SHADOW_STARTING);
    pub->ability = (uint8_t)character;
    pub->victim = (uint8_t)target;
    TELL(play, CHOSE, shadow_character_facts[character].clause, seat, target, 0);
    shadow_declare(play);
}

void shadow_ability_rolled(struct shadow_play *play, int value)
{
    struct shadow_public *pub = play->pub;
    int clause = shadow_character_facts[pub->ability].clause;
    pub->rolls[pub->actor]++;
    pub->d6[0] = pub->ability == SHADOW_FRANKLIN ? (uint8_t)value : 0;
    pub->d4[0] = pub->ability == SHADOW_FRANKLIN ? 0 : (uint8_t)value;
    if (pub->ability == SHADOW_FRANKLIN)
        TELL(play, ROLLED_D6, clause, pub->actor, value - 1, 0);
    else
        TELL(play, ROLLED_D4, clause, pub->actor, value - 1, 0);
    shadow_harm_begin(play, pub->actor, clause, SHADOW_THEN_END);
    shadow_harm_add(play, pub->victim, value);
    shadow_harm_ask(play);
}

static void ray(struct shadow_play *play, int seat, int target)
{
    struct shadow_public *pub = play->pub;
    shadow_use(play, seat, SHADOW_ULTRA_SOUL);
    pub->began = 1;
    shadow_step_begin(play, seat, SHADOW_STARTING);
    pub->ability = SHADOW_ULTRA_SOUL;
    pub->victim = (uint8_t)target;
    TELL(play, CHOSE, SH_P_ULTRA_SOUL, seat, target, 0);
    shadow_declare(play);
}

static void curse(struct shadow_play *play, int seat, int target)
{
    use_once(play, seat, SHADOW_ELLEN);
    play->pub->cursed |= shadow_seat_bit(target);
    TELL(play, CURSED, SH_P_ELLEN, target, 0, 0);
}

static void capriccio(struct shadow_play *play, int seat)
{
    use_once(play, seat, SHADOW_AGNES);
    play->pub->leftward |= shadow_seat_bit(seat);
    TELL(play, SIDED, SH_P_AGNES, seat, 0, 0);
}

static void stigmata(struct shadow_play *play, int seat)
{
    shadow_use(play, seat, SHADOW_CATHERINE);
    play->pub->began = 1;
    shadow_heal(play, seat, 1, SH_P_CATHERINE);
}

/* ---- Any time, and the end of the turn ----------------------------------------------------------------- */

static void dig(struct shadow_play *play, int seat, int card)
{
    use_once(play, seat, SHADOW_DAVID);
    shadow_step_begin(play, seat, play->pub->phase);
    play->pub->discards[card]--;
    TELL(play, DUG, SH_P_DAVID, seat, card, 0);
    shadow_equip(play, seat, card);
    shadow_step_end(play);
}

static void barrier(struct shadow_play *play, int seat)
{
    use_once(play, seat, SHADOW_GREGOR);
    play->pub->barrier |= shadow_seat_bit(seat);
    if (play->rules->base.game->version < 2)
        TELL(play, GUARDED, SH_P_GREGOR, seat, 0, 0);
    else
        TELL(play, UNHARMABLE, SH_P_GREGOR, seat, 0, 0);
    shadow_enter_end(play);
}

static void multiply(struct shadow_play *play, int seat)
{
    struct shadow_public *pub = play->pub;
    int dead = play->rules->base.seats - __builtin_popcount(pub->alive);
    use_once(play, seat, SHADOW_WIGHT);
    pub->extra[seat] = (uint8_t)(pub->extra[seat] + dead);
    TELL(play, EXTRA, SH_P_WIGHT, seat, dead, 0);
    shadow_enter_end(play);
}

static void love(struct shadow_play *play, int seat)
{
    use_once(play, seat, SHADOW_ALLIE);
    shadow_heal(play, seat, play->pub->damage[seat], SH_P_ALLIE);
    if (play->pub->phase == SHADOW_ENDING)
        shadow_enter_end(play);
}

void shadow_ability(struct shadow_play *play, int seat, int kind, int arg)
{
    switch (kind) {
    case SHADOW_ACTION_LIGHTNING: dice_ability_begin(play, seat, SHADOW_FRANKLIN, arg); break;
    case SHADOW_ACTION_DEMOLISH: dice_ability_begin(play, seat, SHADOW_GEORGE, arg); break;
    case SHADOW_ACTION_CAPRICCIO: capriccio(play, seat); break;
    case SHADOW_ACTION_STIGMATA: stigmata(play, seat); break;
    case SHADOW_ACTION_CURSE: curse(play, seat, arg); break;
    case SHADOW_ACTION_NURSE:
        use_once(play, seat, SHADOW_FUKA);
        shadow_damage_set(play, arg, 7, SH_P_FU_KA);
        break;
    case SHADOW_ACTION_RAY: ray(play, seat, arg); break;
    case SHADOW_ACTION_LOVE: love(play, seat); break;
    case SHADOW_ACTION_DIG: dig(play, seat, arg); break;
    case SHADOW_ACTION_BARRIER: barrier(play, seat); break;
    case SHADOW_ACTION_MULTIPLY: multiply(play, seat); break;
    default: lan_bug("an action that is an ability");
    }
}
