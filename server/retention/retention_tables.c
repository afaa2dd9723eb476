#include "retention_tables.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "env.h"
#include "limit.h"
#include "lobby.h"
#include "log.h"
#include "map.h"
#include "room.h"
#include "room_load.h"
#include "room_log.h"
#include "room_review.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"

#define HOUR_MS ((int64_t)3600 * 1000)
#define DAY_MS  (24 * HOUR_MS)

/* Summaries read at a time; the event loop stands still while they are parsed. */
enum { TABLES_PER_READ = 100 };

void table_delete(struct store_batch *batch, const char *id, json_t *document)
{
    char key[STORE_NAME_MAX];
    json_t *person;
    size_t at;
    store_batch_delete_log(batch, id);
    snprintf(key, sizeof key, "%s/chat", id);
    store_batch_delete_log(batch, key);
    store_batch_delete(batch, SPACE_TABLE, id);
    store_batch_notify(batch, id, 0);
    store_batch_delete(batch, STORE_SECRETS, id);
    reviews_delete(batch, id);
    json_array_foreach(json_object_get(document, "persons"), at, person)
    {
        const char *who = json_string_value(person);
        if (!who || strlen(who) != ID_PERSON)
            continue;
        snprintf(key, sizeof key, "%s/%s", who, id);
        store_batch_delete(batch, SPACE_MY_TABLES, key);
        store_batch_delete(batch, SPACE_SAID, key);
        for (int seat = 1; seat <= LAN_SEATS_MAX; seat++) {
            snprintf(key, sizeof key, "%s/%s/%d", who, id, seat);
            store_batch_delete(batch, SPACE_NOTE, key);
        }
    }
    const char *host = json_string_value(json_object_get(document, "host"));
    if (host && strlen(host) == ID_PERSON) {
        snprintf(key, sizeof key, "%s/%s", host, id);
        store_batch_delete(batch, SPACE_MY_TABLES, key);
        store_batch_delete(batch, SPACE_SAID, key);
    }
}

/* ---- Age ----------------------------------------------------------------------------------------------- */

static bool ended(json_t *document)
{
    const char *state = json_string_value(json_object_get(json_object_get(document, "row"), "state"));
    return state && (strcmp(state, room_state_words[ROOM_OVER]) == 0 ||
                     strcmp(state, room_state_words[ROOM_CLOSED]) == 0);
}

static bool never_begun(json_t *document)
{
    const char *state = json_string_value(json_object_get(json_object_get(document, "row"), "state"));
    return state && strcmp(state, room_state_words[ROOM_SEATING]) == 0;
}

/*
 * How long a table is kept when nothing happens at it; 0: for good. One whose game has not begun holds
 * nothing that anybody would miss, and is made too easily to be kept for a year.
 */
static int64_t kept_ms(const struct server *server, json_t *document)
{
    if (ended(document))
        return server->config.keep_days * DAY_MS;
    return never_begun(document) ? LIMIT_UNBEGUN_HOURS * HOUR_MS : server->config.idle_days * DAY_MS;
}

/* The summary was written more than `kept` ago (0: tables never grow old), and its deadline is over. */
static bool older(json_t *document, int64_t now, int64_t kept)
{
    return kept && json_integer_value(json_object_get(document, "at")) < now - kept &&
           json_integer_value(json_object_get(document, "deadline")) < now;
}

/* ---- Tables at which nobody does anything -------------------------------------------------------------- */

/*
 * A run over all tables. Summaries are not written at every move, so for a table that is not over the last
 * entries of its log and its chat tell whether it is idle.
 */
struct expiry {
    struct server *server;
    char past[STORE_NAME_MAX]; /* the last table that was read */
    json_t *tables;            /* summaries, by id, of tables that may be idle; the first is being checked */
    char id[ID_TABLE + 1];
    int64_t before;  /* since when nothing may have happened at the one that is being checked */
    int count, over; /* how many were deleted: idle ones, and finished ones */
};

static void idle_check(struct expiry *expiry);
static void tables_ask(struct expiry *expiry);

static void idle_next(struct expiry *expiry)
{
    json_object_del(expiry->tables, expiry->id);
    idle_check(expiry);
}

/* True when the table may still be idle after `read`; otherwise the check of the next table has begun. */
static bool idle_still(struct expiry *expiry, const struct store_read *read, bool alive)
{
    bool still = read->status == STORE_OK && !alive && !map_get(&expiry->server->rooms, expiry->id);
    if (!still)
        idle_next(expiry);
    return still;
}

/* The last entry of a log is younger than `before`. */
static bool lately(const struct store_read *read, int64_t before)
{
    json_t *entry = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    bool late = entry && json_integer_value(json_object_get(entry, "at")) >= before;
    json_decref(entry);
    return late;
}

