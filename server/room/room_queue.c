#include "room_queue.h"

#include <string.h>

#include "broken.h"
#include "limit.h"
#include "room.h"
#include "room_cap.h"
#include "room_daily.h"
#include "room_heir.h"
#include "room_load.h"
#include "server.h"
#include "store.h"

/* ---- The list ------------------------------------------------------------------------------------------ */

static void queue_add(struct room *room, struct ask *ask)
{
    if (room->queue_count >= LIMIT_WAITING_PER_TABLE) {
        ask_fail(ask, FAIL_TABLE_BUSY);
        return;
    }
    ask->waiting = NULL;
    *room->queue_end = ask;
    room->queue_end = &ask->waiting;
    room->queue_count++;
}

static struct ask *queue_take(struct room *room)
{
    struct ask *ask = room->queue;
    if (!ask)
        return NULL;
    room->queue = ask->waiting;
    if (!room->queue)
        room->queue_end = &room->queue;
    room->queue_count--;
    return ask;
}

void room_queue_again(struct room *room, struct ask *ask)
{
    ask->waiting = room->queue;
    if (!room->queue)
        room->queue_end = &ask->waiting;
    room->queue = ask;
    room->queue_count++;
}

void room_queue_fail(struct room *room, enum fail fail)
{
    for (struct ask *ask; (ask = queue_take(room));)
        ask_fail(ask, fail);
}

/* ---- Rooms that may be outdated ------------------------------------------------------------------------ */

/*
 * With a shared store another node may have answered the same person before, and this room must know at least
 * as much. So the log is read on before the first ask of a connection at the table (`open`), every request by
 * HTTP, and an ask that was refused. Others come from a connection that this node serves, and what they
 * change is checked by being appended.
 */
static bool log_first(const struct ask *ask)
{
    return ask->server->store->shared && !ask->log_read &&
           (ask->refused || ask->id < 0 || strcmp(ask->op->name, "open") == 0);
}

/* True when the log is read on before the next ask; that serves all that wait now. */
static bool queue_read_on(struct room *room)
{
    if (!room->queue || !log_first(room->queue))
        return false;
    for (struct ask *ask = room->queue; ask; ask = ask->waiting)
        ask->log_read = true;
    room_follow_start(room);
    return true;
}

/* Failures of the store, and an answer that is too long, do not depend on the entries of other nodes. */
static bool outdated_maybe(const struct ask_hold *hold)
{
    return hold->ask->server->store->shared && !hold->ask->log_read && hold->fail != FAIL_STORAGE &&
           hold->fail != FAIL_DAMAGED && hold->fail != FAIL_TOO_LARGE;
}

void room_hold_end(struct ask_hold *hold)
{
    if (!ask_hold_end(hold))
        return;
    if (!outdated_maybe(hold)) {
        ask_hold_send(hold);
        return;
    }
    struct ask *ask = ask_hold_drop(hold);
    ask->refused = true;
    room_run(ask);
}

/* ---- Running ------------------------------------------------------------------------------------------- */

static void operation_run(struct room *room, struct ask *ask)
{
    struct ask_hold hold;
    if (room_heir(room, ask))
        return;
    room_daily_look(room);
    struct broken_context before = broken_enter(ask->op->name, room->log.id);
    ask_hold_begin(&hold, ask);
    if (room->log.daily && !(ask->op->flags & OP_DAILY))
        ask_fail(ask, FAIL_DAILY);
    else if (!(ask->op->flags & OP_ASIDE) || room_cap_aside(ask, room))
        ask->op->run_room(ask, room);
    room_hold_end(&hold);
    broken_leave(&before);
}

void room_queue_run(struct room *room)
{
    if (room->phase == PHASE_BROKEN)
        room_queue_fail(room, room->damaged ? FAIL_DAMAGED : FAIL_STORAGE);
    while (room->phase == PHASE_IDLE && room->queue && !queue_read_on(room))
        operation_run(room, queue_take(room));
}

static bool id_valid(const char *id)
{
    return strlen(id) == ID_TABLE && strspn(id, "0123456789abcdefghijklmnopqrstuvwxyz") == ID_TABLE;
}

void room_run(struct ask *ask)
{
    const char *id;
    if (!ask_string(ask, "table", 64, &id))
        return;
    if (!id_valid(id)) {
        ask_fail(ask, FAIL_NO_TABLE);
        return;
    }
    struct room *room = room_find(ask->server, id);
    queue_add(room, ask);
    room_queue_run(room);
}
