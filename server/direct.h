/* direct.h - a store used by a command, one thing at a time: every call waits for its answer. */
#ifndef LAN_SERVER_DIRECT_H
#define LAN_SERVER_DIRECT_H

#include "store.h"

struct direct {
    struct store *store;
    bool answered;
    enum store_status status;
    struct store_read *rows;
};

/* Opens a file or a database, which must hold a store already unless `make`. False with a sentence in `error`. */
bool direct_open(struct direct *direct, const char *url, bool make, char error[STORE_ERROR_MAX]);
void direct_close(struct direct *direct);
/* A batch without `done` of its own. */
enum store_status direct_submit(struct direct *direct, struct store_batch *batch);
/* The read with its rows and status; the caller destroys it. It is made by direct_ask. */
struct store_read *direct_read(struct direct *direct, struct store_read *read);
struct store_read *direct_ask(enum store_read_kind kind, const char *space, const char *key);

#endif
