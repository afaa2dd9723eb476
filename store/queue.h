/*
 * queue.h - what every store does alike: batches and reads wait for its threads, answers wait for store_poll.
 *
 * A store's own struct begins with a struct queue, which begins with its struct store. Its threads take work with
 * queue_batches_take and queue_reads_take and hand it back with queue_written and queue_finished.
 */
#ifndef LAN_STORE_QUEUE_H
#define LAN_STORE_QUEUE_H

#include <pthread.h>

#include "store.h"

struct news {
    struct news *next;
    uint64_t number;
    char name[STORE_NAME_MAX];
};

struct queue {
    struct store base;
    struct store_options options;
    pthread_mutex_t lock;                 /* guards everything below */
    pthread_cond_t batch_work, read_work; /* apart: a batch is nothing to wake the reader for */
    struct store_batch *batches, **batches_end;
    struct store_read *reads, **reads_end;
    struct store_batch *written, **written_end;
    struct store_read *finished, **finished_end;
    struct news *news, **news_end;
    struct store_counts counts;
    int64_t taken_since; /* when the oldest batch now at work was submitted; 0 for none */
    bool closing;
};

/* Sets all of the vtable but `clock_ahead` and `close`. */
void queue_init(struct queue *queue, const struct store_options *options);
void queue_destroy(struct queue *queue);

/*
 * Waits for batches and takes up to `max` of them, linked by `next`, the last in `last`. NULL when the store closes
 * and none is left.
 */
struct store_batch *queue_batches_take(struct queue *queue, uint64_t max, struct store_batch **last);
/* Their statuses are set; `commits` transactions were needed. */
void queue_written(struct queue *queue, struct store_batch *first, struct store_batch *last,
                   uint64_t commits);
/* The same for reads. */
struct store_read *queue_reads_take(struct queue *queue, uint64_t max);
void queue_finished(struct queue *queue, struct store_read *list);
/* Another node has said something. */
void queue_hear(struct queue *queue, const char *name, size_t length, uint64_t number);
void queue_away(struct queue *queue, bool away);
bool queue_closing(struct queue *queue);
/* From here on what is submitted fails; wakes the threads. */
void queue_stop(struct queue *queue);

/* Milliseconds by a clock that only goes forward. */
int64_t queue_now(void);

#endif
