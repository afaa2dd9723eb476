#include "room_daily.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "daily.h"
#include "env.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_dice.h"
#include "room_info.h"
#include "room_log.h"
#include "room_queue.h"
#include "room_review.h"
#include "room_seat.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "table.h"

/* ---- The log ------------------------------------------------------------------------------------------- */

void room_daily_write(struct buf *entry, const struct room_daily *daily)
{
    js_object(entry, "daily");
    js_string(entry, "date", daily->date);
    js_bool(entry, "named", daily->named);
    js_bool(entry, "counts", daily->counts);
    js_end_object(entry);
}

/* When the day of the table is over. */
static int64_t day_end(const struct room_log *log)
{
    int64_t day = 0;
    daily_day_parse(log->daily->date, &day);
    return (day + 1) * DAILY_MS;
}

void room_daily_look(struct room *room)
{
    if (room->log.daily && room->log.daily->sealed && room_now(room) >= day_end(&room->log))
        room->log.daily->sealed = false;
}

/* The seat of the player; there is always one. */
static int seat_of(const struct room_log *log)
{
    int seat = 0;
    while (seat + 1 < log->settings.seats && log->seat[seat].kind != TABLE_PERSON)
        seat++;
    return seat;
}

/* ---- Documents ----------------------------------------------------------------------------------------- */

static void result_write(struct buf *out, const struct room_log *log)
{
    const struct table *table = log->match->table;
    struct table_entry last;
    struct lan_result result = {0};
    int seat = seat_of(log);
    table_entry(table, table_count(table), &last);
    js_int(out, "done", last.time);
    js_bool(out, "late", last.time >= day_end(log));
    js_bool(out, "won", table_result(table, &result) && result.winners >> seat & 1);
    js_int(out, "score", result.score[seat]);
}

/* All but the review: what the log tells of the game. */
static void document_write(struct buf *out, const struct room_log *log)
{
    js_object(out, NULL);
    js_string(out, "date", log->daily->date);
    js_string(out, "table", log->id);
    js_int(out, "at", log->created);
    js_bool(out, "counts", log->daily->counts);
    if (log->daily->named)
        js_string(out, "name", log->seat[seat_of(log)].name);
    if (log->state == ROOM_OVER)
        result_write(out, log);
    js_end_object(out);
}

static void keys_write(const char *person, const char *date, char mine[STORE_NAME_MAX],
                       char day[STORE_NAME_MAX])
{
    snprintf(mine, STORE_NAME_MAX, "%.*s/%.*s", ID_PERSON, person, DAILY_DATE, date);
    snprintf(day, STORE_NAME_MAX, "%.*s/%.*s", DAILY_DATE, date, ID_PERSON, person);
}

static void document_put(struct store_batch *batch, enum store_write_kind kind, const char *person,
                         const char *date, const char *text, size_t length)
{
    char mine[STORE_NAME_MAX], day[STORE_NAME_MAX];
    keys_write(person, date, mine, day);
    store_batch_put(batch, kind, SPACE_DAILY, mine, text, length);
    store_batch_put(batch, STORE_PUT, SPACE_DAY, day, text, length);
}

/* Replaces the documents; nothing is written for a person who was deleted, or when the day is forgotten. */
static void document_replace(struct server *server, const char *person, const char *date, const char *text)
{
    char mine[STORE_NAME_MAX], day[STORE_NAME_MAX];
    struct store_batch *batch = store_batch_create(NULL, NULL);
    keys_write(person, date, mine, day);
    store_batch_require(batch, SPACE_DAILY, mine);
    document_put(batch, STORE_PUT, person, date, text, strlen(text));
    store_submit(server->store, batch);
}

void daily_day_delete(struct store_batch *batch, const char *key)
{
    char mine[STORE_NAME_MAX], day[STORE_NAME_MAX];
    if (strlen(key) != ID_PERSON + 1 + DAILY_DATE)
        return;
    keys_write(key, key + ID_PERSON + 1, mine, day);
    store_batch_delete(batch, SPACE_DAY, day);
}

void room_daily_claim(struct store_batch *batch, const struct room *room)
{
    struct buf out = {0};
    const char *person = room->log.seat[seat_of(&room->log)].person;
    document_write(&out, &room->log);
    store_batch_require(batch, SPACE_PERSON, person);
    document_put(batch, STORE_PUT_NEW, person, room->log.daily->date, out.at, out.length);
    buf_free(&out);
}

/* ---- The result ---------------------------------------------------------------------------------------- */

static void settle_read(struct store_read *read)
{
    struct room *room = read->context;
    room->jobs--;
    bool known = room->phase & (PHASE_IDLE | PHASE_COMMITTING) && room->log.state == ROOM_OVER;
    json_t *document =
        read->status == STORE_OK && read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    if (read->status != STORE_OK || !known) {
        room->daily_settled = false;
    } else if (document && !json_object_get(document, "adjusted") && !json_object_get(document, "problem")) {
        struct buf out = {0};
        const char *person = room->log.seat[seat_of(&room->log)].person;
        document_write(&out, &room->log);
        if (!json_object_get(document, "done"))
            document_replace(room->server, person, room->log.daily->date, buf_cstr(&out));
        room->daily_settled = review_daily(room, seat_of(&room->log), buf_cstr(&out));
        buf_free(&out);
    }
    json_decref(document);
}

