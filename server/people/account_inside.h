/* account_inside.h - what the files about accounts share: tries, hashing of passwords, logins, sessions. */
#ifndef LAN_SERVER_ACCOUNT_INSIDE_H
#define LAN_SERVER_ACCOUNT_INSIDE_H

#include <sodium.h>
#include <stdbool.h>

#include "server.h"

struct ask;
struct store_read;

enum { PASSWORD_MAX = 256, WHO_MAX = 128 };

/* A password being hashed or verified in a worker thread. */
struct hashing {
    struct ask *ask;
    void (*then)(struct hashing *hashing);
    char password[PASSWORD_MAX + 1];
    char hash[crypto_pwhash_STRBYTES]; /* input when `check` is set, else output */
    char person[ID_PERSON + 1];
    const char *what; /* the limit under which the try was counted as failed, NULL for none; and for whom */
    char who[WHO_MAX];
    bool check, good;
    bool failed; /* there is no result: memory was short */
};

/* One more try with a password is within the limits. False with the ask refused. */
bool account_try(struct ask *ask);
/* The password is long enough. False with the ask refused. */
bool password_good(struct ask *ask, const char *password);
/*
 * Verifies the asker's password in a field of the message; `then` goes on with the ask, whatever the result.
 * For what a stolen session alone must not be able to do.
 */
void own_password_verify(struct ask *ask, const char *field, void (*then)(struct hashing *hashing));
/* Hashes a password, or verifies it where a hash is given; `then` goes on with the ask. */
struct hashing *hash_start(struct ask *ask, const char *password, const char *hash, const char *person,
                           void (*then)(struct hashing *hashing));
/* The key of a login in the store: ASCII letters in lower case, so that logins ignore case. False when it is
   none that an account can have. */
bool login_key(const char *login, char key[NAME_SIZE]);
/*
 * The account's person, who was read from the store, asks from now on. If this device was a guest's, the list
 * of the guest's tables is read into the message; `then` goes on.
 */
void account_enter(const struct store_read *read, void (*then)(struct ask *ask));
/* Takes out of the message what account_enter puts there, in case the client did. */
void along_clear(struct ask *ask);
/* Reads the sessions of the asker. */
void sessions_read(struct ask *ask, void (*done)(struct store_read *));
/* With these: stores the hash in the field `hash` of the message as the password of the asker, ends all their
   sessions and that of the guest who asked, and answers with a new one. */
void password_sessions(struct store_read *read);

#endif
