/* my_data.c - collects a person's documents from all spaces, to send or to delete them. */
#include "my_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "ask.h"
#include "buf.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "session.h"

/* The spaces whose keys begin with a person's id. */
static const char *const spaces[] = {SPACE_SESSION, SPACE_MY_TABLES, SPACE_NOTE};
enum { SPACES = sizeof spaces / sizeof *spaces };

/* A read of all spaces, one after the other, whose documents are exported or deleted. */
struct gathering {
    struct ask *ask;
    int at;
    struct buf out;
    struct store_batch *batch; /* deletions; NULL for an export */
};

static void gather_next(struct gathering *gathering);

static void export_rows(struct gathering *gathering, const struct store_read *read)
{
    bool text = strcmp(read->space, SPACE_NOTE) == 0;
    js_array(&gathering->out, read->space);
    for (size_t i = 0; i < read->count; i++) {
        /* Sessions are exported without their keys, which are hashes of tokens. */
        if (text)
            js_string(&gathering->out, NULL, read->rows[i].bytes);
        else
            js_raw(&gathering->out, NULL, read->rows[i].bytes, read->rows[i].size);
    }
    js_end_array(&gathering->out);
}

static void forget_rows(struct gathering *gathering, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        store_batch_delete(gathering->batch, read->space, read->rows[i].key);
        if (strcmp(read->space, SPACE_SESSION) == 0)
            store_batch_delete(gathering->batch, SPACE_TOKEN, read->rows[i].key + ID_PERSON + 1);
    }
    store_batch_notify(gathering->batch, gathering->ask->person->id, 0);
}

/* Nothing was deleted yet, and no part of the data is sent: the person tries again. */
static void gather_fail(struct gathering *gathering)
{
    ask_fail(gathering->ask, FAIL_STORAGE);
    if (gathering->batch)
        store_batch_destroy(gathering->batch);
    buf_free(&gathering->out);
    free(gathering);
}

static void gathered(struct store_read *read)
{
    struct gathering *gathering = read->context;
    if (read->status != STORE_OK) {
        gather_fail(gathering);
        return;
    }
    if (gathering->batch)
        forget_rows(gathering, read);
    else
        export_rows(gathering, read);
    gathering->at++;
    gather_next(gathering);
}

static void forgotten(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    snprintf(ask->cookie, sizeof ask->cookie,
             "Set-Cookie: lanterne=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\r\n");
    /* Answers before closing the person's connections, since the asking one is among them. */
    struct server *server = ask->server;
    char person[ID_PERSON + 1];
    snprintf(person, sizeof person, "%s", ask->person->id);
    ask_done(ask);
    sessions_drop(server, person, NULL);
}

static void forget_end(struct gathering *gathering)
{
    struct person *person = gathering->ask->person;
    char key[NAME_SIZE];
    snprintf(key, sizeof key, "%s", person->login);
    for (char *c = key; *c; c++) {
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c + 32);
    }
    if (*key) {
        store_batch_delete(gathering->batch, SPACE_ACCOUNT, key);
        store_batch_delete(gathering->batch, SPACE_RESET, key);
    }
    store_batch_delete(gathering->batch, SPACE_PERSON, person->id);
    store_submit(gathering->ask->server->store, gathering->batch);
}

static void gather_next(struct gathering *gathering)
{
    struct ask *ask = gathering->ask;
    char prefix[ID_PERSON + 2];
    if (gathering->at < SPACES) {
        snprintf(prefix, sizeof prefix, "%s/", ask->person->id);
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOCS, spaces[gathering->at], prefix, gathered, gathering));
        return;
    }
    if (gathering->batch) {
        forget_end(gathering);
    } else {
        js_end_object(&gathering->out);
        ask_send(ask, &gathering->out);
    }
    free(gathering);
}

void op_export(struct ask *ask)
{
    struct gathering *gathering = mem_zero(sizeof *gathering);
    gathering->ask = ask;
    ask_begin(ask, &gathering->out);
    js_object(&gathering->out, "data");
    person_write(&gathering->out, "person", ask->person);
    js_string(&gathering->out, "mail", ask->person->mail);
    js_int(&gathering->out, "created", ask->person->created);
    gather_next(gathering);
}

static void forget_begin(struct ask *ask)
{
    struct gathering *gathering = mem_zero(sizeof *gathering);
    gathering->ask = ask;
    gathering->batch = store_batch_create(forgotten, ask);
    gather_next(gathering);
}

static void forget_permitted(struct hashing *hashing)
{
    if (hashing->good)
        forget_begin(hashing->ask);
    else
        ask_fail(hashing->ask, FAIL_WRONG_PASSWORD);
}

/* An account is deleted with its password only: it cannot be brought back, and a session may be stolen. */
void op_forget(struct ask *ask)
{
    if (*ask->person->login)
        own_password_verify(ask, "password", forget_permitted);
    else
        forget_begin(ask);
}
