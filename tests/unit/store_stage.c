#include "store_stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "faulty.h"
#include "lan.h"

static char folder[64];
char path[96];
const char *database;

void wake(void *context)
{
    (void)context;
}

static void hear(void *context, const char *name, uint64_t number)
{
    struct heard *heard = context;
    heard->missed += !*name;
    heard->count += *name != 0;
    snprintf(heard->name, sizeof heard->name, "%s", name);
    heard->number = number;
}

struct store *store_with(struct heard *heard, bool poll_only)
{
    char error[STORE_ERROR_MAX] = "";
    struct store_options options = {
        .wake = wake, .notified = heard ? hear : NULL, .context = heard, .poll_only = poll_only};
    struct store *store = store_open(database ? database : path, &options, error);
    if (!store)
        print_message("# %s\n", error);
    lan_assert(store);
    return store;
}

struct store *store_here(void)
{
    return store_with(NULL, false);
}

void database_do(const char *sql)
{
    PGconn *conn = PQconnectdb(database);
    PGresult *result = PQexec(conn, sql);
    assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
    PQfinish(conn);
}

int fresh(void **state)
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

int fresh_file(void **state)
{
    fresh(state);
    database = NULL;
    return 0;
}

int gone(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

void batch_done(struct store_batch *batch)
{
    struct result *result = batch->context;
    result->done++;
    result->status = batch->status;
}

void read_done(struct store_read *read)
{
    struct result *result = read->context;
    result->done++;
    result->status = read->status;
    result->count = read->count;
    for (size_t i = 0; i < read->count; i++)
        result->damaged += read->rows[i].damaged;
    if (read->count) {
        snprintf(result->first, sizeof result->first, "%s", read->rows[0].bytes);
        snprintf(result->last, sizeof result->last, "%s", read->rows[read->count - 1].bytes);
        result->last_number = read->rows[read->count - 1].number;
        store_head_at(&result->head, &read->rows[read->count - 1]);
    }
}

void sleep_us(long microseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000 * microseconds}, NULL);
}

void wait_for(struct store *store, const struct result *result, int done)
{
    while (result->done < done) {
        store_poll(store);
        sleep_us(200);
    }
}

enum store_status submit(struct store *store, struct store_batch *batch)
{
    struct result result = {0};
    batch->done = batch_done;
    batch->context = &result;
    store_submit(store, batch);
    wait_for(store, &result, 1);
    return result.status;
}

struct store_head head_before(struct store *store, const char *log, uint64_t number)
{
    struct result result = {0};
    struct store_head head;
    store_head_start(&head, log);
    if (number > 1) {
        struct store_read *read = store_read_create(STORE_READ_LOG, "", log, read_done, &result);
        read->after = number - 2;
        read->limit = 1;
        store_read(store, read);
        wait_for(store, &result, 1);
        head = result.head;
        head.number = number - 1;
    }
    return head;
}

enum store_status append(struct store *store, const char *log, uint64_t number, const char *text)
{
    struct result result = {0};
    struct store_batch *batch = store_batch_create(batch_done, &result);
    struct store_head head = head_before(store, log, number);
    store_batch_append(batch, log, &head, text, strlen(text));
    store_submit(store, batch);
    wait_for(store, &result, 1);
    return result.status;
}

struct result read_log(struct store *store, const char *log, uint64_t after)
{
    struct result result = {0};
    struct store_read *read = store_read_create(STORE_READ_LOG, "", log, read_done, &result);
    read->after = after;
    store_read(store, read);
    wait_for(store, &result, 1);
    return result;
}

struct result read_docs(struct store *store, enum store_read_kind kind, const char *space, const char *key)
{
    struct result result = {0};
    store_read(store, store_read_create(kind, space, key, read_done, &result));
    wait_for(store, &result, 1);
    return result;
}
