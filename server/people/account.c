/*
 * account.c - accounts. Passwords are hashed with Argon2id in worker threads, at most LIMIT_PASSWORDS_AT_ONCE
 * at a time, in turns of the addresses they come from (work.h); tries are limited by address.
 */
#include "account.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "limit.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "valid.h"
#include "session.h"
#include "work.h"

enum { PASSWORD_MAX = 256, MAIL_MAX = 254 };

/* A password being hashed or verified in a worker thread. */
struct hashing {
    struct ask *ask;
    void (*then)(struct hashing *hashing);
    char password[PASSWORD_MAX + 1];
    char hash[crypto_pwhash_STRBYTES]; /* input when `check` is set, else output */
    char person[ID_PERSON + 1];
    bool check, good;
};

/* ---- Tries --------------------------------------------------------------------------------------------- */

static bool try_allowed(struct ask *ask)
{
    if (ask->client && address_try(ask->client) &&
        work_count(ask->server, WORK_LOGIN, NULL) < LIMIT_PASSWORDS_WAITING)
        return true;
    ask_fail(ask, FAIL_PASSWORDS_TOO_FAST);
    return false;
}

/* ---- Hashing ------------------------------------------------------------------------------------------- */

static void hash_work(void *context)
{
    struct hashing *hashing = context;
    size_t length = strlen(hashing->password);
    if (hashing->check)
        hashing->good = crypto_pwhash_str_verify(hashing->hash, hashing->password, length) == 0;
    else
        hashing->good =
            crypto_pwhash_str(hashing->hash, hashing->password, length, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    sodium_memzero(hashing->password, sizeof hashing->password);
}

static void hash_done(void *context)
{
    struct hashing *hashing = context;
    hashing->then(hashing);
    free(hashing);
}

static void hash_drop(void *context)
{
    struct hashing *hashing = context;
    sodium_memzero(hashing->password, sizeof hashing->password);
    ask_fail(hashing->ask, FAIL_STOPPING);
    free(hashing);
}

static void hash_start(struct ask *ask, const char *password, const char *hash, const char *person,
                       void (*then)(struct hashing *hashing))
{
    struct hashing *hashing = mem_zero(sizeof *hashing);
    hashing->ask = ask;
    hashing->then = then;
    hashing->check = hash != NULL;
    snprintf(hashing->password, sizeof hashing->password, "%s", password);
    snprintf(hashing->hash, sizeof hashing->hash, "%s", hash ? hash : "");
    snprintf(hashing->person, sizeof hashing->person, "%s", person);
    const char *owner = ask->client ? address_name(ask->client) : person;
    work_on_drop(work_start(ask->server, WORK_LOGIN, owner, hash_work, hash_done, hashing), hash_drop);
}

/*
 * The key of a login in the store: ASCII letters in lower case, so that logins ignore case. False when it is
 * no valid name or contains a slash.
 */
static bool login_key(const char *login, char key[NAME_SIZE])
{
    size_t length = strlen(login);
    if (length < 2 || !name_valid(login))
        return false;
    for (size_t i = 0; i <= length; i++) {
        key[i] = login[i] >= 'A' && login[i] <= 'Z' ? (char)(login[i] + 32) : login[i];
        if (key[i] == '/')
            return false;
    }
    return true;
}

static void account_put(struct store_batch *batch, enum store_write_kind kind, const char *login,
                        const char *person, const char *hash)
{
    char key[NAME_SIZE];
    struct buf out = {0};
    lan_assert(login_key(login, key));
    js_object(&out, NULL);
    js_string(&out, "person", person);
    js_string(&out, "hash", hash);
    js_end_object(&out);
    store_batch_put(batch, kind, SPACE_ACCOUNT, key, out.at, out.length);
    buf_free(&out);
}

/* ---- Signing up ---------------------------------------------------------------------------------------- */

static void person_answer(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    person_write(&out, "person", ask->person);
    ask_send(ask, &out);
}

static void signed_up(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK) {
        person_answer(ask);
        return;
    }
    person_text_set(&ask->person->login, "");
    person_text_set(&ask->person->mail, "");
    ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_LOGIN_TAKEN : FAIL_STORAGE);
}

static void signup_hashed(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    struct person *person = ask->person;
    if (!hashing->good || *person->login) {
        ask_fail(ask, hashing->good ? FAIL_HAS_ACCOUNT : FAIL_STORAGE);
        return;
    }
    struct store_batch *batch = store_batch_create(signed_up, ask);
    person_text_set(&person->login, json_string_value(json_object_get(ask->message, "login")));
    const char *mail = json_string_value(json_object_get(ask->message, "mail"));
    person_text_set(&person->mail, mail ? mail : "");
    account_put(batch, STORE_PUT_NEW, person->login, person->id, hashing->hash);
    person_put(batch, person);
    store_submit(ask->server->store, batch);
}

