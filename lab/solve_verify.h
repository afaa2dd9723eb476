/*
 * solve_verify.h - the parts of `lanterne solve` that take long over a whole book: --verify computes all its
 * figures anew and compares them (verify.h), --measure enters them, --whole learns a whole game and enters
 * mixes and prices (joint.h, whole.h). They print how far they are and how long it may still take, to
 * stderr.
 */
#ifndef LAN_SOLVE_VERIFY_H
#define LAN_SOLVE_VERIFY_H

#include "args.h"
#include "verify.h"

/*
 * Compares every figure of the book. With --checkpoint a run that was ended goes on where it was. Exit
 * status: CLI_BAD_FILE when a figure differs, after telling which.
 */
int solve_verify(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                 const struct book *book, int threads);

/*
 * Computes every figure of the book from its strategies and enters it, in place of what the book said. The
 * caller writes the book. With --checkpoint a run that was ended goes on where it was.
 */
int solve_measure(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                  struct book *book, int threads);

/*
 * Learns a whole game for --time, beginning with what the book has, or with what --checkpoint has kept, and
 * enters mixes and prices; the figures of these stages then claim nothing until they are measured. The
 * caller writes the book. Exit status: CLI_USAGE when the book lacks a stage to begin with.
 */
int solve_whole(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                struct book *book, int threads, double seconds);

#endif
