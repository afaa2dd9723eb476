#include "room_record.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "ask.h"
#include "buf.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "record_read.h"
#include "replay.h"
#include "room.h"
#include "room_bring.h"
#include "room_commit.h"
#include "room_queue.h"
#include "room_info.h"
#include "room_dice.h"
#include "room_log.h"
#include "room_notice.h"
#include "room_seat.h"
#include "sanction.h"
#include "server.h"
#include "settings.h"
#include "table.h"
#include "verdict.h"
#include "work.h"

static bool must_over(struct ask *ask, const struct room *room)
{
    return ask_right(ask, room_right_open(&room->log, ask->person->id));
}

/* ---- Records ------------------------------------------------------------------------------------------- */

/* A viewer's record, or the full one for -1. */
static void record_answer(struct ask *ask, const struct room *room, int viewer)
{
    struct buf out = {0};
    struct record_problem problem;
    size_t length = 0;
    const struct table *table = room->log.match->table;
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
    if (!room->log.match) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    if (room->log.state == ROOM_OVER && !json_object_get(ask->message, "seat")) {
        if (must_over(ask, room) && room_may_enter(ask, room))
            record_answer(ask, room, -1);
        return;
    }
    if (ask_viewer(ask, room, &viewer) &&
        ask_right(ask, room_right_record(&room->log, ask->person->id, viewer)))
        record_answer(ask, room, viewer);
}

/* ---- Replay -------------------------------------------------------------------------------------------- */

/* The fields `seat` and `move`: as whom, and when. */
static bool eyes_read(struct ask *ask, int *eyes, uint32_t *move)
{
    int64_t seat, number;
    if (!ask_int(ask, "seat", 0, REPLAY_OPEN, &seat) || !ask_int(ask, "move", 0, UINT32_MAX, &number))
        return false;
    *eyes = (int)seat;
    *move = (uint32_t)number;
    return true;
}

static void replay_answer(struct ask *ask, const struct table *table, int eyes, uint32_t move)
{
    struct buf out = {0};
    if (eyes != REPLAY_OPEN && eyes > table_rules(table)->seats) {
        ask_fail(ask, FAIL_NO_SEAT);
        return;
    }
    const char *notation = json_string_value(json_object_get(ask->message, "action"));
    lan_action action = 0;
    bool seat = eyes != REPLAY_OPEN && eyes != REPLAY_WATCHER;
    if (notation && (!seat || !lan_action_parse(table_game(table), notation, &action))) {
        ask_fail(ask, FAIL_NO_ACTION);
        return;
    }
    ask_begin(ask, &out);
    wire_replay_write(&out, table, eyes, move);
    int refusal = notation ? wire_replay_refusal(table, eyes - 1, move, action) : 0;
    if (refusal)
        wire_refusal_write(&out, "why", table, refusal);
    ask_send(ask, &out);
}

void op_replay(struct ask *ask, struct room *room)
{
    int eyes;
    uint32_t move;
    if (eyes_read(ask, &eyes, &move) && must_over(ask, room) && room_may_enter(ask, room))
        replay_answer(ask, room->log.match->table, eyes, move);
}

/* A record that a client sent, in a worker thread: checking it replays a whole game. */
struct reading {
    struct ask *ask;
    const char *text; /* of the ask's message */
    bool dice;        /* asked whether its dice are right, not for a position */
    bool bring;       /* its game is to go on here */
    int eyes;
    uint32_t move;
    bool good;
    struct record record;
    struct record_problem problem;
    struct verdict verdict;
};

static void reading_work(void *context)
{
    struct reading *reading = context;
    reading->good = record_read(reading->text, strlen(reading->text), &reading->record, &reading->problem);
    if (reading->good && reading->dice)
        verdict_record(&reading->record, &reading->verdict);
}

