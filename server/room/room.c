/* Rooms: loading them from their logs, committing what they do, letting time pass, letting them go. */

#include "room.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "env.h"
#include "fair.h"
#include "limit.h"
#include "lobby.h"
#include "log.h"
#include "map.h"
#include "nodes.h"
#include "person.h"
#include "json_read.h"
#include "room_bot.h"
#include "room_chat.h"
#include "room_dice.h"
#include "room_log.h"
#include "room_notice.h"
#include "room_info.h"
#include "room_push.h"
#include "room_subscribe.h"
#include "seal.h"
#include "server.h"
#include "settings.h"
#include "store.h"
#include "table.h"

enum { OPENING_LATER_MS = 5000, LOADS_PER_TICK = 20, FREES_PER_TICK = 2000 };

/* A change on its way to the disk. */
struct change {
    struct room *room;
    struct ask *ask;
    struct room_answer answer;
};

/* ---- Life ------------------------------------------------------------------------------------------------ */

struct room *room_named(struct server *server, const char *id)
{
    struct room *room = mem_zero(sizeof *room);
    room->server = server;
    room_log_init(&room->log, id, &server->rulebooks);
    room->queue_end = &room->queue;
    room->used = server_tick(server);
    map_put(&server->rooms, room->log.id, room);
    return room;
}

struct room *room_new(struct server *server)
{
    char id[ID_TABLE + 1];
    env_id(&server->env, id, ID_TABLE);
    return room_named(server, id);
}

/* What is live, and true only of the log as it was. */
static void room_forget(struct room *room)
{
    free(room->thought);
    room->thought = NULL;
    sodium_memzero(&room->secret, sizeof room->secret);
    room->noticed = 0;
    room->deadline = 0;
    room->polled = 0;
}

/* Back to before the first entry; subscribers and the queue stay. */
static void room_reset(struct room *room)
{
    room_log_reset(&room->log);
    room_forget(room);
    room->committed = 0;
    room->generation++;
    room->busy = room->loading = room->following = room->broken = false;
}

static void room_free(struct room *room)
{
    map_remove(&room->server->rooms, room->log.id);
    while (room->subs)
        sub_end(room->subs);
    room_chat_forget(room);
    free(room->peers);
    room_log_free(&room->log);
    room_forget(room);
    free(room);
}

void room_discard(struct room *room)
{
    room_free(room);
}

/* ---- The queue ------------------------------------------------------------------------------------------- */

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

static void queue_fail(struct room *room, enum fail fail)
{
    for (struct ask *ask; (ask = queue_take(room));)
        ask_fail(ask, fail);
}

static void more_start(struct room *room);

/*
 * Who may have come from another node must find here what that one acknowledged: a new connection, and every request
 * by HTTP. Others have a connection to this node, and moves are checked by being appended.
 */
static bool ask_needs_check(const struct ask *ask)
{
    return ask->server->store->shared && !ask->checked &&
           (ask->doubted || ask->id < 0 || strcmp(ask->op->name, "open") == 0);
}

/* True when the log is looked at first; all who wait now are served by that. */
static bool queue_check(struct room *room)
{
    if (!room->queue || room->broken || !ask_needs_check(room->queue))
        return false;
    for (struct ask *ask = room->queue; ask; ask = ask->waiting)
        ask->checked = true;
    more_start(room);
    return true;
}

bool room_doubt(struct ask *ask, enum fail fail)
{
    if (!ask->running || ask->doubted || ask->checked || !ask->server->store->shared ||
        fail == FAIL_STORAGE || fail == FAIL_TOO_LARGE)
        return false;
    ask->doubted = true;
    ask->running = false;
    room_run(ask);
    return true;
}

/* Whoever waits gets its turn, until one of them makes the room busy again. */
static void queue_go(struct room *room)
{
    while (!room->busy && !room->loading && !queue_check(room)) {
        struct ask *ask = queue_take(room);
        if (!ask)
            return;
        if (room->broken) {
            ask_fail(ask, FAIL_STORAGE);
        } else {
            ask->running = true;
            ask->op->run_room(ask, room);
        }
    }
}

/* ---- Loading --------------------------------------------------------------------------------------------- */

static void load_failed(struct room *room, const char *why)
{
    log_line(room->server, "table-broken", "\"table\":\"%s\",\"why\":\"%s\"", room->log.id, why);
    room->loading = room->following = false;
    room->broken = true;
    queue_go(room);
}

