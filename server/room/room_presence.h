/*
 * room_presence.h - people at a table through other nodes: each node writes a document TABLE/NODE about its
 * own clients.
 */
#ifndef LAN_SERVER_ROOM_PRESENCE_H
#define LAN_SERVER_ROOM_PRESENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

struct room;
struct server;

enum { NODES_MAX = 64 };

/* Nodes that are alive; nodes/ keeps server->others. */
struct node_list {
    char id[NODES_MAX][STORE_NODE_LETTERS + 1];
    int count;
};

bool node_list_has(const struct node_list *list, const char *node);

/* Reads the documents of a table, if other nodes are alive. */
void room_presence_read(struct server *server, const char *table);
/* Takes over one document. */
void room_presence_take(struct server *server, const struct store_row *row);
/* Sets what a node says of its clients (as room_here writes it), and tells ours what that changes. */
void room_presence_set(struct room *room, const char *node, uint32_t here);
/* The table is gone: deletes the document of this node about it, if there is one. */
void room_presence_withdraw(struct room *room);

#endif
