/*
 * pg_listen.c - the listening thread of the shared store.
 *
 * A notification has a line with name and number for each entry of one commit. Notifications that are sent
 * while there is no connection are lost; so at the start and after each reconnection the caller is notified
 * with an empty name.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "pg_store.h"

static void lines_notify(struct pg_store *store, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        const char *space = memchr(text, ' ', length);
        if (space)
            queue_notify(&store->queue, text, (size_t)(space - text), strtoull(space + 1, NULL, 10));
        text += length + (text[length] == '\n');
    }
}

static void notifications_take(struct pg_store *store)
{
    PGnotify *notify;
    while ((notify = PQnotifies(store->listener.conn))) {
        if (notify->be_pid != atomic_load(&store->writer_pid))
            lines_notify(store, notify->extra);
        PQfreemem(notify);
    }
}

static bool listen_connect(struct pg_store *store)
{
    char text[8], error[STORE_ERROR_MAX];
    int64_t since = 0;
    if (!pg_reconnect(store, &store->listener, &since))
        return false;
    if (pg_link_text(&store->listener, "LISTEN lanterne", NULL, text, sizeof text, error)) {
        queue_notify(&store->queue, "", 0, 0);
        return true;
    }
    pg_link_close(&store->listener);
    return false;
}

/* Waits for something to read. False when the store is closing. */
static bool listen_wait(struct pg_store *store)
{
    bool there = store->listener.conn != NULL;
    struct pollfd fds[2] = {{store->stop[0], POLLIN, 0},
                            {there ? PQsocket(store->listener.conn) : -1, POLLIN, 0}};
    poll(fds, 2, there || store->queue.options.poll_only ? -1 : PG_BACKOFF_MS);
    if (fds[0].revents)
        return false;
    if (fds[1].revents && !PQconsumeInput(store->listener.conn))
        pg_link_close(&store->listener);
    return true;
}

void *pg_listener_main(void *argument)
{
    struct pg_store *store = argument;
    bool listens = !store->queue.options.poll_only;
    do {
        if (listens && !store->listener.conn)
            listen_connect(store);
        if (store->listener.conn)
            notifications_take(store);
    } while (listen_wait(store));
    return NULL;
}
