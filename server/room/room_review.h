/*
 * room_review.h - reviews of finished games: computed in a queue of their own, kept with their tables, and
 * delivered to those who may see the replay.
 *
 * A review is a document of the space SPACE_REVIEW, TABLE/SEAT, with the version of the method and the hash
 * of the record that it was made from; one that does not fit both is computed anew. What cannot be computed
 * within the bounds is kept as that, so that it is tried once. Clients ask until it is there; every answer
 * asks for the right again. A record that somebody brings along is reviewed in the same queue, one at a time
 * for each person, and nothing of it is kept.
 */
#ifndef LAN_SERVER_ROOM_REVIEW_H
#define LAN_SERVER_ROOM_REVIEW_H

#include <stdbool.h>

struct ask;
struct client;
struct room;
struct server;
struct store_batch;

/* A server that stops: reviews under way are left. */
void reviews_stop(struct server *server);
/* For client_on_close: the review of a record that nobody waits for any more is left. */
void reviews_client_closed(struct client *client);
/* Adds the deletion of a table's reviews. */
void reviews_delete(struct store_batch *batch, const char *table);

/*
 * Begins the review of a daily deal that is over, in the player's share; its result goes to
 * room_daily_reviewed with `about`. False when it cannot begin now.
 */
bool review_daily(struct room *room, int seat, const char *about);

/* Operations of ops.def. */
void op_review(struct ask *ask, struct room *room);
void op_review_record(struct ask *ask);

#endif
