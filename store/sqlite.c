/*
 * The embedded store: one SQLite file in WAL mode with synchronous=FULL.
 *
 * One thread writes and one reads, each with a connection of its own. The writer takes whatever is waiting when
 * the sync before has returned and commits it as one transaction: under load many batches share a sync, alone a
 * batch waits for nobody, and there is no timer to tune. Each batch is a savepoint inside it, so that a conflict
 * undoes one batch and not its neighbours.
 */
#include "store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "schema.h"

enum { BATCHES_PER_COMMIT = 4096, BUSY_MS = 10000 };

enum statement {
    ST_APPEND,
    ST_PUT,
    ST_PUT_NEW,
    ST_DELETE,
    ST_DELETE_LOG,
    ST_SECRET_PUT,
    ST_SECRET_PUT_NEW,
    ST_SECRET_DELETE,
    ST_SAVE,
    ST_UNSAVE,
    ST_RELEASE,
    ST_BEGIN,
    ST_COMMIT,
    ST_READ_LOG,
    ST_READ_DOC,
    ST_READ_DOCS,
    ST_READ_SECRET,
    STATEMENTS
};

static const char *const statement_sql[STATEMENTS] = {
    [ST_APPEND] = "INSERT INTO log (name, number, entry) VALUES (?1, ?2, ?3)",
    [ST_PUT] = "INSERT INTO doc (space, key, value) VALUES (?1, ?2, ?3) "
               "ON CONFLICT (space, key) DO UPDATE SET value = excluded.value",
    [ST_PUT_NEW] = "INSERT INTO doc (space, key, value) VALUES (?1, ?2, ?3)",
    [ST_DELETE] = "DELETE FROM doc WHERE space = ?1 AND key = ?2",
    [ST_DELETE_LOG] = "DELETE FROM log WHERE name = ?1",
    [ST_SECRET_PUT] = "INSERT OR REPLACE INTO secret (key, value) VALUES (?2, ?3)",
    [ST_SECRET_PUT_NEW] = "INSERT INTO secret (key, value) VALUES (?2, ?3)",
    [ST_SECRET_DELETE] = "DELETE FROM secret WHERE key = ?2",
    [ST_SAVE] = "SAVEPOINT batch",
    [ST_UNSAVE] = "ROLLBACK TO batch",
    [ST_RELEASE] = "RELEASE batch",
    [ST_BEGIN] = "BEGIN IMMEDIATE",
    [ST_COMMIT] = "COMMIT",
    [ST_READ_LOG] =
        "SELECT NULL, number, entry FROM log WHERE name = ?1 AND number > ?2 ORDER BY number LIMIT ?3",
    [ST_READ_DOC] = "SELECT key, 0, value FROM doc WHERE space = ?1 AND key = ?2",
    [ST_READ_DOCS] = "SELECT key, 0, value FROM doc WHERE space = ?1 AND key >= ?2 AND key < ?2 || x'f7' "
                     "ORDER BY key LIMIT ?3",
    [ST_READ_SECRET] = "SELECT key, 0, value FROM secret WHERE key = ?2",
};

