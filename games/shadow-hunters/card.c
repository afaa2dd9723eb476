/* card.c - decks, equipment, hands, and the effects of single-use cards. */
#include "state.h"

#include <string.h>

/* ---- Decks and discards -------------------------------------------------------------------------------- */

/* SH-C3: the discards become the deck. Hermit discards lie face down in an order, the others are counted. */
static void deck_rebuild(struct shadow_play *play, int deck)
{
    struct shadow_state *state = play->state;
    struct shadow_public *pub = play->pub;
    if (deck == SHADOW_HERMIT) {
        for (int i = 0; i < pub->pile; i++)
            state->deck[state->pile[i]]++;
        pub->left[deck] = pub->pile;
        pub->pile = 0;
        memset(state->pile, SHADOW_CARDS, sizeof state->pile);
        memset(pub->pile_who, 0, sizeof pub->pile_who);
    } else {
        for (int card = 0; card < SHADOW_AID; card++) {
            if (shadow_deck(card) != deck)
                continue;
            state->deck[card] = (uint8_t)(state->deck[card] + pub->discards[card]);
            pub->left[deck] = (uint8_t)(pub->left[deck] + pub->discards[card]);
            pub->discards[card] = 0;
        }
    }
    if (pub->left[deck])
        TELL(play, REBUILT, SH_C3, deck, 0, 0);
}

void shadow_draw_start(struct shadow_play *play, int deck)
{
    struct shadow_public *pub = play->pub;
    TELL(play, DRAWS,
         deck == SHADOW_HERMIT  ? SH_A1
         : deck == SHADOW_WHITE ? SH_A2
                                : SH_A3,
         pub->actor, deck, 0);
    if (!pub->left[deck])
        deck_rebuild(play, deck);
    if (!pub->left[deck]) {
        TELL(play, NO_CARD, SH_C7, deck, 0, 0);
        shadow_step_end(play);
        return;
    }
    pub->deck = (uint8_t)deck;
    pub->phase = SHADOW_DRAWING;
}

void shadow_discard(struct shadow_play *play, int seat, int card, int clause)
{
    play->pub->discards[card]++;
    TELL(play, DISCARDED, clause, seat, card, 0);
}

/* Removes a card from its deck. The caller emits the event, because who may see the card differs. */
void shadow_deck_take(struct shadow_play *play, int card)
{
    int deck = shadow_deck(card);
    play->state->deck[card]--;
    play->pub->left[deck]--;
    play->pub->draws[deck]++;
}

/* SH-C5: single-use cards go to the hand, except the two that say "play immediately". */
static bool goes_to_hand(const struct shadow_rules *rules, int card)
{
    return rules->hand && card != SHADOW_MIRROR && card != SHADOW_BANANA;
}

static void hand_add(struct shadow_play *play, int seat, int card)
{
    play->state->hand[seat] += UINT32_C(1) << shadow_hand_shift(card);
    play->pub->hand[seat][shadow_deck(card)]++;
}

void shadow_drawn(struct shadow_play *play, int card)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->actor, deck = shadow_deck(card);
    shadow_deck_take(play, card);
    if (deck == SHADOW_HERMIT) {
        play->state->held = (uint8_t)card;
        pub->phase = SHADOW_GIVING;
        TELL(play, DREW, SH_A1, seat, deck, card);
    } else if (card < SHADOW_EQUIPMENT) {
        TELL(play, TURNED, deck == SHADOW_WHITE ? SH_A2 : SH_A3, seat, card, 0);
        shadow_equip(play, seat, card);
        shadow_step_end(play);
    } else if (goes_to_hand(play->rules, card)) {
        TELL(play, DREW, SH_C5, seat, deck, card);
        hand_add(play, seat, card);
        shadow_step_end(play);
    } else {
        TELL(play, TURNED, deck == SHADOW_WHITE ? SH_A2 : SH_A3, seat, card, 0);
        shadow_card_play(play, card);
    }
}

/* ---- Equipment and hands ------------------------------------------------------------------------------- */

