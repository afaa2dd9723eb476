#include "passkey_login.h"

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
#include "env.h"
#include "limit.h"
#include "log.h"
#include "passkey_part.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"

/*
 * The passkey as it is stored when it has signed in, and its key, kept in the message from the check of the
 * signature on. op_passkey_login takes out what a client put there.
 */
static const char used_passkey[] = "used-passkey", used_key[] = "used-key";

void op_passkey_ask(struct ask *ask)
{
    struct passkey_page page;
    struct buf out = {0};
    if (!passkey_page_read(ask, &page))
        return;
    if (!throttle_take(ask->server, "passkey-ask", address_name(ask->client), LIMIT_PASSKEY_ASKS_PER_MINUTE,
                       60)) {
        ask_fail(ask, FAIL_PASSKEYS_TOO_FAST);
        return;
    }
    ask_begin(ask, &out);
    passkey_challenge_send(ask, &page, PASSKEY_SIGNS_IN, NULL, &out);
    ask_send(ask, &out);
}

/* ---- The answer of an authenticator -------------------------------------------------------------------- */

/* A sign-in whose passkey is being looked for. */
struct signing {
    struct ask *ask;
    struct passkey_page page;
    struct passkey_blob credential, client, data, signature, user;
    struct passkey_names names;
    uint32_t count;
};

static void signing_free(struct signing *signing)
{
    passkey_blob_free(&signing->credential);
    passkey_blob_free(&signing->client);
    passkey_blob_free(&signing->data);
    passkey_blob_free(&signing->signature);
    passkey_blob_free(&signing->user);
    free(signing);
}

static void signing_fail(struct signing *signing, enum fail fail)
{
    ask_fail(signing->ask, fail);
    signing_free(signing);
}

/* Whether the person is still there, and its password the one under which the passkey was added. */
static void account_read(struct store_read *read)
{
    struct ask *ask = read->context;
    if (read->status != STORE_OK)
        ask_fail(ask, FAIL_STORAGE);
    else if (passkey_login_counts(ask, read))
        login_enter(ask);
    else
        ask_fail(ask, FAIL_WRONG_PASSKEY);
}

static void person_entered(struct ask *ask)
{
    char key[NAME_SIZE];
    if (login_key(ask->person->login, key))
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, account_read, ask));
    else
        ask_fail(ask, FAIL_WRONG_PASSKEY);
}

static void person_read(struct store_read *read)
{
    account_enter(read, person_entered);
}

/* The document's user is the one that the authenticator names, and its key made the signature. */
static bool signature_good(const struct signing *signing, const json_t *passkey)
{
    struct passkey_blob key = {0}, user = {0};
    const char *site = json_string_value(json_object_get(passkey, "site"));
    const struct passkey_signed by = {
        .data = signing->data.bytes,
        .data_size = signing->data.size,
        .client = signing->client.bytes,
        .client_size = signing->client.size,
        .signature = signing->signature.bytes,
        .signature_size = signing->signature.size,
    };
    bool good = site && strcmp(site, signing->page.site) == 0 &&
                passkey_blob_read(json_object_get(passkey, "key"), LIMIT_PASSKEY_KEY_BYTES, &key) &&
                passkey_blob_read(json_object_get(passkey, "user"), PASSKEY_USER, &user) &&
                user.size == signing->user.size &&
                sodium_memcmp(user.bytes, signing->user.bytes, user.size) == 0 &&
                passkey_signature_check(key.bytes, key.size, &by) == PASSKEY_GOOD;
    passkey_blob_free(&key);
    passkey_blob_free(&user);
    return good;
}

static void passkey_read(struct store_read *read)
{
    struct signing *signing = read->context;
    struct ask *ask = signing->ask;
    json_t *passkey = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    json_int_t before = json_integer_value(json_object_get(passkey, "count"));
    char person[ID_PERSON + 1];
    snprintf(person, sizeof person, "%.*s", ID_PERSON, read->key);
    if (read->status != STORE_OK) {
        signing_fail(signing, FAIL_STORAGE);
    } else if (!passkey || !signature_good(signing, passkey)) {
        signing_fail(signing, FAIL_WRONG_PASSKEY);
    } else if (!passkey_count_good((uint32_t)before, signing->count)) {
        log_line(ask->server, "passkey-copied", "\"person\":\"%s\",\"count\":%lld,\"stored\":%lld", person,
                 (long long)signing->count, (long long)before);
        signing_fail(signing, FAIL_PASSKEY_COPIED);
    } else {
        json_object_set_new(passkey, "count", json_integer(signing->count));
        json_object_set_new(passkey, "used", json_integer(env_now(&ask->server->env)));
        json_object_set(ask->message, used_passkey, passkey);
        json_object_set_new(ask->message, used_key, json_string(read->key));
        signing_free(signing);
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, person, person_read, ask));
    }
    json_decref(passkey);
}

