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
    char account[NAME_SIZE];           /* whose it is, when `check` is set: its key, and the person */
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
/* Hashes a password; `then` goes on with the ask. */
void hash_start(struct ask *ask, const char *password, void (*then)(struct hashing *hashing));
/*
 * Verifies a password for an account that was read, which may be missing; `then` goes on with the ask.
 * Counted as failed until it turns out right, so that guesses made at once count one by one. False with the
 * ask refused when those before make it wait.
 */
bool password_verify(struct ask *ask, const char *password, const struct store_read *account,
                     const char *what, const char *who, void (*then)(struct hashing *hashing));
/* Whether an account that was read is there and has this hash. */
bool account_hash_is(const struct store_read *read, const char *hash);
/* The key of a login in the store: ASCII letters in lower case, so that logins ignore case. False when it is
   none that an account can have. */
bool login_key(const char *login, char key[NAME_SIZE]);
/*
 * The account's person, who was read from the store, asks from now on. What a
 * guest of this device brings along is read (along.h); `then` goes on.
 */
void account_enter(const struct store_read *read, void (*then)(struct ask *ask));
/* After account_enter: signs the device in as the asker, with a new session, and answers. */
void login_enter(struct ask *ask);
/* Reads the sessions of the asker. */
void sessions_read(struct ask *ask, void (*done)(struct store_read *));
/* With these: stores the hash in the field `hash` of the message as the password of the asker, ends all their
   sessions and that of the guest who asked, and answers with a new one. */
void password_sessions(struct store_read *read);

#endif
