/*
 * dice.h - two sources of random numbers.
 *
 * Real games draw from ChaCha20 (RFC 8439) by address: the same key, stream and index give the same number on
 * every machine and in any order, and no player can compute the next number from earlier ones. Simulation and
 * search use xoshiro256**, ten times as fast, passed as an argument. Neither is ever part of a state.
 */
#ifndef LAN_DICE_H
#define LAN_DICE_H

#include <stdint.h>

struct lan_dice {
    uint8_t key[32];
};

/* One ChaCha20 block: 64 bytes for a key, a counter and a nonce, as in RFC 8439 section 2.3. */
void lan_chacha_block(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12], uint8_t out[64]);

/* A uniform number below `bound` (at least 1) at address (stream, index). */
uint64_t lan_dice_below(const struct lan_dice *dice, uint8_t stream, uint32_t index, uint64_t bound);

struct lan_rng {
    uint64_t word[4];
};

/* Any seed will do; equal seeds give equal sequences. */
void lan_rng_init(struct lan_rng *rng, uint64_t seed);

static inline uint64_t lan_rng_rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* xoshiro256**; inline because simulations spend much of their time in it. */
static inline uint64_t lan_rng_next(struct lan_rng *rng)
{
    uint64_t *s = rng->word;
    uint64_t result = lan_rng_rotate(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = lan_rng_rotate(s[3], 45);
    return result;
}

/* A uniform number below `bound` (at least 1): multiply and shift, redrawn in the rare biased range. */
static inline uint32_t lan_rng_below(struct lan_rng *rng, uint32_t bound)
{
    uint64_t product = (lan_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t uneven = (0u - bound) % bound;
        while ((uint32_t)product < uneven)
            product = (lan_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
