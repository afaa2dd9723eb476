/* How long tables are kept. */
#include "retention_tables.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "env.h"
#include "lobby.h"
#include "log.h"
#include "map.h"
#include "room.h"
#include "room_load.h"
#include "room_log.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"

#define DAY_MS ((int64_t)24 * 3600 * 1000)

/* So many are read and looked at in one go: everybody waits meanwhile. */
enum { TABLES_PER_READ = 100 };

void table_forget(struct store_batch *batch, const char *id, json_t *document)
{
    char key[STORE_NAME_MAX];
    json_t *person;
    size_t at;
    store_batch_delete_log(batch, id);
    snprintf(key, sizeof key, "%s/chat", id);
    store_batch_delete_log(batch, key);
    store_batch_delete(batch, SPACE_TABLE, id);
    store_batch_tell(batch, id, 0);
    store_batch_delete(batch, STORE_SECRETS, id);
    json_array_foreach(json_object_get(document, "persons"), at, person)
    {
        const char *who = json_string_value(person);
        if (!who || strlen(who) != ID_PERSON)
            continue;
        snprintf(key, sizeof key, "%s/%s", who, id);
        store_batch_delete(batch, SPACE_MY_TABLES, key);
        for (int seat = 1; seat <= LAN_SEATS_MAX; seat++) {
            snprintf(key, sizeof key, "%s/%s/%d", who, id, seat);
            store_batch_delete(batch, SPACE_NOTE, key);
        }
    }
    const char *host = json_string_value(json_object_get(document, "host"));
    if (host && strlen(host) == ID_PERSON) {
        snprintf(key, sizeof key, "%s/%s", host, id);
        store_batch_delete(batch, SPACE_MY_TABLES, key);
    }
}

/* ---- Tables at which nobody does anything ------------------------------------------------------------------ */

/*
 * A look at all tables. Summaries are not written at every move, so what was last done and said at those that are not
 * over is read from the logs: of one table after the other, since logs may be long.
 */
struct look {
    struct server *server;
    char past[STORE_NAME_MAX]; /* the last table that was read */
    json_t *tables; /* summaries by id of some that may be idle; the first is the one being looked at */
    char id[ID_TABLE + 1];
    int64_t before;
    int count, over; /* deleted: idle ones, and those that were over */
};

static void idle_look(struct look *look);
static void tables_ask(struct look *look);

static void idle_next(struct look *look)
{
    json_object_del(look->tables, look->id);
    idle_look(look);
}

/* Whether the look goes on to what comes after `read`; otherwise the next table's has begun. */
static bool idle_still(struct look *look, const struct store_read *read, bool alive)
{
    bool still = read->status == STORE_OK && !alive && !map_get(&look->server->rooms, look->id);
    if (!still)
        idle_next(look);
    return still;
}

/* The newest entry of a log is not old enough. */
static bool lately(const struct store_read *read, int64_t before)
{
    json_t *entry = read->count ? json_loads(read->rows[read->count - 1].bytes, 0, NULL) : NULL;
    bool late = entry && json_integer_value(json_object_get(entry, "at")) >= before;
    json_decref(entry);
    return late;
}

static void idle_forgotten(struct store_batch *batch)
{
    struct look *look = batch->context;
    struct room *room = map_get(&look->server->rooms, look->id);
    if (batch->status == STORE_OK) {
        look->count++;
        summary_replace(look->server, look->id, NULL);
        /* Somebody came at the last moment: it is read again, and not found. */
        if (room)
            room_read_again(room);
    }
    idle_next(look);
}

static void log_read(struct store_read *read)
{
    struct look *look = read->context;
    if (!idle_still(look, read, lately(read, look->before)))
        return;
    struct store_batch *batch = store_batch_create(idle_forgotten, look);
    /* An entry that does not stay: should another node have been quicker with a move, nothing is deleted. */
    uint64_t head = read->count ? read->rows[read->count - 1].number : 0;
    store_batch_append(batch, look->id, head + 1, "{}", 2);
    table_forget(batch, look->id, json_object_get(look->tables, look->id));
    store_submit(look->server->store, batch);
}

