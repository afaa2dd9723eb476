#include "reset.h"

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
#include "buf_print.h"
#include "client.h"
#include "env.h"
#include "letter.h"
#include "limit.h"
#include "mail.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "text.h"
#include "throttle.h"

enum { RESET_LETTERS = 20, RESET_HASH = crypto_hash_sha256_BYTES };

/* A letter on its way to an account; nobody waits for it. */
struct reset {
    struct server *server;
    char login[NAME_SIZE], person[ID_PERSON + 1];
    char network[WHO_MAX];
    char *mail;
    char code[RESET_LETTERS + 1];
};

static void reset_free(struct reset *reset)
{
    free(reset->mail);
    sodium_memzero(reset, sizeof *reset);
    free(reset);
}

static void code_hash(const char *code, char hex[2 * RESET_HASH + 1])
{
    uint8_t hash[RESET_HASH];
    crypto_hash_sha256(hash, (const unsigned char *)code, strlen(code));
    hex_write(hash, sizeof hash, hex);
}

/* ---- The letter ---------------------------------------------------------------------------------------- */

static void reset_stored(struct store_batch *batch)
{
    struct reset *reset = batch->context;
    struct buf text = {0};
    if (batch->status == STORE_OK && letter_possible(reset->server)) {
        buf_printf(
            &text,
            "Somebody asked for a new password of your account. If it was you, enter this code in the\r\n"
            "settings within a day: %s\r\nIf it was not, do nothing: your password stays as it is.\r\n\r\n"
            "Quelqu'un a demandé un nouveau mot de passe pour ton compte. Si c'est toi, entre ce code\r\n"
            "dans les réglages avant demain : %s\r\nSinon, ne fais rien : ton mot de passe ne change pas.\r\n\r\n",
            reset->code, reset->code);
        letter_link_write(&text, reset->server, "/settings#reset-");
        buf_printf(&text, "%s\r\n", reset->code);
        letter_send(reset->server, reset->mail, "Lanterne: a new password / un nouveau mot de passe", &text);
    }
    reset_free(reset);
}

/*
 * The hash of a new code, in a document of its own: written into that of the account, it could undo a change
 * of password that was stored since the account was read. It names the person, since the login may be given
 * up and be taken by another.
 */
static void reset_store(struct reset *reset)
{
    char hash[2 * RESET_HASH + 1];
    struct buf out = {0};
    env_id(&reset->server->env, reset->code, RESET_LETTERS);
    code_hash(reset->code, hash);
    js_object(&out, NULL);
    js_string(&out, "person", reset->person);
    js_string(&out, "hash", hash);
    js_int(&out, "at", env_now(&reset->server->env));
    js_end_object(&out);
    struct store_batch *batch = store_batch_create(reset_stored, reset);
    store_batch_put(batch, STORE_PUT, SPACE_RESET, reset->login, out.at, out.length);
    store_submit(reset->server->store, batch);
    buf_free(&out);
}

/* Only a confirmed address gets a letter: any other might be a stranger's. */
static void reset_person(struct store_read *read)
{
    struct reset *reset = read->context;
    json_t *person = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *mail = json_string_value(json_object_get(person, "mail"));
    bool sent = mail && *mail && json_is_true(json_object_get(person, "confirmed")) &&
                mail_letter_allowed(reset->server, reset->person, reset->network, mail);
    if (sent)
        reset->mail = mem_string(mail);
    json_decref(person);
    if (sent)
        reset_store(reset);
    else
        reset_free(reset);
}

static void reset_found(struct store_read *read)
{
    struct ask *ask = read->context;
    if (read->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *person = json_string_value(json_object_get(account, "person"));
    struct reset *reset = mem_zero(sizeof *reset);
    reset->server = ask->server;
    snprintf(reset->login, sizeof reset->login, "%.*s", NAME_SIZE - 1, read->key);
    snprintf(reset->person, sizeof reset->person, "%s", person ? person : "");
    snprintf(reset->network, sizeof reset->network, "%s", ask->client ? address_name(ask->client) : "");
    json_decref(account);
    ask_done(ask);
    if (*reset->person)
        store_read(reset->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, reset->person, reset_person, reset));
    else
        reset_free(reset);
}

