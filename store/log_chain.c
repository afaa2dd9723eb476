#include "log_chain.h"

#include <sodium.h>
#include <string.h>

static void hash_add(crypto_hash_sha256_state *hash, const void *bytes, size_t size)
{
    if (size)
        crypto_hash_sha256_update(hash, bytes, size);
}

static void hash_end(crypto_hash_sha256_state *hash, uint8_t sum[STORE_SUM_BYTES])
{
    uint8_t whole[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_final(hash, whole);
    memcpy(sum, whole, STORE_SUM_BYTES);
}

void store_head_start(struct store_head *head, const char *log)
{
    static const char about[] = "lanterne log ";
    crypto_hash_sha256_state hash;
    head->number = 0;
    crypto_hash_sha256_init(&hash);
    hash_add(&hash, about, sizeof about - 1);
    hash_add(&hash, log, strlen(log));
    hash_end(&hash, head->sum);
}

void store_head_add(struct store_head *head, const void *bytes, size_t size)
{
    crypto_hash_sha256_state hash;
    uint8_t number[8];
    head->number++;
    for (int i = 0; i < 8; i++)
        number[i] = (uint8_t)(head->number >> (56 - 8 * i));
    crypto_hash_sha256_init(&hash);
    hash_add(&hash, head->sum, sizeof head->sum);
    hash_add(&hash, number, sizeof number);
    hash_add(&hash, bytes, size);
    hash_end(&hash, head->sum);
}

bool store_head_same(const struct store_head *a, const struct store_head *b)
{
    return a->number == b->number && memcmp(a->sum, b->sum, sizeof a->sum) == 0;
}

void store_document_sum(const char *space, const char *key, const void *bytes, size_t size,
                        uint8_t sum[STORE_SUM_BYTES])
{
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    /* With the 0 byte that ends each name. */
    hash_add(&hash, space, strlen(space) + 1);
    hash_add(&hash, key, strlen(key) + 1);
    hash_add(&hash, bytes, size);
    hash_end(&hash, sum);
}

bool store_head_other(const struct store_head *now, const struct store_head *before)
{
    if (!before->number)
        return false;
    return now->number < before->number || (now->number == before->number && !store_head_same(now, before));
}
