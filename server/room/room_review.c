#include "room_review.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "buf.h"
#include "client.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "played.h"
#include "review.h"
#include "review_work.h"
#include "room.h"
#include "room_daily.h"
#include "room_log.h"
#include "room_queue.h"
#include "room_rights.h"
#include "room_seat.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"
#include "work.h"

enum { RECORD_HASH = 32 };

/* A review that waits, runs or is on its way to the store; in server->reviews by its key. */
struct review_job {
    struct server *server;
    char key[STORE_NAME_MAX];   /* TABLE/SEAT; of a record brought along the person's id */
    char table[ID_TABLE + 1];   /* "" for a record brought along */
    char owner[ID_PERSON + 1];  /* the person who asked first */
    char person[ID_PERSON + 1]; /* who held the seat; "" for a bot or a record brought along */
    char head[160];             /* the beginning of the stored document */
    char *text;                 /* the table's record; NULL for one that the ask holds */
    char *daily;                /* of a daily deal, for room_daily_reviewed; NULL for others */
    struct ask *ask;            /* of a record brought along */
    struct work *queued;        /* until its thread has ended */
    struct review_work work;
};

static const struct review_bounds bounds = {LIMIT_REVIEW_SECONDS * (int64_t)1000, LIMIT_REVIEW_MEMORY_BYTES,
                                            LIMIT_REVIEW_BYTES};

/* ---- Jobs ---------------------------------------------------------------------------------------------- */

static void job_free(struct review_job *job)
{
    map_remove(&job->server->reviews, job->key);
    free(job->work.document);
    free(job->text);
    free(job->daily);
    free(job);
}

static void job_work(void *context)
{
    struct review_job *job = context;
    review_work_run(&job->work);
}

static void job_drop(void *context)
{
    struct review_job *job = context;
    if (job->ask)
        ask_fail(job->ask, FAIL_STOPPING);
    job_free(job);
}

/*
 * Whose share of the threads a review takes: that of the address. A review takes up to LIMIT_REVIEW_SECONDS,
 * and an address may have hundreds of guests, each of whom would have a turn of their own.
 */
static const char *share_of(const struct ask *ask)
{
    return ask->client ? address_name(ask->client) : ask->person->id;
}

static int jobs_of(const struct server *server, const char *person)
{
    const struct review_job *job;
    int count = 0;
    for (size_t i = 0; (job = map_each(&server->reviews, &i));)
        count += strcmp(job->owner, person) == 0;
    return count;
}

/* True when one more review may wait for the asker. False with the ask refused. */
static bool job_allowed(struct ask *ask)
{
    const struct server *server = ask->server;
    if (server->stopping)
        ask_fail(ask, FAIL_STOPPING);
    else if (jobs_of(server, ask->person->id) >= LIMIT_REVIEWS_PER_PERSON)
        ask_fail(ask, FAIL_REVIEWS_PERSON);
    else if (work_count(server, WORK_REVIEW, share_of(ask)) >= LIMIT_REVIEWS_PER_ADDRESS)
        ask_fail(ask, FAIL_REVIEWS_ADDRESS);
    else if (server->reviews.count >= LIMIT_REVIEWS)
        ask_fail(ask, FAIL_REVIEWS_SERVER);
    else
        return true;
    return false;
}

static struct review_job *job_new(struct server *server, const char *owner, const char *key, int seat)
{
    struct review_job *job = mem_zero(sizeof *job);
    job->server = server;
    job->work.seat = seat;
    job->work.bounds = bounds;
    snprintf(job->key, sizeof job->key, "%s", key);
    snprintf(job->owner, sizeof job->owner, "%s", owner);
    map_put(&server->reviews, job->key, job);
    return job;
}

static void job_start(struct review_job *job, const char *share, void (*done)(void *))
{
    job->queued = work_start(job->server, WORK_REVIEW, share, job_work, done, job);
    work_on_drop(job->queued, job_drop);
}

/* Nobody wants the result of a table's job any more. One whose thread has ended goes on to its end. */
static void job_leave(struct review_job *job)
{
    atomic_store(&job->work.left, true);
    if (job->queued && work_cancel(job->queued))
        job_free(job);
}

void reviews_stop(struct server *server)
{
    struct review_job *job;
    for (size_t i = 0; (job = map_each(&server->reviews, &i));)
        atomic_store(&job->work.left, true);
}

void reviews_client_closed(struct client *client)
{
    struct review_job *job;
    for (size_t i = 0; (job = map_each(&client->server->reviews, &i));) {
        if (job->ask && job->ask->client == client)
            atomic_store(&job->work.left, true); /* one that waits ends as soon as it begins */
    }
}

static void progress_send(struct ask *ask, int done)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    js_int(&out, "done", done);
    ask_send(ask, &out);
}

/* ---- Stored reviews ------------------------------------------------------------------------------------ */

static void key_write(char key[STORE_NAME_MAX], const char *table, int seat)
{
    snprintf(key, STORE_NAME_MAX, "%s/%d", table, seat + 1);
}

