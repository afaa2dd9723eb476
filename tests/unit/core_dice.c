/* Dice and hashes against the vectors of their documents, ranges without bias, and the bits of masks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "bits.h"
#include "dice.h"
#include "hash.h"
#include "setups.h"

static void chacha_is_rfc_8439(void **state)
{
    /* Section 2.3.2. */
    static const uint8_t nonce[12] = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0};
    static const uint8_t expected[64] = {
        0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3, 0x20, 0x71, 0xc4,
        0xc7, 0xd1, 0xf4, 0xc7, 0x33, 0xc0, 0x68, 0x03, 0x04, 0x22, 0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e,
        0xd2, 0x82, 0x64, 0x46, 0x07, 0x9f, 0xaa, 0x09, 0x14, 0xc2, 0xd7, 0x05, 0xd9, 0x8b, 0x02, 0xa2,
        0xb5, 0x12, 0x9c, 0xd1, 0xde, 0x16, 0x4e, 0xb9, 0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e};
    uint8_t key[32], block[64];
    (void)state;
    for (int i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    lan_chacha_block(key, 1, nonce, block);
    assert_memory_equal(block, expected, sizeof block);
}

/* Appendix A.1, first vector: everything zero. */
static void chacha_of_zeros_is_rfc_8439(void **state)
{
    static const uint8_t key[32], nonce[12];
    static const uint8_t expected[16] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90,
                                         0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28};
    uint8_t block[64];
    (void)state;
    lan_chacha_block(key, 0, nonce, block);
    assert_memory_equal(block, expected, sizeof expected);
}

static void chacha_is_libsodiums(void **state)
{
    uint8_t key[32], nonce[12], block[64], other[64];
    struct lan_rng rng;
    (void)state;
    lan_rng_init(&rng, 3);
    for (int round = 0; round < 50; round++) {
        static const uint8_t zeros[64];
        for (size_t i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)lan_rng_next(&rng);
        for (size_t i = 0; i < sizeof nonce; i++)
            nonce[i] = (uint8_t)lan_rng_next(&rng);
        uint32_t counter = (uint32_t)lan_rng_next(&rng);
        lan_chacha_block(key, counter, nonce, block);
        crypto_stream_chacha20_ietf_xor_ic(other, zeros, sizeof zeros, nonce, counter, key);
        assert_memory_equal(block, other, sizeof block);
    }
}

static void hash_is_blake2b(void **state)
{
    /* BLAKE2b with 32 bytes of output, of "abc". */
    static const uint8_t expected[LAN_HASH_BYTES] = {
        0xbd, 0xdd, 0x81, 0x3c, 0x63, 0x42, 0x39, 0x72, 0x31, 0x71, 0xef, 0x3f, 0xee, 0x98, 0x57, 0x9b,
        0x94, 0x96, 0x4e, 0x3b, 0xb1, 0xcb, 0x3e, 0x42, 0x72, 0x62, 0xc8, 0xc0, 0x68, 0xd5, 0x23, 0x19};
    uint8_t out[LAN_HASH_BYTES];
    struct lan_hash hash;
    (void)state;
    lan_hash_init(&hash);
    lan_hash_add(&hash, "abc", 3);
    lan_hash_end(&hash, out);
    assert_memory_equal(out, expected, sizeof out);
}

/* Every length around the block size, in one piece and in two. */
static void hash_is_libsodiums(void **state)
{
    uint8_t bytes[400], whole[LAN_HASH_BYTES], parts[LAN_HASH_BYTES], other[LAN_HASH_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        struct lan_hash hash;
        lan_hash_init(&hash);
        lan_hash_add(&hash, bytes, length);
        lan_hash_end(&hash, whole);
        lan_hash_init(&hash);
        lan_hash_add(&hash, bytes, length / 3);
        lan_hash_add(&hash, bytes + length / 3, length - length / 3);
        lan_hash_end(&hash, parts);
        crypto_generichash(other, sizeof other, bytes, length, NULL, 0);
        assert_memory_equal(whole, other, sizeof whole);
        assert_memory_equal(parts, other, sizeof parts);
    }
}

