/*
 * my_data.c - collects a person's documents from all spaces, to send or to delete them.
 *
 * The guests who signed in to an account are the same person: their documents are collected too. One read
 * after the other: every space for every id, then what was said at tables (for a download), or the summaries
 * of the person's tables (for a deletion), which tell at which of them nobody else has a part.
 *
 * Another connection of the person may add a document after its space was read and before the deletion. So
 * the spaces are read a second time when the person is deleted; nothing can come after that, since whoever
 * writes such a document requires the person's own, or the session's, in the same batch.
 */
#include "my_data.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "ask.h"
#include "block.h"
#include "buf.h"
#include "buf_print.h"
#include "lobby.h"
#include "map.h"
#include "person.h"
#include "retention_tables.h"
#include "room.h"
#include "room_daily.h"
#include "room_load.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "session.h"

static const char *const spaces[] = {SPACES_OF_PERSON};
enum { SPACES = sizeof spaces / sizeof *spaces };

struct gathering {
    struct server *server;
    struct ask *ask;
    struct person *exported;   /* of a download */
    int space, id;             /* the next to be read; `id` counts the person and the guests it was */
    json_t *mine, *said;       /* keys: tables in the person's list, and tables where the person spoke */
    json_t *alone;             /* keys: tables at which nobody else has a part, which are deleted */
    struct buf out;            /* of a download */
    struct store_batch *batch; /* deletions; NULL for a download */
    bool deleted;              /* the person is, and the spaces are read for the second time */
};

static void gather_next(struct gathering *gathering);
static void said_next(struct gathering *gathering);

static const char *id_at(const struct person *person, int at)
{
    return at ? person->was[at - 1] : person->id;
}

static void gather_free(struct gathering *gathering)
{
    struct person *person = gathering->exported;
    if (person) {
        person->exporting = false;
        person_unref(gathering->server, person);
    }
    json_decref(gathering->mine);
    json_decref(gathering->said);
    json_decref(gathering->alone);
    buf_free(&gathering->out);
    free(gathering);
}

static void forget_done(struct gathering *gathering);

/*
 * Nothing was deleted yet, and no part of the data is sent: the person tries again. After the deletion nobody
 * can: what came meanwhile goes with orphans_expire.
 */
static void gather_fail(struct gathering *gathering)
{
    if (gathering->deleted) {
        store_batch_destroy(gathering->batch);
        forget_done(gathering);
        return;
    }
    ask_fail(gathering->ask, FAIL_STORAGE);
    if (gathering->batch)
        store_batch_destroy(gathering->batch);
    gather_free(gathering);
}

/* A report without the lines of others: what they said is in their own downloads. */
static void report_export(struct buf *out, const struct store_row *row)
{
    json_t *report = json_loadb(row->bytes, row->size, 0, NULL), *own = json_array(), *line;
    size_t at;
    json_array_foreach(json_object_get(report, "lines"), at, line)
    {
        const char *by = json_string_value(json_object_get(line, "by"));
        if (by && strcmp(by, "reporter") == 0)
            json_array_append(own, line);
    }
    json_object_set_new(report, "lines", own);
    char *text = report ? json_dumps(report, JSON_COMPACT) : NULL;
    if (text)
        js_raw(out, NULL, text, strlen(text));
    free(text);
    json_decref(report);
}

static void export_rows(struct gathering *gathering, const struct store_read *read)
{
    bool text = strcmp(read->space, SPACE_NOTE) == 0;
    for (size_t i = 0; i < read->count; i++) {
        /* Sessions are exported without their keys, which are hashes of tokens. */
        if (text)
            js_string(&gathering->out, NULL, read->rows[i].bytes);
        else if (strcmp(read->space, SPACE_REPORT) == 0)
            report_export(&gathering->out, &read->rows[i]);
        else
            js_raw(&gathering->out, NULL, read->rows[i].bytes, read->rows[i].size);
    }
}

static void forget_rows(struct gathering *gathering, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        store_batch_delete(gathering->batch, read->space, read->rows[i].key);
        if (strcmp(read->space, SPACE_SESSION) == 0)
            store_batch_delete(gathering->batch, SPACE_TOKEN, read->rows[i].key + ID_PERSON + 1);
        else if (strcmp(read->space, SPACE_PASSKEY) == 0)
            store_batch_delete(gathering->batch, SPACE_CREDENTIAL, read->rows[i].key + ID_PERSON + 1);
        else if (strcmp(read->space, SPACE_DAILY) == 0)
            daily_day_delete(gathering->batch, read->rows[i].key);
    }
}

