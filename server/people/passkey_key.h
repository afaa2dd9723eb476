/*
 * passkey_key.h - the public key of a passkey as authenticators send it (COSE_Key, RFC 9053), for OpenSSL.
 *
 * ES256 (P-256), EdDSA (Ed25519) and RS256 (2048 to 4096 bits): between them every authenticator has one.
 */
#ifndef LAN_SERVER_PASSKEY_KEY_H
#define LAN_SERVER_PASSKEY_KEY_H

#include <openssl/evp.h>
#include <stddef.h>
#include <stdint.h>

#include "passkey_cbor.h"

/* Numbers of algorithms in COSE, in the order in which an authenticator is asked for them. */
enum { PASSKEY_ES256 = -7, PASSKEY_EDDSA = -8, PASSKEY_RS256 = -257 };

/*
 * Reads a key, and moves the reader behind it. NULL when it is none of these kinds, or no key: a point that
 * is not on its curve, a modulus of another length.
 */
EVP_PKEY *passkey_key_read(struct passkey_reader *reader);
/* Whether the signature over the bytes is the key's. */
bool passkey_key_verify(EVP_PKEY *key, const uint8_t *signature, size_t size, const void *bytes,
                        size_t count);

#endif
