/*
 * book.h - a solver's result as a file: for each stage of a game the Master's chances of shapes and hands,
 * and what the stage is worth. `lanterne solve` writes it; the bot "equilibrium" plays from it.
 *
 * The file: "lanbook2", the digest of the rules, the bounds of a whole game, the number of stages; then each
 * stage: reveals, unseen, storey, bounds, the number of types; for each type its price in millionths and its
 * toll; the number of entries, and the entries: shape, hand and chance in parts of 2^32 - 1 of the pair's,
 * to which those of each pair add up. Whole numbers are little endian, bounds and tolls IEEE doubles as
 * such. At the end a BLAKE2b hash over everything before it. The hash finds damage; that the figures are
 * true is found by computing them anew (verify.h).
 *
 * Functions that return a text return NULL on success, else a sentence why the book is refused.
 */
#ifndef LAN_BOOK_H
#define LAN_BOOK_H

#include "game.h"

struct book_entry {
    uint16_t shape;
    uint16_t hand;
    uint32_t chance;
};

struct book_stage {
    struct solve_stage stage;
    /*
     * With all pairs equally likely: how often these entries kill on this floor at least; and the mean of
     * the tolls, which on a floor by itself is how often a Hero is killed at most who plays from the prices.
     */
    double lower, upper;
    int types; /* game_types */
    /*
     * By type: what the Hero's plan on a shape aims at (hero.h), in millionths; and its toll, what the type
     * then really gets at most, on any shape; 1, which claims nothing, where it was not computed. On a
     * floor by itself both count deaths on this floor, else the Master's chance to win the game.
     */
    uint32_t price[GAME_TYPES];
    double toll[GAME_TYPES];
    uint32_t count;
    struct book_entry *entry; /* rising by shape, then hand */
};

enum {
    BOOK_STAGES_MAX = 256,
    BOOK_BYTES_MAX = 16 << 20,
    BOOK_MILLION = 1000000, /* prices are in millionths */
};

struct book {
    uint8_t digest[32]; /* of the rules */
    /* bounds of the Master's chance to win a whole game (whole.h); both 0 where they are not computed */
    double lower, upper;
    int count;
    struct book_stage stage[BOOK_STAGES_MAX];
};

/* An empty book for these rules. book_finish frees the entries of any book. */
void book_init(struct book *book, const struct shy_rules *rules);
void book_finish(struct book *book);

/*
 * Makes the chances of every pair add up to UINT32_MAX, as they must in a book that is read. Any chances
 * but 0 will do before. book_unsettled returns a pair for which they do not, or -1.
 */
void book_settle(struct book_stage *stage);
int book_unsettled(const struct book_stage *stage);

/* The place of a stage in the book, or a new and empty one; NULL when the book is full. */
struct book_stage *book_place(struct book *book, struct solve_stage stage);

/* What a type of a stage gets at most, by the tolls in the book (`context`): for game_worth. */
double book_toll(const void *context, struct solve_stage stage, int type);

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

#endif
