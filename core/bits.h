/*
 * bits.h - the n-th member of a set that is a mask of bits, without a branch: in random play n is random, and
 * a loop that runs n times would be predicted wrongly nearly every time.
 */
#ifndef LAN_BITS_H
#define LAN_BITS_H

#include <stdint.h>

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

static inline int lan_bit_at32(uint32_t mask, uint32_t n)
{
    return lan_bit_in_halves(mask, n, 16);
}

static inline int lan_bit_at64(uint64_t mask, uint32_t n)
{
    return lan_bit_in_halves(mask, n, 32);
}

#endif