/* A connection with the statements it has prepared so far. */
struct link {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

struct sqlite_store {
    struct store base;
    void (*wake)(void *context);
    void *context;
    struct link writer, reader;
    pthread_t write_thread, read_thread;

    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t work;
    struct store_batch *batches, **batches_end;
    struct store_read *reads, **reads_end;
    struct store_batch *written, **written_end;
    struct store_read *finished, **finished_end;
    struct store_counts counts;
    bool closing;
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

/* Runs a statement that returns no rows. */
static int statement_run(struct link *link, enum statement which)
{
    sqlite3_stmt *statement = statement_get(link, which);
    if (!statement)
        return sqlite3_errcode(link->db);
    int result = sqlite3_step(statement);
    /* Resetting reports the failure once more; the first report is the one that counts. */
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
    }
    lan_bug("no such write");
}

static int write_run(struct link *link, const struct store_write *write)
{
    enum statement which = write_statement(write);
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
    return statement_run(link, which);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* One batch inside the open transaction. STORE_FAILED means that the whole transaction is in doubt. */
static enum store_status batch_run(struct link *link, const struct store_batch *batch)
{
    if (statement_run(link, ST_SAVE) != SQLITE_OK)
        return STORE_FAILED;
    for (size_t i = 0; i < batch->count; i++) {
        int result = write_run(link, &batch->writes[i]);
        if (result == SQLITE_OK)
            continue;
        if (result != SQLITE_CONSTRAINT || statement_run(link, ST_UNSAVE) != SQLITE_OK ||
            statement_run(link, ST_RELEASE) != SQLITE_OK)
            return STORE_FAILED;
        return STORE_CONFLICT;
    }
    return statement_run(link, ST_RELEASE) == SQLITE_OK ? STORE_OK : STORE_FAILED;
}

/* Carries out a list of batches as one transaction; either all of their statuses hold, or all failed. */
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

/* Takes up to BATCHES_PER_COMMIT waiting batches; the lock is held. */
static struct store_batch *batches_take(struct sqlite_store *store, struct store_batch **last)
{
    struct store_batch *first = store->batches;
    uint64_t taken = 0;
    for (*last = first; *last; *last = (*last)->next) {
        if (++taken == BATCHES_PER_COMMIT || !(*last)->next)
            break;
    }
    if (!*last)
        return NULL;
    store->batches = (*last)->next;
    if (!store->batches)
        store->batches_end = &store->batches;
    (*last)->next = NULL;
    store->counts.batches += taken;
    store->counts.waiting -= taken;
    return first;
}

static void *writer_main(void *argument)
{
    struct sqlite_store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        struct store_batch *last, *first = batches_take(store, &last);
        if (!first) {
            if (store->closing)
                break;
            pthread_cond_wait(&store->work, &store->lock);
            continue;
        }
        pthread_mutex_unlock(&store->lock);
        batches_commit(&store->writer, first);
        pthread_mutex_lock(&store->lock);
        store->counts.commits++;
        store->counts.failures += first->status == STORE_FAILED;
        *store->written_end = first;
        store->written_end = &last->next;
        store->wake(store->context);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static enum statement read_statement(const struct store_read *read)
{
    if (read->kind == STORE_READ_LOG)
        return ST_READ_LOG;
    if (read->kind == STORE_READ_DOCS)
        return ST_READ_DOCS;
    return strcmp(read->space, STORE_SECRETS) == 0 ? ST_READ_SECRET : ST_READ_DOC;
}

static void read_run(struct link *link, struct store_read *read)
{
    read->status = STORE_FAILED;
    sqlite3_stmt *statement = statement_get(link, read_statement(read));
    if (!statement)
        return;
    if (read->kind == STORE_READ_LOG) {
        sqlite3_bind_text(statement, 1, read->key, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)read->after);
    } else {
        sqlite3_bind_text(statement, 1, read->space, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, read->key, -1, SQLITE_STATIC);
    }
    if (sqlite3_bind_parameter_count(statement) >= 3)
        sqlite3_bind_int64(statement, 3, (sqlite3_int64)read->limit);
    int result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW)
        store_read_add(read, (const char *)sqlite3_column_text(statement, 0),
                       (uint64_t)sqlite3_column_int64(statement, 1), sqlite3_column_blob(statement, 2),
                       (size_t)sqlite3_column_bytes(statement, 2));
    if (result == SQLITE_DONE)
        read->status = STORE_OK;
    sqlite3_reset(statement);
}

static void *reader_main(void *argument)
{
    struct sqlite_store *store = argument;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        struct store_read *read = store->reads;
        if (!read) {
            if (store->closing)
                break;
            pthread_cond_wait(&store->work, &store->lock);
            continue;
        }
        store->reads = read->next;
        if (!store->reads)
            store->reads_end = &store->reads;
        read->next = NULL;
        pthread_mutex_unlock(&store->lock);
        read_run(&store->reader, read);
        pthread_mutex_lock(&store->lock);
        *store->finished_end = read;
        store->finished_end = &read->next;
        store->wake(store->context);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* ---- The vtable ---------------------------------------------------------------------------------------- */

static void sqlite_submit(struct store *base, struct store_batch *batch)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    batch->next = NULL;
    pthread_mutex_lock(&store->lock);
    if (store->closing) {
        batch->status = STORE_FAILED;
        *store->written_end = batch;
        store->written_end = &batch->next;
    } else {
        *store->batches_end = batch;
        store->batches_end = &batch->next;
        store->counts.waiting++;
        pthread_cond_broadcast(&store->work);
    }
    pthread_mutex_unlock(&store->lock);
}

static void sqlite_read(struct store *base, struct store_read *read)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    read->next = NULL;
    pthread_mutex_lock(&store->lock);
    if (store->closing) {
        read->status = STORE_FAILED;
        *store->finished_end = read;
        store->finished_end = &read->next;
    } else {
        *store->reads_end = read;
        store->reads_end = &read->next;
        pthread_cond_broadcast(&store->work);
    }
    pthread_mutex_unlock(&store->lock);
}

