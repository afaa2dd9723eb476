
#include "store_sync.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "store_sync.h"
#include "store.h"

static void wake(void *context)
{
    (void)context;
}

static void wait_answer(struct store_sync *sync)
{
    while (!sync->answered) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        store_poll(sync->store);
    }
}

static void batch_done(struct store_batch *batch)
{
    struct store_sync *sync = batch->context;
    sync->status = batch->status;
    sync->answered = true;
}

enum store_status store_sync_submit(struct store_sync *sync, struct store_batch *batch)
{
    sync->answered = false;
    batch->done = batch_done;
    batch->context = sync;
    store_submit(sync->store, batch);
    wait_answer(sync);
    return sync->status;
}

/* Moves the rows out of the read, which is destroyed after this callback. */
static void read_done(struct store_read *read)
{
    struct store_sync *sync = read->context;
    sync->rows = mem_zero(sizeof *sync->rows);
    *sync->rows = *read;
    read->rows = NULL;
    read->names = NULL;
    read->count = 0;
    sync->answered = true;
}

struct store_read *store_sync_read_create(enum store_read_kind kind, const char *space, const char *key)
{
    return store_read_create(kind, space, key, read_done, NULL);
}

struct store_read *store_sync_read(struct store_sync *sync, struct store_read *read)
{
    sync->answered = false;
    read->context = sync;
    store_read(sync->store, read);
    wait_answer(sync);
    return sync->rows;
}

bool store_sync_open(struct store_sync *sync, const char *url, bool make, char error[STORE_ERROR_MAX])
{
    *sync = (struct store_sync){.store = NULL};
    FILE *there = make || store_is_url(url) ? NULL : fopen(url, "rb");
    if (!make && !store_is_url(url) && !there) {
        snprintf(error, STORE_ERROR_MAX, "cannot open %s: %s", url, strerror(errno));
        return false;
    }
    if (there)
        fclose(there);
    sync->store = store_open(url, &(struct store_options){.wake = wake, .no_migrate = !make}, error);
    return sync->store != NULL;
}

void store_sync_close(struct store_sync *sync)
{
    store_close(sync->store);
}
