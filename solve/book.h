/*
 * book.h - a solver's result as a file: for each stage of a game the Master's chances of shapes and hands,
 * and what the stage is worth. `lanterne solve` writes it; the bot "equilibrium" plays from it.
 *
 * The file: "lanbook1", the digest of the rules, the number of stages; then each stage: reveals, unseen,
 * bounds in millionths, the price of every pair in millionths, the number of entries, and the entries: shape,
 * hand and chance in parts of 2^32 of the pair's. Numbers are little endian. At the end a BLAKE2b hash over
 * everything before it.
 *
 * Functions that return a text return NULL on success, else a sentence why the book is refused.
 */
#ifndef LAN_BOOK_H
#define LAN_BOOK_H

#include "solve.h"

struct book_entry {
    uint16_t shape;
    uint16_t hand;
    uint32_t chance;
};

struct book_stage {
    struct solve_stage stage;
    /* in millionths: the bounds of these entries and of the Hero's average (solve.h) */
    uint32_t lower, upper;
    uint32_t price[FACT_PAIRS]; /* in millionths, see struct solve_bounds */
    uint32_t count;
    struct book_entry *entry; /* rising by shape, then hand */
};

enum { BOOK_STAGES_MAX = 256, BOOK_BYTES_MAX = 16 << 20 };

struct book {
    uint8_t digest[32]; /* of the rules */
    int count;
    struct book_stage stage[BOOK_STAGES_MAX];
};

/* An empty book for these rules. book_finish frees the entries of any book. */
void book_init(struct book *book, const struct shy_rules *rules);
void book_finish(struct book *book);

/*
 * Enters the average of a solver, replacing its stage if the book has it. Rare hands are left out and the
 * others rounded; the lower bound is computed for what remains. False when there is no memory or the book is
 * full.
 */
bool book_add(struct book *book, struct solve *solve, const struct solve_bounds *bounds);

/* NULL when the book does not have the stage. */
const struct book_stage *book_find(const struct book *book, struct solve_stage stage);

/* The bytes of the file; the caller frees them. NULL when there is no memory. */
uint8_t *book_write(const struct book *book, size_t *size);

/* Reads a book made for any rules and checks everything but these. A refused one leaves `book` empty. */
const char *book_parse(struct book *book, const uint8_t *bytes, size_t size);

/* Whether a book is for these rules. */
const char *book_unfit(const struct book *book, const struct shy_rules *rules);

/* Fills in the shapes that the entries number, and checks that they number no others. */
const char *book_shapes(const struct book *book, const struct shy_rules *rules, struct shapes *shapes);

/* book_parse, book_unfit and book_shapes in one. A refused book leaves `book` empty. */
const char *book_read(struct book *book, const struct shy_rules *rules, const uint8_t *bytes, size_t size);

/* A floor: its cells, rising, and the kind on each. */
struct book_floor {
    uint8_t cell[SHY_TILES_MAX];
    uint8_t kind[SHY_TILES_MAX];
};

/*
 * Draws a floor for a Master with this pair (a set of two monsters) by the chances of the stage, turned and
 * mirrored at random, among those for which `accept` returns true; NULL accepts all. False when there is
 * none.
 */
bool book_build(const struct book_stage *stage, const struct facts *facts, const struct shapes *shapes,
                unsigned pair, bool (*accept)(const void *context, const struct book_floor *floor),
                const void *context, struct lan_rng *rng, struct book_floor *floor);

/* The chances of a stage's entries as a mix for this solver: solve->hands numbers that sum to 1. */
void book_mix(const struct book_stage *stage, const struct solve *solve, double *mix);

#endif
