/*
 * nodes_peers.c - which nodes are alive, and who is at the tables through them.
 *
 * Each node writes a heartbeat every HEARTBEAT_MS: a document "AT SINCE", the time and since when the node
 * has had its database without a break, with " -" at the end when it stops. A node without a heartbeat for
 * DEAD_MS is dead: its people count as absent, and the others take over its tables, those first for whose
 * bots it held the lease.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "inside.h"
#include "log.h"
#include "map.h"
#include "nodes.h"
#include "room.h"
#include "room_bot.h"
#include "room_load.h"
#include "room_subscribe.h"
#include "room_sweep.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "unread.h"

enum {
    FORGET_MS = 3600000,
    /* After the beginning of our outage: a heartbeat older than that may have been on its way. */
    HEARD_MS = 2 * HEARTBEAT_MS + 500,
};

/* ---- Presence ------------------------------------------------------------------------------------------ */

/* No presence has all bits: what room_here says is published. */
static const uint32_t here_untold = UINT32_MAX;

/* What was not stored is not known to the others: it is published again. */
static void presence_written(struct store_batch *batch)
{
    struct server *server = batch->context;
    const struct store_write *write = batch->writes;
    while (write->kind != STORE_PUT)
        write++;
    char table[ID_TABLE + 1];
    snprintf(table, sizeof table, "%.*s", ID_TABLE, write->key);
    struct room *room = map_get(&server->rooms, table);
    if (room && batch->status == STORE_FAILED)
        room->here_told = here_untold;
}

static void presence_write(struct nodes *nodes, struct room *room, uint32_t here)
{
    char key[STORE_NAME_MAX], text[16], told[STORE_NAME_MAX];
    struct store_batch *batch = store_batch_create(presence_written, nodes->server);
    snprintf(key, sizeof key, "%s/%s", room->log.id, nodes->server->store->node);
    snprintf(told, sizeof told, "%s/here", room->log.id);
    int length = snprintf(text, sizeof text, "%lu", (unsigned long)here);
    /* Nothing is written for a table that another node has removed. */
    store_batch_require(batch, "", room->log.id);
    store_batch_put(batch, STORE_PUT, SPACE_HERE, key, text, (size_t)length);
    store_batch_notify(batch, told, 0);
    room->here_told = here;
    room->here_stored = true;
    store_submit(nodes->server->store, batch);
}

void presence_publish(struct nodes *nodes)
{
    struct room *room;
    if (!nodes->others.count || nodes->server->store_away)
        return;
    for (size_t i = 0; (room = map_each(&nodes->server->rooms, &i));) {
        /* A log that is not read does not know its seats. */
        if (!(room->phase & (PHASE_IDLE | PHASE_COMMITTING)) || !room->committed)
            continue;
        uint32_t here = room_here(room);
        if (here != room->here_told)
            presence_write(nodes, room, here);
    }
}

/*
 * The presence documents, and after them the heartbeats: a node that has written one wrote a heartbeat first.
 */
struct cleaning {
    struct server *server;
    struct buf keys; /* one per line */
};

static bool heartbeat_live(const struct server *server, const struct store_row *row)
{
    return env_now(&server->env) - strtoll(row->bytes, NULL, 10) < DEAD_MS;
}

static bool node_live(const struct server *server, const struct store_read *heartbeats, const char *node)
{
    for (size_t i = 0; i < heartbeats->count; i++) {
        if (strcmp(heartbeats->rows[i].key + strlen("node/"), node) == 0)
            return heartbeat_live(server, &heartbeats->rows[i]);
    }
    return false;
}

static void cleaning_heartbeats(struct store_read *read)
{
    struct cleaning *cleaning = read->context;
    struct server *server = cleaning->server;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    char *key = server->nodes && read->status == STORE_OK ? (char *)cleaning->keys.at : NULL;
    for (char *end; key && (end = strchr(key, '\n')); key = end + 1) {
        *end = 0;
        const char *slash = strchr(key, '/');
        if (slash && strcmp(slash + 1, server->store->node) != 0 && !node_live(server, read, slash + 1))
            store_batch_delete(batch, SPACE_HERE, key);
    }
    store_submit(server->store, batch);
    buf_free(&cleaning->keys);
    free(cleaning);
}

static void cleaning_documents(struct store_read *read)
{
    struct cleaning *cleaning = read->context;
    for (size_t i = 0; i < read->count; i++) {
        buf_add(&cleaning->keys, read->rows[i].key, strlen(read->rows[i].key));
        buf_add(&cleaning->keys, "\n", 1);
    }
    buf_cstr(&cleaning->keys);
    store_read(cleaning->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_SERVER, "node/", cleaning_heartbeats, cleaning));
}

void presence_clean(struct nodes *nodes)
{
    struct cleaning *cleaning = mem_zero(sizeof *cleaning);
    cleaning->server = nodes->server;
    store_read(nodes->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_HERE, "", cleaning_documents, cleaning));
}

/* ---- Coming and going ---------------------------------------------------------------------------------- */

/* The leases of dead nodes: these tables have bots that wait for somebody to let them think. */
static void leases_read(struct store_read *read)
{
    struct server *server = read->context;
    if (unread_mark(server, read, UNREAD_LEASES))
        return;
    for (size_t i = 0; server->nodes && i < read->count; i++) {
        struct room *room = map_get(&server->rooms, read->rows[i].key);
        if (room)
            room_lease_take(room);
        else if (strlen(read->rows[i].key) == ID_TABLE)
            sweep_first(server, read->rows[i].key);
    }
}

