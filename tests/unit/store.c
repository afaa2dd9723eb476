/*
 * What every store promises, and the embedded one on bad disks. With LAN_STORE_URL set the promises are tested on that
 * database, which is emptied for each test; without it on a fresh file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <libpq-fe.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "faulty.h"
#include "lan.h"
#include "store.h"

static char folder[64], path[96];
static const char *database; /* LAN_STORE_URL */

static void wake(void *context)
{
    (void)context;
}

struct heard {
    int missed, count;
    char name[STORE_NAME_MAX];
    uint64_t number;
};

static void hear(void *context, const char *name, uint64_t number)
{
    struct heard *heard = context;
    heard->missed += !*name;
    heard->count += *name != 0;
    snprintf(heard->name, sizeof heard->name, "%s", name);
    heard->number = number;
}

static struct store *store_with(struct heard *heard, bool poll_only)
{
    char error[STORE_ERROR_MAX] = "";
    struct store_options options = {
        .wake = wake, .heard = heard ? hear : NULL, .context = heard, .poll_only = poll_only};
    struct store *store = store_open(database ? database : path, &options, error);
    if (!store)
        print_message("# %s\n", error);
    lan_assert(store);
    return store;
}

static struct store *store_here(void)
{
    return store_with(NULL, false);
}

static void database_do(const char *sql)
{
    PGconn *conn = PQconnectdb(database);
    PGresult *result = PQexec(conn, sql);
    assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
    PQfinish(conn);
}

static int fresh(void **state)
{
    (void)state;
    database = getenv("LAN_STORE_URL");
    if (database)
        database_do("SET client_min_messages = error; DROP SCHEMA IF EXISTS lanterne CASCADE");
    faulty_install();
    faulty_fail(0, false);
    strcpy(folder, "/tmp/lanterne-store-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/lanterne.db", folder);
    return 0;
}

/* For what is true of files alone. */
static int fresh_file(void **state)
{
    fresh(state);
    database = NULL;
    return 0;
}

static int gone(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* ---- Waiting for answers ------------------------------------------------------------------------------------ */

struct result {
    int done;
    enum store_status status;
    size_t count;
    char first[64], last[64];
    uint64_t last_number;
};

static void batch_done(struct store_batch *batch)
{
    struct result *result = batch->context;
    result->done++;
    result->status = batch->status;
}

static void read_done(struct store_read *read)
{
    struct result *result = read->context;
    result->done++;
    result->status = read->status;
    result->count = read->count;
    if (read->count) {
        snprintf(result->first, sizeof result->first, "%s", read->rows[0].bytes);
        snprintf(result->last, sizeof result->last, "%s", read->rows[read->count - 1].bytes);
        result->last_number = read->rows[read->count - 1].number;
    }
}

static void sleep_us(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000 * microseconds}, NULL);
}

static void wait_for(struct store *store, const struct result *result, int done)
{
    while (result->done < done) {
        store_poll(store);
        sleep_us(200);
    }
}

static enum store_status submit(struct store *store, struct store_batch *batch)
{
    struct result result = {0};
    batch->done = batch_done;
    batch->context = &result;
    store_submit(store, batch);
    wait_for(store, &result, 1);
    return result.status;
}

static enum store_status append(struct store *store, const char *log, uint64_t number, const char *text)
{
    struct result result = {0};
    struct store_batch *batch = store_batch_create(batch_done, &result);
    store_batch_append(batch, log, number, text, strlen(text));
    store_submit(store, batch);
    wait_for(store, &result, 1);
    return result.status;
}

static struct result read_log(struct store *store, const char *log, uint64_t after)
{
    struct result result = {0};
    struct store_read *read = store_read_create(STORE_READ_LOG, "", log, read_done, &result);
    read->after = after;
    store_read(store, read);
    wait_for(store, &result, 1);
    return result;
}

static struct result read_docs(struct store *store, enum store_read_kind kind, const char *space,
                               const char *key)
{
    struct result result = {0};
    store_read(store, store_read_create(kind, space, key, read_done, &result));
    wait_for(store, &result, 1);
    return result;
}

/* ---- A good disk ---------------------------------------------------------------------------------------------- */

