/*
 * record_build.h - a match built from the parts of a record and checked against the record's hashes.
 *
 * No document is read here, so that a program without a JSON reader can build a match too. The caller takes
 * texts and numbers out of the document, in its order:
 *
 *   1. record_game_find, table_setup_init, record_option_set for each option, the other fields of the set-up
 *   2. record_match_create
 *   3. record_log_start, record_entry_append for each line of the log, table_opening_add, record_log_finish;
 *      or, of a seat record, record_told_start and record_told_check for each line
 *   4. writes the record anew and compares it with the document: a difference was made after writing, or is
 *      something that does not belong in a record
 *
 * A function that refuses its part returns false or NULL with `problem` filled; the table, if there is one
 * yet, is then only to be destroyed. Hashes come in hexadecimal as documents have them, NULL where the
 * document has none; that is refused like a wrong one.
 */
#ifndef LAN_RECORD_BUILD_H
#define LAN_RECORD_BUILD_H

#include "record.h"

/* The game that the program has under this name and version. */
const struct lan_game *record_game_find(const char *name, int version, struct record_problem *problem);

/* Sets an option from its text, which must live until the table is created. */
bool record_option_set(struct table_setup *setup, const char *name, const char *value,
                       struct record_problem *problem);

/*
 * The holder of a seat (0..7) and the words of the clock, as documents have them; `level` is "" where the
 * document has none. The texts must live until the table is created.
 */
bool record_seat_set(struct table_setup *setup, int seat, const char *holder, const char *name,
                     const char *level, struct record_problem *problem);
bool record_clock_set(struct table_setup *setup, const char *kind, const char *policy, const char *stand_in,
                      struct record_problem *problem);

/* A table without entries whose hashes are `rules` (all of it) and `link` (the field "match_hash"). */
struct table *record_match_create(const struct table_setup *setup, int64_t start, const char *rules,
                                  const char *link, struct record_problem *problem);

/* A hash chain that is checked line by line. */
struct record_chain {
    uint32_t number; /* of the last line checked */
    int64_t time;    /* its time */
    uint8_t hash[LAN_HASH_BYTES];
};

void record_log_start(const struct table *table, struct record_chain *chain);
void record_told_start(const struct table *table, int viewer, struct record_chain *chain);

/* The action that a line writes in notation. */
bool record_action_parse(const struct lan_game *game, const char *notation, uint32_t number,
                         lan_action *action, struct record_problem *problem);

/*
 * Appends the next line of the log, whose field "hash" is `link`: the chain must fit and the move must be
 * legal.
 */
bool record_entry_append(struct table *table, struct record_chain *chain, const struct table_entry *entry,
                         const char *link, struct record_problem *problem);

/* A line of a log by its fields, as texts; NULL for those that it does not have. */
struct record_line {
    const char *seat;   /* "chance", or a number from 1 */
    const char *action; /* the field "do" */
    const char *table, *text, *link;
    bool timed;
    int64_t time;
};

/* The same as record_entry_append from the fields of a line. */
bool record_line_append(struct table *table, struct record_chain *chain, const struct record_line *line,
                        struct record_problem *problem);

/*
 * Checks the next line of a seat record: its time and its link. What was told cannot be checked without the
 * log.
 */
bool record_told_check(const struct table *table, struct record_chain *chain, const struct table_told *told,
                       const char *link, struct record_problem *problem);

/* After the log: a full record must have ended; a save takes its dice from `key`, NULL where it has none. */
bool record_log_finish(struct table *table, enum record_kind kind, const char *key,
                       struct record_problem *problem);

#endif
