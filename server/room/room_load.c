#include "room_load.h"

#include <jansson.h>
#include <stdio.h>

#include "env.h"
#include "fault.h"
#include "json_read.h"
#include "limit.h"
#include "lobby.h"
#include "log.h"
#include "map.h"
#include "room.h"
#include "room_bot.h"
#include "room_commit.h"
#include "room_dice.h"
#include "room_notice.h"
#include "room_presence.h"
#include "room_push.h"
#include "room_queue.h"
#include "room_subscribe.h"
#include "room_tick.h"
#include "seal.h"
#include "server.h"
#include "store.h"
#include "table.h"

enum { OPENING_LATER_MS = 5000, RETRY_MS = 3000, DICE_MS = 1000 * LIMIT_DICE_SECONDS };

/* ---- After the reading --------------------------------------------------------------------------------- */

/*
 * `damaged`: by what is stored, so that reading again gives the same. When the store has failed, room_tick
 * tries again: nobody may ask for a table whose bots or clocks are to act. Either is logged once.
 */
static void load_failed(struct room *room, const char *why, bool damaged)
{
    if (damaged ? !room->damaged : !room->retries)
        log_line(room->server, "table-broken", "\"table\":\"%s\",\"why\":\"%s\"", room->log.id, why);
    room->damaged = damaged;
    room->retries = !damaged;
    room->deadline = damaged ? 0 : room_now(room) + RETRY_MS;
    room_phase_set(room, PHASE_LOADING | PHASE_FOLLOWING, PHASE_BROKEN);
    room_queue_run(room);
}

/* Pauses the clocks from `from` to `until`, if the last move was before the end of that. */
static bool time_skip(struct table *table, int64_t from, int64_t until)
{
    struct table_entry last;
    table_entry(table, table_count(table), &last);
    if (!from || from > until || last.time >= until)
        return false;
    if (last.time > from)
        from = last.time;
    return table_pause(table, true, from) == 0 && table_pause(table, false, until) == 0;
}

/*
 * Excludes from the clocks the time in which no server was up; or, when of several nodes this one alone was
 * without its database, the time in which it kept somebody waiting who must act.
 */
static void outage_skip(struct room *room)
{
    const struct server *server = room->server;
    struct table *table = room->log.match->table;
    const struct table_clock *clock = table_clock(table);
    struct table_turn turn;
    if (FAULT(DOWNTIME_COUNTS) || !table_count(table) ||
        (clock->kind == TABLE_CLOCK_NONE && !clock->window) || table_paused(table))
        return;
    table_turn(table, LAN_WATCHER, &turn);
    bool skipped = time_skip(table, server->down_from, server->up_since);
    if (!skipped && room->kept_waiting & turn.must)
        skipped = time_skip(table, server->alone_from, server->alone_until);
    if (skipped)
        room_commit_play(room, NULL, -1, NULL, NULL);
}

/*
 * People who were giving their bytes when the last server ended get the whole time once more: they could not
 * give them meanwhile.
 */
static void exchange_resume(struct room *room)
{
    const struct server *server = room->server;
    if (server->down_from && server->down_from < server->up_since &&
        room->log.dice_until > server->down_from && room->log.dice_until < server->up_since + DICE_MS)
        room->log.dice_until = server->up_since + DICE_MS;
}

/* What a running match needs after it was read. */
static void match_resume(struct room *room, bool followed)
{
    struct table *table = room->log.match->table;
    struct table_turn turn;
    if (!table_dice(table))
        room_dice_set(room);
    /* Persons who are asked have been told so by the server that asked them. */
    table_turn(table, LAN_WATCHER, &turn);
    room->noticed = turn.must;
    room_remind_assume(room, room_now(room));
    if (!followed)
        outage_skip(room);
}

/*
 * The node that ended a game opens its secret; another one does so a little later, in case that node is gone.
 */
static void tick_after_load(struct room *room, bool followed)
{
    if (followed && room->log.state == ROOM_OVER)
        room->deadline = room_now(room) + OPENING_LATER_MS;
    else
        room_tick(room);
}

