#include "passkey_key.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <string.h>

#include "lan.h"

enum {
    LABEL_TYPE = 1,
    LABEL_ALGORITHM = 3,
    TYPE_OKP = 1,
    TYPE_EC2 = 2,
    TYPE_RSA = 3,
    CURVE_P256 = 1,
    CURVE_ED25519 = 6,
    LABELS_MAX = 16,
    COORDINATE = 32,
    MODULUS_MIN = 256, /* bytes */
    MODULUS_MAX = 512,
    EXPONENT_MAX = 4,
};

/* The labels -1, -2 and -3 mean something else for each type of key; `first` is -1. */
struct cose {
    struct passkey_item type, algorithm, first, second, third;
};

static struct passkey_item *label_of(struct cose *cose, int64_t label)
{
    switch (label) {
    case LABEL_TYPE: return &cose->type;
    case LABEL_ALGORITHM: return &cose->algorithm;
    case -1: return &cose->first;
    case -2: return &cose->second;
    case -3: return &cose->third;
    default: return NULL;
    }
}

/* A label that comes twice is refused: readers might take one value or the other. */
static bool cose_read(struct passkey_reader *reader, struct cose *cose)
{
    struct passkey_item map, label;
    memset(cose, 0, sizeof *cose);
    if (!passkey_item_read(reader, &map) || map.kind != PASSKEY_MAP || map.size > LABELS_MAX)
        return false;
    for (size_t i = 0; i < map.size; i++) {
        if (!passkey_item_read(reader, &label) || label.kind != PASSKEY_NUMBER)
            return false;
        struct passkey_item *value = label_of(cose, label.number);
        if (value ? value->kind != PASSKEY_NOTHING || !passkey_item_read(reader, value) ||
                        value->kind == PASSKEY_ARRAY || value->kind == PASSKEY_MAP
                  : !passkey_item_skip(reader))
            return false;
    }
    return true;
}

static bool number_is(const struct passkey_item *item, int64_t number)
{
    return item->kind == PASSKEY_NUMBER && item->number == number;
}

static bool bytes_are(const struct passkey_item *item, size_t least, size_t most)
{
    return item->kind == PASSKEY_BYTES && item->size >= least && item->size <= most;
}

/* Builds the key from what `build` has; NULL when OpenSSL finds that it is none. */
static EVP_PKEY *key_build(const char *type, OSSL_PARAM_BLD *build)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    lan_assert(params && context && EVP_PKEY_fromdata_init(context) == 1);
    if (EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    ERR_clear_error();
    return key;
}

static EVP_PKEY *ec_key(const struct cose *cose)
{
    uint8_t point[1 + 2 * COORDINATE] = {POINT_CONVERSION_UNCOMPRESSED};
    if (!number_is(&cose->algorithm, PASSKEY_ES256) || !number_is(&cose->first, CURVE_P256) ||
        !bytes_are(&cose->second, COORDINATE, COORDINATE) || !bytes_are(&cose->third, COORDINATE, COORDINATE))
        return NULL;
    memcpy(point + 1, cose->second.bytes, COORDINATE);
    memcpy(point + 1 + COORDINATE, cose->third.bytes, COORDINATE);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    lan_assert(build && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
               OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point));
    EVP_PKEY *key = key_build("EC", build);
    OSSL_PARAM_BLD_free(build);
    return key;
}

static EVP_PKEY *rsa_key(const struct cose *cose)
{
    if (!number_is(&cose->algorithm, PASSKEY_RS256) || !bytes_are(&cose->first, MODULUS_MIN, MODULUS_MAX) ||
        !bytes_are(&cose->second, 1, EXPONENT_MAX) || !(cose->first.bytes[0] & 0x80) ||
        !(cose->second.bytes[cose->second.size - 1] & 1))
        return NULL;
    BIGNUM *modulus = BN_bin2bn(cose->first.bytes, (int)cose->first.size, NULL);
    BIGNUM *exponent = BN_bin2bn(cose->second.bytes, (int)cose->second.size, NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    lan_assert(modulus && exponent && build &&
               OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, modulus) &&
               OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, exponent));
    /* With the exponent 1 everything is a signature of itself. */
    EVP_PKEY *key = BN_is_one(exponent) ? NULL : key_build("RSA", build);
    OSSL_PARAM_BLD_free(build);
    BN_free(modulus);
    BN_free(exponent);
    return key;
}

static EVP_PKEY *okp_key(const struct cose *cose)
{
    if (!number_is(&cose->algorithm, PASSKEY_EDDSA) || !number_is(&cose->first, CURVE_ED25519) ||
        !bytes_are(&cose->second, COORDINATE, COORDINATE))
        return NULL;
    return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, cose->second.bytes, COORDINATE);
}

EVP_PKEY *passkey_key_read(struct passkey_reader *reader)
{
    struct cose cose;
    if (!cose_read(reader, &cose) || cose.type.kind != PASSKEY_NUMBER)
        return NULL;
    switch (cose.type.number) {
    case TYPE_OKP: return okp_key(&cose);
    case TYPE_EC2: return ec_key(&cose);
    case TYPE_RSA: return rsa_key(&cose);
    default: return NULL;
    }
}

bool passkey_key_verify(EVP_PKEY *key, const uint8_t *signature, size_t size, const void *bytes, size_t count)
{
    /* Ed25519 hashes by itself. */
    const EVP_MD *hash = EVP_PKEY_is_a(key, "ED25519") ? NULL : EVP_sha256();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    lan_assert(context);
    bool good = EVP_DigestVerifyInit(context, NULL, hash, NULL, key) == 1 &&
                EVP_DigestVerify(context, signature, size, bytes, count) == 1;
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return good;
}
