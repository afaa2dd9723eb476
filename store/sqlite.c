/*
 * sqlite.c - the embedded store: one SQLite file in WAL mode with synchronous=FULL.
 *
 * One thread writes and one reads, each with a connection of its own. When a sync has returned, the writer
 * takes all batches that are waiting and commits them as one transaction: under load many batches share a
 * sync, a single batch does not wait, and there is no timer to tune. A conflict undoes its own batch and not
 * the others of the transaction; a batch that may have written something before its conflict is a savepoint.
 */
#include "sqlite.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "queue.h"
#include "sqlite_schema.h"

enum { BATCHES_PER_COMMIT = 4096, BUSY_MS = 10000 };

enum statement {
    ST_NEW_LOG,
    ST_APPEND,
    ST_PUT,
    ST_PUT_NEW,
    ST_DELETE,
    ST_DELETE_LOG,
    ST_SECRET_PUT,
    ST_SECRET_PUT_NEW,
    ST_SECRET_DELETE,
    ST_REQUIRE_LOG,
    ST_REQUIRE_DOC,
    ST_SAVE,
    ST_UNSAVE,
    ST_RELEASE,
    ST_BEGIN,
    ST_COMMIT,
    ST_READ_LOG,
    ST_READ_LAST,
    ST_READ_DOC,
    ST_READ_DOCS,
    ST_READ_SECRET,
    ST_READ_HEAD,
    ST_READ_LOGS,
    ST_READ_SECRETS,
    STATEMENTS
};

static const char *const statement_sql[STATEMENTS] = {
    [ST_NEW_LOG] = "INSERT INTO log (name) VALUES (?1)",
    /*
     * When the entry before is missing, or has another checksum, the log id is NULL, which violates NOT NULL.
     * INSERT ... SELECT would be plainer, but SQLite then copies the row through a temporary table, because
     * the statement reads what it writes.
     */
    [ST_APPEND] = "INSERT INTO entry (log, number, entry, sum) VALUES ((SELECT id FROM log WHERE name = ?1 "
                  "AND (?2 = 1 OR EXISTS (SELECT 1 FROM entry WHERE log = id AND number = ?2 - 1 "
                  "AND sum = ?4))), ?2, ?3, ?5)",
    [ST_PUT] = "INSERT INTO doc (space, key, value, sum) VALUES (?1, ?2, ?3, ?5) "
               "ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, sum = excluded.sum",
    [ST_PUT_NEW] = "INSERT INTO doc (space, key, value, sum) VALUES (?1, ?2, ?3, ?5)",
    [ST_DELETE] = "DELETE FROM doc WHERE space = ?1 AND key = ?2",
    [ST_DELETE_LOG] = "DELETE FROM log WHERE name = ?1",
    [ST_SECRET_PUT] = "INSERT OR REPLACE INTO secret (key, value, sum) VALUES (?2, ?3, ?5)",
    [ST_SECRET_PUT_NEW] = "INSERT INTO secret (key, value, sum) VALUES (?2, ?3, ?5)",
    [ST_SECRET_DELETE] = "DELETE FROM secret WHERE key = ?2",
    [ST_REQUIRE_LOG] = "SELECT 1 FROM log WHERE name = ?2",
    [ST_REQUIRE_DOC] = "SELECT 1 FROM doc WHERE space = ?1 AND key = ?2",
    [ST_SAVE] = "SAVEPOINT batch",
    [ST_UNSAVE] = "ROLLBACK TO batch",
    [ST_RELEASE] = "RELEASE batch",
    [ST_BEGIN] = "BEGIN IMMEDIATE",
    [ST_COMMIT] = "COMMIT",
    [ST_READ_LOG] = "SELECT NULL, number, entry, sum FROM entry WHERE log = (SELECT id FROM log WHERE "
                    "name = ?1) AND number > ?2 ORDER BY number LIMIT ?3",
    [ST_READ_LAST] = "SELECT NULL, number, entry, sum FROM entry WHERE log = (SELECT id FROM log WHERE "
                     "name = ?2) ORDER BY number DESC LIMIT 1",
    [ST_READ_DOC] = "SELECT key, 0, value, sum FROM doc WHERE space = ?1 AND key = ?2",
    [ST_READ_DOCS] = "SELECT key, 0, value, sum FROM doc WHERE space = ?1 AND key >= ?2 "
                     "AND key < ?2 || x'f7' AND key > ?4 ORDER BY key LIMIT ?3",
    [ST_READ_SECRET] = "SELECT key, 0, value, sum FROM secret WHERE key = ?2",
    [ST_READ_HEAD] = "SELECT name, number, '', sum FROM log JOIN entry ON log = id WHERE name = ?2 "
                     "ORDER BY number DESC LIMIT 1",
    [ST_READ_LOGS] = "SELECT name, (SELECT max(number) FROM entry WHERE log = id), '', NULL FROM log "
                     "WHERE name > ?4 ORDER BY name LIMIT ?3",
    [ST_READ_SECRETS] = "SELECT key, 0, value, sum FROM secret WHERE key > ?4 ORDER BY key LIMIT ?3",
};

