/* passkey.c - passkeys without a server: keys and signatures made with OpenSSL, good and falsified ones. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include "buf.h"
#include "limit.h"
#include "passkey_cbor.h"
#include "passkey_check.h"
#include "passkey_key.h"
#include "passkey_seal.h"

static const char site[] = "games.example", origin[] = "https://games.example";

/* ---- CBOR, written ------------------------------------------------------------------------------------- */

static void put(struct buf *out, int byte)
{
    uint8_t one = (uint8_t)byte;
    buf_add(out, &one, 1);
}

static void head(struct buf *out, int kind, size_t size)
{
    if (size < 24) {
        put(out, kind << 5 | (int)size);
    } else {
        put(out, kind << 5 | 25);
        put(out, (int)(size >> 8));
        put(out, (int)(size & 255));
    }
}

static void number(struct buf *out, int value)
{
    head(out, value < 0, (size_t)(value < 0 ? -1 - value : value));
}

static void bytes(struct buf *out, const void *at, size_t size)
{
    head(out, 2, size);
    buf_add(out, at, size);
}

static void text(struct buf *out, const char *at)
{
    head(out, 3, strlen(at));
    buf_add(out, at, strlen(at));
}

/* ---- Keys of OpenSSL as COSE_Key ----------------------------------------------------------------------- */

static void bn_bytes(struct buf *out, EVP_PKEY *key, const char *name, int size)
{
    BIGNUM *value = NULL;
    uint8_t raw[512];
    assert_int_equal(EVP_PKEY_get_bn_param(key, name, &value), 1);
    int length = size ? size : BN_num_bytes(value);
    assert_int_equal(BN_bn2binpad(value, raw, length), length);
    bytes(out, raw, (size_t)length);
    BN_free(value);
}

static void ec_write(struct buf *out, EVP_PKEY *key)
{
    head(out, 5, 5);
    number(out, 1), number(out, 2);
    number(out, 3), number(out, PASSKEY_ES256);
    number(out, -1), number(out, 1);
    number(out, -2), bn_bytes(out, key, OSSL_PKEY_PARAM_EC_PUB_X, 32);
    number(out, -3), bn_bytes(out, key, OSSL_PKEY_PARAM_EC_PUB_Y, 32);
}

static void rsa_write(struct buf *out, EVP_PKEY *key)
{
    head(out, 5, 4);
    number(out, 1), number(out, 3);
    number(out, 3), number(out, PASSKEY_RS256);
    number(out, -1), bn_bytes(out, key, OSSL_PKEY_PARAM_RSA_N, 0);
    number(out, -2), bn_bytes(out, key, OSSL_PKEY_PARAM_RSA_E, 0);
}

static void ed_write(struct buf *out, EVP_PKEY *key)
{
    uint8_t raw[32];
    size_t size = sizeof raw;
    assert_int_equal(EVP_PKEY_get_raw_public_key(key, raw, &size), 1);
    head(out, 5, 4);
    number(out, 1), number(out, 1);
    number(out, 3), number(out, PASSKEY_EDDSA);
    number(out, -1), number(out, 6);
    number(out, -2), bytes(out, raw, sizeof raw);
}

static EVP_PKEY *ec_make(void)
{
    return EVP_EC_gen("P-256");
}

static EVP_PKEY *rsa_make(void)
{
    return EVP_RSA_gen(2048);
}

static EVP_PKEY *ed_make(void)
{
    return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
}

static const struct kind {
    const char *name;
    EVP_PKEY *(*make)(void);
    void (*write)(struct buf *out, EVP_PKEY *key);
} kinds[3] = {{"ES256", ec_make, ec_write}, {"RS256", rsa_make, rsa_write}, {"EdDSA", ed_make, ed_write}};

static size_t sign(EVP_PKEY *key, bool hashes, const void *at, size_t size, uint8_t out[600])
{
    size_t length = 600;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestSignInit(context, NULL, hashes ? NULL : EVP_sha256(), NULL, key), 1);
    assert_int_equal(EVP_DigestSign(context, out, &length, at, size), 1);
    EVP_MD_CTX_free(context);
    return length;
}

/* ---- What an authenticator says ------------------------------------------------------------------------ */

enum { TOUCHED = 1, VERIFIED = 4, ELIGIBLE = 8, BACKED = 16, CREDENTIAL = 64, EXTENSIONS = 128 };

