#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lan.h"

int64_t queue_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- On the caller's thread ---------------------------------------------------------------------------- */

/*
 * The store's threads are woken without the lock, so that they do not wait for it at once. A thread looks at
 * its list under the lock before it waits, so no wake-up is lost.
 */
static void queue_submit(struct store *base, struct store_batch *batch)
{
    struct queue *queue = (struct queue *)base;
    batch->next = NULL;
    batch->since = queue_now();
    pthread_mutex_lock(&queue->lock);
    if (queue->closing) {
        batch->status = STORE_FAILED;
        *queue->written_end = batch;
        queue->written_end = &batch->next;
    } else {
        *queue->batches_end = batch;
        queue->batches_end = &batch->next;
        queue->counts.waiting++;
    }
    pthread_mutex_unlock(&queue->lock);
    pthread_cond_broadcast(&queue->batch_work);
}

static void queue_read(struct store *base, struct store_read *read)
{
    struct queue *queue = (struct queue *)base;
    read->next = NULL;
    pthread_mutex_lock(&queue->lock);
    if (queue->closing) {
        read->status = STORE_FAILED;
        *queue->finished_end = read;
        queue->finished_end = &read->next;
    } else {
        *queue->reads_end = read;
        queue->reads_end = &read->next;
    }
    pthread_mutex_unlock(&queue->lock);
    pthread_cond_broadcast(&queue->read_work);
}

static void notifications_deliver(struct queue *queue, struct notification *notification)
{
    while (notification) {
        struct notification *next = notification->next;
        if (queue->options.notified)
            queue->options.notified(queue->options.context, notification->name, notification->number);
        free(notification);
        notification = next;
    }
}

/*
 * Takes documents that do not fit their checksums out of the rows from number `from` on. One that was asked
 * for by its key fails the read, so that it is not taken for missing.
 */
static void damaged_drop(struct queue *queue, struct store_read *read, size_t from)
{
    size_t kept = from;
    for (size_t i = from; queue->options.damaged && i < read->count; i++) {
        struct store_row row = read->rows[i];
        if (row.damaged)
            queue->options.damaged(queue->options.context,
                                   read->kind == STORE_READ_SECRETS ? STORE_SECRETS : read->space, row.key);
        if (row.damaged && read->kind == STORE_READ_DOC)
            read->status = STORE_FAILED;
        /* Exchanged, so that the rows to be dropped gather at the end. */
        read->rows[i] = read->rows[kept];
        read->rows[kept] = row;
        kept += !row.damaged;
    }
    if (queue->options.damaged)
        store_read_clear(read, kept);
}

/* Whether a read of this kind goes on after its last row. */
static bool read_paged(const struct store_read *read)
{
    switch (read->kind) {
    case STORE_READ_LOG:
    case STORE_READ_DOCS:
    case STORE_READ_CHANGED:
    case STORE_READ_GONE:
    case STORE_READ_LEASES:
    case STORE_READ_LOGS:
    case STORE_READ_SECRETS: return !read->limit;
    default: return false;
    }
}

/* Takes the rows of a page. True when there may be more and the read was sent again to fetch them. */
static bool read_goes_on(struct queue *queue, struct store_read *read)
{
    size_t fetched = read->count - read->kept;
    bool more = read->status == STORE_OK && read_paged(read) && fetched == store_read_rows(read);
    if (more) {
        const struct store_row *last = &read->rows[read->count - 1];
        if (last->key)
            snprintf(read->past, sizeof read->past, "%s", last->key);
        else
            read->after = last->number;
    }
    damaged_drop(queue, read, read->kept);
    if (read->page && read->status == STORE_OK) {
        read->page(read);
        store_read_clear(read, 0);
    }
    read->kept = read->count;
    if (more)
        queue->base.read(&queue->base, read);
    return more;
}

static void read_finish(struct queue *queue, struct store_read *read)
{
    if (read_goes_on(queue, read))
        return;
    read->done(read);
    store_read_destroy(read);
}

static void queue_poll(struct store *base)
{
    struct queue *queue = (struct queue *)base;
    pthread_mutex_lock(&queue->lock);
    struct store_batch *batch = queue->written;
    struct store_read *read = queue->finished;
    struct notification *notification = queue->notifications;
    queue->written = NULL;
    queue->written_end = &queue->written;
    queue->finished = NULL;
    queue->finished_end = &queue->finished;
    queue->notifications = NULL;
    queue->notifications_end = &queue->notifications;
    pthread_mutex_unlock(&queue->lock);
    while (batch) {
        struct store_batch *next = batch->next;
        if (batch->done)
            batch->done(batch);
        store_batch_destroy(batch);
        batch = next;
    }
    while (read) {
        struct store_read *next = read->next;
        read_finish(queue, read);
        read = next;
    }
    notifications_deliver(queue, notification);
}

static void queue_counts(struct store *base, struct store_counts *counts)
{
    struct queue *queue = (struct queue *)base;
    pthread_mutex_lock(&queue->lock);
    *counts = queue->counts;
    int64_t since = queue->taken_since ? queue->taken_since : queue->batches ? queue->batches->since : 0;
    counts->waited = since ? queue_now() - since : 0;
    pthread_mutex_unlock(&queue->lock);
}

/* ---- On the store's threads ---------------------------------------------------------------------------- */

