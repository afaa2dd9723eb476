#include "room_mine.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "buf_print.h"
#include "limit.h"
#include "lobby.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_load.h"
#include "server.h"
#include "space.h"
#include "store.h"

/* By the table's summary the game waits for a seat of the person. */
static bool waits_for(struct server *server, const char *table, const struct person *person)
{
    const struct summary *summary = map_get(&server->summaries, table);
    for (int seat = 0; summary && seat < summary->seats; seat++) {
        if (summary->must >> seat & 1 && person_is(person, summary->person[seat]))
            return true;
    }
    return false;
}

/* An answer in the making: first the person's notes are read, then the tables' summaries. */
struct mine {
    struct ask *ask;
    struct store_row *notes; /* in the order of the answer: those that are not over first */
    size_t count;
    int tries;
};

static void mine_ask(struct mine *mine);

static void mine_free(struct mine *mine)
{
    for (size_t i = 0; i < mine->count; i++) {
        free(mine->notes[i].key);
        free(mine->notes[i].bytes);
    }
    free(mine->notes);
    free(mine);
}

static const char *note_table(const struct store_row *note)
{
    return note->key + ID_PERSON + 1;
}

/* For whom the game waits is not known: another node has moved it, or it was not loaded since the start. */
static bool turn_unknown(const struct summary *summary)
{
    return summary->stale || (summary->state == ROOM_PLAYING && !summary->seats);
}

/* Loads the tables of which the turn is not known. True when there is one. */
static bool stale_load(struct server *server, const struct store_read *read)
{
    bool stale = false;
    for (size_t i = 0; i < read->count; i++) {
        const struct summary *summary = map_get(&server->summaries, note_table(&read->rows[i]));
        if (summary && turn_unknown(summary)) {
            room_load(server, summary->id);
            stale = true;
        }
    }
    return stale;
}

static const struct store_row *row_of(const struct store_read *read, const char *table)
{
    for (size_t i = 0; i < read->count; i++) {
        if (strcmp(read->rows[i].key, table) == 0)
            return &read->rows[i];
    }
    return NULL;
}

/* Whether a summary says that the person is the host or sits there. */
static bool has_part(json_t *summary, const struct person *person)
{
    json_t *one, *host = json_object_get(summary, "host");
    size_t at;
    bool found = json_is_string(host) && person_is(person, json_string_value(host));
    json_array_foreach(json_object_get(summary, "persons"), at, one) found =
        found || (json_is_string(one) && person_is(person, json_string_value(one)));
    return found;
}

/* One table of the list; nothing when it is gone, or the person has no part in it any more. */
static void mine_write(struct buf *out, const struct ask *ask, const struct store_row *note,
                       const struct store_row *row)
{
    json_t *summary = row ? json_loads(row->bytes, 0, NULL) : NULL;
    json_t *own = json_loads(note->bytes, 0, NULL), *shown = json_object_get(summary, "row");
    if (json_is_object(shown) && json_is_object(own) && has_part(summary, ask->person)) {
        json_object_set(shown, "mine", json_object_get(own, "mine"));
        json_object_set_new(shown, "waiting",
                            json_boolean(waits_for(ask->server, note_table(note), ask->person)));
        char *text = json_dumps(shown, JSON_COMPACT);
        js_raw(out, NULL, text, strlen(text));
        free(text);
    }
    json_decref(own);
    json_decref(summary);
}

static void rows_read(struct store_read *read)
{
    struct mine *mine = read->context;
    struct ask *ask = mine->ask;
    struct buf out = {0};
    size_t at = 0;
    if (read->status != STORE_OK) {
        mine_free(mine);
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    ask_begin(ask, &out);
    person_write(&out, "person", ask->person);
    js_array(&out, "tables");
    for (; at < mine->count && at < LIMIT_MY_TABLES && out.length < LIMIT_LOBBY_BYTES; at++)
        mine_write(&out, ask, &mine->notes[at], row_of(read, note_table(&mine->notes[at])));
    js_end_array(&out);
    if (at < mine->count)
        js_int(&out, "more", (int64_t)(mine->count - at));
    mine_free(mine);
    ask_send(ask, &out);
}

/* Moves the notes of tables that are running, or of the others, out of the read. */
static void notes_take(struct mine *mine, struct store_read *read, bool running)
{
    for (size_t i = 0; i < read->count; i++) {
        struct store_row *row = &read->rows[i];
        if (!row->key || (map_get(&mine->ask->server->summaries, note_table(row)) != NULL) != running)
            continue;
        mine->notes[mine->count++] = *row;
        *row = (struct store_row){.key = NULL};
    }
}

static void notes_read(struct store_read *read)
{
    struct mine *mine = read->context;
    struct server *server = mine->ask->server;
    if (read->status != STORE_OK) {
        struct ask *ask = mine->ask;
        mine_free(mine);
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    /* A table is loaded by two reads, one after the other; a read that is submitted as often is answered
       after them. */
    if (mine->tries < 3 && stale_load(server, read)) {
        mine->tries++;
        mine_ask(mine);
        return;
    }
    mine->notes = mem_alloc((read->count + 1) * sizeof *mine->notes);
    notes_take(mine, read, true);
    notes_take(mine, read, false);
    struct buf names = {0};
    for (size_t i = 0; i < mine->count && i < LIMIT_MY_TABLES; i++)
        buf_printf(&names, "%s\n", note_table(&mine->notes[i]));
    struct store_read *rows = store_read_create(STORE_READ_KEYS, SPACE_TABLE, "", rows_read, mine);
    rows->names = mem_string(buf_cstr(&names));
    buf_free(&names);
    store_read(server->store, rows);
}

static void mine_ask(struct mine *mine)
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", mine->ask->person->id);
    store_read(mine->ask->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_MY_TABLES, prefix, notes_read, mine));
}

void op_me(struct ask *ask)
{
    struct mine *mine = mem_zero(sizeof *mine);
    mine->ask = ask;
    mine_ask(mine);
}