static void test_appends(void **state)
{
    (void)state;
    struct store *store = store_here();
    assert_int_equal(append(store, "t", 1, "one"), STORE_OK);
    assert_int_equal(append(store, "t", 2, "two"), STORE_OK);
    assert_int_equal(append(store, "t", 2, "other two"), STORE_CONFLICT);
    assert_int_equal(append(store, "t", 4, "after a gap"), STORE_CONFLICT);
    assert_int_equal(append(store, "u", 1, "another log"), STORE_OK);
    struct result result = read_log(store, "t", 0);
    assert_int_equal(result.count, 2);
    assert_string_equal(result.last, "two");
    assert_int_equal(read_log(store, "t", 1).count, 1);
    store_close(store);
    store = store_here();
    assert_int_equal(read_log(store, "t", 0).count, 2);
    store_close(store);
}

static void test_a_batch_is_all_or_nothing(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct result result = {0};
    assert_int_equal(append(store, "t", 1, "one"), STORE_OK);
    struct store_batch *batch = store_batch_create(batch_done, &result);
    store_batch_put(batch, STORE_PUT, "space", "key", "value", 5);
    store_batch_append(batch, "t", 1, "again", 5);
    store_submit(store, batch);
    wait_for(store, &result, 1);
    assert_int_equal(result.status, STORE_CONFLICT);
    assert_int_equal(read_docs(store, STORE_READ_DOC, "space", "key").count, 0);
    store_close(store);
}

static void test_documents_and_secrets(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct result result = {0};
    struct store_batch *batch = store_batch_create(batch_done, &result);
    store_batch_put(batch, STORE_PUT, "mine", "ada/t1", "1", 1);
    store_batch_put(batch, STORE_PUT, "mine", "ada/t2", "2", 1);
    store_batch_put(batch, STORE_PUT, "mine", "adam/t3", "3", 1);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, "t1", "hush", 4);
    store_submit(store, batch);
    batch = store_batch_create(batch_done, &result);
    store_batch_put(batch, STORE_PUT_NEW, "mine", "ada/t1", "x", 1);
    store_submit(store, batch);
    wait_for(store, &result, 2);
    assert_int_equal(result.status, STORE_CONFLICT);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "mine", "ada/").count, 2);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "mine", "").count, 3);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, STORE_SECRETS, "").count, 0);
    assert_string_equal(read_docs(store, STORE_READ_DOC, STORE_SECRETS, "t1").first, "hush");
    batch = store_batch_create(batch_done, &result);
    store_batch_delete(batch, "mine", "ada/t1");
    store_batch_delete(batch, STORE_SECRETS, "t1");
    store_submit(store, batch);
    wait_for(store, &result, 3);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "mine", "ada/").count, 1);
    assert_int_equal(read_docs(store, STORE_READ_DOC, STORE_SECRETS, "t1").count, 0);
    store_close(store);
}

static void test_what_waits_shares_a_sync(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct result result = {0};
    struct store_counts counts;
    for (uint64_t i = 1; i <= 500; i++) {
        struct store_batch *batch = store_batch_create(batch_done, &result);
        store_batch_append(batch, "t", i, "entry", 5);
        store_submit(store, batch);
    }
    wait_for(store, &result, 500);
    store->counts(store, &counts);
    assert_int_equal(counts.batches, 500);
    assert_true(counts.commits < 250);
    store_close(store);
}

static void test_a_newer_store_is_refused(void **state)
{
    char error[STORE_ERROR_MAX];
    sqlite3 *db;
    (void)state;
    store_close(store_here());
    if (database) {
        database_do("INSERT INTO lanterne.schema_version VALUES (999)");
    } else {
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=999", NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
    }
    assert_null(store_open(database ? database : path, &(struct store_options){.wake = wake}, error));
    assert_non_null(strstr(error, "newer"));
}

/* Also when several of a batch's writes may fail, and when those before them could be done. */
static void test_a_batch_with_two_conditions(void **state)
{
    (void)state;
    struct store *store = store_here();
    assert_int_equal(append(store, "t", 1, "one"), STORE_OK);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_append(batch, "u", 1, "one", 3);
    store_batch_put(batch, STORE_PUT_NEW, "space", "key", "value", 5);
    store_batch_append(batch, "t", 1, "again", 5);
    assert_int_equal(submit(store, batch), STORE_CONFLICT);
    assert_int_equal(read_log(store, "u", 0).count, 0);
    assert_int_equal(read_docs(store, STORE_READ_DOC, "space", "key").count, 0);
    batch = store_batch_create(NULL, NULL);
    store_batch_append(batch, "u", 1, "one", 3);
    store_batch_append(batch, "t", 2, "two", 3);
    assert_int_equal(submit(store, batch), STORE_OK);
    assert_int_equal(read_log(store, "t", 0).count, 2);
    store_close(store);
}