static void data_write(struct buf *out, const char *name, int flags)
{
    static const uint8_t count[] = {0, 0, 1, 2};
    uint8_t hash[32];
    crypto_hash_sha256(hash, (const unsigned char *)name, strlen(name));
    buf_add(out, hash, sizeof hash);
    put(out, flags);
    buf_add(out, count, sizeof count);
}

static void credential_write(struct buf *out, size_t id_size, const struct buf *key)
{
    static const uint8_t aaguid[16];
    buf_add(out, aaguid, sizeof aaguid);
    put(out, (int)(id_size >> 8));
    put(out, (int)(id_size & 255));
    for (size_t i = 0; i < id_size; i++)
        put(out, 'i');
    buf_add(out, key->at, key->length);
}

static void attestation_write(struct buf *out, const struct buf *data)
{
    head(out, 5, 3);
    text(out, "fmt"), text(out, "none");
    text(out, "attStmt"), head(out, 5, 0);
    text(out, "authData"), bytes(out, data->at, data->length);
}

/* A registration with these flags, size of id and key; tail is put behind the authenticator data. */
static enum passkey_wrong registered(int flags, size_t id_size, const struct buf *key, const char *tail)
{
    struct buf data = {0}, whole = {0};
    struct passkey_data found;
    data_write(&data, site, flags);
    if (flags & CREDENTIAL)
        credential_write(&data, id_size, key);
    buf_add(&data, tail, strlen(tail));
    attestation_write(&whole, &data);
    enum passkey_wrong wrong =
        passkey_attestation_read((const uint8_t *)whole.at, whole.length, site, &found);
    if (wrong == PASSKEY_GOOD) {
        assert_int_equal(found.count, 258);
        assert_int_equal(found.credential_size, id_size);
        assert_int_equal(found.key_size, key->length);
        assert_memory_equal(found.key, key->at, key->length);
    }
    buf_free(&data);
    buf_free(&whole);
    return wrong;
}

static void test_registrations_are_taken_with_each_algorithm(void **state)
{
    const int good = TOUCHED | VERIFIED | CREDENTIAL;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct buf cose = {0}, other = {0};
        EVP_PKEY *key = kinds[i].make();
        kinds[i].write(&cose, key);
        assert_int_equal(registered(good, 16, &cose, ""), PASSKEY_GOOD);
        assert_int_equal(registered(good | ELIGIBLE | BACKED, 1023, &cose, ""), PASSKEY_GOOD);
        assert_int_equal(registered(good | EXTENSIONS, 16, &cose, "\xa1\x61x\xf5"), PASSKEY_GOOD);
        assert_int_equal(registered(good | BACKED, 16, &cose, ""), PASSKEY_MALFORMED);
        assert_int_equal(registered(TOUCHED | CREDENTIAL, 16, &cose, ""), PASSKEY_UNVERIFIED);
        assert_int_equal(registered(VERIFIED | CREDENTIAL, 16, &cose, ""), PASSKEY_UNTOUCHED);
        assert_int_equal(registered(TOUCHED | VERIFIED, 16, &cose, ""), PASSKEY_MALFORMED);
        assert_int_equal(registered(good, 16, &cose, "x"), PASSKEY_MALFORMED);
        assert_int_equal(registered(good | EXTENSIONS, 16, &cose, ""), PASSKEY_MALFORMED);
        assert_int_equal(registered(good | EXTENSIONS, 16, &cose, "\x01"), PASSKEY_MALFORMED);
        assert_int_equal(registered(good, 1024, &cose, ""), PASSKEY_MALFORMED);
        assert_int_equal(registered(good, 0, &cose, ""), PASSKEY_MALFORMED);
        /* Every byte of the key that is missing. */
        for (size_t size = 0; size < cose.length; size += 1 + cose.length / 40) {
            other.length = 0;
            buf_add(&other, cose.at, size);
            assert_int_equal(registered(good, 16, &other, ""), PASSKEY_KEY);
        }
        EVP_PKEY_free(key);
        buf_free(&cose);
        buf_free(&other);
    }
}

