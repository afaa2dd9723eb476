/*
 * sanction.h - what whoever runs the server has decided about a person: a warning, no talk for a time, no
 * games with others for a time.
 *
 * `lanterne admin` writes a document for each, PERSON/KIND; a running server takes notice of it as of its
 * other changes, on every node, and has all that stand in memory. The end of each is a time by the server's
 * clock, which is the store's where several nodes share one. A guest who signs in to an account takes them
 * along.
 */
#ifndef LAN_SERVER_SANCTION_H
#define LAN_SERVER_SANCTION_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct buf;
struct lan_words;
struct person;
struct server;

enum sanction_kind { SANCTION_WARN, SANCTION_MUTE, SANCTION_SUSPEND, SANCTIONS };

/* As documents and commands name them, and the reasons of a report. */
extern const char *const sanction_words[SANCTIONS];
enum { REPORT_REASONS = 5 };
extern const char *const report_reasons[REPORT_REASONS];
/* The index of a reason; -1 for none. */
int report_reason_find(const char *word);

/* Reads all documents: before anything else at the start, and when those of somebody could not be read. */
void sanctions_load(struct server *server);
/* The documents of a person have changed: reads them again, and tells the person what is new. */
void sanction_read(struct server *server, const char *person);
void sanctions_free(struct server *server);

/* Whether one of this kind stands against the person now. */
bool sanction_stands(const struct server *server, const struct person *person, enum sanction_kind kind);
/*
 * The guest whom the account forgets when another one signs in: the first without a sanction, if there is
 * one.
 */
int sanction_free_guest(const struct server *server, const struct person *account);
/* False, with the ask refused by a sentence that says why and until when, where one stands. */
bool ask_may_talk(struct ask *ask);
bool ask_may_join(struct ask *ask);
/* As the array `key` of an answer: those that stand. Nothing where there are none. */
void sanctions_write(struct buf *out, const char *key, const struct server *server,
                     const struct person *person);

/* Operation of ops.def: the person has read the warning. */
void op_order_seen(struct ask *ask);

#endif
