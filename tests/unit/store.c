/*
 * What every store promises. With LAN_STORE_URL set it is tested on that database, which is emptied for each
 * test; without it on a fresh file. Bad disks are in store_disk.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "faulty.h"
#include "store_stage.h"

/* ---- A good disk --------------------------------------------------------------------------------------- */

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
    struct store_head head = head_before(store, "t", 1);
    struct store_batch *batch = store_batch_create(batch_done, &result);
    store_batch_put(batch, STORE_PUT, "space", "key", "value", 5);
    store_batch_append(batch, "t", &head, "again", 5);
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
    struct store_head head = head_before(store, "t", 1);
    for (int i = 0; i < 500; i++) {
        struct store_batch *batch = store_batch_create(batch_done, &result);
        store_batch_append(batch, "t", &head, "entry", 5);
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

/* Nothing of a batch is written when its second or third condition fails. */
static void test_a_batch_with_two_conditions(void **state)
{
    (void)state;
    struct store *store = store_here();
    assert_int_equal(append(store, "t", 1, "one"), STORE_OK);
    struct store_head t = head_before(store, "t", 1), u = head_before(store, "u", 1);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_append(batch, "u", &u, "one", 3);
    store_batch_put(batch, STORE_PUT_NEW, "space", "key", "value", 5);
    store_batch_append(batch, "t", &t, "again", 5);
    assert_int_equal(submit(store, batch), STORE_CONFLICT);
    assert_int_equal(read_log(store, "u", 0).count, 0);
    assert_int_equal(read_docs(store, STORE_READ_DOC, "space", "key").count, 0);
    batch = store_batch_create(NULL, NULL);
    t = head_before(store, "t", 2);
    u = head_before(store, "u", 1);
    store_batch_append(batch, "u", &u, "one", 3);
    store_batch_append(batch, "t", &t, "two", 3);
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
        struct store_head head = head_before(store, name, 1);
        store_batch_append(batch, name, &head, "x", 1);
        store_batch_append(batch, name, &head, "y", 1);
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

/* A batch that requires a log or a document writes nothing without it, and with it what it has besides. */
static void test_finding_20_nothing_is_written_to_what_is_gone(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct store_head chat;
    store_head_start(&chat, "t/chat");
    for (int round = 0; round < 3; round++) {
        if (round == 1) {
            assert_int_equal(append(store, "t", 1, "one"), STORE_OK);
        } else if (round == 2) {
            struct store_batch *removal = store_batch_create(NULL, NULL);
            store_batch_delete_log(removal, "t");
            assert_int_equal(submit(store, removal), STORE_OK);
        }
        struct store_head head = chat;
        struct store_batch *batch = store_batch_create(NULL, NULL);
        store_batch_append(batch, "t/chat", &head, "line", 4);
        store_batch_put(batch, STORE_PUT, "note", "t", "text", 4);
        store_batch_require(batch, "", "t");
        assert_int_equal(submit(store, batch), round == 1 ? STORE_OK : STORE_CONFLICT);
        chat = round == 1 ? head : chat;
        assert_int_equal(read_log(store, "t/chat", 0).count, round > 0);
        assert_int_equal(read_docs(store, STORE_READ_DOC, "note", "t").count, round > 0);
    }
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_require(batch, "note", "t");
    store_batch_delete(batch, "note", "t");
    assert_int_equal(submit(store, batch), STORE_OK);
    batch = store_batch_create(NULL, NULL);
    store_batch_require(batch, "note", "t");
    assert_int_equal(submit(store, batch), STORE_CONFLICT);
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
    struct store_read *read = store_read_create(STORE_READ_KEYS, "space", "", read_done, &result);
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

/* ---- Checksums ----------------------------------------------------------------------------------------- */

/* Finding 18: a writer whose history is not the log's cannot append, although its number would fit. */
static void test_finding_18_another_history_cannot_append(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct store_head other = head_before(store, "t", 1);
    assert_int_equal(append(store, "t", 1, "one"), STORE_OK);
    store_head_add(&other, "uno", 3);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_append(batch, "t", &other, "two", 3);
    store_batch_put(batch, STORE_PUT, "space", "key", "value", 5);
    assert_int_equal(submit(store, batch), STORE_CONFLICT);
    assert_int_equal(read_log(store, "t", 0).count, 1);
    assert_int_equal(read_docs(store, STORE_READ_DOC, "space", "key").count, 0);
    assert_int_equal(append(store, "t", 2, "two"), STORE_OK);
    store_close(store);
}

/* Finding 18: a head of the same number with another checksum is of another history. */
static void test_finding_18_heads_are_compared_by_checksum(void **state)
{
    (void)state;
    struct store_head one, other;
    store_head_start(&one, "t");
    other = one;
    store_head_add(&one, "one", 3);
    store_head_add(&other, "uno", 3);
    assert_true(store_head_other(&other, &one) && !store_head_other(&one, &one));
}

static void chain_done(struct store_read *read)
{
    struct result *result = read->context;
    struct store_head head;
    store_head_start(&head, read->key);
    read_done(read);
    for (size_t i = 0; i < read->count; i++)
        result->damaged += !store_head_follow(&head, &read->rows[i]);
}

/* Rows of the log that do not follow from those before. */
static size_t log_damage(struct store *store, const char *log)
{
    struct result result = {0};
    store_read(store, store_read_create(STORE_READ_LOG, "", log, chain_done, &result));
    wait_for(store, &result, 1);
    return result.damaged;
}

static void change(const char *file_sql, const char *database_sql)
{
    sqlite3 *db;
    if (database) {
        database_do(database_sql);
        return;
    }
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, file_sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void test_finding_7_a_changed_entry_or_document_is_noticed(void **state)
{
    (void)state;
    struct store *store = store_here();
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, "space", "key", "value", 5);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, "s", "hush", 4);
    assert_int_equal(submit(store, batch), STORE_OK);
    for (uint64_t i = 1; i <= 3; i++)
        assert_int_equal(append(store, "t", i, "entry"), STORE_OK);
    assert_int_equal(log_damage(store, "t"), 0);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "space", "").damaged, 0);
    change(
        "UPDATE entry SET entry = 'Entry' WHERE number = 2; UPDATE doc SET value = 'Value';"
        "UPDATE secret SET value = 'Hush'",
        "UPDATE lanterne.log SET entry = 'Entry' WHERE number = 2; UPDATE lanterne.doc SET value = 'Value';"
        "UPDATE lanterne.secret SET value = 'Hush'");
    assert_true(log_damage(store, "t") > 0);
    assert_int_equal(read_docs(store, STORE_READ_DOCS, "space", "").damaged, 1);
    assert_int_equal(read_docs(store, STORE_READ_DOC, STORE_SECRETS, "s").damaged, 1);
    store_close(store);
}