/* A connection with its prepared statements; each is prepared when first needed. */
struct link {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

struct sqlite_store {
    struct queue queue;
    struct link writer, reader;
    pthread_t write_thread, read_thread;
};

/* ---- Statements ---------------------------------------------------------------------------------------- */

static sqlite3_stmt *statement_get(struct link *link, enum statement which)
{
    sqlite3_stmt **statement = &link->statement[which];
    if (!*statement && sqlite3_prepare_v3(link->db, statement_sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                                          statement, NULL) != SQLITE_OK)
        return NULL;
    return *statement;
}

/* Runs a statement whose rows do not matter; SQLITE_ROW when there is one. */
static int statement_run(struct link *link, enum statement which)
{
    sqlite3_stmt *statement = statement_get(link, which);
    if (!statement)
        return sqlite3_errcode(link->db);
    int result = sqlite3_step(statement);
    /* sqlite3_reset returns the error of the step again; that of the step itself is used. */
    sqlite3_reset(statement);
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

static enum statement write_statement(const struct store_write *write)
{
    bool secret = strcmp(write->space, STORE_SECRETS) == 0;
    switch (write->kind) {
    case STORE_APPEND: return ST_APPEND;
    case STORE_PUT: return secret ? ST_SECRET_PUT : ST_PUT;
    case STORE_PUT_NEW: return secret ? ST_SECRET_PUT_NEW : ST_PUT_NEW;
    case STORE_DELETE: return secret ? ST_SECRET_DELETE : ST_DELETE;
    case STORE_DELETE_LOG: return ST_DELETE_LOG;
    case STORE_REQUIRE: return *write->space ? ST_REQUIRE_DOC : ST_REQUIRE_LOG;
    case STORE_LEASE:
    case STORE_NOTIFY: break;
    }
    lan_bug("no such write");
}

static int write_step(struct link *link, enum statement which, const struct store_write *write)
{
    sqlite3_stmt *statement = statement_get(link, which);
    if (!statement)
        return sqlite3_errcode(link->db);
    int count = sqlite3_bind_parameter_count(statement);
    if (write->kind == STORE_APPEND || write->kind == STORE_DELETE_LOG) {
        sqlite3_bind_text(statement, 1, write->key, -1, SQLITE_STATIC);
        if (count >= 2)
            sqlite3_bind_int64(statement, 2, (sqlite3_int64)write->number);
    } else {
        sqlite3_bind_text(statement, 1, write->space, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, write->key, -1, SQLITE_STATIC);
    }
    if (count >= 3)
        sqlite3_bind_blob64(statement, 3, write->bytes ? write->bytes : "", write->size, SQLITE_STATIC);
    if (count >= 5) {
        sqlite3_bind_blob(statement, 4, write->before, sizeof write->before, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 5, write->sum, sizeof write->sum, SQLITE_STATIC);
    }
    return statement_run(link, which);
}

static int write_run(struct link *link, const struct store_write *write)
{
    int result = SQLITE_OK;
    /* There is only one node: it has every lease, and no other to notify. */
    if (write->kind == STORE_LEASE || write->kind == STORE_NOTIFY)
        return SQLITE_OK;
    /* The first entry creates the log; a log that exists violates the unique name, which is the conflict. */
    if (write->kind == STORE_APPEND && write->number == 1)
        result = write_step(link, ST_NEW_LOG, write);
    if (result == SQLITE_OK)
        result = write_step(link, write_statement(write), write);
    if (write->kind == STORE_REQUIRE && (result == SQLITE_ROW || result == SQLITE_OK))
        return result == SQLITE_ROW ? SQLITE_OK : SQLITE_CONSTRAINT;
    return result;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

/*
 * Whether a write can still conflict after the write before it succeeded: the next entry of the same log
 * cannot.
 */
static bool may_conflict(const struct store_write *write, const struct store_write *before)
{
    if (write->kind != STORE_APPEND)
        return write->kind == STORE_PUT_NEW || write->kind == STORE_REQUIRE;
    return before->kind != STORE_APPEND || before->number + 1 != write->number ||
           strcmp(before->key, write->key) != 0 ||
           memcmp(before->sum, write->before, sizeof write->before) != 0;
}

/*
 * A statement with a conflict undoes itself, so a batch needs no savepoint if only its first write can
 * conflict.
 */
static bool needs_savepoint(const struct store_batch *batch)
{
    for (size_t i = 1; i < batch->count; i++) {
        if (may_conflict(&batch->writes[i], &batch->writes[i - 1]))
            return true;
    }
    return false;
}

/* Runs a batch inside the open transaction. After STORE_FAILED the whole transaction must be rolled back. */
static enum store_status batch_run(struct link *link, const struct store_batch *batch)
{
    bool saved = needs_savepoint(batch);
    if (saved && statement_run(link, ST_SAVE) != SQLITE_OK)
        return STORE_FAILED;
    for (size_t i = 0; i < batch->count; i++) {
        int result = write_run(link, &batch->writes[i]);
        if (result == SQLITE_OK)
            continue;
        bool undone = saved ? statement_run(link, ST_UNSAVE) == SQLITE_OK &&
                                  statement_run(link, ST_RELEASE) == SQLITE_OK
                            : i == 0;
        return result == SQLITE_CONSTRAINT && undone ? STORE_CONFLICT : STORE_FAILED;
    }
    return !saved || statement_run(link, ST_RELEASE) == SQLITE_OK ? STORE_OK : STORE_FAILED;
}

/* Commits a list of batches as one transaction; if that fails, all of them have failed. */
static void batches_commit(struct link *link, struct store_batch *list)
{
    bool sound = statement_run(link, ST_BEGIN) == SQLITE_OK;
    for (struct store_batch *batch = list; batch && sound; batch = batch->next) {
        batch->status = batch_run(link, batch);
        sound = batch->status != STORE_FAILED;
    }
    sound = sound && statement_run(link, ST_COMMIT) == SQLITE_OK;
    if (sound)
        return;
    if (!sqlite3_get_autocommit(link->db))
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    for (struct store_batch *batch = list; batch; batch = batch->next)
        batch->status = STORE_FAILED;
}

static void *writer_main(void *argument)
{
    struct sqlite_store *store = argument;
    struct store_batch *first, *last;
    while ((first = queue_batches_take(&store->queue, BATCHES_PER_COMMIT, &last))) {
        batches_commit(&store->writer, first);
        queue_written(&store->queue, first, last, 1);
    }
    return NULL;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static enum statement read_statement(const struct store_read *read)
{
    switch (read->kind) {
    case STORE_READ_LOG: return ST_READ_LOG;
    case STORE_READ_DOCS: return ST_READ_DOCS;
    case STORE_READ_KEYS: return ST_READ_DOC;
    case STORE_READ_DOC: return strcmp(read->space, STORE_SECRETS) == 0 ? ST_READ_SECRET : ST_READ_DOC;
    case STORE_READ_LAST: return ST_READ_LAST;
    case STORE_READ_HEADS: return ST_READ_HEAD;
    case STORE_READ_LOGS: return ST_READ_LOGS;
    case STORE_READ_SECRETS: return ST_READ_SECRETS;
    case STORE_READ_CHANGED:
    case STORE_READ_GONE:
    case STORE_READ_LEASES: break;
    }
    lan_bug("no such read of a store that is not shared");
}

/* SQLITE_RANGE is ignored on purpose: not every statement has all four parameters. */
static void read_bind(sqlite3_stmt *statement, const struct store_read *read, const char *key)
{
    if (read->kind == STORE_READ_LOG) {
        sqlite3_bind_text(statement, 1, key, -1, SQLITE_TRANSIENT);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)read->after);
    } else {
        sqlite3_bind_text(statement, 1, read->space, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, key, -1, SQLITE_TRANSIENT);
    }
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)store_read_rows(read));
    sqlite3_bind_text(statement, 4, read->past, -1, SQLITE_STATIC);
}

