/*
 * verify.h - computes every figure of a book anew, from its strategies alone, and finds the first that
 * differs.
 *
 * Of each stage: `lower` from the entries, by the Hero's best response; the tolls from the prices, by the
 * plan of every shape and the best hand of every type against it; `upper` from the tolls. Of a whole game:
 * both bounds (whole.h). A toll of floor 1 or 2 is computed with the book's tolls of the next floor, which
 * are computed themselves, so that in the end all rests on entries and prices. A stage whose tolls are all 1
 * claims nothing of the Hero, and its plans are not computed.
 *
 * A lower bound of the book may be rounded down to a millionth (VERIFY_LOWER); else a figure may differ by
 * the rounding of sums (VERIFY_SUM) or, for tolls, of whole computations (VERIFY_PLAN), no more.
 *
 * The work is done stage by stage. What is done can be kept as bytes and taken up again by a later run.
 */
#ifndef LAN_VERIFY_H
#define LAN_VERIFY_H

#include "whole.h"

#define VERIFY_SUM   1e-13
#define VERIFY_LOWER 1e-6
#define VERIFY_PLAN  1e-9

enum { VERIFY_TEXT = 200 };

struct verify {
    const struct shy_rules *rules;
    const struct shapes *shapes;
    const struct book *book;
    struct facts facts;
    uint8_t hash[32];              /* of the book */
    uint8_t done[BOOK_STAGES_MAX]; /* by stage */
    struct verify_figures {
        double lower, upper, toll[GAME_TYPES];
    } figures[BOOK_STAGES_MAX];
};

/* Begins with nothing done; NULL when there is no memory. What it is given must outlive it. */
struct verify *verify_create(const struct shy_rules *rules, const struct shapes *shapes,
                             const struct book *book);
void verify_destroy(struct verify *verify);

/* Whether a stage claims anything of the Hero: not where all tolls are 1. */
bool verify_claims(const struct book_stage *stage);

/* An estimate of the time that a stage takes, against that of others. */
double verify_cost(const struct book_stage *stage);

/*
 * The stages in the order in which they must be computed, each after those of the next floor, on whose tolls
 * its own rest.
 */
void verify_order(const struct book *book, uint8_t order[BOOK_STAGES_MAX]);

/* Computes the figures of one stage. False when there is no memory, or the book lacks the next floor. */
bool verify_stage(struct verify *verify, int stage, int threads);

/*
 * For measuring instead of comparing. verify_blank takes every figure out of a book, so that what is left,
 * and the hash by which a checkpoint knows it, are strategies alone; verify_enter puts in those of a stage
 * that is done.
 */
void verify_blank(struct book *book);
void verify_enter(const struct verify *verify, int stage, struct book *book);

/*
 * Compares the figures of a stage that is done with the book's, or computes and compares the bounds of a
 * whole game, of which those that are 0 in the book claim nothing; *lower is negative when the book lacks a
 * floor. True when all agree, else the text says where and how they differ.
 */
bool verify_agrees(const struct verify *verify, int stage, char text[VERIFY_TEXT]);
bool verify_whole(const struct verify *verify, int threads, double *lower, double *upper,
                  char text[VERIFY_TEXT]);

/* What is done as bytes, which the caller frees; NULL when there is no memory. */
uint8_t *verify_write(const struct verify *verify, size_t *size);

/* Takes over what is done. NULL, or why the bytes are refused with nothing changed. */
const char *verify_read(struct verify *verify, const uint8_t *bytes, size_t size);

#endif