/*
 * All is read. A room that was in memory before has subscribers to be shown what is new: the difference to
 * what they were shown if that is part of the log, else everything. A fail-over may have lost a part, a whole
 * game even, and who subscribed after that was never shown it.
 */
static void load_done(struct room *room)
{
    bool followed = room->phase == PHASE_FOLLOWING, known = room->generation || followed;
    room_phase_set(room, PHASE_LOADING | PHASE_FOLLOWING, PHASE_IDLE);
    room->damaged = room->retries = false;
    if (!followed && !room->shown_stored && !FAULT(LOST_SHOWN))
        room_sents_forget(room);
    room->shown = room->head;
    if (known)
        summary_set(room->server, &room->log, room_deadline(room));
    else
        summary_turn_set(room->server, &room->log, room_deadline(room));
    room_notices_assume(room);
    if (room->log.state == ROOM_PLAYING)
        match_resume(room, followed);
    else if (room->log.state == ROOM_DICE && !followed)
        exchange_resume(room);
    if (known && room->phase == PHASE_IDLE && !(FAULT(FOLLOWED_UNTOLD) && followed))
        room_changes_push(room);
    if (!known && room->server->store->shared)
        room_presence_read(room->server, room->log.id);
    tick_after_load(room, followed);
    room_queue_run(room);
    room_read_on(room, room->heard);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* A planted fault: an entry that does not fit its checksum is taken. */
static bool fault_follow(struct room *room, const struct store_row *row)
{
    if (FAULT(CHAIN_UNCHECKED))
        store_head_at(&room->head, row);
    return FAULT(CHAIN_UNCHECKED);
}

/*
 * Carries out the entries of a read from row `from` on. Returns 0, or the number of the first entry that does
 * not fit its checksum or cannot stand here, because the log is damaged or the match has moves of its own
 * that were not committed.
 */
static uint64_t entries_apply(struct room *room, const struct store_read *read, size_t from)
{
    if (room_log_behind(&room->log))
        return read->rows[from].number;
    for (size_t i = from; i < read->count && !(FAULT(READ_PARTLY) && i - from == 40); i++) {
        json_t *entry = store_head_follow(&room->head, &read->rows[i]) || fault_follow(room, &read->rows[i])
                            ? json_read_quick(read->rows[i].bytes, read->rows[i].size)
                            : NULL;
        bool applied = entry && room_log_apply(&room->log, entry);
        json_decref(entry);
        if (!applied)
            return read->rows[i].number;
        room->shown_stored |= store_head_same(&room->head, &room->shown);
    }
    room->committed = room->log.entries;
    return 0;
}

static void log_damaged(struct room *room, uint64_t number)
{
    char why[64];
    snprintf(why, sizeof why, "its log is damaged at entry %llu", (unsigned long long)number);
    load_failed(room, why, true);
}

/*
 * There is no such table: the asks that wait and the clients that see it are told so. A room to which bots
 * will come back from their threads stays, as one that could not be read, until they have.
 */
static void load_none(struct room *room)
{
    summary_replace(room->server, room->log.id, NULL);
    room_queue_fail(room, FAIL_NO_TABLE);
    while (room->subs)
        sub_drop(room->subs);
    room_presence_withdraw(room);
    if (room->jobs)
        room_phase_set(room, PHASE_LOADING, PHASE_BROKEN);
    else
        room_free(room);
}

/* The log once more, since its secret is gone: when the table was removed meanwhile, so is the log. */
static void log_without_secret_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK)
        load_failed(room, "the store failed", false);
    else if (read->count)
        load_failed(room, "it has no secret", true);
    else if (room->phase == PHASE_FOLLOWING)
        room_reload(room);
    else
        load_none(room);
}

static void secret_read(struct store_read *read)
{
    struct room *room = read->context;
    if (read->status != STORE_OK) {
        load_failed(room, "the store failed", false);
    } else if (!read->count) {
        struct store_read *again =
            store_read_create(STORE_READ_LOG, "", room->log.id, log_without_secret_read, room);
        again->after = room->committed - 1;
        store_read(room->server->store, again);
    } else if (!unseal(room->server->seal_key, read->rows[0].bytes, read->rows[0].size, room->secret.bytes)) {
        load_failed(room, "its secret cannot be read", true);
    } else {
        room->secret.number = room->log.secrets;
        load_done(room);
    }
}

