/*
 * account.c - accounts. Passwords are hashed with Argon2id in worker threads, at most LIMIT_PASSWORDS_AT_ONCE
 * at a time, in turns of the addresses they come from (work.h); tries are limited by address and by account.
 *
 * A session whose rights rise gets a new token, and the old one ends: a token that somebody else knew before
 * (planted in a browser, read on a shared machine) is worth nothing afterwards. `signup`, `login` and
 * `password` therefore go by HTTP only, which can set the cookie.
 */
#include "account.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "address.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "limit.h"
#include "mail.h"
#include "person.h"
#include "push_device.h"
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

/* ---- Hashing ------------------------------------------------------------------------------------------- */

/*
 * Verifies a hash that crypto_pwhash_str made. Not by crypto_pwhash_str_verify, which gives the same answer
 * when the password is wrong as when memory is short. False when there is no result.
 */
static bool hash_verify(const char *hash, const char *password, bool *good)
{
    enum { SALT_TEXT = 22, HASH_BYTES = 32, HASH_TEXT = 43 };
    unsigned long memory, passes;
    char salt_text[SALT_TEXT + 1], hash_text[HASH_TEXT + 1];
    uint8_t salt[crypto_pwhash_SALTBYTES], wanted[HASH_BYTES], found[HASH_BYTES];
    size_t salt_size = 0, hash_size = 0;
    const int variant = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
    *good = false;
    /* A damaged hash fits no password. */
    if (sscanf(hash, "$argon2id$v=19$m=%lu,t=%lu,p=1$%22[^$]$%43[^$]", &memory, &passes, salt_text,
               hash_text) != 4 ||
        sodium_base642bin(salt, sizeof salt, salt_text, strlen(salt_text), NULL, &salt_size, NULL, variant) !=
            0 ||
        sodium_base642bin(wanted, sizeof wanted, hash_text, strlen(hash_text), NULL, &hash_size, NULL,
                          variant) != 0 ||
        salt_size != sizeof salt || hash_size != sizeof wanted)
        return true;
    if (crypto_pwhash(found, sizeof found, password, strlen(password), salt, passes, memory * 1024,
                      crypto_pwhash_ALG_ARGON2ID13) != 0)
        return false;
    *good = sodium_memcmp(found, wanted, sizeof found) == 0;
    return true;
}

static void hash_work(void *context)
{
    struct hashing *hashing = context;
    size_t length = strlen(hashing->password);
    if (hashing->check) {
        hashing->failed = !hash_verify(hashing->hash, hashing->password, &hashing->good);
    } else {
        hashing->good =
            crypto_pwhash_str(hashing->hash, hashing->password, length, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
        hashing->failed = !hashing->good;
    }
    sodium_memzero(hashing->password, sizeof hashing->password);
}

static void hash_done(void *context)
{
    struct hashing *hashing = context;
    if (hashing->what && (hashing->good || hashing->failed))
        throttle_passed(hashing->ask->server, hashing->what, hashing->who);
    if (hashing->failed)
        ask_fail(hashing->ask, FAIL_NO_MEMORY);
    else
        hashing->then(hashing);
    free(hashing);
}

static void hash_drop(void *context)
{
    struct hashing *hashing = context;
    sodium_memzero(hashing->password, sizeof hashing->password);
    if (hashing->what)
        throttle_passed(hashing->ask->server, hashing->what, hashing->who);
    ask_fail(hashing->ask, FAIL_STOPPING);
    free(hashing);
}

struct hashing *hash_start(struct ask *ask, const char *password, const char *hash, const char *person,
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
    return hashing;
}

/*
 * Verifies a password, counted as failed until it turns out right, so that guesses made at once count one by
 * one. False with the ask refused when those before make it wait.
 */
static bool password_verify(struct ask *ask, const char *password, const char *hash, const char *person,
                            const char *what, const char *who, void (*then)(struct hashing *hashing))
{
    static const struct throttle_rule rule = {LIMIT_PASSWORDS_PER_ACCOUNT, LIMIT_ACCOUNT_WAIT_SECONDS};
    if (!throttle_admits(ask, what, who, "passwords_per_account"))
        return false;
    throttle_failed(ask->server, what, who, &rule);
    struct hashing *hashing = hash_start(ask, password, hash, person, then);
    hashing->what = what;
    snprintf(hashing->who, sizeof hashing->who, "%s", who);
    return true;
}

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
    struct rise_end {
        char person[ID_PERSON + 1], session[HASH_HEX + 1]; /* session "": all of the person's */
    } ended[2];
    int ended_count;
};

