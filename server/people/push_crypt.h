/*
 * push_crypt.h - the cryptography of Web Push, on OpenSSL: messages that only one browser can read (RFC 8291,
 * content coding aes128gcm of RFC 8188), and the token by which a push service knows this server (VAPID, RFC
 * 8292).
 */
#ifndef LAN_SERVER_PUSH_CRYPT_H
#define LAN_SERVER_PUSH_CRYPT_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"

enum {
    PUSH_POINT = 65, /* bytes of an uncompressed point of P-256: a browser's key, or the server's */
    PUSH_AUTH = 16,  /* bytes of a browser's authentication secret */
    PUSH_SALT = 16,
    PUSH_SCALAR = 32,
    PUSH_TEXT = 512,      /* every message is padded to so many bytes, so that its length tells nothing */
    PUSH_POINT_TEXT = 87, /* letters of a point in base64url */
    PUSH_AUTH_TEXT = 22,
};

/* The server's key pair. */
struct vapid {
    EVP_PKEY *key;
    char text[PUSH_POINT_TEXT + 1]; /* the public key in base64url, as browsers and push services get it */
};

/* The key pair that belongs to the key of the store: nodes that share that one share this one too. */
struct vapid *vapid_derive(const uint8_t seal_key[32]);
/* The pair of a private key; NULL when it is none. */
struct vapid *vapid_create(const uint8_t scalar[PUSH_SCALAR]);
void vapid_free(struct vapid *vapid);
/*
 * Writes the value of the header Authorization for a push service. `origin` is that of the endpoint,
 * `subject` how the server's host can be reached, `expires` in seconds since 1970.
 */
void vapid_write(struct buf *out, const struct vapid *vapid, const char *origin, const char *subject,
                 int64_t expires);

/* Whether the bytes are a point of P-256. */
bool push_point_valid(const uint8_t point[PUSH_POINT]);
/*
 * Writes the body of a push message: `text`, at most PUSH_TEXT bytes, padded and encrypted for the browser.
 * False when `point` is none.
 */
bool push_encrypt(struct buf *out, const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
                  const char *text, size_t length);

/*
 * For the test with the vectors of RFC 8291: the sender's key and salt given, and the length after padding.
 */
struct push_sender {
    const struct vapid *own;
    uint8_t salt[PUSH_SALT];
    size_t padded;
};
bool push_encrypt_by(struct buf *out, const struct push_sender *sender, const uint8_t point[PUSH_POINT],
                     const uint8_t auth[PUSH_AUTH], const char *text, size_t length);

#endif
