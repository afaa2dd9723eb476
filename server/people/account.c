/*
 * account.c - accounts. Passwords are hashed with Argon2id in worker threads, at most LIMIT_PASSWORDS_AT_ONCE
 * at a time, in turns of the addresses they come from (work.h); tries are limited by address and by account.
 *
 * A session whose rights rise gets a new token, and the old one ends, which somebody else may know (planted
 * in a browser, read on a shared machine). So `signup`, `login` and `password` go by HTTP only.
 */
#include "account.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "address.h"
#include "along.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "limit.h"
#include "mail.h"
#include "passkey_login.h"
#include "person.h"
#include "reset.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"
#include "valid.h"
#include "session.h"
#include "work.h"

/* ---- Tries --------------------------------------------------------------------------------------------- */

bool account_try(struct ask *ask)
{
    if (ask->client && address_try(ask->client) &&
        work_count(ask->server, WORK_LOGIN, NULL) < LIMIT_PASSWORDS_WAITING)
        return true;
    ask_fail(ask, FAIL_PASSWORDS_TOO_FAST);
    return false;
}

/* ---- Logins -------------------------------------------------------------------------------------------- */

bool login_key(const char *login, char key[NAME_SIZE])
{
    size_t length = strlen(login);
    if (length < 2 || !name_stored_valid(login))
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
    store_batch_delete(batch, SPACE_RESET, key);
    buf_free(&out);
}

/* An account and the network address of a client, as the name of a limit. */
static void network_write(const struct ask *ask, const char *key, char who[WHO_MAX])
{
    snprintf(who, WHO_MAX, "%.40s@%.80s", key, ask->client ? address_name(ask->client) : "");
}

/* Notes that the owner of the account was here: tries from this network are counted apart from others. */
static void network_note(const struct ask *ask, const char *login)
{
    char key[NAME_SIZE], who[WHO_MAX];
    lan_assert(login_key(login, key));
    network_write(ask, key, who);
    throttle_note(ask->server, "login-network", who);
}

/* ---- Signing up ---------------------------------------------------------------------------------------- */

static void person_answer(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    person_write(&out, "person", ask->person);
    ask_send(ask, &out);
}

/*
 * A change after which the asking client has a new token: its cookie is sent when the change is stored, and
 * then the connections of the sessions that ended are closed.
 */
struct rise {
    struct ask *ask;
    char cookie[sizeof((struct ask *)NULL)->cookie];
    char made[HASH_HEX + 1]; /* the new session */
    enum fail fail;          /* why it is undone */
    struct rise_end {
        char person[ID_PERSON + 1], session[HASH_HEX + 1]; /* session "": all of the person's */
    } ended[2];
    int ended_count;
};

/* Of the asker, who may have been deleted meanwhile, and then gets neither a session nor a document. */
static struct store_batch *rise_begin(struct ask *ask, void (*done)(struct store_batch *), struct rise **rise)
{
    *rise = mem_zero(sizeof **rise);
    (*rise)->ask = ask;
    struct store_batch *batch = store_batch_create(done, *rise);
    store_batch_require(batch, SPACE_PERSON, ask->person->id);
    return batch;
}

/* To be called for every session that the batch deletes, or once with "" for all of a person. */
static void rise_ends(struct rise *rise, const char *person, const char *session)
{
    struct rise_end *end = &rise->ended[rise->ended_count++];
    snprintf(end->person, sizeof end->person, "%s", person);
    snprintf(end->session, sizeof end->session, "%s", session);
}

/* Makes the new token and hands the batch to the store. */
static void rise_submit(struct rise *rise, const struct person *person, struct store_batch *batch)
{
    struct ask *ask = rise->ask;
    token_make(ask->server, person, ask->client, batch, rise->made, rise->cookie, sizeof rise->cookie);
    store_submit(ask->server->store, batch);
}

/* Closes the connections of the sessions that have ended. Frees the rise. */
static void rise_drop(struct server *server, struct rise *rise)
{
    for (int i = 0; i < rise->ended_count; i++) {
        const struct rise_end *end = &rise->ended[i];
        sessions_drop(server, end->person, *end->session ? end->session : NULL);
    }
    sodium_memzero(rise, sizeof *rise);
    free(rise);
}

/* The change is stored: answers with the new cookie, then ends the old sessions. Frees the rise. */
static void rise_end(struct rise *rise, void (*answer)(struct ask *ask))
{
    struct ask *ask = rise->ask;
    struct server *server = ask->server;
    memcpy(ask->cookie, rise->cookie, sizeof ask->cookie);
    answer(ask);
    rise_drop(server, rise);
}

