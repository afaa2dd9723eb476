#include "push_crypt.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "buf_print.h"

enum { SHA = 32, SIGNATURE = 64, KEY = 16, NONCE = 12, TAG = 16, RECORD_SIZE = 4096 };

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* A key of P-256 for OpenSSL, public alone without `scalar`; NULL when the bytes are none. */
static EVP_PKEY *key_make(const uint8_t point[PUSH_POINT], const BIGNUM *scalar)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    lan_assert(build && context);
    lan_assert(OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0));
    lan_assert(OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT));
    if (scalar)
        lan_assert(OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, scalar));
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    lan_assert(params && EVP_PKEY_fromdata_init(context) == 1);
    if (EVP_PKEY_fromdata(context, &key, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    return key;
}

static void base64_write(struct buf *out, const void *bytes, size_t count)
{
    char text[1024];
    lan_assert(sodium_base64_encoded_len(count, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <= sizeof text);
    sodium_bin2base64(text, sizeof text, bytes, count, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    buf_str(out, text);
}

/* The public point of a private key. */
static void point_find(const EC_GROUP *group, const BIGNUM *scalar, uint8_t bytes[PUSH_POINT])
{
    EC_POINT *point = EC_POINT_new(group);
    lan_assert(point && EC_POINT_mul(group, point, scalar, NULL, NULL, NULL) == 1);
    lan_assert(EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, bytes, PUSH_POINT, NULL) ==
               PUSH_POINT);
    EC_POINT_free(point);
}

struct vapid *vapid_create(const uint8_t scalar[PUSH_SCALAR])
{
    uint8_t point[PUSH_POINT];
    struct vapid *vapid = NULL;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_bin2bn(scalar, PUSH_SCALAR, NULL);
    lan_assert(group && number);
    if (!BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0) {
        point_find(group, number, point);
        vapid = mem_zero(sizeof *vapid);
        vapid->key = key_make(point, number);
        lan_assert(vapid->key);
        sodium_bin2base64(vapid->text, sizeof vapid->text, point, sizeof point,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    }
    BN_clear_free(number);
    EC_GROUP_free(group);
    return vapid;
}

struct vapid *vapid_derive(const uint8_t seal_key[32])
{
    static const unsigned char about[] = "lanterne: the key of web push";
    struct vapid *vapid = NULL;
    /* One hash in four thousand million is not below the order of the group: then the next one is. */
    for (uint8_t count = 0; !vapid; count++) {
        uint8_t scalar[PUSH_SCALAR];
        crypto_generichash_state state;
        crypto_generichash_init(&state, seal_key, 32, sizeof scalar);
        crypto_generichash_update(&state, about, sizeof about - 1);
        crypto_generichash_update(&state, &count, 1);
        crypto_generichash_final(&state, scalar, sizeof scalar);
        vapid = vapid_create(scalar);
        sodium_memzero(scalar, sizeof scalar);
    }
    return vapid;
}

/* A key pair for one message. */
static struct vapid *vapid_random(void)
{
    struct vapid *vapid = NULL;
    while (!vapid) {
        uint8_t scalar[PUSH_SCALAR];
        randombytes_buf(scalar, sizeof scalar);
        vapid = vapid_create(scalar);
        sodium_memzero(scalar, sizeof scalar);
    }
    return vapid;
}

void vapid_free(struct vapid *vapid)
{
    if (!vapid)
        return;
    EVP_PKEY_free(vapid->key);
    free(vapid);
}

/* ---- The token ----------------------------------------------------------------------------------------- */

/* A signature as JSON Web Tokens have it: two numbers of 32 bytes. OpenSSL gives them in DER. */
static void sign(EVP_PKEY *key, const void *bytes, size_t count, uint8_t out[SIGNATURE])
{
    uint8_t der[128];
    const uint8_t *at = der;
    size_t size = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    lan_assert(context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1);
    lan_assert(EVP_DigestSign(context, der, &size, bytes, count) == 1);
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)size);
    lan_assert(signature);
    lan_assert(BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, SIGNATURE / 2) == SIGNATURE / 2);
    lan_assert(BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + SIGNATURE / 2, SIGNATURE / 2) ==
               SIGNATURE / 2);
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
}

void vapid_write(struct buf *out, const struct vapid *vapid, const char *origin, const char *subject,
                 int64_t expires)
{
    static const char header[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    struct buf claims = {0}, token = {0};
    uint8_t signature[SIGNATURE];
    js_object(&claims, NULL);
    js_string(&claims, "aud", origin);
    js_int(&claims, "exp", expires);
    js_string(&claims, "sub", subject);
    js_end_object(&claims);
    base64_write(&token, header, sizeof header - 1);
    buf_str(&token, ".");
    base64_write(&token, claims.at, claims.length);
    sign(vapid->key, token.at, token.length, signature);
    buf_printf(out, "vapid t=%s.", buf_cstr(&token));
    base64_write(out, signature, sizeof signature);
    buf_printf(out, ", k=%s", vapid->text);
    buf_free(&claims);
    buf_free(&token);
}

/* ---- Messages ------------------------------------------------------------------------------------------ */

bool push_point_valid(const uint8_t point[PUSH_POINT])
{
    EVP_PKEY *key = point[0] == POINT_CONVERSION_UNCOMPRESSED ? key_make(point, NULL) : NULL;
    bool valid = key;
    EVP_PKEY_free(key);
    return valid;
}

/* HMAC-SHA-256; HKDF (RFC 5869) is made of it. */
static void hmac(const uint8_t *key, size_t key_size, const void *bytes, size_t count, uint8_t out[SHA])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, key_size);
    crypto_auth_hmacsha256_update(&state, bytes, count);
    crypto_auth_hmacsha256_final(&state, out);
}

