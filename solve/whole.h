/*
 * whole.h - bounds on a whole game of three floors, from a book of single floors.
 *
 * The floors are not independent: the Master remembers what the Hero did not see, and the Hero learns on one
 * floor which monsters cannot come on the next. These bounds hold for the real game nevertheless:
 *   lower  the Hero is told the pair after each floor, which can only help him, and responds perfectly. The
 *          Master plays the stage of the book for the monsters still unseen then (four on floor 2, two on
 *          floor 3), or where the book lacks it the stage for all six unseen.
 *   upper  the Hero plays on every floor the average behind the stage for all six unseen. A hand of a pair
 *          then gets no more than the pair's price, whatever the Master remembers.
 */
#ifndef LAN_WHOLE_H
#define LAN_WHOLE_H

#include "book.h"

struct whole {
    double lower, upper; /* of the Master's chance to win the game */
};

/* False when the book lacks a stage for 2, 1 or 0 reveals with all six unseen, or there is no memory. */
bool whole_bounds(const struct shy_rules *rules, const struct shapes *shapes, const struct book *book,
                  int threads, struct whole *whole);

#endif
