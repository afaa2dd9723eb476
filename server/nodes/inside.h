/* inside.h - the state of a node among others, for the files of this folder alone. */
#ifndef LAN_SERVER_NODES_INSIDE_H
#define LAN_SERVER_NODES_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"
#include "room_presence.h"
#include "server.h"

enum {
    HEARTBEAT_MS = 1000,
    DEAD_MS = 7000,          /* without a heartbeat */
    POLL_OVERLAP_MS = 15000, /* longer than a transaction: what commits after a poll may be dated before */
};

struct nodes {
    struct server *server;
    struct loop_timer *poll;
    int polling;             /* reads of the present poll that are not yet answered */
    bool again;              /* poll once more when they are, since a notification was lost meanwhile */
    bool poll_failed;        /* one of them failed: the next poll asks from the same time on */
    int64_t polled;          /* lower bound of the next reads of changes, by the shared clock */
    int64_t poll_began;      /* the bound after the present poll */
    struct node_list others; /* those that are alive */
    bool known;              /* the heartbeats have been read once */
    bool beating;            /* our heartbeat is on its way: no other is sent, so that none is stored late */
    /* The latest heartbeat found at our start; 0 once it is clear whether another node lives. */
    int64_t old_heartbeat;
    /* Since when this node has had its database without a break, by the shared clock. */
    int64_t since;
    bool returning; /* the database is back, and the heartbeats are read that tell whose outage it was */
    int64_t mark, mark_sent; /* the newest mark that is stored, and that was written; 0 before the first */
    int64_t mark_next;       /* when the next is written, by the loop's clock */
    bool marking;            /* it is being read or written */
    bool older;              /* the database has lost something: the rows of all tables are to be read */
};

/* ---- nodes_poll.c -------------------------------------------------------------------------------------- */

/* Asks for everything that other nodes may have changed since the last time. */
void nodes_poll(struct nodes *nodes);
/* Takes a table's row of the list over, unless the table is in memory, and so newer. NULL: there is none. */
void nodes_row_take(struct server *server, const char *table, const char *document);

/* ---- nodes_mark.c -------------------------------------------------------------------------------------- */

/* Reads and writes this node's mark when it is time, and reads all tables anew when it has got lost. */
void mark_tick(struct nodes *nodes);

/* ---- nodes_peers.c ------------------------------------------------------------------------------------- */

/* Writes our heartbeat; `last` says that this node stops. */
void heartbeat_write(struct nodes *nodes, bool last);
/* Reads the heartbeats of all nodes: notices those that have come and those that have died. */
void peers_read_start(struct nodes *nodes);
/* Publishes changes of our presence at tables, as long as there are other nodes. */
void presence_publish(struct nodes *nodes);
/* Deletes the presence documents of nodes that are not alive. */
void presence_clean(struct nodes *nodes);

/* ---- nodes.c ------------------------------------------------------------------------------------------- */

/*
 * The database is back, and `shared` says whether the other nodes had lost it too. Then the time without it
 * is excluded from all clocks; otherwise only from those of people whom this node kept waiting.
 */
void outage_end(struct nodes *nodes, bool shared);

#endif
