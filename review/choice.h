/*
 * choice.h - judging one decision by what the seat knew when it was made, and by nothing else.
 *
 * Its only source is a question: the view of the seat, its list of actions and what it was told. The worth of
 * an action is the mean over deals drawn by the game's sampler, reweighted by observed behaviour where the
 * game can; every action is played out in the same deals with the same luck. Two positions that the seat
 * cannot tell apart therefore give the same mark, byte for byte.
 *
 * The best action is found in one set of deals and compared with the chosen one in another, so that the
 * difference is not too large because the best was chosen by it. A difference beyond twice its standard error
 * is measured once more in a third set, and counts when it is beyond it there too and a second opinion
 * agrees: a search that tries the two in turns and improves the play after them, where the playouts follow
 * the ratings. There, too, the gain must be beyond twice its standard error.
 */
#ifndef LAN_REVIEW_CHOICE_H
#define LAN_REVIEW_CHOICE_H

#include "bot.h"
#include "review.h"

/* In place of an action: none of the optional ones. */
#define REVIEW_DECLINED LAN_SEARCH_DECLINED

/* Bytes for the tree of a second opinion: more than its iterations fill in any game here. */
enum { CHOICE_MEMORY = 8 << 20 };

/*
 * Fills the mark for the action that the seat chose. `memory` has CHOICE_MEMORY bytes; NULL with a judge of
 * choices, which needs none. False when there was no choice: `mark` is then undefined.
 */
bool choice_judge(const struct lan_rules *rules, const struct lan_question *question, lan_action chosen,
                  const struct review_judge *judge, void *memory, struct review_mark *mark);

#endif
