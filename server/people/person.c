/*
 * Who somebody is. A token of 32 random bytes is the only proof; the store keeps its SHA-256, so that who reads
 * the disk cannot use it. Guests and accounts are the same person document; an account adds a login.
 */
#include "person.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "client.h"
#include "conn.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum { COOKIE_SECONDS = COOKIE_DAYS * 24 * 3600, TOKEN_TEXT = 43 };

/* An identification on its way through the store. The client may go meanwhile. */
struct ident {
    struct server *server;
    struct client *client;
    void (*then)(struct client *client, const char *cookie, bool failed);
    struct person *person;
    char token[HASH_HEX + 1];
    char cookie[256];
    bool guests;
    struct ident *next;
};

static struct ident *idents;

/* ---- Persons in memory ----------------------------------------------------------------------------------- */

struct person *person_ref(struct person *person)
{
    person->refs++;
    return person;
}

void person_unref(struct server *server, struct person *person)
{
    if (--person->refs > 0)
        return;
    map_remove(&server->persons, person->id);
    person_text_set(&person->login, "");
    person_text_set(&person->mail, "");
    free(person);
}

static char none[] = "";

void person_text_set(char **at, const char *text)
{
    if (**at)
        free(*at);
    *at = *text ? mem_string(text) : none;
}

static struct person *person_new(struct server *server, const char *id)
{
    struct person *person = mem_zero(sizeof *person);
    person->login = person->mail = none;
    person->hosted = HOSTED_UNKNOWN;
    snprintf(person->id, sizeof person->id, "%.*s", ID_PERSON, id);
    map_put(&server->persons, person->id, person);
    return person_ref(person);
}

static const char *field_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void fields_take(struct person *person, json_t *document)
{
    snprintf(person->name, sizeof person->name, "%s", field_of(document, "name"));
    person_text_set(&person->login, field_of(document, "login"));
    person_text_set(&person->mail, field_of(document, "mail"));
    person->created = json_integer_value(json_object_get(document, "created"));
}

/* From its document; NULL when that is damaged. */
static struct person *person_load(struct server *server, const char *id, const char *text)
{
    json_t *document = json_loads(text, 0, NULL);
    if (!document)
        return NULL;
    struct person *person = person_new(server, id);
    fields_take(person, document);
    json_decref(document);
    return person;
}

struct person *person_of(struct server *server, const char *id, const char *document)
{
    struct person *person = map_get(&server->persons, id);
    return person ? person_ref(person) : person_load(server, id, document);
}

void person_put(struct store_batch *batch, const struct person *person)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "name", person->name);
    if (*person->login)
        js_string(&out, "login", person->login);
    if (*person->mail)
        js_string(&out, "mail", person->mail);
    js_int(&out, "created", person->created);
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_PERSON, person->id, out.at, out.length);
    store_batch_tell(batch, person->id, 0);
    buf_free(&out);
}

void person_write(struct buf *out, const char *key, const struct person *person)
{
    js_object(out, key);
    js_string(out, "id", person->id);
    js_string(out, "name", person->name);
    if (*person->login)
        js_string(out, "login", person->login);
    if (*person->mail)
        js_string(out, "mail", person->mail);
    js_end_object(out);
}

/* The three bytes of a character that breaks a line (U+2028, U+2029) or turns the direction of what follows. */
static bool turns(const unsigned char *c)
{
    if (c[0] != 0xe2 || (c[1] != 0x80 && c[1] != 0x81))
        return false;
    return c[1] == 0x80 ? c[2] >= 0xa8 && c[2] <= 0xae : c[2] >= 0xa6 && c[2] <= 0xa9;
}

bool said_clean(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        bool control = *c < 0x20 || *c == 0x7f || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
        if (control || turns(c))
            return false;
    }
    return true;
}

bool name_valid(const char *name)
{
    size_t length = strlen(name);
    return length && length <= LIMIT_NAME_BYTES && name[0] != ' ' && name[length - 1] != ' ' &&
           said_clean(name);
}

/* ---- Tokens ---------------------------------------------------------------------------------------------- */

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