static struct store_batch *rise_begin(struct ask *ask, void (*done)(struct store_batch *), struct rise **rise)
{
    *rise = mem_zero(sizeof **rise);
    (*rise)->ask = ask;
    return store_batch_create(done, *rise);
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
    char hash[HASH_HEX + 1];
    token_make(ask->server, person, ask->client, batch, hash, rise->cookie, sizeof rise->cookie);
    store_submit(ask->server->store, batch);
}

/* The change is stored: answers with the new cookie, then ends the old sessions. Frees the rise. */
static void rise_end(struct rise *rise, void (*answer)(struct ask *ask))
{
    struct ask *ask = rise->ask;
    struct server *server = ask->server;
    memcpy(ask->cookie, rise->cookie, sizeof ask->cookie);
    answer(ask);
    for (int i = 0; i < rise->ended_count; i++) {
        const struct rise_end *end = &rise->ended[i];
        sessions_drop(server, end->person, *end->session ? end->session : NULL);
    }
    sodium_memzero(rise, sizeof *rise);
    free(rise);
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
    person_text_set(&person->login, json_string_value(json_object_get(ask->message, "login")));
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
        hash_start(ask, password, NULL, ask->person->id, signup_hashed);
        json_object_set_new(ask->message, "login", json_string(name));
    }
}

void sessions_read(struct ask *ask, void (*done)(struct store_read *))
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", ask->person->id);
    store_read(ask->server->store, store_read_create(STORE_READ_DOCS, SPACE_SESSION, prefix, done, ask));
}

/* ---- Signing in ---------------------------------------------------------------------------------------- */

/*
 * How many tables of the guest came along, as the answer to `login` and `reset` has it, and what is noted of
 * each. Kept in the message; what the client has put there is taken out first.
 */
static const char along[] = "along", along_notes[] = "along-notes";

void along_clear(struct ask *ask)
{
    json_object_del(ask->message, along);
    json_object_del(ask->message, along_notes);
}

static void login_answer(struct ask *ask)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    person_write(&out, "person", ask->person);
    if (json_object_get(ask->message, along))
        js_int(&out, "tables", json_integer_value(json_object_get(ask->message, along)));
    ask_send(ask, &out);
}

/* The device is signed in, if the store has taken it. */
static bool entered(struct store_batch *batch)
{
    struct rise *rise = batch->context;
    struct ask *ask = rise->ask;
    if (batch->status == STORE_OK) {
        rise_end(rise, login_answer);
        return true;
    }
    if (json_object_get(ask->message, along))
        person_was_drop(ask->person);
    free(rise);
    ask_fail(ask, FAIL_STORAGE);
    return false;
}

