/*
 * room_queue.h - operations that wait for a table, and the one place where they are run again.
 *
 * An operation runs a second time after a conflict, when another node has stored an entry first, and once
 * after a refusal by a room that may be outdated because other nodes write to the same store.
 */
#ifndef LAN_SERVER_ROOM_QUEUE_H
#define LAN_SERVER_ROOM_QUEUE_H

#include "ask.h"

struct room;

/* Runs the ask's operation on the table of its field `table`, which is loaded and waited for as needed.
   Takes over the ask. */
void room_run(struct ask *ask);
/* Runs the operations that wait, as long as the room is idle. */
void room_queue_run(struct room *room);
/* The ask's entry met a conflict: it is the next to run. */
void room_queue_again(struct room *room, struct ask *ask);
/* Refuses everything that waits. */
void room_queue_fail(struct room *room, enum fail fail);
/*
 * Ends a hold, after an operation or a part of it has run. A refusal is sent; or, where the room may be
 * outdated, dropped, and the operation runs again after a look at the log.
 */
void room_hold_end(struct ask_hold *hold);

#endif