/* Remembers the tables whose ids are in the keys PERSON/TABLE. */
static void tables_note(json_t *tables, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++)
        json_object_set_new(tables, read->rows[i].key + ID_PERSON + 1, json_true());
}

static void gathered(struct store_read *read)
{
    struct gathering *gathering = read->context;
    bool said = strcmp(read->space, SPACE_SAID) == 0;
    if (read->status != STORE_OK) {
        gather_fail(gathering);
        return;
    }
    if (said)
        tables_note(gathering->said, read);
    if (strcmp(read->space, SPACE_MY_TABLES) == 0)
        tables_note(gathering->mine, read);
    if (gathering->batch)
        forget_rows(gathering, read);
    else if (!said)
        export_rows(gathering, read);
    gathering->id++;
    gather_next(gathering);
}

/* ---- Download: lines of chat --------------------------------------------------------------------------- */

/* The person's lines of one table's chat. */
static void said_read(struct store_read *read)
{
    struct gathering *gathering = read->context;
    if (read->status != STORE_OK) {
        gather_fail(gathering);
        return;
    }
    for (size_t i = 0; i < read->count; i++) {
        json_t *line = json_loadb(read->rows[i].bytes, read->rows[i].size, 0, NULL);
        const char *by = json_string_value(json_object_get(line, "person"));
        if (by && person_is(gathering->ask->person, by)) {
            json_object_del(line, "person");
            json_object_set_new(line, "table", json_stringn(read->key, ID_TABLE));
            char *text = json_dumps(line, JSON_COMPACT);
            js_raw(&gathering->out, NULL, text, strlen(text));
            free(text);
        }
        json_decref(line);
    }
    said_next(gathering);
}

static void said_next(struct gathering *gathering)
{
    struct ask *ask = gathering->ask;
    const char *table = json_object_iter_key(json_object_iter(gathering->said));
    if (table) {
        char name[STORE_NAME_MAX];
        snprintf(name, sizeof name, "%s/chat", table);
        json_object_del(gathering->said, table);
        store_read(ask->server->store, store_read_create(STORE_READ_LOG, "", name, said_read, gathering));
        return;
    }
    js_end_array(&gathering->out);
    js_end_object(&gathering->out);
    ask_send(ask, &gathering->out);
    gather_free(gathering);
}

/* ---- Deletion ------------------------------------------------------------------------------------------ */

/* Tables in memory are read again, and not found. */
static void alone_gone(struct server *server, json_t *alone)
{
    const char *id;
    json_t *value;
    json_object_foreach(alone, id, value)
    {
        struct room *room = map_get(&server->rooms, id);
        summary_replace(server, id, NULL);
        if (room)
            room_read_again(room);
    }
}

static void forget_done(struct gathering *gathering)
{
    struct ask *ask = gathering->ask;
    struct server *server = ask->server;
    char person[ID_PERSON + 1];
    alone_gone(server, gathering->alone);
    for (int i = 0; i < ask->person->was_count; i++)
        sessions_drop(server, ask->person->was[i], NULL);
    snprintf(ask->cookie, sizeof ask->cookie,
             "Set-Cookie: lanterne=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\r\n");
    /* Answers before closing the person's connections, since the asking one is among them. */
    snprintf(person, sizeof person, "%s", ask->person->id);
    ask_done(ask);
    sessions_drop(server, person, NULL);
    gather_free(gathering);
}

static void leftovers_gone(struct store_batch *batch)
{
    forget_done(batch->context);
}

static void forgotten(struct store_batch *batch)
{
    struct gathering *gathering = batch->context;
    if (batch->status != STORE_OK) {
        ask_fail(gathering->ask, FAIL_STORAGE);
        gather_free(gathering);
        return;
    }
    gathering->deleted = true;
    gathering->space = gathering->id = 0;
    gathering->batch = store_batch_create(leftovers_gone, gathering);
    gather_next(gathering);
}

/* A table is nobody else's when no other person sits there or is its host. */
static bool nobody_else(json_t *summary, const struct person *person)
{
    json_t *one, *host = json_object_get(summary, "host");
    size_t at;
    bool alone = json_is_object(summary) && (!json_is_string(host) || !*json_string_value(host) ||
                                             person_is(person, json_string_value(host)));
    json_array_foreach(json_object_get(summary, "persons"), at, one) alone =
        alone && json_is_string(one) && person_is(person, json_string_value(one));
    return alone;
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
    if (*person->profile)
        store_batch_delete(gathering->batch, SPACE_PROFILE, person->profile);
    for (int i = 0; i <= person->was_count; i++) {
        person_delete(gathering->ask->server, gathering->batch, id_at(person, i));
        store_batch_notify(gathering->batch, id_at(person, i), 0);
    }
    store_submit(gathering->ask->server->store, gathering->batch);
}