static void signed_up(struct store_batch *batch)
{
    struct rise *rise = batch->context;
    struct ask *ask = rise->ask;
    struct person *person = ask->person;
    if (batch->status == STORE_OK) {
        /* A node that polls may have read the person meanwhile as it was before. */
        if (!*person->login)
            person_text_set(&person->login, json_string_value(json_object_get(ask->message, "login")));
        mail_code_send(ask->server, person);
        network_note(ask, person->login);
        rise_end(rise, person_answer);
        return;
    }
    person_text_set(&person->login, "");
    mail_clear(person);
    free(rise);
    ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_LOGIN_TAKEN : FAIL_STORAGE);
}

static void signup_hashed(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    struct person *person = ask->person;
    struct rise *rise;
    if (*person->login || !ask->client) {
        ask_fail(ask, *person->login ? FAIL_HAS_ACCOUNT : FAIL_STORAGE);
        return;
    }
    struct store_batch *batch = rise_begin(ask, signed_up, &rise);
    person_join(person, json_string_value(json_object_get(ask->message, "login")),
                env_now(&ask->server->env));
    const char *mail = json_string_value(json_object_get(ask->message, "mail"));
    /* Where no letter may be sent now, the address stays without a code until it is set again. */
    if (mail && *mail)
        mail_set(ask->server, person, mail, mail_letter_take(ask, mail));
    account_put(batch, STORE_PUT_NEW, person->login, person->id, hashing->hash);
    person_put(batch, person);
    session_delete(batch, person->id, ask->client->token);
    rise_ends(rise, person->id, "");
    rise_submit(rise, person, batch);
}

bool password_good(struct ask *ask, const char *password)
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
    char name[NAME_SIZE], key[NAME_SIZE];
    if (!ask_string(ask, "login", LIMIT_NAME_BYTES, &login) ||
        !ask_string(ask, "password", PASSWORD_MAX, &password) ||
        !ask_string_or(ask, "mail", MAIL_MAX, "", &mail) || !password_good(ask, password))
        return;
    if (!name_read(login, name) || !login_key(name, key)) {
        ask_fail(ask, FAIL_BAD_NAME);
    } else if (*mail && !mail_valid(mail)) {
        ask_fail(ask, FAIL_BAD_MAIL);
    } else if (*ask->person->login) {
        ask_fail(ask, FAIL_HAS_ACCOUNT);
    } else if (account_try(ask)) {
        hash_start(ask, password, signup_hashed);
        json_object_set_new(ask->message, "login", json_string(name));
    }
}

static void person_sessions_read(const struct ask *ask, void (*done)(struct store_read *), void *context)
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", ask->person->id);
    store_read(ask->server->store, store_read_create(STORE_READ_DOCS, SPACE_SESSION, prefix, done, context));
}

void sessions_read(struct ask *ask, void (*done)(struct store_read *))
{
    person_sessions_read(ask, done, ask);
}

/* ---- Signing in ---------------------------------------------------------------------------------------- */

static void login_answer(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    person_write(&out, "person", ask->person);
    along_write(&out, ask);
    ask_send(ask, &out);
}

/* The store has not taken it: it failed, or what the batch requires is gone. */
static void not_entered(struct store_batch *batch)
{
    struct rise *rise = batch->context;
    struct ask *ask = rise->ask;
    enum fail gone = ask->op->run == op_passkey_login ? FAIL_PASSKEY_LATE
                     : ask->op->run == op_reset       ? FAIL_BAD_RESET
                                                      : FAIL_WRONG_PASSWORD;
    along_undo(ask);
    free(rise);
    ask_fail(ask, batch->status == STORE_CONFLICT ? gone : FAIL_STORAGE);
}

/* The hash of the password that the asker gave, in the message. */
static const char proof[] = "proof";

/* Reads the asker's account as it is now. */
static void account_now(const struct ask *ask, void (*done)(struct store_read *), void *context)
{
    char key[NAME_SIZE] = "";
    login_key(ask->person->login, key);
    store_read(ask->server->store, store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, done, context));
}

static void entry_undone(struct store_batch *batch)
{
    struct rise *rise = batch->context;
    struct ask *ask = rise->ask;
    struct server *server = ask->server;
    ask_fail(ask, rise->fail);
    rise_drop(server, rise);
}

/*
 * The password may have been changed while the session was stored: too late for the list of those that a new
 * password ends. Then nobody gets its token.
 */
