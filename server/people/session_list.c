/* session_list.c - where somebody is signed in, and signing out. */
#include "session_list.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "account_inside.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "person.h"
#include "server.h"
#include "session.h"
#include "store.h"

/*
 * The session `ended` was deleted. Answers before closing its connections, since the asking one may be among
 * them.
 */
static void session_over(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    struct server *server = ask->server;
    char person[ID_PERSON + 1], hash[HASH_HEX + 1];
    if (batch->status != STORE_OK) {
        ask->cookie[0] = 0;
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    snprintf(person, sizeof person, "%s", ask->person->id);
    snprintf(hash, sizeof hash, "%s", json_string_value(json_object_get(ask->message, "ended")));
    ask_done(ask);
    sessions_drop(server, person, hash);
}

static void session_finish(struct ask *ask, const char *hash)
{
    struct store_batch *batch = store_batch_create(session_over, ask);
    json_object_set_new(ask->message, "ended", json_string(hash));
    session_delete(batch, ask->person->id, hash);
    store_submit(ask->server->store, batch);
}

void op_logout(struct ask *ask)
{
    snprintf(ask->cookie, sizeof ask->cookie,
             "Set-Cookie: lanterne=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax\r\n");
    session_finish(ask, ask->client ? ask->client->token : "");
}

static void sessions_listed(struct store_read *read)
{
    struct buf out = {0};
    struct ask *ask = ask_begin_read(read, &out);
    if (!ask)
        return;
    js_array(&out, "sessions");
    for (size_t i = 0; i < read->count; i++) {
        const char *hash = read->rows[i].key + ID_PERSON + 1;
        json_t *row = json_loads(read->rows[i].bytes, 0, NULL);
        const char *agent = json_string_value(json_object_get(row, "agent"));
        char shown[SESSION_SHOWN + 1];
        snprintf(shown, sizeof shown, "%s", hash);
        js_object(&out, NULL);
        js_string(&out, "session", shown);
        js_string(&out, "agent", agent ? agent : "");
        js_int(&out, "seen", json_integer_value(json_object_get(row, "at")));
        js_bool(&out, "this", ask->client && strcmp(ask->client->token, hash) == 0);
        js_end_object(&out);
        json_decref(row);
    }
    js_end_array(&out);
    ask_send(ask, &out);
}

void op_sessions(struct ask *ask)
{
    sessions_read(ask, sessions_listed);
}

static void session_ended(struct store_read *read)
{
    struct ask *ask = read->context;
    const char *wanted = json_string_value(json_object_get(ask->message, "session"));
    for (size_t i = 0; i < read->count; i++) {
        const char *hash = read->rows[i].key + ID_PERSON + 1;
        if (strncmp(hash, wanted, SESSION_SHOWN) == 0) {
            session_finish(ask, hash);
            return;
        }
    }
    ask_fail(ask, read->status == STORE_OK ? FAIL_NO_SUCH_SESSION : FAIL_STORAGE);
}

void op_session_end(struct ask *ask)
{
    const char *session;
    if (!ask_string(ask, "session", SESSION_SHOWN, &session))
        return;
    if (strlen(session) == SESSION_SHOWN)
        sessions_read(ask, session_ended);
    else
        ask_fail(ask, FAIL_NO_SUCH_SESSION);
}
