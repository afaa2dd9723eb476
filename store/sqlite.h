/* sqlite.h - the embedded store, SQLite. Contract as store_open (store.h). */
#ifndef LAN_STORE_SQLITE_H
#define LAN_STORE_SQLITE_H

#include "store.h"

struct store *sqlite_open(const char *path, const struct store_options *options, char error[STORE_ERROR_MAX]);

#endif
