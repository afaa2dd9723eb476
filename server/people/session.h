/*
 * session.h - sessions: which person a connection speaks for.
 *
 * A token of 32 random bytes, in a cookie or an Authorization header, is the only proof. The store keeps its SHA-256
 * only, so that a reader of the disk cannot use it. Guests and accounts have the same person document; an account adds
 * a login name.
 */
#ifndef LAN_SERVER_SESSION_H
#define LAN_SERVER_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "server.h"

struct client;
struct person;
struct store_batch;

enum { COOKIE_DAYS = 400 }; /* from the session's beginning; no browser keeps one longer */

/*
 * Finds the person who holds the token. With `guests` a missing or unknown token makes a guest, and `cookie` is the
 * header that tells the browser. Calls `then`, if the client is still there, when client->person is set; it stays as
 * it was when the token is unknown. `failed` means that the store failed.
 */
void client_identify(struct client *client, const char *token, bool guests,
                     void (*then)(struct client *client, const char *cookie, bool failed));
/* The client closes: `then` of its identifications under way is not called. */
void client_identify_cancel(struct client *client);

/* A new token of a person: its documents go into the batch, the cookie header into `cookie`. */
void token_make(struct server *server, const struct person *person, const struct client *client,
                struct store_batch *batch, char hash[HASH_HEX + 1], char *cookie, size_t size);

/* Closes the connections of a session, or of all sessions of a person but one (NULL: none spared). */
void sessions_drop(struct server *server, const char *person, const char *hash, const char *spared);

/* Another node changed a person (NULL: forgot them) or ended sessions of theirs: reads both again. */
void person_changed(struct server *server, const char *id, const char *document);

#endif
