#include "hash.h"

#include <string.h>

static const uint64_t blake2b_start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static const uint8_t blake2b_order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t x, int by)
{
    return x >> by | x << (64 - by);
}

static uint64_t load64(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], 63);
}

static void compress(struct lan_hash *hash, int last)
{
    uint64_t v[16], m[16];
    for (int i = 0; i < 8; i++) {
        v[i] = hash->word[i];
        v[i + 8] = blake2b_start[i];
    }
    v[12] ^= hash->total;
    if (last)
        v[14] = ~v[14];
    for (int i = 0; i < 16; i++)
        m[i] = load64(hash->block + 8 * i);
    for (int round = 0; round < 12; round++) {
        const uint8_t *order = blake2b_order[round % 10];
        for (int i = 0; i < 4; i++)
            mix(v, i, 4 + i, 8 + i, 12 + i, m[order[2 * i]], m[order[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[order[8 + 2 * i]],
                m[order[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++)
        hash->word[i] ^= v[i] ^ v[i + 8];
}

void lan_hash_init(struct lan_hash *hash)
{
    memset(hash, 0, sizeof *hash);
    memcpy(hash->word, blake2b_start, sizeof hash->word);
    hash->word[0] ^= 0x01010000 ^ LAN_HASH_BYTES;
}

void lan_hash_add(struct lan_hash *hash, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    while (count) {
        /* A full block is compressed only when more bytes follow: the last one is treated differently. */
        if (hash->filled == sizeof hash->block) {
            hash->total += hash->filled;
            compress(hash, 0);
            hash->filled = 0;
        }
        size_t take = sizeof hash->block - hash->filled;
        if (take > count)
            take = count;
        memcpy(hash->block + hash->filled, from, take);
        hash->filled += take;
        from += take;
        count -= take;
    }
}

void lan_hash_end(struct lan_hash *hash, uint8_t out[LAN_HASH_BYTES])
{
    hash->total += hash->filled;
    memset(hash->block + hash->filled, 0, sizeof hash->block - hash->filled);
    compress(hash, 1);
    for (int i = 0; i < LAN_HASH_BYTES; i++)
        out[i] = (uint8_t)(hash->word[i / 8] >> (8 * (i % 8)));
}