/* Charges nobody for the time in which no server was up. */
static void outage_skip(struct room *room)
{
    struct server *server = room->server;
    struct table *table = room->log.match->table;
    const struct table_clock *clock = table_clock(table);
    uint32_t count = table_count(table);
    if (!count || (clock->kind == TABLE_CLOCK_NONE && !clock->window) || table_paused(table))
        return;
    struct table_entry last;
    table_entry(table, count, &last);
    if (!server->down_from || last.time >= server->up_since)
        return;
    int64_t from = last.time > server->down_from ? last.time : server->down_from;
    if (table_pause(table, true, from) != 0 || table_pause(table, false, server->up_since) != 0)
        return;
    room_commit_play(room, NULL, -1, NULL, NULL);
}

static void changes_show(struct room *room)
{
    if (room->log.info_changed) {
        room_subs_check(room);
        room_push_info(room);
    }
    room->log.info_changed = false;
    room_push_updates(room);
}

/* A room that was in memory before shows what it has read; for a new one there is nobody to see it. */
static void load_done(struct room *room)
{
    bool again = room->generation || room->following;
    room->loading = false;
    if (again)
        summary_set(room->server, &room->log, room_deadline(room));
    else
        summary_turn_set(room->server, &room->log, room_deadline(room));
    if (room->log.state == ROOM_PLAYING) {
        struct table_turn turn;
        if (!table_dice(room->log.match->table))
            room_dice_set(room);
        /* Whoever is asked has been told by the server that asked. */
        table_turn(room->log.match->table, LAN_WATCHER, &turn);
        room->noticed = turn.must;
        room_reminded(room, env_now(&room->server->env));
        if (!room->following)
            outage_skip(room);
    }
    if (again && !room->busy)
        changes_show(room);
    if (!again && room->server->store->shared)
        nodes_presence_read(room->server, room->log.id);
    /* Who ended the game will open its secret; if that node is gone we do it a little later. */
    bool later = room->following && room->log.state == ROOM_OVER;
    room->following = false;
    if (later)
        room->deadline = env_now(&room->server->env) + OPENING_LATER_MS;
    else if (!room->busy)
        room_tick(room);
    queue_go(room);
    room_hear(room, room->heard);
}

static void secret_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK || read->count != 1 ||
        !unseal(room->server->seal_key, read->rows[0].bytes, read->rows[0].size, room->secret.bytes)) {
        load_failed(room, "its secret cannot be read");
        return;
    }
    room->secret.number = room->log.secrets;
    load_done(room);
}

static bool entries_apply(struct room *room, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        json_t *entry = json_read_quick(read->rows[i].bytes, read->rows[i].size);
        bool applied =
            read->rows[i].number == room->log.entries + 1 && entry && room_log_apply(&room->log, entry);
        json_decref(entry);
        if (!applied)
            return false;
    }
    room->committed = room->log.entries;
    return true;
}

static void secret_need(struct room *room)
{
    bool hidden = room->log.state == ROOM_DICE || room->log.state == ROOM_PLAYING ||
                  (room->log.state == ROOM_OVER && !table_opening_count(room->log.match->table));
    if (hidden && !room_secret_known(room))
        store_read(room->server->store,
                   store_read_create(STORE_READ_DOC, STORE_SECRETS, room->log.id, secret_read, room));
    else
        load_done(room);
}

static void log_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK) {
        load_failed(room, "the store failed");
    } else if (!read->count) {
        /* There is no such table; nobody but the queue knows of it. */
        room->loading = false;
        summary_replace(room->server, room->log.id, NULL);
        queue_fail(room, FAIL_NO_TABLE);
        room_free(room);
    } else if (!entries_apply(room, read)) {
        load_failed(room, "its log is damaged");
    } else {
        secret_need(room);
    }
}

static void load_start(struct room *room)
{
    room->loading = true;
    store_read(room->server->store, store_read_create(STORE_READ_LOG, "", room->log.id, log_read, room));
}

/* ---- Following other nodes -------------------------------------------------------------------------------- */

static void more_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK) {
        load_failed(room, "the store failed");
    } else if (!read->count) {
        room->loading = room->following = false;
        room->heard = room->committed;
        queue_go(room);
    } else if (!entries_apply(room, read)) {
        room_reset(room);
        load_start(room);
    } else {
        secret_need(room);
    }
}

