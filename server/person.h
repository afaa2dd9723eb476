/*
 * person.h - a person in memory: a guest or the holder of an account, shared by all their connections.
 *
 * Reference-counted; server->persons maps ids to the persons in memory. person_put writes the document in the
 * store. Sessions and accounts are in people/.
 */
#ifndef LAN_SERVER_PERSON_H
#define LAN_SERVER_PERSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "buf.h"
#include "conn.h"
#include "server.h"

struct store_batch;

enum { CODE_LETTERS = 8 };

/* Guests that an account remembers; people/along.h says who is forgotten with more. */
enum { PERSON_WAS_MAX = 32 };

enum { BLOCK_LETTERS = 8 };

/* Somebody whom a person has blocked: whom they were, the name they had, and a reference for the list. */
struct block {
    char id[ID_PERSON + 1], name[NAME_SIZE], ref[BLOCK_LETTERS + 1];
    int64_t at;
};

struct person {
    char id[ID_PERSON + 1];
    char name[NAME_SIZE];
    char *login, *mail;               /* never NULL, "" for none; set by person_text_set */
    bool mail_confirmed;              /* the address was confirmed with the code that was sent to it */
    char mail_code[CODE_LETTERS + 1]; /* that confirms the address; "" for none */
    int64_t mail_asked;               /* when the code was made */
    int64_t created;
    int64_t member; /* when it became an account; 0 for a guest, and for accounts of earlier versions */
    char profile[ID_TABLE + 1]; /* the code behind which the profile is shown; "": it is not */
    char (*was)[ID_PERSON + 1]; /* guests who signed in to this account: what they had is this person's */
    int was_count;
    struct block *blocks; /* NULL for none; see people/block.h */
    int block_count;
    int refs;
    struct share share; /* memory kept for all connections of the person */
    int reading;        /* records that it uploaded and that are being read */
    bool exporting;     /* a download of the person's data is being collected */
    bool gone;          /* its document is being deleted, or has been */
    /* What is known of the person's documents in SPACE_PUSH; by a store that is not shared alone. */
    enum { DEVICES_UNKNOWN, DEVICES_NONE, DEVICES_MAY } devices;
};

/* Makes a new person in memory; the caller owns one reference. */
struct person *person_new(struct server *server, const char *id);
/* Makes a person from its document; the caller owns one reference. NULL when the document is damaged. */
struct person *person_load(struct server *server, const char *id, const char *text);
/*
 * The person in memory, or one made from its document; the caller owns one reference. NULL when the document
 * is damaged.
 */
struct person *person_of(struct server *server, const char *id, const char *document);
struct person *person_ref(struct person *person);
void person_unref(struct server *server, struct person *person);

/* Replaces login or mail, which are allocated separately because most persons are guests without either. */
void person_text_set(char **at, const char *text);
/* The guest becomes an account with this login. */
void person_join(struct person *person, const char *login, int64_t now);
/*
 * A guest signs in to the person's account; the last one to do so is forgotten again. With PERSON_WAS_MAX of
 * them one must be let go before, by its index; else the first one is.
 */
void person_was_add(struct person *person, const char *guest);
void person_was_let(struct person *person, int at);
void person_was_drop(struct person *person);
/* The id is the person's, or that of a guest who signed in to the account. */
bool person_is(const struct person *person, const char *id);
/* Blocks somebody, unless they are blocked already; takes the block at an index back. */
void person_block_add(struct person *person, const struct block *block);
void person_block_drop(struct person *person, int at);
/* Reads name and account data from the person's document. */
void person_update(struct person *person, const json_t *document);

/* Writes the person's document into the batch, with a notification for other nodes. */
void person_put(struct store_batch *batch, const struct person *person);
/* Deletes the document of a person by the batch, and notes that in memory. */
void person_delete(struct server *server, struct store_batch *batch, const char *id);
/* Whether memory alone says that the person's document is stored: no other node can have deleted it. */
bool person_surely(struct server *server, const char *id);
/* Writes the person as the field `key`, with the fields that only the person itself may see. */
void person_write(struct buf *out, const char *key, const struct person *person);

#endif
