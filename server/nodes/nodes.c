/*
 * nodes.c - several nodes that share one store. No node owns a table: the log in the store is the truth, and
 * a node that is notified of an entry it lacks reads it. Notifications may be lost, so every node also polls
 * the heads of the logs it has in memory: every POLL_SLOW_MS, or every POLL_FAST_MS without notifications
 * (--notify=poll).
 *
 * Notifications are a name and a number: TABLE n, log entry n; TABLE 0, the table's row in the list;
 * TABLE/chat n, line n of the chat; TABLE/here 0, presence; TABLE/back 0, a change by `lanterne admin`;
 * PERSON 0, an account or its sessions.
 *
 * Each node writes a heartbeat every HEARTBEAT_SECONDS. One without a heartbeat for DEAD_MS is dead: its
 * people count as absent, and the other nodes load all running tables, to continue its bots and clocks.
 */
#include "nodes.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "client.h"
#include "env.h"
#include "lobby.h"
#include "log.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_chat.h"
#include "room_load.h"
#include "room_presence.h"
#include "room_subscribe.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"
#include "session.h"

enum {
    HEARTBEAT_SECONDS = 2,
    DEAD_MS = 8000,
    FORGET_MS = 3600000,
    POLL_FAST_MS = 300,      /* --notify=poll */
    POLL_SLOW_MS = 5000,     /* the delay after a lost notification */
    POLL_OVERLAP_MS = 15000, /* longer than a transaction: what commits after a poll may be dated before */
    POLL_NAMES = 500,        /* logs asked for at once */
    STORE_TIMEOUT_MS = 3000,
};

struct nodes {
    struct server *server;
    struct loop_timer *poll;
    int polling;             /* reads of the present poll that are not yet answered */
    bool again;              /* poll once more when they are, since a notification was lost meanwhile */
    int64_t polled;          /* lower bound of the next read of changed documents, by the shared clock */
    struct node_list others; /* those that are alive */
    bool known;              /* the heartbeats have been read once */
    /* The latest heartbeat found at our start; 0 once it is clear whether another node lives. */
    int64_t old_heartbeat;
};

static void presence_write(struct nodes *nodes, struct room *room, uint32_t here)
{
    char key[STORE_NAME_MAX], text[16], told[STORE_NAME_MAX];
    struct store_batch *batch = store_batch_create(NULL, NULL);
    snprintf(key, sizeof key, "%s/%s", room->log.id, nodes->server->store->node);
    snprintf(told, sizeof told, "%s/here", room->log.id);
    int length = snprintf(text, sizeof text, "%lu", (unsigned long)here);
    store_batch_put(batch, STORE_PUT, SPACE_HERE, key, text, (size_t)length);
    store_batch_notify(batch, told, 0);
    room->here_told = here;
    store_submit(nodes->server->store, batch);
}

/* Publishes changes of our presence, as long as there are other nodes. */
static void presence_publish(struct nodes *nodes)
{
    struct room *room;
    if (!nodes->others.count || nodes->server->store_away)
        return;
    for (size_t i = 0; (room = map_each(&nodes->server->rooms, &i));) {
        /* A log that is not read does not know its seats. */
        if (!(room->phase & (PHASE_IDLE | PHASE_COMMITTING)))
            continue;
        uint32_t here = room_here(room);
        if (here != room->here_told)
            presence_write(nodes, room, here);
    }
}

/* Deletes the presence documents of dead nodes. */
static void presence_clean(struct store_read *read)
{
    struct server *server = read->context;
    if (!server->nodes || read->status != STORE_OK)
        return;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++) {
        const char *slash = strchr(read->rows[i].key, '/');
        if (slash && strcmp(slash + 1, server->store->node) != 0 && !node_list_has(server->others, slash + 1))
            store_batch_delete(batch, SPACE_HERE, read->rows[i].key);
    }
    store_submit(server->store, batch);
}

/* ---- Being alive --------------------------------------------------------------------------------------- */

static void peer_died(struct nodes *nodes, const char *node)
{
    struct server *server = nodes->server;
    struct room *room;
    log_line(server, "node-gone", "\"node\":\"%s\"", node);
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->peer_count)
            room_presence_set(room, node, 0);
    }
    store_read(server->store, store_read_create(STORE_READ_DOCS, SPACE_HERE, "", presence_clean, server));
    /* Loads all running tables, to continue the dead node's bots and clocks. */
    server->sweep = true;
    server->swept = 0;
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