static void verdict_answer(struct ask *ask, const struct verdict *verdict)
{
    struct buf out = {0};
    struct lan_words say = {{verdict->say[LAN_EN], verdict->say[LAN_FR]}};
    ask_begin(ask, &out);
    js_bool(&out, "good", verdict->worth == VERDICT_GOOD);
    js_words(&out, "say", &say);
    ask_send(ask, &out);
}

static void reading_done(void *context)
{
    struct reading *reading = context;
    struct ask *ask = reading->ask;
    ask->person->reading--;
    if (!reading->good)
        ask_fail_say(ask, FAIL_REFUSED, reading->problem.say[LAN_EN], reading->problem.say[LAN_FR], NULL,
                     NULL);
    else if (reading->dice)
        verdict_answer(ask, &reading->verdict);
    else if (reading->record.kind == RECORD_SEAT)
        ask_fail(ask, FAIL_RECORD_OF_SEAT);
    else if (reading->bring)
        bring_create(ask, &reading->record);
    else
        replay_answer(ask, reading->record.table, reading->eyes, reading->move);
    if (reading->good)
        record_finish(&reading->record);
    free(reading);
}

static void reading_drop(void *context)
{
    struct reading *reading = context;
    reading->ask->person->reading--;
    ask_fail(reading->ask, FAIL_STOPPING);
    free(reading);
}

static void reading_begin(struct ask *ask, const struct reading *about)
{
    const char *text;
    if (!ask_string(ask, "record", LIMIT_RECORD_BYTES, &text))
        return;
    if (ask->person->reading >= LIMIT_RECORDS_AT_ONCE) {
        ask_fail(ask, FAIL_RECORDS_AT_ONCE);
        return;
    }
    struct reading *reading = mem_zero(sizeof *reading);
    *reading = *about;
    reading->ask = ask;
    reading->text = text;
    ask->person->reading++;
    work_on_drop(work_start(ask->server, WORK_PERSON, ask->person->id, reading_work, reading_done, reading),
                 reading_drop);
}

void op_replay_record(struct ask *ask)
{
    struct reading about = {0};
    if (eyes_read(ask, &about.eyes, &about.move))
        reading_begin(ask, &about);
}

void op_verify_record(struct ask *ask)
{
    reading_begin(ask, &(struct reading){.dice = true});
}

void op_bring(struct ask *ask)
{
    reading_begin(ask, &(struct reading){.bring = true});
}

/* ---- Playing on ---------------------------------------------------------------------------------------- */

static void branch_start(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    /* The parent is looked up again: it may have left memory while the new table was stored, and after a
       fail-over of the store its game may be running again. */
    struct room *parent = map_get(&room->server->rooms, room->log.parent);
    uint32_t entries;
    if (!parent || parent->phase & (PHASE_LOADING | PHASE_FOLLOWING) ||
        room_right_open(&parent->log, ask->person->id) != RIGHT_GIVEN) {
        room_info_send(ask, room);
        return;
    }
    wire_replay_moves(parent->log.match->table, (uint32_t)answer->number, &entries);
    room_start(room, ask, parent->log.match->table, entries);
}

/* The asker at the first seat and bots at the others. */
static json_t *plan_against_bots(int seats)
{
    json_t *plan = json_array();
    for (int seat = 0; seat < seats; seat++)
        json_array_append_new(plan, json_string(seat ? "rules" : "me"));
    return plan;
}

/* The new table plays at once, so its plan names somebody for every seat. False with the ask refused. */
static bool plan_full(struct ask *ask, const struct room *room, json_t *plan)
{
    size_t at;
    json_t *word;
    if (plan && json_array_size(plan) != (size_t)room->log.settings.seats) {
        ask_fail(ask, FAIL_BAD_FIELD);
        return false;
    }
    json_array_foreach(plan, at, word)
    {
        if (json_is_string(word) && strcmp(json_string_value(word), "empty") == 0) {
            ask_fail(ask, FAIL_SEATS_EMPTY);
            return false;
        }
    }
    return true;
}

