#include "along.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "block.h"
#include "buf.h"
#include "client.h"
#include "person.h"
#include "push_device.h"
#include "sanction.h"
#include "server.h"
#include "space.h"
#include "store.h"

/*
 * Fields of the message: how many tables the guest has, what is noted of each, the guest of whom nothing is
 * stored, and whether the account remembers the new one.
 */
static const char along[] = "along", along_notes[] = "along-notes", along_empty[] = "along-empty",
                  along_added[] = "along-added";

/* A session's documents are no reason to remember anybody; they come first in the list. */
static const char *const spaces[] = {SPACES_OF_PERSON};
enum { SPACES = sizeof spaces / sizeof *spaces };

void along_clear(struct ask *ask)
{
    json_object_del(ask->message, along);
    json_object_del(ask->message, along_notes);
    json_object_del(ask->message, along_empty);
    json_object_del(ask->message, along_added);
}

/* ---- Somebody of whom nothing is stored ---------------------------------------------------------------- */

/* A guest who signs in, while what is needed of the store is read. */
struct coming {
    struct ask *ask;
    void (*then)(struct ask *ask);
    char id[PERSON_WAS_MAX + 1][ID_PERSON + 1]; /* those the account remembers, the new one at the end */
    int ids, at, space;
};

static void coming_end(struct coming *coming)
{
    struct ask *ask = coming->ask;
    void (*then)(struct ask *) = coming->then;
    free(coming);
    then(ask);
}

static void empty_next(struct coming *coming);

/* Where the store cannot tell, something is stored. */
static void empty_read(struct store_read *read)
{
    struct coming *coming = read->context;
    coming->space++;
    if (read->status != STORE_OK || read->count) {
        coming->at++;
        coming->space = 0;
    }
    empty_next(coming);
}

static bool of_session(const char *space)
{
    return strcmp(space, SPACE_SESSION) == 0 || strcmp(space, SPACE_PUSH) == 0;
}

static void empty_next(struct coming *coming)
{
    char prefix[ID_PERSON + 2];
    while (coming->space < SPACES && of_session(spaces[coming->space]))
        coming->space++;
    if (coming->at < coming->ids && coming->space == SPACES)
        json_object_set_new(coming->ask->message, along_empty, json_string(coming->id[coming->at]));
    if (coming->at == coming->ids || coming->space == SPACES) {
        coming_end(coming);
        return;
    }
    snprintf(prefix, sizeof prefix, "%s/", coming->id[coming->at]);
    struct store_read *read =
        store_read_create(STORE_READ_DOCS, spaces[coming->space], prefix, empty_read, coming);
    read->limit = 1;
    store_read(coming->ask->server->store, read);
}

static void empty_find(struct coming *coming)
{
    const struct ask *ask = coming->ask;
    for (int i = 0; i < ask->person->was_count && coming->ids < PERSON_WAS_MAX; i++)
        memcpy(coming->id[coming->ids++], ask->person->was[i], ID_PERSON + 1);
    memcpy(coming->id[coming->ids++], ask->client->person->id, ID_PERSON + 1);
    empty_next(coming);
}

/* ---- The guest's tables -------------------------------------------------------------------------------- */

static void tables_read(struct store_read *read)
{
    struct coming *coming = read->context;
    struct ask *ask = coming->ask;
    if (read->status != STORE_OK || !ask->client || !ask->client->person) {
        ask_fail(ask, FAIL_STORAGE);
        free(coming);
        return;
    }
    json_t *notes = json_object();
    for (size_t i = 0; i < read->count; i++)
        json_object_set_new(notes, read->rows[i].key + ID_PERSON + 1, json_string(read->rows[i].bytes));
    json_object_set_new(ask->message, along, json_integer((json_int_t)read->count));
    json_object_set_new(ask->message, along_notes, notes);
    if (ask->person->was_count == PERSON_WAS_MAX)
        empty_find(coming);
    else
        coming_end(coming);
}

void along_read(struct ask *ask, void (*then)(struct ask *ask))
{
    char prefix[ID_PERSON + 2];
    const struct person *guest = ask->client->person;
    if (!guest || *guest->login) {
        then(ask);
        return;
    }
    struct coming *coming = mem_zero(sizeof *coming);
    coming->ask = ask;
    coming->then = then;
    snprintf(prefix, sizeof prefix, "%s/", guest->id);
    store_read(ask->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_MY_TABLES, prefix, tables_read, coming));
}

/* ---- Becoming the account's person --------------------------------------------------------------------- */

static int was_find(const struct person *person, const char *id)
{
    int at = 0;
    while (at < person->was_count && strcmp(person->was[at], id) != 0)
        at++;
    return at;
}

/* Another device may have signed in meanwhile, and changed whom the account remembers. */
static void room_make(struct ask *ask, struct store_batch *batch, const char *empty)
{
    struct person *person = ask->person;
    int at = was_find(person, empty);
    if (person->was_count < PERSON_WAS_MAX)
        return;
    if (at < person->was_count)
        person_delete(ask->server, batch, empty);
    else
        at = sanction_free_guest(ask->server, person);
    push_guest_delete(batch, person->was[at]);
    person_was_let(person, at);
}

void along_put(struct ask *ask, struct store_batch *batch)
{
    json_t *note;
    const char *table;
    struct person *guest = ask->client->person;
    const char *empty = json_string_value(json_object_get(ask->message, along_empty));
    if (!json_object_get(ask->message, along))
        return;
    guest_blocks_take(ask->person, guest);
    if (empty && strcmp(empty, guest->id) == 0) {
        person_delete(ask->server, batch, empty);
    } else {
        room_make(ask, batch, empty ? empty : "");
        push_guest_put(batch, guest, ask->person->id);
        person_was_add(ask->person, guest->id);
        json_object_set_new(ask->message, along_added, json_true());
    }
    person_put(batch, ask->person);
    /* Each table gives the seats over when the person next does something there (room_heir.h). */
    json_object_foreach(json_object_get(ask->message, along_notes), table, note)
    {
        char key[STORE_NAME_MAX];
        snprintf(key, sizeof key, "%s/%s", ask->person->id, table);
        store_batch_put(batch, STORE_PUT, SPACE_MY_TABLES, key, json_string_value(note),
                        json_string_length(note));
    }
}

void along_undo(struct ask *ask)
{
    if (json_object_get(ask->message, along_added))
        person_was_drop(ask->person);
}

void along_write(struct buf *out, const struct ask *ask)
{
    if (json_object_get(ask->message, along))
        js_int(out, "tables", json_integer_value(json_object_get(ask->message, along)));
}
