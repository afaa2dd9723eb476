/*
 * declare.c - damage other than an attack's. With double_or_lose=any-damage its user may first declare Double
 * or Lose; then dice are rolled where the card or ability has any; then the damage is dealt.
 */
#include "state.h"

/* Adds damage unless the seat has the card that prevents it: the Talisman, or the Brooch in the Woods. */
void shadow_harm_unless(struct shadow_play *play, int seat, int amount, int card)
{
    if (!shadow_has(play->pub, seat, card)) {
        shadow_harm_add(play, seat, amount);
        return;
    }
    play->pub->landed |= play->pub->doubled && seat != play->pub->killer;
    TELL(play, PROTECTED, shadow_card_facts[card].clause, seat, 0, 0);
}

static void deal_card(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    shadow_harm_begin(play, pub->actor, shadow_card_facts[pub->card].clause, SHADOW_THEN_END);
    if (pub->card == SHADOW_FLARE) {
        for (unsigned rest = pub->alive & ~(1u << pub->actor); rest; rest &= rest - 1)
            shadow_harm_add(play, __builtin_ctz(rest), 2);
    } else {
        shadow_harm_unless(play, pub->victim, 2, SHADOW_TALISMAN);
        if (pub->card == SHADOW_SPIDER)
            shadow_harm_unless(play, pub->actor, 2, SHADOW_TALISMAN);
    }
    shadow_harm_ask(play);
}

static void deal_ray(struct shadow_play *play)
{
    shadow_harm_begin(play, play->pub->actor, SH_P_ULTRA_SOUL, SHADOW_THEN_END);
    shadow_harm_add(play, play->pub->victim, 3);
    shadow_harm_ask(play);
}

static void deal_woods(struct shadow_play *play)
{
    shadow_harm_begin(play, play->pub->actor, SH_A5, SHADOW_THEN_END);
    shadow_harm_unless(play, play->pub->victim, 2, SHADOW_BROOCH);
    shadow_harm_ask(play);
}

/* After the declaration: rolls the dice, or deals the damage. */
void shadow_declared(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    bool dice = pub->card == SHADOW_DYNAMITE || pub->card == SHADOW_DOLL || pub->ability == SHADOW_FRANKLIN ||
                pub->ability == SHADOW_GEORGE;
    pub->killer = SHADOW_NOBODY;
    if (dice)
        pub->phase = SHADOW_ROLLING;
    else if (pub->card != SHADOW_CARDS)
        deal_card(play);
    else if (pub->ability != SHADOW_CHARACTERS)
        deal_ray(play);
    else
        deal_woods(play);
}

/* The actor has named target and means; asks for Double or Lose first where the actor still has it. */
void shadow_declare(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (!play->rules->twice_any || shadow_in(pub->doubles, pub->actor)) {
        shadow_declared(play);
        return;
    }
    pub->killer = pub->actor;
    pub->phase = SHADOW_DOUBLING;
}
