/* Rooms: loading them from their logs, committing what they do, letting time pass, letting them go. */
#include "room.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limit.h"
#include "seal.h"

/* A change on its way to the disk. */
struct change {
    struct room *room;
    struct ask *ask;
    void (*answer)(struct ask *, struct room *);
};

/* ---- Life ------------------------------------------------------------------------------------------------ */

struct room *room_new(struct server *server)
{
    struct room *room = mem_zero(sizeof *room);
    room->server = server;
    env_id(&server->env, room->id, ID_TABLE);
    room->queue_end = &room->queue;
    room->used = (int64_t)uv_now(server->loop);
    map_put(&server->rooms, room->id, room);
    return room;
}

/* Back to before the first entry; subscribers and the queue stay. */
static void room_reset(struct room *room)
{
    match_unref(room->match);
    settings_free(&room->settings);
    free(room->moves);
    struct room fresh = {.server = room->server};
    memcpy(fresh.id, room->id, sizeof fresh.id);
    fresh.queue = room->queue;
    fresh.queue_end = room->queue ? room->queue_end : NULL;
    fresh.queue_count = room->queue_count;
    fresh.chat = room->chat;
    fresh.chat_count = room->chat_count;
    fresh.chat_room = room->chat_room;
    fresh.chat_seq = room->chat_seq;
    fresh.chat_known = room->chat_known;
    fresh.used = room->used;
    fresh.jobs = room->jobs;
    fresh.generation = room->generation + 1;
    for (int i = 0; i < ROOM_VIEWERS; i++)
        fresh.stream[i] = room->stream[i];
    struct ask *queue = room->queue, **end = room->queue_end;
    *room = fresh;
    room->queue = queue;
    room->queue_end = queue ? end : &room->queue;
}

static void room_free(struct room *room)
{
    map_remove(&room->server->rooms, room->id);
    match_unref(room->match);
    settings_free(&room->settings);
    free(room->moves);
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        while (room->stream[i].subs)
            sub_end(room->stream[i].subs);
        free(room->stream[i].view);
    }
    for (size_t i = 0; i < room->chat_count; i++)
        free(room->chat[i].text);
    free(room->chat);
    sodium_memzero(&room->fair, sizeof room->fair);
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

/* Whoever waits gets its turn, until one of them makes the room busy again. */
static void queue_go(struct room *room)
{
    while (!room->busy && !room->loading) {
        struct ask *ask = queue_take(room);
        if (!ask)
            return;
        if (room->broken)
            ask_fail(ask, FAIL_STORAGE);
        else
            ask->op->run_room(ask, room);
    }
}

/* ---- Loading --------------------------------------------------------------------------------------------- */

static void load_failed(struct room *room, const char *why)
{
    log_line(room->server, "table-broken", "\"table\":\"%s\",\"why\":\"%s\"", room->id, why);
    room->loading = false;
    room->broken = true;
    queue_go(room);
}

/* Charges nobody for the time in which no server was up. */
static void outage_skip(struct room *room)
{
    struct server *server = room->server;
    struct table *table = room->match->table;
    const struct table_clock *clock = table_clock(table);
    uint32_t count = table_count(table);
    if (!count || (clock->kind == TABLE_CLOCK_NONE && !clock->window) || table_paused(table))
        return;
    struct table_entry last;
    table_entry(table, count, &last);
    if (!server->down_from || last.time >= server->up_since)
        return;
    int64_t from = last.time > server->down_from ? last.time : server->down_from;
    struct buf entry = {0};
    if (table_pause(table, true, from) != 0 || table_pause(table, false, server->up_since) != 0)
        return;
    entry_begin(&entry, room, "play");
    room_entries_write(room, &entry);
    js_end_object(&entry);
    room_enter(room, NULL, &entry, NULL);
}

