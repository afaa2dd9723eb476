/*
 * postgres.c - the shared store: PostgreSQL, for any number of nodes. This file has its writing thread.
 *
 * One thread writes, one reads, one listens, each with a connection of its own. As in the embedded store the
 * writer takes all batches that are waiting when a commit has returned: one statement, one round trip, one
 * sync for all.
 *
 * When the connection breaks after a group was sent, it is unknown whether the group was committed. The
 * writer never reports that state: it reconnects and asks for its mark (pg_schema.c), which decides. A group
 * that was not committed is sent again, or fails when the database has been away for longer than PG_GRACE_MS.
 * Batches that wait behind it then fail as well, so that players are told and the queue does not grow.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "lan.h"
#include "pg_schema.h"
#include "pg_store.h"

enum { BATCHES_PER_COMMIT = 1024, CLOSE_TRIES = 8, CLASHES_MAX = 5 };

enum outcome {
    OUTCOME_DONE,  /* committed, or a conflict; the statuses are set */
    OUTCOME_LOST,  /* the connection broke: committed or not */
    OUTCOME_SPLIT, /* not committed, because of a clash with another node: try each batch alone */
    OUTCOME_FAILED /* not committed */
};

/* ---- A group ------------------------------------------------------------------------------------------- */

/* Whether a write can conflict. */
static bool conditional(const struct store_write *write)
{
    return write->kind == STORE_APPEND || write->kind == STORE_PUT_NEW || write->kind == STORE_LEASE;
}

static int conditions(const struct store_batch *batch)
{
    int count = 0;
    for (size_t i = 0; i < batch->count; i++)
        count += conditional(&batch->writes[i]);
    return count;
}

/* Moves the write that can conflict to the front: a batch that conflicts has then written nothing. */
static void batch_order(struct store_batch *batch)
{
    for (size_t i = 1; i < batch->count; i++) {
        if (conditional(&batch->writes[i]) && !conditional(&batch->writes[0])) {
            struct store_write first = batch->writes[i];
            memmove(&batch->writes[1], &batch->writes[0], i * sizeof first);
            batch->writes[0] = first;
            return;
        }
    }
}

/* Adds the writes of a group as eight arrays, one for each field. */
static void fields_add(struct pg_params *params, struct store_batch *first)
{
    static const struct {
        Oid array, element;
    } types[] = {{PG_INT4_ARRAY, PG_INT4},   {PG_INT4_ARRAY, PG_INT4},  {PG_TEXT_ARRAY, PG_TEXT},
                 {PG_TEXT_ARRAY, PG_TEXT},   {PG_INT8_ARRAY, PG_INT8},  {PG_BYTEA_ARRAY, PG_BYTEA},
                 {PG_BYTEA_ARRAY, PG_BYTEA}, {PG_BYTEA_ARRAY, PG_BYTEA}};
    for (int field = 0; field < 8; field++) {
        int32_t at = 0;
        pg_params_array(params, types[field].array, types[field].element);
        for (struct store_batch *batch = first; batch; batch = batch->next, at++) {
            for (size_t i = 0; i < batch->count; i++) {
                const struct store_write *write = &batch->writes[i];
                switch (field) {
                case 0: pg_array_add_int4(params, at); break;
                case 1: pg_array_add_int4(params, (int32_t)write->kind); break;
                case 2: pg_array_add(params, write->space, strlen(write->space)); break;
                case 3: pg_array_add(params, write->key, strlen(write->key)); break;
                case 4: pg_array_add_int8(params, (int64_t)write->number); break;
                case 5: pg_array_add(params, write->bytes, write->size); break;
                case 6: pg_array_add(params, write->before, sizeof write->before); break;
                default: pg_array_add(params, write->sum, sizeof write->sum); break;
                }
            }
        }
    }
}

/* Sets the statuses of a committed group; `lost` lists the numbers of the batches that had a conflict. */
static void statuses_set(struct store_batch *first, const char *lost)
{
    long at = 0;
    char *end;
    long next = strtol(lost, &end, 10);
    for (struct store_batch *batch = first; batch; batch = batch->next, at++) {
        bool failed = end != lost && next == at;
        batch->status = failed ? STORE_CONFLICT : STORE_OK;
        if (failed) {
            lost = end;
            next = strtol(lost, &end, 10);
        }
    }
}

static enum outcome outcome_of(const PGresult *result, struct store_batch *first)
{
    if (!result)
        return OUTCOME_LOST;
    if (PQresultStatus(result) == PGRES_TUPLES_OK) {
        statuses_set(first, PQgetvalue(result, 0, 0));
        return OUTCOME_DONE;
    }
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!state || pg_result_transient(result))
        return OUTCOME_LOST;
    if (strcmp(state, "LA001") == 0) {
        first->status = STORE_CONFLICT;
        return OUTCOME_DONE;
    }
    /* Deadlock, serialization failure, lock timeout: two nodes wrote the same rows at once. */
    bool clash = strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0;
    return clash ? OUTCOME_SPLIT : OUTCOME_FAILED;
}

