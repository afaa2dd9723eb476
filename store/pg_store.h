/* pg_store.h - what the three threads of the shared store have in common. */
#ifndef LAN_STORE_PG_STORE_H
#define LAN_STORE_PG_STORE_H

#include <stdatomic.h>

#include "pg_link.h"
#include "queue.h"

enum {
    PG_GRACE_MS = 5000,  /* a database away for longer makes what waits fail */
    PG_BACKOFF_MS = 250, /* between two tries to reach it */
};

struct pg_store {
    struct queue queue;
    char *url;
    struct pg_link writer, reader, listener;
    pthread_t write_thread, read_thread, listen_thread;
    int64_t mark;          /* of the last group sent; the writer's alone */
    int stop[2];           /* a pipe that wakes the listener for the end */
    atomic_llong ahead;    /* of our clock, the database's */
    atomic_int writer_pid; /* whose notifications are our own */
};

/* Tries to connect and waits a little where that fails; `since` is when the connection was lost, 0 while it is there. */
bool pg_reach(struct pg_store *store, struct pg_link *link, int64_t *since);

void *pg_reader_main(void *store);
void *pg_listener_main(void *store);
/* Compares the database's clock with ours. */
bool pg_clock_read(struct pg_store *store, struct pg_link *link);

#endif
