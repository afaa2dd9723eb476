/*
 * hermit.c - Hermit cards: given, read in secret, answered, discarded face down.
 *
 * Only the receiver's list of answers depends on the card and on the character, and only the receiver is told
 * it. The public events have the same clause and the same form whoever answers and whichever card it was.
 */
#include "state.h"

static const struct shadow_vision_facts *vision(const struct shadow_state *state)
{
    return &shadow_vision_facts[state->held - SHADOW_VISION_FIRST];
}

/* Whether the receiver may choose between obeying and "nothing happens" (SH-H3). */
bool shadow_hermit_lies(const struct shadow_rules *rules, const struct shadow_state *state)
{
    return state->held != SHADOW_PREDICTION && shadow_able(rules, state, state->pub.victim, SHADOW_UNKNOWN);
}

/* SH-H5 and SH-O4: whether the receiver may give equipment instead of taking the damage. */
bool shadow_hermit_gifts(const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    return vision(state)->does == SHADOW_VISION_GIVE && pub->actor != SHADOW_NOBODY &&
           pub->actor != pub->victim;
}

/* ---- What obeying does --------------------------------------------------------------------------------- */

static bool heals(const struct shadow_state *state)
{
    return vision(state)->does == SHADOW_VISION_HEAL && state->pub.damage[state->pub.victim] > 0;
}

/* Whether obeying now would visibly change anything on the table. */
static bool obeying_shows(const struct shadow_rules *rules, const struct shadow_state *state)
{
    const struct shadow_public *pub = &state->pub;
    int robe = rules->robe_all && shadow_has(pub, pub->victim, SHADOW_ROBE);
    return heals(state) || (!shadow_in(pub->barrier, pub->victim) && vision(state)->amount > robe);
}

/* ---- What is learnt ------------------------------------------------------------------------------------ */

/* The characters consistent with an answer, for a reader of the card; Unknown may answer either way. */
static uint32_t characters_fitting(const struct shadow_play *play, int seat, bool obeyed)
{
    uint32_t fits = play->rules->fits[play->state->held];
    uint32_t liars =
        play->rules->abilities && !shadow_in(play->pub->cursed, seat) ? shadow_bit(SHADOW_UNKNOWN) : 0;
    return (obeyed ? fits : ~fits) | liars;
}

/* SH-X4: in the opening, everybody who has read the card so far learns from all answers so far. */
static void learn_opening(struct shadow_play *play, unsigned answered)
{
    struct shadow_public *pub = play->pub;
    int seats = play->rules->base.seats;
    for (int i = 0; i < pub->opening; i++) {
        int reader = (pub->first + i) % seats;
        for (unsigned rest = answered & ~(1u << reader); rest; rest &= rest - 1) {
            int seat = __builtin_ctz(rest);
            play->state->knows[reader][seat] &= characters_fitting(play, seat, shadow_in(pub->obeyed, seat));
        }
    }
}

/* The first `count` seats of the opening, by bit. */
static unsigned opening_seats(const struct shadow_play *play, int count)
{
    unsigned mask = 0;
    for (int i = 0; i < count; i++)
        mask |= 1u << (play->pub->first + i) % play->rules->base.seats;
    return mask;
}

static void answer_learn(struct shadow_play *play, bool obeyed)
{
    struct shadow_public *pub = play->pub;
    if (pub->opening) {
        pub->obeyed |= (uint8_t)(obeyed << pub->victim);
        learn_opening(play, opening_seats(play, pub->opening));
        return;
    }
    if (pub->actor == pub->victim ||
        (play->rules->outcome_private && !obeying_shows(play->rules, play->state)))
        return;
    play->state->knows[pub->actor][pub->victim] &= characters_fitting(play, pub->victim, obeyed);
}

/* ---- The course of a card ------------------------------------------------------------------------------ */

void shadow_hermit_give(struct shadow_play *play, int seat)
{
    play->pub->victim = (uint8_t)seat;
    play->pub->phase = SHADOW_ANSWERING;
    TELL(play, HANDED, SH_A1, play->pub->actor, seat, play->state->held);
}

static int outcome_clause(const struct shadow_play *play)
{
    return play->rules->outcome_private ? SH_O3 : SH_H1;
}

void shadow_hermit_obey(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->victim, clause = outcome_clause(play);
    answer_learn(play, true);
    if (!play->rules->outcome_private)
        TELL(play, OBEYED, SH_H1, seat, 0, 0);
    if (heals(play->state)) {
        shadow_heal(play, seat, vision(play->state)->amount, clause);
        shadow_hermit_done(play);
        return;
    }
    shadow_harm_begin(play, pub->actor == seat ? SHADOW_NOBODY : pub->actor, clause, SHADOW_THEN_END);
    shadow_harm_add(play, seat, vision(play->state)->amount);
    shadow_harm_apply(play);
}

void shadow_hermit_gift(struct shadow_play *play, int card)
{
    struct shadow_public *pub = play->pub;
    answer_learn(play, true);
    shadow_take(play, pub->actor, pub->victim, card);
    TELL(play, DONATED, outcome_clause(play), pub->victim, pub->actor, card);
    shadow_hermit_done(play);
}

void shadow_hermit_nothing(struct shadow_play *play)
{
    answer_learn(play, false);
    if (!play->rules->outcome_private)
        TELL(play, NOTHING, SH_H1, play->pub->victim, 0, 0);
    shadow_hermit_done(play);
}

void shadow_hermit_show(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->victim, giver = pub->actor, character = play->state->character[seat];
    if (giver != seat)
        play->state->knows[giver][seat] = shadow_bit(character);
    if (!play->rules->outcome_private)
        TELL(play, SHOWN, SH_H4, seat, giver, character);
    else if (giver != seat)
        TELL(play, SHOWN_UNTOLD, SH_H4, seat, giver, character);
    shadow_hermit_done(play);
}

static void opening_pass(struct shadow_play *play);

void shadow_hermit_done(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (pub->opening && pub->opening < play->rules->base.seats) {
        opening_pass(play);
        return;
    }
    play->state->pile[pub->pile] = play->state->held;
    pub->pile_who[pub->pile++] = (uint8_t)(pub->opening ? SHADOW_EVERYBODY : pub->actor << 4 | pub->victim);
    play->state->held = SHADOW_CARDS;
    TELL(play, HERMIT_DONE, SH_H2, pub->victim, 0, 0);
    if (!pub->opening) {
        shadow_step_end(play);
        return;
    }
    pub->opening = pub->obeyed = 0;
    pub->actor = pub->victim = SHADOW_NOBODY;
    shadow_turn_begin(play, pub->first);
}

/* ---- The opening (SH-X2, SH-X4) ------------------------------------------------------------------------ */

static void opening_pass(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seats = play->rules->base.seats;
    pub->victim = (uint8_t)((pub->first + pub->opening) % seats);
    pub->actor = (uint8_t)(pub->opening ? (pub->victim + seats - 1) % seats : SHADOW_NOBODY);
    pub->opening++;
    learn_opening(play, opening_seats(play, pub->opening - 1));
    pub->phase = SHADOW_ANSWERING;
    TELL(play, PASSED_ON, SH_X4, pub->victim, play->state->held, (int)opening_seats(play, pub->opening));
}

void shadow_opening(struct shadow_play *play, int card)
{
    shadow_deck_take(play, card);
    play->state->held = (uint8_t)card;
    opening_pass(play);
}
