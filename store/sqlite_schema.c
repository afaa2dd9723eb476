#include "sqlite_schema.h"

#include <stdio.h>
#include <unistd.h>

/* A released step is never edited; a change is a new step. Steps do not look into entries and documents. */
static const char *const steps[] = {
    /* Rowid tables with an index were measured to be faster than WITHOUT ROWID. */
    "CREATE TABLE log (name TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL);"
    "CREATE UNIQUE INDEX log_at ON log (name, number);"
    "CREATE TABLE doc (space TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL);"
    "CREATE UNIQUE INDEX doc_at ON doc (space, key);"
    "CREATE TABLE secret (key TEXT PRIMARY KEY, value BLOB NOT NULL);",
    /*
     * Logs get ids in order of creation; names are random. So logs in use at one time share a few pages of
     * the index.
     */
    "ALTER TABLE log RENAME TO log_1;"
    "CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE entry (log INTEGER NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL);"
    "INSERT INTO log (name) SELECT name FROM log_1 GROUP BY name ORDER BY min(rowid);"
    "INSERT INTO entry SELECT log.id, number, entry FROM log_1 JOIN log USING (name) ORDER BY log_1.rowid;"
    "CREATE UNIQUE INDEX entry_at ON entry (log, number);"
    "CREATE TRIGGER log_deleted AFTER DELETE ON log BEGIN DELETE FROM entry WHERE log = old.id; END;"
    "DROP TABLE log_1;",
};

int sqlite_schema_version(void)
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

/* Copies the file; an existing copy is never overwritten. */
static bool copy_make(sqlite3 *db, const char *path, const char *copy, char error[STORE_ERROR_MAX])
{
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", copy);
    bool there = access(copy, F_OK) == 0;
    bool copied = !there && sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    if (!copied)
        snprintf(error, STORE_ERROR_MAX, "cannot copy %s to %s before changing it: %s", path, copy,
                 there ? "that file is there already, move it away" : sqlite3_errmsg(db));
    if (!copied && !there)
        remove(copy);
    sqlite3_free(sql);
    return copied;
}

/* Runs the steps above `version` as one transaction. */
static bool steps_run(sqlite3 *db, int version, char error[STORE_ERROR_MAX])
{
    int newest = sqlite_schema_version();
    char *stamp = sqlite3_mprintf("PRAGMA user_version=%d;COMMIT", newest);
    bool done = stamp && sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    while (done && version < newest)
        done = sqlite3_exec(db, steps[version++], NULL, NULL, NULL) == SQLITE_OK;
    done = done && sqlite3_exec(db, stamp, NULL, NULL, NULL) == SQLITE_OK;
    if (!done) {
        snprintf(error, STORE_ERROR_MAX, "cannot change the schema to version %d: %s", newest,
                 sqlite3_errmsg(db));
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    }
    sqlite3_free(stamp);
    return done;
}

/* Copies the file, then runs the steps. When these fail the file is unchanged, and the copy is removed. */
static bool upgrade(sqlite3 *db, const char *path, int version, char error[STORE_ERROR_MAX])
{
    char *copy = sqlite3_mprintf("%s.before-v%d", path, sqlite_schema_version());
    bool done = copy && copy_make(db, path, copy, error);
    if (done && !steps_run(db, version, error)) {
        remove(copy);
        done = false;
    }
    sqlite3_free(copy);
    return done;
}

bool sqlite_schema_migrate(sqlite3 *db, const char *path, char error[STORE_ERROR_MAX])
{
    int version = version_read(db);
    if (version < 0 || version > sqlite_schema_version()) {
        snprintf(error, STORE_ERROR_MAX,
                 version < 0 ? "%s is no store: %s" : "%s was written by a newer Lanterne%s", path,
                 version < 0 ? sqlite3_errmsg(db) : "");
        return false;
    }
    if (version == sqlite_schema_version())
        return true;
    return version == 0 ? steps_run(db, version, error) : upgrade(db, path, version, error);
}
