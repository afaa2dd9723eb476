/* nodes.h - several nodes over one store: notifications of changes, presence at tables, death of nodes. */
#ifndef LAN_SERVER_NODES_H
#define LAN_SERVER_NODES_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/* For store_options.notified, with the server as context. */
void nodes_notified(void *server, const char *name, uint64_t number);
/* Applies the changes that `lanterne admin` left in a store that is not shared and has no notifications. */
void admin_changes_read(struct server *server);
/* Joins the other nodes; false with a message on stderr when this node may not. */
bool nodes_start(struct server *server);
void nodes_tick(struct server *server);
/* Withdraws presence, leases and heartbeat, so that the other nodes take over at once. */
void nodes_stop(struct server *server);
void nodes_free(struct server *server);

/* Takes over the tables whose bots a dead node let think; asked again until the store has answered. */
void nodes_leases_read(struct server *server);

#endif
