#include "dice.h"

#include <string.h>

#include "lan.h"

static uint32_t rotate32(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b;
    *d = rotate32(*d ^ *a, 16);
    *c += *d;
    *b = rotate32(*b ^ *c, 12);
    *a += *b;
    *d = rotate32(*d ^ *a, 8);
    *c += *d;
    *b = rotate32(*b ^ *c, 7);
}

static uint32_t load32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store32(uint8_t *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
}

void lan_chacha_block(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12], uint8_t out[64])
{
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    uint32_t x[16];
    for (int i = 0; i < 8; i++)
        start[4 + i] = load32(key + 4 * i);
    start[12] = counter;
    for (int i = 0; i < 3; i++)
        start[13 + i] = load32(nonce + 4 * i);
    memcpy(x, start, sizeof x);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 4; i++)
            quarter_round(&x[i], &x[4 + i], &x[8 + i], &x[12 + i]);
        for (int i = 0; i < 4; i++)
            quarter_round(&x[i], &x[4 + (i + 1) % 4], &x[8 + (i + 2) % 4], &x[12 + (i + 3) % 4]);
    }
    for (int i = 0; i < 16; i++)
        store32(out + 4 * i, x[i] + start[i]);
}

enum { ATTEMPTS_MAX = 32 };

uint64_t lan_dice_below(const struct lan_dice *dice, uint8_t stream, uint32_t index, uint64_t bound)
{
    /* Of the 2^64 words the lowest 2^64 mod bound are skipped, so that every remainder is equally likely. */
    uint64_t skipped = (0 - bound) % bound;
    uint8_t nonce[12] = {stream};
    uint8_t block[64];
    for (uint32_t attempt = 0;; attempt++) {
        /* Less than every other word is skipped, and a block has eight: no key comes to so many. */
        lan_assert(attempt < ATTEMPTS_MAX);
        store32(nonce + 8, attempt);
        lan_chacha_block(dice->key, index, nonce, block);
        for (int i = 0; i < 64; i += 8) {
            uint64_t word = load32(block + i) | (uint64_t)load32(block + i + 4) << 32;
            if (word >= skipped)
                return word % bound;
        }
    }
}

void lan_rng_init(struct lan_rng *rng, uint64_t seed)
{
    /* splitmix64 spreads any seed, 0 included, over the four words. */
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        rng->word[i] = z ^ z >> 31;
    }
}
