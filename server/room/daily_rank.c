/* daily_rank.c - the operation `daily`: what is played on a day, and how people did. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "daily.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_daily.h"
#include "room_log.h"
#include "room_tick.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "throttle.h"

/* MADE_UP: games of a day whose results are made up for at one question. */
enum { MADE_UP = 16 };

struct asking {
    struct ask *ask;
    int64_t day, today;
    char date[DAILY_DATE + 1];
};

/* One person's game of the day. */
struct row {
    json_t *document;
    bool mine, done, ranked;
    int64_t points; /* the adjusted result in 1000, for those that are ranked */
};

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static void row_fill(struct row *row, const struct store_row *stored, const struct person *person)
{
    json_t *document = json_loads(stored->bytes, 0, NULL), *adjusted = json_object_get(document, "adjusted");
    bool key = strlen(stored->key) == DAILY_DATE + 1 + ID_PERSON;
    *row = (struct row){.document = document,
                        .mine = key && strcmp(stored->key + DAILY_DATE + 1, person->id) == 0,
                        .done = json_object_get(document, "done")};
    row->ranked = row->done && json_is_true(json_object_get(document, "counts")) &&
                  !json_is_true(json_object_get(document, "late")) && !json_object_get(document, "problem");
    row->points = llround(1000 * json_number_value(adjusted));
}

static bool computed(const struct row *row)
{
    return json_object_get(row->document, "adjusted") || json_object_get(row->document, "problem");
}

/* Ranked ones first: the best first, those being computed last; then all others. */
static int by_place(const void *one, const void *other)
{
    const struct row *a = one, *b = other;
    if (a->ranked != b->ranked)
        return a->ranked ? -1 : 1;
    if (computed(a) != computed(b))
        return computed(a) ? -1 : 1;
    return a->points == b->points ? 0 : a->points > b->points ? -1 : 1;
}

static void field_copy(struct buf *out, const struct row *row, const char *key)
{
    json_t *value = json_object_get(row->document, key);
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    if (text)
        js_raw(out, key, text, strlen(text));
    free(text);
}

/* A table's id leads to the name at its seat, so it is shown with the name or not at all. */
static void row_write(struct buf *out, const char *key, const struct row *row, int rank, bool open)
{
    js_object(out, key);
    if (rank)
        js_int(out, "rank", rank);
    js_bool(out, "mine", row->mine);
    field_copy(out, row, "name");
    if (row->mine || (open && json_object_get(row->document, "name")))
        field_copy(out, row, "table");
    js_bool(out, "done", row->done);
    js_bool(out, "ranked", row->ranked);
    js_bool(out, "computed", computed(row));
    field_copy(out, row, "late");
    field_copy(out, row, "won");
    field_copy(out, row, "score");
    field_copy(out, row, "adjusted");
    js_end_object(out);
}

/* The rank of each row is that of the first with as many points; 0 for those without one. */
static int rank_of(const struct row *rows, size_t at)
{
    if (!rows[at].ranked || !computed(&rows[at]))
        return 0;
    while (at && rows[at - 1].points == rows[at].points)
        at--;
    return (int)at + 1;
}

static void rows_write(struct buf *out, const struct row *rows, size_t count, bool shown, bool open)
{
    size_t listed = 0;
    int done = 0;
    js_array(out, "rows");
    for (size_t i = 0; i < count; i++) {
        done += rows[i].done;
        if (shown && rows[i].done && listed++ < LIMIT_DAILY_ROWS)
            row_write(out, NULL, &rows[i], rank_of(rows, i), open);
    }
    js_end_array(out);
    js_int(out, "done", done);
    js_int(out, "playing", (int64_t)count - done);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].mine)
            row_write(out, "mine", &rows[i], rank_of(rows, i), open);
    }
}

/* ---- Games whose result is not all there --------------------------------------------------------------- */

/*
 * A table that is not in the list of those not over has ended: its room is loaded, and settles. That is so
 * after the end of a game, until its review has come, and when a server has ended in between.
 */
static void make_up(struct server *server, const struct row *rows, size_t count)
{
    int tried = 0;
    for (size_t i = 0; i < count && tried < MADE_UP && !server->stopping; i++) {
        const char *table = json_string_value(json_object_get(rows[i].document, "table"));
        if (!table || strlen(table) != ID_TABLE || computed(&rows[i]) || map_get(&server->summaries, table))
            continue;
        struct room *room = map_get(&server->rooms, table);
        tried++;
        if (!room)
            room_find(server, table);
        else if (room->phase == PHASE_IDLE)
            room_tick(room);
    }
}

/* ---- The answer ---------------------------------------------------------------------------------------- */

