/*
 * nodes_poll.c - what a node learns from the others.
 *
 * Notifications are a name and a number: TABLE n, log entry n; TABLE 0, the table's row in the list;
 * TABLE/chat n, line n of the chat; TABLE/here 0, presence; TABLE/back 0, a change by `lanterne admin`;
 * PERSON 0, an account, its sessions or its sanctions. They may be lost, and a node with --notify=poll gets
 * none. So every node also polls, and everything that a notification can say is found by polling as well:
 * heads of the logs in memory, summaries, presence, persons and their names that were written, and tables and
 * sessions that were deleted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "env.h"
#include "fault.h"
#include "inside.h"
#include "lobby.h"
#include "map.h"
#include "nodes.h"
#include "room.h"
#include "room_chat.h"
#include "room_load.h"
#include "sanction.h"
#include "server.h"
#include "session.h"
#include "space.h"
#include "store.h"

enum { POLL_NAMES = 500 }; /* logs asked for at once */

/* ---- Notifications ------------------------------------------------------------------------------------- */

/* A table in memory may have been loaded before its row. */
void nodes_row_take(struct server *server, const char *table, const char *document)
{
    if (!map_get(&server->rooms, table) || (document && !map_get(&server->summaries, table)))
        summary_replace(server, table, document);
}

static void row_read(struct store_read *read)
{
    if (read->status == STORE_OK)
        nodes_row_take(read->context, read->key, read->count ? read->rows[0].bytes : NULL);
}

static void table_notified(struct server *server, const char *table, uint64_t number)
{
    struct room *room = map_get(&server->rooms, table);
    struct summary *summary = map_get(&server->summaries, table);
    if (room && number && !(FAULT(NOTIFICATION_ONCE) && room->phase != PHASE_IDLE))
        room_read_on(room, number);
    else if (!room && number && summary)
        summary->stale = true;
    else if (!number && (!room || !summary))
        store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_TABLE, table, row_read, server));
}

static void person_read(struct store_read *read)
{
    struct server *server = read->context;
    if (read->status == STORE_OK)
        person_changed(server, read->key, read->count ? read->rows[0].bytes : NULL);
}

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
    if (!slash && strlen(name) == ID_PERSON)
        sanction_read(server, name);
    if (!slash && strlen(name) == ID_PERSON && map_get(&server->persons, name))
        store_read(server->store, store_read_create(STORE_READ_DOC, SPACE_PERSON, name, person_read, server));
}

void nodes_notified(void *context, const char *name, uint64_t number)
{
    struct server *server = context;
    if (server->nodes && !*name)
        nodes_poll(server->nodes);
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

static void poll_answered(struct nodes *nodes, const struct store_read *read)
{
    nodes->poll_failed |= read->status != STORE_OK;
    if (--nodes->polling)
        return;
    if (!nodes->poll_failed)
        nodes->polled = nodes->poll_began;
    if (nodes->again)
        nodes_poll(nodes);
}

/* A log that was there when the store was asked, and is not: its table was removed. */
static void heads_missing(struct server *server, const struct store_read *read, const struct map *found)
{
    for (const char *name = read->names; *name;) {
        char table[STORE_NAME_MAX];
        size_t length = strcspn(name, "\n");
        snprintf(table, sizeof table, "%.*s", (int)length, name);
        struct room *room = map_get(&server->rooms, table);
        if (room && room->polled.number && !map_get(found, table))
            room_read_again(room);
        name += length + (name[length] == '\n');
    }
}

/*
 * The head of a log or a chat. One that is shorter than ours was, or has another checksum, has another
 * history: that of the database counts.
 */
static void head_take(struct server *server, const struct store_row *row)
{
    struct room *room = map_get(&server->rooms, row->key);
    struct store_head head;
    char table[ID_TABLE + 1];
    store_head_at(&head, row);
    snprintf(table, sizeof table, "%.*s", ID_TABLE, row->key);
    if (room && store_head_other(&head, &room->polled) && !FAULT(HISTORY_UNCOMPARED))
        room_read_again(room);
    else
        name_notified(server, row->key, row->number);
    if (!room && (room = map_get(&server->rooms, table)))
        room_chat_compare(room, &head);
}

static void heads_read(struct store_read *read)
{
    struct server *server = read->context;
    struct map found = {0};
    if (!server->nodes)
        return;
    for (size_t i = 0; i < read->count; i++) {
        map_put(&found, read->rows[i].key, &read->rows[i]);
        head_take(server, &read->rows[i]);
    }
    if (read->status == STORE_OK)
        heads_missing(server, read, &found);
    map_free(&found);
    poll_answered(server->nodes, read);
}

static void changed_read(struct store_read *read)
{
    struct server *server = read->context;
    if (!server->nodes)
        return;
    for (size_t i = 0; i < read->count; i++) {
        const struct store_row *row = &read->rows[i];
        if (strcmp(read->space, SPACE_HERE) == 0)
            room_presence_take(server, row);
        else if (strcmp(read->space, SPACE_PERSON) == 0)
            person_renew(server, row->key, row->bytes);
        else if (strcmp(read->space, SPACE_SANCTION) == 0)
            sanction_read(server, row->key);
        else
            nodes_row_take(server, row->key, row->bytes);
    }
    poll_answered(server->nodes, read);
}

static void tables_gone(struct server *server, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        struct room *room = map_get(&server->rooms, read->rows[i].key);
        if (room)
            room_read_again(room);
        else
            summary_replace(server, read->rows[i].key, NULL);
    }
}

