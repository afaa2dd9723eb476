#include "store_key.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "loop.h"
#include "seal.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum { HASH_BYTES = 32, SECRETS_TRIED = 100 };

/* What the store says about the key that seals it. */
struct sealed {
    struct server *server;
    bool answered, failed;
    bool known; /* there is a hash of it, and here it is */
    uint8_t hash[HASH_BYTES];
    size_t secrets, opened; /* some of the secrets, and those of them that our key opens */
};

static void answer_wait(struct sealed *sealed)
{
    while (!sealed->answered) {
        loop_sleep(sealed->server->loop, 1);
        store_poll(sealed->server->store);
    }
    sealed->answered = false;
}

static void hash_read(struct store_read *read)
{
    struct sealed *sealed = read->context;
    sealed->answered = true;
    sealed->failed |= read->status != STORE_OK;
    sealed->known = read->count == 1 && read->rows[0].size == HASH_BYTES;
    if (sealed->known)
        memcpy(sealed->hash, read->rows[0].bytes, HASH_BYTES);
}

static void hash_ask(struct sealed *sealed)
{
    store_read(sealed->server->store,
               store_read_create(STORE_READ_DOC, SPACE_SERVER, "seal", hash_read, sealed));
    answer_wait(sealed);
}

static void secrets_read(struct store_read *read)
{
    struct sealed *sealed = read->context;
    uint8_t secret[FAIR_BYTES];
    sealed->answered = true;
    sealed->failed |= read->status != STORE_OK;
    sealed->secrets = read->count;
    sealed->opened = 0;
    for (size_t i = 0; i < read->count; i++)
        sealed->opened += unseal(sealed->server->seal_key, read->rows[i].bytes, read->rows[i].size, secret);
    sodium_memzero(secret, sizeof secret);
}

static void secrets_ask(struct sealed *sealed)
{
    struct store_read *read = store_read_create(STORE_READ_SECRETS, "", "", secrets_read, sealed);
    read->limit = SECRETS_TRIED;
    store_read(sealed->server->store, read);
    answer_wait(sealed);
}

static void hash_stored(struct store_batch *batch)
{
    struct sealed *sealed = batch->context;
    sealed->answered = true;
}

/* Stores the hash of our key; `anew` in place of that of another one. */
static void hash_store(struct sealed *sealed, const uint8_t hash[HASH_BYTES], bool anew)
{
    struct store_batch *batch = store_batch_create(hash_stored, sealed);
    store_batch_put(batch, anew ? STORE_PUT : STORE_PUT_NEW, SPACE_SERVER, "seal", hash, HASH_BYTES);
    store_submit(sealed->server->store, batch);
    answer_wait(sealed);
}

static bool refuse(const char *path, const char *why)
{
    fprintf(stderr, "lanterne serve: %s %s\n", path, why);
    return false;
}

/* Whether our key is the store's. One that has no hash yet was used by an earlier version alone. */
static bool key_fits(struct sealed *sealed, const char *path, bool made)
{
    static const unsigned char about[] = "lanterne: which key seals this store";
    struct server *server = sealed->server;
    uint8_t ours[HASH_BYTES];
    crypto_generichash(ours, sizeof ours, about, sizeof about - 1, server->seal_key, sizeof server->seal_key);
    if (!sealed->known && !made) {
        secrets_ask(sealed);
        if (sealed->secrets && !sealed->opened && !sealed->failed)
            return refuse(path, "is not the key with which this store was sealed; put that one back");
    }
    hash_store(sealed, ours, made && (server->config.new_key || !server->store->shared));
    /* The read follows the write, which it must see: another node may have stored its own first. */
    hash_ask(sealed);
    if (sealed->failed)
        return refuse("the store", "could not be read for the key that seals it");
    if (sealed->known && sodium_memcmp(sealed->hash, ours, sizeof ours) == 0)
        return true;
    return refuse(path, server->store->shared
                            ? "is not that of the nodes which use this database; copy theirs"
                            : "is not the key with which this store was sealed; put that one back");
}

bool store_key_open(struct server *server)
{
    char path[512], error[STORE_ERROR_MAX];
    struct sealed sealed = {.server = server};
    snprintf(path, sizeof path, "%s/secret.key", server->config.data);
    bool made = access(path, F_OK) != 0;
    hash_ask(&sealed);
    if (made)
        secrets_ask(&sealed);
    /* Other nodes may be about to seal something with the key whose hash is known. */
    bool needed = sealed.secrets || (sealed.known && server->store->shared);
    if (made && needed && !server->config.new_key)
        return refuse(path,
                      "is missing, and the store has games whose dice are sealed with it. Put a copy of it "
                      "back; if there is none, start once with --new-key: games that have begun "
                      "cannot go on then");
    if (!seal_key_open(path, server->seal_key, error, sizeof error)) {
        fprintf(stderr, "lanterne serve: %s\n", error);
        return false;
    }
    return key_fits(&sealed, path, made);
}
