/*
 * replay.h - an earlier position of a match, as one seat or the watcher saw it then, or with everything open.
 *
 * For matches that have ended and for records that a person brings along. Nothing here checks the right to
 * see: the caller makes sure that nothing in the log is a secret any more.
 */
#ifndef LAN_WIRE_REPLAY_H
#define LAN_WIRE_REPLAY_H

#include "buf.h"
#include "table.h"
#include "lan.h"

/*
 * The viewers as the protocol numbers them (`eyes` below): 0 the watcher, 1..8 the seats, 9 everything open.
 */
enum { REPLAY_WATCHER = 0, REPLAY_OPEN = 9 };

/*
 * The number of moves in the log: actions of people and bots, whether or not they were taken back later.
 * `entry` becomes the number of the log entry that stands after `wanted` moves and all chance that followed
 * them; the last entry when there are fewer moves.
 */
uint32_t wire_replay_moves(const struct table *table, uint32_t wanted, uint32_t *entry);

/*
 * The fields `moves`, `move` and `update` of an answer: the position after `move` moves. Through a seat's
 * eyes `ask` is what that seat could do then. With everything open, `told` holds every action with its seat
 * and every event with nothing hidden, numbered from 1, and a further field `views` has the view of each
 * seat.
 */
void wire_replay_write(struct buf *out, const struct table *table, int eyes, uint32_t move);

/*
 * The refusal of an action by the seat (0..7) in the position after `move` moves; 0 when it would have been
 * accepted. The table is not changed.
 */
int wire_replay_refusal(const struct table *table, int seat, uint32_t move, lan_action action);

#endif
