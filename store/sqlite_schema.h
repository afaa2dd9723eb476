/* sqlite_schema.h - the SQLite schema, one step for each version, and the migration to the newest. */
#ifndef LAN_STORE_SQLITE_SCHEMA_H
#define LAN_STORE_SQLITE_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>

#include "store.h"

/*
 * Brings the file at `path` to the newest version. A file of an older version is first copied to
 * PATH.before-vN. False with `error`, and the file as it was, when that fails or when the file is newer than
 * this program.
 */
bool sqlite_schema_migrate(sqlite3 *db, const char *path, char error[STORE_ERROR_MAX]);

/* The newest version this program knows. */
int sqlite_schema_version(void);

#endif
