/*
 * facts.h - what may lie on a floor, and what the Hero may know of it, apart from any shape.
 *
 * A floor has six places besides the Entrance, numbered in the order of their cells. A hand is one way to fill them: the
 * Exit, a pair of monsters and Corridors; 1800 of them when all six monsters may come. A fact is what has been turned up:
 * for each place nothing or a kind. Everything a solver adds up about a floor is a sum over the hands that agree with
 * a fact, so sums go through the table `of_hand`: the 64 facts that a hand agrees with, one for each set of places.
 */
#ifndef LAN_FACTS_H
#define LAN_FACTS_H

#include "shy-monsters/shy.h"

enum {
    FACT_PLACES = SHY_TILES_MAX - 1,
    FACT_SETS = 1 << FACT_PLACES,
    FACT_PAIRS = 15,
    FACT_EACH = 120, /* hands of one pair */
    FACT_HANDS = FACT_PAIRS * FACT_EACH,
    FACT_CODES = 9 * 9 * 9 * 9 * 9 * 9, /* each place hidden, or one of 8 kinds */
};

struct facts {
    int count;                               /* facts that some hand agrees with */
    uint16_t of_code[FACT_CODES];            /* the fact of a code, UINT16_MAX where no hand agrees */
    uint8_t kind[FACT_HANDS][FACT_PLACES];   /* what lies where */
    uint16_t of_hand[FACT_HANDS][FACT_SETS]; /* by the set of places turned up */
    uint8_t pair[FACT_PAIRS];                /* each as a set of two monsters */
};

/* Fills the tables; the same for every rule set. */
void facts_init(struct facts *facts);

/* The code of a hand's or a fact's kinds, SHY_UNKNOWN for a place not turned up. */
int fact_code(const uint8_t kind[FACT_PLACES]);

/* The place of a tile, when the Entrance is tile `entrance`; and back. */
static inline int fact_place(int tile, int entrance)
{
    return tile - (tile > entrance);
}

static inline int fact_tile(int place, int entrance)
{
    return place + (place >= entrance);
}

#endif
