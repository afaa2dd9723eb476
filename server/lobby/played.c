#include "played.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"
#include "map.h"
#include "person.h"
#include "match.h"
#include "rated.h"
#include "room_log.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "table.h"

static const char *const end_words[] = {
    [TABLE_FINISHED] = "finished", [TABLE_RESIGNED] = "resigned", [TABLE_ABANDONED] = "agreed"};

/* What the game says of a seat: every group with the name of its type and the id of its value. */
static void groups_write(struct buf *out, const struct table *table, int seat)
{
    union lan_state_buf copy;
    struct lan_group group[LAN_GROUPS_MAX];
    const struct lan_rules *rules = table_rules(table);
    const struct lan_game *game = rules->game;
    bool told = game->groups && table_end(table) == TABLE_FINISHED;
    int count = told ? game->groups(rules, table_state_at(table, table_count(table), &copy), seat, group) : 0;
    js_array(out, "by");
    for (int i = 0; i < count; i++) {
        const struct lan_type *type = &game->types[group[i].type];
        char number[16];
        snprintf(number, sizeof number, "%d", group[i].value + type->first);
        js_object(out, NULL);
        js_string(out, "by", group[i].by);
        js_string(out, "type", type->name);
        js_string(out, "value", type->words ? type->words[group[i].value].id : number);
        js_end_object(out);
    }
    js_end_array(out);
}

static void own_seats_write(struct buf *out, const struct room_log *log, const char *person,
                            const struct lan_result *result)
{
    const struct table *table = log->match->table;
    struct rating_evidence evidence;
    js_array(out, "mine");
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (!room_log_holds(log, seat, person))
            continue;
        js_object(out, NULL);
        js_int(out, "seat", seat + 1);
        js_bool(out, "won", result->winners >> seat & 1);
        js_int(out, "score", result->score[seat]);
        js_bool(out, "standin", log->seat[seat].standin);
        groups_write(out, table, seat);
        if (rated_evidence(log, seat, &evidence))
            rated_evidence_write(out, &evidence);
        js_end_object(out);
    }
    js_end_array(out);
}

/* The others, by the names that they had there; ids of other people are nobody else's to keep. */
static void others_write(struct buf *out, const struct room_log *log, const char *person,
                         const struct lan_result *result)
{
    js_array(out, "with");
    for (int seat = 0; seat < log->settings.seats; seat++) {
        const struct room_seat *one = &log->seat[seat];
        if (room_log_holds(log, seat, person))
            continue;
        js_object(out, NULL);
        js_int(out, "seat", seat + 1);
        js_bool(out, "won", result->winners >> seat & 1);
        if (one->kind == TABLE_PERSON)
            js_string(out, "name", one->name);
        else
            js_string(out, "bot", one->level);
        js_end_object(out);
    }
    js_end_array(out);
}

static void person_played_put(struct store_batch *batch, const struct room_log *log, const char *person,
                              int64_t at)
{
    struct buf out = {0};
    char key[STORE_NAME_MAX];
    struct lan_result result;
    enum table_end end = table_end(log->match->table);
    if (!table_result(log->match->table, &result))
        return;
    js_object(&out, NULL);
    js_string(&out, "table", log->id);
    js_string(&out, "game", log->settings.game->name);
    js_int(&out, "at", at);
    js_int(&out, "seats", log->settings.seats);
    js_string(&out, "end", end_words[end]);
    own_seats_write(&out, log, person, &result);
    others_write(&out, log, person, &result);
    js_end_object(&out);
    snprintf(key, sizeof key, "%s/%s", person, log->id);
    store_batch_put(batch, STORE_PUT, SPACE_PLAYED, key, out.at, out.length);
    buf_free(&out);
}

/* Whether the game counts, and the seat is the first of a person there. */
static bool person_at(const struct room_log *log, int seat)
{
    if (log->brought || log->daily || *log->parent || log->seat[seat].kind != TABLE_PERSON)
        return false;
    for (int before = 0; before < seat; before++) {
        if (room_log_holds(log, before, log->seat[seat].person))
            return false;
    }
    return true;
}

void played_put(struct store_batch *batch, const struct room_log *log, int64_t at)
{
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (person_at(log, seat))
            person_played_put(batch, log, log->seat[seat].person, at);
    }
}

/* ---- Persons who are gone ------------------------------------------------------------------------------ */

struct absent {
    struct server *server;
    char table[ID_TABLE + 1];
    json_t *persons; /* keys: those to be looked for; the ones found are taken out */
};

static void absent_read(struct store_read *read)
{
    struct absent *absent = read->context;
    const char *person;
    json_t *value;
    for (size_t i = 0; i < read->count; i++)
        json_object_del(absent->persons, read->rows[i].key);
    if (read->status == STORE_OK && json_object_size(absent->persons)) {
        struct store_batch *batch = store_batch_create(NULL, NULL);
        json_object_foreach(absent->persons, person, value)
        {
            char key[STORE_NAME_MAX];
            snprintf(key, sizeof key, "%s/%s", person, absent->table);
            store_batch_delete(batch, SPACE_PLAYED, key);
        }
        store_submit(absent->server->store, batch);
    }
    json_decref(absent->persons);
    free(absent);
}

void played_check(struct server *server, const struct room_log *log)
{
    struct buf names = {0};
    struct absent *absent = mem_zero(sizeof *absent);
    *absent = (struct absent){.server = server, .persons = json_object()};
    memcpy(absent->table, log->id, sizeof absent->table);
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (!person_at(log, seat) || person_surely(server, log->seat[seat].person))
            continue;
        buf_printf(&names, "%s\n", log->seat[seat].person);
        json_object_set_new(absent->persons, log->seat[seat].person, json_true());
    }
    if (names.length) {
        struct store_read *read = store_read_create(STORE_READ_KEYS, SPACE_PERSON, "", absent_read, absent);
        read->names = mem_string(buf_cstr(&names));
        store_read(server->store, read);
    } else {
        json_decref(absent->persons);
        free(absent);
    }
    buf_free(&names);
}

/* ---- Figures of reviews -------------------------------------------------------------------------------- */

void luck_put(struct server *server, const char *person, const char *table, const char *document,
              size_t length)
{
    json_t *review = json_loadb(document, length, 0, NULL);
    json_t *seat = json_array_get(json_object_get(review, "seats"), 0);
    json_t *parts = json_object_get(seat, "parts");
    if (*person && json_is_object(parts)) {
        char key[STORE_NAME_MAX];
        json_t *kept = json_object();
        json_object_set_new(kept, "table", json_string(table));
        json_object_set(kept, "start", json_object_get(seat, "start"));
        json_object_set(kept, "result", json_object_get(seat, "result"));
        json_object_set(kept, "adjusted", json_object_get(seat, "adjusted"));
        json_object_set(kept, "luck", json_object_get(parts, "luck"));
        json_object_set(kept, "own", json_object_get(parts, "own"));
        char *text = json_dumps(kept, JSON_COMPACT | JSON_REAL_PRECISION(6));
        snprintf(key, sizeof key, "%s/%s", person, table);
        struct store_batch *batch = store_batch_create(NULL, NULL);
        store_batch_require(batch, SPACE_PERSON, person);
        store_batch_put(batch, STORE_PUT, SPACE_LUCK, key, text, strlen(text));
        store_submit(server->store, batch);
        free(text);
        json_decref(kept);
    }
    json_decref(review);
}
