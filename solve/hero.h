/*
 * hero.h - how the Hero plays from a book, on any shape, also one that the Master should never build.
 *
 * The book does not hold the Hero's strategy, only a price for every type of Master (game.h): what his best
 * hand should get. On a given shape any strategy is good enough that keeps every hand of every type at the
 * type's price, so the shape is solved alone: the Master chooses a type and a hand and pays the price, or
 * does not play. Learning ends when all hands are kept at their prices, or after HERO_ROUNDS. hero_tolls
 * measures how much the Hero who plays so loses to a best response over all shapes: that is what is proved
 * of him.
 *
 * On a floor by itself a hand gets what it kills. On a floor of a game after which others come it gets the
 * Master's chance to win the game: `worth` says what leaving is worth to the Hero (game_worth, from the
 * tolls of the next floor). Where `worth` is NULL the floor is one by itself.
 */
#ifndef LAN_HERO_H
#define LAN_HERO_H

#include "book.h"

enum {
    HERO_ROUNDS = 400,       /* at most, on a floor by itself */
    HERO_ROUNDS_LEADS = 150, /* at most, on another floor of a game */
    HERO_BRIEF = 60, /* rounds with the brief tree (tree.h), on shapes that the Master should not build */
    HERO_CHECK = 10, /* rounds between looks whether all hands are at their prices */
};

/* By type, what leaving is worth: see above. */
typedef double hero_worth[CROSS_SEEN];

struct hero_plan {
    struct floor floor; /* killing, or leaving where others come after it */
    float *chance;      /* by action of the tree: 1 in all for each node that is reached, 0 in the others */
    /* by hand, for a Hero who plays the plan: how often it kills; or how often he leaves, as in cross.h */
    double *kills, *exits;
    int rounds; /* done */
};

/* The number of rounds that tolls are measured with. */
int hero_rounds(struct solve_stage stage);

/* Whether the Master builds this shape at the stage, by the entries of the book. */
bool hero_meets(const struct book_stage *stage, int shape);

/*
 * Solves one shape of the stage in at most so many rounds; `met` is hero_meets of the shape. False when
 * there is no memory.
 */
bool hero_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 bool met, const struct book_stage *stage, const hero_worth *worth, int rounds,
                 struct hero_plan *plan);
void hero_destroy(struct hero_plan *plan);

/* What a hand of the plan gets for a type that has it. */
double hero_pays(const struct hero_plan *plan, const hero_worth *worth, int type, uint32_t hand);

/*
 * Where the Hero has walked, over tiles that are up, since the last tile was turned up or the last skill was
 * used. All these tiles are in one node of the tree, for which one move is drawn; the steps of the walk led
 * towards that move, so later draws must be consistent with them.
 */
struct hero_walk {
    uint8_t start;
    uint8_t count;
    uint8_t tile[SHY_TILES_MAX]; /* the last is where he stands */
};

/*
 * The shortest route from `start`, over tiles that can be walked freely, to a tile from which the move
 * (TREE_MOVE) can be made. Returns its length, or -1 when there is none. Of several shortest routes it is
 * always the same one.
 */
int hero_route(const struct shy_rules *rules, const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
               int start, uint32_t move, uint8_t route[SHY_TILES_MAX]);

/*
 * Draws a move (TREE_MOVE) for a position on the plan's shape, and returns its chance too. Only moves whose
 * route begins with the walk are drawn: so over a whole walk every move has the chance that the plan gives
 * it, whichever seeds were used on the way. -1 where the tree has no node: where the Hero can no longer die,
 * or has no move.
 */
int64_t hero_move(const struct shy_rules *rules, const struct hero_plan *plan, const struct shy_hunt *hunt,
                  const uint8_t kind[SHY_TILES_MAX], int reveals, const struct hero_walk *walk,
                  struct lan_rng *rng, double *chance);

/* By type, what its best hand on any of the shapes gets from this Hero. False when there is no memory. */
bool hero_tolls(const struct shy_rules *rules, const struct facts *facts, const struct shapes *shapes,
                const struct book_stage *stage, const hero_worth *worth, double toll[GAME_TYPES]);

#endif