static void credential_read(struct store_read *read)
{
    struct signing *signing = read->context;
    json_t *owner = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *person = json_string_value(json_object_get(owner, "person"));
    if (person && strlen(person) == ID_PERSON) {
        passkey_names_write(person, signing->credential.bytes, signing->credential.size, &signing->names);
        store_read(signing->ask->server->store, store_read_create(STORE_READ_DOC, SPACE_PASSKEY,
                                                                  signing->names.key, passkey_read, signing));
    } else {
        signing_fail(signing, read->status == STORE_OK ? FAIL_WRONG_PASSKEY : FAIL_STORAGE);
    }
    json_decref(owner);
}

static bool fields_read(struct signing *signing)
{
    struct ask *ask = signing->ask;
    return passkey_blob_ask(ask, "credential", LIMIT_PASSKEY_ID_BYTES, &signing->credential) &&
           passkey_blob_ask(ask, "client", LIMIT_PASSKEY_CLIENT_BYTES, &signing->client) &&
           passkey_blob_ask(ask, "data", LIMIT_PASSKEY_DATA_BYTES, &signing->data) &&
           passkey_blob_ask(ask, "signature", LIMIT_PASSKEY_SIGNATURE_BYTES, &signing->signature) &&
           passkey_blob_ask(ask, "user", PASSKEY_USER, &signing->user) && account_try(ask);
}

void op_passkey_login(struct ask *ask)
{
    struct passkey_terms terms;
    struct passkey_data data;
    struct passkey_page page;
    bool late;
    along_clear(ask);
    json_object_del(ask->message, used_passkey);
    json_object_del(ask->message, used_key);
    if (!passkey_page_read(ask, &page))
        return;
    struct signing *signing = mem_zero(sizeof *signing);
    signing->ask = ask;
    signing->page = page;
    if (!fields_read(signing)) {
        signing_free(signing);
        return;
    }
    enum passkey_wrong wrong =
        passkey_client_check(ask, &page, PASSKEY_SIGNS_IN, &signing->client, &terms, &late);
    if (wrong == PASSKEY_GOOD && !late)
        wrong = passkey_data_read(signing->data.bytes, signing->data.size, page.site, &data);
    if (wrong != PASSKEY_GOOD || late) {
        signing_fail(signing, late                          ? FAIL_PASSKEY_LATE
                              : wrong == PASSKEY_UNVERIFIED ? FAIL_PASSKEY_UNVERIFIED
                                                            : FAIL_WRONG_PASSKEY);
        return;
    }
    signing->count = data.count;
    passkey_names_write("", signing->credential.bytes, signing->credential.size, &signing->names);
    store_read(ask->server->store, store_read_create(STORE_READ_DOC, SPACE_CREDENTIAL, signing->names.hash,
                                                     credential_read, signing));
}

bool passkey_login_counts(const struct ask *ask, const struct store_read *account)
{
    return passkey_counts(ask->server, json_object_get(ask->message, used_passkey),
                          account->count ? account->rows[0].bytes : NULL);
}

void passkey_login_put(const struct ask *ask, struct store_batch *batch)
{
    char session[STORE_NAME_MAX];
    const char *key = json_string_value(json_object_get(ask->message, used_key));
    if (ask->op->run != op_passkey_login || !key)
        return;
    snprintf(session, sizeof session, "%s/%s", ask->client->person ? ask->client->person->id : "",
             ask->client->token);
    store_batch_require(batch, SPACE_SESSION, session);
    store_batch_require(batch, SPACE_CREDENTIAL, key + ID_PERSON + 1);
    passkey_doc_put(batch, key, json_object_get(ask->message, used_passkey));
}
