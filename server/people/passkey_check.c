#include "passkey_check.h"

#include <jansson.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "json_read.h"
#include "limit.h"
#include "passkey_cbor.h"
#include "passkey_key.h"

enum {
    HASH = crypto_hash_sha256_BYTES,
    FLAG_TOUCHED = 1 << 0,
    FLAG_VERIFIED = 1 << 2,
    FLAG_BACKUP_ELIGIBLE = 1 << 3,
    FLAG_BACKED_UP = 1 << 4,
    FLAG_CREDENTIAL = 1 << 6,
    FLAG_EXTENSIONS = 1 << 7,
    DATA_HEAD = HASH + 1 + 4,
    AAGUID = 16,
    ATTESTATION_PARTS = 8, /* three are known; CTAP has others that browsers may leave in */
};

/* ---- Names --------------------------------------------------------------------------------------------- */

/* Browsers take a host whose last part is a number for an address, however the rest looks. */
static bool name_valid(const char *name, size_t length)
{
    size_t last = length;
    if (!length || length >= PASSKEY_SITE_MAX ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") < length || name[0] == '.' ||
        name[length - 1] == '.')
        return false;
    while (last && name[last - 1] != '.')
        last--;
    return strspn(name + last, "0123456789") < length - last;
}

static bool name_local(const char *name)
{
    static const char local[] = "localhost";
    size_t length = strlen(name), end = sizeof local - 1;
    return length >= end && strcmp(name + length - end, local) == 0 &&
           (length == end || name[length - end - 1] == '.');
}

bool passkey_site(const char *origin, char site[PASSKEY_SITE_MAX])
{
    static const char https[] = "https://", http[] = "http://";
    bool secure = strncmp(origin, https, sizeof https - 1) == 0;
    if (!secure && strncmp(origin, http, sizeof http - 1) != 0)
        return false;
    const char *name = origin + (secure ? sizeof https : sizeof http) - 1;
    size_t length = strcspn(name, ":"), port = strlen(name + length);
    if (strlen(origin) >= PASSKEY_ORIGIN_MAX || !name_valid(name, length) ||
        (port && (port == 1 || strspn(name + length + 1, "0123456789") + 1 != port)))
        return false;
    snprintf(site, PASSKEY_SITE_MAX, "%.*s", (int)length, name);
    return secure || name_local(site);
}

/* ---- Client data --------------------------------------------------------------------------------------- */

static bool text_is(const json_t *value, const char *text)
{
    return json_is_string(value) && json_string_length(value) == strlen(text) &&
           memcmp(json_string_value(value), text, strlen(text)) == 0;
}

static enum passkey_wrong client_check(const json_t *client, const char *type, const char *origin)
{
    const json_t *framed = json_object_get(client, "crossOrigin");
    if (!text_is(json_object_get(client, "type"), type))
        return PASSKEY_TYPE;
    if (!text_is(json_object_get(client, "origin"), origin))
        return PASSKEY_ORIGIN;
    return (framed && !json_is_false(framed)) || json_object_get(client, "topOrigin") ? PASSKEY_FRAMED
                                                                                      : PASSKEY_GOOD;
}