/* A conflict in the midst of many batches undoes its own batch and no other. */
static void test_neighbours_of_a_conflict(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct result results[40] = {{0}};
    assert_int_equal(append(store, "taken", 1, "x"), STORE_OK);
    for (int i = 0; i < 40; i++) {
        char log[16];
        snprintf(log, sizeof log, "log-%d", i);
        const char *name = i % 7 == 3 ? "taken" : log;
        struct store_batch *batch = store_batch_create(batch_done, &results[i]);
        if (i % 2)
            store_batch_put(batch, STORE_PUT, "space", log, "value", 5);
        store_batch_append(batch, name, 1, "x", 1);
        store_batch_append(batch, name, 2, "y", 1);
        if (i % 2 == 0)
            store_batch_put(batch, STORE_PUT, "space", log, "value", 5);
        store_submit(store, batch);
    }
    wait_for(store, &results[39], 1);
    for (int i = 0; i < 40; i++)
        assert_int_equal(results[i].status, i % 7 == 3 ? STORE_CONFLICT : STORE_OK);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "space", "").count, 34);
    assert_int_equal(read_log(store, "taken", 0).count, 1);
    assert_int_equal(read_log(store, "log-39", 0).count, 2);
    store_close(store);
}

static void test_bytes_of_every_kind(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct result result;
    char bytes[256];
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)(255 - i);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, "space", "cl\xc3\xa9 %_'\\", bytes, sizeof bytes);
    store_batch_put(batch, STORE_PUT, "space", "empty", NULL, 0);
    assert_int_equal(submit(store, batch), STORE_OK);
    result = read_docs(store, STORE_READ_DOC, "space", "cl\xc3\xa9 %_'\\");
    assert_int_equal(result.count, 1);
    assert_memory_equal(result.first, bytes, 63);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "space", "cl").count, 1);
    assert_int_equal(read_docs(store, STORE_READ_DOC, "space", "empty").count, 1);
    result = (struct result){0};
    struct store_read *read = store_read_create(STORE_READ_THESE, "space", "", read_done, &result);
    read->names = strdup("empty\nnone\ncl\xc3\xa9 %_'\\\n");
    store_read(store, read);
    wait_for(store, &result, 1);
    assert_int_equal(result.count, 2);
    store_close(store);
}

static void test_listing_for_a_move(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct result result = {0};
    for (uint64_t i = 1; i <= 3; i++) {
        assert_int_equal(append(store, "a", i, "x"), STORE_OK);
        assert_int_equal(append(store, i == 1 ? "b" : i == 2 ? "c" : "b/chat", 1, "x"), STORE_OK);
    }
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, "s1", "hush", 4);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, "s2", "hush", 4);
    assert_int_equal(submit(store, batch), STORE_OK);
    struct store_read *read = store_read_create(STORE_READ_LOGS, "", "", read_done, &result);
    strcpy(read->past, "a");
    read->limit = 2;
    store_read(store, read);
    wait_for(store, &result, 1);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.last_number, 1);
    read = store_read_create(STORE_READ_SECRETS, "", "", read_done, &result);
    strcpy(read->past, "s1");
    store_read(store, read);
    wait_for(store, &result, 2);
    assert_int_equal(result.count, 1);
    read = store_read_create(STORE_READ_HEADS, "", "", read_done, &result);
    read->names = strdup("c\nnone\na");
    store_read(store, read);
    wait_for(store, &result, 3);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.last_number, 3);
    store_close(store);
}

/* ---- Several nodes ---------------------------------------------------------------------------------------------- */

static enum store_status lease(struct store *store, const char *name, uint64_t milliseconds)
{
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_lease(batch, name, milliseconds);
    return submit(store, batch);
}

