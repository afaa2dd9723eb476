#include "room_order.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "address.h"
#include "ask.h"
#include "audit.h"
#include "block.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_chat.h"
#include "room_commit.h"
#include "room_info.h"
#include "room_log.h"
#include "room_queue.h"
#include "room_seat.h"
#include "sanction.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "table.h"
#include "throttle.h"
#include "valid.h"
#include "words.h"

/* ---- Words --------------------------------------------------------------------------------------------- */

bool room_words_clean(const struct room *room, const char *text, char *out, size_t size)
{
    return words_clean(room->log.words, room->server->words, text, out, size);
}

bool ask_name_wanted(struct ask *ask, const struct room *room, const char *name)
{
    char cleaned[NAME_SIZE];
    if (!room_words_clean(room, name, cleaned, sizeof cleaned))
        return true;
    ask_fail(ask, FAIL_NAME_WORDS);
    return false;
}

void op_words(struct ask *ask, struct room *room)
{
    json_t *words = json_object_get(ask->message, "words"), *word;
    size_t at;
    struct buf entry = {0};
    if (!ask_host(ask, room))
        return;
    if (room->log.state == ROOM_CLOSED) {
        ask_fail(ask, FAIL_TABLE_CLOSED);
        return;
    }
    if (!words_valid(words, LIMIT_WORDS)) {
        ask_fail_about(ask, FAIL_BAD_FIELD, "At most 50 words, each with a letter and not longer than 32.",
                       "Au plus 50 mots, chacun avec une lettre et pas plus long que 32.", "words");
        return;
    }
    if (json_equal(words, room->log.words) || (!json_array_size(words) && !room->log.words)) {
        room_info_send(ask, room);
        return;
    }
    entry_begin(&entry, "words", room_now(room));
    js_array(&entry, "words");
    json_array_foreach(words, at, word) js_string(&entry, NULL, json_string_value(word));
    js_end_array(&entry);
    js_end_object(&entry);
    room_commit(room, ask, &entry, &room_answer_info);
}

/* ---- Taking a seat ------------------------------------------------------------------------------------- */

static void host_read(struct store_read *read)
{
    struct ask *ask = read->context;
    json_t *host = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL, *own = json_object(),
           *was = json_array();
    if (read->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
    } else {
        for (int i = 0; i < ask->person->was_count; i++)
            json_array_append_new(was, json_string(ask->person->was[i]));
        json_object_set(own, "was", was);
        snprintf(ask->host_read, sizeof ask->host_read, "%.*s", ID_PERSON, read->key);
        ask->host_blocks = document_blocks(host, ask->person->id, own, INT64_MAX);
        room_run(ask);
    }
    json_decref(was);
    json_decref(own);
    json_decref(host);
}

/* A host in memory has its blocks there. They are those of the store, or about to be. */
static void host_known(struct ask *ask, const struct room *room)
{
    const struct person *host = map_get(&room->server->persons, room->log.host);
    if (!person_surely(room->server, room->log.host))
        return;
    memcpy(ask->host_read, room->log.host, sizeof ask->host_read);
    ask->host_blocks = false;
    for (int i = 0; i < host->block_count; i++)
        ask->host_blocks |= person_is(ask->person, host->blocks[i].id);
}

bool room_may_join(struct ask *ask, struct room *room)
{
    if (room_host(room, ask->person))
        return true;
    if (!ask_may_join(ask))
        return false;
    if (strcmp(ask->host_read, room->log.host) != 0)
        host_known(ask, room);
    if (strcmp(ask->host_read, room->log.host) != 0) {
        store_read(room->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, room->log.host, host_read, ask));
        return false;
    }
    if (ask->host_blocks)
        ask_fail(ask, FAIL_NO_SEAT_HERE);
    return !ask->host_blocks;
}

/* ---- Somebody at the table ----------------------------------------------------------------------------- */

/* Whom an ask is about: the holder of the seat `whom`, or the author of the line `line` of `room`. */
struct whom {
    char id[ID_PERSON + 1], name[NAME_SIZE];
};

static bool whom_seat(struct ask *ask, const struct room *room, struct whom *whom)
{
    int64_t number;
    if (!ask_int(ask, "whom", 1, LAN_SEATS_MAX, &number))
        return false;
    const struct room_seat *seat = number <= room->log.settings.seats ? &room->log.seat[number - 1] : NULL;
    if (!seat || seat->kind != TABLE_PERSON) {
        ask_fail(ask, seat ? FAIL_NO_PERSON : FAIL_NO_SEAT);
        return false;
    }
    snprintf(whom->id, sizeof whom->id, "%s", seat->person);
    snprintf(whom->name, sizeof whom->name, "%s", seat->name);
    return true;
}

static bool whom_line(struct ask *ask, const struct room *room, int viewer, struct whom *whom)
{
    int64_t number;
    const char *word;
    if (!ask_string(ask, "room", 16, &word) || !ask_int(ask, "line", 1, LIMIT_CHAT_LINES, &number))
        return false;
    const struct chat_author *author = room_chat_author(ask, room, viewer, word, number);
    if (!author || !*author->person) {
        ask_fail(ask, FAIL_NO_PERSON);
        return false;
    }
    snprintf(whom->id, sizeof whom->id, "%s", author->person);
    snprintf(whom->name, sizeof whom->name, "%s", author->name);
    return true;
}

/* False when the chat must be read first, or with the ask refused: nobody is there, or the asker is it. */
static bool ask_whom(struct ask *ask, struct room *room, int *viewer, struct whom *whom)
{
    if (!room_chat_ready(ask, room) || !ask_viewer(ask, room, viewer))
        return false;
    if (!(json_object_get(ask->message, "line") ? whom_line(ask, room, *viewer, whom)
                                                : whom_seat(ask, room, whom)))
        return false;
    if (!person_is(ask->person, whom->id))
        return true;
    ask_fail(ask, FAIL_NO_PERSON);
    return false;
}

