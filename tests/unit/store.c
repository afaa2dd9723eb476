/* The embedded store: what it promises, on a good disk and on bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "faulty.h"
#include "store.h"

static char folder[64], path[96];

static void wake(void *context)
{
    (void)context;
}

static struct store *store_here(void)
{
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(path, wake, NULL, error);
    if (!store)
        print_message("# %s\n", error);
    return store;
}

static int fresh(void **state)
{
    (void)state;
    faulty_install();
    faulty_fail(0, false);
    strcpy(folder, "/tmp/lanterne-store-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/lanterne.db", folder);
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

static void test_a_newer_file_is_refused(void **state)
{
    char error[STORE_ERROR_MAX];
    sqlite3 *db;
    (void)state;
    store_close(store_here());
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=999", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(store_open(path, wake, NULL, error));
    assert_non_null(strstr(error, "newer"));
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
    while (acknowledged < (uint64_t)(5 + 7 * round) && read(pipes[0], &byte, 1) == 1)
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
        fresh(state);
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
        fresh(state);
        if (!reached)
            break;
        failed++;
    }
    assert_true(failed > ENTRIES);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, gone)
    const struct CMUnitTest tests[] = {
        TEST(test_appends),
        TEST(test_a_batch_is_all_or_nothing),
        TEST(test_documents_and_secrets),
        TEST(test_what_waits_shares_a_sync),
        TEST(test_a_newer_file_is_refused),
        TEST(test_a_power_cut_loses_nothing_acknowledged),
        TEST(test_each_write_and_sync_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
