/*
 * passkey_seal.h - what the server makes for passkeys from its key alone, so that any of several nodes can
 * check what another has made: challenges, the id of an account for authenticators, the mark of a password.
 *
 * A challenge carries its purpose, its end and the mark, under a MAC over these, the session that asked for
 * it and the name of the server (site). So the server keeps nothing for a challenge, and an answer to it is
 * of no use in another session, at another name, for another purpose, or later.
 */
#ifndef LAN_SERVER_PASSKEY_SEAL_H
#define LAN_SERVER_PASSKEY_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PASSKEY_RANDOM = 32,
    PASSKEY_MARK = 16,
    PASSKEY_USER = 32,
    PASSKEY_CHALLENGE = 1 + PASSKEY_RANDOM + 8 + PASSKEY_MARK + 32,
};

enum passkey_purpose { PASSKEY_REGISTERS = 1, PASSKEY_SIGNS_IN };

/* What a challenge is for and whom it belongs to. */
struct passkey_bond {
    const uint8_t *seal_key; /* of the server, 32 bytes */
    enum passkey_purpose purpose;
    const char *session; /* the hash of the asking session's token */
    const char *site;
};

/* What a challenge carries. */
struct passkey_terms {
    uint8_t random[PASSKEY_RANDOM];
    int64_t until;
    uint8_t mark[PASSKEY_MARK]; /* of the password that the asker gave; zeros to sign in */
};

void passkey_challenge_write(const struct passkey_bond *bond, const struct passkey_terms *terms,
                             uint8_t challenge[PASSKEY_CHALLENGE]);
/*
 * False when the challenge is not the server's, belongs to another session, site or purpose, or has run out.
 */
bool passkey_challenge_read(const struct passkey_bond *bond, const uint8_t *challenge, size_t size,
                            int64_t now, struct passkey_terms *terms);

/* The id of an account that authenticators keep: tells nothing of the person's id, which others see. */
void passkey_user_write(const uint8_t seal_key[32], const char *person, uint8_t user[PASSKEY_USER]);
/* Changes with the password; tells nothing of its hash. */
void passkey_mark_write(const uint8_t seal_key[32], const char *hash, uint8_t mark[PASSKEY_MARK]);

#endif
