#include "room_host.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_info.h"
#include "room_log.h"
#include "room_order.h"
#include "room_push.h"
#include "room_seat.h"
#include "room_subscribe.h"
#include "server.h"
#include "settings.h"
#include "table.h"
#include "valid.h"

/* ---- Before the game ----------------------------------------------------------------------------------- */

/* The seats that the new settings do not have are free or a bot's. False with the ask refused. */
static bool seats_go(struct ask *ask, const struct room *room, int seats)
{
    for (int seat = seats; seat < room->log.settings.seats; seat++) {
        if (room->log.seat[seat].kind == TABLE_PERSON) {
            ask_fail_say(
                ask, FAIL_SEAT_TAKEN, "Somebody sits at a seat that would go. Let them change seats first.",
                "Quelqu'un est assis à une place qui disparaîtrait. Fais-le d'abord changer de place.", NULL,
                "seats");
            return false;
        }
    }
    return true;
}

void op_settings(struct ask *ask, struct room *room)
{
    struct room_settings fresh;
    struct buf entry = {0};
    if (!ask_seating(ask, room) || !ask_host(ask, room) ||
        !settings_read(ask, json_object_get(ask->message, "settings"), &fresh))
        return;
    if (strcmp(fresh.game->name, room->log.settings.game->name) != 0) {
        ask_fail_say(ask, FAIL_BAD_SETUP,
                     "The game of a table stays the same. Open another table for another game.",
                     "Une table garde son jeu. Ouvre une autre table pour un autre jeu.", NULL, "game");
    } else if (seats_go(ask, room, fresh.seats)) {
        entry_begin(&entry, "settings", room_now(room));
        settings_write(&entry, "settings", &fresh);
        js_int(&entry, "version", fresh.game->version);
        js_end_object(&entry);
        room_commit(room, ask, &entry, &room_answer_info);
    }
    settings_free(&fresh);
}

