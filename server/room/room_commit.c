#include "room_commit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "alive.h"
#include "ask.h"
#include "broken.h"
#include "buf.h"
#include "client.h"
#include "fault.h"
#include "json_read.h"
#include "lobby.h"
#include "person.h"
#include "played.h"
#include "room.h"
#include "room_cap.h"
#include "room_daily.h"
#include "room_chat.h"
#include "room_dice.h"
#include "room_load.h"
#include "room_notice.h"
#include "room_order.h"
#include "room_queue.h"
#include "room_info.h"
#include "room_push.h"
#include "room_subscribe.h"
#include "room_tick.h"
#include "seal.h"
#include "server.h"
#include "store.h"

/* A change on its way to the store. */
struct change {
    struct room *room;
    struct ask *ask; /* NULL when nobody asked for it */
    struct room_answer answer;
    bool ends; /* with it the game is over */
};

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void info_send(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    (void)answer;
    room_info_send(ask, room);
}

static void done_send(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    (void)room;
    (void)answer;
    ask_done(ask);
}

const struct room_answer room_answer_info = {.send = info_send}, room_answer_done = {.send = done_send};

/* ---- Back from the store ------------------------------------------------------------------------------- */

/* Something that no viewer may know; for planted faults. */
static bool hidden_bit(const struct room *room)
{
    union lan_state_buf copy;
    const struct table *table = room->log.match ? room->log.match->table : NULL;
    const uint8_t *bytes = table ? (const uint8_t *)table_state_at(table, table_count(table), &copy) : NULL;
    unsigned bits = 0;
    for (uint32_t i = 0; table && i < room->log.settings.game->state_size; i++)
        bits += bytes[i];
    return bits & 1;
}

void room_changes_push(struct room *room)
{
    room_subs_check(room);
    if (FAULT(LEAK_ORDER) && hidden_bit(room))
        room_push_updates(room);
    if (room->log.info_changed || FAULT(LEAK_ORDER)) {
        room_push_info(room);
        room->log.info_changed = false;
    }
    room_push_updates(room);
    room_chat_push(room);
}

static void change_answer(struct change *change)
{
    if (change->ask)
        change->answer.send(change->ask, change->room, &change->answer);
}

/* The change is stored. Subscribers see it first, so that the one who acted has the new position before
   the answer. */
static void change_stored(struct change *change)
{
    struct room *room = change->room;
    char actor[ID_PERSON + 1] = "";
    if (change->ask && change->ask->person)
        memcpy(actor, change->ask->person->id, sizeof actor);
    room_phase_set(room, PHASE_COMMITTING, PHASE_IDLE);
    room->committed = room->log.entries;
    room->server->entry_stored = room->server->alive_stored = true;
    room->used = server_tick(room->server);
    room->shown = room->head;
    summary_set(room->server, &room->log, room_deadline(room));
    if (room->maker)
        summary_maker_set(room->server, room->log.id, room->maker);
    room->maker = NULL;
    if (change->ends)
        played_check(room->server, &room->log);
    room_changes_push(room);
    if (FAULT(STORED_DENIED) && change->ask && room->log.entries % 50 == 0)
        ask_fail(change->ask, FAIL_STORAGE);
    else
        change_answer(change);
    room_notices_send(room, actor);
    room_tick(room);
    if (!FAULT(QUEUE_STUCK))
        room_queue_run(room);
    room_read_on(room, room->heard);
}

/* The first entry of a new table is not in the store: there is no such table. */
static void change_discard(struct change *change, bool conflict)
{
    struct room *room = change->room;
    bool claimed = conflict && room->log.daily;
    if (change->ask && !claimed)
        ask_fail(change->ask, FAIL_STORAGE);
    room_queue_fail(room, FAIL_STORAGE);
    room_free(room);
    if (change->ask && claimed)
        room_daily_again(change->ask);
}

/*
 * Whether the ask is an operation at this room, which can run again. `create`, `rematch` and `branch` commit
 * to a room that they have made; when another node is first with an entry there, the table is made, and what
 * is answered is the table as it then is.
 */
static bool ask_about(const struct ask *ask, const struct room *room)
{
    const char *table = json_string_value(json_object_get(ask->message, "table"));
    return ask->op->run_room && table && strcmp(table, room->log.id) == 0;
}

static const struct op op_instead = {.name = "info", .run_room = op_info};

/* A planted fault: one answer more. */
static void answer_early(const struct ask *ask)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_int(&out, "id", ask->id);
    js_bool(&out, "ok", false);
    js_end_object(&out);
    if (ask->client && ask->id > 0)
        client_push(ask->client, &out);
    buf_free(&out);
}

/* The room is ahead of its log, or another node has stored an entry first: it begins again from what is
   stored. */