static bool password_good(struct ask *ask, const char *password)
{
    if (strlen(password) >= 8)
        return true;
    ask_fail_say(ask, FAIL_BAD_FIELD, "A password has at least 8 characters.",
                 "Un mot de passe a au moins 8 caractères.", NULL, "password");
    return false;
}

void op_signup(struct ask *ask)
{
    const char *login, *password, *mail;
    char key[NAME_SIZE];
    if (!ask_string(ask, "login", LIMIT_NAME_BYTES, &login) ||
        !ask_string(ask, "password", PASSWORD_MAX, &password) ||
        !ask_string_or(ask, "mail", MAIL_MAX, "", &mail) || !password_good(ask, password))
        return;
    if (!login_key(login, key))
        ask_fail(ask, FAIL_BAD_NAME);
    else if (*mail && !mail_valid(mail))
        ask_fail(ask, FAIL_BAD_MAIL);
    else if (*ask->person->login)
        ask_fail(ask, FAIL_HAS_ACCOUNT);
    else if (try_allowed(ask))
        hash_start(ask, password, NULL, ask->person->id, signup_hashed);
}

static void session_delete(struct store_batch *batch, const char *person, const char *hash)
{
    char key[STORE_NAME_MAX];
    snprintf(key, sizeof key, "%s/%s", person, hash);
    store_batch_delete(batch, SPACE_SESSION, key);
    store_batch_delete(batch, SPACE_TOKEN, hash);
    store_batch_notify(batch, person, 0);
}

static void sessions_read(struct ask *ask, void (*done)(struct store_read *))
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", ask->person->id);
    store_read(ask->server->store, store_read_create(STORE_READ_DOCS, SPACE_SESSION, prefix, done, ask));
}

/* ---- Signing in ---------------------------------------------------------------------------------------- */

static void logged_in(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status != STORE_OK) {
        ask->cookie[0] = 0;
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    ask->server->metrics.logins++;
    person_answer(ask);
}

static int64_t session_at(const struct store_row *row)
{
    json_t *json = json_loads(row->bytes, 0, NULL);
    int64_t at = json_integer_value(json_object_get(json, "at"));
    json_decref(json);
    return at;
}

/*
 * At the limit a new session ends the oldest one instead of failing, so that a person who lost devices can
 * sign in.
 */
static void oldest_session_end(struct ask *ask, const struct store_read *read, struct store_batch *batch)
{
    size_t oldest = 0;
    for (size_t i = 1; i < read->count; i++) {
        if (session_at(&read->rows[i]) < session_at(&read->rows[oldest]))
            oldest = i;
    }
    const char *hash = read->rows[oldest].key + ID_PERSON + 1;
    session_delete(batch, ask->person->id, hash);
    sessions_drop(ask->server, ask->person->id, hash, NULL);
}

static void login_sessions(struct store_read *read)
{
    struct ask *ask = read->context;
    char hash[HASH_HEX + 1];
    if (read->status != STORE_OK || !ask->client) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    struct store_batch *batch = store_batch_create(logged_in, ask);
    if (read->count >= LIMIT_SESSIONS_PER_PERSON)
        oldest_session_end(ask, read, batch);
    token_make(ask->server, ask->person, ask->client, batch, hash, ask->cookie, sizeof ask->cookie);
    store_submit(ask->server->store, batch);
}

static void login_person(struct store_read *read)
{
    struct ask *ask = read->context;
    struct person *person = read->count ? person_of(ask->server, read->key, read->rows[0].bytes) : NULL;
    if (!person || !ask->client) {
        if (person)
            person_unref(ask->server, person);
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    if (ask->person)
        person_unref(ask->server, ask->person);
    ask->person = person;
    sessions_read(ask, login_sessions);
}

static void login_checked(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    if (!hashing->good) {
        ask_fail(ask, FAIL_WRONG_PASSWORD);
        return;
    }
    store_read(ask->server->store,
               store_read_create(STORE_READ_DOC, SPACE_PERSON, hashing->person, login_person, ask));
}

static void login_found(struct store_read *read)
{
    struct ask *ask = read->context;
    /*
     * An unknown login is verified against a dummy hash, so that its timing does not reveal whether the
     * account exists.
     */
    char *unknown = ask->server->unknown_hash;
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *hash = json_string_value(json_object_get(account, "hash"));
    const char *person = json_string_value(json_object_get(account, "person"));
    _Static_assert(sizeof ask->server->unknown_hash == crypto_pwhash_STRBYTES, "it is made for that");
    if (!*unknown)
        lan_assert(crypto_pwhash_str(unknown, "nobody", 6, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                     crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0);
    hash_start(ask, hash ? json_string_value(json_object_get(ask->message, "password")) : "",
               hash ? hash : unknown, person ? person : "", login_checked);
    json_decref(account);
}

void op_login(struct ask *ask)
{
    const char *login, *password;
    char key[NAME_SIZE];
    if (!ask_string(ask, "login", LIMIT_NAME_BYTES, &login) ||
        !ask_string(ask, "password", PASSWORD_MAX, &password))
        return;
    if (!login_key(login, key))
        ask_fail(ask, FAIL_WRONG_PASSWORD);
    else if (try_allowed(ask))
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, login_found, ask));
}