/* Reports about the person, whose keys are REPORTER/TABLE/PERSON. */
static void reports_page(struct store_read *read)
{
    struct gathering *gathering = read->context;
    for (size_t i = 0; i < read->count; i++) {
        const char *about = strrchr(read->rows[i].key, '/');
        if (about && person_is(gathering->ask->person, about + 1))
            store_batch_delete(gathering->batch, SPACE_REPORT, read->rows[i].key);
    }
}

static void reports_read(struct store_read *read)
{
    if (read->status == STORE_OK)
        forget_end(read->context);
    else
        gather_fail(read->context);
}

static void summaries_read(struct store_read *read)
{
    struct gathering *gathering = read->context;
    if (read->status != STORE_OK) {
        gather_fail(gathering);
        return;
    }
    for (size_t i = 0; i < read->count; i++) {
        json_t *summary = json_loads(read->rows[i].bytes, 0, NULL);
        if (nobody_else(summary, gathering->ask->person)) {
            table_delete(gathering->batch, read->rows[i].key, summary);
            json_object_set_new(gathering->alone, read->rows[i].key, json_true());
        }
        json_decref(summary);
    }
    struct store_read *reports =
        store_read_create(STORE_READ_DOCS, SPACE_REPORT, "", reports_read, gathering);
    reports->page = reports_page;
    store_read(gathering->ask->server->store, reports);
}

static void summaries_ask(struct gathering *gathering)
{
    struct buf names = {0};
    const char *table;
    json_t *value;
    json_object_foreach(gathering->mine, table, value) buf_printf(&names, "%s\n", table);
    struct store_read *read = store_read_create(STORE_READ_KEYS, SPACE_TABLE, "", summaries_read, gathering);
    read->names = mem_string(buf_cstr(&names));
    buf_free(&names);
    store_read(gathering->ask->server->store, read);
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

/* A space is read for each id; what a download has of it is one array. */
static void space_turn(struct gathering *gathering)
{
    bool listed = strcmp(spaces[gathering->space], SPACE_SAID) != 0;
    if (!gathering->batch && listed && gathering->id == 0)
        js_array(&gathering->out, spaces[gathering->space]);
    if (gathering->id <= gathering->ask->person->was_count)
        return;
    if (!gathering->batch && listed)
        js_end_array(&gathering->out);
    gathering->id = 0;
    gathering->space++;
    if (gathering->space < SPACES)
        space_turn(gathering);
}

static void gather_next(struct gathering *gathering)
{
    struct ask *ask = gathering->ask;
    char prefix[ID_PERSON + 2];
    space_turn(gathering);
    if (gathering->space < SPACES) {
        snprintf(prefix, sizeof prefix, "%s/", id_at(ask->person, gathering->id));
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOCS, spaces[gathering->space], prefix, gathered, gathering));
    } else if (gathering->deleted) {
        store_submit(ask->server->store, gathering->batch);
    } else if (gathering->batch) {
        summaries_ask(gathering);
    } else {
        js_array(&gathering->out, SPACE_SAID);
        said_next(gathering);
    }
}

static struct gathering *gather_begin(struct ask *ask)
{
    struct gathering *gathering = mem_zero(sizeof *gathering);
    gathering->server = ask->server;
    gathering->ask = ask;
    gathering->mine = json_object();
    gathering->said = json_object();
    gathering->alone = json_object();
    return gathering;
}

/* What is collected is not counted as memory of the connection before it is sent: so one at a time. */
void op_export(struct ask *ask)
{
    struct person *person = ask->person;
    if (person->exporting) {
        ask_fail(ask, FAIL_EXPORTING);
        return;
    }
    struct gathering *gathering = gather_begin(ask);
    gathering->exported = person_ref(person);
    person->exporting = true;
    ask_begin(ask, &gathering->out);
    js_object(&gathering->out, "data");
    person_write(&gathering->out, "person", person);
    js_string(&gathering->out, "mail", person->mail);
    js_int(&gathering->out, "created", person->created);
    if (person->member)
        js_int(&gathering->out, "member", person->member);
    if (*person->profile)
        js_string(&gathering->out, "profile", person->profile);
    blocks_write(&gathering->out, "blocks", person);
    js_array(&gathering->out, "was");
    for (int i = 0; i < person->was_count; i++)
        js_string(&gathering->out, NULL, person->was[i]);
    js_end_array(&gathering->out);
    gather_next(gathering);
}

static void forget_begin(struct ask *ask)
{
    struct gathering *gathering = gather_begin(ask);
    gathering->batch = store_batch_create(forgotten, gathering);
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
