/*
 * passkey_check.h - checks what a browser and its authenticator answer (WebAuthn Level 2): the client data,
 * the authenticator data, and the signature over both. Knows neither store nor connection.
 *
 * Attestation statements, which would say who made an authenticator, are read over and never believed.
 */
#ifndef LAN_SERVER_PASSKEY_CHECK_H
#define LAN_SERVER_PASSKEY_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PASSKEY_SITE_MAX = 254,   /* with the final 0 */
    PASSKEY_ORIGIN_MAX = 280, /* https://SITE:PORT */
    PASSKEY_RAW_MAX = 256,    /* bytes of a challenge */
};

/* What is wrong with an answer. */
enum passkey_wrong {
    PASSKEY_GOOD,
    PASSKEY_MALFORMED,  /* no JSON, no CBOR, parts missing or left over */
    PASSKEY_TYPE,       /* made to register, used to sign in, or the other way round */
    PASSKEY_ORIGIN,     /* made in a page of another origin */
    PASSKEY_FRAMED,     /* made in a frame of another page */
    PASSKEY_SITE,       /* made for another name of a server */
    PASSKEY_UNTOUCHED,  /* nobody touched the authenticator */
    PASSKEY_UNVERIFIED, /* it did not verify who touched it, by finger, face or PIN */
    PASSKEY_KEY,        /* a key that cannot be used */
    PASSKEY_SIGNATURE,
};

/*
 * The name to which passkeys of a page belong (the relying party id), from the page's origin: its host. False
 * for an address, which has no such name, and for a page that is neither https nor on this machine.
 */
bool passkey_site(const char *origin, char site[PASSKEY_SITE_MAX]);

/* The client data has this type ("webauthn.create" or "webauthn.get") and origin. Copies its challenge. */
enum passkey_wrong passkey_client_read(const void *bytes, size_t size, const char *type, const char *origin,
                                       uint8_t challenge[PASSKEY_RAW_MAX], size_t *challenge_size);

/* What an authenticator says; the pointers are into what it sent. */
struct passkey_data {
    uint32_t count;            /* of its signatures; 0: it does not count */
    const uint8_t *credential; /* when it registers: the id of the new credential, */
    size_t credential_size;
    const uint8_t *key; /* and its public key as COSE_Key, which can be used */
    size_t key_size;
};

/* The attestation object of a registration. */
enum passkey_wrong passkey_attestation_read(const uint8_t *bytes, size_t size, const char *site,
                                            struct passkey_data *data);
/* The authenticator data of an assertion. */
enum passkey_wrong passkey_data_read(const uint8_t *bytes, size_t size, const char *site,
                                     struct passkey_data *data);
/* What is signed, and the signature. */
struct passkey_signed {
    const uint8_t *data, *client, *signature;
    size_t data_size, client_size, signature_size;
};
/* The signature is that of the key, a COSE_Key, over authenticator data and client data. */
enum passkey_wrong passkey_signature_check(const uint8_t *key, size_t size, const struct passkey_signed *by);

/* An authenticator that counts has counted on since `before`; one that did not may be a copy. */
bool passkey_count_good(uint32_t before, uint32_t now);

#endif