void room_hear(struct room *room, uint64_t number)
{
    if (number > room->heard)
        room->heard = number;
    if (room->heard > room->committed && !room->busy && !room->loading && !room->broken)
        more_start(room);
}

static void more_start(struct room *room)
{
    struct store_read *read = store_read_create(STORE_READ_LOG, "", room->log.id, more_read, room);
    read->after = room->committed;
    room->loading = room->following = true;
    store_read(room->server->store, read);
}

void room_back(struct room *room)
{
    if (room->busy || room->loading || room->broken)
        return;
    log_line(room->server, "table-back", "\"table\":\"%s\"", room->log.id);
    room->heard = 0;
    room_reset(room);
    load_start(room);
}

void rooms_return(struct server *server)
{
    struct room *room;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->busy || room->loading)
            continue;
        if (room->broken) {
            room_reset(room);
            load_start(room);
        } else if (room->log.state == ROOM_PLAYING) {
            outage_skip(room);
        }
    }
}

static struct room *room_find(struct server *server, const char *id)
{
    struct room *room = map_get(&server->rooms, id);
    if (!room) {
        room = room_named(server, id);
        load_start(room);
    } else if (room->broken && !room->loading && !room->busy) {
        room_reset(room);
        load_start(room);
    }
    room->used = server_tick(server);
    return room;
}

void room_load(struct server *server, const char *id)
{
    room_find(server, id);
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
    queue_go(room);
}

/* ---- Committing ------------------------------------------------------------------------------------------ */

/* An entry just made is one that can stand. */
static void entry_apply(struct room *room, const struct buf *entry)
{
    json_t *parsed = json_read_quick(entry->at, entry->length);
    lan_assert(parsed && room_log_apply(&room->log, parsed));
    json_decref(parsed);
}

static void change_done(struct store_batch *batch)
{
    struct change *change = batch->context;
    struct room *room = change->room;
    room->busy = false;
    if (batch->status == STORE_OK) {
        room->committed = room->log.entries;
        summary_set(room->server, &room->log, room_deadline(room));
        /* Shown first, so that who acted has the new position when the answer comes. */
        changes_show(room);
        if (change->ask)
            change->answer.send(change->ask, room, &change->answer);
        room_notices(room);
        room_tick(room);
        queue_go(room);
        room_hear(room, room->heard);
    } else {
        /* The room has gone ahead of its log, or another server has: it begins again from what is stored. */
        room->server->metrics.conflicts += batch->status == STORE_CONFLICT;
        bool again = batch->status == STORE_CONFLICT && room->committed > 0;
        if (change->ask && again) {
            change->ask->waiting = room->queue;
            if (!room->queue)
                room->queue_end = &change->ask->waiting;
            room->queue = change->ask;
            room->queue_count++;
        } else if (change->ask) {
            ask_fail(change->ask, FAIL_STORAGE);
        }
        if (room->committed == 0) {
            queue_fail(room, FAIL_STORAGE);
            room_free(room);
        } else {
            room_reset(room);
            load_start(room);
        }
    }
    free(change);
}

/* The game is over, and the secret behind its dice is not yet part of the log. */
static bool secret_due(const struct room *room)
{
    return room->log.state == ROOM_OVER && room_secret_known(room) &&
           !table_opening_count(room->log.match->table);
}

static void secret_entry(struct room *room, struct buf *entry)
{
    entry_begin(entry, "end", room_now(room));
    js_hex(entry, "secret", room->secret.bytes, FAIR_BYTES);
    js_end_object(entry);
}

/* With the entry that ends the game goes the one that opens its secret: one way to the disk instead of two. */
static void secret_append(struct room *room, struct store_batch *batch)
{
    struct buf entry = {0};
    secret_entry(room, &entry);
    entry_apply(room, &entry);
    store_batch_append(batch, room->log.id, room->log.entries, entry.at, entry.length);
    buf_free(&entry);
}

