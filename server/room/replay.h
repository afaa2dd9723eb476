/*
 * replay.h - a match looked at again: from any seat, as the watcher, or with everything open.
 *
 * For matches that have ended and for records that somebody brings along; whoever calls this has seen to it that
 * nothing here is still a secret.
 */
#ifndef LAN_SERVER_REPLAY_H
#define LAN_SERVER_REPLAY_H

#include "buf.h"
#include "table.h"
#include "lan.h"

/* Through whose eyes, as the protocol numbers them: 0 the watcher, 1..8 the seats, 9 with everything open. */
enum { REPLAY_WATCHER = 0, REPLAY_OPEN = 9 };

/* Moves of people and bots in the log, and the entry after `wanted` of them with all chance behind it. */
uint32_t replay_moves(const struct table *table, uint32_t wanted, uint32_t *entry);

/*
 * The fields `moves`, `move` and `update` of an answer, with what a seat could do then as its `ask`, and with everything open `views`, one for each seat. Then
 * `told` holds every action with its seat and every event with nothing hidden, numbered for itself.
 */
void replay_write(struct buf *out, const struct table *table, int eyes, uint32_t move);

/* Why the seat could not have done this after so many moves; 0 when it could. */
int replay_refusal(const struct table *table, int seat, uint32_t move, lan_action action);

#endif
