/*
 * password_hash.c - passwords hashed and verified in worker threads (account_inside.h).
 *
 * A password that fits is compared with the account once more when it comes out of the queue, where it may
 * have waited for half a minute: a new password, or the end of the account, ends all that was asked for with
 * the old one.
 */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account_inside.h"
#include "address.h"
#include "ask.h"
#include "client.h"
#include "limit.h"
#include "person.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "throttle.h"
#include "work.h"

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

bool account_hash_is(const struct store_read *read, const char *hash)
{
    json_t *account = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *stored = json_string_value(json_object_get(account, "hash"));
    bool is = stored && strcmp(stored, hash) == 0;
    json_decref(account);
    return is;
}

/* The account as it is now. */
static void account_read(struct store_read *read)
{
    struct hashing *hashing = read->context;
    hashing->good = account_hash_is(read, hashing->hash);
    if (read->status == STORE_OK)
        hashing->then(hashing);
    else
        ask_fail(hashing->ask, FAIL_STORAGE);
    free(hashing);
}

static void hash_done(void *context)
{
    struct hashing *hashing = context;
    if (hashing->what && (hashing->good || hashing->failed))
        throttle_passed(hashing->ask->server, hashing->what, hashing->who);
    if (hashing->check && hashing->good && !hashing->failed) {
        store_read(hashing->ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_ACCOUNT, hashing->account, account_read, hashing));
        return;
    }
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

static struct hashing *hashing_start(struct ask *ask, const char *password,
                                     void (*then)(struct hashing *hashing))
{
    struct hashing *hashing = mem_zero(sizeof *hashing);
    hashing->ask = ask;
    hashing->then = then;
    snprintf(hashing->password, sizeof hashing->password, "%s", password);
    return hashing;
}

static void hashing_queue(struct hashing *hashing, const char *person)
{
    struct ask *ask = hashing->ask;
    const char *owner = ask->client ? address_name(ask->client) : person;
    work_on_drop(work_start(ask->server, WORK_LOGIN, owner, hash_work, hash_done, hashing), hash_drop);
}

void hash_start(struct ask *ask, const char *password, void (*then)(struct hashing *hashing))
{
    hashing_queue(hashing_start(ask, password, then), ask->person->id);
}

/*
 * The password of logins that do not exist, so that its timing does not reveal whether the account exists:
 * the hash of random bytes that were thrown away, with the parameters of all others.
 */
static const char unknown_hash[] =
    "$argon2id$v=19$m=65536,t=2,p=1$2PFJOt3GkP/s6qhEFsjInQ$Oz6A1NmkBBRWEpQV9joZX5wrbJVi/9XxxiYS68+Aj8Q";

bool password_verify(struct ask *ask, const char *password, const struct store_read *account,
                     const char *what, const char *who, void (*then)(struct hashing *hashing))
{
    static const struct throttle_rule rule = {LIMIT_PASSWORDS_PER_ACCOUNT, LIMIT_ACCOUNT_WAIT_SECONDS};
    if (!throttle_admits(ask, what, who, "passwords_per_account"))
        return false;
    json_t *json = account->count ? json_loads(account->rows[0].bytes, 0, NULL) : NULL;
    const char *hash = json_string_value(json_object_get(json, "hash"));
    const char *person = json_string_value(json_object_get(json, "person"));
    throttle_failed(ask->server, what, who, &rule);
    struct hashing *hashing = hashing_start(ask, hash ? password : "", then);
    hashing->check = true;
    hashing->what = what;
    snprintf(hashing->hash, sizeof hashing->hash, "%s", hash ? hash : unknown_hash);
    snprintf(hashing->who, sizeof hashing->who, "%s", who);
    snprintf(hashing->account, sizeof hashing->account, "%.*s", NAME_SIZE - 1, account->key);
    snprintf(hashing->person, sizeof hashing->person, "%s", person ? person : "");
    hashing_queue(hashing, hashing->person);
    json_decref(json);
    return true;
}
