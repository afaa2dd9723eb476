/*
 * alive.h - the heartbeat of a server that has its store for itself: from its last one on no server was up.
 *
 * The next server excludes that time from the clocks of running games, and its time does not go back behind
 * the heartbeat when the wall clock has: entries of running games would lie in the future, and nothing would
 * happen at them until then. So a heartbeat goes into the batch of the first entry that a server stores, and
 * one is written every few seconds while entries are stored or clocks run.
 *
 * The document is "AT", or "AT FROM" as long as not all running tables have been loaded since the start: FROM
 * is when the server before was last up. A game that was not loaded has no entry yet that excludes the time
 * since then, and still needs it when this server ends.
 */
#ifndef LAN_SERVER_ALIVE_H
#define LAN_SERVER_ALIVE_H

struct server;
struct store_batch;

/* Adds a heartbeat; nothing as long as that of the server before has not been read. */
void alive_put(struct server *server, struct store_batch *batch);

/* Takes the heartbeat of the server before, NULL when there is none. */
void alive_take(struct server *server, const char *document);

#endif
