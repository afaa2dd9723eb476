/*
 * cross.h - one shape of a floor after which another comes: how often each hand lets the Hero out, by what he
 * has seen of its pair.
 *
 * A hand's pair has two monsters, the first being the one with the lower number. What the Hero has seen of
 * them when he leaves is a number 0..3: bit 0 the first, bit 1 the second. What leaving is worth depends on
 * it, so a Master's strategy counts here as a weight for every hand and every such number (a `prize`), and a
 * Hero's as a chance for every hand and number (an `exit`). Both are arrays of CROSS_SEEN times floor hands.
 * The Hero wants a large sum of prizes. Hands are all those of pairs that may come; the tree is that of
 * tree_create_leaving.
 */
#ifndef LAN_CROSS_H
#define LAN_CROSS_H

#include "floor.h"

/* `brief`: with the smaller tree. False, with nothing to destroy, when there is no memory; floor_destroy. */
bool cross_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, bool brief, struct floor *floor);

/*
 * One step of regret matching plus for the Hero against these prizes; exits[] is then how often he leaves so
 * with his new strategy. scratch->value and ->action have how often nodes are reached, and the chances.
 */
void cross_learn(struct floor *floor, const double *prize, double *exits, struct floor_scratch *scratch);

/* The most that a Hero can get of these prizes within the tree. */
double cross_best(const struct floor *floor, const double *prize, struct floor_scratch *scratch);

/*
 * What comes of every action if the Hero then plays for the most within the tree: scratch->action[a] is what
 * he gets of the prizes after action a, scratch->value[n] the same from node n on.
 */
void cross_values(const struct floor *floor, const double *prize, struct floor_scratch *scratch);

#endif
