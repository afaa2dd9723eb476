#include "passkey_part.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "http.h"
#include "limit.h"
#include "space.h"
#include "throttle.h"

/* ---- Pages and challenges ------------------------------------------------------------------------------ */

bool passkey_page_read(struct ask *ask, struct passkey_page *page)
{
    const struct http_request *request = ask->client ? http_waiting(ask->client->conn) : NULL;
    const char *origin = request ? request->field[HTTP_FIELD_ORIGIN] : "";
    if (passkey_site(origin, page->site)) {
        snprintf(page->origin, sizeof page->origin, "%s", origin);
        return true;
    }
    ask_fail(ask, FAIL_PASSKEY_NO_NAME);
    return false;
}

static struct passkey_bond bond_make(const struct ask *ask, const struct passkey_page *page,
                                     enum passkey_purpose purpose)
{
    return (struct passkey_bond){ask->server->seal_key, purpose, ask->client ? ask->client->token : "",
                                 page->site};
}

void passkey_challenge_send(struct ask *ask, const struct passkey_page *page, enum passkey_purpose purpose,
                            const uint8_t mark[PASSKEY_MARK], struct buf *out)
{
    struct passkey_terms terms = {.until =
                                      env_now(&ask->server->env) + 1000 * (int64_t)LIMIT_PASSKEY_SECONDS};
    uint8_t challenge[PASSKEY_CHALLENGE];
    const struct passkey_bond bond = bond_make(ask, page, purpose);
    env_random(&ask->server->env, terms.random, sizeof terms.random);
    if (mark)
        memcpy(terms.mark, mark, sizeof terms.mark);
    passkey_challenge_write(&bond, &terms, challenge);
    passkey_blob_write(out, "challenge", challenge, sizeof challenge);
    js_string(out, "site", page->site);
}

enum passkey_wrong passkey_client_check(const struct ask *ask, const struct passkey_page *page,
                                        enum passkey_purpose purpose, const struct passkey_blob *client,
                                        struct passkey_terms *terms, bool *late)
{
    uint8_t challenge[PASSKEY_RAW_MAX];
    char once[2 * PASSKEY_RANDOM + 1];
    size_t size = 0;
    const struct passkey_bond bond = bond_make(ask, page, purpose);
    enum passkey_wrong wrong = passkey_client_read(
        client->bytes, client->size, purpose == PASSKEY_REGISTERS ? "webauthn.create" : "webauthn.get",
        page->origin, challenge, &size);
    *late = false;
    if (wrong != PASSKEY_GOOD)
        return wrong;
    bool good =
        *bond.session && passkey_challenge_read(&bond, challenge, size, env_now(&ask->server->env), terms);
    hex_write(terms->random, sizeof terms->random, once);
    *late = !good || !throttle_take(ask->server, "passkey-challenge", once, 1, LIMIT_PASSKEY_SECONDS);
    return PASSKEY_GOOD;
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

bool passkey_blob_read(const json_t *text, size_t max, struct passkey_blob *blob)
{
    size_t length = json_string_length(text);
    *blob = (struct passkey_blob){0};
    if (!json_is_string(text) || length > sodium_base64_encoded_len(max, sodium_base64_VARIANT_URLSAFE))
        return false;
    blob->bytes = mem_zero(max + 1);
    if (sodium_base642bin(blob->bytes, max, json_string_value(text), length, NULL, &blob->size, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0)
        return true;
    passkey_blob_free(blob);
    return false;
}

bool passkey_blob_ask(struct ask *ask, const char *key, size_t max, struct passkey_blob *blob)
{
    if (passkey_blob_read(json_object_get(ask->message, key), max, blob))
        return true;
    ask_fail_about(ask, FAIL_BAD_FIELD, "The browser's answer about the passkey cannot be read.",
                   "La réponse du navigateur sur la clé d'accès est illisible.", key);
    return false;
}

void passkey_blob_write(struct buf *out, const char *key, const void *bytes, size_t size)
{
    size_t room = sodium_base64_encoded_len(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    char *text = mem_alloc(room);
    sodium_bin2base64(text, room, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    js_string(out, key, text);
    free(text);
}

void passkey_blob_free(struct passkey_blob *blob)
{
    free(blob->bytes);
    *blob = (struct passkey_blob){0};
}

/* ---- Documents ----------------------------------------------------------------------------------------- */

void passkey_names_write(const char *person, const uint8_t *credential, size_t size,
                         struct passkey_names *names)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, credential, size);
    hex_write(hash, sizeof hash, names->hash);
    snprintf(names->key, sizeof names->key, "%.*s/%s", ID_PERSON, person, names->hash);
}

void passkey_delete(struct store_batch *batch, const char *key)
{
    store_batch_delete(batch, SPACE_PASSKEY, key);
    store_batch_delete(batch, SPACE_CREDENTIAL, key + ID_PERSON + 1);
}

bool passkey_counts(const struct server *server, const json_t *passkey, const char *account)
{
    json_t *document = account ? json_loads(account, 0, NULL) : NULL;
    const char *hash = json_string_value(json_object_get(document, "hash"));
    uint8_t mark[PASSKEY_MARK];
    struct passkey_blob stored;
    bool counts = false;
    if (hash && passkey_blob_read(json_object_get(passkey, "mark"), PASSKEY_MARK, &stored)) {
        passkey_mark_write(server->seal_key, hash, mark);
        counts = stored.size == PASSKEY_MARK && sodium_memcmp(stored.bytes, mark, PASSKEY_MARK) == 0;
        passkey_blob_free(&stored);
    }
    json_decref(document);
    return counts;
}

void passkey_doc_put(struct store_batch *batch, const char *key, const json_t *passkey)
{
    char *text = json_dumps(passkey, JSON_COMPACT);
    lan_assert(text);
    store_batch_put(batch, STORE_PUT, SPACE_PASSKEY, key, text, strlen(text));
    free(text);
}