struct store_batch *queue_batches_take(struct queue *queue, uint64_t max, struct store_batch **last)
{
    uint64_t taken = 0;
    pthread_mutex_lock(&queue->lock);
    while (!queue->batches && !queue->closing)
        pthread_cond_wait(&queue->batch_work, &queue->lock);
    struct store_batch *first = queue->batches;
    for (*last = first; *last; *last = (*last)->next) {
        if (++taken == max || !(*last)->next)
            break;
    }
    if (first) {
        queue->batches = (*last)->next;
        if (!queue->batches)
            queue->batches_end = &queue->batches;
        (*last)->next = NULL;
        queue->counts.batches += taken;
        queue->counts.waiting -= taken;
        queue->taken_since = first->since;
    }
    pthread_mutex_unlock(&queue->lock);
    return first;
}

bool queue_batches_wait(struct queue *queue, int milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&queue->lock);
    int result = 0;
    while (!queue->batches && !queue->closing && result == 0)
        result = pthread_cond_timedwait(&queue->batch_work, &queue->lock, &until);
    bool there = queue->batches != NULL;
    pthread_mutex_unlock(&queue->lock);
    return there;
}

void queue_batches_expire(struct queue *queue, int64_t milliseconds)
{
    int64_t before = queue_now() - milliseconds;
    bool any = false;
    pthread_mutex_lock(&queue->lock);
    while (queue->batches && queue->batches->since < before) {
        struct store_batch *batch = queue->batches;
        queue->batches = batch->next;
        if (!queue->batches)
            queue->batches_end = &queue->batches;
        batch->next = NULL;
        batch->status = STORE_FAILED;
        *queue->written_end = batch;
        queue->written_end = &batch->next;
        queue->counts.batches++;
        queue->counts.waiting--;
        queue->counts.failures++;
        queue->counts.failing = any = true;
    }
    if (any)
        queue->options.wake(queue->options.context);
    pthread_mutex_unlock(&queue->lock);
}

void queue_written(struct queue *queue, struct store_batch *first, struct store_batch *last, uint64_t commits)
{
    pthread_mutex_lock(&queue->lock);
    queue->counts.commits += commits;
    queue->taken_since = 0;
    if (first) {
        queue->counts.failing = first->status == STORE_FAILED;
        queue->counts.failures += queue->counts.failing;
        *queue->written_end = first;
        queue->written_end = &last->next;
        queue->options.wake(queue->options.context);
    }
    pthread_mutex_unlock(&queue->lock);
}

struct store_read *queue_reads_take(struct queue *queue, uint64_t max)
{
    pthread_mutex_lock(&queue->lock);
    while (!queue->reads && !queue->closing)
        pthread_cond_wait(&queue->read_work, &queue->lock);
    struct store_read *first = queue->reads, *last = first;
    while (last && last->next && --max > 0)
        last = last->next;
    if (first) {
        queue->reads = last->next;
        if (!queue->reads)
            queue->reads_end = &queue->reads;
        last->next = NULL;
    }
    pthread_mutex_unlock(&queue->lock);
    return first;
}

void queue_finished(struct queue *queue, struct store_read *list)
{
    struct store_read *last = list;
    while (last->next)
        last = last->next;
    pthread_mutex_lock(&queue->lock);
    *queue->finished_end = list;
    queue->finished_end = &last->next;
    queue->options.wake(queue->options.context);
    pthread_mutex_unlock(&queue->lock);
}

void queue_notify(struct queue *queue, const char *name, size_t length, uint64_t number)
{
    struct notification *notification = calloc(1, sizeof *notification);
    lan_assert(notification);
    if (length >= sizeof notification->name) {
        free(notification);
        return;
    }
    memcpy(notification->name, name, length);
    notification->number = number;
    pthread_mutex_lock(&queue->lock);
    *queue->notifications_end = notification;
    queue->notifications_end = &notification->next;
    queue->options.wake(queue->options.context);
    pthread_mutex_unlock(&queue->lock);
}

void queue_set_away(struct queue *queue, bool away)
{
    pthread_mutex_lock(&queue->lock);
    queue->counts.away = away;
    pthread_mutex_unlock(&queue->lock);
}

bool queue_closing(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    bool closing = queue->closing;
    pthread_mutex_unlock(&queue->lock);
    return closing;
}

/* ---- Beginning and end --------------------------------------------------------------------------------- */

void queue_init(struct queue *queue, const struct store_options *options)
{
    queue->base.submit = queue_submit;
    queue->base.read = queue_read;
    queue->base.poll = queue_poll;
    queue->base.counts = queue_counts;
    queue->options = *options;
    queue->batches_end = &queue->batches;
    queue->reads_end = &queue->reads;
    queue->written_end = &queue->written;
    queue->finished_end = &queue->finished;
    queue->notifications_end = &queue->notifications;
    pthread_mutex_init(&queue->lock, NULL);
    /* Waits with a limit are by the monotonic clock. */
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->batch_work, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_cond_init(&queue->read_work, NULL);
}

void queue_stop(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->closing = true;
    pthread_cond_broadcast(&queue->batch_work);
    pthread_cond_broadcast(&queue->read_work);
    pthread_mutex_unlock(&queue->lock);
}

void queue_destroy(struct queue *queue)
{
    /* What a `done` submits now fails at once, so that its own `done` runs in the next pass. */
    queue->options.notified = NULL;
    while (queue->written || queue->finished || queue->notifications)
        queue_poll(&queue->base);
    pthread_mutex_destroy(&queue->lock);
    pthread_cond_destroy(&queue->batch_work);
    pthread_cond_destroy(&queue->read_work);
}