static void dice_take(struct room *room)
{
    struct fair_setup setup = {
        room->id, room->settings.game->name, room->settings.game->version, {0}, &room->fair};
    struct lan_dice dice;
    table_rules_hash(room->match->table, setup.rules_hash);
    fair_keys(&setup, &dice, room->bot_key);
    table_dice_set(room->match->table, &dice, env_now(&room->server->env));
    sodium_memzero(&dice, sizeof dice);
}

static void load_done(struct room *room)
{
    room->loading = false;
    summary_follow(room);
    if (room->state == ROOM_PLAYING) {
        struct table_turn turn;
        dice_take(room);
        /* Whoever is asked has been told by the server that asked. */
        table_turn(room->match->table, LAN_WATCHER, &turn);
        room->noticed = turn.must;
        room_reminded(room, env_now(&room->server->env));
        outage_skip(room);
    }
    if (!room->busy)
        room_tick(room);
    queue_go(room);
}

static void secret_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK || read->count != 1 ||
        !unseal(room->server->seal_key, read->rows[0].bytes, read->rows[0].size, room->fair.secret)) {
        load_failed(room, "its secret cannot be read");
        return;
    }
    room->fair.known = true;
    load_done(room);
}

static bool entries_apply(struct room *room, const struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        json_t *entry = json_loadb(read->rows[i].bytes, read->rows[i].size, 0, NULL);
        bool applied = read->rows[i].number == room->seq + 1 && entry && room_apply(room, entry);
        json_decref(entry);
        if (!applied)
            return false;
        room->seq++;
    }
    return true;
}

static void log_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK) {
        load_failed(room, "the store failed");
    } else if (!read->count) {
        /* There is no such table; nobody but the queue knows of it. */
        room->loading = false;
        queue_fail(room, FAIL_NO_TABLE);
        room_free(room);
    } else if (!entries_apply(room, read)) {
        load_failed(room, "its log is damaged");
    } else if (room->state == ROOM_DICE || room->state == ROOM_PLAYING ||
               (room->state == ROOM_OVER && !table_opening_count(room->match->table))) {
        store_read(room->server->store,
                   store_read_create(STORE_READ_DOC, STORE_SECRETS, room->id, secret_read, room));
    } else {
        load_done(room);
    }
}

static void load_start(struct room *room)
{
    room->loading = true;
    store_read(room->server->store, store_read_create(STORE_READ_LOG, "", room->id, log_read, room));
}

static struct room *room_find(struct server *server, const char *id)
{
    struct room *room = map_get(&server->rooms, id);
    if (!room) {
        room = room_new(server);
        map_remove(&server->rooms, room->id);
        snprintf(room->id, sizeof room->id, "%s", id);
        map_put(&server->rooms, room->id, room);
        load_start(room);
    } else if (room->broken && !room->loading && !room->busy) {
        room_reset(room);
        load_start(room);
    }
    room->used = (int64_t)uv_now(server->loop);
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

static void changes_show(struct room *room)
{
    if (room->info_changed)
        room_push_info(room);
    room->info_changed = false;
    room_push_updates(room);
}

static void change_done(struct store_batch *batch)
{
    struct change *change = batch->context;
    struct room *room = change->room;
    room->busy = false;
    if (batch->status == STORE_OK) {
        room->seq++;
        summary_take(room);
        /* Shown first, so that who acted has the new position when the answer comes. */
        changes_show(room);
        if (change->ask)
            change->answer(change->ask, room);
        room_notices(room);
        room_tick(room);
        queue_go(room);
    } else {
        /* The room has gone ahead of its log, or another server has: it begins again from what is stored. */
        room->server->metrics.conflicts += batch->status == STORE_CONFLICT;
        bool again = batch->status == STORE_CONFLICT && room->seq > 0;
        if (change->ask && again) {
            change->ask->waiting = room->queue;
            if (!room->queue)
                room->queue_end = &change->ask->waiting;
            room->queue = change->ask;
            room->queue_count++;
        } else if (change->ask) {
            ask_fail(change->ask, FAIL_STORAGE);
        }
        if (room->seq == 0) {
            queue_fail(room, FAIL_STORAGE);
            room_free(room);
        } else {
            room_reset(room);
            load_start(room);
        }
    }
    free(change);
}

void room_commit(struct room *room, struct ask *ask, struct buf *entry,
                 void (*answer)(struct ask *, struct room *))
{
    struct change *change = mem_zero(sizeof *change);
    struct store_batch *batch = store_batch_create(change_done, change);
    *change = (struct change){room, ask, answer};
    lan_assert(!room->busy);
    room->busy = true;
    store_batch_append(batch, room->id, room->seq + 1, entry->at, entry->length);
    summary_put(batch, room);
    if (room->secret_fresh) {
        uint8_t sealed[SEALED_BYTES];
        seal(room->server->seal_key, room->fair.secret, sealed);
        store_batch_put(batch, STORE_PUT, STORE_SECRETS, room->id, sealed, sizeof sealed);
        room->secret_fresh = false;
    }
    buf_free(entry);
    store_submit(room->server->store, batch);
}

void room_enter(struct room *room, struct ask *ask, struct buf *entry,
                void (*answer)(struct ask *, struct room *))
{
    json_t *parsed = json_loadb(entry->at, entry->length, 0, NULL);
    lan_assert(parsed && room_apply(room, parsed));
    json_decref(parsed);
    room_commit(room, ask, entry, answer);
}

void room_answer_info(struct ask *ask, struct room *room)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person ? ask->person->id : NULL);
    ask_send(ask, &out);
}