void reviews_delete(struct store_batch *batch, const char *table)
{
    char key[STORE_NAME_MAX];
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
        key_write(key, table, seat);
        store_batch_delete(batch, SPACE_REVIEW, key);
    }
}

/* The beginning of the document of this record; a stored one that begins otherwise is of another. */
static void head_write(char *head, size_t size, const char *record, size_t length)
{
    uint8_t hash[RECORD_HASH];
    char hex[2 * RECORD_HASH + 1];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)record, length, NULL, 0);
    hex_write(hash, sizeof hash, hex);
    snprintf(head, size, "{\"version\":%d,\"record\":\"%s\",", REVIEW_VERSION, hex);
}

/* What is kept besides a review: that there is none within the bounds. Stored words, never changed. */
static const struct {
    enum fail fail;
    const char *word;
} problems[] = {{FAIL_REVIEW_TIME, "time"}, {FAIL_REVIEW_MEMORY, "memory"}, {FAIL_REVIEW_LONG, "long"}};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static void job_stored(struct store_batch *batch)
{
    job_free(batch->context); /* when it failed the review is computed again for whoever asks */
}

/* Adds the end of the document to its head; false when there is nothing to keep. */
static bool document_end(const struct review_job *job, struct buf *out)
{
    if (job->work.document) {
        buf_str(out, "\"review\":");
        buf_add(out, job->work.document, job->work.document_length);
        buf_str(out, "}");
        return true;
    }
    for (int i = 0; i < PROBLEMS; i++) {
        if (problems[i].fail == job->work.fail) {
            buf_str(out, "\"problem\":\"");
            buf_str(out, problems[i].word);
            buf_str(out, "\"}");
            return true;
        }
    }
    return false;
}

static void table_reviewed(void *context)
{
    struct review_job *job = context;
    struct buf out = {0};
    job->queued = NULL;
    buf_str(&out, job->head);
    if (document_end(job, &out)) {
        struct store_batch *batch = store_batch_create(job_stored, job);
        store_batch_require(batch, SPACE_TABLE, job->table); /* it may have been deleted meanwhile */
        store_batch_put(batch, STORE_PUT, SPACE_REVIEW, job->key, out.at, out.length);
        store_submit(job->server->store, batch);
        if (job->daily)
            room_daily_reviewed(job->server, job->owner, job->daily, job->work.document,
                                job->work.document_length);
        else if (job->work.document)
            luck_put(job->server, job->person, job->table, job->work.document, job->work.document_length);
    } else {
        job_free(job);
    }
    buf_free(&out);
}

/* Answers with a stored document whose head fits. */
static void stored_send(struct ask *ask, const char *bytes, size_t size, size_t head)
{
    static const char review[] = "\"review\":", problem[] = "\"problem\":\"";
    const char *at = bytes + head;
    size_t left = size - head;
    if (left > sizeof review && memcmp(at, review, sizeof review - 1) == 0) {
        struct buf out = {0};
        ask_begin(ask, &out);
        js_raw(&out, "review", at + sizeof review - 1, left - sizeof review);
        ask_send(ask, &out);
        return;
    }
    for (int i = 0; i < PROBLEMS; i++) {
        size_t length = strlen(problems[i].word);
        if (left > sizeof problem - 1 + length && memcmp(at, problem, sizeof problem - 1) == 0 &&
            memcmp(at + sizeof problem - 1, problems[i].word, length) == 0) {
            ask_fail(ask, problems[i].fail);
            return;
        }
    }
    ask_fail(ask, FAIL_STORAGE);
}

/* ---- The review of a table ----------------------------------------------------------------------------- */

/* An ask that waits for what is stored. */
struct review_asking {
    struct ask *ask;
    struct room *room;
    int seat;
};

static bool review_right(struct ask *ask, const struct room *room)
{
    return ask_right(ask, room_right_open(&room->log, ask->person->id)) && room_may_enter(ask, room);
}

/* What a job about a table works on; it takes over the text of the record. */
static void job_text_set(struct review_job *job, const struct room *room, char *text, size_t length)
{
    job->text = text;
    job->work.text = text;
    job->work.length = length;
    snprintf(job->table, sizeof job->table, "%s", room->log.id);
    head_write(job->head, sizeof job->head, text, length);
}

bool review_daily(struct room *room, int seat, const char *about)
{
    struct server *server = room->server;
    struct record_problem problem;
    char key[STORE_NAME_MAX];
    size_t length;
    key_write(key, room->log.id, seat);
    if (server->stopping || server->reviews.count >= LIMIT_REVIEWS || map_get(&server->reviews, key))
        return false;
    char *text = record_write_full(room->log.match->table, &length, &problem);
    if (!text)
        return false;
    struct review_job *job = job_new(server, room->log.seat[seat].person, key, seat);
    job->daily = mem_string(about);
    job_text_set(job, room, text, length);
    job_start(job, job->owner, table_reviewed);
    return true;
}