/* The first block of HKDF-Expand: no more is needed here. `about` ends with a 0 byte, which counts. */
static void expand(const uint8_t key[SHA], const void *about, size_t size, uint8_t *out, size_t count)
{
    uint8_t block[SHA], whole[256];
    lan_assert(size < sizeof whole && count <= SHA);
    memcpy(whole, about, size);
    whole[size] = 1;
    hmac(key, SHA, whole, size + 1, block);
    memcpy(out, block, count);
    sodium_memzero(block, sizeof block);
}

/* What both sides agree on by Diffie and Hellman. False when the browser's point is none. */
static bool shared_find(EVP_PKEY *own, const uint8_t point[PUSH_POINT], uint8_t shared[SHA])
{
    size_t size = SHA;
    EVP_PKEY *theirs = point[0] == POINT_CONVERSION_UNCOMPRESSED ? key_make(point, NULL) : NULL;
    if (!theirs)
        return false;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL);
    bool done = context && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                EVP_PKEY_derive(context, shared, &size) == 1 && size == SHA;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    return done;
}

/* RFC 8291, section 3.4: the key and the nonce of the one record. */
static void keys_find(const uint8_t shared[SHA], const uint8_t theirs[PUSH_POINT],
                      const uint8_t ours[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
                      const uint8_t salt[PUSH_SALT], uint8_t key[KEY], uint8_t nonce[NONCE])
{
    static const char info[] = "WebPush: info", coding[] = "Content-Encoding: aes128gcm",
                      number[] = "Content-Encoding: nonce";
    uint8_t secret[SHA], material[SHA], about[sizeof info + 2 * PUSH_POINT];
    memcpy(about, info, sizeof info);
    memcpy(about + sizeof info, theirs, PUSH_POINT);
    memcpy(about + sizeof info + PUSH_POINT, ours, PUSH_POINT);
    hmac(auth, PUSH_AUTH, shared, SHA, secret);
    expand(secret, about, sizeof about, material, SHA);
    hmac(salt, PUSH_SALT, material, SHA, secret);
    expand(secret, coding, sizeof coding, key, KEY);
    expand(secret, number, sizeof number, nonce, NONCE);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(material, sizeof material);
}

static void gcm(const uint8_t key[KEY], const uint8_t nonce[NONCE], const struct buf *plain, struct buf *out)
{
    int size = 0, rest = 0;
    uint8_t *coded = mem_zero(plain->length + TAG);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    lan_assert(context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1);
    lan_assert(EVP_EncryptUpdate(context, coded, &size, (const uint8_t *)plain->at, (int)plain->length) == 1);
    lan_assert(EVP_EncryptFinal_ex(context, coded + size, &rest) == 1);
    lan_assert((size_t)size + (size_t)rest == plain->length);
    lan_assert(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, coded + plain->length) == 1);
    buf_add(out, coded, plain->length + TAG);
    EVP_CIPHER_CTX_free(context);
    free(coded);
}

bool push_encrypt_by(struct buf *out, const struct push_sender *sender, const uint8_t point[PUSH_POINT],
                     const uint8_t auth[PUSH_AUTH], const char *text, size_t length)
{
    static const uint8_t last[] = {2}, none[] = {0}, size[] = {0, 0, RECORD_SIZE >> 8, RECORD_SIZE & 255};
    static const uint8_t point_size[] = {PUSH_POINT};
    uint8_t shared[SHA], ours[PUSH_POINT], key[KEY], nonce[NONCE];
    struct buf plain = {0};
    size_t found = 0;
    lan_assert(length <= sender->padded && sender->padded + 1 + TAG <= RECORD_SIZE);
    lan_assert(EVP_PKEY_get_octet_string_param(sender->own->key, OSSL_PKEY_PARAM_PUB_KEY, ours, sizeof ours,
                                               &found) == 1 &&
               found == PUSH_POINT);
    if (!shared_find(sender->own->key, point, shared))
        return false;
    keys_find(shared, point, ours, auth, sender->salt, key, nonce);
    buf_add(out, sender->salt, PUSH_SALT);
    buf_add(out, size, sizeof size);
    buf_add(out, point_size, sizeof point_size);
    buf_add(out, ours, sizeof ours);
    buf_add(&plain, text, length);
    buf_add(&plain, last, sizeof last); /* of the last record; zeros after it are padding */
    while (plain.length < sender->padded + 1)
        buf_add(&plain, none, sizeof none);
    gcm(key, nonce, &plain, out);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    buf_free(&plain);
    return true;
}

bool push_encrypt(struct buf *out, const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
                  const char *text, size_t length)
{
    struct vapid *own = vapid_random();
    struct push_sender sender = {.own = own, .padded = PUSH_TEXT};
    randombytes_buf(sender.salt, sizeof sender.salt);
    bool done = push_encrypt_by(out, &sender, point, auth, text, length);
    vapid_free(own);
    return done;
}
