/*
 * solve_explain.h - `lanterne solve --explain`: a floor as the book sees it. It draws the floor with the
 * chances that a monster or the Exit lies on each tile that is face down, given the shape and what is turned
 * up; then the Hero's moves, how often the plan makes each and what comes of it; and the Master's hands that
 * fit, with their chances and what they get against the plan, beside the price that a hand of the pair may
 * get.
 */
#ifndef LAN_SOLVE_EXPLAIN_H
#define LAN_SOLVE_EXPLAIN_H

#include "args.h"
#include "book.h"

/*
 * For --floor, --reveals and --unseen; without --floor the shape that is built most often. Where the book
 * has this floor as part of a whole game, chances are those to win the game, else to be killed on this
 * floor. CLI_USAGE when the floor is none, or the book lacks the stage.
 */
int solve_explain(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                  const struct book *book);

#endif