static void test_leases(void **state)
{
    (void)state;
    struct store *one = store_here(), *two = store_here();
    assert_int_equal(lease(one, "t", 60000), STORE_OK);
    assert_int_equal(lease(one, "t", 60000), STORE_OK);
    assert_int_equal(lease(two, "t", 60000), one->shared ? STORE_CONFLICT : STORE_OK);
    assert_int_equal(lease(one, "t", 0), STORE_OK);
    /* It ends with the next millisecond of the database's clock. */
    enum store_status taken;
    while ((taken = lease(two, "t", 60000)) == STORE_CONFLICT)
        sleep_us(200);
    assert_int_equal(taken, STORE_OK);
    store_close(one);
    store_close(two);
}

/* Of two who append the same number exactly one succeeds, in whatever order they come. */
static void test_two_writers(void **state)
{
    enum { ROUNDS = 100, LOGS = 4 };
    (void)state;
    struct store *stores[2] = {store_here(), store_here()};
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        struct result results[2][LOGS] = {{{0}}};
        for (int i = 0; i < 2 * LOGS; i++) {
            /* One goes up through the logs, the other down: sometimes each waits for the other. */
            int who = i & 1, at = who ? LOGS - 1 - i / 2 : i / 2;
            char log[8] = {'t', (char)('0' + at), 0};
            struct store_batch *batch = store_batch_create(batch_done, &results[who][at]);
            store_batch_append(batch, log, round, who ? "b" : "a", 1);
            store_submit(stores[who], batch);
        }
        for (int who = 0; who < 2; who++)
            for (int at = 0; at < LOGS; at++)
                wait_for(stores[who], &results[who][at], 1);
        for (int at = 0; at < LOGS; at++) {
            enum store_status a = results[0][at].status, b = results[1][at].status;
            assert_true((a == STORE_OK && b == STORE_CONFLICT) || (a == STORE_CONFLICT && b == STORE_OK));
        }
    }
    assert_int_equal(read_log(stores[0], "t2", 0).count, ROUNDS);
    store_close(stores[0]);
    store_close(stores[1]);
}

static void hear_until(struct store *store, const struct heard *heard, const char *name)
{
    while (strcmp(heard->name, name) != 0) {
        store_poll(store);
        sleep_us(200);
    }
}

static void test_others_are_heard(void **state)
{
    struct heard heard = {0}, silent = {0};
    (void)state;
    struct store *one = store_here(), *two = store_with(&heard, false), *three = store_with(&silent, true);
    while (!heard.missed) {
        store_poll(two);
        sleep_us(200);
    }
    assert_int_equal(append(two, "mine", 1, "own"), STORE_OK);
    assert_int_equal(append(one, "t", 1, "one"), STORE_OK);
    hear_until(two, &heard, "t");
    assert_int_equal(heard.number, 1);
    assert_int_equal(heard.count, 1);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_tell(batch, "u", 0);
    assert_int_equal(submit(one, batch), STORE_OK);
    hear_until(two, &heard, "u");
    store_poll(three);
    assert_int_equal(silent.count + silent.missed, 0);
    store_close(three);
    store_close(two);
    store_close(one);
}

static void test_changes_since(void **state)
{
    struct result result = {0};
    (void)state;
    struct store *store = store_here();
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, "space", "key", "value", 5);
    assert_int_equal(submit(store, batch), STORE_OK);
    struct store_read *read = store_read_create(STORE_READ_CHANGED, "space", "", read_done, &result);
    read->after = (uint64_t)time(NULL) * 1000 - 3600000;
    store_read(store, read);
    wait_for(store, &result, 1);
    assert_int_equal(result.count, 1);
    read = store_read_create(STORE_READ_CHANGED, "space", "", read_done, &result);
    read->after = (uint64_t)time(NULL) * 1000 + 3600000;
    store_read(store, read);
    wait_for(store, &result, 2);
    assert_int_equal(result.count, 0);
    store_close(store);
}

/* Every connection is cut again and again while one node appends: each number is there once, and none is missing. */
static void test_cut_connections_leave_no_doubt(void **state)
{
    enum { ENTRIES_CUT = 60 };
    (void)state;
    struct store *store = store_here();
    for (uint64_t number = 1; number <= ENTRIES_CUT; number++) {
        struct result result = {0};
        struct store_batch *batch = store_batch_create(batch_done, &result);
        store_batch_append(batch, "t", number, "entry", 5);
        store_submit(store, batch);
        sleep_us((long)(number * 37 % 400));
        if (number % 3 == 0) {
            PGconn *conn = PQconnectdb(database);
            PQclear(PQexec(conn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                                 "WHERE application_name = 'lanterne' AND pid <> pg_backend_pid()"));
            PQfinish(conn);
        }
        wait_for(store, &result, 1);
        assert_int_equal(result.status, STORE_OK);
    }
    struct result result = read_log(store, "t", 0);
    assert_int_equal(result.status, STORE_OK);
    assert_int_equal(result.count, ENTRIES_CUT);
    store_close(store);
}

