/* After the game, and what one may keep of it before: records, replay, playing on, another game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "room.h"
#include "write.h"

static bool must_over(struct ask *ask, const struct room *room)
{
    if (room->state == ROOM_OVER)
        return true;
    ask_fail(ask, FAIL_NOT_OVER);
    return false;
}

/* ---- Records --------------------------------------------------------------------------------------------- */

/* A viewer's record, or the full one for -1. */
static void record_answer(struct ask *ask, const struct room *room, int viewer)
{
    struct buf out = {0};
    struct record_problem problem;
    size_t length = 0;
    const struct table *table = room->match->table;
    char *text = viewer < 0 ? record_write_full(table, &length, &problem)
                            : record_write_seat(table, viewer, &length, &problem);
    if (!text) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    while (length && text[length - 1] == '\n')
        length--;
    ask_begin(ask, &out);
    js_raw(&out, "record", text, length);
    free(text);
    ask_send(ask, &out);
}

void op_record(struct ask *ask, struct room *room)
{
    int viewer;
    if (!room->match) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    if (room->state == ROOM_OVER && !json_object_get(ask->message, "seat")) {
        if (room_may_enter(ask, room))
            record_answer(ask, room, -1);
        return;
    }
    if (!ask_viewer(ask, room, &viewer))
        return;
    if (viewer == LAN_WATCHER && room->settings.watching != WATCHING_OPEN && room->state != ROOM_OVER) {
        ask_fail(ask, FAIL_NO_WATCHING);
        return;
    }
    record_answer(ask, room, viewer);
}

/* ---- Replay ---------------------------------------------------------------------------------------------- */

/* Moves of people and bots in the log; with `wanted` the entry after that many moves and all chance behind it. */
static uint32_t moves_count(const struct table *table, uint32_t wanted, uint32_t *entry)
{
    uint32_t moves = 0, count = table_count(table);
    *entry = count;
    bool found = false;
    for (uint32_t number = 1; number <= count; number++) {
        struct table_entry one;
        table_entry(table, number, &one);
        bool move = (one.kind == TABLE_ENTRY_ACT || one.kind == TABLE_ENTRY_TIMED) && one.seat != LAN_CHANCE;
        if (move && moves == wanted && !found) {
            *entry = number - 1;
            found = true;
        }
        moves += move;
    }
    return moves;
}

static void replay_told(struct buf *out, const struct room *room, int viewer, uint32_t entry, uint32_t *last)
{
    const struct table *table = room->match->table;
    struct table_reader reader;
    struct table_told told;
    js_array(out, "told");
    *last = 0;
    table_reader_init(table, viewer, 0, &reader);
    while (table_read(&reader, &told)) {
        if (table_told_entry(table, viewer, told.number) > entry)
            break;
        *last = told.number;
        js_key(out, NULL);
        struct lan_text text = buf_text(out, TABLE_TOLD_JSON_MAX);
        table_told_json(room->settings.game, &told, &text);
        buf_text_end(out, &text);
    }
    js_end_array(out);
}

static void replay_turn(struct buf *out, const struct room *room, uint32_t entry)
{
    const struct lan_rules *rules = table_rules(room->match->table);
    union lan_state_room state;
    struct lan_turn turn;
    rules->game->turn(rules, table_state_at(room->match->table, entry, &state), &turn);
    js_object(out, "turn");
    js_seats(out, "must", turn.must);
    if (turn.active < LAN_SEATS_MAX)
        js_int(out, "active", turn.active + 1);
    else
        js_null(out, "active");
    js_bool(out, "window", turn.window);
    js_end_object(out);
}

static void replay_update(struct buf *out, const struct room *room, int viewer, uint32_t entry)
{
    const struct table *table = room->match->table;
    union lan_view_room view;
    uint32_t last;
    js_object(out, "update");
    replay_told(out, room, viewer, entry, &last);
    js_int(out, "to", last);
    js_bool(out, "full", true);
    js_key(out, "view");
    struct lan_text text = buf_text(out, 64 << 10);
    lan_view_json(table_rules(table), table_view_at(table, entry, viewer, &view), &text);
    buf_text_end(out, &text);
    replay_turn(out, room, entry);
    js_null(out, "ask");
    js_end_object(out);
}

void op_replay(struct ask *ask, struct room *room)
{
    int64_t seat, move;
    uint32_t entry;
    struct buf out = {0};
    if (!ask_int(ask, "seat", 0, LAN_SEATS_MAX, &seat) || !ask_int(ask, "move", 0, UINT32_MAX, &move) ||
        !must_over(ask, room) || !room_may_enter(ask, room))
        return;
    if (seat > room->settings.seats) {
        ask_fail(ask, FAIL_NO_SEAT);
        return;
    }
    uint32_t moves = moves_count(room->match->table, (uint32_t)move, &entry);
    ask_begin(ask, &out);
    js_int(&out, "moves", moves);
    js_int(&out, "move", move < moves ? move : moves);
    replay_update(&out, room, seat ? (int)seat - 1 : LAN_WATCHER, entry);
    ask_send(ask, &out);
}