static void sanctions_gone(struct server *server, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++)
        sanction_read(server, read->rows[i].key);
}

static void gone_read(struct store_read *read)
{
    struct server *server = read->context;
    if (!server->nodes)
        return;
    if (strcmp(read->space, SPACE_TOKEN) == 0)
        sessions_gone(server, read);
    else if (strcmp(read->space, SPACE_SANCTION) == 0)
        sanctions_gone(server, read);
    else
        tables_gone(server, read);
    poll_answered(server->nodes, read);
}

static void heads_ask(struct nodes *nodes, struct buf *names)
{
    struct store_read *read = store_read_create(STORE_READ_HEADS, "", "", heads_read, nodes->server);
    read->names = mem_string(buf_cstr(names));
    buf_clear(names);
    nodes->polling++;
    store_read(nodes->server->store, read);
}

static void since_ask(struct nodes *nodes, enum store_read_kind kind, const char *space)
{
    struct store_read *read =
        store_read_create(kind, space, "", kind == STORE_READ_GONE ? gone_read : changed_read, nodes->server);
    read->after = (uint64_t)nodes->polled;
    nodes->polling++;
    store_read(nodes->server->store, read);
}

static void heads_ask_all(struct nodes *nodes)
{
    struct room *room;
    struct buf names = {0};
    int count = 0;
    for (size_t i = 0; (room = map_each(&nodes->server->rooms, &i));) {
        buf_printf(&names, "%s%s", count ? "\n" : "", room->log.id);
        room->polled.number = 0;
        if (room->head.number == room->committed)
            room->polled = room->head;
        if (room_chat_polled(room))
            buf_printf(&names, "\n%s/chat", room->log.id);
        if (++count == POLL_NAMES) {
            heads_ask(nodes, &names);
            count = 0;
        }
    }
    if (count)
        heads_ask(nodes, &names);
    buf_free(&names);
}

void nodes_poll(struct nodes *nodes)
{
    struct server *server = nodes->server;
    nodes->again = nodes->polling > 0;
    if (nodes->polling || server->store_away || server->stopping)
        return;
    nodes->poll_failed = false;
    nodes->poll_began = env_now(&server->env) - POLL_OVERLAP_MS;
    if (!FAULT(NOTIFICATION_LOST) && !FAULT(NOTIFICATION_ONCE))
        heads_ask_all(nodes);
    since_ask(nodes, STORE_READ_CHANGED, SPACE_TABLE);
    since_ask(nodes, STORE_READ_CHANGED, SPACE_PERSON);
    since_ask(nodes, STORE_READ_GONE, SPACE_TABLE);
    since_ask(nodes, STORE_READ_GONE, SPACE_TOKEN);
    since_ask(nodes, STORE_READ_CHANGED, SPACE_SANCTION);
    since_ask(nodes, STORE_READ_GONE, SPACE_SANCTION);
    if (nodes->others.count)
        since_ask(nodes, STORE_READ_CHANGED, SPACE_HERE);
}