static void peers_read(struct store_read *read)
{
    struct server *server = read->context;
    struct nodes *nodes = server->nodes;
    int64_t now = env_now(&server->env), latest = 0;
    if (!nodes || read->status != STORE_OK)
        return;
    struct node_list before = nodes->others, *others = &nodes->others;
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
        bool lives = now - at < DEAD_MS || (node_list_has(&before, node) && now - server->up_since < DEAD_MS);
        if (lives && !strchr(read->rows[i].bytes, '-') && others->count < NODES_MAX)
            memcpy(others->id[others->count++], node, STORE_NODE_LETTERS + 1);
    }
    if (!nodes->known) {
        nodes->old_heartbeat = latest;
        heartbeats_expire(server, read, latest - FORGET_MS);
        nodes->known = true;
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

static void heartbeat_write(struct nodes *nodes, bool last)
{
    struct server *server = nodes->server;
    char key[STORE_NAME_MAX], text[32];
    struct store_batch *batch = store_batch_create(NULL, NULL);
    snprintf(key, sizeof key, "node/%s", server->store->node);
    int length = snprintf(text, sizeof text, "%lld%s", (long long)env_now(&server->env), last ? " -" : "");
    store_batch_put(batch, STORE_PUT, SPACE_SERVER, key, text, (size_t)length);
    store_submit(server->store, batch);
}

static void peers_read_start(struct nodes *nodes)
{
    store_read(nodes->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_SERVER, "node/", peers_read, nodes->server));
}

/* ---- Hearing ------------------------------------------------------------------------------------------- */

static void row_read(struct store_read *read)
{
    struct server *server = read->context;
    /* A loaded table is newer than its row. */
    if (read->status == STORE_OK && !map_get(&server->rooms, read->key))
        summary_replace(server, read->key, read->count ? read->rows[0].bytes : NULL);
}

static void table_notified(struct server *server, const char *table, uint64_t number)
{
    struct room *room = map_get(&server->rooms, table);
    struct summary *summary = map_get(&server->summaries, table);
    if (room && number)
        room_read_on(room, number);
    else if (!room && number && summary)
        summary->stale = true;
    else if (!room && !number)
        store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_TABLE, table, row_read, server));
}

static void person_read(struct store_read *read)
{
    struct server *server = read->context;
    if (read->status == STORE_OK)
        person_changed(server, read->key, read->count ? read->rows[0].bytes : NULL);
}

static void poll_now(struct nodes *nodes);

static void name_notified(struct server *server, const char *name, uint64_t number)
{
    const char *slash = strchr(name, '/');
    char table[STORE_NAME_MAX];
    snprintf(table, sizeof table, "%.*s", slash ? (int)(slash - name) : (int)strlen(name), name);
    struct room *room = map_get(&server->rooms, table);
    if (slash && strcmp(slash, "/back") == 0 && room)
        room_read_again(room);
    else if (slash && strcmp(slash, "/back") == 0)
        table_notified(server, table, 0);
    else if (slash && strcmp(slash, "/chat") == 0 && room)
        room_chat_read_on(room, number);
    else if (slash && strcmp(slash, "/here") == 0 && room)
        room_presence_read(server, table);
    else if (!slash && strlen(name) == ID_TABLE)
        table_notified(server, name, number);
    else if (!slash && strlen(name) == ID_PERSON && map_get(&server->persons, name))
        store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_PERSON, name, person_read, server));
}

void nodes_notified(void *context, const char *name, uint64_t number)
{
    struct server *server = context;
    if (server->nodes && !*name)
        poll_now(server->nodes);
    else if (server->nodes)
        name_notified(server, name, number);
}

static void admin_changes_apply(struct store_read *read)
{
    struct server *server = read->context;
    if (!read->count)
        return;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++) {
        name_notified(server, read->rows[i].key, 0);
        store_batch_delete(batch, SPACE_ADMIN_CHANGES, read->rows[i].key);
    }
    store_submit(server->store, batch);
}

void admin_changes_read(struct server *server)
{
    if (!server->nodes && !server->stopping)
        store_read(server->store,
                   store_read_create(STORE_READ_DOCS, SPACE_ADMIN_CHANGES, "", admin_changes_apply, server));
}

/* ---- Polling ------------------------------------------------------------------------------------------- */

static void poll_answered(struct nodes *nodes)
{
    if (--nodes->polling == 0 && nodes->again)
        poll_now(nodes);
}

static void heads_read(struct store_read *read)
{
    struct server *server = read->context;
    if (!server->nodes)
        return;
    for (size_t i = 0; i < read->count; i++) {
        struct room *room = map_get(&server->rooms, read->rows[i].key);
        if (room && read->rows[i].number < room->polled)
            room_read_again(room);
        else
            nodes_notified(server, read->rows[i].key, read->rows[i].number);
    }
    poll_answered(server->nodes);
}

static void changed_read(struct store_read *read)
{
    struct server *server = read->context;
    if (!server->nodes)
        return;
    bool tables = strcmp(read->space, SPACE_TABLE) == 0;
    for (size_t i = 0; i < read->count; i++) {
        if (!tables)
            room_presence_take(server, &read->rows[i]);
        else if (!map_get(&server->rooms, read->rows[i].key))
            summary_replace(server, read->rows[i].key, read->rows[i].bytes);
    }
    poll_answered(server->nodes);
}

static void heads_ask(struct nodes *nodes, struct buf *names)
{
    struct store_read *read = store_read_create(STORE_READ_HEADS, "", "", heads_read, nodes->server);
    read->names = mem_string(buf_cstr(names));
    buf_clear(names);
    nodes->polling++;
    store_read(nodes->server->store, read);
}