/* A key with one value of another kind or size. */
static EVP_PKEY *key_of(int type, int algorithm, int curve, size_t x, size_t y, int first)
{
    struct buf out = {0};
    uint8_t raw[600];
    memset(raw, 1, sizeof raw);
    raw[0] = (uint8_t)first;
    head(&out, 5, 5);
    number(&out, 1), number(&out, type);
    number(&out, 3), number(&out, algorithm);
    number(&out, -1);
    if (curve)
        number(&out, curve);
    else
        bytes(&out, raw, x);
    number(&out, -2), bytes(&out, raw, curve ? x : y);
    number(&out, -3), bytes(&out, raw, y);
    struct passkey_reader reader = {(const uint8_t *)out.at, out.length};
    EVP_PKEY *key = passkey_key_read(&reader);
    buf_free(&out);
    return key;
}

static void test_keys_that_are_none_are_refused(void **state)
{
    (void)state;
    assert_null(key_of(2, PASSKEY_ES256, 1, 32, 32, 1)); /* not on the curve */
    assert_null(key_of(2, PASSKEY_ES256, 1, 31, 32, 1));
    assert_null(key_of(2, PASSKEY_ES256, 1, 32, 33, 1));
    assert_null(key_of(2, PASSKEY_ES256, 2, 32, 32, 1));
    assert_null(key_of(2, PASSKEY_RS256, 1, 32, 32, 1));
    assert_null(key_of(1, PASSKEY_EDDSA, 1, 32, 32, 1));
    assert_null(key_of(1, PASSKEY_ES256, 6, 32, 32, 1));
    assert_null(key_of(1, PASSKEY_EDDSA, 6, 33, 32, 1));
    assert_null(key_of(4, PASSKEY_ES256, 1, 32, 32, 1));
    assert_null(key_of(3, PASSKEY_RS256, 0, 255, 3, 0x81));
    assert_null(key_of(3, PASSKEY_RS256, 0, 513, 3, 0x81));
    assert_null(key_of(3, PASSKEY_RS256, 0, 256, 3, 0x7f)); /* fewer bits than bytes say */
    assert_null(key_of(3, PASSKEY_RS256, 0, 256, 5, 0x81));
    assert_null(key_of(3, PASSKEY_RS256, 0, 256, 1, 1)); /* the exponent 1 */
    assert_null(key_of(3, PASSKEY_ES256, 0, 256, 3, 0x81));
    EVP_PKEY *key = key_of(3, PASSKEY_RS256, 0, 256, 3, 0x81);
    assert_non_null(key);
    EVP_PKEY_free(key);
}

static void test_signatures_of_each_algorithm(void **state)
{
    static const char client[] = "{\"type\":\"webauthn.get\"}";
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct buf cose = {0}, data = {0};
        uint8_t signature[600], signed_bytes[69], changed[69];
        EVP_PKEY *key = kinds[i].make(), *other = kinds[i].make();
        kinds[i].write(&cose, key);
        data_write(&data, site, TOUCHED | VERIFIED);
        memcpy(signed_bytes, data.at, data.length);
        crypto_hash_sha256(signed_bytes + data.length, (const unsigned char *)client, sizeof client - 1);
        size_t size = sign(key, i == 2, signed_bytes, sizeof signed_bytes, signature);
        struct passkey_signed by = {(const uint8_t *)data.at,
                                    (const uint8_t *)client,
                                    signature,
                                    data.length,
                                    sizeof client - 1,
                                    size};
        const uint8_t *at = (const uint8_t *)cose.at;
        assert_int_equal(passkey_signature_check(at, cose.length, &by), PASSKEY_GOOD);
        by.client_size--;
        assert_int_equal(passkey_signature_check(at, cose.length, &by), PASSKEY_SIGNATURE);
        by.client_size++;
        by.signature_size--;
        assert_int_equal(passkey_signature_check(at, cose.length, &by), PASSKEY_SIGNATURE);
        by.signature_size = 0;
        assert_int_equal(passkey_signature_check(at, cose.length, &by), PASSKEY_SIGNATURE);
        by.signature_size = size;
        /* A bit of the signed data is another. */
        for (size_t byte = 0; byte < data.length; byte++) {
            memcpy(changed, data.at, data.length);
            changed[byte] ^= 1;
            by.data = changed;
            assert_int_equal(passkey_signature_check(at, cose.length, &by), PASSKEY_SIGNATURE);
        }
        by.data = (const uint8_t *)data.at;
        by.signature_size = sign(other, i == 2, signed_bytes, sizeof signed_bytes, signature);
        assert_int_equal(passkey_signature_check(at, cose.length, &by), PASSKEY_SIGNATURE);
        assert_int_equal(passkey_signature_check(at, cose.length - 1, &by), PASSKEY_KEY);
        EVP_PKEY_free(key);
        EVP_PKEY_free(other);
        buf_free(&cose);
        buf_free(&data);
    }
}