static void logged_in(struct store_batch *batch)
{
    struct server *server = ((struct rise *)batch->context)->ask->server;
    if (entered(batch))
        server->metrics.logins++;
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

/*
 * The guest of this device becomes the account's person: the account remembers the guest, and the guest's
 * tables are in its list. Each gives the seats over when the person next does something there (room_heir.h).
 */
static void guest_put(struct ask *ask, struct store_batch *batch)
{
    json_t *note;
    const char *table;
    if (!json_object_get(ask->message, along))
        return;
    if (ask->person->was_count == PERSON_WAS_MAX)
        push_guest_delete(batch, ask->person->was[0]);
    push_guest_put(batch, ask->client->person, ask->person->id);
    person_was_add(ask->person, ask->client->person->id);
    person_put(batch, ask->person);
    json_object_foreach(json_object_get(ask->message, along_notes), table, note)
    {
        char key[STORE_NAME_MAX];
        snprintf(key, sizeof key, "%s/%s", ask->person->id, table);
        store_batch_put(batch, STORE_PUT, SPACE_MY_TABLES, key, json_string_value(note),
                        json_string_length(note));
    }
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
    device_session_end(rise, batch);
    guest_put(ask, batch);
    rise_submit(rise, ask->person, batch);
}

/* A device that enters an account, and what follows. */
struct entering {
    struct ask *ask;
    void (*then)(struct ask *ask);
};

/* The guest's list of tables, and how many they are. */
static void guest_tables(struct store_read *read)
{
    struct entering entering = *(struct entering *)read->context;
    struct ask *ask = entering.ask;
    free(read->context);
    if (read->status != STORE_OK || !ask->client || !ask->client->person) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    json_t *notes = json_object();
    for (size_t i = 0; i < read->count; i++)
        json_object_set_new(notes, read->rows[i].key + ID_PERSON + 1, json_string(read->rows[i].bytes));
    json_object_set_new(ask->message, along, json_integer((json_int_t)read->count));
    json_object_set_new(ask->message, along_notes, notes);
    entering.then(ask);
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
    const struct person *before = ask->client->person;
    if (!before || *before->login) {
        then(ask);
        return;
    }
    char prefix[ID_PERSON + 2];
    struct entering *entering = mem_zero(sizeof *entering);
    *entering = (struct entering){ask, then};
    snprintf(prefix, sizeof prefix, "%s/", before->id);
    store_read(ask->server->store,
               store_read_create(STORE_READ_DOCS, SPACE_MY_TABLES, prefix, guest_tables, entering));
}

static void login_enter(struct ask *ask)
{
    sessions_read(ask, login_sessions);
}

static void login_person(struct store_read *read)
{
    account_enter(read, login_enter);
}

static void login_checked(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    if (!hashing->good) {
        ask_fail(ask, FAIL_WRONG_PASSWORD);
        return;
    }
    network_note(ask, json_string_value(json_object_get(ask->message, "login")));
    store_read(ask->server->store,
               store_read_create(STORE_READ_DOC, SPACE_PERSON, hashing->person, login_person, ask));
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
 * The password of logins that do not exist, so that its timing does not reveal whether the account exists:
 * the hash of random bytes that were thrown away, with the parameters of all others.
 */
static const char unknown_hash[] =
    "$argon2id$v=19$m=65536,t=2,p=1$2PFJOt3GkP/s6qhEFsjInQ$Oz6A1NmkBBRWEpQV9joZX5wrbJVi/9XxxiYS68+Aj8Q";

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
    const char *hash = json_string_value(json_object_get(account, "hash"));
    const char *person = json_string_value(json_object_get(account, "person"));
    network_write(ask, read->key, who);
    bool known = throttle_noted(ask->server, "login-network", who) || (person && person_near(ask, person));
    password_verify(ask, hash ? json_string_value(json_object_get(ask->message, "password")) : "",
                    hash ? hash : unknown_hash, person ? person : "", known ? "login-known" : "login",
                    known ? who : read->key, login_checked);
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

static void password_stored(struct store_batch *batch)
{
    entered(batch);
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
    account_put(batch, STORE_PUT, ask->person->login, ask->person->id,
                json_string_value(json_object_get(ask->message, "hash")));
    rise_ends(rise, ask->person->id, "");
    if (ask->client->person != ask->person)
        device_session_end(rise, batch);
    guest_put(ask, batch);
    rise_submit(rise, ask->person, batch);
}

static void password_hashed(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
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
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *hash = json_string_value(json_object_get(account, "hash"));
    if (hash)
        password_verify(ask, json_string_value(json_object_get(ask->message, own->field)), hash,
                        ask->person->id, "password", ask->person->id, own->then);
    else
        ask_fail(ask, FAIL_STORAGE);
    json_decref(account);
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
    struct person changed = *ask->person;
    if (!name_read(name, changed.name)) {
        ask_fail(ask, FAIL_BAD_NAME);
        return;
    }
    json_object_set_new(ask->message, "name", json_string(changed.name));
    person_store(ask, &changed, renamed);
}