/* ---- Identification -------------------------------------------------------------------------------------- */

static void ident_end(struct ident *ident, bool failed)
{
    struct ident **link = &idents;
    while (*link != ident)
        link = &(*link)->next;
    *link = ident->next;
    struct client *client = ident->client;
    if (client && ident->person && !failed) {
        if (client->person)
            person_unref(ident->server, client->person);
        client->person = person_ref(ident->person);
        memcpy(client->token, ident->token, sizeof client->token);
    }
    if (client)
        ident->then(client, ident->cookie, failed);
    if (ident->person)
        person_unref(ident->server, ident->person);
    free(ident);
}

static void guest_made(struct store_batch *batch)
{
    ident_end(batch->context, batch->status != STORE_OK);
}

static void guest_make(struct ident *ident)
{
    struct server *server = ident->server;
    char id[ID_PERSON + 1];
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
    /* Another connection of the same person may have loaded it meanwhile. */
    struct person *person = map_get(&ident->server->persons, read->key);
    if (person)
        ident->person = person_ref(person);
    else if (read->status == STORE_OK && read->count == 1)
        ident->person = person_load(ident->server, read->key, read->rows[0].bytes);
    ident_end(ident, read->status != STORE_OK);
}

static void token_found(struct store_read *read)
{
    struct ident *ident = read->context;
    json_t *document =
        read->status == STORE_OK && read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *id = json_string_value(json_object_get(document, "person"));
    if (!id || strlen(id) != ID_PERSON || !ident->client) {
        /* A browser whose session was ended goes on as a new guest: it cannot throw its cookie away itself. */
        if (read->status == STORE_OK && ident->guests && ident->client)
            guest_make(ident);
        else
            ident_end(ident, read->status != STORE_OK);
    } else {
        struct person *person = map_get(&ident->server->persons, id);
        if (person) {
            ident->person = person_ref(person);
            ident_end(ident, false);
        } else {
            store_read(ident->server->store,
                       store_read_create(STORE_READ_DOC, SPACE_PERSON, id, person_found, ident));
        }
    }
    json_decref(document);
}

void client_identify(struct client *client, const char *token, bool guests,
                     void (*then)(struct client *client, const char *cookie, bool failed))
{
    struct ident *ident = mem_zero(sizeof *ident);
    *ident = (struct ident){
        .server = client->server, .client = client, .then = then, .guests = guests, .next = idents};
    idents = ident;
    if (*token) {
        token_hash(token, ident->token);
        if (client->person && strcmp(client->token, ident->token) == 0) {
            ident->person = person_ref(client->person);
            ident_end(ident, false);
            return;
        }
        store_read(client->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_TOKEN, ident->token, token_found, ident));
    } else if (guests) {
        guest_make(ident);
    } else {
        ident_end(ident, false);
    }
}

void client_gone(struct client *client)
{
    for (struct ident *ident = idents; ident; ident = ident->next) {
        if (ident->client == client)
            ident->client = NULL;
    }
}

void sessions_drop(struct server *server, const char *person, const char *hash, const char *spared)
{
    for (struct client *client = client_first(server); client; client = client_after(client)) {
        if (!client->person || strcmp(client->person->id, person) != 0 ||
            (hash && strcmp(client->token, hash) != 0) || (spared && strcmp(client->token, spared) == 0))
            continue;
        if (client->socket)
            conn_close(client->conn);
        else
            client->token[0] = 0; /* its next request is asked for its token anew */
    }
}

/* ---- Other nodes ------------------------------------------------------------------------------------------- */

struct session_check {
    struct server *server;
    char person[ID_PERSON + 1];
};

static void session_read(struct store_read *read)
{
    struct session_check *check = read->context;
    if (read->status == STORE_OK && !read->count)
        sessions_drop(check->server, check->person, read->key, NULL);
    free(check);
}

void person_hear(struct server *server, const char *id, const char *document)
{
    struct person *person = map_get(&server->persons, id);
    json_t *json = document ? json_loads(document, 0, NULL) : NULL;
    if (person && json)
        fields_take(person, json);
    json_decref(json);
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
