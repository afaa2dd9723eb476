#include "room_tick.h"

#include "buf.h"
#include "env.h"
#include "fault.h"
#include "limit.h"
#include "lobby.h"
#include "map.h"
#include "room.h"
#include "room_bot.h"
#include "room_cap.h"
#include "room_commit.h"
#include "room_daily.h"
#include "room_dice.h"
#include "room_host.h"
#include "room_load.h"
#include "room_notice.h"
#include "room_subscribe.h"
#include "room_sweep.h"
#include "room_window.h"
#include "server.h"
#include "table.h"

enum { FREES_PER_TICK = 2000 };

static void match_tick(struct room *room, int64_t now)
{
    struct table *table = room->log.match->table;
    if (!room_window_close(room, now)) {
        room->deadline = now;
        return;
    }
    if ((!FAULT(CLOCKS_STAND) && table_tick(table, now)) || room_log_behind(&room->log)) {
        room_commit_play(room, NULL, -1, NULL, NULL);
        return;
    }
    if (!table_deadline(table, &room->deadline))
        room->deadline = 0;
    room_remind(room, now);
    int64_t due = room_remind_due(room, now);
    if (due && (!room->deadline || due < room->deadline))
        room->deadline = due;
    room_bots_start(room);
}

/*
 * Of a game that was ended by another node, or by a program that stored the two entries one after the other.
 */
static void secret_open(struct room *room)
{
    struct buf entry = {0};
    room_opening_write(&entry, room);
    room_commit(room, NULL, &entry, NULL);
}

void room_tick(struct room *room)
{
    int64_t now = room_now(room);
    if (room->phase == PHASE_BROKEN && room->retries && room->deadline <= now && !room->server->stopping)
        room_reload(room);
    if (room->phase != PHASE_IDLE || room->server->stopping)
        return;
    room->deadline = 0;
    if (room_cap_close(room))
        return;
    if (room->log.state == ROOM_PLAYING)
        match_tick(room, now);
    else if (room->log.state == ROOM_DICE)
        room_dice_tick(room, now);
    else if (room_opening_due(room))
        secret_open(room);
    if (room->phase == PHASE_IDLE)
        room_host_tick(room, now);
    if (room->phase == PHASE_IDLE)
        room_daily_settle(room);
}

/*
 * Nobody may ask for the table, and something is to happen there all the same: a machine has to act, for
 * which no deadline loads the table again; or the store has failed, and what is to happen will be known when
 * the log is read.
 */
static bool room_needed(const struct room *room)
{
    const struct summary *summary = map_get(&room->server->summaries, room->log.id);
    bool running = summary && (summary->state == ROOM_PLAYING || summary->state == ROOM_DICE);
    return room->phase == PHASE_BROKEN ? room->retries && running : room_bots_due(room);
}

/* Nobody has needed the room for a while, and nothing will come back to it. */
static bool room_unused(const struct room *room, int64_t now)
{
    bool over = room->log.state == ROOM_OVER || room->log.state == ROOM_CLOSED;
    bool soon = (over && !room->deadline) || room->server->rooms.count > LIMIT_ROOMS_UNUSED;
    int64_t seconds = soon ? LIMIT_ROOM_OVER_SECONDS : LIMIT_ROOM_IDLE_SECONDS;
    return room->phase & (PHASE_IDLE | PHASE_BROKEN) && !room->jobs && !room->queue && !room->subs &&
           now - room->used >= 1000 * seconds && !room_needed(room);
}

/* Ticks all rooms, and frees those that are not used. */
static void memory_tick(struct server *server, int64_t now)
{
    struct room *room, *unused[FREES_PER_TICK];
    int count = 0;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->deadline && room->deadline <= now)
            room_tick(room);
        room_watchers_tick(room);
        room_lease_tick(room);
        if (server->bots_stepped)
            room_bots_start(room);
        if (count < FREES_PER_TICK && room_unused(room, server_tick(server)))
            unused[count++] = room;
    }
    /* The map may not change while it is walked. */
    while (count)
        room_free(unused[--count]);
}

/* Loads tables that are not in memory and whose time is up. */
static void deadlines_load(struct server *server, int64_t now)
{
    struct summary *summary;
    /* Those of the second before come first. */
    if (sweep_has_first(server))
        return;
    for (size_t i = 0; (summary = map_each(&server->summaries, &i));) {
        if (summary->deadline && summary->deadline <= now && !map_get(&server->rooms, summary->id))
            sweep_first(server, summary->id);
    }
}

void rooms_tick(struct server *server)
{
    int64_t now = env_now(&server->env);
    memory_tick(server, now);
    deadlines_load(server, now);
}
