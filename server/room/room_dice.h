/* room_dice.h - fair dice at a table: the exchange of bytes, and the start of the match. */
#ifndef LAN_SERVER_ROOM_DICE_H
#define LAN_SERVER_ROOM_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct buf;
struct room;
struct table;

/* The secret of the log's present dice is in memory. */
bool room_secret_known(const struct room *room);
/* The game is over, and the secret behind its dice is in memory and not in the log. */
bool room_opening_due(const struct room *room);
/* The entry that opens it. */
void room_opening_write(struct buf *entry, const struct room *room);
/* The log's match draws with the dice of the secret from here on. */
void room_dice_set(struct room *room);
/*
 * Starts the match with dice of a new secret, drawn by the server alone, and answers with the table's info.
 * `copied`, unless NULL, is another match whose first `entries` are played again first.
 */
void room_start(struct room *room, struct ask *ask, const struct table *copied, uint32_t entries);
/* Begins the exchange of bytes, after which room_dice_tick starts the match. */
void room_dice_start(struct room *room, struct ask *ask);
/*
 * In the state ROOM_DICE: starts the match when all bytes are in, or empties the seats whose bytes are late.
 */
void room_dice_tick(struct room *room, int64_t now);

/* Operations of ops.def. */
void op_dice_commit(struct ask *ask, struct room *room);
void op_dice_reveal(struct ask *ask, struct room *room);

#endif