void op_block(struct ask *ask, struct room *room)
{
    int viewer;
    struct whom whom;
    if (ask_whom(ask, room, &viewer, &whom))
        block_make(ask, whom.id, whom.name);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

enum { HOUR = 3600, DAY = 24 * HOUR, REPORT_LETTERS = 10 };

/* The limits of the person, of the address and of all; nothing is counted when one of them is reached. */
static bool report_allowed(struct ask *ask)
{
    struct server *server = ask->server;
    const char *address = ask->client ? address_name(ask->client) : "";
    if (!throttle_may(server, "reports", ask->person->id, LIMIT_REPORTS_PER_PERSON))
        ask_fail(ask, FAIL_REPORTS_TOO_FAST);
    else if (!throttle_may(server, "reports-address", address, LIMIT_REPORTS_PER_ADDRESS))
        ask_fail(ask, FAIL_REPORTS_ADDRESS);
    else if (!throttle_take(server, "reports-day", "", LIMIT_REPORTS_PER_DAY, DAY))
        ask_fail(ask, FAIL_REPORTS_DAY);
    else
        return throttle_take(server, "reports", ask->person->id, LIMIT_REPORTS_PER_PERSON, HOUR) &&
               throttle_take(server, "reports-address", address, LIMIT_REPORTS_PER_ADDRESS, HOUR);
    return false;
}

/* A second report about the same person at the same table is answered as the first: it is there already. */
static void report_stored(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_FAILED)
        ask_fail(ask, FAIL_STORAGE);
    else
        ask_done(ask);
}

static void report_store(struct ask *ask, const struct room *room, const struct whom *whom,
                         struct buf *report)
{
    char key[STORE_NAME_MAX];
    struct store_batch *batch = store_batch_create(report_stored, ask);
    snprintf(key, sizeof key, "%s/%s/%s", ask->person->id, room->log.id, whom->id);
    /* Of somebody who is deleted meanwhile nothing may be left. */
    store_batch_require(batch, SPACE_PERSON, ask->person->id);
    store_batch_require(batch, SPACE_PERSON, whom->id);
    store_batch_put(batch, STORE_PUT_NEW, SPACE_REPORT, key, report->at, report->length);
    store_submit(room->server->store, batch);
    buf_free(report);
}

void op_report(struct ask *ask, struct room *room)
{
    int viewer;
    struct whom whom;
    const char *reason, *text;
    char id[REPORT_LETTERS + 1];
    struct buf out = {0};
    if (!ask_whom(ask, room, &viewer, &whom) || !ask_string(ask, "reason", 16, &reason) ||
        !ask_string_or(ask, "text", LIMIT_REPORT_BYTES, "", &text))
        return;
    if (report_reason_find(reason) < 0 || !text_clean(text)) {
        ask_fail_about(ask, FAIL_BAD_FIELD, "Choose one of the reasons; the text has no control characters.",
                       "Choisis une des raisons ; le texte n'a pas de caractères de contrôle.", "reason");
        return;
    }
    if (!report_allowed(ask))
        return;
    env_id(&room->server->env, id, REPORT_LETTERS);
    js_object(&out, NULL);
    js_string(&out, "id", id);
    js_int(&out, "at", env_now(&room->server->env));
    js_string(&out, "table", room->log.id);
    js_string(&out, "game", room->log.settings.game->name);
    js_string(&out, "reporter_name", ask->person->name);
    js_string(&out, "name", whom.name);
    js_string(&out, "reason", reason);
    js_string(&out, "text", text_seen(text) ? text : "");
    room_chat_quote(&out, ask, room, viewer, whom.id);
    js_end_object(&out);
    report_store(ask, room, &whom, &out);
}

/* ---- The log of moderation ----------------------------------------------------------------------------- */

static const char *name_of(const struct room *room, const char *person, const char *other)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_log_holds(&room->log, seat, person))
            return room->log.seat[seat].name;
    }
    return other;
}

void room_audit(struct store_batch *batch, const struct room *room, const struct ask *ask,
                const struct buf *entry)
{
    static const char *const kinds[] = {"mute", "remove", "words"};
    static const char *const ended[] = {"unmute", "let-in", "words"};
    size_t at = 0;
    if (!ask || !ask->person)
        return;
    while (at < 3 && strcmp(ask->op->name, kinds[at]) != 0)
        at++;
    if (at == 3)
        return;
    json_t *json = json_loadb(entry->at, entry->length, 0, NULL);
    const char *kind = json_string_value(json_object_get(json, "t"));
    const char *whom = json_string_value(json_object_get(json, "person"));
    const char *name = json_string_value(json_object_get(json, "name"));
    char note[24];
    snprintf(note, sizeof note, "%zu words", json_array_size(json_object_get(json, "words")));
    /* Before it the asker may have got a guest's place at the table (room_heir.h), which is no moderation. */
    if (kind && strcmp(kind, kinds[at]) == 0)
        audit_put(batch, &room->server->env, room_now(room),
                  &(struct audit){.what = json_is_false(json_object_get(json, "on")) ? ended[at] : kinds[at],
                                  .by = ask->person->id,
                                  .by_name = ask->person->name,
                                  .whom = whom,
                                  .whom_name = whom ? name_of(room, whom, name) : NULL,
                                  .table = room->log.id,
                                  .note = at == 2 ? note : NULL});
    json_decref(json);
}