static void sqlite_poll(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->lock);
    struct store_batch *batch = store->written;
    struct store_read *read = store->finished;
    store->written = NULL;
    store->written_end = &store->written;
    store->finished = NULL;
    store->finished_end = &store->finished;
    pthread_mutex_unlock(&store->lock);
    while (batch) {
        struct store_batch *next = batch->next;
        if (batch->done)
            batch->done(batch);
        store_batch_destroy(batch);
        batch = next;
    }
    while (read) {
        struct store_read *next = read->next;
        read->done(read);
        store_read_destroy(read);
        read = next;
    }
}

static void sqlite_counts(struct store *base, struct store_counts *counts)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->lock);
    *counts = store->counts;
    pthread_mutex_unlock(&store->lock);
}

static void link_close(struct link *link)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(link->statement[i]);
    sqlite3_close(link->db);
}

static void sqlite_close(struct store *base)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_broadcast(&store->work);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->write_thread, NULL);
    pthread_join(store->read_thread, NULL);
    /* What their `done` functions submit now fails, and has a `done` of its own. */
    while (store->written || store->finished)
        sqlite_poll(base);
    link_close(&store->reader);
    link_close(&store->writer);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->work);
    free(store);
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

static bool link_open(struct link *link, const char *path, int flags, char error[STORE_ERROR_MAX])
{
    /* Each connection is used by one thread at a time. */
    int result = sqlite3_open_v2(path, &link->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK) {
        sqlite3_busy_timeout(link->db, BUSY_MS);
        result = sqlite3_exec(link->db, "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;", NULL, NULL, NULL);
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
        pthread_mutex_lock(&store->lock);
        store->closing = true;
        pthread_cond_broadcast(&store->work);
        pthread_mutex_unlock(&store->lock);
        pthread_join(store->write_thread, NULL);
    }
    snprintf(error, STORE_ERROR_MAX, "cannot start the store's threads");
    return false;
}

struct store *store_open(const char *url, void (*wake)(void *context), void *context,
                         char error[STORE_ERROR_MAX])
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    lan_assert(store);
    store->base = (struct store){sqlite_submit, sqlite_read, sqlite_poll, sqlite_counts, sqlite_close};
    store->wake = wake;
    store->context = context;
    store->batches_end = &store->batches;
    store->reads_end = &store->reads;
    store->written_end = &store->written;
    store->finished_end = &store->finished;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    if (link_open(&store->writer, url, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) &&
        schema_migrate(store->writer.db, url, error) &&
        link_open(&store->reader, url, SQLITE_OPEN_READWRITE, error) && threads_start(store, error))
        return &store->base;
    link_close(&store->reader);
    link_close(&store->writer);
    pthread_mutex_destroy(&store->lock);
    pthread_cond_destroy(&store->work);
    free(store);
    return NULL;
}