static void change_undo(struct change *change, bool conflict)
{
    struct room *room = change->room;
    if (change->ask && conflict && FAULT(ANSWERED_TWICE))
        answer_early(change->ask);
    if (change->ask && conflict && !ask_about(change->ask, room))
        change->ask->op = &op_instead;
    if (change->ask && ((conflict && FAULT(CONFLICT_OK)) || (!conflict && FAULT(FAILURE_OK))))
        ask_done(change->ask);
    else if (change->ask && conflict && !FAULT(CONFLICT_LOST))
        room_queue_again(room, change->ask);
    else if (change->ask && !conflict)
        ask_fail(change->ask, FAIL_STORAGE);
    room_reload(room);
}

/* A planted fault: the room goes on with what is not stored. */
static void failure_keep(struct change *change)
{
    if (change->ask)
        ask_fail(change->ask, FAIL_STORAGE);
    room_phase_set(change->room, PHASE_COMMITTING, PHASE_IDLE);
    room_changes_push(change->room);
    room_queue_run(change->room);
}

static void change_done(struct store_batch *batch)
{
    struct change *change = batch->context;
    bool conflict = batch->status == STORE_CONFLICT;
    struct broken_context before =
        broken_enter(change->ask ? change->ask->op->name : NULL, change->room->log.id);
    change->room->server->metrics.conflicts += conflict;
    if (batch->status == STORE_OK)
        change_stored(change);
    else if (!change->room->committed)
        change_discard(change, conflict);
    else if (FAULT(FAILURE_KEPT) && !conflict)
        failure_keep(change);
    else
        change_undo(change, conflict);
    broken_leave(&before);
    free(change);
}

/* ---- To the store -------------------------------------------------------------------------------------- */

/* The entry was made for this room, so it can stand. */
static void entry_apply(struct room *room, const struct buf *entry)
{
    json_t *parsed = json_read_quick(entry->at, entry->length);
    lan_assert(parsed && room_log_apply(&room->log, parsed));
    json_decref(parsed);
}

/* The entry that ends a game takes the one that opens its secret along: one transaction instead of two. */
static void opening_append(struct room *room, struct store_batch *batch)
{
    struct buf entry = {0};
    room_opening_write(&entry, room);
    entry_apply(room, &entry);
    store_batch_append(batch, room->log.id, &room->head, entry.at, entry.length);
    buf_free(&entry);
}

static void secret_put(struct room *room, struct store_batch *batch)
{
    uint8_t sealed[SEALED_BYTES];
    seal(room->server->seal_key, room->secret.bytes, sealed);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, room->log.id, sealed, sizeof sealed);
    room->secret.unsaved = false;
}

/* Submits an entry that was carried out. `before` is the state of the table before it. */
static void entry_submit(struct room *room, struct ask *ask, struct buf *entry, enum room_state before,
                         const struct room_answer *answer)
{
    struct change *change = mem_zero(sizeof *change);
    struct store_batch *batch = store_batch_create(change_done, change);
    *change = (struct change){
        .room = room, .ask = ask, .ends = room->log.state == ROOM_OVER && before != ROOM_OVER};
    if (answer)
        change->answer = *answer;
    room_phase_set(room, PHASE_IDLE, PHASE_COMMITTING);
    store_batch_append(batch, room->log.id, &room->head, entry->at, entry->length);
    if (room_opening_due(room))
        opening_append(room, batch);
    if (change->ends)
        played_put(batch, &room->log, room_now(room));
    if (room->log.daily && !room->committed)
        room_daily_claim(batch, room);
    summary_put(batch, room->server, &room->log, room_deadline(room));
    if (room->log.info_changed)
        store_batch_notify(batch, room->log.id, 0);
    if (room->secret.unsaved)
        secret_put(room, batch);
    if (!room->server->nodes && !room->server->alive_stored)
        alive_put(room->server, batch);
    room_audit(batch, room, ask, entry);
    buf_free(entry);
    if (FAULT(SHOWN_EARLY)) {
        room_phase_set(room, PHASE_COMMITTING, PHASE_IDLE);
        room_push_updates(room);
        room_phase_set(room, PHASE_IDLE, PHASE_COMMITTING);
    }
    if (FAULT(ANSWERED_EARLY) && change->ask) {
        change_answer(change);
        change->ask = NULL;
    }
    store_submit(room->server->store, batch);
}

void room_commit(struct room *room, struct ask *ask, struct buf *entry, const struct room_answer *answer)
{
    uint32_t asides = room->log.asides;
    enum room_state before = room->log.state;
    entry_apply(room, entry);
    if (room->log.asides > asides)
        room_cap_count(ask, room);
    entry_submit(room, ask, entry, before, answer);
}

void room_commit_play(struct room *room, struct ask *ask, int seat, const char *move,
                      const struct room_answer *answer)
{
    struct buf entry = {0};
    enum room_state before = room->log.state;
    entry_begin(&entry, "play", room_now(room));
    if (move) {
        js_int(&entry, "seat", seat + 1);
        js_string(&entry, "move", move);
    }
    entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_log_apply_play(&room->log, seat, move);
    entry_submit(room, ask, &entry, before, answer);
}