/* Answers from what is stored, or with the progress of the job, which begins here. */
static void review_answer(struct ask *ask, const struct room *room, int seat, const struct store_row *row)
{
    char key[STORE_NAME_MAX], head[sizeof((struct review_job *)0)->head];
    struct record_problem problem;
    size_t length;
    key_write(key, room->log.id, seat);
    struct review_job *job = map_get(&ask->server->reviews, key);
    if (job) { /* another ask began it meanwhile */
        progress_send(ask, atomic_load(&job->work.done));
        return;
    }
    char *text = record_write_full(room->log.match->table, &length, &problem);
    if (!text) {
        ask_fail_say(ask, FAIL_REFUSED, problem.say[LAN_EN], problem.say[LAN_FR], NULL, NULL);
        return;
    }
    head_write(head, sizeof head, text, length);
    size_t skip = strlen(head);
    if (row && row->size > skip && memcmp(row->bytes, head, skip) == 0) {
        free(text);
        stored_send(ask, row->bytes, row->size, skip);
    } else if (job_allowed(ask)) {
        job = job_new(ask->server, ask->person->id, key, seat);
        if (!room->log.daily) /* which counts in no profile */
            snprintf(job->person, sizeof job->person, "%s", room->log.seat[seat].person);
        job_text_set(job, room, text, length);
        job_start(job, share_of(ask), table_reviewed);
        progress_send(ask, 0); /* whatever its thread has done since */
    } else {
        free(text);
    }
}

/* The right is asked again: the person may have been removed while the document was read. */
static void stored_read(struct store_read *read)
{
    struct review_asking *asking = read->context;
    struct ask_hold hold;
    bool known = !(asking->room->phase & (PHASE_LOADING | PHASE_BROKEN));
    asking->room->jobs--;
    ask_hold_begin(&hold, asking->ask);
    if (!known) { /* its log is read again: the room does not know who was removed */
        ask_fail(asking->ask, FAIL_STORAGE);
    } else if (review_right(asking->ask, asking->room)) {
        if (read->status != STORE_OK)
            ask_fail(asking->ask, FAIL_STORAGE);
        else
            review_answer(asking->ask, asking->room, asking->seat, read->count ? &read->rows[0] : NULL);
    }
    room_hold_end(&hold);
    free(asking);
}

void op_review(struct ask *ask, struct room *room)
{
    int seat;
    char key[STORE_NAME_MAX];
    if (!ask_any_seat(ask, room, &seat) || !review_right(ask, room))
        return;
    key_write(key, room->log.id, seat);
    struct review_job *job = map_get(&ask->server->reviews, key);
    if (json_is_true(json_object_get(ask->message, "leave"))) {
        /* Whoever else waits for it asks again, and it begins anew in their share. */
        if (job && strcmp(job->owner, ask->person->id) == 0)
            job_leave(job);
        ask_done(ask);
        return;
    }
    if (job) {
        progress_send(ask, atomic_load(&job->work.done));
        return;
    }
    struct review_asking *asking = mem_zero(sizeof *asking);
    *asking = (struct review_asking){.ask = ask, .room = room, .seat = seat};
    room->jobs++;
    store_read(ask->server->store, store_read_create(STORE_READ_DOC, SPACE_REVIEW, key, stored_read, asking));
}

/* ---- Records that are brought along -------------------------------------------------------------------- */

static void record_reviewed(void *context)
{
    struct review_job *job = context;
    const struct review_work *work = &job->work;
    job->queued = NULL;
    if (work->document) {
        struct buf out = {0};
        ask_begin(job->ask, &out);
        js_raw(&out, "review", work->document, work->document_length);
        ask_send(job->ask, &out);
    } else if (work->fail == FAIL_REFUSED) {
        ask_fail_say(job->ask, FAIL_REFUSED, work->problem.say[LAN_EN], work->problem.say[LAN_FR], NULL,
                     NULL);
    } else {
        ask_fail(job->ask, work->fail);
    }
    job_free(job);
}

void op_review_record(struct ask *ask)
{
    struct review_job *job = map_get(&ask->server->reviews, ask->person->id);
    const char *text;
    int64_t seat;
    if (!json_object_get(ask->message, "record")) {
        /* A question that crosses the review's own answer is no mistake, so it is not refused. */
        if (job)
            progress_send(ask, atomic_load(&job->work.done));
        else
            ask_done(ask);
        return;
    }
    if (!ask_string(ask, "record", LIMIT_RECORD_BYTES, &text) ||
        !ask_int(ask, "seat", 1, LAN_SEATS_MAX, &seat))
        return;
    if (job) {
        ask_fail(ask, FAIL_REVIEW_RECORD);
        return;
    }
    if (!job_allowed(ask))
        return;
    job = job_new(ask->server, ask->person->id, ask->person->id, (int)seat - 1);
    job->ask = ask;
    job->work.text = text;
    job->work.length = strlen(text);
    job_start(job, share_of(ask), record_reviewed);
}
