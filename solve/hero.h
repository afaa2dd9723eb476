/*
 * hero.h - how the Hero plays from a book, on any shape, also one that the Master should never build.
 *
 * The book does not hold the Hero's strategy, only the price of every pair: the most that a hand of the pair
 * gets against the Hero's average. On a given shape any strategy is good enough that keeps every hand at its
 * pair's price, so the shape is solved alone: the Master chooses a hand and pays its price, or does not play.
 * A few hundred rounds take a fraction of a second. hero_price measures how much this Hero loses against a
 * best response over all shapes.
 */
#ifndef LAN_HERO_H
#define LAN_HERO_H

#include "book.h"

enum { HERO_ROUNDS = 400 };

struct hero_plan {
    struct floor floor;
    float *chance; /* by action of the tree: 1 in all for each node that is reached, 0 in the others */
    double *kills; /* by hand of the floor: how often it kills a Hero who plays the plan */
};

/* Solves one shape of the stage. False when there is no memory. */
bool hero_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 const struct book_stage *stage, int rounds, struct hero_plan *plan);
void hero_destroy(struct hero_plan *plan);

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

/* By pair, how often its best hand on any of the shapes kills this Hero. False when there is no memory. */
bool hero_price(const struct shy_rules *rules, const struct shapes *shapes, const struct book_stage *stage,
                int rounds, double price[FACT_PAIRS]);

#endif
