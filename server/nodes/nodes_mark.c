/*
 * nodes_mark.c - notices that the database has lost what it had stored, as after a fail-over to a standby
 * that lagged behind.
 *
 * A log in memory is compared with the database's by its head (nodes_poll.c). A table that no node has in
 * memory has nothing to be compared with, and rows that came back bear the times of their former changes, so
 * that polling for changes does not find them: a game whose last moves were lost could wait for a bot that
 * nobody asks. So every node writes a mark, a number that grows, and reads it before it writes the next. One
 * that is smaller than what was stored, or gone, tells that the database is older than it was. Then the rows
 * of all tables are read as at a start, and running tables are loaded. What is lost between two marks alone
 * is not noticed here: a table that was changed so shortly before is still in memory at a node, since a room
 * stays there for longer after its last change (room_tick.c).
 */
#include <stdio.h>
#include <stdlib.h>

#include "env.h"
#include "fault.h"
#include "inside.h"
#include "limit.h"
#include "log.h"
#include "nodes.h"
#include "room_sweep.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum { MARK_MS = 1000 * LIMIT_ROOM_OVER_SECONDS / 2 };

static void mark_written(struct store_batch *batch)
{
    struct server *server = batch->context;
    if (!server->nodes)
        return;
    /* One of which it is not known whether it is stored is not relied on; the next one is greater. */
    if (batch->status == STORE_OK)
        server->nodes->mark = server->nodes->mark_sent;
    server->nodes->marking = false;
}

static void mark_write(struct nodes *nodes, const char *key)
{
    struct server *server = nodes->server;
    struct store_batch *batch = store_batch_create(mark_written, server);
    char text[24];
    int64_t now = env_now(&server->env);
    nodes->mark_sent = now > nodes->mark_sent ? now : nodes->mark_sent + 1;
    int length = snprintf(text, sizeof text, "%lld", (long long)nodes->mark_sent);
    store_batch_put(batch, STORE_PUT, SPACE_SERVER, key, text, (size_t)length);
    store_submit(server->store, batch);
}

static void tables_read(struct store_read *read)
{
    struct server *server = read->context;
    if (!server->nodes)
        return;
    if (read->status != STORE_OK) {
        server->nodes->older = true;
        return;
    }
    for (size_t i = 0; i < read->count; i++)
        nodes_row_take(server, read->rows[i].key, read->rows[i].bytes);
    sweep_all(server);
}

static void tables_ask(struct nodes *nodes)
{
    nodes->older = false;
    store_read(nodes->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", tables_read, nodes->server));
}

static void mark_read(struct store_read *read)
{
    struct server *server = read->context;
    struct nodes *nodes = server->nodes;
    if (!nodes)
        return;
    if (read->status != STORE_OK || server->stopping) {
        nodes->marking = false;
        return;
    }
    int64_t found = read->count ? strtoll(read->rows[0].bytes, NULL, 10) : 0;
    if (found < nodes->mark && !FAULT(OLDER_UNSEEN)) {
        log_line(server, "store-older", "\"by_ms\":%lld", (long long)(found ? nodes->mark - found : 0));
        nodes->older = true;
    }
    if (nodes->older)
        tables_ask(nodes);
    mark_write(nodes, read->key);
}

void mark_tick(struct nodes *nodes)
{
    struct server *server = nodes->server;
    char key[STORE_NAME_MAX];
    int64_t now = loop_now(server->loop);
    if (nodes->marking || now < nodes->mark_next || server->store_away || server->stopping)
        return;
    nodes->marking = true;
    nodes->mark_next = now + MARK_MS;
    snprintf(key, sizeof key, "node/%s/mark", server->store->node);
    store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_SERVER, key, mark_read, server));
}
