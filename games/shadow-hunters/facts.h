/*
 * facts.h - the numbers printed on characters and cards: sections 5 and 6 of the rule document.
 *
 * Constant tables only. The effects of cards and characters are in the files that carry out actions; their
 * text for people is that of the clause named here.
 */
#ifndef LAN_SHADOW_FACTS_H
#define LAN_SHADOW_FACTS_H

#include "shadow.h"

/* The ten letters in use, SH-H6. A letter is printed data, not the initial of a name. */
enum shadow_letter {
    SHADOW_LETTER_A,
    SHADOW_LETTER_B,
    SHADOW_LETTER_C,
    SHADOW_LETTER_D,
    SHADOW_LETTER_E,
    SHADOW_LETTER_F,
    SHADOW_LETTER_G,
    SHADOW_LETTER_U,
    SHADOW_LETTER_V,
    SHADOW_LETTER_W,
};

struct shadow_character_facts {
    uint16_t clause;
    uint8_t letter; /* enum shadow_letter */
    uint8_t hp;
    uint8_t side; /* enum shadow_side */
    bool expansion;
};

struct shadow_card_facts {
    uint16_t clause;
    uint8_t deck;  /* enum shadow_deck */
    uint8_t count; /* copies in the deck */
};

/* What a Hermit card does to a receiver whom it fits. */
enum shadow_vision {
    SHADOW_VISION_HEAL, /* heal `amount`, or take `amount` when unhurt */
    SHADOW_VISION_GIVE, /* give the giver one equipment or take `amount` */
    SHADOW_VISION_HURT, /* take `amount` */
    SHADOW_VISION_SHOW, /* show the character to the giver */
};

/* The card fits characters whose side is in `sides` or whose letter is in `letters`; both are masks. */
struct shadow_vision_facts {
    uint16_t letters;
    uint8_t sides;
    uint8_t does; /* enum shadow_vision */
    uint8_t amount;
};

/* How many characters of each side are dealt, by number of players: SH-S4, and SH-X1 with one more. */
struct shadow_deal_facts {
    uint8_t count[SHADOW_SIDES];
};

enum { SHADOW_VISION_FIRST = SHADOW_AID, SHADOW_VISIONS = SHADOW_CARDS - SHADOW_VISION_FIRST };

extern const struct shadow_character_facts shadow_character_facts[SHADOW_CHARACTERS];
extern const struct shadow_card_facts shadow_card_facts[SHADOW_CARDS];

/* By card - SHADOW_VISION_FIRST. */
extern const struct shadow_vision_facts shadow_vision_facts[SHADOW_VISIONS];

/* By number of players; the second for 7 and 8 only, with the extra character. */
extern const struct shadow_deal_facts shadow_deal_facts[SHADOW_SEATS_MAX + 1];
extern const struct shadow_deal_facts shadow_deal_extra_facts[SHADOW_SEATS_MAX + 1];

/* The area of the sum of two dice, SH-M1; SHADOW_OFF_BOARD for 7. */
extern const uint8_t shadow_area_of_sum[11];

#endif
