/*
 * person.h - a person in memory: a guest or the holder of an account, shared by all connections of theirs.
 *
 * Counted by references; the last one frees it. server->persons finds those in memory by id. Its document in the store
 * is written by person_put; everything else about a person (sessions, accounts) is in people/.
 */
#ifndef LAN_SERVER_PERSON_H
#define LAN_SERVER_PERSON_H

#include <jansson.h>
#include <stdint.h>

#include "buf.h"
#include "server.h"

struct store_batch;

enum { HOSTED_UNKNOWN = -1 };

struct person {
    char id[ID_PERSON + 1];
    char name[NAME_SIZE];
    char *login, *mail; /* never NULL, "" for none; set by person_text_set */
    int64_t created;
    int refs;
    int hosted; /* tables not over; HOSTED_UNKNOWN until lobby_hosted has counted them */
};

/* A new person in memory, with one reference for the caller. */
struct person *person_new(struct server *server, const char *id);
/* One made from its document, with one reference for the caller; NULL when the document is damaged. */
struct person *person_load(struct server *server, const char *id, const char *text);
/* The person in memory, or made from its document; a reference for the caller. NULL when the document is damaged. */
struct person *person_of(struct server *server, const char *id, const char *document);
struct person *person_ref(struct person *person);
void person_unref(struct server *server, struct person *person);

/* Replaces login or mail. They are allocated apart: most persons are guests and have neither. */
void person_text_set(char **at, const char *text);
/* Takes name and account data from the person's document. */
void person_update(struct person *person, const json_t *document);

/* Writes the person's document into the batch, with a notification for other nodes. */
void person_put(struct store_batch *batch, const struct person *person);
/* The person as the field `key`, as they themselves may see it. */
void person_write(struct buf *out, const char *key, const struct person *person);

#endif
