#include "session.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "buf.h"
#include "client.h"
#include "conn.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"

enum { COOKIE_SECONDS = COOKIE_DAYS * 24 * 3600, TOKEN_TEXT = 43 };

/* An identification waiting for the store; `client` becomes NULL when the client closes meanwhile. */
struct ident {
    struct server *server;
    struct client *client;
    void (*then)(struct client *client, const char *cookie, enum ident_end end);
    struct person *person;
    char token[HASH_HEX + 1];
    char cookie[256];
    bool guests;
    bool again; /* sessions have ended since the token was read: it is read again */
    struct ident *next;
};

/* ---- Tokens -------------------------------------------------------------------------------------------- */

static void token_hash(const char *token, char hash[HASH_HEX + 1])
{
    uint8_t bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const unsigned char *)token, strlen(token));
    hex_write(bytes, sizeof bytes, hash);
}

void token_make(struct server *server, const struct person *person, const struct client *client,
                struct store_batch *batch, char hash[HASH_HEX + 1], char *cookie, size_t size)
{
    uint8_t bytes[TOKEN_BYTES];
    char token[TOKEN_TEXT + 1], key[STORE_NAME_MAX];
    struct buf out = {0};
    env_random(&server->env, bytes, sizeof bytes);
    sodium_bin2base64(token, sizeof token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    token_hash(token, hash);
    js_object(&out, NULL);
    js_string(&out, "person", person->id);
    js_string(&out, "agent", client->agent ? client->agent : "");
    js_int(&out, "at", env_now(&server->env));
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_TOKEN, hash, out.at, out.length);
    snprintf(key, sizeof key, "%s/%s", person->id, hash);
    store_batch_put(batch, STORE_PUT, SPACE_SESSION, key, out.at, out.length);
    buf_free(&out);
    snprintf(cookie, size, "Set-Cookie: lanterne=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n", token,
             COOKIE_SECONDS, client->secure ? "; Secure" : "");
    sodium_memzero(token, sizeof token);
}

/* ---- Identification ------------------------------------------------------------------------------------ */

static void ident_begin(struct ident *ident);

/*
 * A connection carries requests of one person after another where a proxy shares it between people: whoever
 * was identified by an earlier request is forgotten also when this one has no valid token.
 */
static void client_person_set(struct client *client, struct person *person, const char *token)
{
    struct person *before = client->person;
    client->person = person ? person_ref(person) : NULL;
    conn_owner_set(client->conn, OWNER_PERSON, person ? &person->share : NULL);
    snprintf(client->token, sizeof client->token, "%s", person ? token : "");
    if (before)
        person_unref(client->server, before);
}

static void ident_end(struct ident *ident, enum ident_end end)
{
    struct ident **link = &ident->server->idents;
    if (ident->again && ident->client && end == IDENT_DONE && !*ident->cookie) {
        if (ident->person)
            person_unref(ident->server, ident->person);
        ident->person = NULL;
        ident->again = false;
        ident_begin(ident);
        return;
    }
    while (*link != ident)
        link = &(*link)->next;
    *link = ident->next;
    struct client *client = ident->client;
    if (client && end == IDENT_DONE)
        client_person_set(client, ident->person, ident->token);
    if (client)
        ident->then(client, ident->cookie, end);
    if (ident->person)
        person_unref(ident->server, ident->person);
    free(ident);
}

static void guest_made(struct store_batch *batch)
{
    ident_end(batch->context, batch->status == STORE_OK ? IDENT_DONE : IDENT_STORE);
}

static void guest_make(struct ident *ident)
{
    struct server *server = ident->server;
    char id[ID_PERSON + 1];
    /* Asked before anything is stored. */
    if (!throttle_take(server, "guest", address_name(ident->client), server->config.guests_per_address,
                       LIMIT_GUESTS_SECONDS)) {
        ident_end(ident, IDENT_GUESTS);
        return;
    }
    struct store_batch *batch = store_batch_create(guest_made, ident);
    env_id(&server->env, id, ID_PERSON);
    ident->person = person_new(server, id);
    snprintf(ident->person->name, NAME_SIZE, "Guest %.4s", id);
    ident->person->created = env_now(&server->env);
    person_put(batch, ident->person);
    token_make(server, ident->person, ident->client, batch, ident->token, ident->cookie,
               sizeof ident->cookie);
    server->metrics.guests++;
    store_submit(server->store, batch);
}

static void person_found(struct store_read *read)
{
    struct ident *ident = read->context;
    /* Another connection may have loaded the person meanwhile. */
    struct person *person = map_get(&ident->server->persons, read->key);
    if (person)
        ident->person = person_ref(person);
    else if (read->status == STORE_OK && read->count == 1)
        ident->person = person_load(ident->server, read->key, read->rows[0].bytes);
    ident_end(ident, read->status == STORE_OK ? IDENT_DONE : IDENT_STORE);
}

