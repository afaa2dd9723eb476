/*
 * pg_store.h - the shared store as its three threads see it: postgres.c writes, pg_read.c reads, pg_listen.c
 * listens.
 */
#ifndef LAN_STORE_PG_STORE_H
#define LAN_STORE_PG_STORE_H

#include <stdatomic.h>

#include "pg_link.h"
#include "queue.h"

enum {
    PG_GRACE_MS = 5000,  /* when the database has been away for longer, what waits fails */
    PG_BACKOFF_MS = 250, /* between two attempts to connect */
};

struct batch_list {
    struct store_batch *first, *last;
};

struct pg_store {
    struct queue queue;
    char *url;
    struct pg_link writer, reader, listener;
    pthread_t write_thread, read_thread, listen_thread;
    int64_t mark; /* of the last group sent (pg_schema.c); only the writer uses it */
    struct batch_list
        aside;          /* batches that met a lock of somebody else, in the order in which they are tried */
    int64_t aside_due;  /* by queue_now: when they are tried again; both are the writer's */
    int stop[2];        /* a pipe; a byte in it ends the listener */
    atomic_llong ahead; /* milliseconds by which the database's clock is ahead of ours */
    atomic_int writer_pid; /* the writer's backend: notifications from it are our own and ignored */
};

/*
 * Tries once to connect, and sleeps PG_BACKOFF_MS if that fails. `since`, when the connection was lost, is
 * set if it is 0.
 */
bool pg_reconnect(struct pg_store *store, struct pg_link *link, int64_t *since);

/* The main functions of the threads; the argument is the struct pg_store. */
void *pg_reader_main(void *store);
void *pg_listener_main(void *store);
/* Measures `ahead`; false when the connection is lost. */
bool pg_clock_read(struct pg_store *store, struct pg_link *link);

#endif