static void row_take(sqlite3_stmt *statement, struct store_read *read)
{
    bool summed = sqlite3_column_bytes(statement, 3) == STORE_SUM_BYTES;
    store_read_add(read, (const char *)sqlite3_column_text(statement, 0),
                   (uint64_t)sqlite3_column_int64(statement, 1), sqlite3_column_blob(statement, 2),
                   (size_t)sqlite3_column_bytes(statement, 2),
                   summed ? sqlite3_column_blob(statement, 3) : NULL);
}

static void rows_take(struct link *link, struct store_read *read, const char *key)
{
    read->status = STORE_FAILED;
    sqlite3_stmt *statement = statement_get(link, read_statement(read));
    if (!statement)
        return;
    read_bind(statement, read, key);
    int result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW)
        row_take(statement, read);
    if (result == SQLITE_DONE)
        read->status = STORE_OK;
    sqlite3_reset(statement);
}

static void read_run(struct link *link, struct store_read *read)
{
    if (!read->names) {
        rows_take(link, read, read->key);
        return;
    }
    char *rest = read->names;
    read->status = STORE_OK;
    for (char *name; read->status == STORE_OK && (name = strtok_r(rest, "\n", &rest));)
        rows_take(link, read, name);
}

static void *reader_main(void *argument)
{
    struct sqlite_store *store = argument;
    struct store_read *read;
    while ((read = queue_reads_take(&store->queue, 1))) {
        read_run(&store->reader, read);
        queue_finished(&store->queue, read);
    }
    return NULL;
}