void shadow_equip(struct shadow_play *play, int seat, int card)
{
    play->pub->equipment[seat] |= (uint16_t)(1u << card);
    play->pub->gained = 1;
    TELL(play, EQUIPPED, SH_C2, seat, card, 0);
}

void shadow_take(struct shadow_play *play, int seat, int from, int card)
{
    play->pub->equipment[from] &= (uint16_t) ~(1u << card);
    play->pub->equipment[seat] |= (uint16_t)(1u << card);
    play->pub->gained = 1;
}

/* Living seats with equipment, except `but`. */
uint8_t shadow_owners(const struct shadow_public *pub, int but)
{
    unsigned mask = 0;
    for (int seat = 0; seat < SHADOW_SEATS_MAX; seat++)
        mask |= (unsigned)(pub->equipment[seat] != 0) << seat;
    return (uint8_t)(mask & pub->alive & ~(1u << but));
}

void shadow_hand_remove(struct shadow_play *play, int seat, int card)
{
    play->state->hand[seat] -= UINT32_C(1) << shadow_hand_shift(card);
    play->pub->hand[seat][shadow_deck(card)]--;
}

/* ---- Single-use cards ---------------------------------------------------------------------------------- */

static void no_effect(struct shadow_play *play, int clause)
{
    TELL(play, NO_EFFECT, clause, play->pub->actor, 0, 0);
    shadow_step_end(play);
}

/* Advent, Chocolate, Ritual: revealed seats are healed or not, hidden ones are asked (SH-C4, SH-R5). */
static void play_unveiling(struct shadow_play *play, int card)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->actor, clause = shadow_card_facts[card].clause;
    if (!(pub->possible[seat] & play->rules->fits[card])) {
        no_effect(play, clause);
    } else if (shadow_in(pub->revealed, seat)) {
        shadow_heal(play, seat, pub->damage[seat], clause);
        shadow_step_end(play);
    } else {
        pub->phase = SHADOW_UNVEILING;
    }
}

void shadow_card_unveil(struct shadow_play *play, bool reveal)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->actor, clause = shadow_card_facts[pub->card].clause;
    if (reveal) {
        shadow_reveal(play, seat, clause);
        shadow_heal(play, seat, pub->damage[seat], clause);
    } else {
        TELL(play, DECLINED, SH_R5, seat, 0, 0);
    }
    shadow_step_end(play);
}

static void play_mirror(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    int seat = pub->actor;
    uint32_t fits = play->rules->fits[SHADOW_MIRROR];
    if (!shadow_in(pub->revealed, seat) && (fits & shadow_bit(play->state->character[seat]))) {
        shadow_reveal(play, seat, SH_W_DISENCHANT_MIRROR);
        shadow_step_end(play);
        return;
    }
    if (!shadow_in(pub->revealed, seat))
        shadow_exclude(play, seat, fits);
    no_effect(play, SH_W_DISENCHANT_MIRROR);
}

static void play_banana(struct shadow_play *play)
{
    struct shadow_public *pub = play->pub;
    if (pub->equipment[pub->actor]) {
        pub->phase = SHADOW_CHOOSING;
        return;
    }
    shadow_harm_begin(play, pub->actor, SH_B_BANANA_PEEL, SHADOW_THEN_END);
    shadow_harm_add(play, pub->actor, 1);
    shadow_harm_apply(play);
}

static void play_angel(struct shadow_play *play)
{
    play->pub->angel |= shadow_seat_bit(play->pub->actor);
    if (play->rules->base.game->version < 2)
        TELL(play, GUARDED, SH_W_GUARDIAN_ANGEL, play->pub->actor, 0, 0);
    else
        TELL(play, UNATTACKABLE, SH_W_GUARDIAN_ANGEL, play->pub->actor, 0, 0);
    shadow_step_end(play);
}

static void play_knowledge(struct shadow_play *play)
{
    play->pub->extra[play->pub->actor]++;
    TELL(play, EXTRA, SH_W_CONCEALED_KNOWLEDGE, play->pub->actor, 1, 0);
    shadow_step_end(play);
}