static enum passkey_wrong client_of(const char *json)
{
    uint8_t challenge[PASSKEY_RAW_MAX];
    size_t size = 0;
    enum passkey_wrong wrong =
        passkey_client_read(json, strlen(json), "webauthn.get", origin, challenge, &size);
    if (wrong == PASSKEY_GOOD)
        assert_true(size == 3 && memcmp(challenge, "abc", 3) == 0);
    return wrong;
}

static void test_client_data(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        enum passkey_wrong wrong;
    } rows[] = {
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\"}",
         PASSKEY_GOOD},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\","
         "\"crossOrigin\":false,\"other_keys_can_be_added_here\":\"x\"}",
         PASSKEY_GOOD},
        {"{\"type\":\"webauthn.create\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\"}",
         PASSKEY_TYPE},
        {"{\"challenge\":\"YWJj\",\"origin\":\"https://games.example\"}", PASSKEY_TYPE},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example:444\"}",
         PASSKEY_ORIGIN},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\\u0000\"}",
         PASSKEY_MALFORMED},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\"}", PASSKEY_ORIGIN},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\","
         "\"crossOrigin\":true}",
         PASSKEY_FRAMED},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\","
         "\"crossOrigin\":\"false\"}",
         PASSKEY_FRAMED},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj\",\"origin\":\"https://games.example\","
         "\"topOrigin\":\"https://games.example\"}",
         PASSKEY_FRAMED},
        {"{\"type\":\"webauthn.get\",\"type\":\"webauthn.get\",\"challenge\":\"YWJj\","
         "\"origin\":\"https://games.example\"}",
         PASSKEY_MALFORMED},
        {"{\"type\":\"webauthn.get\",\"challenge\":\"YWJj=\",\"origin\":\"https://games.example\"}",
         PASSKEY_MALFORMED},
        {"{\"type\":\"webauthn.get\",\"challenge\":7,\"origin\":\"https://games.example\"}",
         PASSKEY_MALFORMED},
        {"[]", PASSKEY_MALFORMED},
        {"", PASSKEY_MALFORMED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(client_of(rows[i].json), rows[i].wrong);
}

