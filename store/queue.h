/*
 * queue.h - the part that all stores share: queues between the caller's thread and the store's own threads.
 *
 * Submitted batches and reads wait here for the store's threads; finished ones and notifications wait for
 * store_poll. An implementation's struct begins with a struct queue, which begins with the struct store. Its
 * threads take work with queue_batches_take and queue_reads_take and hand it back with queue_written and
 * queue_finished.
 */
#ifndef LAN_STORE_QUEUE_H
#define LAN_STORE_QUEUE_H

#include <pthread.h>

#include "store.h"

struct notification {
    struct notification *next;
    uint64_t number;
    char name[STORE_NAME_MAX];
};

struct queue {
    struct store base;
    struct store_options options;
    pthread_mutex_t lock;                       /* guards everything below */
    pthread_cond_t batch_work, read_work;       /* separate, so that a batch does not wake the reader */
    struct store_batch *batches, **batches_end; /* submitted */
    struct store_read *reads, **reads_end;
    struct store_batch *written, **written_end; /* finished, for store_poll, as the next two */
    struct store_read *finished, **finished_end;
    struct notification *notifications, **notifications_end;
    struct store_counts counts;
    int64_t taken_since; /* when the oldest batch that is being written was submitted; 0 for none */
    bool closing;
};

/* Sets the vtable except `clock_ahead` and `close`, which are the implementation's. */
void queue_init(struct queue *queue, const struct store_options *options);
/* Runs every `done` that is left. The threads must have ended. */
void queue_destroy(struct queue *queue);

/*
 * Waits until there are batches and takes up to `max` of them, linked by `next`; `last` is the last. NULL
 * when the store is closing and none is left.
 */
struct store_batch *queue_batches_take(struct queue *queue, uint64_t max, struct store_batch **last);
/* Waits until there are batches, the store is closing, or `milliseconds` have passed. True for batches. */
bool queue_batches_wait(struct queue *queue, int milliseconds);
/* Fails the batches that have waited for longer than `milliseconds` and that no thread has taken. */
void queue_batches_expire(struct queue *queue, int64_t milliseconds);
/*
 * Hands batches back with their statuses set; `commits` transactions were needed. With NULL there is none to
 * hand back: all that were taken are set aside, and no longer count as being written.
 */
void queue_written(struct queue *queue, struct store_batch *first, struct store_batch *last,
                   uint64_t commits);
/* The same for reads, except that they are not counted. */
struct store_read *queue_reads_take(struct queue *queue, uint64_t max);
void queue_finished(struct queue *queue, struct store_read *list);
/* Queues a notification of another node for store_options.notified. A name that is too long is dropped. */
void queue_notify(struct queue *queue, const char *name, size_t length, uint64_t number);
/* Whether the database cannot be reached now, for struct store_counts. */
void queue_set_away(struct queue *queue, bool away);
bool queue_closing(struct queue *queue);
/* Lets the threads finish what is queued and end; what is submitted from now on fails. */
void queue_stop(struct queue *queue);

/* Milliseconds of a monotonic clock. */
int64_t queue_now(void);

#endif