static void entry_read(struct store_read *read)
{
    struct rise *rise = read->context;
    struct ask *ask = rise->ask;
    bool good = ask->op->run == op_passkey_login
                    ? passkey_login_counts(ask, read)
                    : account_hash_is(read, json_string_value(json_object_get(ask->message, proof)));
    if (good) {
        ask->server->metrics.logins++;
        rise_end(rise, login_answer);
        return;
    }
    rise->fail = read->status != STORE_OK           ? FAIL_STORAGE
                 : ask->op->run == op_passkey_login ? FAIL_WRONG_PASSKEY
                                                    : FAIL_WRONG_PASSWORD;
    struct store_batch *batch = store_batch_create(entry_undone, rise);
    session_delete(batch, ask->person->id, rise->made);
    store_submit(ask->server->store, batch);
}

static void logged_in(struct store_batch *batch)
{
    struct rise *rise = batch->context;
    if (batch->status == STORE_OK)
        account_now(rise->ask, entry_read, rise);
    else
        not_entered(batch);
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
static void oldest_session_end(struct rise *rise, const struct store_read *read, struct store_batch *batch)
{
    size_t oldest = 0;
    for (size_t i = 1; i < read->count; i++) {
        if (session_at(&read->rows[i]) < session_at(&read->rows[oldest]))
            oldest = i;
    }
    const char *hash = read->rows[oldest].key + ID_PERSON + 1;
    session_delete(batch, rise->ask->person->id, hash);
    rise_ends(rise, rise->ask->person->id, hash);
}

/* Ends the session that this device had before, of a guest or of an account. */
static void device_session_end(struct rise *rise, struct store_batch *batch)
{
    const struct client *client = rise->ask->client;
    if (client->person && *client->token) {
        session_delete(batch, client->person->id, client->token);
        rise_ends(rise, client->person->id, client->token);
    }
}

static void login_sessions(struct store_read *read)
{
    struct ask *ask = read->context;
    struct rise *rise;
    if (read->status != STORE_OK || !ask->client) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    struct store_batch *batch = rise_begin(ask, logged_in, &rise);
    if (read->count >= LIMIT_SESSIONS_PER_PERSON)
        oldest_session_end(rise, read, batch);
    passkey_login_put(ask, batch);
    device_session_end(rise, batch);
    along_put(ask, batch);
    rise_submit(rise, ask->person, batch);
}

void account_enter(const struct store_read *read, void (*then)(struct ask *ask))
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
    along_read(ask, then);
}

void login_enter(struct ask *ask)
{
    if (*ask->person->login)
        network_note(ask, ask->person->login);
    sessions_read(ask, login_sessions);
}

static void login_person(struct store_read *read)
{
    account_enter(read, login_enter);
}

static void login_checked(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    json_object_set_new(ask->message, proof, json_string(hashing->hash));
    if (hashing->good)
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, hashing->person, login_person, ask));
    else
        ask_fail(ask, FAIL_WRONG_PASSWORD);
}

/* Whether a session of the person is in use from the network address of the asking client. */
static bool person_near(const struct ask *ask, const char *person)
{
    const struct client *asking = ask->client;
    for (struct client *client = client_first(ask->server); asking && client; client = client_after(client)) {
        if (client->person && strcmp(client->person->id, person) == 0 && client->address == asking->address)
            return true;
    }
    return false;
}

/*
 * Tries from networks where the owner is or was signed in are counted apart, by network: so strangers who
 * guess from elsewhere cannot make the owner wait there.
 */
static void login_found(struct store_read *read)
{
    struct ask *ask = read->context;
    char who[WHO_MAX];
    if (read->status != STORE_OK) { /* whether the password is right is not known */
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *person = json_string_value(json_object_get(account, "person"));
    network_write(ask, read->key, who);
    bool known = throttle_noted(ask->server, "login-network", who) || (person && person_near(ask, person));
    password_verify(ask, json_string_value(json_object_get(ask->message, "password")), read,
                    known ? "login-known" : "login", known ? who : read->key, login_checked);
    json_decref(account);
}

void op_login(struct ask *ask)
{
    const char *login, *password;
    char key[NAME_SIZE];
    if (!ask_string(ask, "login", LIMIT_NAME_BYTES, &login) ||
        !ask_string(ask, "password", PASSWORD_MAX, &password))
        return;
    along_clear(ask);
    if (!login_key(login, key))
        ask_fail(ask, FAIL_WRONG_PASSWORD);
    else if (account_try(ask))
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, login_found, ask));
}

/* ---- A new password ------------------------------------------------------------------------------------ */

static void others_ended(struct store_batch *batch)
{
    rise_end(batch->context, login_answer);
}

/*
 * Sessions that came between the list of those to be ended and the new password; the new one stays. When the
 * list cannot be read, whoever signed in just then still finds that the password is another one
 * (account_now).
 */
