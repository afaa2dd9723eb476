/* store_sync.h - a blocking interface to a store, for commands: every call waits for its answer. */
#ifndef LAN_SERVER_STORE_SYNC_H
#define LAN_SERVER_STORE_SYNC_H

#include "store.h"

struct store_sync {
    struct store *store;
    bool answered;
    enum store_status status;
    struct store_read *rows;
};

/* Opens a store in a file or database; without `make` it must exist. False with a sentence in `error`. */
bool store_sync_open(struct store_sync *sync, const char *url, bool make, char error[STORE_ERROR_MAX]);
void store_sync_close(struct store_sync *sync);
/* Submits a batch, which must have no `done` callback. */
enum store_status store_sync_submit(struct store_sync *sync, struct store_batch *batch);
/*
 * Performs a read made by store_sync_read_create and returns it with rows and status; the caller destroys it.
 */
struct store_read *store_sync_read(struct store_sync *sync, struct store_read *read);
struct store_read *store_sync_read_create(enum store_read_kind kind, const char *space, const char *key);

#endif