/* With a bound of three quarters of all words a biased draw would give the first third twice as often. */
static void dice_are_even(void **state)
{
    struct lan_dice dice = {{7}};
    static const uint64_t bounds[] = {1, 2, 3, 6, 13, 19, (uint64_t)3 << 62};
    (void)state;
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        uint64_t count[3] = {0};
        double weight[3] = {1, 1, 1};
        uint64_t third = bounds[i] / 3;
        for (uint32_t index = 0; index < 9000; index++) {
            uint64_t value = lan_dice_below(&dice, 1, index, bounds[i]);
            assert_true(value < bounds[i]);
            assert_true(value == lan_dice_below(&dice, 1, index, bounds[i]));
            if (third && bounds[i] % 3 == 0)
                count[value / third]++;
        }
        if (third && bounds[i] % 3 == 0)
            assert_true(chi_square_distance(count, weight, 3) < CHI_SQUARE_BOUND);
    }
}

static void dice_differ_by_address(void **state)
{
    struct lan_dice dice = {{7}}, other = {{8}};
    uint64_t bound = (uint64_t)1 << 60, value = lan_dice_below(&dice, 0, 0, bound);
    (void)state;
    assert_true(value != lan_dice_below(&dice, 1, 0, bound));
    assert_true(value != lan_dice_below(&dice, 0, 1, bound));
    assert_true(value != lan_dice_below(&other, 0, 0, bound));
}

static void rng_is_even(void **state)
{
    static const uint32_t bounds[] = {1, 2, 5, 19, 3000000000u};
    struct lan_rng rng;
    (void)state;
    lan_rng_init(&rng, 0);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        uint64_t count[20] = {0};
        double weight[20];
        int kinds = bounds[i] < 20 ? (int)bounds[i] : 20;
        for (int n = 0; n < 40000; n++) {
            uint32_t value = lan_rng_below(&rng, bounds[i]);
            assert_true(value < bounds[i]);
            count[(uint64_t)value * (uint64_t)kinds / bounds[i]]++;
        }
        for (int n = 0; n < kinds; n++)
            weight[n] = 1;
        assert_true(chi_square_distance(count, weight, kinds) < CHI_SQUARE_BOUND);
    }
}

/* The n-th bit of a mask by counting through its bits. */
static int bit_counted(uint64_t mask, uint32_t n)
{
    for (; n; n--)
        mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static void bits_are_in_order(void **state)
{
    struct lan_rng rng;
    (void)state;
    lan_rng_init(&rng, 0);
    for (int round = 0; round < 20000; round++) {
        uint64_t mask = lan_rng_next(&rng);
        if (round % 2)
            mask &= lan_rng_next(&rng) & lan_rng_next(&rng);
        for (uint32_t n = 0; n < (uint32_t)__builtin_popcountll(mask); n++)
            assert_int_equal(lan_bit_at64(mask, n), bit_counted(mask, n));
        for (uint32_t n = 0; n < (uint32_t)__builtin_popcount((uint32_t)mask); n++)
            assert_int_equal(lan_bit_at32((uint32_t)mask, n), bit_counted((uint32_t)mask, n));
        for (uint32_t n = 0; n < (uint32_t)__builtin_popcount(mask & 0xffff); n++)
            assert_int_equal(lan_bit_at16(mask & 0xffff, n), bit_counted(mask & 0xffff, n));
    }
    for (unsigned mask = 1; mask < 256; mask++) {
        for (uint32_t n = 0; n < (uint32_t)__builtin_popcount(mask); n++)
            assert_int_equal(lan_bit_at8(mask, n), bit_counted(mask, n));
    }
}

/* Which of eight bytes are set, and which have a value, against a loop over them. */
static void bytes_are_found(void **state)
{
    struct lan_rng rng;
    (void)state;
    lan_rng_init(&rng, 1);
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[8];
        unsigned value = lan_rng_below(&rng, 128), set = 0, differ = 0;
        for (int i = 0; i < 8; i++) {
            uint32_t drawn = lan_rng_below(&rng, 4);
            bytes[i] = (uint8_t)(drawn == 0 ? 0 : drawn == 1 ? value : lan_rng_below(&rng, 128));
            set |= (unsigned)(bytes[i] != 0) << i;
            differ |= (unsigned)(bytes[i] != value) << i;
        }
        assert_int_equal(lan_bytes_set(lan_bytes8(bytes)), set);
        assert_int_equal(lan_bytes_set(lan_bytes_differ(lan_bytes8(bytes), value)), differ);
    }
}

