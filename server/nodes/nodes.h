/* nodes.h - other nodes over the same store: what they changed, who is at a table through them. */
#ifndef LAN_SERVER_NODES_H
#define LAN_SERVER_NODES_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/* For store_options.notified, with the server as context. */
void nodes_notified(void *server, const char *name, uint64_t number);
/* Looks for what `lanterne admin` has changed in a store that is not shared, where nobody is notified. */
void admin_changes_read(struct server *server);
/* Begins to follow the others; false with a message when this node may not join them. */
bool nodes_start(struct server *server);
void nodes_tick(struct server *server);
/* Says goodbye, so that nobody waits for us. */
void nodes_stop(struct server *server);
void nodes_free(struct server *server);

#endif
