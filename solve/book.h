/*
 * book.h - what the Master plays, as a file: for each stage of a game the chances of shapes and hands, and what the
 * stage is worth. Bots read it; `lanterne solve` writes it.
 *
 * The file: "lanbook1", the digest of the rules, the number of stages; then each stage: reveals, unseen, bounds in
 * millionths, the price of every pair in millionths, the number of entries, and the entries: shape, hand and chance in
 * parts of 2^32 of the pair's. Numbers are little endian. At the end a BLAKE2b hash over everything before it.
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
    uint32_t lower, upper; /* in millionths: of the entries as they stand here, and of the Hero's average */
    uint32_t price[FACT_PAIRS];
    uint32_t count;
    struct book_entry *entry; /* rising by shape, then hand */
};

enum { BOOK_STAGES_MAX = 256, BOOK_BYTES_MAX = 16 << 20 };

struct book {
    uint8_t digest[32]; /* of the rules */
    int count;
    struct book_stage stage[BOOK_STAGES_MAX];
};

/* An empty book for these rules. */
void book_init(struct book *book, const struct shy_rules *rules);
void book_finish(struct book *book);

/*
 * Puts what a solver has learnt in, instead of what was there for its stage. Rare hands are left out and the rest
 * rounded; the lower bound is that of what remains. False when there is no memory or no space left in the book.
 */
bool book_add(struct book *book, struct solve *solve, const struct solve_bounds *bounds);

const struct book_stage *book_find(const struct book *book, struct solve_stage stage);

/* The bytes of the file; the caller frees them. NULL when there is no memory. */
uint8_t *book_write(const struct book *book, size_t *size);

/* Reads a book, for whatever rules it was made, and checks all else. NULL, or why it is refused; then `book` is empty. */
const char *book_parse(struct book *book, const uint8_t *bytes, size_t size);

/* NULL, or why a book is not for these rules. */
const char *book_unfit(const struct book *book, const struct shy_rules *rules);

/* Fills in the shapes that the entries of a book for these rules are about. NULL, or why there can be no such book. */
const char *book_shapes(const struct book *book, const struct shy_rules *rules, struct shapes *shapes);

/* All of it: a book for these rules, or why it is refused; then `book` is empty. */
const char *book_read(struct book *book, const struct shy_rules *rules, const uint8_t *bytes, size_t size);

/* A whole floor: rising cells and what lies on each. */
struct book_floor {
    uint8_t cell[SHY_TILES_MAX];
    uint8_t kind[SHY_TILES_MAX];
};

/*
 * What a Master with this pair, a set of two monsters, builds: drawn by the chances of the stage and turned at random, of
 * those that are wanted; `wish` may be NULL. False when the book has none for the pair.
 */
bool book_build(const struct book_stage *stage, const struct facts *facts, const struct shapes *shapes,
                unsigned pair, bool (*wish)(const void *context, const struct book_floor *floor),
                const void *context, struct lan_rng *rng, struct book_floor *floor);

/* The chances of a stage's entries as a solver's mix: solve->hands numbers that sum to 1. */
void book_mix(const struct book_stage *stage, const struct solve *solve, double *mix);

#endif
