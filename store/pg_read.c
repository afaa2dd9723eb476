/*
 * pg_read.c - the reading thread of the shared store.
 *
 * All reads that are waiting are sent as one pipeline. Consecutive reads of logs are one statement: a node
 * that follows others reads an entry for every move they make, and each statement is planned anew (prepared
 * statements belong to a session, which a pooler does not keep).
 */
#include <string.h>

#include "lan.h"
#include "pg_store.h"

enum { READS_PER_PIPELINE = 256, CLOCK_EVERY_MS = 30000 };

/* ---- The clock ----------------------------------------------------------------------------------------- */

bool pg_clock_read(struct pg_store *store, struct pg_link *link)
{
    int64_t best = INT64_MAX;
    /* The quickest of three answers is used; half of its time is taken for each way. */
    for (int i = 0; i < 3; i++) {
        int64_t before = queue_now();
        PGresult *result =
            pg_link_run(link, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint", NULL);
        int64_t after = queue_now();
        bool good = PQresultStatus(result) == PGRES_TUPLES_OK;
        if (good && after - before < best) {
            best = after - before;
            atomic_store(&store->ahead, pg_int8(PQgetvalue(result, 0, 0)) - (before + after) / 2);
        }
        PQclear(result);
        if (!good)
            return false;
    }
    return true;
}

/* ---- Statements ---------------------------------------------------------------------------------------- */

static const char *read_sql(const struct store_read *read)
{
    switch (read->kind) {
    case STORE_READ_LOG:
        return "SELECT which, number, entry, sum FROM unnest($1, $2, $3) WITH ORDINALITY AS logs (log, past, "
               "most, which), "
               "LATERAL (SELECT number, entry, sum FROM lanterne.log WHERE name = log AND number > past "
               "ORDER BY number LIMIT most) AS entries ORDER BY which, number";
    case STORE_READ_LAST:
        return "SELECT name, number, entry, sum FROM lanterne.log WHERE name = $1 ORDER BY number DESC "
               "LIMIT 1";
    case STORE_READ_DOC:
        return strcmp(read->space, STORE_SECRETS) == 0
                   ? "SELECT key, 0::bigint, value, sum FROM lanterne.secret WHERE key = $2 AND $1 = 'secret'"
                   : "SELECT key, 0::bigint, value, sum FROM lanterne.doc WHERE space = $1 AND key = $2";
    case STORE_READ_KEYS:
        return "SELECT key, 0::bigint, value, sum FROM lanterne.doc WHERE space = $1 "
               "AND key = ANY (string_to_array($2, E'\\n'))";
    case STORE_READ_DOCS:
        return "SELECT key, 0::bigint, value, sum FROM lanterne.doc WHERE space = $1 AND key >= $2 "
               "AND key < $2 || chr(1114111) AND key > $3 ORDER BY key LIMIT $4";
    case STORE_READ_CHANGED:
        return "SELECT key, 0::bigint, value, sum FROM lanterne.doc WHERE space = $1 "
               "AND changed >= to_timestamp($2::bigint / 1000.0) AND key > $3 ORDER BY key LIMIT $4";
    case STORE_READ_GONE:
        return "SELECT DISTINCT key, 0::bigint, ''::bytea, ''::bytea FROM lanterne.gone WHERE space = $1 "
               "AND at >= to_timestamp($2::bigint / 1000.0) AND key > $3 ORDER BY key LIMIT $4";
    case STORE_READ_LEASES:
        return "SELECT name, 0::bigint, ''::bytea, ''::bytea FROM lanterne.lease WHERE name > $1 "
               "AND until > clock_timestamp() - interval '10 s' "
               "AND (until <= clock_timestamp() OR NOT lanterne.speaks(lease.node)) ORDER BY name LIMIT $2";
    case STORE_READ_HEADS:
        return "SELECT n, number, ''::bytea, sum FROM unnest(string_to_array($1, E'\\n')) AS n, "
               "LATERAL (SELECT number, sum FROM lanterne.log WHERE name = n ORDER BY number DESC LIMIT 1) "
               "AS head";
    case STORE_READ_LOGS:
        return "SELECT name, max(number), ''::bytea, ''::bytea FROM lanterne.log WHERE name > $1 "
               "GROUP BY name ORDER BY name LIMIT $2";
    case STORE_READ_SECRETS:
        return "SELECT key, 0::bigint, value, sum FROM lanterne.secret WHERE key > $1 ORDER BY key LIMIT $2";
    }
    lan_bug("no such read");
}

/* The first read after those that share a statement with this one. */
static struct store_read *run_end(struct store_read *read)
{
    if (read->kind != STORE_READ_LOG)
        return read->next;
    while (read && read->kind == STORE_READ_LOG)
        read = read->next;
    return read;
}

static void logs_params(struct pg_params *params, struct store_read *first)
{
    const struct store_read *end = run_end(first);
    pg_params_array(params, PG_TEXT_ARRAY, PG_TEXT);
    for (const struct store_read *read = first; read != end; read = read->next)
        pg_array_add(params, read->key, strlen(read->key));
    pg_params_array(params, PG_INT8_ARRAY, PG_INT8);
    for (const struct store_read *read = first; read != end; read = read->next)
        pg_array_add_int8(params, (int64_t)read->after);
    pg_params_array(params, PG_INT8_ARRAY, PG_INT8);
    for (const struct store_read *read = first; read != end; read = read->next)
        pg_array_add_int8(params, (int64_t)store_read_rows(read));
}

static void read_params(struct pg_params *params, struct store_read *read)
{
    switch (read->kind) {
    case STORE_READ_LOG: logs_params(params, read); return;
    case STORE_READ_CHANGED:
    case STORE_READ_GONE:
        pg_params_text(params, read->space);
        pg_params_int8(params, (int64_t)read->after);
        pg_params_text(params, read->past);
        break;
    case STORE_READ_LAST: pg_params_text(params, read->key); return;
    case STORE_READ_DOC:
    case STORE_READ_DOCS:
        pg_params_text(params, read->space);
        pg_params_text(params, read->key);
        if (read->kind == STORE_READ_DOCS)
            pg_params_text(params, read->past);
        break;
    case STORE_READ_KEYS:
        pg_params_text(params, read->space);
        pg_params_text(params, read->names);
        return;
    case STORE_READ_HEADS: pg_params_text(params, read->names); return;
    case STORE_READ_LOGS:
    case STORE_READ_LEASES:
    case STORE_READ_SECRETS: pg_params_text(params, read->past); break;
    }
    if (read->kind != STORE_READ_DOC)
        pg_params_int8(params, (int64_t)store_read_rows(read));
}

/*
 * Adds the rows to their reads. Rows of logs are in the order of the reads; their first column counts these
 * from 1.
 */
static void rows_take(struct store_read *read, const PGresult *result)
{
    bool logs = read->kind == STORE_READ_LOG, entries = logs || read->kind == STORE_READ_LAST;
    int64_t at = 1;
    for (int row = 0; row < PQntuples(result); row++) {
        const char *key = PQgetvalue(result, row, 0);
        for (; logs && at < pg_int8(key); at++)
            read = read->next;
        bool summed = PQgetlength(result, row, 3) == STORE_SUM_BYTES;
        store_read_add(read, entries ? NULL : key, (uint64_t)pg_int8(PQgetvalue(result, row, 1)),
                       PQgetvalue(result, row, 2), (size_t)PQgetlength(result, row, 2),
                       summed ? PQgetvalue(result, row, 3) : NULL);
    }
}

static void statuses_set(struct store_read *first, enum store_status status)
{
    for (const struct store_read *end = run_end(first); first != end; first = first->next)
        first->status = status;
}

/* ---- A pipeline ---------------------------------------------------------------------------------------- */

/*
 * Every read is a transaction of two statements, of which the first sets its limits: as settings of the
 * transaction, since a pooler may give the next one to another session.
 */
static bool reads_send(struct pg_link *link, struct store_read *list)
{
    static const char limits[] = "SELECT set_config('lock_timeout', '2s', true),"
                                 " set_config('statement_timeout', '4s', true)";
    for (struct store_read *read = list; read; read = run_end(read)) {
        struct pg_params params = {.count = 0};
        read_params(&params, read);
        bool sent = pg_link_send(link, limits, NULL) && pg_link_send(link, read_sql(read), &params) &&
                    PQpipelineSync(link->conn) == 1;
        pg_params_free(&params);
        if (!sent)
            return false;
    }
    return true;
}

/* Takes the results of the statement that sets the limits. False when the connection is lost. */
static bool limits_answer(struct pg_link *link)
{
    bool lost = false;
    PGresult *result;
    while ((result = pg_link_result(link, &lost)))
        PQclear(result);
    return !lost;
}

/* Takes the results of one statement and the sync point after it. False when the connection is lost. */
static bool read_answer(struct pg_link *link, struct store_read *read)
{
    bool lost = false, moves = false;
    PGresult *result;
    if (!limits_answer(link))
        return false;
    while ((result = pg_link_result(link, &lost))) {
        bool rows = PQresultStatus(result) == PGRES_TUPLES_OK;
        if (rows)
            rows_take(read, result);
        else
            moves = pg_result_transient(result);
        statuses_set(read, rows ? STORE_OK : STORE_FAILED);
        PQclear(result);
    }
    if (lost || moves)
        return false;
    result = pg_link_result(link, &lost);
    bool synced = !lost && PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    return synced;
}

/* Drops the rows of a page that did not arrive whole. */
static void rows_clear(struct store_read *read)
{
    for (const struct store_read *end = run_end(read); read != end; read = read->next)
        store_read_clear(read, read->kept);
}

/* Runs the reads of a list. NULL, or the first one without an answer because the connection was lost. */
static struct store_read *reads_try(struct pg_link *link, struct store_read *list)
{
    if (!reads_send(link, list))
        return list;
    while (list && read_answer(link, list))
        list = run_end(list);
    if (list)
        rows_clear(list);
    return list;
}

static bool reader_reconnect(struct pg_store *store, int64_t *since)
{
    if (store->reader.conn)
        return true;
    if (!pg_reconnect(store, &store->reader, since))
        return false;
    if (pg_clock_read(store, &store->reader) && PQenterPipelineMode(store->reader.conn) == 1)
        return true;
    pg_link_close(&store->reader);
    return false;
}

static void reads_run(struct pg_store *store, struct store_read *list)
{
    int64_t since = 0;
    while (list) {
        if (reader_reconnect(store, &since)) {
            list = reads_try(&store->reader, list);
            if (!list)
                return;
            pg_link_close(&store->reader);
            since = since ? since : queue_now();
        }
        if (queue_closing(&store->queue) || queue_now() - since > PG_GRACE_MS)
            break;
    }
    for (; list; list = list->next)
        list->status = STORE_FAILED;
}

static void clock_refresh(struct pg_store *store, int64_t *read)
{
    if (!store->reader.conn || queue_now() - *read < CLOCK_EVERY_MS)
        return;
    *read = queue_now();
    /* Outside the pipeline, because the time of a single round trip is measured. */
    if (PQexitPipelineMode(store->reader.conn) != 1 || !pg_clock_read(store, &store->reader) ||
        PQenterPipelineMode(store->reader.conn) != 1)
        pg_link_close(&store->reader);
}

void *pg_reader_main(void *argument)
{
    struct pg_store *store = argument;
    struct store_read *list;
    int64_t clock_read = queue_now();
    while ((list = queue_reads_take(&store->queue, READS_PER_PIPELINE))) {
        clock_refresh(store, &clock_read);
        reads_run(store, list);
        queue_finished(&store->queue, list);
    }
    return NULL;
}
