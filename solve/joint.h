/*
 * joint.h - all floors of a whole game learnt together.
 *
 * The stages are those of game.h. The Hero remembers on each floor the set of monsters he has seen, the
 * Master his type. Both use regret matching plus as in solve.h, each stage for itself, and the stages are
 * tied together in every round:
 *   - leaving a floor is worth to the Hero what the types of the next stage let him win, as both sides have
 *     played there on average;
 *   - how likely the types of a stage are follows from how both sides have played on the floors before.
 * A Hero who forgets all but the set seen has no guarantee that this converges, and none is needed: the
 * result is a mix of hands for the Master and a price for every type, and what these are worth is computed
 * afterwards by best responses (hero_tolls, whole.h).
 *
 * Only shapes that the book's entries use are learnt on; a shape on which the Master puts no weight costs no
 * time, since nothing changes there. On all other shapes the prices alone decide (hero.h).
 */
#ifndef LAN_JOINT_H
#define LAN_JOINT_H

#include "book.h"

struct joint;

/*
 * Begins with the mixes of a book: for each stage its own or else that of the floor by itself. NULL when the
 * book lacks both for some stage, or there is no memory. `rules` and `shapes` must outlive it.
 */
struct joint *joint_create(const struct shy_rules *rules, const struct shapes *shapes,
                           const struct book *book);
void joint_destroy(struct joint *joint);

/* One round of learning on all floors. */
void joint_round(struct joint *joint);

/* The Master's chance to win the game as both sides have played on average: no bound. */
double joint_value(const struct joint *joint);

/*
 * Enters the Master's mixes and the prices of all stages in a book; these stages then claim nothing (tolls
 * of 1). False when there is no memory or the book is full.
 */
bool joint_enter(const struct joint *joint, struct book *book);

/*
 * What was learnt as bytes, which the caller frees, and back: a later run goes on from there as if there had
 * been no end. They have the shapes learnt on, so no book is needed; they are for machines of the same kind.
 * NULL when there is no memory; joint_read also when they are refused, and says why in *wrong. It only
 * reads `bytes`.
 */
uint8_t *joint_write(struct joint *joint, size_t *size);
struct joint *joint_read(const struct shy_rules *rules, const struct shapes *shapes, uint8_t *bytes,
                         size_t size, const char **wrong);

/* Rounds done. */
int joint_rounds(const struct joint *joint);

#endif
