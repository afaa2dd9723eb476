/*
 * retention_orphans.c - a run over the spaces of persons, some documents at a time.
 *
 * Every page of documents is read before its persons and chats are looked for. A document is written while
 * both are there, so what is not found then is gone for good.
 */
#include "retention_orphans.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "log.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum { ORPHANS_PER_READ = 500 };

static const char *const spaces[] = {SPACES_OF_PERSON};
enum { SPACES = sizeof spaces / sizeof *spaces };

struct orphans {
    struct server *server;
    int space;
    char past[STORE_NAME_MAX]; /* the last document read */
    json_t *keys;              /* keys: the documents of this page */
    json_t *absent;            /* keys: persons of this page who are not found; the first is looked for */
    struct store_batch *batch; /* deletes documents of this page */
    int count;
};

static void page_ask(struct orphans *orphans);

static void orphans_end(struct orphans *orphans)
{
    if (orphans->count)
        log_line(orphans->server, "expired", "\"orphans\":%d", orphans->count);
    orphans->server->expiring_orphans = false;
    json_decref(orphans->keys);
    json_decref(orphans->absent);
    free(orphans);
}

/* ---- A page -------------------------------------------------------------------------------------------- */

static void page_deleted(struct store_batch *batch)
{
    struct orphans *orphans = batch->context;
    if (batch->status == STORE_OK)
        orphans->count += (int)batch->count;
    page_ask(orphans);
}

static void page_end(struct orphans *orphans)
{
    if (orphans->batch->count) {
        store_submit(orphans->server->store, orphans->batch);
        return;
    }
    store_batch_destroy(orphans->batch);
    page_ask(orphans);
}

static const char *table_of(const char *key)
{
    return key + ID_PERSON + 1;
}

/* The heads of the chats that are there. */
static void chats_read(struct store_read *read)
{
    struct orphans *orphans = read->context;
    const char *key;
    json_t *value;
    json_t *found = json_object();
    for (size_t i = 0; i < read->count; i++)
        json_object_set_new(found, read->rows[i].key, json_true());
    json_object_foreach(orphans->keys, key, value)
    {
        char chat[STORE_NAME_MAX];
        snprintf(chat, sizeof chat, "%s/chat", table_of(key));
        if (read->status == STORE_OK && !json_object_get(found, chat))
            store_batch_delete(orphans->batch, SPACE_SAID, key);
    }
    json_decref(found);
    page_end(orphans);
}

static void chats_ask(struct orphans *orphans)
{
    struct buf names = {0};
    const char *key;
    json_t *value;
    json_object_foreach(orphans->keys, key, value) buf_printf(&names, "%s/chat\n", table_of(key));
    struct store_read *read = store_read_create(STORE_READ_HEADS, "", "", chats_read, orphans);
    read->names = mem_string(buf_cstr(&names));
    buf_free(&names);
    store_read(orphans->server->store, read);
}

static void absent_next(struct orphans *orphans);

/* A document that is damaged is not found among others; asked for alone, it fails, and its person stays. */
static void absent_read(struct store_read *read)
{
    struct orphans *orphans = read->context;
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(orphans->keys, next, key, value)
    {
        if (read->status == STORE_OK && !read->count && strncmp(key, read->key, ID_PERSON) == 0) {
            store_batch_delete(orphans->batch, spaces[orphans->space], key);
            json_object_del(orphans->keys, key);
        }
    }
    json_object_del(orphans->absent, read->key);
    absent_next(orphans);
}

static void absent_next(struct orphans *orphans)
{
    const char *person = json_object_iter_key(json_object_iter(orphans->absent));
    if (person)
        store_read(orphans->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, person, absent_read, orphans));
    else if (strcmp(spaces[orphans->space], SPACE_SAID) == 0 && json_object_size(orphans->keys))
        chats_ask(orphans);
    else
        page_end(orphans);
}

static void persons_read(struct store_read *read)
{
    struct orphans *orphans = read->context;
    for (size_t i = 0; i < read->count; i++)
        json_object_del(orphans->absent, read->rows[i].key);
    if (read->status != STORE_OK)
        json_object_clear(orphans->absent);
    absent_next(orphans);
}

static void persons_ask(struct orphans *orphans)
{
    struct buf names = {0};
    const char *person;
    json_t *value;
    json_object_foreach(orphans->absent, person, value) buf_printf(&names, "%s\n", person);
    struct store_read *read = store_read_create(STORE_READ_KEYS, SPACE_PERSON, "", persons_read, orphans);
    read->names = mem_string(buf_cstr(&names));
    buf_free(&names);
    store_read(orphans->server->store, read);
}

/* ---- All documents ------------------------------------------------------------------------------------- */

static void page_read(struct store_read *read)
{
    struct orphans *orphans = read->context;
    if (read->status != STORE_OK) {
        orphans_end(orphans);
        return;
    }
    if (!read->count) {
        orphans->space++;
        orphans->past[0] = 0;
        page_ask(orphans);
        return;
    }
    orphans->batch = store_batch_create(page_deleted, orphans);
    json_object_clear(orphans->keys);
    for (size_t i = 0; i < read->count; i++) {
        char person[ID_PERSON + 1];
        snprintf(person, sizeof person, "%s", read->rows[i].key);
        json_object_set_new(orphans->keys, read->rows[i].key, json_true());
        json_object_set_new(orphans->absent, person, json_true());
    }
    snprintf(orphans->past, sizeof orphans->past, "%s", read->rows[read->count - 1].key);
    persons_ask(orphans);
}

static void page_ask(struct orphans *orphans)
{
    if (orphans->space == SPACES) {
        orphans_end(orphans);
        return;
    }
    struct store_read *read =
        store_read_create(STORE_READ_DOCS, spaces[orphans->space], "", page_read, orphans);
    snprintf(read->past, sizeof read->past, "%s", orphans->past);
    read->limit = ORPHANS_PER_READ;
    store_read(orphans->server->store, read);
}

void orphans_expire(struct server *server)
{
    if (server->expiring_orphans)
        return;
    server->expiring_orphans = true;
    struct orphans *orphans = mem_zero(sizeof *orphans);
    *orphans = (struct orphans){.server = server, .keys = json_object(), .absent = json_object()};
    page_ask(orphans);
}
