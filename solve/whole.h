/*
 * whole.h - true bounds on the Master's chance to win a whole game of three floors, from a book.
 *
 * The floors are not independent: the Master remembers what the Hero did not see, and the Hero learns on one
 * floor which monsters cannot come on the next. These bounds hold for the real game nevertheless:
 *   lower  the Hero is told the pair after each floor, which can only help him, and responds perfectly to a
 *          Master who plays by the pairs gone: on floor 2 the stage for the other four monsters unseen, on
 *          floor 3 that for the last two.
 *   upper  the Hero plays from the prices, and remembers the set seen. The toll of a type on floor 3 is what
 *          it gets there at most; that of a type on floor 2, with the tolls of floor 3 in place of the rest
 *          of the game, what it gets from there on; and so the mean of the tolls on floor 1 what a Master
 *          gets in a whole game, whatever he remembers. Where the book lacks floors of a whole game, or if
 *          that is less: the Hero plays each floor by itself as if he had seen nothing, and over all deals
 *          loses no more than the tolls of the three floors say.
 * docs/solver.md has the proofs.
 */
#ifndef LAN_WHOLE_H
#define LAN_WHOLE_H

#include "book.h"

/* Whether a book has all stages of a whole game. */
bool whole_complete(const struct shy_rules *rules, const struct book *book);

/*
 * The lower bound. A floor of a game that the book lacks is taken from the floor by itself. Negative when
 * the book lacks that too, or there is no memory.
 */
double whole_lower(const struct shy_rules *rules, const struct shapes *shapes, const struct book *book,
                   int threads);

/* The upper bound, as far as the tolls in the book are true (verify.h); 1 when the book lacks the floors. */
double whole_upper(const struct shy_rules *rules, const struct book *book);

/*
 * Replaces the Master's mixes on floors 1 and 2 for the case that the Hero has seen all by those that are
 * best against a Hero who is told everything, found in so many rounds. `tell` is called before each stage
 * with how many are done of how many. False when there is no memory, or the book lacks a stage.
 */
bool whole_improve(const struct shy_rules *rules, const struct shapes *shapes, struct book *book, int threads,
                   int rounds, void (*tell)(int done, int all));

#endif