static void token_found(struct store_read *read)
{
    struct ident *ident = read->context;
    json_t *document =
        read->status == STORE_OK && read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *id = json_string_value(json_object_get(document, "person"));
    if (!id || strlen(id) != ID_PERSON || !ident->client) {
        /* A browser cannot delete the cookie of an ended session, so it becomes a new guest. */
        if (read->status == STORE_OK && ident->guests && ident->client)
            guest_make(ident);
        else
            ident_end(ident, read->status == STORE_OK ? IDENT_DONE : IDENT_STORE);
    } else {
        struct person *person = map_get(&ident->server->persons, id);
        if (person) {
            ident->person = person_ref(person);
            ident_end(ident, IDENT_DONE);
        } else {
            store_read(ident->server->store,
                       store_read_create(STORE_READ_DOC, SPACE_PERSON, id, person_found, ident));
        }
    }
    json_decref(document);
}

static void ident_begin(struct ident *ident)
{
    store_read(ident->server->store,
               store_read_create(STORE_READ_DOC, SPACE_TOKEN, ident->token, token_found, ident));
}

void client_identify(struct client *client, const char *token, bool guests,
                     void (*then)(struct client *client, const char *cookie, enum ident_end end))
{
    struct ident *ident = mem_zero(sizeof *ident);
    *ident = (struct ident){.server = client->server,
                            .client = client,
                            .then = then,
                            .guests = guests,
                            .next = client->server->idents};
    client->server->idents = ident;
    if (*token) {
        token_hash(token, ident->token);
        if (client->person && strcmp(client->token, ident->token) == 0) {
            ident->person = person_ref(client->person);
            ident_end(ident, IDENT_DONE);
            return;
        }
        ident_begin(ident);
    } else if (guests) {
        guest_make(ident);
    } else {
        ident_end(ident, IDENT_DONE);
    }
}

void client_identify_cancel(struct client *client)
{
    for (struct ident *ident = client->server->idents; ident; ident = ident->next) {
        if (ident->client == client)
            ident->client = NULL;
    }
}

/* Ends a client's session: a WebSocket is closed, and the next request by HTTP is identified again. */
static void client_drop(struct client *client)
{
    if (client->socket)
        conn_close(client->conn);
    else
        client->token[0] = 0;
}

void session_delete(struct store_batch *batch, const char *person, const char *hash)
{
    char key[STORE_NAME_MAX];
    snprintf(key, sizeof key, "%s/%s", person, hash);
    store_batch_delete(batch, SPACE_SESSION, key);
    store_batch_delete(batch, SPACE_PUSH, key);
    store_batch_delete(batch, SPACE_TOKEN, hash);
    store_batch_notify(batch, person, 0);
}

void sessions_drop(struct server *server, const char *person, const char *hash)
{
    for (struct ident *ident = server->idents; ident; ident = ident->next)
        ident->again = *ident->token;
    for (struct client *client = client_first(server); client; client = client_after(client)) {
        if (!client->person || strcmp(client->person->id, person) != 0 ||
            (hash && strcmp(client->token, hash) != 0))
            continue;
        client_drop(client);
    }
}

/* ---- Other nodes --------------------------------------------------------------------------------------- */

struct session_check {
    struct server *server;
    char person[ID_PERSON + 1];
};

static void session_read(struct store_read *read)
{
    struct session_check *check = read->context;
    if (read->status == STORE_OK && !read->count)
        sessions_drop(check->server, check->person, read->key);
    free(check);
}

void sessions_gone(struct server *server, const struct store_read *read)
{
    struct map gone = {0};
    for (size_t i = 0; i < read->count; i++) {
        if (!map_get(&gone, read->rows[i].key))
            map_put(&gone, read->rows[i].key, &read->rows[i]);
    }
    for (struct ident *ident = server->idents; ident && gone.count; ident = ident->next)
        ident->again |= *ident->token && map_get(&gone, ident->token);
    for (struct client *client = client_first(server); client && gone.count; client = client_after(client)) {
        if (*client->token && map_get(&gone, client->token))
            client_drop(client);
    }
    map_free(&gone);
}

void person_renew(struct server *server, const char *id, const char *document)
{
    struct person *person = map_get(&server->persons, id);
    json_t *json = person ? json_loads(document, 0, NULL) : NULL;
    if (json)
        person_update(person, json);
    json_decref(json);
}

void person_changed(struct server *server, const char *id, const char *document)
{
    if (document)
        person_renew(server, id, document);
    for (struct client *client = client_first(server); client; client = client_after(client)) {
        if (!client->person || strcmp(client->person->id, id) != 0)
            continue;
        struct session_check *check = mem_zero(sizeof *check);
        check->server = server;
        memcpy(check->person, client->person->id, sizeof check->person);
        store_read(server->store,
                   store_read_create(STORE_READ_DOC, SPACE_TOKEN, client->token, session_read, check));
    }
}