static void changed_ask(struct nodes *nodes, const char *space)
{
    struct store_read *read = store_read_create(STORE_READ_CHANGED, space, "", changed_read, nodes->server);
    read->after = (uint64_t)nodes->polled;
    nodes->polling++;
    store_read(nodes->server->store, read);
}

static void poll_now(struct nodes *nodes)
{
    struct server *server = nodes->server;
    struct room *room;
    struct buf names = {0};
    int count = 0;
    nodes->again = nodes->polling > 0;
    if (nodes->polling || server->store_away)
        return;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        buf_printf(&names, "%s%s", count ? "\n" : "", room->log.id);
        room->polled = room->committed;
        if (room_chat_known(room))
            buf_printf(&names, "\n%s/chat", room->log.id);
        if (++count == POLL_NAMES) {
            heads_ask(nodes, &names);
            count = 0;
        }
    }
    if (count)
        heads_ask(nodes, &names);
    changed_ask(nodes, SPACE_TABLE);
    if (nodes->others.count)
        changed_ask(nodes, SPACE_HERE);
    nodes->polled = env_now(&server->env) - POLL_OVERLAP_MS;
    buf_free(&names);
}

static void poll_due(void *context)
{
    struct nodes *nodes = context;
    if (!nodes->polling)
        poll_now(nodes);
}

/* ---- The store away and back --------------------------------------------------------------------------- */

static void store_lost(struct server *server, int64_t waited)
{
    server->store_away = true;
    server->store_away_since = env_now(&server->env) - waited;
    log_line(server, "store-away", "\"waited_ms\":%lld", (long long)waited);
    client_notice(server, "storage",
                  "The server cannot reach its database. Nothing you did is lost; please wait a moment.",
                  "Le serveur n'atteint plus sa base de données. Rien n'est perdu ; patiente un instant.");
}

static void store_found(struct server *server)
{
    int64_t now = env_now(&server->env);
    server->store_away = false;
    log_line(server, "store-back", "\"after_ms\":%lld", (long long)(now - server->store_away_since));
    client_notice(server, "storage", "The server has its database again: play on.",
                  "Le serveur a retrouvé sa base de données : on continue.");
    server->down_from = server->store_away_since;
    server->up_since = now;
    server->nodes->old_heartbeat = 0;
    server->sweep = true;
    server->swept = 0;
    rooms_resume(server);
    poll_now(server->nodes);
}

static void store_watch(struct server *server)
{
    struct store_counts counts;
    server->store->counts(server->store, &counts);
    bool away = counts.away || counts.waited > STORE_TIMEOUT_MS;
    if (away && !server->store_away && counts.waited > STORE_TIMEOUT_MS / 3)
        store_lost(server, counts.waited);
    else if (!away && server->store_away)
        store_found(server);
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
    store_watch(server);
    presence_publish(nodes);
    if (server->seconds % HEARTBEAT_SECONDS == 0) {
        heartbeat_write(nodes, false);
        peers_read_start(nodes);
    }
}

struct sealed {
    uint8_t ours[32];
    bool answered, same, failed;
};

static void seal_read(struct store_read *read)
{
    struct sealed *sealed = read->context;
    sealed->answered = true;
    sealed->failed = read->status != STORE_OK;
    sealed->same = read->count == 1 && read->rows[0].size == sizeof sealed->ours &&
                   sodium_memcmp(read->rows[0].bytes, sealed->ours, sizeof sealed->ours) == 0;
}

/*
 * Whether our secret.key equals the other nodes', compared by a hash in the store. With different keys nodes
 * could not open the secrets of each other's tables.
 */
static bool seal_same(struct server *server)
{
    static const unsigned char about[] = "lanterne: which key seals this store";
    struct sealed sealed = {.answered = false};
    crypto_generichash(sealed.ours, sizeof sealed.ours, about, sizeof about - 1, server->seal_key,
                       sizeof server->seal_key);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT_NEW, SPACE_SERVER, "seal", sealed.ours, sizeof sealed.ours);
    store_submit(server->store, batch);
    /* Waits for the batch, since reads may overtake it. */
    for (struct store_counts counts = {.waited = 1}; counts.waited || counts.waiting;) {
        loop_sleep(server->loop, 1);
        server->store->counts(server->store, &counts);
    }
    store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_SERVER, "seal", seal_read, &sealed));
    while (!sealed.answered) {
        loop_sleep(server->loop, 1);
        store_poll(server->store);
    }
    if (!sealed.same)
        fprintf(stderr, "lanterne serve: %s\n",
                sealed.failed ? "the database went away"
                              : "secret.key is not that of the nodes which use this database; copy theirs");
    return sealed.same;
}

bool nodes_start(struct server *server)
{
    if (!server->store->shared)
        return true;
    if (!seal_same(server))
        return false;
    bool listens = strcmp(server->config.notify, "listen") == 0;
    uint64_t every = listens ? POLL_SLOW_MS : POLL_FAST_MS;
    struct nodes *nodes = mem_zero(sizeof *nodes);
    nodes->server = server;
    server->nodes = nodes;
    server->others = &nodes->others;
    if (!server->env.test)
        server->env.ahead = store_clock_ahead(server->store);
    server->up_since = env_now(&server->env);
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
        if (room->here_told)
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