/* Finding 6: a read without a limit returns every row, however many pages that takes. */
static void test_finding_6_reads_go_to_the_end(void **state)
{
    enum { ROWS = 2 * STORE_PAGE_ROWS + 3 };
    (void)state;
    struct store *store = store_here();
    struct store_head head = head_before(store, "t", 1);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (int i = 0; i < ROWS; i++) {
        char key[16];
        snprintf(key, sizeof key, "%06d", i);
        store_batch_append(batch, "t", &head, key, 6);
        store_batch_put(batch, STORE_PUT, "space", key, key, 6);
    }
    assert_int_equal(submit(store, batch), STORE_OK);
    struct result result = read_log(store, "t", 0);
    assert_int_equal(result.status, STORE_OK);
    assert_int_equal(result.count, ROWS);
    assert_int_equal(result.last_number, ROWS);
    assert_true(store_head_same(&result.head, &head));
    assert_int_equal(log_damage(store, "t"), 0);
    result = read_docs(store, STORE_READ_DOCS, "space", "");
    assert_int_equal(result.count, ROWS);
    assert_string_equal(result.last, "004002");
    store_close(store);
}

/* ---- Several nodes ------------------------------------------------------------------------------------- */

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

/* Of two nodes that append the same number exactly one succeeds, in either order. */
static void test_two_writers(void **state)
{
    enum { ROUNDS = 100, LOGS = 4 };
    (void)state;
    struct store *stores[2] = {store_here(), store_here()};
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        struct result results[2][LOGS] = {{{0}}};
        struct store_head heads[LOGS];
        for (int at = 0; at < LOGS; at++)
            heads[at] = head_before(stores[0], (char[]){'t', (char)('0' + at), 0}, round);
        for (int i = 0; i < 2 * LOGS; i++) {
            /* One node writes the logs upwards, the other downwards, so that they sometimes deadlock. */
            int who = i & 1, at = who ? LOGS - 1 - i / 2 : i / 2;
            char log[8] = {'t', (char)('0' + at), 0};
            struct store_head head = heads[at];
            struct store_batch *batch = store_batch_create(batch_done, &results[who][at]);
            store_batch_append(batch, log, &head, who ? "b" : "a", 1);
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
    store_batch_notify(batch, "u", 0);
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

/* As the first version made it, with two logs. */
static void version_1_make(void)
{
    database_do(
        "CREATE SCHEMA lanterne; CREATE TABLE lanterne.schema_version (version int NOT NULL);"
        "INSERT INTO lanterne.schema_version VALUES (1);"
        "CREATE TABLE lanterne.log (name text COLLATE \"C\" NOT NULL, number bigint NOT NULL, entry bytea NOT NULL,"
        "  PRIMARY KEY (name, number));"
        "CREATE TABLE lanterne.doc (space text COLLATE \"C\" NOT NULL, key text COLLATE \"C\" NOT NULL,"
        "  value bytea NOT NULL, changed timestamptz NOT NULL, PRIMARY KEY (space, key));"
        "CREATE TABLE lanterne.secret (key text COLLATE \"C\" PRIMARY KEY, value bytea NOT NULL);"
        "CREATE TABLE lanterne.lease (name text COLLATE \"C\" PRIMARY KEY, node text NOT NULL,"
        "  until timestamptz NOT NULL);"
        "CREATE TABLE lanterne.node (id text COLLATE \"C\" PRIMARY KEY, mark bigint NOT NULL, lost text NOT NULL,"
        "  seen timestamptz NOT NULL);"
        "CREATE FUNCTION lanterne.fence(me text, doubted bigint, bar bigint) RETURNS text LANGUAGE sql AS"
        "  $$ SELECT 'barred' $$;"
        "INSERT INTO lanterne.log SELECT 't', n, convert_to('entry ' || n, 'UTF8') FROM generate_series(1, 12000) AS n;"
        "INSERT INTO lanterne.log VALUES ('u', 1, 'one'), ('u', 2, 'two');"
        "INSERT INTO lanterne.doc SELECT 'space', 'key ' || n, 'value', now() FROM generate_series(1, 7000) AS n;"
        "INSERT INTO lanterne.secret VALUES ('s', 'hush')");
}

/*
 * A database of the first version gets its checksums, in several steps; a node of that version may go on
 * writing.
 */
static void test_an_older_database_gets_checksums(void **state)
{
    (void)state;
    version_1_make();
    struct store *store = store_here();
    assert_int_equal(log_damage(store, "t"), 0);
    assert_int_equal(log_damage(store, "u"), 0);
    struct result documents = read_docs(store, STORE_READ_DOCS, "space", "");
    assert_int_equal(documents.count, 7000);
    assert_int_equal(documents.damaged, 0);
    assert_int_equal(read_docs(store, STORE_READ_DOC, STORE_SECRETS, "s").damaged, 0);
    database_do("DO $$ BEGIN PERFORM lanterne.write('old', 1, false, false, ARRAY[0,0,0,0], ARRAY[0,0,0,1],"
                " ARRAY['','','','space'], ARRAY['u','u','v','key 1'], ARRAY[3,4,1,0]::bigint[],"
                " ARRAY['three','four','one','changed']::bytea[]); END $$");
    assert_int_equal(read_log(store, "u", 0).count, 4);
    assert_int_equal(log_damage(store, "u"), 0);
    assert_int_equal(log_damage(store, "v"), 0);
    assert_int_equal(read_docs(store, STORE_READ_DOC, "space", "key 1").damaged, 0);
    assert_int_equal(append(store, "u", 5, "five"), STORE_OK);
    store_close(store);
}

static struct result read_gone(struct store *store, int64_t after)
{
    struct result result = {0};
    struct store_read *read = store_read_create(STORE_READ_GONE, "token", "", read_done, &result);
    read->after = (uint64_t)after;
    store_read(store, read);
    wait_for(store, &result, 1);
    return result;
}

/* Deleted documents are told for days, whoever has deleted them. */
static void test_finding_17_deletions_since(void **state)
{
    (void)state;
    struct store *store = store_here();
    int64_t now = (int64_t)time(NULL) * 1000;
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, "token", "a", "1", 1);
    store_batch_put(batch, STORE_PUT, "token", "b", "2", 1);
    store_batch_put(batch, STORE_PUT, "other", "c", "3", 1);
    assert_int_equal(submit(store, batch), STORE_OK);
    assert_int_equal(read_gone(store, now - 3600000).count, 0);
    batch = store_batch_create(NULL, NULL);
    store_batch_delete(batch, "token", "a");
    store_batch_delete(batch, "other", "c");
    store_batch_delete(batch, "token", "none");
    assert_int_equal(submit(store, batch), STORE_OK);
    assert_int_equal(read_gone(store, now - 3600000).count, 1);
    database_do("DELETE FROM lanterne.doc WHERE space = 'token'");
    assert_int_equal(read_gone(store, now - 3600000).count, 2);
    assert_int_equal(read_gone(store, now + 3600000).count, 0);
    store_close(store);
}

/* The leases of a node that writes nothing any more can be taken, and are listed. */
static void test_finding_21_leases_of_a_silent_node(void **state)
{
    struct result result = {0};
    (void)state;
    struct store *one = store_here(), *two = store_here();
    assert_int_equal(lease(one, "t", 60000), STORE_OK);
    assert_int_equal(lease(two, "t", 60000), STORE_CONFLICT);
    database_do("UPDATE lanterne.node SET seen = seen - interval '1 minute'");
    struct store_read *read = store_read_create(STORE_READ_LEASES, "", "", read_done, &result);
    store_read(two, read);
    wait_for(two, &result, 1);
    assert_int_equal(result.count, 1);
    assert_int_equal(lease(two, "t", 60000), STORE_OK);
    assert_int_equal(lease(one, "t", 60000), STORE_CONFLICT);
    store_close(one);
    store_close(two);
}

/*
 * Somebody else locks a document: the batch that writes it fails, one that writes the same log waits behind
 * it, and all others are stored meanwhile.
 */
static void test_finding_21_a_lock_delays_one_batch(void **state)
{
    enum { OTHERS = 40 };
    struct result locked = {0}, behind = {0}, others = {0};
    (void)state;
    struct store *store = store_here();
    struct store_batch *batch = store_batch_create(NULL, NULL);
    store_batch_put(batch, STORE_PUT, "space", "locked", "1", 1);
    assert_int_equal(submit(store, batch), STORE_OK);
    PGconn *conn = PQconnectdb(database);
    PQclear(PQexec(conn, "BEGIN"));
    PQclear(PQexec(conn, "SELECT FROM lanterne.doc WHERE key = 'locked' FOR UPDATE"));
    batch = store_batch_create(batch_done, &locked);
    store_batch_put(batch, STORE_PUT, "space", "locked", "2", 1);
    store_batch_put(batch, STORE_PUT, "space", "beside", "2", 1);
    store_submit(store, batch);
    for (int i = 0; i < OTHERS; i++) {
        char key[16];
        snprintf(key, sizeof key, "key-%d", i);
        batch = store_batch_create(batch_done, &others);
        store_batch_put(batch, STORE_PUT, "space", key, "2", 1);
        store_submit(store, batch);
    }
    batch = store_batch_create(batch_done, &behind);
    store_batch_put(batch, STORE_PUT, "space", "beside", "3", 1);
    store_submit(store, batch);
    wait_for(store, &others, OTHERS);
    assert_int_equal(locked.done, 0);
    assert_int_equal(behind.done, 0);
    wait_for(store, &locked, 1);
    assert_int_equal(locked.status, STORE_FAILED);
    PQclear(PQexec(conn, "COMMIT"));
    PQfinish(conn);
    wait_for(store, &behind, 1);
    assert_string_equal(read_docs(store, STORE_READ_DOC, "space", "locked").first, "1");
    store_close(store);
}

/*
 * Every connection is cut again and again while one node appends: each number is there once, and none is
 * missing.
 */
static void test_cut_connections_leave_no_doubt(void **state)
{
    enum { ENTRIES_CUT = 60 };
    (void)state;
    struct store *store = store_here();
    struct store_head head = head_before(store, "t", 1);
    for (uint64_t number = 1; number <= ENTRIES_CUT; number++) {
        struct result result = {0};
        struct store_batch *batch = store_batch_create(batch_done, &result);
        store_batch_append(batch, "t", &head, "entry", 5);
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
int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, gone)
#define ON_EVERY_STORE                                                                                \
    TEST(test_appends), TEST(test_a_batch_is_all_or_nothing), TEST(test_a_batch_with_two_conditions), \
        TEST(test_neighbours_of_a_conflict), TEST(test_documents_and_secrets),                        \
        TEST(test_finding_20_nothing_is_written_to_what_is_gone), TEST(test_bytes_of_every_kind),     \
        TEST(test_listing_for_a_move), TEST(test_what_waits_shares_a_sync),                           \
        TEST(test_a_newer_store_is_refused), TEST(test_finding_18_another_history_cannot_append),     \
        TEST(test_finding_18_heads_are_compared_by_checksum),                                         \
        TEST(test_finding_7_a_changed_entry_or_document_is_noticed),                                  \
        TEST(test_finding_6_reads_go_to_the_end), TEST(test_leases), TEST(test_two_writers)
    const struct CMUnitTest on_a_file[] = {ON_EVERY_STORE};
    const struct CMUnitTest on_a_database[] = {
        ON_EVERY_STORE,
        TEST(test_others_are_heard),
        TEST(test_changes_since),
        TEST(test_finding_17_deletions_since),
        TEST(test_finding_21_leases_of_a_silent_node),
        TEST(test_finding_21_a_lock_delays_one_batch),
        TEST(test_an_older_database_gets_checksums),
        TEST(test_cut_connections_leave_no_doubt),
    };
    return getenv("LAN_STORE_URL") ? cmocka_run_group_tests(on_a_database, NULL, NULL)
                                   : cmocka_run_group_tests(on_a_file, NULL, NULL);
}
