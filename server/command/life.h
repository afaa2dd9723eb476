/*
 * life.h - a server from its open store to its end: what `lanterne serve` runs on sockets and files, and the
 * simulated world (tests/world) on a network and a store in memory.
 *
 * The order: life_create, with the loop, the environment and the configuration set in the server; the store,
 * opened with life_store_options; life_begin; loop_run, until life_stop has ended everything; life_finish.
 */
#ifndef LAN_SERVER_LIFE_H
#define LAN_SERVER_LIFE_H

#include <openssl/types.h>

#include "server.h"
#include "store.h"

/* Makes the handles that the server needs before it has a store. */
void life_create(struct server *server);
/* What the server wants to be told by its store. */
struct store_options life_store_options(struct server *server);
/*
 * Joins the other nodes, begins to read the list of tables, and listens, under a certificate where there is
 * one. Returns the port, or an error of the loop.
 */
int life_begin(struct server *server, const struct net_place *place, SSL_CTX *tls);
/* Asked once, gives the clients STOP_MS; asked again, ends at once. `signal` is for the log. */
void life_stop(struct server *server, int signal);
/* After loop_run: closes the store and frees everything but the loop. */
void life_finish(struct server *server);

#endif
