#include "room_note.h"

#include <stdio.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_seat.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "valid.h"

static void note_key(const struct ask *ask, const struct room *room, int seat, char key[STORE_NAME_MAX])
{
    snprintf(key, STORE_NAME_MAX, "%s/%s/%d", ask->person->id, room->log.id, seat + 1);
}

static void note_read(struct store_read *read)
{
    struct buf out = {0};
    struct ask *ask = ask_begin_read(read, &out);
    if (!ask)
        return;
    js_string(&out, "text", read->count ? read->rows[0].bytes : "");
    ask_send(ask, &out);
}

void op_notes(struct ask *ask, struct room *room)
{
    int seat;
    char key[STORE_NAME_MAX];
    if (!ask_own_seat(ask, room, &seat))
        return;
    note_key(ask, room, seat, key);
    store_read(room->server->store, store_read_create(STORE_READ_DOC, SPACE_NOTE, key, note_read, ask));
}

static void note_written(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_NO_TABLE : FAIL_STORAGE);
}

void op_note(struct ask *ask, struct room *room)
{
    int seat;
    const char *text;
    char key[STORE_NAME_MAX];
    if (!ask_own_seat(ask, room, &seat) || !ask_string(ask, "text", LIMIT_NOTE_BYTES, &text))
        return;
    if (!text_clean(text)) {
        ask_fail(ask, FAIL_BAD_FIELD);
        return;
    }
    if (!text_seen(text))
        text = "";
    note_key(ask, room, seat, key);
    struct store_batch *batch = store_batch_create(note_written, ask);
    store_batch_require(batch, "", room->log.id);
    store_batch_require(batch, SPACE_PERSON, ask->person->id);
    store_batch_put(batch, STORE_PUT, SPACE_NOTE, key, text, strlen(text));
    store_submit(room->server->store, batch);
}
