/*
 * room_daily.h - the deal of the day at a table: one game of one person, who plays it once (docs/daily.md).
 *
 * The table is an ordinary one, whose first entry has the field `daily`. Its dice are the day's (daily.h).
 * Only operations with OP_DAILY run there: no undo, advice, chat, watching, handing over or playing on; and
 * until the day is over nobody sees a record, the replay or the review (room_rights.h).
 *
 * Only accounts that were made before the day play it: another one, made to look at the deal first, has to
 * be a day old. A person's game is claimed in the batch that stores the table: a document of SPACE_DAILY,
 * PERSON/DATE, which must be new. Of two tabs, devices or nodes one is first, and the others are led to its
 * table. The same bytes stand under DATE/PERSON in SPACE_DAY, for the ranking. When the game is over the
 * result is added, and a review is begun, which adds the result less luck; should the server end in between,
 * both are made up for when the ranking is next asked for. All follow from the log, so writing them twice
 * changes nothing.
 */
#ifndef LAN_SERVER_ROOM_DAILY_H
#define LAN_SERVER_ROOM_DAILY_H

#include <stddef.h>

struct ask;
struct buf;
struct room;
struct room_daily;
struct server;
struct store_batch;

/* Into the first entry of a table: the field `daily`. */
void room_daily_write(struct buf *entry, const struct room_daily *daily);
/* Looks whether the day is over. */
void room_daily_look(struct room *room);
/* Adds the claim to the batch with the table's first entry; after a conflict there the ask runs again. */
void room_daily_claim(struct store_batch *batch, const struct room *room);
void room_daily_again(struct ask *ask);
/* Of a game that is over: stores the result and begins the review, unless that was done. */
void room_daily_settle(struct room *room);
/*
 * The review has come; `document` is its JSON, NULL when there is none within the bounds. `about` is the
 * document of the game before it, `person` whose it is.
 */
void room_daily_reviewed(struct server *server, const char *person, const char *about, const char *document,
                         size_t length);
/* Deletes the document of the ranking that belongs to the one under `key`, PERSON/DATE. */
void daily_day_delete(struct store_batch *batch, const char *key);

/* Operations of ops.def; op_daily is in daily_rank.c. */
void op_daily(struct ask *ask);
void op_daily_start(struct ask *ask);

#endif