void nodes_leases_read(struct server *server)
{
    store_read(server->store, store_read_create(STORE_READ_LEASES, "", "", leases_read, server));
}

static void peer_died(struct nodes *nodes, const char *node)
{
    struct server *server = nodes->server;
    struct room *room;
    log_line(server, "node-gone", "\"node\":\"%s\"", node);
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->peer_count)
            room_presence_set(room, node, 0);
    }
    presence_clean(nodes);
    nodes_leases_read(server);
    /* Bots may wait where the dead node had no lease yet. */
    sweep_all(server);
}

static void peer_joined(struct nodes *nodes, const char *node)
{
    struct room *room;
    log_line(nodes->server, "node-here", "\"node\":\"%s\"", node);
    for (size_t i = 0; (room = map_each(&nodes->server->rooms, &i));) {
        room->here_told = 0;
        room_presence_read(nodes->server, room->log.id);
    }
}

/* ---- Heartbeats ---------------------------------------------------------------------------------------- */

static void heartbeat_written(struct store_batch *batch)
{
    struct server *server = batch->context;
    if (server->nodes)
        server->nodes->beating = false;
}

void heartbeat_write(struct nodes *nodes, bool last)
{
    struct server *server = nodes->server;
    char key[STORE_NAME_MAX], text[64];
    if (!last && (nodes->beating || server->store_away))
        return;
    struct store_batch *batch = store_batch_create(heartbeat_written, server);
    snprintf(key, sizeof key, "node/%s", server->store->node);
    int length = snprintf(text, sizeof text, "%lld %lld%s", (long long)env_now(&server->env),
                          (long long)nodes->since, last ? " -" : "");
    store_batch_put(batch, STORE_PUT, SPACE_SERVER, key, text, (size_t)length);
    nodes->beating = true;
    store_submit(server->store, batch);
}

/* Deletes heartbeats older than `before`. */
static void heartbeats_expire(struct server *server, const struct store_read *read, int64_t before)
{
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++) {
        if (strtoll(read->rows[i].bytes, NULL, 10) < before)
            store_batch_delete(batch, SPACE_SERVER, read->rows[i].key);
    }
    store_submit(server->store, batch);
}

/* No node was up between the last heartbeat and our start: excludes that time from the players' clocks. */
static void downtime_end(struct nodes *nodes)
{
    nodes->server->down_from = nodes->old_heartbeat;
    nodes->old_heartbeat = 0;
    rooms_resume(nodes->server);
}

/* Whether the node of this heartbeat had its database while we had not. */
static bool served_meanwhile(const struct server *server, const struct store_row *row)
{
    char *end;
    int64_t at = strtoll(row->bytes, &end, 10), since = strtoll(end, NULL, 10);
    return since && since <= server->store_away_since && at > server->store_away_since + HEARD_MS;
}

/* Fills `others` with the nodes that are alive. Returns the latest heartbeat of any. */
static int64_t others_find(struct nodes *nodes, const struct store_read *read, const struct node_list *before)
{
    struct server *server = nodes->server;
    struct node_list *others = &nodes->others;
    int64_t now = env_now(&server->env), latest = 0;
    others->count = 0;
    for (size_t i = 0; i < read->count; i++) {
        const char *node = read->rows[i].key + strlen("node/");
        int64_t at = strtoll(read->rows[i].bytes, NULL, 10);
        if (strcmp(node, server->store->node) == 0 || strlen(node) != STORE_NODE_LETTERS)
            continue;
        latest = at > latest ? at : latest;
        /*
         * While the store was away no heartbeat could be written: peers known before get DEAD_MS to write
         * one.
         */
        bool lives = now - at < DEAD_MS || (node_list_has(before, node) && now - nodes->since < DEAD_MS);
        if (lives && !strchr(read->rows[i].bytes, '-') && others->count < NODES_MAX)
            memcpy(others->id[others->count++], node, STORE_NODE_LETTERS + 1);
    }
    return latest;
}

static void outage_judge(struct nodes *nodes, const struct store_read *read)
{
    bool alone = false;
    for (size_t i = 0; i < read->count; i++)
        alone |= strcmp(read->rows[i].key + strlen("node/"), nodes->server->store->node) != 0 &&
                 served_meanwhile(nodes->server, &read->rows[i]);
    outage_end(nodes, !alone);
}

static void peers_read(struct store_read *read)
{
    struct server *server = read->context;
    struct nodes *nodes = server->nodes;
    if (!nodes || read->status != STORE_OK)
        return;
    if (nodes->returning)
        outage_judge(nodes, read);
    struct node_list before = nodes->others, *others = &nodes->others;
    int64_t latest = others_find(nodes, read, &before);
    if (!nodes->known) {
        nodes->old_heartbeat = latest;
        heartbeats_expire(server, read, latest - FORGET_MS);
        nodes->known = true;
        /* Nodes may have died while none was up. */
        presence_clean(nodes);
    }
    nodes->old_heartbeat = latest > nodes->old_heartbeat ? 0 : nodes->old_heartbeat;
    if (nodes->old_heartbeat && !others->count)
        downtime_end(nodes);
    for (int i = 0; i < before.count; i++) {
        if (!node_list_has(others, before.id[i]))
            peer_died(nodes, before.id[i]);
    }
    for (int i = 0; i < others->count; i++) {
        if (!node_list_has(&before, others->id[i]))
            peer_joined(nodes, others->id[i]);
    }
}

void peers_read_start(struct nodes *nodes)
{
    store_read(nodes->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_SERVER, "node/", peers_read, nodes->server));
}
