/*
 * whole.h - what the policies for single floors are worth in a whole game of three.
 *
 * Floors hang together: the Master remembers what the Hero did not see, and the Hero learns on one floor what cannot come on
 * the next. The bounds hold for the real game all the same:
 *   lower  the Hero is told after each floor which pair it was, which can only help him, and answers perfectly. The
 *          Master plays the book as against a Hero who has seen everything, where it has such stages: on floor 2 for the
 *          four monsters left, on floor 3 for the two. Elsewhere he plays the stage for all six unseen.
 *   upper  the Hero plays the averages behind the book on every floor as if nothing had been seen; whatever the Master
 *          remembers, a hand of a pair gets no more than the pair's price.
 */
#ifndef LAN_WHOLE_H
#define LAN_WHOLE_H

#include "book.h"

struct whole {
    double lower, upper; /* the Master's chance to win the game */
};

/* Needs the stages for 2, 1 and 0 reveals with all six unseen in the book. False when one is missing, or no memory. */
bool whole_bounds(const struct shy_rules *rules, const struct shapes *shapes, const struct book *book,
                  int threads, struct whole *whole);

#endif