/*
 * The number at an address, computed with libsodium: 64-bit words, little endian, of the key stream with the
 * index as block counter, the stream as first byte of the nonce and the attempt as its last word. The lowest
 * 2^64 mod bound of all words are left out.
 */
static uint64_t dice_by_libsodium(const struct lan_dice *dice, uint8_t stream, uint32_t index, uint64_t bound)
{
    static const uint8_t zeros[64];
    uint64_t left_out = (UINT64_MAX % bound + 1) % bound;
    for (uint32_t attempt = 0;; attempt++) {
        uint8_t block[64], nonce[12] = {stream};
        for (int i = 0; i < 4; i++)
            nonce[8 + i] = (uint8_t)(attempt >> 8 * i);
        crypto_stream_chacha20_ietf_xor_ic(block, zeros, sizeof block, nonce, index, dice->key);
        for (int at = 0; at < 64; at += 8) {
            uint64_t word = 0;
            for (int i = 7; i >= 0; i--)
                word = word << 8 | block[at + i];
            if (word >= left_out)
                return word % bound;
        }
    }
}

/* With a bound above half of all words nearly half are left out: one block in 256 has no word that counts. */
static void dice_are_at_their_addresses(void **state)
{
    static const uint64_t bounds[] = {1,         2, 6, 7, 1000003, (uint64_t)1 << 63, ((uint64_t)1 << 63) + 1,
                                      UINT64_MAX};
    struct lan_dice dice;
    (void)state;
    for (int i = 0; i < 32; i++)
        dice.key[i] = (uint8_t)(i * 11 + 5);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        for (uint32_t index = 0; index < 2000; index++) {
            uint8_t stream = (uint8_t)(index % 7 * 31);
            assert_true(lan_dice_below(&dice, stream, index, bounds[i]) ==
                        dice_by_libsodium(&dice, stream, index, bounds[i]));
        }
    }
}

/* xoshiro256** from a state of splitmix64, as their authors publish them: the first numbers of seed 0. */
static void simulations_draw_the_published_numbers(void **state)
{
    struct lan_rng rng;
    (void)state;
    lan_rng_init(&rng, 0);
    assert_true(rng.word[0] == 0xe220a8397b1dcdaf && rng.word[1] == 0x6e789e6aa1b965f4);
    assert_true(rng.word[2] == 0x06c45d188009454f && rng.word[3] == 0xf88bb8a8724c81ec);
    assert_true(lan_rng_next(&rng) == 0x99ec5f36cb75f2b4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha_is_rfc_8439),
        cmocka_unit_test(chacha_of_zeros_is_rfc_8439),
        cmocka_unit_test(chacha_is_libsodiums),
        cmocka_unit_test(hash_is_blake2b),
        cmocka_unit_test(hash_is_libsodiums),
        cmocka_unit_test(dice_are_even),
        cmocka_unit_test(dice_differ_by_address),
        cmocka_unit_test(rng_is_even),
        cmocka_unit_test(bits_are_in_order),
        cmocka_unit_test(bytes_are_found),
        cmocka_unit_test(dice_are_at_their_addresses),
        cmocka_unit_test(simulations_draw_the_published_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