void op_branch(struct ask *ask, struct room *room)
{
    int64_t move;
    json_t *plan = json_object_get(ask->message, "plan");
    if (!ask_int(ask, "move", 0, UINT32_MAX, &move) || !must_over(ask, room) || !room_may_enter(ask, room) ||
        !plan_full(ask, room, plan) || !ask_tables_allowed(ask))
        return;
    plan = plan ? json_incref(plan) : plan_against_bots(room->log.settings.seats);
    room_create_planned(ask, &room->log.settings, "",
                        &(struct room_origin){.before = room, .parent = room->log.id}, plan,
                        &(struct room_answer){.send = branch_start, .number = move});
    json_decref(plan);
}

/* ---- Another game -------------------------------------------------------------------------------------- */

/* The new table is stored; now the old one tells everybody where it is. */
static void rematch_tell(struct ask *ask, struct room *fresh, const struct room_answer *answer)
{
    struct room *old =
        map_get(&ask->server->rooms, json_string_value(json_object_get(ask->message, "table")));
    struct buf entry = {0};
    (void)answer;
    if (old && old->phase == PHASE_IDLE && !*old->log.rematch) {
        entry_begin(&entry, "rematch", room_now(old));
        js_string(&entry, "table", fresh->log.id);
        js_end_object(&entry);
        room_commit(old, NULL, &entry, NULL);
    }
    room_notice_invite(fresh, ask->person);
    room_info_send(ask, fresh);
}

/* Into the list of the new table's seats: persons who were removed, and the holders of the seats. */
static void people_copy(struct buf *entry, const struct room *from)
{
    int64_t now = room_now(from);
    for (int i = 0; i < from->log.removed.count; i++) {
        entry_begin(entry, "remove", now);
        js_string(entry, "person", from->log.removed.one[i].id);
        js_string(entry, "name", from->log.removed.one[i].name);
        js_end_object(entry);
    }
    for (int seat = 0; seat < from->log.settings.seats; seat++) {
        const struct room_seat *holder = &from->log.seat[seat];
        bool person = holder->kind == TABLE_PERSON;
        if (holder->kind == TABLE_EMPTY)
            continue;
        entry_begin(entry, person ? "sit" : "bot", now);
        js_int(entry, "seat", seat + 1);
        js_string(entry, "name", holder->name);
        js_string(entry, person ? "person" : "level", person ? holder->person : holder->level);
        js_end_object(entry);
    }
}

/* The settings of another game like this one, by the newest rules. False with the ask refused. */
static bool settings_renew(struct ask *ask, const struct room_settings *old, struct room_settings *fresh)
{
    struct buf text = {0};
    settings_write(&text, NULL, old);
    json_t *json = json_loadb(text.at, text.length, 0, NULL);
    bool good = settings_read(ask, json, fresh);
    json_decref(json);
    buf_free(&text);
    return good;
}

static bool others_sit(const struct room *room, const struct person *person)
{
    bool others = false;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        others |= room->log.seat[seat].kind == TABLE_PERSON && !room_holds(room, seat, person);
    return others;
}

void op_rematch(struct ask *ask, struct room *room)
{
    static const struct op info = {.name = "info", .run_room = op_info};
    struct buf entry = {0};
    if (!must_over(ask, room))
        return;
    if (!room_sits(room, ask->person)) {
        ask_fail(ask, FAIL_NOT_AT_TABLE);
        return;
    }
    if (*room->log.rematch) {
        json_object_set_new(ask->message, "table", json_string(room->log.rematch));
        ask->op = &info;
        room_run(ask);
        return;
    }
    struct room_settings settings;
    if ((others_sit(room, ask->person) && !ask_may_join(ask)) || !ask_tables_allowed(ask) ||
        !settings_renew(ask, &room->log.settings, &settings))
        return;
    struct room *fresh = room_create(ask, &settings, "", &(struct room_origin){.before = room}, &entry);
    settings_free(&settings);
    people_copy(&entry, room);
    room_create_commit(fresh, ask, &entry, &(struct room_answer){.send = rematch_tell});
}
