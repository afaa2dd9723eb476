/*
 * loop_sim.h - the event loop of one node of a simulated world (server/net/loop.h): timers, wake-ups and work
 * are events of the world's virtual time (sim.h), and streams are links (link.h) to clients of the world.
 *
 * Each event is a turn of its own. Work is done in the loop's thread, `work_ms` after it was given, as if
 * another thread had needed so long. loop_connect and loop_watch_create return NULL; no signal is ever
 * raised. loop_run runs what is due now and returns.
 */
#ifndef LAN_WORLD_LOOP_SIM_H
#define LAN_WORLD_LOOP_SIM_H

#include "link.h"
#include "loop.h"
#include "sim.h"

struct loop_sim {
    struct loop base;
    struct sim *sim;
    struct sim_turn *turns;
    struct link *links;
    struct loop_listener *listener;
    /* How long work takes from now on. */
    int64_t (*work_ms)(void *context);
    void *context;
    void (*slept)(void *context); /* called by loop_sleep, so that a store may go on meanwhile */
    int works;                    /* given and not yet done */
    bool dead;                    /* the node has crashed: nothing it does has an effect outside */
};

struct loop_sim *loop_sim_create(struct sim *sim);
/*
 * A client connects from an address in numbers; NULL where nobody listens. The functions of `user` are called
 * from now on.
 */
struct link *loop_sim_connect(struct loop_sim *loop, const char *address, const struct link_user *user,
                              void *context);
/* Something was called from outside the loop's events: ends the turn. */
void loop_sim_turn(struct loop_sim *loop);
/* The node crashes: its streams end for their clients without a word, and nothing is sent any more. */
void loop_sim_die(struct loop_sim *loop);

#endif
