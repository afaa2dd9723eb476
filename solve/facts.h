/*
 * facts.h - what may lie on a floor and what the Hero may know of it, independent of the floor's shape.
 *
 * A floor has six places besides the Entrance, numbered in the order of their cells. A hand is one way to
 * fill them: the Exit, a pair of monsters and Corridors; there are 1800 hands when all six monsters may come.
 * A fact is what has been turned up: for each place nothing or a kind. All quantities that a solver needs are
 * sums over the hands that agree with a fact. The table `of_hand` has for each hand the 64 facts it agrees
 * with, one for each set of places.
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
    int count; /* facts that some hand agrees with */
    /* the fact of a code (fact_code), UINT16_MAX where no hand agrees */
    uint16_t of_code[FACT_CODES];
    uint8_t kind[FACT_HANDS][FACT_PLACES];   /* what lies where */
    uint16_t of_hand[FACT_HANDS][FACT_SETS]; /* by the set of places turned up */
    uint8_t pair[FACT_PAIRS];                /* each a set of two monsters, see fact_pairs */
};

/* The pairs of monsters, each as a set; the hands of pair p are FACT_EACH from p * FACT_EACH on. */
void fact_pairs(uint8_t pair[FACT_PAIRS]);

/* Fills the tables (1.3 MB); they are the same for all rules. */
void facts_init(struct facts *facts);

/* The code of a fact from the kind on each place, SHY_UNKNOWN where it is not turned up. */
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
