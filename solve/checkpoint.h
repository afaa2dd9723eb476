/*
 * checkpoint.h - what a solver has learnt as bytes, so that a later run goes on from there; and the hashes by
 * which checkpoints and books know what they belong to.
 *
 * The bytes: a head, the round, the arrays of both sides, and a hash over all of it. The trees are left out,
 * since building them anew takes seconds. A checkpoint is for machines of the kind that wrote it: numbers are
 * in that machine's byte order, and the head says so.
 */
#ifndef LAN_SOLVE_CHECKPOINT_H
#define LAN_SOLVE_CHECKPOINT_H

#include "solve.h"

/* The bytes of a checkpoint; the caller frees them. NULL when there is no memory. */
uint8_t *solve_checkpoint_write(const struct solve *solve, size_t *size);

/*
 * Takes over what a checkpoint of the same stage and rules holds. NULL, or why it is refused with nothing
 * changed.
 */
const char *solve_checkpoint_read(struct solve *solve, const uint8_t *bytes, size_t size);

/* The digest of the rules that a checkpoint or a book belongs to. */
void solve_digest(const struct shy_rules *rules, uint8_t out[32]);

/* BLAKE2b over some bytes. */
void solve_hash(const uint8_t *bytes, size_t size, uint8_t out[32]);

#endif