/* ---- A power cut ------------------------------------------------------------------------------------------------ */

/* Appends for ever, one number on the pipe for each that was acknowledged. */
static void child_run(int out)
{
    struct store *store = store_here();
    for (uint64_t number = 1;; number++) {
        char text[32];
        snprintf(text, sizeof text, "entry %d", (int)number);
        if (append(store, "t", number, text) != STORE_OK)
            _exit(1);
        if (write(out, "x", 1) != 1)
            _exit(1);
    }
}

static void cut_once(int round)
{
    int pipes[2];
    char byte;
    uint64_t acknowledged = 0;
    assert_int_equal(pipe(pipes), 0);
    faulty_note();
    pid_t child = fork();
    if (child == 0) {
        close(pipes[0]);
        child_run(pipes[1]);
    }
    close(pipes[1]);
    while (acknowledged < 5 + 7 * (uint64_t)round && read(pipes[0], &byte, 1) == 1)
        acknowledged++;
    sleep_us(round * 137 % 1000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(pipes[0], &byte, 1) == 1)
        acknowledged++;
    close(pipes[0]);
    faulty_cut();
    struct store *store = store_here();
    assert_non_null(store);
    struct result result = read_log(store, "t", 0);
    assert_true(result.count >= acknowledged);
    assert_int_equal(result.last_number, result.count);
    store_close(store);
}

static void test_a_power_cut_loses_nothing_acknowledged(void **state)
{
    int rounds = getenv("LAN_LONG") ? 300 : 12;
    for (int round = 0; round < rounds; round++) {
        cut_once(round % 40);
        gone(state);
        fresh_file(state);
    }
}

/* ---- A full disk ------------------------------------------------------------------------------------------------ */

enum { ENTRIES = 12 };

/* Appends with the n-th write or sync failing; what was acknowledged must be there afterwards. */
static bool fail_once(int n, bool stays)
{
    struct store *store = store_here();
    bool good[ENTRIES + 1] = {false};
    uint64_t number = 1;
    faulty_fail(n, stays);
    for (int i = 0; i < ENTRIES; i++) {
        char text[32];
        snprintf(text, sizeof text, "entry %d", (int)number);
        enum store_status status = append(store, "t", number, text);
        assert_true(status == STORE_OK || status == STORE_FAILED);
        good[number] |= status == STORE_OK;
        number += status == STORE_OK;
    }
    bool reached = faulty_count() >= n;
    faulty_fail(0, false);
    store_close(store);
    store = store_here();
    struct result result = read_log(store, "t", 0);
    assert_true(result.count >= number - 1);
    assert_int_equal(result.last_number, result.count);
    store_close(store);
    return reached;
}

static void test_each_write_and_sync_fails_in_turn(void **state)
{
    int failed = 0;
    for (int n = 1; n < 200; n++) {
        bool reached = fail_once(n, n % 2 == 0);
        gone(state);
        fresh_file(state);
        if (!reached)
            break;
        failed++;
    }
    assert_true(failed > ENTRIES);
}

/* ---- An older file ---------------------------------------------------------------------------------------------- */

static int number_of(const char *file, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* As the first version made it. */
static void version_1_make(void)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            db,
            "PRAGMA journal_mode=WAL;"
            "CREATE TABLE log (name TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL);"
            "CREATE UNIQUE INDEX log_at ON log (name, number);"
            "CREATE TABLE doc (space TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL);"
            "CREATE UNIQUE INDEX doc_at ON doc (space, key);"
            "CREATE TABLE secret (key TEXT PRIMARY KEY, value BLOB NOT NULL);"
            "INSERT INTO log VALUES ('u', 1, 'u one'), ('t', 1, 't one'), ('u', 2, 'u two'), ('t', 2, 't two');"
            "INSERT INTO doc VALUES ('space', 'key', 'value');"
            "INSERT INTO secret VALUES ('s', 'hidden');"
            "PRAGMA user_version=1",
            NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
}

