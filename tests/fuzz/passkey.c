/*
 * Any bytes as what a browser answers about a passkey: an attestation object, authenticator data, client
 * data, a public key, a challenge. What is accepted holds what its reader promises.
 */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "lan.h"
#include "limit.h"
#include "passkey_check.h"
#include "passkey_key.h"
#include "passkey_seal.h"
#include "refused.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char site[] = "localhost", origin[] = "http://localhost:8000";

/* The key of an accepted registration can be read alone, to its end. */
static bool registration(const uint8_t *bytes, size_t size)
{
    struct passkey_data data;
    if (passkey_attestation_read(bytes, size, site, &data) != PASSKEY_GOOD &&
        passkey_data_read(bytes, size, site, &data) != PASSKEY_GOOD)
        return false;
    lan_assert(!data.credential || (data.credential >= bytes && data.key + data.key_size <= bytes + size));
    if (!data.credential)
        return true;
    const struct passkey_signed by = {data.credential,      bytes, data.credential,
                                      data.credential_size, size,  data.credential_size};
    lan_assert(data.credential_size <= LIMIT_PASSKEY_ID_BYTES && data.key_size <= LIMIT_PASSKEY_KEY_BYTES);
    lan_assert(passkey_signature_check(data.key, data.key_size, &by) == PASSKEY_SIGNATURE);
    return true;
}

static bool client(const uint8_t *bytes, size_t size)
{
    uint8_t challenge[PASSKEY_RAW_MAX];
    size_t count = 0;
    bool good = false;
    for (int get = 0; get < 2; get++)
        good |= passkey_client_read(bytes, size, get ? "webauthn.get" : "webauthn.create", origin, challenge,
                                    &count) == PASSKEY_GOOD;
    lan_assert(count <= sizeof challenge);
    return good;
}

static bool key(const uint8_t *bytes, size_t size)
{
    struct passkey_reader reader = {bytes, size};
    EVP_PKEY *found = passkey_key_read(&reader);
    lan_assert(reader.left <= size);
    EVP_PKEY_free(found);
    return found;
}

/* No input is a challenge under a key that it cannot know. */
static void challenge(const uint8_t *bytes, size_t size)
{
    static const uint8_t seal_key[32] = {7};
    struct passkey_terms terms;
    const struct passkey_bond bond = {seal_key, PASSKEY_SIGNS_IN, "session", site};
    lan_assert(!passkey_challenge_read(&bond, bytes, size, 0, &terms));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    /* A copy of its own, so that reading past the end is noticed. */
    uint8_t *copy = mem_alloc(size + !size);
    char name[PASSKEY_SITE_MAX], *text = mem_zero(size + 1);
    if (size) {
        memcpy(copy, bytes, size);
        memcpy(text, bytes, size);
    }
    bool taken = registration(copy, size);
    taken |= client(copy, size);
    taken |= key(copy, size);
    challenge(copy, size);
    taken |= passkey_site(text, name);
    fuzz_refused += !taken;
    free(copy);
    free(text);
    return 0;
}