/* The game's dice have a secret, and the log does not have it yet. */
static bool secret_needed(const struct room_log *log)
{
    return log->state == ROOM_DICE || log->state == ROOM_PLAYING ||
           (log->state == ROOM_OVER && !table_opening_count(log->match->table));
}

/* The entries are read; the secret is, where it is needed and not in memory. */
static void secret_load(struct room *room)
{
    if (secret_needed(&room->log) && !room_secret_known(room))
        store_read(room->server->store,
                   store_read_create(STORE_READ_DOC, STORE_SECRETS, room->log.id, secret_read, room));
    else
        load_done(room);
}

static void log_read(struct store_read *read)
{
    struct room *room = read->context;
    uint64_t damaged;
    if (read->status != STORE_OK)
        load_failed(room, "the store failed", false);
    else if (!read->count)
        load_none(room);
    else if ((damaged = entries_apply(room, read, 0)))
        log_damaged(room, damaged);
    else
        secret_load(room);
}

static void log_ask(struct room *room)
{
    store_read(room->server->store, store_read_create(STORE_READ_LOG, "", room->log.id, log_read, room));
}

void room_load_start(struct room *room)
{
    room_phase_set(room, PHASE_IDLE, PHASE_LOADING);
    log_ask(room);
}

void room_reload(struct room *room)
{
    room_phase_set(room, PHASE_IDLE | PHASE_BROKEN | PHASE_FOLLOWING | PHASE_COMMITTING, PHASE_LOADING);
    room_reset(room);
    log_ask(room);
}

void room_load(struct server *server, const char *id)
{
    room_find(server, id);
}

/* ---- Following ----------------------------------------------------------------------------------------- */

/* The room has all entries. */
static void follow_none(struct room *room)
{
    room_phase_set(room, PHASE_FOLLOWING, PHASE_IDLE);
    room->heard = room->committed;
    room_bots_start(room);
    room_queue_run(room);
}

/*
 * The log is not the one that this room knows: it was removed, or a fail-over has lost what this node had
 * seen and other nodes have written something else.
 */
static void history_lost(struct room *room)
{
    log_line(room->server, "table-back", "\"table\":\"%s\"", room->log.id);
    room->heard = 0;
    room_reload(room);
}

/* The first row is the last entry that the room has, by which the histories are compared. */
static void more_read(struct store_read *read)
{
    struct room *room = read->context;
    struct store_head head;
    if (read->status == STORE_OK && read->count)
        store_head_at(&head, &read->rows[0]);
    if (read->status != STORE_OK)
        load_failed(room, "the store failed", false);
    else if (!read->count || (!store_head_same(&head, &room->head) && !FAULT(HISTORY_UNCOMPARED)))
        history_lost(room);
    else if (read->count == 1)
        follow_none(room);
    else if (entries_apply(room, read, 1))
        room_reload(room);
    else
        secret_load(room);
}

void room_follow_start(struct room *room)
{
    struct store_read *read = store_read_create(STORE_READ_LOG, "", room->log.id, more_read, room);
    read->after = room->committed - 1;
    room_phase_set(room, PHASE_IDLE, PHASE_FOLLOWING);
    store_read(room->server->store, read);
}

void room_read_on(struct room *room, uint64_t number)
{
    if (number > room->heard)
        room->heard = number;
    if (room->heard > room->committed && room->phase == PHASE_IDLE)
        room_follow_start(room);
}

void room_read_again(struct room *room)
{
    if (room->phase == PHASE_IDLE)
        history_lost(room);
}

void rooms_resume(struct server *server)
{
    struct room *room;
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->phase == PHASE_BROKEN)
            room_reload(room);
        else if (room->phase == PHASE_IDLE && room->log.state == ROOM_PLAYING)
            outage_skip(room);
    }
}
