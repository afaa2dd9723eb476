#include "schema.h"

#include <stdio.h>
#include <string.h>

/* Never edit a step that was released: add one. Steps may not look at what entries and documents contain. */
static const char *const steps[] = {
    /* Plain rowid tables with an index beat WITHOUT ROWID where measured. */
    "CREATE TABLE log (name TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL);"
    "CREATE UNIQUE INDEX log_at ON log (name, number);"
    "CREATE TABLE doc (space TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL);"
    "CREATE UNIQUE INDEX doc_at ON doc (space, key);"
    "CREATE TABLE secret (key TEXT PRIMARY KEY, value BLOB NOT NULL);",
};

int schema_version(void)
{
    return (int)(sizeof steps / sizeof *steps);
}

static int version_read(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

static bool copy_before(sqlite3 *db, const char *path, int version, char error[STORE_ERROR_MAX])
{
    char *sql = sqlite3_mprintf("VACUUM INTO '%q.before-v%d'", path, version);
    bool copied = sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!copied)
        snprintf(error, STORE_ERROR_MAX, "cannot copy %s before changing it to version %d: %s", path, version,
                 sqlite3_errmsg(db));
    sqlite3_free(sql);
    return copied;
}

static bool step_run(sqlite3 *db, int version, char error[STORE_ERROR_MAX])
{
    char *sql =
        sqlite3_mprintf("BEGIN IMMEDIATE;%s;PRAGMA user_version=%d;COMMIT", steps[version - 1], version);
    bool done = sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!done) {
        snprintf(error, STORE_ERROR_MAX, "cannot change the schema to version %d: %s", version,
                 sqlite3_errmsg(db));
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    sqlite3_free(sql);
    return done;
}

bool schema_migrate(sqlite3 *db, const char *path, char error[STORE_ERROR_MAX])
{
    int version = version_read(db), newest = schema_version();
    if (version < 0 || version > newest) {
        snprintf(error, STORE_ERROR_MAX,
                 version < 0 ? "%s is no store: %s" : "%s was written by a newer Lanterne%s", path,
                 version < 0 ? sqlite3_errmsg(db) : "");
        return false;
    }
    if (version > 0 && version < newest && !copy_before(db, path, newest, error))
        return false;
    while (version < newest) {
        if (!step_run(db, ++version, error))
            return false;
    }
    return true;
}
