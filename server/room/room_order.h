/*
 * room_order.h - order at a table: blocking and reporting people, words that are replaced by stars, and who
 * may not take a seat because the host has blocked them. The host's removals and mutes are in room_host.h.
 */
#ifndef LAN_SERVER_ROOM_ORDER_H
#define LAN_SERVER_ROOM_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "server.h"

struct ask;
struct buf;
struct room;
struct store_batch;

/*
 * The text with the words of the host's and the server's list as stars, into `out`. Returns whether there
 * were any.
 */
bool room_words_clean(const struct room *room, const char *text, char *out, size_t size);
/* False, with the ask refused, when a name has such a word. */
bool ask_name_wanted(struct ask *ask, const struct room *room, const char *name);
/*
 * Whether the asker may take a seat: not while they are suspended, nor when the host has blocked them. False
 * when the ask was refused, or when the host's blocks must be read first; then it runs again after. They are
 * read for everybody but the host, so that the moment of the answer does not tell who has blocked somebody.
 */
bool room_may_join(struct ask *ask, struct room *room);
/* Adds to the batch the act of moderation that an entry is, if it is one. */
void room_audit(struct store_batch *batch, const struct room *room, const struct ask *ask,
                const struct buf *entry);

/* Operations of ops.def. */
void op_block(struct ask *ask, struct room *room);
void op_report(struct ask *ask, struct room *room);
void op_words(struct ask *ask, struct room *room);

#endif
