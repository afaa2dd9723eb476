/*
 * hero.h - how the Hero plays from a book, on any shape, also one that the Master should never build.
 *
 * The book has the price of every pair: no hand of it gets more against the Hero's average. On a given shape it is enough to
 * find a way of playing that keeps every hand at its pair's price, so the shape is solved by itself: a Master who may take any
 * hand, paying its price, or stay away. A few hundred rounds take a fraction of a second. How much this Hero loses
 * against a best response is measured over all shapes by hero_price.
 */
#ifndef LAN_HERO_H
#define LAN_HERO_H

#include "book.h"

enum { HERO_ROUNDS = 400 };

struct hero_plan {
    struct floor floor;
    float *chance; /* of each action of the tree, summing to 1 in each node that is ever reached, else 0 */
    double *kills; /* how often each of floor.hands kills the Hero who plays so */
};

/* False when there is no memory. */
bool hero_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 const struct book_stage *stage, int rounds, struct hero_plan *plan);
void hero_destroy(struct hero_plan *plan);

/*
 * Where the Hero has walked, over tiles that are up, since the last thing came up or the last skill was spent. All of these
 * tiles are in one node, and a move is drawn once for a node: what is drawn on the way must be what was drawn before.
 */
struct hero_walk {
    uint8_t start;
    uint8_t count;
    uint8_t tile[SHY_TILES_MAX]; /* the last is where he stands */
};

/*
 * The tiles that lead from `start` through what can be walked freely to where a move, TREE_MOVE, can be made; how many, or -1 when
 * it can be made from nowhere. Of equal ways always the same one.
 */
int hero_route(const struct shy_rules *rules, const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
               int start, uint32_t move, uint8_t route[SHY_TILES_MAX]);

/*
 * A move for a position on the plan's shape, TREE_MOVE, and its chance. It is drawn among those whose route begins with the walk,
 * so that over a whole walk every move has the chance that the plan gives it, whatever the seeds on the way. -1 where the
 * tree has no node, which is where nothing can go wrong or nothing can be done.
 */
int64_t hero_move(const struct shy_rules *rules, const struct hero_plan *plan, const struct shy_hunt *hunt,
                  const uint8_t kind[SHY_TILES_MAX], int reveals, const struct hero_walk *walk,
                  struct lan_rng *rng, double *chance);

/* The most that a hand of each pair gets against this Hero on one of the shapes. False when there is no memory. */
bool hero_price(const struct shy_rules *rules, const struct shapes *shapes, const struct book_stage *stage,
                int rounds, double price[FACT_PAIRS]);

#endif
