/*
 * entry_table.h - entries that change the table itself rather than its game: settings, order, names, host,
 * removals and votes; and the functions that these share with room_log.c. For the files of this folder alone.
 */
#ifndef LAN_SERVER_ENTRY_TABLE_H
#define LAN_SERVER_ENTRY_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "table.h"

struct people;
struct room_log;
struct room_seat;

/* A field of an entry; "" or 0 when it is missing. The seat of an entry as 0.., or -1. */
const char *entry_text(json_t *entry, const char *key);
int64_t entry_int(json_t *entry, const char *key);
int entry_seat(const struct room_log *log, json_t *entry);

/* The seat goes to another holder: nothing that belonged to the one before stays. */
void seat_give(struct room_seat *seat, enum table_holder kind);
/* Somebody who takes part in the exchange has lost the seat: the table waits for players again. */
void exchange_end(struct room_log *log);
/* Plays the moves that an entry lists, but for those that the match has made already. */
bool moves_apply(struct room_log *log, json_t *entry);

/* Adds a person with a name, or takes the person out. */
void people_change(struct people *people, const char *person, const char *name, bool on);
void people_free(struct people *people);

/* What kinds of entries do; false when the entry cannot stand there. apply_seat: a seat changes hands during
   the game, or goes to a bot for good. apply_refuse: somebody refused what was voted on. */
bool apply_stand(struct room_log *log, json_t *entry);
bool apply_seat(struct room_log *log, json_t *entry);
bool apply_settings(struct room_log *log, json_t *entry);
bool apply_swap(struct room_log *log, json_t *entry);
bool apply_ready(struct room_log *log, json_t *entry);
bool apply_name(struct room_log *log, json_t *entry);
bool apply_host(struct room_log *log, json_t *entry);
bool apply_heir(struct room_log *log, json_t *entry);
bool apply_words(struct room_log *log, json_t *entry);
bool apply_remove(struct room_log *log, json_t *entry);
bool apply_vote(struct room_log *log, json_t *entry);
bool apply_refuse(struct room_log *log, json_t *entry);

#endif