enum passkey_wrong passkey_client_read(const void *bytes, size_t size, const char *type, const char *origin,
                                       uint8_t challenge[PASSKEY_RAW_MAX], size_t *challenge_size)
{
    json_t *client = size <= LIMIT_PASSKEY_CLIENT_BYTES ? json_read_quick(bytes, size) : NULL;
    const json_t *coded = json_object_get(client, "challenge");
    enum passkey_wrong wrong = PASSKEY_MALFORMED;
    if (json_is_string(coded) &&
        sodium_base642bin(challenge, PASSKEY_RAW_MAX, json_string_value(coded), json_string_length(coded),
                          NULL, challenge_size, NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0)
        wrong = client_check(client, type, origin);
    json_decref(client);
    return wrong;
}

/* ---- Authenticator data -------------------------------------------------------------------------------- */

/* The credential that a registration brings, up to the end of its key. */
static enum passkey_wrong credential_read(struct passkey_reader *reader, struct passkey_data *data)
{
    if (reader->left < AAGUID + 2)
        return PASSKEY_MALFORMED;
    size_t size = (size_t)reader->at[AAGUID] << 8 | reader->at[AAGUID + 1];
    reader->at += AAGUID + 2;
    reader->left -= AAGUID + 2;
    if (!size || size > LIMIT_PASSKEY_ID_BYTES || size > reader->left)
        return PASSKEY_MALFORMED;
    data->credential = reader->at;
    data->credential_size = size;
    reader->at += size;
    reader->left -= size;
    data->key = reader->at;
    EVP_PKEY *key = passkey_key_read(reader);
    data->key_size = (size_t)(reader->at - data->key);
    EVP_PKEY_free(key);
    return key && data->key_size <= LIMIT_PASSKEY_KEY_BYTES ? PASSKEY_GOOD : PASSKEY_KEY;
}

static enum passkey_wrong head_check(const uint8_t *bytes, size_t size, const char *site)
{
    uint8_t hash[HASH];
    if (size < DATA_HEAD || size > LIMIT_PASSKEY_DATA_BYTES)
        return PASSKEY_MALFORMED;
    crypto_hash_sha256(hash, (const unsigned char *)site, strlen(site));
    uint8_t flags = bytes[HASH];
    if (memcmp(bytes, hash, HASH) != 0)
        return PASSKEY_SITE;
    if (!(flags & FLAG_TOUCHED))
        return PASSKEY_UNTOUCHED;
    if (!(flags & FLAG_VERIFIED))
        return PASSKEY_UNVERIFIED;
    return flags & FLAG_BACKED_UP && !(flags & FLAG_BACKUP_ELIGIBLE) ? PASSKEY_MALFORMED : PASSKEY_GOOD;
}

enum passkey_wrong passkey_data_read(const uint8_t *bytes, size_t size, const char *site,
                                     struct passkey_data *data)
{
    struct passkey_item extensions;
    memset(data, 0, sizeof *data);
    enum passkey_wrong wrong = head_check(bytes, size, site);
    if (wrong != PASSKEY_GOOD)
        return wrong;
    uint8_t flags = bytes[HASH];
    const uint8_t *count = bytes + HASH + 1;
    struct passkey_reader reader = {bytes + DATA_HEAD, size - DATA_HEAD};
    data->count = (uint32_t)count[0] << 24 | (uint32_t)count[1] << 16 | (uint32_t)count[2] << 8 | count[3];
    if (flags & FLAG_CREDENTIAL && (wrong = credential_read(&reader, data)) != PASSKEY_GOOD)
        return wrong;
    if (flags & FLAG_EXTENSIONS) {
        struct passkey_reader head = reader;
        if (!passkey_item_read(&head, &extensions) || extensions.kind != PASSKEY_MAP ||
            !passkey_item_skip(&reader))
            return PASSKEY_MALFORMED;
    }
    return reader.left ? PASSKEY_MALFORMED : PASSKEY_GOOD;
}

enum passkey_wrong passkey_attestation_read(const uint8_t *bytes, size_t size, const char *site,
                                            struct passkey_data *data)
{
    struct passkey_reader reader = {bytes, size};
    struct passkey_item map, name, found = {0};
    memset(data, 0, sizeof *data);
    if (size > LIMIT_PASSKEY_ATTESTATION_BYTES || !passkey_item_read(&reader, &map) ||
        map.kind != PASSKEY_MAP || map.size > ATTESTATION_PARTS)
        return PASSKEY_MALFORMED;
    for (size_t i = 0; i < map.size; i++) {
        if (!passkey_item_read(&reader, &name) || name.kind != PASSKEY_TEXT)
            return PASSKEY_MALFORMED;
        bool wanted = passkey_text_is(&name, "authData");
        if (wanted ? found.kind != PASSKEY_NOTHING || !passkey_item_read(&reader, &found) ||
                         found.kind != PASSKEY_BYTES
                   : !passkey_item_skip(&reader))
            return PASSKEY_MALFORMED;
    }
    if (reader.left || found.kind != PASSKEY_BYTES)
        return PASSKEY_MALFORMED;
    enum passkey_wrong wrong = passkey_data_read(found.bytes, found.size, site, data);
    return wrong == PASSKEY_GOOD && !data->credential ? PASSKEY_MALFORMED : wrong;
}

/* ---- Signatures ---------------------------------------------------------------------------------------- */

enum passkey_wrong passkey_signature_check(const uint8_t *key, size_t size, const struct passkey_signed *by)
{
    struct passkey_reader reader = {key, size};
    EVP_PKEY *known = passkey_key_read(&reader);
    if (!known || reader.left) {
        EVP_PKEY_free(known);
        return PASSKEY_KEY;
    }
    uint8_t *text = mem_alloc(by->data_size + HASH);
    if (by->data_size)
        memcpy(text, by->data, by->data_size);
    crypto_hash_sha256(text + by->data_size, by->client, by->client_size);
    bool good = passkey_key_verify(known, by->signature, by->signature_size, text, by->data_size + HASH);
    EVP_PKEY_free(known);
    free(text);
    return good ? PASSKEY_GOOD : PASSKEY_SIGNATURE;
}

bool passkey_count_good(uint32_t before, uint32_t now)
{
    return now > before || (!now && !before);
}