static void others_read(struct store_read *read)
{
    struct rise *rise = read->context;
    struct store_batch *batch = store_batch_create(others_ended, rise);
    for (size_t i = 0; i < read->count; i++) {
        const char *hash = read->rows[i].key + ID_PERSON + 1;
        if (strcmp(hash, rise->made) != 0)
            session_delete(batch, rise->ask->person->id, hash);
    }
    if (batch->count) {
        store_submit(rise->ask->server->store, batch);
        return;
    }
    store_batch_destroy(batch);
    rise_end(rise, login_answer);
}

static void password_stored(struct store_batch *batch)
{
    struct rise *rise = batch->context;
    if (batch->status == STORE_OK)
        person_sessions_read(rise->ask, others_read, rise);
    else
        not_entered(batch);
}

void password_sessions(struct store_read *read)
{
    struct ask *ask = read->context;
    struct rise *rise;
    if (read->status != STORE_OK || !ask->client) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    struct store_batch *batch = rise_begin(ask, password_stored, &rise);
    for (size_t i = 0; i < read->count; i++)
        session_delete(batch, ask->person->id, read->rows[i].key + ID_PERSON + 1);
    /* A code for a new password ends with the change of it that comes first. */
    if (ask->op->run == op_reset)
        store_batch_require(batch, SPACE_RESET, json_string_value(json_object_get(ask->message, "key")));
    account_put(batch, STORE_PUT, ask->person->login, ask->person->id,
                json_string_value(json_object_get(ask->message, "hash")));
    rise_ends(rise, ask->person->id, "");
    if (ask->client->person != ask->person)
        device_session_end(rise, batch);
    along_put(ask, batch);
    rise_submit(rise, ask->person, batch);
}

/* The new one was waiting to be hashed: meanwhile another may have taken the place of the old one. */
static void password_account(struct store_read *read)
{
    struct ask *ask = read->context;
    if (account_hash_is(read, json_string_value(json_object_get(ask->message, proof))))
        sessions_read(ask, password_sessions);
    else
        ask_fail(ask, read->status == STORE_OK ? FAIL_WRONG_PASSWORD : FAIL_STORAGE);
}

static void password_hashed(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    json_object_set_new(ask->message, "hash", json_string(hashing->hash));
    account_now(ask, password_account, ask);
}

static void password_checked(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    json_object_set_new(ask->message, proof, json_string(hashing->hash));
    if (hashing->good)
        hash_start(ask, json_string_value(json_object_get(ask->message, "new")), password_hashed);
    else
        ask_fail(ask, FAIL_WRONG_PASSWORD);
}

/* A password that the asker must give once more, in which field of the message, and what follows. */
struct own_password {
    struct ask *ask;
    const char *field;
    void (*then)(struct hashing *hashing);
};

static void own_password_found(struct store_read *read)
{
    struct own_password *own = read->context;
    struct ask *ask = own->ask;
    if (read->count)
        password_verify(ask, json_string_value(json_object_get(ask->message, own->field)), read, "password",
                        ask->person->id, own->then);
    else
        ask_fail(ask, FAIL_STORAGE);
    free(own);
}

void own_password_verify(struct ask *ask, const char *field, void (*then)(struct hashing *hashing))
{
    const char *password;
    char key[NAME_SIZE];
    if (!ask_string(ask, field, PASSWORD_MAX, &password))
        return;
    if (!*ask->person->login || !login_key(ask->person->login, key)) {
        ask_fail(ask, FAIL_NO_ACCOUNT);
    } else if (account_try(ask)) {
        struct own_password *own = mem_zero(sizeof *own);
        *own = (struct own_password){ask, field, then};
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, own_password_found, own));
    }
}

void op_password(struct ask *ask)
{
    const char *new;
    along_clear(ask);
    if (ask_string(ask, "new", PASSWORD_MAX, &new) && password_good(ask, new))
        own_password_verify(ask, "old", password_checked);
}

/* ---- Name ---------------------------------------------------------------------------------------------- */

static void renamed(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status != STORE_OK) {
        ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_NO_SESSION : FAIL_STORAGE);
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
    struct person changed = *ask->person;
    if (!name_read(name, changed.name)) {
        ask_fail(ask, FAIL_BAD_NAME);
        return;
    }
    json_object_set_new(ask->message, "name", json_string(changed.name));
    struct store_batch *batch = store_batch_create(renamed, ask);
    store_batch_require(batch, SPACE_PERSON, changed.id);
    person_put(batch, &changed);
    store_submit(ask->server->store, batch);
}
