/*
 * store_stage.h - what the tests of stores share: a store of the test's own, and asking it and waiting for
 * the answer. Waits have no limit of their own; scripts/test stops a program that waits in vain.
 */
#ifndef LAN_STORE_STAGE_H
#define LAN_STORE_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

/* Where the store of the present test lies: the URL in LAN_STORE_URL, or NULL and then a file. */
extern const char *database;
extern char path[96];

/* Setup and teardown of cmocka: an empty store, always a file with fresh_file; and nothing is left of it. */
int fresh(void **state);
int fresh_file(void **state);
int gone(void **state);

/* Runs a statement on the database; must succeed. */
void database_do(const char *sql);

/* What was heard of other nodes. */
struct heard {
    int missed, count;
    char name[STORE_NAME_MAX];
    uint64_t number;
};

/* Opens the store of the present test; must succeed. With `heard` it listens to others. */
struct store *store_with(struct heard *heard, bool poll_only);
struct store *store_here(void);

/* Wakes nobody: the tests poll. */
void wake(void *context);

/* What answers brought, counted in `done`; texts are those of the first and the last row. */
struct result {
    int done;
    enum store_status status;
    size_t count;
    char first[64], last[64];
    uint64_t last_number;
    struct store_head head; /* the last row's */
    size_t damaged;         /* rows */
};
void batch_done(struct store_batch *batch);
void read_done(struct store_read *read);

/* Until `done` answers have come. */
void wait_for(struct store *store, const struct result *result, int done);
void sleep_us(long microseconds);

/* Ask and wait. */
enum store_status submit(struct store *store, struct store_batch *batch);
/* The head of a log before its entry `number`, as it is stored. */
struct store_head head_before(struct store *store, const char *log, uint64_t number);
/* Appends after that head. */
enum store_status append(struct store *store, const char *log, uint64_t number, const char *text);
struct result read_log(struct store *store, const char *log, uint64_t after);
struct result read_docs(struct store *store, enum store_read_kind kind, const char *space, const char *key);

#endif