static void chat_read(struct store_read *read)
{
    struct look *look = read->context;
    if (idle_still(look, read, lately(read, look->before)))
        store_read(look->server->store, store_read_create(STORE_READ_LOG, "", look->id, log_read, look));
}

/* Who is at the table on which node. */
static void here_read(struct store_read *read)
{
    struct look *look = read->context;
    char chat[STORE_NAME_MAX];
    bool here = false;
    for (size_t i = 0; i < read->count; i++)
        here |= strcmp(read->rows[i].bytes, "0") != 0;
    snprintf(chat, sizeof chat, "%s/chat", look->id);
    if (idle_still(look, read, here))
        store_read(look->server->store, store_read_create(STORE_READ_LOG, "", chat, chat_read, look));
}

static void idle_look(struct look *look)
{
    char prefix[ID_TABLE + 2];
    const char *id = json_object_iter_key(json_object_iter(look->tables));
    if (!id) {
        tables_ask(look);
        return;
    }
    snprintf(look->id, sizeof look->id, "%s", id);
    snprintf(prefix, sizeof prefix, "%s/", id);
    store_read(look->server->store, store_read_create(STORE_READ_DOCS, SPACE_HERE, prefix, here_read, look));
}

/* ---- All tables -------------------------------------------------------------------------------------------- */

static bool ended(json_t *document)
{
    const char *state = json_string_value(json_object_get(json_object_get(document, "row"), "state"));
    return state && (strcmp(state, room_state_words[ROOM_OVER]) == 0 ||
                     strcmp(state, room_state_words[ROOM_CLOSED]) == 0);
}

/* Last written before so many days, 0 for never, and no clock will run out later. */
static bool older(json_t *document, int64_t now, int days)
{
    return days && json_integer_value(json_object_get(document, "at")) < now - days * DAY_MS &&
           json_integer_value(json_object_get(document, "deadline")) < now;
}

static void look_end(struct look *look)
{
    if (look->over)
        log_line(look->server, "expired", "\"tables\":%d", look->over);
    if (look->count)
        log_line(look->server, "expired", "\"idle\":%d", look->count);
    json_decref(look->tables);
    look->server->expiring_tables = false;
    free(look);
}

/* One that somebody is looking at stays for now. */
static void table_look(struct look *look, const char *id, json_t *document, struct store_batch *batch)
{
    const struct server *server = look->server;
    int64_t now = env_now(&server->env);
    if (!document || strlen(id) != ID_TABLE || map_get(&server->rooms, id))
        return;
    if (ended(document) && older(document, now, server->config.keep_days)) {
        table_forget(batch, id, document);
        look->over++;
    } else if (!ended(document) && older(document, now, server->config.idle_days)) {
        json_object_set(look->tables, id, document);
    }
}

static void tables_read(struct store_read *read)
{
    struct look *look = read->context;
    if (read->status != STORE_OK || !read->count) {
        look_end(look);
        return;
    }
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++) {
        json_t *document = json_loads(read->rows[i].bytes, 0, NULL);
        table_look(look, read->rows[i].key, document, batch);
        json_decref(document);
    }
    snprintf(look->past, sizeof look->past, "%s", read->rows[read->count - 1].key);
    if (batch->count)
        store_submit(look->server->store, batch);
    else
        store_batch_destroy(batch);
    idle_look(look);
}

static void tables_ask(struct look *look)
{
    struct store_read *read = store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", tables_read, look);
    snprintf(read->past, sizeof read->past, "%s", look->past);
    read->limit = TABLES_PER_READ;
    store_read(look->server->store, read);
}

void tables_expire(struct server *server)
{
    if (server->expiring_tables || (!server->config.keep_days && !server->config.idle_days))
        return;
    server->expiring_tables = true;
    struct look *look = mem_zero(sizeof *look);
    *look = (struct look){.server = server,
                          .tables = json_object(),
                          .before = env_now(&server->env) - server->config.idle_days * DAY_MS};
    tables_ask(look);
}
