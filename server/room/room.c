/*
 * Rooms in memory, and the phases they go through. room_phase_set makes every change of phase and asserts the
 * one it leaves. Every way into LOADING but the first load resets the room.
 *
 *            room_make
 *                |
 *                v          commit
 *   +---------> IDLE ------------------------> COMMITTING ---> freed: a new table that was not stored
 *   |           |  |  ^                         |    |
 *   |           |  |  +-------- stored ---------+    |
 *   |           |  |                                 | conflict with another node,
 *   |   read on |  | load, read again                | or the store failed
 *   |           |  |                                 v
 *   |           |  +-----------------------------> LOADING ---> freed: there is no such table
 *   |           v       an entry does not fit       ^ | | ^
 *   +---- FOLLOWING --------------------------------+ | | |
 *   |           |                                     | | | asked for again, or the store is back
 *   +-----------|-------------- log read -------------+ | |
 *               |                                       | | the store failed, or the log is damaged
 *               |                                       v |
 *               +------------ the store failed ------> BROKEN
 *
 * LOADING reads the log from its start, FOLLOWING the entries after those the room has. Operations run in
 * IDLE alone; meanwhile asks wait in the queue, and in BROKEN they are refused. A room goes to FOLLOWING when
 * it hears of an entry that it lacks (room_read_on), and when the ask that is next must not be answered by a
 * room that may be outdated (room_queue.c). After a conflict the ask is next in the queue and runs again once
 * the log is read. A room that nobody needs is freed from IDLE or BROKEN.
 */
#include "room.h"

#include <sodium.h>
#include <stdlib.h>

#include "address.h"
#include "buf.h"
#include "env.h"
#include "map.h"
#include "room_bot.h"
#include "room_bring.h"
#include "room_chat.h"
#include "room_load.h"
#include "room_rated.h"
#include "room_subscribe.h"
#include "server.h"

void room_phase_set(struct room *room, unsigned from, enum room_phase to)
{
    lan_assert(room->phase & from);
    room->server->loading += (to == PHASE_LOADING) - (room->phase == PHASE_LOADING);
    room->phase = to;
}

int64_t room_now(const struct room *room)
{
    return env_now(&room->server->env);
}

struct room *room_make(struct server *server, const char *id)
{
    struct room *room = mem_zero(sizeof *room);
    room->server = server;
    room->phase = PHASE_IDLE;
    room_log_init(&room->log, id, &server->rulebooks);
    store_head_start(&room->head, id);
    room->queue_end = &room->queue;
    room->used = server_tick(server);
    room->host_seen = env_now(&server->env);
    map_put(&server->rooms, room->log.id, room);
    return room;
}

struct room *room_make_new(struct server *server)
{
    char id[ID_TABLE + 1];
    env_id(&server->env, id, ID_TABLE);
    return room_make(server, id);
}

/* Forgets what is live but was true only of the log as it was. */
static void live_forget(struct room *room)
{
    room_bots_forget(room);
    sodium_memzero(&room->secret, sizeof room->secret);
    room->noticed = 0;
    room->deadline = 0;
    room->polled.number = 0;
}

void room_reset(struct room *room)
{
    room_log_reset(&room->log);
    live_forget(room);
    store_head_start(&room->head, room->log.id);
    room->committed = 0;
    room->shown_stored = false;
    room->generation++;
}

void room_free(struct room *room)
{
    map_remove(&room->server->rooms, room->log.id);
    if (room->maker)
        address_tables_add(room->maker, -1);
    room->server->loading -= room->phase == PHASE_LOADING;
    while (room->subs)
        sub_end(room->subs);
    room_chat_free(room);
    bring_drop(room->brought);
    free(room->here);
    free(room->peers);
    room_rated_forget(room);
    room_log_free(&room->log);
    live_forget(room);
    free(room);
}

void rooms_free(struct server *server)
{
    struct room *room;
    size_t at = 0;
    while ((room = map_each(&server->rooms, &at))) {
        room_free(room);
        at--; /* another one may have moved to its place */
    }
    map_free(&server->rooms);
}

struct room *room_find(struct server *server, const char *id)
{
    struct room *room = map_get(&server->rooms, id);
    if (!room) {
        room = room_make(server, id);
        room_load_start(room);
    } else if (room->phase == PHASE_BROKEN) {
        room_reload(room);
    }
    room->used = server_tick(server);
    return room;
}
