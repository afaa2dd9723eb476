#include "bits.h"

/* Adds bit i of mask m below the positions p that were found above it. */
#define BIT(m, i)    ((uint32_t)(m) >> (i)&1)
#define ADD(p, m, i) ((p) << 4 * BIT(m, i) | BIT(m, i) * (i))
#define AT(m) \
    ADD(ADD(ADD(ADD(ADD(ADD(ADD(ADD(0u, m, 7u), m, 6u), m, 5u), m, 4u), m, 3u), m, 2u), m, 1u), m, 0u)
#define AT4(m)  AT(m), AT((m) + 1), AT((m) + 2), AT((m) + 3)
#define AT16(m) AT4(m), AT4((m) + 4), AT4((m) + 8), AT4((m) + 12)
#define AT64(m) AT16(m), AT16((m) + 16), AT16((m) + 32), AT16((m) + 48)

const uint32_t lan_bits_at[256] = {AT64(0), AT64(64), AT64(128), AT64(192)};
