/* match.h - matches at a table for the tests of tables and records. */
#ifndef LAN_MATCH_H
#define LAN_MATCH_H

#include "table.h"

/* A table of a game with dice of a seed, begun at time 0; options as "name=value,name=value" or NULL. */
struct table *match_start(const char *game, int seats, const char *options, uint64_t seed);

/* The same from a set-up that the test has changed. It must be accepted. */
struct table *match_create(const struct table_setup *setup);

enum { MATCH_OPTIONS_MAX = 256 };

/* Sets options of a set-up; their texts are stored in `room`, which must live as long as the set-up. */
void match_options(struct table_setup *setup, const char *options, char room[MATCH_OPTIONS_MAX]);

/* An action in notation by a seat (counted from 1, 0 is chance), at a time. The refusal or 0. */
int match_do(struct table *table, int seat, const char *notation, int64_t now);

/*
 * Up to `steps` random actions a second apart, now and then a may-action or an undo, until the game is over.
 * True when it is.
 */
bool match_play(struct table *table, uint64_t seed, int steps);
/* The same without an undo. */
bool match_play_on(struct table *table, uint64_t seed, int steps);

/* Whether two tables are the same to every function that shows them. */
bool match_same(struct table *one, struct table *other);

#endif
