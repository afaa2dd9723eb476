/*
 * moment.h - when a machine answers for a seat: a pause that is drawn before its question is looked at.
 *
 * A machine is a bot, a stand-in or a person's standing answer. Whoever can see that a seat has answered can
 * also see when. So the pause is drawn from a key, the seat, the number of public changes of the position and
 * whether the game waits for the seat in public; nothing else may lengthen or shorten it. How long a bot
 * thinks, whether it has one choice or many, and whether it has a question at all are no part of it. What has
 * not been thought by then answers with what it has.
 *
 * The keeper of a table calls moment_follow after every change of its table. When it returns true a new
 * position has begun in public: every seat that a machine may answer for gets a new moment, `now` plus
 * moment_pause, whether it is asked or not. Otherwise the moments stay as they are: another seat's answer in
 * a reaction window moves nobody's, so that all answers of machines in a window come at moments drawn when it
 * opened.
 *
 * A seat that is not asked has its moment before every seat that is, as in core's serial order (lan_next):
 * what a seat may do besides comes first. So a seat acts once at its moment: the optional action that it has
 * chosen, else the answer to what the game waits for.
 *
 * The key must be unknown to the players while the game runs.
 */
#ifndef LAN_MOMENT_H
#define LAN_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "dice.h"
#include "table.h"

/* What is public about the position of a table, as far as moments depend on it. */
struct moment {
    struct table_reader reader; /* of the watcher */
    uint32_t number;            /* public changes so far; the same when a stored table is followed again */
    uint16_t must;              /* seats, by bit, that the game waits for */
    uint8_t active;
    bool window, begun;
};

/* Follows a table from its beginning. The table must outlive it. */
void moment_init(struct moment *moment, const struct table *table);

/*
 * Takes over what has become public since the last call. True when the position has changed in public: an
 * event told to the watcher or taken back, another holder of a seat, another seat's turn, a window that opens
 * or closes, a seat that is newly asked. Votes and pauses change nothing, nor does an answer in a window that
 * stays open, or a seat that is no longer asked while others are.
 */
bool moment_follow(struct moment *moment);

/*
 * Milliseconds from the beginning of the present position to the moment of a seat: around `pace` for a seat
 * that is asked (3/4 to 5/4 of it), earlier (1/4 to 3/4) for the others.
 */
int64_t moment_pause(const struct moment *moment, const struct lan_dice *key, int seat, int64_t pace);

/*
 * Whether nobody but the seat would be told of its action, nor see the game wait for others: the master of
 * Shy Monsters builds. Such an action needs no moment: the keeper plays it as soon as it is thought, and puts
 * the moment of the first one that is seen off once by a fixed time. For the keeper only.
 */
bool moment_unseen(const struct table *table, int seat, lan_action action);

#endif