/* ---- Sessions ------------------------------------------------------------------------------------------ */

static void batch_answered(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, FAIL_STORAGE);
}

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
    sessions_drop(server, person, hash, NULL);
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

/* Sessions are listed by a prefix of their hash, which identifies them but is useless as a token. */
enum { SESSION_SHOWN = 12 };

static void sessions_listed(struct store_read *read)
{
    struct ask *ask = read->context;
    struct buf out = {0};
    ask_begin(ask, &out);
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

/* ---- A new password ------------------------------------------------------------------------------------ */

static void password_sessions(struct store_read *read)
{
    struct ask *ask = read->context;
    const char *spared = ask->client ? ask->client->token : "";
    struct store_batch *batch = store_batch_create(batch_answered, ask);
    for (size_t i = 0; i < read->count; i++) {
        const char *hash = read->rows[i].key + ID_PERSON + 1;
        if (strcmp(hash, spared) != 0)
            session_delete(batch, ask->person->id, hash);
    }
    account_put(batch, STORE_PUT, ask->person->login, ask->person->id,
                json_string_value(json_object_get(ask->message, "hash")));
    sessions_drop(ask->server, ask->person->id, NULL, spared);
    store_submit(ask->server->store, batch);
}

static void password_hashed(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    if (!hashing->good) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    json_object_set_new(ask->message, "hash", json_string(hashing->hash));
    sessions_read(ask, password_sessions);
}

static void password_checked(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    if (hashing->good)
        hash_start(ask, json_string_value(json_object_get(ask->message, "new")), NULL, ask->person->id,
                   password_hashed);
    else
        ask_fail(ask, FAIL_WRONG_PASSWORD);
}

static void password_found(struct store_read *read)
{
    struct ask *ask = read->context;
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *hash = json_string_value(json_object_get(account, "hash"));
    if (hash)
        hash_start(ask, json_string_value(json_object_get(ask->message, "old")), hash, ask->person->id,
                   password_checked);
    else
        ask_fail(ask, FAIL_STORAGE);
    json_decref(account);
}

void op_password(struct ask *ask)
{
    const char *old, *new;
    char key[NAME_SIZE];
    if (!ask_string(ask, "old", PASSWORD_MAX, &old) || !ask_string(ask, "new", PASSWORD_MAX, &new) ||
        !password_good(ask, new))
        return;
    if (!*ask->person->login || !login_key(ask->person->login, key))
        ask_fail(ask, FAIL_NO_ACCOUNT);
    else if (try_allowed(ask))
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, password_found, ask));
}

/* ---- Name ---------------------------------------------------------------------------------------------- */

/* Writes the changed person to the store; `done` changes the person in memory when that succeeded. */
static void person_store(struct ask *ask, const struct person *changed, void (*done)(struct store_batch *))
{
    struct store_batch *batch = store_batch_create(done, ask);
    person_put(batch, changed);
    store_submit(ask->server->store, batch);
}

static void renamed(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    snprintf(ask->person->name, NAME_SIZE, "%s", json_string_value(json_object_get(ask->message, "name")));
    person_answer(ask);
}

void op_rename(struct ask *ask)
{
    const char *name;
    if (!ask_string(ask, "name", LIMIT_NAME_BYTES, &name))
        return;
    if (!name_valid(name)) {
        ask_fail(ask, FAIL_BAD_NAME);
        return;
    }
    struct person changed = *ask->person;
    snprintf(changed.name, NAME_SIZE, "%s", name);
    person_store(ask, &changed, renamed);
}

static void mailed(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    person_text_set(&ask->person->mail, json_string_value(json_object_get(ask->message, "mail")));
    ask_done(ask);
}

void op_mail(struct ask *ask)
{
    const char *mail;
    if (!ask_string(ask, "mail", MAIL_MAX, &mail))
        return;
    if (!*ask->person->login || (*mail && !mail_valid(mail))) {
        ask_fail(ask, *ask->person->login ? FAIL_BAD_MAIL : FAIL_NO_ACCOUNT);
        return;
    }
    char text[MAIL_MAX + 1];
    struct person changed = *ask->person;
    snprintf(text, sizeof text, "%s", mail);
    changed.mail = text;
    person_store(ask, &changed, mailed);
}
