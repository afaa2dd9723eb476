#include "log_chain.h"

/*
 * These functions of libcrypto use the processor's instructions for SHA-256, want no memory and keep nothing,
 * and are called "deprecated" only because those that follow them can be given other providers.
 */
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/sha.h>
#include <string.h>

static void hash_add(SHA256_CTX *hash, const void *bytes, size_t size)
{
    if (size)
        SHA256_Update(hash, bytes, size);
}

static void hash_end(SHA256_CTX *hash, uint8_t sum[STORE_SUM_BYTES])
{
    uint8_t whole[SHA256_DIGEST_LENGTH];
    SHA256_Final(whole, hash);
    memcpy(sum, whole, STORE_SUM_BYTES);
}

void store_head_start(struct store_head *head, const char *log)
{
    static const char about[] = "lanterne log ";
    SHA256_CTX hash;
    head->number = 0;
    SHA256_Init(&hash);
    hash_add(&hash, about, sizeof about - 1);
    hash_add(&hash, log, strlen(log));
    hash_end(&hash, head->sum);
}

void store_head_add(struct store_head *head, const void *bytes, size_t size)
{
    SHA256_CTX hash;
    uint8_t number[8];
    head->number++;
    for (int i = 0; i < 8; i++)
        number[i] = (uint8_t)(head->number >> (56 - 8 * i));
    SHA256_Init(&hash);
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
    SHA256_CTX hash;
    SHA256_Init(&hash);
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