void op_swap(struct ask *ask, struct room *room)
{
    int seat;
    int64_t with;
    struct buf entry = {0};
    if (!ask_any_seat(ask, room, &seat) || !ask_int(ask, "with", 1, LAN_SEATS_MAX, &with) ||
        !ask_seating(ask, room) || !ask_host(ask, room))
        return;
    if (with > room->log.settings.seats) {
        ask_fail(ask, FAIL_NO_SEAT);
        return;
    }
    entry_begin(&entry, "swap", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_int(&entry, "with", with);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

void op_ready(struct ask *ask, struct room *room)
{
    bool on, change = false;
    struct buf entry = {0};
    if (!ask_bool(ask, "on", &on) || !ask_seating(ask, room))
        return;
    if (!room_sits(room, ask->person)) {
        ask_fail(ask, FAIL_NOT_AT_TABLE);
        return;
    }
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        change |= room_holds(room, seat, ask->person) && room->log.seat[seat].ready != on;
    if (!change) {
        room_info_send(ask, room);
        return;
    }
    entry_begin(&entry, "ready", room_now(room));
    js_string(&entry, "person", ask->person->id);
    js_bool(&entry, "on", on);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

/* ---- Names --------------------------------------------------------------------------------------------- */

/* During the game the match has the name too: it is told as somebody who sits down. */
static bool match_name(struct ask *ask, struct room *room, int seat, const char *name)
{
    if (room->log.state != ROOM_PLAYING || room->log.seat[seat].standin)
        return true;
    if (table_sit(room->log.match->table, seat, name, room_now(room)) == 0)
        return true;
    ask_fail(ask, FAIL_ASIDES);
    return false;
}

void op_name(struct ask *ask, struct room *room)
{
    int seat;
    char name[NAME_SIZE];
    struct buf entry = {0};
    if (!ask_own_seat(ask, room, &seat) || !ask_name(ask, "name", "", name))
        return;
    if (room->log.state == ROOM_DICE || room->log.state == ROOM_CLOSED) {
        ask_fail(ask, room->log.state == ROOM_DICE ? FAIL_DICE_NOW : FAIL_TABLE_CLOSED);
        return;
    }
    if (strcmp(room->log.seat[seat].name, name) == 0) {
        room_info_send(ask, room);
        return;
    }
    if (!ask_name_wanted(ask, room, name) || !ask_name_free(ask, room, seat, name) ||
        !match_name(ask, room, seat, name))
        return;
    entry_begin(&entry, "name", room_now(room));
    js_int(&entry, "seat", seat + 1);
    js_string(&entry, "name", name);
    if (room->log.match)
        entry_moves_write(&entry, room->log.match->table, room->log.stored);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

/* ---- The host ------------------------------------------------------------------------------------------ */

static int64_t away_from(const struct room *room)
{
    return room->host_seen + 1000 * (int64_t)LIMIT_HOST_SECONDS;
}

bool room_host_away(const struct room *room)
{
    return !room_host_present(room) && away_from(room) <= room_now(room);
}

void room_host_changed(struct room *room, bool before)
{
    bool here = room_host_present(room);
    if (before && !here)
        room->host_seen = room_now(room);
    int64_t due = here ? room_now(room) : away_from(room);
    if (here == room->host_told && (!room->deadline || due < room->deadline))
        room->deadline = due;
}

void room_host_tick(struct room *room, int64_t now)
{
    bool ended = room->log.state == ROOM_OVER || room->log.state == ROOM_CLOSED;
    if (ended || !room->subs || room_host_present(room) != room->host_told)
        return;
    if (room->host_told || away_from(room) <= now) {
        room->host_told = !room->host_told;
        room_push_info(room);
    } else if (!room->deadline || away_from(room) < room->deadline) {
        room->deadline = away_from(room);
    }
}

/* The host hands over to anybody with a seat; a person with a seat takes it from a host who is away. */
void op_host(struct ask *ask, struct room *room)
{
    const char *person;
    struct buf entry = {0};
    if (!ask_string_or(ask, "person", ID_PERSON, ask->person->id, &person))
        return;
    if (room->log.state == ROOM_CLOSED) {
        ask_fail(ask, FAIL_TABLE_CLOSED);
        return;
    }
    bool mine = room_host(room, ask->person), taken = strcmp(person, ask->person->id) == 0;
    if (!room_log_sits(&room->log, person) || people_contain(&room->log.removed, person)) {
        ask_fail(ask, taken ? FAIL_NOT_AT_TABLE : FAIL_NO_PERSON);
    } else if (!mine && (!taken || !room_host_away(room))) {
        enum fail here = room_host_present(room) ? FAIL_HOST_HERE : FAIL_HOST_BACK;
        ask_fail(ask, taken ? here : FAIL_NOT_HOST);
    } else if (strcmp(person, room->log.host) == 0) {
        room_info_send(ask, room);
    } else {
        room->host_seen = room_now(room);
        room->host_told = false;
        entry_begin(&entry, "host", room_now(room));
        js_string(&entry, "person", person);
        js_end_object(&entry);
        room_commit(room, ask, &entry, &room_answer_info);
    }
}

/* ---- Moderation ---------------------------------------------------------------------------------------- */

/*
 * One removed seat as an object of the entry's list: empty before the game, a bot's for good during it.
 * `written` is the last entry of the match that the list has already.
 */
static void removal_write(struct buf *out, struct room *room, int seat, uint32_t *written)
{
    js_object(out, NULL);
    js_int(out, "seat", seat + 1);
    if (room->log.match) {
        struct table *table = room->log.match->table;
        if (room->log.state == ROOM_PLAYING && !room->log.seat[seat].standin)
            table_stand_in_for(table, seat, room_now(room));
        js_string(out, "name", room_bot_name(seat));
        js_string(out, "level", table_stand_in(table));
        *written = entry_moves_write(out, table, *written);
    }
    js_end_object(out);
}

/* The name of a person at the table, or among its watchers; "" for nobody. */
static const char *name_here(const struct room *room, const char *person)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_log_holds(&room->log, seat, person))
            return room->log.seat[seat].name;
    }
    for (const struct sub *sub = room->subs; sub; sub = sub->next) {
        if (sub->client->person && strcmp(sub->client->person->id, person) == 0)
            return sub->client->person->name;
    }
    return "";
}

/* The removed person may come back; the seat they had is another's now. */
static void removal_end(struct ask *ask, struct room *room, const char *person)
{
    struct buf entry = {0};
    if (!people_contain(&room->log.removed, person)) {
        ask_done(ask);
        return;
    }
    entry_begin(&entry, "remove", room_now(room));
    js_string(&entry, "person", person);
    js_bool(&entry, "on", false);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

static void removal_begin(struct ask *ask, struct room *room, const char *person)
{
    struct buf entry = {0};
    uint32_t written = room->log.stored;
    bool sits = room_log_sits(&room->log, person);
    if (people_contain(&room->log.removed, person) && !sits) {
        ask_done(ask);
        return;
    }
    if (room->log.removed.count >= LIMIT_REMOVED && !sits) {
        ask_fail(ask, FAIL_ASIDES);
        return;
    }
    entry_begin(&entry, "remove", room_now(room));
    js_string(&entry, "person", person);
    js_string(&entry, "name", name_here(room, person));
    js_array(&entry, "seats");
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_log_holds(&room->log, seat, person))
            removal_write(&entry, room, seat, &written);
    }
    js_end_array(&entry);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}

void op_remove(struct ask *ask, struct room *room)
{
    const char *person;
    bool on = true;
    if (!ask_string(ask, "person", ID_PERSON, &person) ||
        (json_object_get(ask->message, "on") && !ask_bool(ask, "on", &on)) || !ask_host(ask, room))
        return;
    if (strcmp(person, room->log.host) == 0)
        ask_fail(ask, FAIL_NO_PERSON);
    else if (on)
        removal_begin(ask, room, person);
    else
        removal_end(ask, room, person);
}

void op_mute(struct ask *ask, struct room *room)
{
    const char *person;
    bool on;
    struct buf entry = {0};
    if (!ask_string(ask, "person", ID_PERSON, &person) || !ask_bool(ask, "on", &on) || !ask_host(ask, room))
        return;
    if (people_contain(&room->log.muted, person) == on) {
        ask_done(ask);
        return;
    }
    entry_begin(&entry, "mute", room_now(room));
    js_string(&entry, "person", person);
    js_bool(&entry, "on", on);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_done);
}