static void test_names_of_pages(void **state)
{
    static const char *const good[][2] = {
        {"https://games.example", "games.example"}, {"https://games.example:8443", "games.example"},
        {"http://localhost:8000", "localhost"},     {"http://a.localhost", "a.localhost"},
        {"https://lanterne", "lanterne"},           {"https://10.0.0.1.example", "10.0.0.1.example"},
    };
    static const char *const bad[] = {
        "",
        "null",
        "https://",
        "https://127.0.0.1",
        "https://10.1:8000",
        "https://2130706433",
        "https://[::1]",
        "http://games.example",
        "http://notlocalhost",
        "https://games.example.",
        "https://.example",
        "https://games.example:",
        "https://games.example:80x",
        "https://games.example/",
        "https://user@games.example",
        "https://Games.example",
        "ftp://games.example",
    };
    char found[PASSKEY_SITE_MAX], longest[400] = "https://";
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(passkey_site(good[i][0], found));
        assert_string_equal(found, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(passkey_site(bad[i], found));
    memset(longest + 8, 'a', 253);
    assert_true(passkey_site(longest, found));
    memset(longest + 8, 'a', 254);
    assert_false(passkey_site(longest, found));
}

static void test_challenges_belong_to_session_site_purpose_and_time(void **state)
{
    uint8_t key[32] = {1}, other[32] = {2}, challenge[PASSKEY_CHALLENGE];
    struct passkey_terms terms = {.random = {3}, .until = 1000, .mark = {4}}, found;
    struct passkey_bond bond = {key, PASSKEY_REGISTERS, "session", site}, wrong;
    (void)state;
    passkey_challenge_write(&bond, &terms, challenge);
    assert_true(passkey_challenge_read(&bond, challenge, sizeof challenge, 999, &found));
    assert_memory_equal(&found, &terms, sizeof terms);
    assert_false(passkey_challenge_read(&bond, challenge, sizeof challenge, 1000, &found));
    assert_false(passkey_challenge_read(&bond, challenge, sizeof challenge - 1, 0, &found));
    wrong = bond, wrong.seal_key = other;
    assert_false(passkey_challenge_read(&wrong, challenge, sizeof challenge, 0, &found));
    wrong = bond, wrong.purpose = PASSKEY_SIGNS_IN;
    assert_false(passkey_challenge_read(&wrong, challenge, sizeof challenge, 0, &found));
    wrong = bond, wrong.session = "sessio", wrong.site = "ngames.example";
    assert_false(passkey_challenge_read(&wrong, challenge, sizeof challenge, 0, &found));
    wrong = bond, wrong.site = "localhost";
    assert_false(passkey_challenge_read(&wrong, challenge, sizeof challenge, 0, &found));
    for (size_t i = 0; i < sizeof challenge; i++) {
        challenge[i] ^= 0x80;
        assert_false(passkey_challenge_read(&bond, challenge, sizeof challenge, 0, &found));
        challenge[i] ^= 0x80;
    }
    assert_true(passkey_challenge_read(&bond, challenge, sizeof challenge, 0, &found));
}

static void test_users_and_marks_follow_from_the_key(void **state)
{
    uint8_t key[32] = {1}, other[32] = {2}, one[PASSKEY_USER], two[PASSKEY_USER], mark[2][PASSKEY_MARK];
    (void)state;
    passkey_user_write(key, "person", one);
    passkey_user_write(key, "person", two);
    assert_memory_equal(one, two, sizeof one);
    passkey_user_write(key, "persoN", two);
    assert_memory_not_equal(one, two, sizeof one);
    passkey_user_write(other, "person", two);
    assert_memory_not_equal(one, two, sizeof one);
    passkey_mark_write(key, "hash", mark[0]);
    passkey_mark_write(key, "hash2", mark[1]);
    assert_memory_not_equal(mark[0], mark[1], PASSKEY_MARK);
}

static void test_counts(void **state)
{
    (void)state;
    assert_true(passkey_count_good(0, 0) && passkey_count_good(0, 1) && passkey_count_good(4, 5));
    assert_true(passkey_count_good(1, UINT32_MAX));
    assert_false(passkey_count_good(5, 5) || passkey_count_good(5, 4) || passkey_count_good(5, 0));
}

/* Sizes that are not there, tags, indefinite lengths, depth. */
static void test_cbor_that_claims_too_much(void **state)
{
    static const char *const bad[] = {"",
                                      "\x81",
                                      "\xa1\x01",
                                      "\xc0\x01",
                                      "\x9f\x01\xff",
                                      "\xbf\xff",
                                      "\x5f\x41x\xff",
                                      "\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
                                      "\xbb\xff\xff\xff\xff\xff\xff\xff\xff",
                                      "\x5b\xff\xff\xff\xff\xff\xff\xff\xff",
                                      "\x1c",
                                      "\xff",
                                      "\x81\x81\x81\x81\x81\x81\x81\x81\x81\x01"};
    static const char *const good[] = {
        "\x01",         "\x20",         "\x61x",
        "\x82\x01\x02", "\xa1\x01\x02", "\xf5",
        "\xf6",         "\xf9\x3c\x3c", "\x81\x81\x81\x81\x81\x81\x81\x81\x01"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct passkey_reader reader = {(const uint8_t *)bad[i], strlen(bad[i])};
        assert_false(passkey_item_skip(&reader));
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct passkey_reader reader = {(const uint8_t *)good[i], strlen(good[i])};
        assert_true(passkey_item_skip(&reader) && !reader.left);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registrations_are_taken_with_each_algorithm),
        cmocka_unit_test(test_keys_that_are_none_are_refused),
        cmocka_unit_test(test_signatures_of_each_algorithm),
        cmocka_unit_test(test_client_data),
        cmocka_unit_test(test_names_of_pages),
        cmocka_unit_test(test_challenges_belong_to_session_site_purpose_and_time),
        cmocka_unit_test(test_users_and_marks_follow_from_the_key),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_cbor_that_claims_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
