#include "passkey.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "limit.h"
#include "passkey_part.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "valid.h"

static void passkeys_read(struct ask *ask, void (*done)(struct store_read *), void *context)
{
    char prefix[ID_PERSON + 2];
    snprintf(prefix, sizeof prefix, "%s/", ask->person->id);
    store_read(ask->server->store, store_read_create(STORE_READ_DOCS, SPACE_PASSKEY, prefix, done, context));
}

/* What a change of documents is answered with. */
static void changed(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_NO_PASSKEY : FAIL_STORAGE);
}

/* ---- A new one, asked for ------------------------------------------------------------------------------ */

/* Somebody who gave their password, and its mark. */
struct asking {
    struct ask *ask;
    uint8_t mark[PASSKEY_MARK];
};

static void new_answer(struct ask *ask, const struct passkey_page *page, const uint8_t mark[PASSKEY_MARK],
                       const struct store_read *read)
{
    struct buf out = {0};
    uint8_t user[PASSKEY_USER];
    passkey_user_write(ask->server->seal_key, ask->person->id, user);
    ask_begin(ask, &out);
    passkey_challenge_send(ask, page, PASSKEY_REGISTERS, mark, &out);
    passkey_blob_write(&out, "user", user, sizeof user);
    js_array(&out, "known");
    for (size_t i = 0; i < read->count; i++) {
        json_t *passkey = json_loads(read->rows[i].bytes, 0, NULL);
        const char *id = json_string_value(json_object_get(passkey, "credential"));
        if (id)
            js_string(&out, NULL, id);
        json_decref(passkey);
    }
    js_end_array(&out);
    ask_send(ask, &out);
}

static void new_listed(struct store_read *read)
{
    struct asking asking = *(struct asking *)read->context;
    struct ask *ask = asking.ask;
    struct passkey_page page;
    free(read->context);
    if (read->status != STORE_OK)
        ask_fail(ask, FAIL_STORAGE);
    else if (read->count >= LIMIT_PASSKEYS_PER_PERSON)
        ask_fail(ask, FAIL_PASSKEYS_PERSON);
    else if (passkey_page_read(ask, &page))
        new_answer(ask, &page, asking.mark, read);
}

static void new_permitted(struct hashing *hashing)
{
    struct ask *ask = hashing->ask;
    if (!hashing->good) {
        ask_fail(ask, FAIL_WRONG_PASSWORD);
        return;
    }
    struct asking *asking = mem_zero(sizeof *asking);
    asking->ask = ask;
    passkey_mark_write(ask->server->seal_key, hashing->hash, asking->mark);
    passkeys_read(ask, new_listed, asking);
}

void op_passkey_new(struct ask *ask)
{
    struct passkey_page page;
    if (passkey_page_read(ask, &page))
        own_password_verify(ask, "password", new_permitted);
}

/* ---- A new one, brought -------------------------------------------------------------------------------- */

static void added(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, batch->status == STORE_CONFLICT ? FAIL_PASSKEY_KNOWN : FAIL_STORAGE);
}

/* What is stored when the person has room for one more. */
struct adding {
    struct ask *ask;
    struct passkey_names names;
    json_t *passkey;
};

static void adding_free(struct adding *adding)
{
    json_decref(adding->passkey);
    free(adding);
}

static void add_listed(struct store_read *read)
{
    struct adding *adding = read->context;
    struct ask *ask = adding->ask;
    char session[STORE_NAME_MAX], owner[64];
    if (read->status != STORE_OK || !ask->client) {
        ask_fail(ask, FAIL_STORAGE);
    } else if (read->count >= LIMIT_PASSKEYS_PER_PERSON) {
        ask_fail(ask, FAIL_PASSKEYS_PERSON);
    } else {
        struct store_batch *batch = store_batch_create(added, ask);
        /* The session may end just now, by a new password for example. */
        snprintf(session, sizeof session, "%s/%s", ask->person->id, ask->client->token);
        snprintf(owner, sizeof owner, "{\"person\":\"%s\"}", ask->person->id);
        store_batch_require(batch, SPACE_SESSION, session);
        store_batch_put(batch, STORE_PUT_NEW, SPACE_CREDENTIAL, adding->names.hash, owner, strlen(owner));
        passkey_doc_put(batch, adding->names.key, adding->passkey);
        store_submit(ask->server->store, batch);
    }
    adding_free(adding);
}

