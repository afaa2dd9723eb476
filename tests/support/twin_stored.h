/*
 * twin_stored.h - twins (twin_pair.h) as a server stores them: the people at their seats, the log of the
 * table and its secret.
 */
#ifndef LAN_TWIN_STORED_H
#define LAN_TWIN_STORED_H

#include "fair.h"
#include "store.h"
#include "table.h"

/* What the server needs to know of the dice of a table; the context of twin_table_new. */
struct twin_secret {
    char id[11];
    uint8_t bytes[FAIR_BYTES];
    int64_t start; /* of the table */
};

/* With five seats, the fewest at which Shadow Hunters has a Neutral: Daniel may not reveal freely. */
int twin_seats(const struct lan_game *game);
/* For twin_setup.create, with a struct twin_secret. */
struct table *twin_table_new(const struct lan_game *game, void *secret);
/* The id of the person at a seat, 0.. */
void twin_person(int seat, char id[17]);
/* People whose tokens are "token1".."token8" and, for the watcher, "token9". */
void twin_people_put(struct store_batch *batch, int64_t at);
/* The log of the table in two entries, and its secret, sealed under `key`. */
void twin_table_put(struct store_batch *batch, const struct table *table, const char *id,
                    const uint8_t secret[FAIR_BYTES], const uint8_t key[32]);

#endif