void op_reset_ask(struct ask *ask)
{
    const char *login;
    char key[NAME_SIZE];
    if (!ask_string(ask, "login", LIMIT_NAME_BYTES, &login))
        return;
    if (!letter_possible(ask->server))
        ask_fail(ask, FAIL_NO_LETTERS);
    else if (!login_key(login, key))
        ask_done(ask);
    else if (account_try(ask))
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, reset_found, ask));
}

/* ---- The new password ---------------------------------------------------------------------------------- */

static void reset_hashed(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    json_object_set_new(ask->message, "hash", json_string(hashing->hash));
    sessions_read(ask, password_sessions);
}

static void reset_hash(struct ask *ask)
{
    hash_start(ask, json_string_value(json_object_get(ask->message, "password")), reset_hashed);
}

static void reset_owner(struct store_read *read)
{
    account_enter(read, reset_hash);
}

/*
 * The code is the login's last, and not too old. Tries are counted by code and network: the code is too long
 * to be guessed, and tries counted together would let anybody use up those of its owner.
 */
static bool code_fits(struct ask *ask, const char *key, json_t *reset)
{
    char hash[2 * RESET_HASH + 1], who[WHO_MAX];
    const char *wanted = json_string_value(json_object_get(reset, "hash"));
    int64_t at = json_integer_value(json_object_get(reset, "at"));
    snprintf(who, sizeof who, "%.40s %lld %.60s", key, (long long)at,
             ask->client ? address_name(ask->client) : "");
    code_hash(json_string_value(json_object_get(ask->message, "code")), hash);
    return wanted && env_now(&ask->server->env) - at <= 1000 * (int64_t)LIMIT_CODE_SECONDS &&
           throttle_take(ask->server, "reset", who, LIMIT_CODE_TRIES, LIMIT_CODE_SECONDS) &&
           strlen(wanted) == strlen(hash) && sodium_memcmp(wanted, hash, strlen(hash)) == 0;
}

static void reset_account(struct store_read *read)
{
    struct ask *ask = read->context;
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *person = json_string_value(json_object_get(account, "person"));
    const char *meant = json_string_value(json_object_get(ask->message, "person"));
    if (person && meant && strcmp(person, meant) == 0)
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, person, reset_owner, ask));
    else
        ask_fail(ask, read->status == STORE_OK ? FAIL_BAD_RESET : FAIL_STORAGE);
    json_decref(account);
}

/* `person` of the message becomes the person whom the code was sent to, `key` the login as a key. */
static void reset_code(struct store_read *read)
{
    struct ask *ask = read->context;
    json_t *reset = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    bool fits = reset && code_fits(ask, read->key, reset);
    if (fits) {
        json_object_set(ask->message, "person", json_object_get(reset, "person"));
        json_object_set_new(ask->message, "key", json_string(read->key));
    }
    json_decref(reset);
    if (fits)
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, read->key, reset_account, ask));
    else
        ask_fail(ask, read->status == STORE_OK ? FAIL_BAD_RESET : FAIL_STORAGE);
}

void op_reset(struct ask *ask)
{
    const char *login, *code, *password;
    char key[NAME_SIZE];
    if (!ask_string(ask, "login", LIMIT_NAME_BYTES, &login) ||
        !ask_string(ask, "code", RESET_LETTERS, &code) ||
        !ask_string(ask, "password", PASSWORD_MAX, &password) || !password_good(ask, password))
        return;
    along_clear(ask);
    if (!login_key(login, key))
        ask_fail(ask, FAIL_BAD_RESET);
    else if (account_try(ask))
        store_read(ask->server->store, store_read_create(STORE_READ_DOC, SPACE_RESET, key, reset_code, ask));
}