static void field_set(json_t *passkey, const char *key, const void *bytes, size_t size)
{
    struct buf text = {0};
    js_object(&text, NULL);
    passkey_blob_write(&text, key, bytes, size);
    js_end_object(&text);
    json_t *one = json_loadb(text.at, text.length, 0, NULL);
    json_object_update(passkey, one);
    json_decref(one);
    buf_free(&text);
}

static json_t *passkey_make(const struct ask *ask, const struct passkey_page *page, const char *name,
                            const struct passkey_data *data, const uint8_t mark[PASSKEY_MARK])
{
    json_t *passkey = json_object();
    uint8_t user[PASSKEY_USER];
    passkey_user_write(ask->server->seal_key, ask->person->id, user);
    json_object_set_new(passkey, "name", json_string(name));
    json_object_set_new(passkey, "site", json_string(page->site));
    json_object_set_new(passkey, "at", json_integer(env_now(&ask->server->env)));
    json_object_set_new(passkey, "count", json_integer(data->count));
    field_set(passkey, "credential", data->credential, data->credential_size);
    field_set(passkey, "key", data->key, data->key_size);
    field_set(passkey, "user", user, sizeof user);
    field_set(passkey, "mark", mark, PASSKEY_MARK);
    return passkey;
}

static void add_check(struct ask *ask, const char *name, const struct passkey_blob *client,
                      const struct passkey_blob *attestation)
{
    struct passkey_page page;
    struct passkey_terms terms;
    struct passkey_data data;
    bool late;
    if (!passkey_page_read(ask, &page))
        return;
    enum passkey_wrong wrong = passkey_client_check(ask, &page, PASSKEY_REGISTERS, client, &terms, &late);
    if (wrong == PASSKEY_GOOD && !late)
        wrong = passkey_attestation_read(attestation->bytes, attestation->size, page.site, &data);
    if (wrong != PASSKEY_GOOD || late) {
        ask_fail(ask, late                          ? FAIL_PASSKEY_LATE
                      : wrong == PASSKEY_UNVERIFIED ? FAIL_PASSKEY_UNVERIFIED
                                                    : FAIL_PASSKEY_UNUSABLE);
        return;
    }
    struct adding *adding = mem_zero(sizeof *adding);
    adding->ask = ask;
    adding->passkey = passkey_make(ask, &page, name, &data, terms.mark);
    passkey_names_write(ask->person->id, data.credential, data.credential_size, &adding->names);
    passkeys_read(ask, add_listed, adding);
}

void op_passkey_add(struct ask *ask)
{
    struct passkey_blob client = {0}, attestation = {0};
    const char *text;
    char name[NAME_SIZE];
    if (!ask_string(ask, "name", LIMIT_NAME_BYTES, &text))
        return;
    if (!*ask->person->login) {
        ask_fail(ask, FAIL_NO_ACCOUNT);
    } else if (!name_read(text, name)) {
        ask_fail(ask, FAIL_BAD_NAME);
    } else if (passkey_blob_ask(ask, "client", LIMIT_PASSKEY_CLIENT_BYTES, &client) &&
               passkey_blob_ask(ask, "attestation", LIMIT_PASSKEY_ATTESTATION_BYTES, &attestation)) {
        add_check(ask, name, &client, &attestation);
    }
    passkey_blob_free(&client);
    passkey_blob_free(&attestation);
}

/* ---- The list ------------------------------------------------------------------------------------------ */

/* A list under way: the account's document is read first, then its passkeys. */
struct listing {
    struct ask *ask;
    char *account; /* NULL when there is none */
};