/* The entry has been carried out; it goes to the store. */
static void entry_submit(struct room *room, struct ask *ask, struct buf *entry,
                         const struct room_answer *answer)
{
    struct change *change = mem_zero(sizeof *change);
    struct store_batch *batch = store_batch_create(change_done, change);
    *change = (struct change){.room = room, .ask = ask};
    if (answer)
        change->answer = *answer;
    lan_assert(!room->busy);
    room->busy = true;
    store_batch_append(batch, room->log.id, room->log.entries, entry->at, entry->length);
    if (secret_due(room))
        secret_append(room, batch);
    summary_put(batch, room->server, &room->log, room_deadline(room));
    if (room->log.info_changed)
        store_batch_tell(batch, room->log.id, 0);
    if (room->secret.unsaved) {
        uint8_t sealed[SEALED_BYTES];
        seal(room->server->seal_key, room->secret.bytes, sealed);
        store_batch_put(batch, STORE_PUT, STORE_SECRETS, room->log.id, sealed, sizeof sealed);
        room->secret.unsaved = false;
    }
    buf_free(entry);
    store_submit(room->server->store, batch);
}

void room_commit(struct room *room, struct ask *ask, struct buf *entry, const struct room_answer *answer)
{
    entry_apply(room, entry);
    entry_submit(room, ask, entry, answer);
}

void room_commit_play(struct room *room, struct ask *ask, int seat, const char *move,
                      const struct room_answer *answer)
{
    struct buf entry = {0};
    entry_begin(&entry, "play", room_now(room));
    if (move) {
        js_int(&entry, "seat", seat + 1);
        js_string(&entry, "move", move);
    }
    entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_log_apply_play(&room->log, seat, move);
    entry_submit(room, ask, &entry, answer);
}

void room_info_send(struct ask *ask, struct room *room)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person ? ask->person->id : NULL);
    ask_send(ask, &out);
}

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

int64_t room_now(const struct room *room)
{
    return env_now(&room->server->env);
}

/* ---- Time ------------------------------------------------------------------------------------------------ */

static void match_tick(struct room *room, int64_t now)
{
    struct table *table = room->log.match->table;
    if (table_tick(table, now)) {
        room_commit_play(room, NULL, -1, NULL, NULL);
        return;
    }
    if (!table_deadline(table, &room->deadline))
        room->deadline = 0;
    room_reminds(room, now);
    int64_t due = room_remind_due(room, now);
    if (due && (!room->deadline || due < room->deadline))
        room->deadline = due;
    room_bots(room);
}

/* Of a game that was ended by another node, or by a server of before these two entries went together. */
static void secret_open(struct room *room)
{
    struct buf entry = {0};
    secret_entry(room, &entry);
    room_commit(room, NULL, &entry, NULL);
}

void room_tick(struct room *room)
{
    int64_t now = env_now(&room->server->env);
    if (room->busy || room->loading || room->broken || room->server->stopping)
        return;
    room->deadline = 0;
    if (room->log.state == ROOM_PLAYING)
        match_tick(room, now);
    else if (room->log.state == ROOM_DICE)
        room_dice_tick(room, now);
    else if (secret_due(room))
        secret_open(room);
}

static bool room_idle(const struct room *room, int64_t now)
{
    bool over = room->log.state == ROOM_OVER || room->log.state == ROOM_CLOSED;
    int64_t seconds = over && !room->deadline ? LIMIT_ROOM_OVER_SECONDS : LIMIT_ROOM_IDLE_SECONDS;
    return !room->busy && !room->loading && !room->jobs && !room->queue && !room->subs &&
           now - room->used >= 1000 * seconds;
}

void rooms_tick(struct server *server)
{
    int64_t now = env_now(&server->env), mono = server_tick(server);
    struct room *room, *idle[FREES_PER_TICK];
    struct summary *summary;
    int loads = 0, idles = 0;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->deadline && room->deadline <= now)
            room_tick(room);
        room_lease_tick(room);
        if (idles < FREES_PER_TICK && room_idle(room, mono))
            idle[idles++] = room;
    }
    /* The map may not change while it is walked. */
    while (idles)
        room_free(idle[--idles]);
    for (size_t i = 0; (summary = map_each(&server->summaries, &i));) {
        if (summary->deadline && summary->deadline <= now && !map_get(&server->rooms, summary->id)) {
            room_load(server, summary->id);
            if (++loads == LOADS_PER_TICK)
                break;
        }
    }
}

void rooms_free(struct server *server)
{
    struct room *room;
    size_t at = 0;
    while ((room = map_each(&server->rooms, &at))) {
        room_free(room);
        at = 0;
    }
    map_free(&server->rooms);
}