void room_daily_settle(struct room *room)
{
    char mine[STORE_NAME_MAX], day[STORE_NAME_MAX];
    if (!room->log.daily || room->log.state != ROOM_OVER || room->daily_settled)
        return;
    room->daily_settled = true;
    room->jobs++;
    keys_write(room->log.seat[seat_of(&room->log)].person, room->log.daily->date, mine, day);
    store_read(room->server->store, store_read_create(STORE_READ_DOC, SPACE_DAILY, mine, settle_read, room));
}

void room_daily_reviewed(struct server *server, const char *person, const char *about, const char *document,
                         size_t length)
{
    json_t *kept = json_loads(about, 0, NULL),
           *review = document ? json_loadb(document, length, 0, NULL) : NULL;
    json_t *seat = json_array_get(json_object_get(review, "seats"), 0);
    json_t *adjusted = json_object_get(seat, "adjusted");
    const char *date = json_string_value(json_object_get(kept, "date"));
    if (date) {
        if (adjusted)
            json_object_set(kept, "adjusted", adjusted);
        else
            json_object_set_new(kept, "problem", json_true());
        char *text = json_dumps(kept, JSON_COMPACT | JSON_REAL_PRECISION(6));
        document_replace(server, person, date, text);
        free(text);
    }
    json_decref(review);
    json_decref(kept);
}

/* ---- Starting ------------------------------------------------------------------------------------------ */

struct starting {
    struct ask *ask;
    struct room_daily daily;
};

/* The table is there; a server that ended before the game began has left it without one. */
static void resume(struct ask *ask, struct room *room)
{
    if (room->log.daily && room_sits(room, ask->person) && room->log.state == ROOM_SEATING)
        room_start(room, ask, NULL, 0);
    else
        room_info_send(ask, room);
}

static const struct op op_resume = {.name = "daily-start", .run_room = resume, .flags = OP_DAILY};

static void created(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    (void)answer;
    room_start(room, ask, NULL, 0);
}

static void table_make(struct ask *ask, const struct room_daily *daily)
{
    struct room_settings settings;
    int64_t day = 0;
    /* `create` takes names for the seats; a ranking has the name of the person. */
    json_object_del(ask->message, "names");
    daily_day_parse(daily->date, &day);
    const struct daily_deal *deal = daily_deal(day);
    json_t *plan = json_array();
    for (int seat = 1; seat <= deal->seats; seat++)
        json_array_append_new(plan, json_string(seat == deal->mine ? "me" : deal->level));
    daily_settings(deal, &settings);
    room_create_planned(ask, &settings, "", &(struct room_origin){.daily = daily}, plan,
                        &(struct room_answer){.send = created});
    settings_free(&settings);
    json_decref(plan);
}

static void claim_read(struct store_read *read)
{
    struct starting *starting = read->context;
    struct ask *ask = starting->ask;
    json_t *document = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *table = json_string_value(json_object_get(document, "table"));
    if (read->status != STORE_OK || (read->count && !table)) {
        ask_fail(ask, FAIL_STORAGE);
    } else if (table) {
        json_object_set_new(ask->message, "table", json_string(table));
        ask->op = &op_resume;
        room_run(ask);
    } else if (!starting->daily.counts) {
        ask_fail(ask, FAIL_DAILY_NEW);
    } else if (ask_tables_allowed(ask)) {
        table_make(ask, &starting->daily);
    }
    json_decref(document);
    free(starting);
}

void op_daily_start(struct ask *ask)
{
    bool named;
    char mine[STORE_NAME_MAX], day[STORE_NAME_MAX];
    if (!ask_bool(ask, "named", &named))
        return;
    if (!*ask->person->login) {
        ask_fail(ask, FAIL_DAILY_ACCOUNT);
        return;
    }
    int64_t today = daily_day(env_now(&ask->server->env));
    struct starting *starting = mem_zero(sizeof *starting);
    *starting = (struct starting){ask, {.named = named, .counts = ask->person->member < today * DAILY_MS}};
    daily_date(today, starting->daily.date);
    keys_write(ask->person->id, starting->daily.date, mine, day);
    store_read(ask->server->store,
               store_read_create(STORE_READ_DOC, SPACE_DAILY, mine, claim_read, starting));
}

/* Once: somebody who was deleted meanwhile can claim nothing. */
void room_daily_again(struct ask *ask)
{
    if (json_object_get(ask->message, "again")) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    json_object_set_new(ask->message, "again", json_true());
    op_daily_start(ask);
}