void room_answer_done(struct ask *ask, struct room *room)
{
    (void)room;
    ask_done(ask);
}

/* ---- Time ------------------------------------------------------------------------------------------------ */

static void match_tick(struct room *room, int64_t now)
{
    struct table *table = room->match->table;
    if (table_tick(table, now)) {
        struct buf entry = {0};
        entry_begin(&entry, room, "play");
        room_entries_write(room, &entry);
        js_end_object(&entry);
        room_enter(room, NULL, &entry, NULL);
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

/* The game is over: the secret behind the dice becomes part of the log. */
static void secret_open(struct room *room)
{
    struct buf entry = {0};
    entry_begin(&entry, room, "end");
    js_hex(&entry, "secret", room->fair.secret, FAIR_BYTES);
    js_end_object(&entry);
    room_enter(room, NULL, &entry, NULL);
}

void room_tick(struct room *room)
{
    int64_t now = env_now(&room->server->env);
    if (room->busy || room->loading || room->broken || room->server->stopping)
        return;
    room->deadline = 0;
    if (room->state == ROOM_PLAYING)
        match_tick(room, now);
    else if (room->state == ROOM_DICE)
        room_dice_tick(room, now);
    else if (room->state == ROOM_OVER && !table_opening_count(room->match->table) && room->fair.known)
        secret_open(room);
}

static bool room_idle(const struct room *room, int64_t now)
{
    if (room->busy || room->loading || room->jobs || room->queue ||
        now - room->used < 1000 * LIMIT_ROOM_IDLE_SECONDS)
        return false;
    for (int i = 0; i < ROOM_VIEWERS; i++) {
        if (room->stream[i].subs)
            return false;
    }
    return true;
}

void rooms_tick(struct server *server)
{
    int64_t now = env_now(&server->env), mono = (int64_t)uv_now(server->loop);
    struct room *room, *idle = NULL;
    struct summary *summary;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->deadline && room->deadline <= now)
            room_tick(room);
        if (room_idle(room, mono))
            idle = room;
    }
    /* One a second is enough, and the map may not change while it is walked. */
    if (idle)
        room_free(idle);
    for (size_t i = 0; (summary = map_each(&server->summaries, &i));) {
        if (summary->deadline && summary->deadline <= now && !map_get(&server->rooms, summary->id)) {
            room_load(server, summary->id);
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