/* The actor of the present step plays a card that is already public. */
void shadow_card_play(struct shadow_play *play, int card)
{
    struct shadow_public *pub = play->pub;
    pub->card = (uint8_t)card;
    switch (card) {
    case SHADOW_ADVENT:
    case SHADOW_CHOCOLATE:
    case SHADOW_RITUAL: play_unveiling(play, card); break;
    case SHADOW_KNOWLEDGE: play_knowledge(play); break;
    case SHADOW_MIRROR: play_mirror(play); break;
    case SHADOW_ANGEL: play_angel(play); break;
    case SHADOW_HOLY_WATER:
        shadow_heal(play, pub->actor, 2, SH_W_HOLY_WATER_OF_HEALING);
        shadow_step_end(play);
        break;
    case SHADOW_BANANA: play_banana(play); break;
    case SHADOW_FLARE:
    case SHADOW_DYNAMITE: shadow_declare(play); break;
    case SHADOW_GOBLIN:
        if (shadow_owners(pub, pub->actor))
            pub->phase = SHADOW_CHOOSING;
        else
            no_effect(play, SH_B_MOODY_GOBLIN);
        break;
    default: pub->phase = SHADOW_CHOOSING; break;
    }
}

/* Seats that `target` may name for the card in play; for cards that move equipment see menu.c. */
uint32_t shadow_card_targets(const struct shadow_public *pub)
{
    return pub->card == SHADOW_FIRST_AID ? pub->alive : pub->alive & ~(1u << pub->actor);
}

void shadow_card_target(struct shadow_play *play, int seat)
{
    struct shadow_public *pub = play->pub;
    int clause = shadow_card_facts[pub->card].clause;
    pub->victim = (uint8_t)seat;
    TELL(play, CHOSE, clause, pub->actor, seat, 0);
    switch (pub->card) {
    case SHADOW_FIRST_AID:
        shadow_damage_set(play, seat, 7, SH_W_FIRST_AID);
        shadow_step_end(play);
        break;
    case SHADOW_BLESSING: pub->phase = SHADOW_ROLLING; break;
    default: shadow_declare(play); break; /* Spider, Bat, Doll */
    }
}

static void dynamite_rolled(struct shadow_play *play, int d6, int d4)
{
    struct shadow_public *pub = play->pub;
    int area = shadow_area_of_sum[d6 + d4];
    TELL(play, ROLLED, SH_B_DYNAMITE, pub->actor, d6 - 1, d4 - 1);
    if (area == SHADOW_OFF_BOARD && !pub->doubled) {
        no_effect(play, SH_B_DYNAMITE);
        return;
    }
    shadow_harm_begin(play, pub->actor, SH_B_DYNAMITE, SHADOW_THEN_END);
    for (unsigned rest = pub->alive; rest; rest &= rest - 1) {
        int seat = __builtin_ctz(rest);
        if (pub->area[seat] == area && area != SHADOW_OFF_BOARD)
            shadow_harm_unless(play, seat, 3, SHADOW_TALISMAN);
    }
    shadow_harm_ask(play);
}

void shadow_card_rolled(struct shadow_play *play, int d6, int d4)
{
    struct shadow_public *pub = play->pub;
    pub->rolls[pub->actor]++;
    pub->d6[0] = (uint8_t)d6;
    pub->d4[0] = (uint8_t)d4;
    if (pub->card == SHADOW_DYNAMITE) {
        dynamite_rolled(play, d6, d4);
        return;
    }
    TELL(play, ROLLED_D6, shadow_card_facts[pub->card].clause, pub->actor, d6 - 1, 0);
    if (pub->card == SHADOW_BLESSING) {
        shadow_heal(play, pub->victim, d6, SH_W_BLESSING);
        shadow_step_end(play);
        return;
    }
    shadow_harm_begin(play, pub->actor, SH_B_SPIRITUAL_DOLL, SHADOW_THEN_END);
    shadow_harm_add(play, d6 <= 4 ? pub->victim : pub->actor, 3);
    shadow_harm_ask(play);
}
