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
 *
 * A lock of somebody else on one row must not delay the other batches of the group. So the group waits for a
 * lock no longer than LOCK_MS, and then all its batches are set aside. What is set aside is tried at once,
 * with a savepoint for each batch (`careful`), and again every ASIDE_EVERY_MS, until STORE_LOCKED_MS after a
 * batch was submitted. A batch is not tried before all earlier ones that write what it writes.
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

enum {
    BATCHES_PER_COMMIT = 1024,
    CLOSE_TRIES = 8,
    CLASHES_MAX = 5,
    LOCK_MS = 250,
    LOCK_CAREFUL_MS = 20,
    ASIDE_EVERY_MS = 200,
};

enum outcome {
    OUTCOME_DONE,   /* committed, or a conflict; the statuses are set, or `locked` */
    OUTCOME_LOST,   /* the connection broke: committed or not */
    OUTCOME_CLASH,  /* not committed: a deadlock or the like with another node */
    OUTCOME_LOCKED, /* not committed: a lock was not to be had in time */
    OUTCOME_FAILED  /* not committed */
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

static void write_to_front(struct store_batch *batch, size_t from)
{
    struct store_write write = batch->writes[from];
    memmove(&batch->writes[1], &batch->writes[0], from * sizeof write);
    batch->writes[0] = write;
}

/*
 * Moves the write that can conflict to the front, and what is required before it: a batch that conflicts has
 * then written nothing.
 */
static void batch_order(struct store_batch *batch)
{
    for (size_t i = 1; i < batch->count; i++) {
        if (conditional(&batch->writes[i]) && !conditional(&batch->writes[0])) {
            write_to_front(batch, i);
            break;
        }
    }
    for (size_t i = 1; i < batch->count; i++) {
        if (batch->writes[i].kind == STORE_REQUIRE)
            write_to_front(batch, i);
    }
}

/* Whether two batches write the same log or document. */
static bool batches_meet(const struct store_batch *one, const struct store_batch *two)
{
    for (size_t i = 0; i < one->count; i++) {
        for (size_t j = 0; j < two->count; j++) {
            const struct store_write *a = &one->writes[i], *b = &two->writes[j];
            bool write = a->kind != STORE_NOTIFY && b->kind != STORE_NOTIFY;
            if (write && strcmp(a->key, b->key) == 0 && strcmp(a->space, b->space) == 0)
                return true;
        }
    }
    return false;
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

/* Whether a list of rising numbers, of which `list` is the rest, has `number`. */
static bool list_has(const char **list, long number)
{
    char *end;
    long next = strtol(*list, &end, 10);
    if (end == *list || next != number)
        return false;
    *list = end;
    return true;
}

/*
 * Sets the statuses of a committed group by the answer "CONFLICTS|LOCKED|SKIPPED", lists of the numbers of
 * batches: those that had a conflict, those that met a lock, and those that were not tried after them.
 */
static void statuses_set(struct store_batch *first, const char *answer)
{
    const char *conflicts = answer, *locked = strchr(answer, '|');
    locked = locked ? locked + 1 : "";
    const char *skipped = strchr(locked, '|');
    skipped = skipped ? skipped + 1 : "";
    long at = 0;
    for (struct store_batch *batch = first; batch; batch = batch->next, at++) {
        batch->status = list_has(&conflicts, at) ? STORE_CONFLICT : STORE_OK;
        batch->skipped = list_has(&skipped, at);
        batch->locked = list_has(&locked, at) || batch->skipped;
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
    if (strcmp(state, "55P03") == 0)
        return OUTCOME_LOCKED;
    return strncmp(state, "40", 2) == 0 ? OUTCOME_CLASH : OUTCOME_FAILED;
}

/* How a group is tried. */
struct manner {
    bool guarded; /* one batch with several conditions: a conflict undoes everything */
    bool careful; /* a savepoint for each batch */
    int patience; /* milliseconds to wait for a lock */
};

static enum outcome group_try(struct pg_store *store, struct store_batch *first, const struct manner *manner)
{
    struct pg_params params = {.count = 0};
    pg_params_text(&params, store->queue.base.node);
    pg_params_int8(&params, ++store->mark);
    pg_params_bool(&params, manner->guarded);
    pg_params_bool(&params, manner->careful);
    pg_params_int8(&params, manner->patience);
    fields_add(&params, first);
    PGresult *result = pg_link_run(
        &store->writer, "SELECT lanterne.commit($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)", &params);
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
        queue_batches_expire(&store->queue, PG_GRACE_MS);
        bool stop = queue_closing(&store->queue) && ++tries > CLOSE_TRIES;
        if (stop || (!doubt && queue_now() - *since > PG_GRACE_MS))
            return false;
    }
    *kept = *kept && doubt;
    writer_connected(store);
    return *kept || !*since || queue_now() - *since <= PG_GRACE_MS;
}

static void group_failed(struct store_batch *first)
{
    for (struct store_batch *batch = first; batch; batch = batch->next)
        batch->status = STORE_FAILED;
}

/*
 * Writes a group and sets its statuses, or `locked`, reconnecting as often as needed. False when it must be
 * split.
 */
static bool group_write(struct pg_store *store, struct store_batch *first, const struct manner *manner)
{
    int64_t since = 0;
    bool doubt = false, kept;
    for (int clashes = 0; writer_reconnect(store, first, &since, doubt, &kept);) {
        if (kept)
            return true;
        enum outcome outcome = group_try(store, first, manner);
        if (outcome == OUTCOME_DONE)
            return true;
        if (outcome == OUTCOME_FAILED)
            break;
        doubt = outcome == OUTCOME_LOST;
        if (doubt) {
            pg_link_close(&store->writer);
            since = queue_now();
        } else if (!first->next && (outcome == OUTCOME_LOCKED || ++clashes == CLASHES_MAX)) {
            first->locked = true;
            return true;
        } else if (first->next && manner->careful) {
            return false;
        } else if (first->next) {
            for (struct store_batch *batch = first; batch; batch = batch->next)
                batch->locked = true;
            return true;
        }
    }
    group_failed(first);
    return true;
}

/* Writes each batch as a group of its own. Returns the number of commits. */
static uint64_t group_split(struct pg_store *store, struct store_batch *first, int patience)
{
    uint64_t commits = 0;
    for (struct store_batch *batch = first, *next; batch; batch = next, commits++) {
        next = batch->next;
        batch->next = NULL;
        group_write(store, batch, &(struct manner){.guarded = conditions(batch) > 1, .patience = patience});
        batch->next = next;
    }
    return commits;
}

/*
 * Writes the next group: a batch with several conditions alone, else as many batches as follow each other
 * without one. `end` is the first batch after the group. Returns the number of commits.
 */
static uint64_t group_run(struct pg_store *store, struct store_batch *first, bool careful,
                          struct store_batch **end)
{
    struct store_batch *last = first;
    bool alone = conditions(first) > 1;
    int patience = careful ? LOCK_CAREFUL_MS : LOCK_MS;
    while (!alone && last->next && conditions(last->next) <= 1)
        last = last->next;
    *end = last->next;
    last->next = NULL;
    for (struct store_batch *batch = first; batch; batch = batch->next) {
        batch->locked = batch->skipped = false;
        batch_order(batch);
    }
    struct manner manner = {.guarded = alone, .careful = careful && first->next, .patience = patience};
    uint64_t commits = group_write(store, first, &manner) ? 1 : group_split(store, first, patience);
    last->next = *end;
    return commits;
}

/* ---- Batches that are set aside ------------------------------------------------------------------------ */

static void list_add(struct batch_list *list, struct store_batch *batch)
{
    batch->next = NULL;
    *(list->last ? &list->last->next : &list->first) = batch;
    list->last = batch;
}

static struct store_batch *list_take(struct batch_list *list)
{
    struct store_batch *batch = list->first;
    list->first = batch ? batch->next : NULL;
    list->last = list->first ? list->last : NULL;
    return batch;
}

static bool list_meets(const struct batch_list *list, const struct store_batch *batch)
{
    for (const struct store_batch *one = list->first; one; one = one->next) {
        if (batches_meet(one, batch))
            return true;
    }
    return false;
}

/* Writes the batches of a list; those that are done come back by `done`, the others are set aside. */
static uint64_t batches_write(struct pg_store *store, struct batch_list *list, bool careful,
                              struct batch_list *done)
{
    uint64_t commits = 0;
    int64_t now;
    struct batch_list locked = {NULL, NULL};
    struct store_batch *batch;
    for (struct store_batch *at = list->first, *end; at; at = end)
        commits += group_run(store, at, careful, &end);
    now = queue_now();
    while ((batch = list_take(list))) {
        if (batch->locked && now - batch->since > STORE_LOCKED_MS) {
            batch->status = STORE_FAILED;
            batch->locked = false;
        }
        /* One that was not tried comes before those that met a lock, if that does not change their order. */
        if (!batch->locked)
            list_add(done, batch);
        else if (batch->skipped && !list_meets(&locked, batch))
            list_add(&store->aside, batch);
        else
            list_add(&locked, batch);
    }
    if (locked.first && !careful)
        store->aside_due = 0;
    while ((batch = list_take(&locked)))
        list_add(&store->aside, batch);
    return commits;
}

/* Tries the batches that were set aside and that need not wait behind another one, when that is due. */
static uint64_t aside_write(struct pg_store *store, struct batch_list *done)
{
    struct batch_list all = store->aside, list = {NULL, NULL}, behind = {NULL, NULL};
    struct store_batch *batch, *last = done->last;
    if (!all.first || (queue_now() < store->aside_due && !queue_closing(&store->queue)))
        return 0;
    while ((batch = list_take(&all)))
        list_add(list_meets(&list, batch) || list_meets(&behind, batch) ? &behind : &list, batch);
    store->aside = (struct batch_list){NULL, NULL};
    uint64_t commits = batches_write(store, &list, true, done);
    while ((batch = list_take(&behind)))
        list_add(&store->aside, batch);
    /* Those behind are tried at once when one has made room. */
    store->aside_due = queue_now() + (done->last == last ? ASIDE_EVERY_MS : 0);
    return commits;
}

/* Takes what waits, without what must wait behind a batch that is set aside. */
static bool batches_take(struct pg_store *store, struct batch_list *list)
{
    struct store_batch *first = NULL, *last;
    int64_t wait = store->aside_due - queue_now();
    if (!store->aside.first || queue_batches_wait(&store->queue, wait > 0 ? (int)wait : 0))
        first = queue_batches_take(&store->queue, BATCHES_PER_COMMIT, &last);
    for (struct store_batch *next; first; first = next) {
        next = first->next;
        list_add(list_meets(&store->aside, first) ? &store->aside : list, first);
    }
    return list->first || store->aside.first;
}

static void *writer_main(void *argument)
{
    struct pg_store *store = argument;
    struct batch_list list = {NULL, NULL};
    while (batches_take(store, &list)) {
        struct batch_list done = {NULL, NULL};
        uint64_t commits = batches_write(store, &list, false, &done);
        commits += aside_write(store, &done);
        queue_written(&store->queue, done.first, done.last, commits);
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