static const char *copy_path(void)
{
    static char copy[sizeof path + 16];
    snprintf(copy, sizeof copy, "%s.before-v2", path);
    return copy;
}

static void all_is_there(void)
{
    struct store *store = store_here();
    struct result result = read_log(store, "u", 0);
    assert_int_equal(result.count, 2);
    assert_string_equal(result.first, "u one");
    assert_string_equal(result.last, "u two");
    assert_string_equal(read_log(store, "t", 1).first, "t two");
    assert_string_equal(read_docs(store, STORE_READ_DOC, "space", "key").first, "value");
    assert_string_equal(read_docs(store, STORE_READ_DOC, STORE_SECRETS, "s").first, "hidden");
    assert_int_equal(append(store, "t", 2, "again"), STORE_CONFLICT);
    assert_int_equal(append(store, "t", 1, "again"), STORE_CONFLICT);
    assert_int_equal(append(store, "t", 3, "t three"), STORE_OK);
    store_close(store);
}

static void test_an_older_file_is_copied_and_changed(void **state)
{
    (void)state;
    version_1_make();
    all_is_there();
    assert_int_equal(number_of(path, "PRAGMA user_version"), 2);
    assert_int_equal(number_of(copy_path(), "PRAGMA user_version"), 1);
    assert_int_equal(number_of(copy_path(), "SELECT count(*) FROM log"), 4);
}

static void test_a_copy_is_never_written_over(void **state)
{
    char error[STORE_ERROR_MAX];
    (void)state;
    version_1_make();
    fclose(fopen(copy_path(), "w"));
    assert_null(store_open(path, &(struct store_options){.wake = wake}, error));
    assert_non_null(strstr(error, "move it away"));
    assert_int_equal(number_of(path, "PRAGMA user_version"), 1);
    assert_int_equal(remove(copy_path()), 0);
    all_is_there();
}

/* Whichever write or sync fails: the file is as it was, without a copy, or as it should be, and nothing is lost. */
static void test_a_disk_that_fails_while_a_file_is_changed(void **state)
{
    int failed = 0;
    for (int n = 1; n < 500; n++) {
        char error[STORE_ERROR_MAX];
        version_1_make();
        faulty_fail(n, n % 2 == 0);
        struct store *store = store_open(path, &(struct store_options){.wake = wake}, error);
        bool reached = faulty_count() >= n;
        faulty_fail(0, false);
        if (store)
            store_close(store);
        else
            assert_int_not_equal(access(copy_path(), F_OK), 0);
        failed += !store;
        all_is_there();
        gone(state);
        fresh_file(state);
        if (!reached)
            break;
    }
    assert_true(failed > 10);
}

int main(void)
{
#define TEST(name)      cmocka_unit_test_setup_teardown(name, fresh, gone)
#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, fresh_file, gone)
#define ON_EVERY_STORE                                                                                      \
    TEST(test_appends), TEST(test_a_batch_is_all_or_nothing), TEST(test_a_batch_with_two_conditions),       \
        TEST(test_neighbours_of_a_conflict), TEST(test_documents_and_secrets),                              \
        TEST(test_bytes_of_every_kind), TEST(test_listing_for_a_move), TEST(test_what_waits_shares_a_sync), \
        TEST(test_a_newer_store_is_refused), TEST(test_leases), TEST(test_two_writers)
    const struct CMUnitTest on_a_file[] = {
        ON_EVERY_STORE,
        FILE_TEST(test_a_power_cut_loses_nothing_acknowledged),
        FILE_TEST(test_each_write_and_sync_fails_in_turn),
        FILE_TEST(test_an_older_file_is_copied_and_changed),
        FILE_TEST(test_a_copy_is_never_written_over),
        FILE_TEST(test_a_disk_that_fails_while_a_file_is_changed),
    };
    const struct CMUnitTest on_a_database[] = {
        ON_EVERY_STORE,
        TEST(test_others_are_heard),
        TEST(test_changes_since),
        TEST(test_cut_connections_leave_no_doubt),
    };
    return getenv("LAN_STORE_URL") ? cmocka_run_group_tests(on_a_database, NULL, NULL)
                                   : cmocka_run_group_tests(on_a_file, NULL, NULL);
}