/* ---- Closing ------------------------------------------------------------------------------------------- */

static void link_close(struct link *link)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(link->statement[i]);
    sqlite3_close(link->db);
}

static int64_t sqlite_clock_ahead(struct store *base)
{
    (void)base;
    return 0;
}

static void sqlite_close(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    queue_stop(&store->queue);
    pthread_join(store->write_thread, NULL);
    pthread_join(store->read_thread, NULL);
    queue_destroy(&store->queue);
    link_close(&store->reader);
    link_close(&store->writer);
    free(store);
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

static bool link_open(struct link *link, const char *path, int flags, char error[STORE_ERROR_MAX])
{
    /* Each connection is used by one thread at a time. */
    int result = sqlite3_open_v2(path, &link->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK) {
        sqlite3_busy_timeout(link->db, BUSY_MS);
        /* A longer WAL than the default: pages that many logs share are copied to the file less often. */
        result = sqlite3_exec(
            link->db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA wal_autocheckpoint=4000;", NULL,
            NULL, NULL);
    }
    if (result == SQLITE_OK)
        return true;
    snprintf(error, STORE_ERROR_MAX, "cannot open %s: %s", path, sqlite3_errmsg(link->db));
    return false;
}

static bool threads_start(struct sqlite_store *store, char error[STORE_ERROR_MAX])
{
    if (pthread_create(&store->write_thread, NULL, writer_main, store) == 0) {
        if (pthread_create(&store->read_thread, NULL, reader_main, store) == 0)
            return true;
        queue_stop(&store->queue);
        pthread_join(store->write_thread, NULL);
    }
    snprintf(error, STORE_ERROR_MAX, "cannot start the store's threads");
    return false;
}

struct store *sqlite_open(const char *path, const struct store_options *options, char error[STORE_ERROR_MAX])
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    lan_assert(store);
    queue_init(&store->queue, options);
    store->queue.base.clock_ahead = sqlite_clock_ahead;
    store->queue.base.close = sqlite_close;
    strcpy(store->queue.base.node, "alone");
    if (link_open(&store->writer, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) &&
        sqlite_schema_migrate(store->writer.db, path, error) &&
        link_open(&store->reader, path, SQLITE_OPEN_READWRITE, error) && threads_start(store, error))
        return &store->queue.base;
    link_close(&store->reader);
    link_close(&store->writer);
    queue_destroy(&store->queue);
    free(store);
    return NULL;
}
