/*
 * person.h - persons: who somebody is, how a connection is identified, names, sessions.
 *
 * A person may be on many connections; struct person is shared by them and counted by references.
 */
#ifndef LAN_SERVER_PERSON_H
#define LAN_SERVER_PERSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server.h"

struct buf;
struct client;
struct store_batch;

struct person {
    char id[ID_PERSON + 1];
    char name[NAME_SIZE];
    char *login, *mail; /* never NULL, "" for none; person_text_set */
    int64_t created;
    int refs;
    int hosted; /* tables not over; HOSTED_UNKNOWN before somebody asks. See lobby_hosted */
};

enum { HOSTED_UNKNOWN = -1 };

struct person *person_ref(struct person *person);
/* Replaces login or mail. Few have them, and room for the longest would be most of what a guest takes. */
void person_text_set(char **at, const char *text);
void person_unref(struct server *server, struct person *person);

enum { COOKIE_DAYS = 400 }; /* from the session's beginning; no browser keeps one longer */

/*
 * Finds who holds the token. With `guests` a missing or unknown one makes a guest, and `cookie` is the header
 * that tells the browser. Calls `then`, if the client is still there, when client->person is set; it stays as it
 * was when the token is unknown. `failed` means that the store did.
 */
void client_identify(struct client *client, const char *token, bool guests,
                     void (*then)(struct client *client, const char *cookie, bool failed));
void client_gone(struct client *client); /* forgets waiting identifications */
/* No control characters, no line breaks, nothing that turns the direction of writing around it. */
bool said_clean(const char *text);
bool name_valid(const char *name);
/* As they themselves may see it. */
void person_write(struct buf *out, const char *key, const struct person *person);
/* The person in use, or made from its document; a reference for the caller. NULL when that is damaged. */
struct person *person_of(struct server *server, const char *id, const char *document);
/* Saves name and account data; `batch` is the caller's. */
void person_put(struct store_batch *batch, const struct person *person);
/* A new token of a person: its documents go into the batch, the cookie header into `cookie`. */
void token_make(struct server *server, const struct person *person, const struct client *client,
                struct store_batch *batch, char hash[HASH_HEX + 1], char *cookie, size_t size);
/* Another node changed a person (NULL: forgot them) or ended sessions of theirs. */
void person_hear(struct server *server, const char *id, const char *document);
/* Closes the connections of a session, or of all of a person but one (NULL: none spared). */
void sessions_drop(struct server *server, const char *person, const char *hash, const char *spared);

#endif