static enum outcome group_try(struct pg_store *store, struct store_batch *first, bool guarded)
{
    struct pg_params params = {.count = 0};
    pg_params_text(&params, store->queue.base.node);
    pg_params_int8(&params, ++store->mark);
    pg_params_bool(&params, guarded);
    pg_params_bool(&params, !store->queue.options.poll_only);
    fields_add(&params, first);
    PGresult *result =
        pg_link_run(&store->writer, "SELECT lanterne.write($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)", &params);
    enum outcome outcome = outcome_of(result, first);
    PQclear(result);
    pg_params_free(&params);
    return outcome;
}

/* ---- Reconnecting ----------------------------------------------------------------------- */

static void sleep_ms(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000L * milliseconds}, NULL);
}

bool pg_reconnect(struct pg_store *store, struct pg_link *link, int64_t *since)
{
    char error[STORE_ERROR_MAX];
    if (!*since)
        *since = queue_now();
    link->url = store->url;
    if (pg_link_open(link, error))
        return true;
    sleep_ms(PG_BACKOFF_MS);
    return false;
}

/* Finds whether the last group was committed; if not, bars it. False when the connection broke again. */
static bool doubt_resolve(struct pg_store *store, struct store_batch *first, bool *kept,
                          char error[STORE_ERROR_MAX])
{
    char text[64 * 1024];
    struct pg_params params = {.count = 0};
    pg_params_text(&params, store->queue.base.node);
    pg_params_int8(&params, store->mark);
    pg_params_int8(&params, store->mark + 1);
    bool answered =
        pg_link_text(&store->writer, "SELECT lanterne.fence($1,$2,$3)", &params, text, sizeof text, error);
    pg_params_free(&params);
    if (!answered)
        return false;
    *kept = strncmp(text, "kept ", 5) == 0;
    if (*kept)
        statuses_set(first, text + 5);
    else
        store->mark++;
    return true;
}

static void writer_connected(struct pg_store *store)
{
    atomic_store(&store->writer_pid, PQbackendPID(store->writer.conn));
    queue_set_away(&store->queue, false);
}

/*
 * Connects again if the connection was lost. `doubt` says that a group was sent over the lost one; `kept`
 * then whether it was committed. With a doubt it waits until the database is back; without one it returns
 * false when the database has been away for too long, and the group was not written.
 */
static bool writer_reconnect(struct pg_store *store, struct store_batch *first, int64_t *since, bool doubt,
                             bool *kept)
{
    char error[STORE_ERROR_MAX];
    int tries = 0;
    *kept = false;
    while (!store->writer.conn) {
        queue_set_away(&store->queue, true);
        if (pg_reconnect(store, &store->writer, since) && !doubt_resolve(store, first, kept, error)) {
            pg_link_close(&store->writer);
            sleep_ms(PG_BACKOFF_MS);
        }
        if (store->writer.conn)
            break;
        bool stop = queue_closing(&store->queue) && ++tries > CLOSE_TRIES;
        if (stop || (!doubt && queue_now() - *since > PG_GRACE_MS))
            return false;
    }
    *kept = *kept && doubt;
    writer_connected(store);
    return *kept || !*since || queue_now() - *since <= PG_GRACE_MS;
}

/* Writes a group and sets its statuses, reconnecting as often as needed. False when it must be split. */
static bool group_write(struct pg_store *store, struct store_batch *first, bool guarded)
{
    int64_t since = 0;
    bool doubt = false, kept;
    for (int clashes = 0; clashes < CLASHES_MAX;) {
        if (!writer_reconnect(store, first, &since, doubt, &kept))
            break;
        if (kept)
            return true;
        enum outcome outcome = group_try(store, first, guarded);
        if (outcome == OUTCOME_DONE)
            return true;
        if (outcome == OUTCOME_FAILED)
            break;
        if (outcome == OUTCOME_SPLIT && first->next)
            return false;
        clashes += outcome == OUTCOME_SPLIT;
        doubt = outcome == OUTCOME_LOST;
        if (doubt) {
            pg_link_close(&store->writer);
            since = queue_now();
        }
    }
    for (struct store_batch *batch = first; batch; batch = batch->next)
        batch->status = STORE_FAILED;
    return true;
}

/* Writes each batch as a group of its own. Returns the number of commits. */
static uint64_t group_split(struct pg_store *store, struct store_batch *first)
{
    uint64_t commits = 0;
    for (struct store_batch *batch = first, *next; batch; batch = next, commits++) {
        next = batch->next;
        batch->next = NULL;
        group_write(store, batch, conditions(batch) > 1);
        batch->next = next;
    }
    return commits;
}

