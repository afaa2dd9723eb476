/* ask.c - answering asks, and reading the fields of their messages. */
#include "ask.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "buf.h"
#include "buf_print.h"
#include "client.h"
#include "http.h"
#include "limit.h"
#include "person.h"
#include "server.h"
#include "store.h"
#include "ws.h"

struct fail_row {
    const char *code;
    int status;
    const char *about, *en, *fr;
};

static const struct fail_row fails[FAILS] = {
#define FAIL(name, code, status, about, en, fr) {code, status, about, en, fr},
#include "fail.def"
#undef FAIL
};

static void ask_free(struct ask *ask)
{
    /* Its memory may be another ask's before the hold ends. */
    for (struct ask_hold *hold = ask->server->hold; hold; hold = hold->outer)
        hold->ask = hold->ask == ask ? NULL : hold->ask;
    if (ask->client) {
        *ask->link = ask->next;
        if (ask->next)
            ask->next->link = ask->link;
        ask->client->ask_count--;
        conn_ask_count(ask->client->conn, -(ptrdiff_t)ask->size);
    }
    if (ask->person)
        person_unref(ask->server, ask->person);
    json_decref(ask->message);
    free(ask);
}

static void answer_send(struct ask *ask, struct buf *out, int status)
{
    if (ask->client && ask->id >= 0) {
        ws_send(ask->client->conn, out->at, out->length);
    } else if (ask->client) {
        buf_add(out, "\n", 1);
        http_answer(ask->client->conn,
                    &(struct http_answer){status, "application/json", ask->cookie, out->at, out->length,
                                          ask->shared ? HTTP_SHARED : HTTP_OWN});
    }
    buf_free(out);
    ask_free(ask);
}

void ask_begin(struct ask *ask, struct buf *out)
{
    js_object(out, NULL);
    if (ask->id >= 0)
        js_int(out, "id", ask->id);
    js_bool(out, "ok", true);
}

struct ask *ask_begin_read(const struct store_read *read, struct buf *out)
{
    struct ask *ask = read->context;
    if (read->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return NULL;
    }
    ask_begin(ask, out);
    return ask;
}

void ask_send(struct ask *ask, struct buf *out)
{
    js_end_object(out);
    if (ask->id >= 0 && out->length > LIMIT_QUEUE_BYTES / 2) {
        /* It would exceed the send queue of a WebSocket; the same answer by HTTP is allowed to be larger. */
        buf_free(out);
        ask_fail(ask, FAIL_TOO_LARGE);
        return;
    }
    answer_send(ask, out, 200);
}

void ask_answer(struct ask *ask, const struct http_answer *answer)
{
    lan_assert(ask->id < 0);
    if (ask->client)
        http_answer(ask->client->conn, answer);
    ask_free(ask);
}

void ask_done(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    ask_send(ask, &out);
}

static void refusal_send(struct ask *ask, struct buf *out, enum fail fail)
{
    ask->server->metrics.fails++;
    if (ask->instead) {
        buf_free(out);
        ask->instead(ask);
        return;
    }
    answer_send(ask, out, fails[fail].status);
}

static struct ask_hold *hold_find(const struct ask *ask)
{
    struct ask_hold *hold = ask->server->hold;
    while (hold && hold->ask != ask)
        hold = hold->outer;
    return hold;
}

/* What an error says besides its code: `at` as wire_error_write takes it. */
static void fail_with(struct ask *ask, enum fail fail, const struct lan_words *say, const struct wire_at *at)
{
    struct buf out = {0};
    struct ask_hold *hold = hold_find(ask);
    js_object(&out, NULL);
    if (ask->id >= 0)
        js_int(&out, "id", ask->id);
    js_bool(&out, "ok", false);
    wire_error_write(&out, "error", fails[fail].code, say, at);
    js_end_object(&out);
    if (!hold) {
        refusal_send(ask, &out, fail);
        return;
    }
    lan_assert(!hold->refused);
    hold->refused = true;
    hold->fail = fail;
    hold->answer = out;
}

void ask_fail_say(struct ask *ask, enum fail fail, const char *en, const char *fr, const char *clause,
                  const char *option)
{
    fail_with(ask, fail, &(struct lan_words){{en, fr}},
              &(struct wire_at){.clause = clause, .option = option, .about = fails[fail].about});
}

void ask_fail_about(struct ask *ask, enum fail fail, const char *en, const char *fr, const char *about)
{
    fail_with(ask, fail, &(struct lan_words){{en, fr}}, &(struct wire_at){.about = about});
}

void ask_fail(struct ask *ask, enum fail fail)
{
    ask_fail_say(ask, fail, fails[fail].en, fails[fail].fr, NULL, NULL);
}

/* ---- Holds --------------------------------------------------------------------------------------------- */

void ask_hold_begin(struct ask_hold *hold, struct ask *ask)
{
    *hold = (struct ask_hold){.server = ask->server, .ask = ask, .outer = ask->server->hold};
    ask->server->hold = hold;
}

bool ask_hold_end(struct ask_hold *hold)
{
    hold->server->hold = hold->outer;
    return hold->refused;
}

void ask_hold_send(struct ask_hold *hold)
{
    refusal_send(hold->ask, &hold->answer, hold->fail);
}

struct ask *ask_hold_drop(struct ask_hold *hold)
{
    buf_free(&hold->answer);
    return hold->ask;
}

/* ---- Fields -------------------------------------------------------------------------------------------- */

static bool bad_field(struct ask *ask, const char *key)
{
    ask_fail_about(ask, FAIL_BAD_FIELD, fails[FAIL_BAD_FIELD].en, fails[FAIL_BAD_FIELD].fr, key);
    return false;
}

bool ask_string(struct ask *ask, const char *key, size_t max, const char **value)
{
    json_t *field = json_object_get(ask->message, key);
    /* Rejects strings with a 0 byte inside, which C strings would cut. */
    if (!json_is_string(field) || json_string_length(field) > max ||
        strlen(json_string_value(field)) != json_string_length(field))
        return bad_field(ask, key);
    *value = json_string_value(field);
    return true;
}

bool ask_int(struct ask *ask, const char *key, int64_t min, int64_t max, int64_t *value)
{
    json_t *field = json_object_get(ask->message, key);
    if (!json_is_integer(field) || json_integer_value(field) < min || json_integer_value(field) > max)
        return bad_field(ask, key);
    *value = json_integer_value(field);
    return true;
}

bool ask_bool(struct ask *ask, const char *key, bool *value)
{
    json_t *field = json_object_get(ask->message, key);
    if (!json_is_boolean(field))
        return bad_field(ask, key);
    *value = json_is_true(field);
    return true;
}

bool ask_string_or(struct ask *ask, const char *key, size_t max, const char *other, const char **value)
{
    *value = other;
    return !json_object_get(ask->message, key) || ask_string(ask, key, max, value);
}

bool ask_int_or(struct ask *ask, const char *key, int64_t min, int64_t max, int64_t other, int64_t *value)
{
    *value = other;
    return !json_object_get(ask->message, key) || ask_int(ask, key, min, max, value);
}
