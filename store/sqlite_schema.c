#include "sqlite_schema.h"

#include <stdio.h>
#include <unistd.h>

/* A released step is never edited; a change is a new step. Steps do not interpret entries and documents. */
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
    /* Checksums (log_chain.h), computed by sums_fill. */
    "ALTER TABLE entry ADD COLUMN sum BLOB NOT NULL DEFAULT x'';"
    "ALTER TABLE doc ADD COLUMN sum BLOB NOT NULL DEFAULT x'';"
    "ALTER TABLE secret ADD COLUMN sum BLOB NOT NULL DEFAULT x'';",
};

enum { SUMS_STEP = 3 }; /* the version that brought the checksums */

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

/* ---- Checksums of what has none ------------------------------------------------------------------------ */

static bool prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v2(db, sql, -1, statement, NULL) == SQLITE_OK;
}

/* Sets the checksum of the row `rowid`. */
static bool sum_set(sqlite3_stmt *update, sqlite3_int64 rowid, const uint8_t sum[STORE_SUM_BYTES])
{
    sqlite3_bind_blob(update, 1, sum, STORE_SUM_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(update, 2, rowid);
    bool done = sqlite3_step(update) == SQLITE_DONE;
    sqlite3_reset(update);
    return done;
}

/*
 * Rows are read and changed one by one, so that the size of the store does not matter: the index by which
 * they are read has no column that is changed, so each is read once.
 */
static bool entries_fill(sqlite3 *db)
{
    sqlite3_stmt *read = NULL, *update = NULL;
    struct store_head head = {0};
    int result = SQLITE_ERROR;
    bool good = prepare(db,
                        "SELECT entry.rowid, number, entry, log, (SELECT name FROM log WHERE id = log) "
                        "FROM entry ORDER BY log, number",
                        &read) &&
                prepare(db, "UPDATE entry SET sum = ?1 WHERE rowid = ?2", &update);
    for (sqlite3_int64 log = -1; good && (result = sqlite3_step(read)) == SQLITE_ROW;) {
        const char *name = (const char *)sqlite3_column_text(read, 4);
        if (sqlite3_column_int64(read, 3) != log)
            store_head_start(&head, name ? name : "");
        log = sqlite3_column_int64(read, 3);
        head.number = (uint64_t)sqlite3_column_int64(read, 1) - 1;
        store_head_add(&head, sqlite3_column_blob(read, 2), (size_t)sqlite3_column_bytes(read, 2));
        good = sum_set(update, sqlite3_column_int64(read, 0), head.sum);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(update);
    return good && result == SQLITE_DONE;
}

static bool documents_fill(sqlite3 *db, const char *select, const char *change)
{
    sqlite3_stmt *read = NULL, *update = NULL;
    uint8_t sum[STORE_SUM_BYTES];
    int result = SQLITE_ERROR;
    bool good = prepare(db, select, &read) && prepare(db, change, &update);
    while (good && (result = sqlite3_step(read)) == SQLITE_ROW) {
        const char *space = (const char *)sqlite3_column_text(read, 1);
        const char *key = (const char *)sqlite3_column_text(read, 2);
        const void *bytes = sqlite3_column_blob(read, 3);
        store_document_sum(space ? space : "", key ? key : "", bytes, (size_t)sqlite3_column_bytes(read, 3),
                           sum);
        good = sum_set(update, sqlite3_column_int64(read, 0), sum);
    }
    sqlite3_finalize(read);
    sqlite3_finalize(update);
    return good && result == SQLITE_DONE;
}

static bool sums_fill(sqlite3 *db)
{
    return entries_fill(db) &&
           documents_fill(db, "SELECT rowid, space, key, value FROM doc ORDER BY rowid",
                          "UPDATE doc SET sum = ?1 WHERE rowid = ?2") &&
           documents_fill(db, "SELECT rowid, '" STORE_SECRETS "', key, value FROM secret ORDER BY rowid",
                          "UPDATE secret SET sum = ?1 WHERE rowid = ?2");
}

/* ---- Steps --------------------------------------------------------------------------------------------- */

static bool step_run(sqlite3 *db, int version)
{
    return sqlite3_exec(db, steps[version - 1], NULL, NULL, NULL) == SQLITE_OK &&
           (version != SUMS_STEP || sums_fill(db));
}

/* Runs the steps above `version` as one transaction. */
static bool steps_run(sqlite3 *db, int version, char error[STORE_ERROR_MAX])
{
    int newest = sqlite_schema_version();
    char *stamp = sqlite3_mprintf("PRAGMA user_version=%d;COMMIT", newest);
    bool done = stamp && sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    while (done && version < newest)
        done = step_run(db, ++version);
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