/*
 * Writes the next group: a batch with several conditions alone, else as many batches as follow each other
 * without one. `end` is the first batch after the group. Returns the number of commits.
 */
static uint64_t group_run(struct pg_store *store, struct store_batch *first, struct store_batch **end)
{
    struct store_batch *last = first;
    bool alone = conditions(first) > 1;
    while (!alone && last->next && conditions(last->next) <= 1)
        last = last->next;
    *end = last->next;
    last->next = NULL;
    for (struct store_batch *batch = first; batch; batch = batch->next)
        batch_order(batch);
    uint64_t commits = group_write(store, first, alone) ? 1 : group_split(store, first);
    last->next = *end;
    return commits;
}

static void *writer_main(void *argument)
{
    struct pg_store *store = argument;
    struct store_batch *first, *last;
    while ((first = queue_batches_take(&store->queue, BATCHES_PER_COMMIT, &last))) {
        uint64_t commits = 0;
        for (struct store_batch *at = first, *end; at; at = end)
            commits += group_run(store, at, &end);
        queue_written(&store->queue, first, last, commits);
    }
    return NULL;
}

/* ---- Closing ------------------------------------------------------------------------------------------- */

static int64_t postgres_clock_ahead(struct store *base)
{
    return atomic_load(&((struct pg_store *)base)->ahead);
}

static void links_free(struct pg_store *store)
{
    pg_link_close(&store->writer);
    pg_link_close(&store->reader);
    pg_link_close(&store->listener);
    queue_destroy(&store->queue);
    if (store->stop[1]) {
        close(store->stop[0]);
        close(store->stop[1]);
    }
    free(store->url);
    free(store);
}

static void postgres_close(struct store *base)
{
    struct pg_store *store = (struct pg_store *)base;
    queue_stop(&store->queue);
    lan_assert(write(store->stop[1], "x", 1) == 1);
    pthread_join(store->write_thread, NULL);
    pthread_join(store->read_thread, NULL);
    pthread_join(store->listen_thread, NULL);
    links_free(store);
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

static void node_name(char name[STORE_NODE_LETTERS + 1])
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    unsigned char bytes[STORE_NODE_LETTERS];
    lan_assert(getrandom(bytes, sizeof bytes, 0) == (ssize_t)sizeof bytes);
    for (int i = 0; i < STORE_NODE_LETTERS; i++)
        name[i] = letters[bytes[i] & 31];
}

static bool threads_start(struct pg_store *store, char error[STORE_ERROR_MAX])
{
    int started = 0;
    started += pthread_create(&store->write_thread, NULL, writer_main, store) == 0;
    started += started == 1 && pthread_create(&store->read_thread, NULL, pg_reader_main, store) == 0;
    started += started == 2 && pthread_create(&store->listen_thread, NULL, pg_listener_main, store) == 0;
    if (started == 3)
        return true;
    queue_stop(&store->queue);
    if (started > 0)
        pthread_join(store->write_thread, NULL);
    if (started > 1)
        pthread_join(store->read_thread, NULL);
    snprintf(error, STORE_ERROR_MAX, "cannot start the store's threads");
    return false;
}

/*
 * Connects and checks the schema. A database that is away is an error here, so that a wrong URL is seen at
 * once.
 */
static bool writer_start(struct pg_store *store, char error[STORE_ERROR_MAX])
{
    bool kept, no_migrate = store->queue.options.no_migrate;
    store->writer.url = store->url;
    if (!pg_link_open(&store->writer, error) ||
        !(no_migrate ? pg_schema_check : pg_schema_migrate)(&store->writer, error) ||
        !pg_schema_dangers(&store->writer, store->queue.base.warning, error) ||
        !doubt_resolve(store, NULL, &kept, error))
        return false;
    if (!pg_clock_read(store, &store->writer)) {
        snprintf(error, STORE_ERROR_MAX, "the database went away");
        return false;
    }
    writer_connected(store);
    return true;
}

struct store *postgres_open(const char *url, const struct store_options *options, char error[STORE_ERROR_MAX])
{
    struct pg_store *store = calloc(1, sizeof *store);
    lan_assert(store);
    queue_init(&store->queue, options);
    store->queue.base.clock_ahead = postgres_clock_ahead;
    store->queue.base.close = postgres_close;
    store->queue.base.shared = true;
    node_name(store->queue.base.node);
    store->url = strdup(url);
    store->mark = 1;
    lan_assert(store->url && pipe(store->stop) == 0);
    if (writer_start(store, error) && threads_start(store, error))
        return &store->queue.base;
    links_free(store);
    return NULL;
}
