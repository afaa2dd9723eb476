#include "retention_guests.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "env.h"
#include "log.h"
#include "map.h"
#include "person.h"
#include "push_device.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "session.h"

enum { GUESTS_PER_READ = 500 };

/* The spaces whose keys begin with a person's id, in the order in which they are read. */
static const char *const spaces[] = {SPACES_OF_PERSON};
enum { SPACES = sizeof spaces / sizeof *spaces };

/* A run over all persons, one after the other. */
struct guests {
    struct server *server;
    int64_t before;
    char past[STORE_NAME_MAX]; /* the last person read */
    json_t *found;             /* of those read, the old ones: by id, whether they have an account */
    char id[ID_PERSON + 1];    /* the person being checked */
    int space;
    struct store_batch *batch; /* deletes the person, or sessions */
    int count, sessions;
};

static void guest_next(struct guests *guests);

static void guests_end(struct guests *guests)
{
    if (guests->count)
        log_line(guests->server, "expired", "\"guests\":%d", guests->count);
    if (guests->sessions)
        log_line(guests->server, "expired", "\"sessions\":%d", guests->sessions);
    json_decref(guests->found);
    guests->server->expiring_guests = false;
    free(guests);
}

static int64_t time_of(const struct store_row *row, const char *key)
{
    json_t *document = json_loads(row->bytes, 0, NULL);
    int64_t time = json_integer_value(json_object_get(document, key));
    json_decref(document);
    return time;
}

/*
 * The guest is connected, has a table or a session whose cookie is still valid, or signed in to an account:
 * that keeps the guest's games, and goes with the guest (my_data.h).
 */
static bool guest_stays(const struct guests *guests, const struct store_read *read)
{
    bool stays = read->status != STORE_OK || map_get(&guests->server->persons, guests->id) ||
                 (strcmp(read->space, SPACE_MY_TABLES) == 0 && read->count);
    for (size_t i = 0; i < read->count && strcmp(read->space, SPACE_PUSH) == 0; i++)
        stays |= push_guest_key(read->rows[i].key);
    for (size_t i = 0; i < read->count && strcmp(read->space, SPACE_SESSION) == 0; i++)
        stays |= time_of(&read->rows[i], "at") >= guests->before;
    return stays;
}

static void guest_deleted(struct store_batch *batch)
{
    struct guests *guests = batch->context;
    guests->count += batch->status == STORE_OK;
    guest_next(guests);
}

enum { SESSION_DOCUMENTS = 3 };

static void session_end(const struct guests *guests, const struct store_row *row)
{
    store_batch_delete(guests->batch, SPACE_SESSION, row->key);
    store_batch_delete(guests->batch, SPACE_PUSH, row->key);
    store_batch_delete(guests->batch, SPACE_TOKEN, row->key + ID_PERSON + 1);
}

/* ---- Accounts ------------------------------------------------------------------------------------------ */

static void sessions_ended(struct store_batch *batch)
{
    struct guests *guests = batch->context;
    if (batch->status == STORE_OK)
        guests->sessions += (int)batch->count / SESSION_DOCUMENTS;
    guest_next(guests);
}

/* Sessions of a person who is connected stay: one of them may be in use. */
static void sessions_read(struct store_read *read)
{
    struct guests *guests = read->context;
    guests->batch = store_batch_create(sessions_ended, guests);
    for (size_t i = 0; i < read->count && !map_get(&guests->server->persons, guests->id); i++) {
        if (time_of(&read->rows[i], "at") < guests->before)
            session_end(guests, &read->rows[i]);
    }
    if (guests->batch->count) {
        store_submit(guests->server->store, guests->batch);
        return;
    }
    store_batch_destroy(guests->batch);
    guest_next(guests);
}

/* ---- Guests -------------------------------------------------------------------------------------------- */

static void space_read(struct store_read *read);

static void space_next(struct guests *guests)
{
    char prefix[ID_PERSON + 2];
    if (guests->space == SPACES) {
        person_delete(guests->server, guests->batch, guests->id);
        store_batch_notify(guests->batch, guests->id, 0);
        store_submit(guests->server->store, guests->batch);
        return;
    }
    snprintf(prefix, sizeof prefix, "%s/", guests->id);
    store_read(guests->server->store,
               store_read_create(STORE_READ_DOCS, spaces[guests->space++], prefix, space_read, guests));
}

static void space_read(struct store_read *read)
{
    struct guests *guests = read->context;
    if (guest_stays(guests, read)) {
        store_batch_destroy(guests->batch);
        guest_next(guests);
        return;
    }
    for (size_t i = 0; i < read->count; i++) {
        if (strcmp(read->space, SPACE_SESSION) == 0)
            session_end(guests, &read->rows[i]);
        else
            store_batch_delete(guests->batch, read->space, read->rows[i].key);
    }
    space_next(guests);
}

/* ---- All persons --------------------------------------------------------------------------------------- */

/* Adds a person who was made long enough ago to `found`. */
static void person_check(const struct guests *guests, const struct store_row *row)
{
    json_t *person = json_loads(row->bytes, 0, NULL);
    if (person && strlen(row->key) == ID_PERSON &&
        json_integer_value(json_object_get(person, "created")) < guests->before)
        json_object_set_new(guests->found, row->key, json_boolean(json_object_get(person, "login")));
    json_decref(person);
}

static void persons_read(struct store_read *read)
{
    struct guests *guests = read->context;
    if (read->status != STORE_OK || !read->count) {
        guests_end(guests);
        return;
    }
    for (size_t i = 0; i < read->count; i++)
        person_check(guests, &read->rows[i]);
    snprintf(guests->past, sizeof guests->past, "%s", read->rows[read->count - 1].key);
    guest_next(guests);
}

static void guest_check(struct guests *guests, const char *id)
{
    char prefix[ID_PERSON + 2];
    bool account = json_is_true(json_object_get(guests->found, id));
    snprintf(guests->id, sizeof guests->id, "%s", id);
    json_object_del(guests->found, guests->id);
    if (account) {
        snprintf(prefix, sizeof prefix, "%s/", guests->id);
        store_read(guests->server->store,
                   store_read_create(STORE_READ_DOCS, SPACE_SESSION, prefix, sessions_read, guests));
        return;
    }
    guests->space = 0;
    guests->batch = store_batch_create(guest_deleted, guests);
    space_next(guests);
}

static void guest_next(struct guests *guests)
{
    const char *id = json_object_iter_key(json_object_iter(guests->found));
    if (id) {
        guest_check(guests, id);
        return;
    }
    struct store_read *read = store_read_create(STORE_READ_DOCS, SPACE_PERSON, "", persons_read, guests);
    snprintf(read->past, sizeof read->past, "%s", guests->past);
    read->limit = GUESTS_PER_READ;
    store_read(guests->server->store, read);
}

void guests_expire(struct server *server)
{
    int64_t days = server->config.idle_days;
    if (server->expiring_guests || !days)
        return;
    server->expiring_guests = true;
    if (days < COOKIE_DAYS)
        days = COOKIE_DAYS;
    struct guests *guests = mem_zero(sizeof *guests);
    *guests = (struct guests){
        .server = server, .before = env_now(&server->env) - days * 24 * 3600 * 1000, .found = json_object()};
    guest_next(guests);
}
