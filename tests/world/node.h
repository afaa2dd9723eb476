/*
 * node.h - one node of a simulated world: the real server (server/command/life.h) on a loop and a store in
 * memory.
 */
#ifndef LAN_WORLD_NODE_H
#define LAN_WORLD_NODE_H

#include "disk.h"
#include "loop_sim.h"
#include "server.h"

struct node {
    struct sim *sim;
    struct disk *disk;
    int slot;
    uint64_t seed;
    int incarnation;       /* how often it was started */
    struct server *server; /* NULL while it is down */
    struct loop_sim *loop;
    struct lan_rng rng;
    int64_t work_least, work_more; /* how long the work of other threads takes */
    int64_t wall_step;             /* by how much the machine's clock was set ahead or back, in all */
    int64_t up_since;
    bool stopping;
    void (*before)(
        void *context); /* called before it ends by itself, and before script.c starts it; may be NULL */
    void *context;
    uint64_t logged_broken; /* tables that it could not read although the store did not fail, */
    char broken[200];       /* and what it said of the last */
    int64_t pace_ms;        /* of its bots */
    bool talk;              /* its log goes to stderr */
    bool test;              /* its clock stands until it is stepped, and its records say so */
};

void node_init(struct node *node, struct sim *sim, struct disk *disk, int slot, uint64_t seed);
/* Starts it; it must be down. */
void node_start(struct node *node);
/* As by SIGTERM: people are told, and the node ends by itself a little later. */
void node_stop(struct node *node);
/* As by SIGKILL or a power cut, and frees what it had in memory. */
void node_crash(struct node *node);

#endif
