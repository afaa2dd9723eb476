/*
 * world.h - a simulated world: nodes of the real server, a disk, a network, people, and a script drawn from a
 * seed. main.c runs worlds; script.c drives them; oracle.c judges them after every step.
 */
#ifndef LAN_WORLD_WORLD_H
#define LAN_WORLD_WORLD_H

#include "client.h"
#include "disk.h"
#include "ledger.h"
#include "node.h"
#include "sim.h"

enum { WORLD_CLIENTS_MAX = 200, WORLD_TABLES_MAX = 400 };

/* What kind of world: everything that is not drawn from the seed. */
struct world_plan {
    uint64_t seed;
    int nodes, clients;
    int64_t pause_ms;    /* between two actions of one client, on average */
    uint32_t chaos;      /* one action of so many is a fault of network, disk or node; 0: none is */
    uint32_t actions;    /* how many there are */
    const uint8_t *left; /* actions that are left out, by bit; NULL: none. For shrinking */
    bool back;           /* the disk may be told to come back older */
    int64_t pace_ms;     /* of bots */
    bool talk;           /* nodes' logs and actions go to stderr */
};

/* A table that people have heard of. */
struct world_table {
    char id[ID_TABLE + 1];
    int host;       /* the client who made it */
    char offer[40]; /* an offer's secret that somebody was given; "" for none */
    int64_t made;
};

/* A table whose start is lost and made again (script_faults.c). */
struct world_lost {
    char table[ID_TABLE + 1];
    int host;
};

struct world_counts {
    uint64_t actions, asks, answers, refusals, pushes, acknowledged, compared, crashes, games_over;
};

struct world {
    struct sim sim;
    struct disk disk;
    struct ledger ledger;
    struct world_plan plan;
    struct node node[DISK_NODES];
    struct client client[WORLD_CLIENTS_MAX];
    struct world_table table[WORLD_TABLES_MAX];
    int tables;      /* the latest WORLD_TABLES_MAX are kept */
    uint32_t action; /* the next */
    struct world_lost lost;
    struct world_counts counts;
    void (*watched)(struct world *world, const struct client *client, const struct link_message *message);
    void *watcher;      /* `watched` is called with everything that is sent; NULL: nobody watches */
    uint64_t trace;     /* over everything that was sent and when */
    int64_t up_at;      /* when up_ms of the ledger was last counted */
    int64_t calm_since; /* no fault of disk or node since then */
};

/* Makes a world, with its nodes and clients; world_run makes its own. */
void world_make(struct world *world, const struct world_plan *plan);
/* Runs a world to its end or the first finding; true when there is none, else sim.failure has the text. */
bool world_run(struct world *world, const struct world_plan *plan);
/* Frees all that a world has after world_run. */
void world_free(struct world *world);

/* ---- script.c ------------------------------------------------------------------------------------------ */

/* Does action number world->action, and makes the next one happen. */
void script_next(void *world);
/* A table that a client has made. */
void script_table_made(struct world *world, const char *id, int host);
/* Counts the time since the last call as time with a server, when there is one: before one comes or goes. */
void world_up_count(struct world *world);
/* A fault that the oracles must know of is over from `until` on. */
void world_hurt(struct world *world, int64_t until);

/* ---- oracle.c ------------------------------------------------------------------------------------------ */

/* A node hands a message to a client's connection. */
void oracle_sent(struct client *client, const struct link_message *message);
/* Looks at everything that must hold at any time; called every few seconds of virtual time. */
void oracle_look(struct world *world);
#endif