static void deal_write(struct buf *out, const struct asking *asking)
{
    const struct daily_deal *deal = daily_deal(asking->day);
    struct server *server = asking->ask->server;
    struct room_settings settings;
    uint8_t bytes[FAIR_BYTES];
    struct lan_dice dice;
    daily_settings(deal, &settings);
    js_string(out, "date", asking->date);
    js_string(out, "game", deal->game);
    js_int(out, "version", settings.game->version);
    js_int(out, "seats", deal->seats);
    js_int(out, "seat", deal->mine);
    if (*deal->level)
        js_string(out, "level", deal->level);
    js_int(out, "now", env_now(&server->env));
    js_int(out, "ends", (asking->day + 1) * DAILY_MS);
    daily_commitment(server->seal_key, asking->date, bytes);
    js_hex(out, "commitment", bytes, FAIR_BYTES);
    if (asking->day < asking->today) {
        daily_secret(server->seal_key, asking->date, bytes);
        js_hex(out, "secret", bytes, FAIR_BYTES);
        if (daily_dice(server->seal_key, asking->date, &settings, &dice))
            js_hex(out, "dice", dice.key, sizeof dice.key);
    }
    settings_free(&settings);
}

static void next_write(struct buf *out, const struct asking *asking)
{
    uint8_t commitment[FAIR_BYTES];
    char date[DAILY_DATE + 1];
    daily_date(asking->today + 1, date);
    daily_commitment(asking->ask->server->seal_key, date, commitment);
    js_object(out, "next");
    js_string(out, "date", date);
    js_string(out, "game", daily_deal(asking->today + 1)->game);
    js_hex(out, "commitment", commitment, FAIR_BYTES);
    js_end_object(out);
}

static void answer(const struct asking *asking, const struct row *rows, size_t count)
{
    struct ask *ask = asking->ask;
    struct buf out = {0};
    char date[DAILY_DATE + 1];
    bool open = asking->day < asking->today, finished = false;
    for (size_t i = 0; i < count; i++)
        finished |= rows[i].mine && rows[i].done;
    ask_begin(ask, &out);
    js_object(&out, "daily");
    deal_write(&out, asking);
    daily_date(asking->today, date);
    js_string(&out, "today", date);
    daily_date(asking->today - LIMIT_DAILY_DAYS + 1, date);
    js_string(&out, "oldest", date);
    next_write(&out, asking);
    js_bool(&out, "account", *ask->person->login);
    js_bool(&out, "counts", *ask->person->login && ask->person->member < asking->today * DAILY_MS);
    /*
     * How others did tells something of the deal: only those who have played see it before the day is over.
     */
    rows_write(&out, rows, count, open || finished, open);
    js_end_object(&out);
    ask_send(ask, &out);
}

static void day_read(struct store_read *read)
{
    struct asking *asking = read->context;
    struct server *server = asking->ask->server;
    if (read->status != STORE_OK) {
        ask_fail(asking->ask, FAIL_STORAGE);
        free(asking);
        return;
    }
    struct row *rows = mem_zero((read->count + 1) * sizeof *rows);
    for (size_t i = 0; i < read->count; i++)
        row_fill(&rows[i], &read->rows[i], asking->ask->person);
    qsort(rows, read->count, sizeof *rows, by_place);
    answer(asking, rows, read->count);
    make_up(server, rows, read->count);
    for (size_t i = 0; i < read->count; i++)
        json_decref(rows[i].document);
    free(rows);
    free(asking);
}

void op_daily(struct ask *ask)
{
    const char *date;
    char prefix[DAILY_DATE + 2], now[DAILY_DATE + 1];
    int64_t today = daily_day(env_now(&ask->server->env)), day;
    daily_date(today, now);
    if (!ask_string_or(ask, "date", DAILY_DATE, now, &date))
        return;
    if (!daily_day_parse(date, &day) || day > today || day <= today - LIMIT_DAILY_DAYS) {
        ask_fail(ask, FAIL_NO_DAY);
        return;
    }
    if (!throttle_take(ask->server, "daily", ask->person->id, LIMIT_DAILY_PER_MINUTE, 60)) {
        ask_fail(ask, FAIL_DAILY_TOO_FAST);
        return;
    }
    /* Guests are made for nothing, so a limit of each person bounds no work. */
    if (!throttle_take(ask->server, "daily-address", ask->client ? address_name(ask->client) : "",
                       LIMIT_DAILY_PER_ADDRESS, 60)) {
        ask_fail(ask, FAIL_DAILY_ADDRESS);
        return;
    }
    struct asking *asking = mem_zero(sizeof *asking);
    *asking = (struct asking){.ask = ask, .day = day, .today = today};
    daily_date(day, asking->date);
    snprintf(prefix, sizeof prefix, "%s/", asking->date);
    struct store_read *read = store_read_create(STORE_READ_DOCS, SPACE_DAY, prefix, day_read, asking);
    read->limit = LIMIT_DAILY_ENTRIES;
    store_read(ask->server->store, read);
}
