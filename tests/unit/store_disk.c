/* The embedded store on bad disks, through power cuts, and files of older versions. */
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
#include <unistd.h>

#include "faulty.h"
#include "store_stage.h"
#include "tap.h"

/* ---- A power cut --------------------------------------------------------------------------------------- */

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

/* What was acknowledged is there, once and in order; of the rest only whole entries that follow. */
static void cut_check(uint64_t acknowledged)
{
    char text[32];
    struct store *store = store_here();
    assert_non_null(store);
    struct result result = read_log(store, "t", 0);
    assert_true(result.count >= acknowledged);
    assert_int_equal(result.last_number, result.count);
    snprintf(text, sizeof text, "entry %d", (int)result.count);
    assert_string_equal(result.count ? result.last : text, text);
    assert_int_equal(append(store, "t", result.count + 1, "after the cut"), STORE_OK);
    store_close(store);
}

static void cut_once(int round, uint64_t seed)
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
    faulty_cut(seed);
    cut_check(acknowledged);
}

/* In every second round the disk has kept some of what was not synced, in whole or in part. */
static void test_a_power_cut_loses_nothing_acknowledged(void **state)
{
    int rounds = getenv("LAN_LONG") ? 1000 : 12;
    for (int round = 0; round < rounds; round++) {
        cut_once(round % 40, round % 2 ? tap_seed((uint64_t)round) : 0);
        gone(state);
        fresh_file(state);
    }
    print_message("# %d power cuts\n", rounds);
}

/* ---- A full disk --------------------------------------------------------------------------------------- */

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

/* ---- An older file ------------------------------------------------------------------------------------- */

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
    snprintf(copy, sizeof copy, "%s.before-v3", path);
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
    assert_int_equal(number_of(path, "PRAGMA user_version"), 3);
    assert_int_equal(number_of(path, "SELECT count(*) FROM entry WHERE length(sum) <> 16"), 0);
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

/*
 * Whichever write or sync fails: the file is as it was, without a copy, or as it should be, and nothing is
 * lost.
 */
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
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_file, gone)
    const struct CMUnitTest tests[] = {
        TEST(test_a_power_cut_loses_nothing_acknowledged),    TEST(test_each_write_and_sync_fails_in_turn),
        TEST(test_an_older_file_is_copied_and_changed),       TEST(test_a_copy_is_never_written_over),
        TEST(test_a_disk_that_fails_while_a_file_is_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
