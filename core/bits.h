/*
 * bits.h - the n-th member of a set that is a mask of bits, without a branch: in random play n is random, and
 * a loop that runs n times would be predicted wrongly nearly every time.
 * Also which of eight bytes have a value, all at once.
 */
#ifndef LAN_BITS_H
#define LAN_BITS_H

#include <stdint.h>
#include <string.h>

/* By a mask of 8 bits: the positions of its bits, ascending, four bits for each. */
extern const uint32_t lan_bits_at[256];

/* The position of bit number `n` of a mask, counted from 0 and from the lowest; the mask must have it. */
static inline int lan_bit_at8(unsigned mask, uint32_t n)
{
    return (int)(lan_bits_at[mask] >> 4 * n & 15);
}

/* For a mask of at most twice `half` bits: halves are left out until 8 bits remain. */
static inline int lan_bit_in_halves(uint64_t mask, uint32_t n, uint32_t half)
{
    uint32_t at = 0;
    for (; half >= 8; half /= 2) {
        uint32_t low = (uint32_t)__builtin_popcountll(mask >> at & ((UINT64_C(1) << half) - 1));
        uint32_t above = 0u - (uint32_t)(n >= low);
        n -= low & above;
        at += half & above;
    }
    return (int)at + lan_bit_at8((unsigned)(mask >> at & 0xff), n);
}

static inline int lan_bit_at16(unsigned mask, uint32_t n)
{
    return lan_bit_in_halves(mask, n, 8);
}

/* Eight bytes as one word, the first lowest: everything here runs on little-endian machines. */
static inline uint64_t lan_bytes8(const uint8_t bytes[8])
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

#define LAN_BYTES_LOW (UINT64_C(0x0101010101010101)) /* the lowest bit of each of eight bytes */

/* The mask of eight bytes, each below 128, that are not 0: bit n is that of byte n. */
static inline uint8_t lan_bytes_set(uint64_t word)
{
    uint64_t set = (word + 0x7f * LAN_BYTES_LOW) >> 7 & LAN_BYTES_LOW;
    return (uint8_t)(set * UINT64_C(0x0102040810204080) >> 56); /* gathers one bit of each byte */
}

/* In eight bytes that are each below 128, 0 for those that have this value. */
static inline uint64_t lan_bytes_differ(uint64_t word, unsigned value)
{
    return word ^ value * LAN_BYTES_LOW;
}

static inline int lan_bit_at32(uint32_t mask, uint32_t n)
{
    return lan_bit_in_halves(mask, n, 16);
}

static inline int lan_bit_at64(uint64_t mask, uint32_t n)
{
    return lan_bit_in_halves(mask, n, 32);
}

#endif
