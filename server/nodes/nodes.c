/*
 * nodes.c - a node among several that share one store: joining and leaving, and the database away and back.
 *
 * No node owns a table: the log in the store is the truth, and a node that learns of an entry it lacks reads
 * it (nodes_poll.c). Nodes know of each other by heartbeats (nodes_peers.c).
 */
#include "nodes.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "client.h"
#include "env.h"
#include "inside.h"
#include "log.h"
#include "map.h"
#include "room.h"
#include "room_load.h"
#include "room_subscribe.h"
#include "room_sweep.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum {
    POLL_FAST_MS = 300,  /* --notify=poll */
    POLL_SLOW_MS = 2000, /* the delay after a lost notification */
    STORE_TIMEOUT_MS = 3000,
};

static void poll_due(void *context)
{
    struct nodes *nodes = context;
    if (!nodes->polling)
        nodes_poll(nodes);
}

/* ---- The store away and back --------------------------------------------------------------------------- */

static void store_lost(struct server *server, int64_t waited)
{
    struct room *room;
    server->store_away = true;
    server->store_away_since = env_now(&server->env) - waited;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));)
        room->kept_waiting = room->phase & (PHASE_IDLE | PHASE_COMMITTING) ? (uint16_t)room_here(room) : 0;
    log_line(server, "store-away", "\"waited_ms\":%lld", (long long)waited);
    client_notice(server, "storage",
                  "The server cannot reach its database. Nothing you did is lost; please wait a moment.",
                  "Le serveur n'atteint plus sa base de données. Rien n'est perdu ; patiente un instant.");
}

void outage_end(struct nodes *nodes, bool shared)
{
    struct server *server = nodes->server;
    int64_t now = env_now(&server->env);
    nodes->returning = false;
    nodes->since = now;
    nodes->old_heartbeat = 0;
    server->store_away = false;
    log_line(server, "store-back", "\"after_ms\":%lld,\"alone\":%s",
             (long long)(now - server->store_away_since), shared ? "false" : "true");
    client_notice(server, "storage", "The server has its database again: play on.",
                  "Le serveur a retrouvé sa base de données : on continue.");
    if (shared) {
        server->down_from = server->store_away_since;
        server->up_since = now;
    } else {
        server->alone_from = server->store_away_since;
        server->alone_until = now;
    }
    /* What was committed during the outage may be dated from its beginning on. */
    if (nodes->polled > server->store_away_since - POLL_OVERLAP_MS)
        nodes->polled = server->store_away_since - POLL_OVERLAP_MS;
    sweep_all(server);
    rooms_resume(server);
    nodes_poll(nodes);
}

/* When the database is back, the heartbeats tell whether the other nodes had it meanwhile. */
static void store_watch(struct nodes *nodes)
{
    struct server *server = nodes->server;
    struct store_counts counts;
    server->store->counts(server->store, &counts);
    bool away = counts.away || counts.waited > STORE_TIMEOUT_MS;
    if (away && !server->store_away && counts.waited > STORE_TIMEOUT_MS / 3)
        store_lost(server, counts.waited);
    nodes->returning = server->store_away && !away;
}

/* ---- Life ---------------------------------------------------------------------------------------------- */

void nodes_tick(struct server *server)
{
    struct nodes *nodes = server->nodes;
    if (!nodes)
        return;
    int64_t ahead = store_clock_ahead(server->store), drift = ahead - server->env.ahead;
    /* Smaller differences are measurement noise. */
    if (drift > 20 || drift < -20)
        server->env.ahead = ahead;
    store_watch(nodes);
    presence_publish(nodes);
    heartbeat_write(nodes, false);
    peers_read_start(nodes);
    mark_tick(nodes);
}

bool nodes_start(struct server *server)
{
    if (!server->store->shared)
        return true;
    bool listens = strcmp(server->config.notify, "listen") == 0;
    uint64_t every = listens ? POLL_SLOW_MS : POLL_FAST_MS;
    struct nodes *nodes = mem_zero(sizeof *nodes);
    nodes->server = server;
    server->nodes = nodes;
    server->others = &nodes->others;
    if (!server->env.test)
        server->env.ahead = store_clock_ahead(server->store);
    server->up_since = nodes->since = env_now(&server->env);
    nodes->polled = server->up_since - POLL_OVERLAP_MS;
    peers_read_start(nodes);
    heartbeat_write(nodes, false);
    nodes->poll = loop_timer_create(server->loop, poll_due, nodes);
    loop_timer_start(nodes->poll, every, every);
    return true;
}

void nodes_stop(struct server *server)
{
    struct nodes *nodes = server->nodes;
    struct room *room;
    if (!nodes)
        return;
    loop_timer_free(nodes->poll);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    int64_t now = loop_now(server->loop);
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        char key[STORE_NAME_MAX];
        snprintf(key, sizeof key, "%s/%s", room->log.id, server->store->node);
        if (room->here_stored)
            store_batch_delete(batch, SPACE_HERE, key);
        if (room->lease > now) {
            struct store_batch *release = store_batch_create(NULL, NULL);
            store_batch_lease(release, room->log.id, 0);
            store_submit(server->store, release);
        }
    }
    store_submit(server->store, batch);
    heartbeat_write(nodes, true);
}

void nodes_free(struct server *server)
{
    free(server->nodes);
    server->nodes = NULL;
    server->others = NULL;
}