static void passkey_write(struct buf *out, const json_t *passkey)
{
    const char *name = json_string_value(json_object_get(passkey, "name"));
    const char *site = json_string_value(json_object_get(passkey, "site"));
    const char *id = json_string_value(json_object_get(passkey, "credential"));
    json_int_t used = json_integer_value(json_object_get(passkey, "used"));
    js_object(out, NULL);
    js_string(out, "passkey", id ? id : "");
    js_string(out, "name", name ? name : "");
    js_string(out, "site", site ? site : "");
    js_int(out, "since", json_integer_value(json_object_get(passkey, "at")));
    if (used)
        js_int(out, "used", used);
    js_end_object(out);
}

static void listed(struct store_read *read)
{
    struct listing *listing = read->context;
    struct ask *ask = listing->ask;
    struct buf out = {0};
    struct store_batch *ended = store_batch_create(NULL, NULL);
    ask_begin(ask, &out);
    js_array(&out, "passkeys");
    for (size_t i = 0; i < read->count; i++) {
        json_t *passkey = json_loads(read->rows[i].bytes, 0, NULL);
        if (passkey_counts(ask->server, passkey, listing->account))
            passkey_write(&out, passkey);
        else
            passkey_delete(ended, read->rows[i].key);
        json_decref(passkey);
    }
    js_end_array(&out);
    if (ended->count)
        store_submit(ask->server->store, ended);
    else
        store_batch_destroy(ended);
    free(listing->account);
    free(listing);
    if (read->status == STORE_OK) {
        ask_send(ask, &out);
    } else {
        buf_free(&out);
        ask_fail(ask, FAIL_STORAGE);
    }
}

static void list_account(struct store_read *read)
{
    struct ask *ask = read->context;
    if (read->status != STORE_OK || !read->count) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    struct listing *listing = mem_zero(sizeof *listing);
    *listing = (struct listing){ask, mem_string(read->rows[0].bytes)};
    passkeys_read(ask, listed, listing);
}

void op_passkeys(struct ask *ask)
{
    char key[NAME_SIZE];
    if (!*ask->person->login || !login_key(ask->person->login, key))
        ask_fail(ask, FAIL_NO_ACCOUNT);
    else
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, key, list_account, ask));
}

/* ---- One of one's own ---------------------------------------------------------------------------------- */

/* Reads the person's own passkey that the message names. */
static void own_read(struct ask *ask, void (*done)(struct store_read *))
{
    struct passkey_blob id;
    struct passkey_names names;
    if (!passkey_blob_ask(ask, "passkey", LIMIT_PASSKEY_ID_BYTES, &id))
        return;
    passkey_names_write(ask->person->id, id.bytes, id.size, &names);
    passkey_blob_free(&id);
    store_read(ask->server->store, store_read_create(STORE_READ_DOC, SPACE_PASSKEY, names.key, done, ask));
}

static void rename_found(struct store_read *read)
{
    struct ask *ask = read->context;
    char name[NAME_SIZE];
    const char *text = json_string_value(json_object_get(ask->message, "name"));
    json_t *passkey = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    if (!passkey) {
        ask_fail(ask, read->status == STORE_OK ? FAIL_NO_PASSKEY : FAIL_STORAGE);
    } else if (!name_read(text, name)) {
        ask_fail(ask, FAIL_BAD_NAME);
    } else {
        struct store_batch *batch = store_batch_create(changed, ask);
        json_object_set_new(passkey, "name", json_string(name));
        /* It may be removed just now: then there must be no document of it. */
        store_batch_require(batch, SPACE_CREDENTIAL, read->key + ID_PERSON + 1);
        passkey_doc_put(batch, read->key, passkey);
        store_submit(ask->server->store, batch);
    }
    json_decref(passkey);
}

void op_passkey_rename(struct ask *ask)
{
    const char *name;
    if (ask_string(ask, "name", LIMIT_NAME_BYTES, &name))
        own_read(ask, rename_found);
}

static void remove_found(struct store_read *read)
{
    struct ask *ask = read->context;
    if (!read->count) {
        ask_fail(ask, read->status == STORE_OK ? FAIL_NO_PASSKEY : FAIL_STORAGE);
        return;
    }
    struct store_batch *batch = store_batch_create(changed, ask);
    passkey_delete(batch, read->key);
    store_submit(ask->server->store, batch);
}

void op_passkey_remove(struct ask *ask)
{
    own_read(ask, remove_found);
}
