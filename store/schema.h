/* schema.h - the SQLite schema, one step a version, and how a file is brought up to date. */
#ifndef LAN_STORE_SCHEMA_H
#define LAN_STORE_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>

#include "store.h"

/*
 * Brings the file at `path` to the newest version. A file that holds something is first copied to
 * PATH.before-vN. False with `error` when that fails, or when the file is newer than this program.
 */
bool schema_migrate(sqlite3 *db, const char *path, char error[STORE_ERROR_MAX]);

/* The newest version this program knows. */
int schema_version(void);

#endif
