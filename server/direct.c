#include "direct.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "buf.h"

static void wake(void *context)
{
    (void)context;
}

static void wait_answer(struct direct *direct)
{
    while (!direct->answered) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        store_poll(direct->store);
    }
}

static void batch_done(struct store_batch *batch)
{
    struct direct *direct = batch->context;
    direct->status = batch->status;
    direct->answered = true;
}

enum store_status direct_submit(struct direct *direct, struct store_batch *batch)
{
    direct->answered = false;
    batch->done = batch_done;
    batch->context = direct;
    store_submit(direct->store, batch);
    wait_answer(direct);
    return direct->status;
}

/* The rows are taken over from the read, which is destroyed after this. */
static void read_done(struct store_read *read)
{
    struct direct *direct = read->context;
    direct->rows = mem_zero(sizeof *direct->rows);
    *direct->rows = *read;
    read->rows = NULL;
    read->names = NULL;
    read->count = 0;
    direct->answered = true;
}

struct store_read *direct_ask(enum store_read_kind kind, const char *space, const char *key)
{
    return store_read_create(kind, space, key, read_done, NULL);
}

struct store_read *direct_read(struct direct *direct, struct store_read *read)
{
    direct->answered = false;
    read->context = direct;
    store_read(direct->store, read);
    wait_answer(direct);
    return direct->rows;
}

bool direct_open(struct direct *direct, const char *url, bool make, char error[STORE_ERROR_MAX])
{
    *direct = (struct direct){.store = NULL};
    FILE *there = make || store_is_url(url) ? NULL : fopen(url, "rb");
    if (!make && !store_is_url(url) && !there) {
        snprintf(error, STORE_ERROR_MAX, "cannot open %s: %s", url, strerror(errno));
        return false;
    }
    if (there)
        fclose(there);
    direct->store = store_open(url, &(struct store_options){.wake = wake, .as_it_is = !make}, error);
    return direct->store != NULL;
}

void direct_close(struct direct *direct)
{
    store_close(direct->store);
}
