/* How long tables are kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"

#define DAY_MS ((int64_t)24 * 3600 * 1000)

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
        store_batch_delete(batch, SPACE_MINE, key);
        for (int seat = 1; seat <= LAN_SEATS_MAX; seat++) {
            snprintf(key, sizeof key, "%s/%s/%d", who, id, seat);
            store_batch_delete(batch, SPACE_NOTE, key);
        }
    }
    const char *host = json_string_value(json_object_get(document, "host"));
    if (host && strlen(host) == ID_PERSON) {
        snprintf(key, sizeof key, "%s/%s", host, id);
        store_batch_delete(batch, SPACE_MINE, key);
    }
}

/* ---- Tables at which nobody does anything ------------------------------------------------------------------ */

/*
 * Summaries are not written at every move, so what was last done and said is read from the logs: of one table after
 * the other, since logs may be long.
 */
struct idle {
    struct server *server;
    json_t *tables; /* summaries by id; the first is the one being looked at */
    char id[ID_TABLE + 1];
    int64_t before;
    int count;
};

/* One look at a time. */
static bool looking;

static void idle_look(struct idle *idle);

static void idle_next(struct idle *idle)
{
    json_object_del(idle->tables, idle->id);
    idle_look(idle);
}

/* Whether the look goes on to what comes after `read`; otherwise the next table's has begun. */
static bool idle_still(struct idle *idle, const struct store_read *read, bool alive)
{
    bool still = read->status == STORE_OK && !alive && !map_get(&idle->server->rooms, idle->id);
    if (!still)
        idle_next(idle);
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
    struct idle *idle = batch->context;
    struct room *room = map_get(&idle->server->rooms, idle->id);
    if (batch->status == STORE_OK) {
        idle->count++;
        summary_hear(idle->server, idle->id, NULL);
        /* Somebody came at the last moment: it is read again, and not found. */
        if (room)
            room_back(room);
    }
    idle_next(idle);
}

static void log_read(struct store_read *read)
{
    struct idle *idle = read->context;
    if (!idle_still(idle, read, lately(read, idle->before)))
        return;
    struct store_batch *batch = store_batch_create(idle_forgotten, idle);
    /* An entry that does not stay: should another node have been quicker with a move, nothing is deleted. */
    uint64_t head = read->count ? read->rows[read->count - 1].number : 0;
    store_batch_append(batch, idle->id, head + 1, "{}", 2);
    table_forget(batch, idle->id, json_object_get(idle->tables, idle->id));
    store_submit(idle->server->store, batch);
}

static void chat_read(struct store_read *read)
{
    struct idle *idle = read->context;
    if (idle_still(idle, read, lately(read, idle->before)))
        store_read(idle->server->store, store_read_create(STORE_READ_LOG, "", idle->id, log_read, idle));
}

/* Who is at the table on which node. */
static void here_read(struct store_read *read)
{
    struct idle *idle = read->context;
    char chat[STORE_NAME_MAX];
    bool here = false;
    for (size_t i = 0; i < read->count; i++)
        here |= strcmp(read->rows[i].bytes, "0") != 0;
    snprintf(chat, sizeof chat, "%s/chat", idle->id);
    if (idle_still(idle, read, here))
        store_read(idle->server->store, store_read_create(STORE_READ_LOG, "", chat, chat_read, idle));
}

static void idle_look(struct idle *idle)
{
    char prefix[ID_TABLE + 2];
    const char *id = json_object_iter_key(json_object_iter(idle->tables));
    if (id) {
        snprintf(idle->id, sizeof idle->id, "%s", id);
        snprintf(prefix, sizeof prefix, "%s/", id);
        store_read(idle->server->store,
                   store_read_create(STORE_READ_DOCS, SPACE_HERE, prefix, here_read, idle));
        return;
    }
    if (idle->count)
        log_line(idle->server, "expired", "\"idle\":%d", idle->count);
    json_decref(idle->tables);
    free(idle);
    looking = false;
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

static void tables_read(struct store_read *read)
{
    struct server *server = read->context;
    int64_t now = env_now(&server->env);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    struct idle *idle = mem_zero(sizeof *idle);
    *idle = (struct idle){
        .server = server, .tables = json_object(), .before = now - server->config.idle_days * DAY_MS};
    int count = 0;
    for (size_t i = 0; i < read->count; i++) {
        const char *id = read->rows[i].key;
        json_t *document = json_loads(read->rows[i].bytes, 0, NULL);
        /* One that somebody is looking at stays for now. */
        if (!document || strlen(id) != ID_TABLE || map_get(&server->rooms, id)) {
            json_decref(document);
            continue;
        }
        if (ended(document) && older(document, now, server->config.keep_days)) {
            table_forget(batch, id, document);
            count++;
        } else if (!ended(document) && older(document, now, server->config.idle_days)) {
            json_object_set(idle->tables, id, document);
        }
        json_decref(document);
    }
    if (count)
        log_line(server, "expired", "\"tables\":%d", count);
    store_submit(server->store, batch);
    idle_look(idle);
}

void tables_expire(struct server *server)
{
    if (looking || (!server->config.keep_days && !server->config.idle_days))
        return;
    looking = true;
    store_read(server->store, store_read_create(STORE_READ_DOCS, SPACE_TABLE, "", tables_read, server));
}