static void idle_deleted(struct store_batch *batch)
{
    struct expiry *expiry = batch->context;
    struct room *room = map_get(&expiry->server->rooms, expiry->id);
    if (batch->status == STORE_OK) {
        expiry->count++;
        summary_replace(expiry->server, expiry->id, NULL);
        /* It was opened in the meantime: its log is read again, and not found. */
        if (room)
            room_read_again(room);
    }
    idle_next(expiry);
}

static void log_read(struct store_read *read)
{
    struct expiry *expiry = read->context;
    if (!idle_still(expiry, read, lately(read, expiry->before)))
        return;
    struct store_batch *batch = store_batch_create(idle_deleted, expiry);
    /* An entry that is deleted with the log: if another node has stored one first, the conflict stops the
       deletion. */
    struct store_head head;
    store_head_start(&head, expiry->id);
    if (read->count)
        store_head_at(&head, &read->rows[0]);
    store_batch_append(batch, expiry->id, &head, "{}", 2);
    table_delete(batch, expiry->id, json_object_get(expiry->tables, expiry->id));
    store_submit(expiry->server->store, batch);
}

static void chat_read(struct store_read *read)
{
    struct expiry *expiry = read->context;
    if (idle_still(expiry, read, lately(read, expiry->before)))
        store_read(expiry->server->store,
                   store_read_create(STORE_READ_LAST, "", expiry->id, log_read, expiry));
}

/* The presence documents of the table: one by each node, "0" for nobody. */
static void here_read(struct store_read *read)
{
    struct expiry *expiry = read->context;
    char chat[STORE_NAME_MAX];
    bool here = false;
    for (size_t i = 0; i < read->count; i++)
        here |= strcmp(read->rows[i].bytes, "0") != 0;
    snprintf(chat, sizeof chat, "%s/chat", expiry->id);
    if (idle_still(expiry, read, here))
        store_read(expiry->server->store, store_read_create(STORE_READ_LAST, "", chat, chat_read, expiry));
}

static void idle_check(struct expiry *expiry)
{
    char prefix[ID_TABLE + 2];
    const char *id = json_object_iter_key(json_object_iter(expiry->tables));
    if (!id) {
        tables_ask(expiry);
        return;
    }
    snprintf(expiry->id, sizeof expiry->id, "%s", id);
    expiry->before =
        env_now(&expiry->server->env) - kept_ms(expiry->server, json_object_get(expiry->tables, id));
    snprintf(prefix, sizeof prefix, "%s/", id);
    store_read(expiry->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_HERE, prefix, here_read, expiry));
}

/* ---- All tables ---------------------------------------------------------------------------------------- */

static void expiry_end(struct expiry *expiry)
{
    if (expiry->over)
        log_line(expiry->server, "expired", "\"tables\":%d", expiry->over);
    if (expiry->count)
        log_line(expiry->server, "expired", "\"idle\":%d", expiry->count);
    expiry->server->expiring_tables = false;
    json_decref(expiry->tables);
    free(expiry);
}

/*
 * Deletes a finished table that is old, and remembers one that may be idle. A table in memory stays for now.
 */
static void table_check(struct expiry *expiry, const char *id, json_t *document, struct store_batch *batch)
{
    const struct server *server = expiry->server;
    int64_t now = env_now(&server->env);
    if (!document || strlen(id) != ID_TABLE || map_get(&server->rooms, id) ||
        !older(document, now, kept_ms(server, document)))
        return;
    if (ended(document)) {
        table_delete(batch, id, document);
        expiry->over++;
    } else {
        json_object_set(expiry->tables, id, document);
    }
}

static void tables_read(struct store_read *read)
{
    struct expiry *expiry = read->context;
    if (read->status != STORE_OK || !read->count) {
        expiry_end(expiry);
        return;
    }
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++) {
        json_t *document = json_loads(read->rows[i].bytes, 0, NULL);
        table_check(expiry, read->rows[i].key, document, batch);
        json_decref(document);
    }
    snprintf(expiry->past, sizeof expiry->past, "%s", read->rows[read->count - 1].key);
    if (batch->count)
        store_submit(expiry->server->store, batch);
    else
        store_batch_destroy(batch);
    idle_check(expiry);
}

static void tables_ask(struct expiry *expiry)
{
    struct store_read *read = store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", tables_read, expiry);
    snprintf(read->past, sizeof read->past, "%s", expiry->past);
    read->limit = TABLES_PER_READ;
    store_read(expiry->server->store, read);
}

void tables_expire(struct server *server)
{
    if (server->expiring_tables)
        return;
    server->expiring_tables = true;
    struct expiry *expiry = mem_zero(sizeof *expiry);
    *expiry = (struct expiry){.server = server, .tables = json_object()};
    tables_ask(expiry);
}