/* ---- Playing on ------------------------------------------------------------------------------------------ */

/* The first entries of a finished match become the start of another. */
static bool branch_copy(struct room *to, const struct room *from, uint32_t entries)
{
    struct table *table = to->match->table;
    for (uint32_t number = 1; number <= entries; number++) {
        struct table_entry entry;
        table_entry(from->match->table, number, &entry);
        /* Who sat where and when clocks stood is the new table's own affair. */
        if (entry.kind != TABLE_ENTRY_ACT && entry.kind != TABLE_ENTRY_TIMED &&
            entry.kind != TABLE_ENTRY_UNDO)
            continue;
        entry.time = env_now(&to->server->env);
        if (table_append(table, &entry) != 0)
            return false;
    }
    return true;
}

static void branch_start(struct ask *ask, struct room *room)
{
    /* The parent is asked for again: it may have left memory while the new table was stored. */
    struct room *parent = map_get(&room->server->rooms, room->parent);
    uint32_t entry;
    if (!parent || parent->loading || !parent->match) {
        room_answer_info(ask, room);
        return;
    }
    int64_t move = json_integer_value(json_object_get(ask->message, "move"));
    moves_count(parent->match->table, (uint32_t)move, &entry);
    room_branch(room, ask, parent, entry, branch_copy);
}

void op_branch(struct ask *ask, struct room *room)
{
    int64_t move;
    json_t *plan = json_object_get(ask->message, "plan"), *given = NULL;
    struct buf entry = {0};
    if (!ask_int(ask, "move", 0, UINT32_MAX, &move) || !must_over(ask, room) || !room_may_enter(ask, room))
        return;
    if (!plan) {
        given = plan = json_array();
        for (int seat = 0; seat < room->settings.seats; seat++)
            json_array_append_new(plan, json_string(seat ? "rules" : "me"));
    }
    struct room *fresh = json_array_size(plan) == (size_t)room->settings.seats
                             ? room_create(ask, &room->settings, "", room->id, plan, &entry)
                             : NULL;
    if (fresh)
        room_commit(fresh, ask, &entry, branch_start);
    else if (json_array_size(plan) != (size_t)room->settings.seats)
        ask_fail(ask, FAIL_BAD_FIELD);
    json_decref(given);
}

/* ---- Another game ---------------------------------------------------------------------------------------- */

/* The new table is stored; now the old one tells everybody where it is. */
static void rematch_tell(struct ask *ask, struct room *fresh)
{
    struct room *old =
        map_get(&ask->server->rooms, json_string_value(json_object_get(ask->message, "table")));
    struct buf entry = {0};
    if (old && !old->busy && !old->loading && !*old->rematch) {
        entry_begin(&entry, old, "rematch");
        js_string(&entry, "table", fresh->id);
        js_end_object(&entry);
        room_enter(old, NULL, &entry, NULL);
    }
    room_answer_info(ask, fresh);
}

static void seats_copy(struct room *to, const struct room *from, struct buf *entry)
{
    for (int seat = 0; seat < from->settings.seats; seat++) {
        const struct room_seat *holder = &from->seat[seat];
        struct buf one = {0};
        if (holder->kind == TABLE_EMPTY)
            continue;
        entry_begin(&one, to, holder->kind == TABLE_PERSON ? "sit" : "bot");
        js_int(&one, "seat", seat + 1);
        js_string(&one, "name", holder->name);
        js_string(&one, holder->kind == TABLE_PERSON ? "person" : "level",
                  holder->kind == TABLE_PERSON ? holder->person : holder->level);
        js_end_object(&one);
        json_t *parsed = json_loadb(one.at, one.length, 0, NULL);
        lan_assert(parsed && room_apply(to, parsed));
        json_decref(parsed);
        js_raw(entry, NULL, one.at, one.length);
        buf_free(&one);
    }
}

void op_rematch(struct ask *ask, struct room *room)
{
    struct buf entry = {0};
    if (!must_over(ask, room))
        return;
    if (!room_sits(room, ask->person)) {
        ask_fail(ask, FAIL_NOT_AT_TABLE);
        return;
    }
    if (*room->rematch) {
        json_object_set_new(ask->message, "table", json_string(room->rematch));
        ask->op = op_find("info");
        room_run(ask);
        return;
    }
    json_t *nobody = json_array();
    for (int seat = 0; seat < room->settings.seats; seat++)
        json_array_append_new(nobody, json_string("empty"));
    struct room *fresh = room_create(ask, &room->settings, "", NULL, nobody, &entry);
    json_decref(nobody);
    if (!fresh)
        return;
    entry.length -= 2; /* the end of its list of seats and of the entry */
    seats_copy(fresh, room, &entry);
    buf_str(&entry, "]}");
    room_commit(fresh, ask, &entry, rematch_tell);
}
