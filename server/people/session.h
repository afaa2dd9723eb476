/*
 * session.h - sessions: authentication of a connection as a person.
 *
 * The credential is a token of 32 random bytes, in a cookie or an Authorization header. The store holds its
 * SHA-256 only, so that a copy of the disk contains no usable token. Guests and accounts have the same person
 * document; an account adds a login name.
 */
#ifndef LAN_SERVER_SESSION_H
#define LAN_SERVER_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "server.h"

struct client;
struct person;
struct store_batch;
struct store_read;

enum { COOKIE_DAYS = 400 }; /* from the start of the session; browsers keep no cookie longer */
/* Sessions are listed by a prefix of their hash, which identifies them but is useless as a token. */
enum { SESSION_SHOWN = 12 };

/* How an identification ended. */
enum ident_end {
    IDENT_DONE,   /* client->person is set; NULL without a valid token and without `guests` */
    IDENT_STORE,  /* the store failed */
    IDENT_GUESTS, /* a guest would have to be made, and the address has had its --guests-per-address */
};

/*
 * Looks up the token and sets client->person, then calls `then` unless the client has closed. With `guests` a
 * missing or unknown token creates a guest, and `cookie` is the header that sets its cookie; without,
 * client->person becomes NULL.
 */
void client_identify(struct client *client, const char *token, bool guests,
                     void (*then)(struct client *client, const char *cookie, enum ident_end end));
/* To be called when the client closes: cancels its identifications, so that `then` is not called. */
void client_identify_cancel(struct client *client);

/*
 * Makes a new token for a person: adds its documents to the batch and writes the cookie header to `cookie`.
 */
void token_make(struct server *server, const struct person *person, const struct client *client,
                struct store_batch *batch, char hash[HASH_HEX + 1], char *cookie, size_t size);

/* Deletes a session in the batch, with its notices, and tells other nodes. */
void session_delete(struct store_batch *batch, const char *person, const char *hash);

/*
 * Closes the connections of session `hash`, or (NULL) of all sessions of a person. To be called when the
 * store has deleted them: identifications under way read their token again, and later ones find none.
 */
void sessions_drop(struct server *server, const char *person, const char *hash);

/*
 * Closes the connections of sessions whose tokens were deleted: the rows of STORE_READ_GONE of SPACE_TOKEN.
 */
void sessions_gone(struct server *server, const struct store_read *read);
/* Reads the name and account of a person in memory again, from its document. */
void person_renew(struct server *server, const char *id, const char *document);
/*
 * Another node changed a person (`document` NULL: deleted) or ended sessions: updates the person, checks the
 * sessions.
 */
void person_changed(struct server *server, const char *id, const char *document);

#endif
