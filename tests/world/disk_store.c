#include "disk_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fault.h"

enum { AWAY_FAILS_MS = 5000, NOTIFY_MS = 40, UNSYNCED = 12 };

enum stage { STAGE_SUBMITTED, STAGE_WRITTEN, STAGE_READY };

/* A batch or a read under way. */
struct request {
    struct request *next;
    struct disk_store *store;
    struct store_batch *batch;
    struct store_read *read;
    enum stage stage;
    int64_t since;
    struct sim_event *event;
};

struct notice {
    struct disk_store *store;
    uint64_t number;
    char name[STORE_NAME_MAX];
};

struct disk_store {
    struct store base;
    struct disk *disk;
    struct store_options options;
    int slot;
    struct request *requests, **end; /* in the order of submission */
    int64_t last_write;
    struct store_counts counts;
    bool dead;
};

static struct disk_store *store_of(struct store *base)
{
    return (struct disk_store *)base;
}

/* ---- Notifications ------------------------------------------------------------------------------------- */

static void notice_come(void *context)
{
    struct notice *notice = context;
    struct disk_store *store = notice->store;
    if (!store->dead && store->options.notified && !store->options.poll_only)
        store->options.notified(store->options.context, notice->name, notice->number);
    free(notice);
}

static void notice_send(struct disk_store *to, const char *name, uint64_t number)
{
    struct disk *disk = to->disk;
    struct notice *notice = mem_zero(sizeof *notice);
    *notice = (struct notice){.store = to, .number = number};
    snprintf(notice->name, sizeof notice->name, "%s", name);
    sim_after(disk->sim, 1 + sim_below(&disk->rng, NOTIFY_MS), to, notice_come, notice);
}

static void others_notify(struct disk_store *from, const char *name, uint64_t number)
{
    struct disk *disk = from->disk;
    for (int i = 0; disk->shared && i < DISK_NODES; i++) {
        struct disk_store *to = disk->handles[i];
        if (!to || to == from || (disk->lose_once_in && sim_once_in(&disk->rng, disk->lose_once_in)))
            continue;
        notice_send(to, name, number);
        if (disk->double_once_in && sim_once_in(&disk->rng, disk->double_once_in))
            notice_send(to, name, number);
    }
}

static void batch_notify(struct disk_store *store, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct store_write *write = &batch->writes[i];
        if (write->kind == STORE_APPEND || write->kind == STORE_NOTIFY)
            others_notify(store, write->key, write->number);
    }
}

void disk_store_notify(struct disk *disk, const char *name, uint64_t number)
{
    for (int i = 0; i < DISK_NODES; i++) {
        if (disk->handles[i])
            notice_send(disk->handles[i], name, number);
    }
}

/* ---- Under way ----------------------------------------------------------------------------------------- */

static void request_go_on(void *context);

static void request_wait(struct request *request, int64_t delay)
{
    request->event = sim_after(request->store->disk->sim, delay, request->store, request_go_on, request);
}

static int64_t latency(struct disk *disk)
{
    return disk->latency_least +
           (disk->latency_more ? sim_below(&disk->rng, (uint32_t)disk->latency_more) : 0);
}

/* The batch is written now, or is not. */
static void batch_write(struct request *request)
{
    struct disk_store *store = request->store;
    struct disk *disk = store->disk;
    struct store_batch *batch = request->batch;
    store->counts.batches++;
    store->counts.commits++;
    if (disk->failing && FAULT(STORE_TORN) && batch->count && batch->writes[0].kind == STORE_APPEND) {
        struct store_batch half = {.writes = batch->writes, .count = 1};
        disk_write(disk, &half, store->base.node);
    }
    if (disk->failing || disk->away)
        batch->status = STORE_FAILED;
    else if (disk->conflict_once_in && batch->count && batch->writes[0].kind == STORE_APPEND &&
             batch->writes[0].number > 1 && sim_once_in(&disk->rng, disk->conflict_once_in))
        batch->status = STORE_CONFLICT;
    else
        batch->status = disk_write(disk, batch, store->base.node);
    store->counts.failing = batch->status == STORE_FAILED;
    store->counts.failures += batch->status == STORE_FAILED;
    if (batch->status == STORE_OK)
        batch_notify(store, batch);
}

static void read_run(struct request *request)
{
    struct disk *disk = request->store->disk;
    request->read->status = disk->failing || disk->away ? STORE_FAILED : STORE_OK;
    if (request->read->status == STORE_OK)
        disk_fill(disk, request->read);
}

/* Submitted, then written, then (a little later, so that a crash may fall between) ready to be polled. */
static void request_go_on(void *context)
{
    struct request *request = context;
    struct disk_store *store = request->store;
    struct disk *disk = store->disk;
    request->event = NULL;
    store->counts.away = disk->away;
    if (request->stage == STAGE_SUBMITTED && disk->away && !request->read &&
        disk->sim->now - request->since < AWAY_FAILS_MS) {
        request_wait(request, 200);
        return;
    }
    if (request->stage == STAGE_SUBMITTED) {
        if (request->batch)
            batch_write(request);
        else
            read_run(request);
        request->stage = STAGE_WRITTEN;
        request_wait(request, request->batch && !disk->steady ? sim_below(&disk->rng, 4) : 0);
    } else {
        request->stage = STAGE_READY;
        store->options.wake(store->options.context);
    }
}

static struct request *request_add(struct store *base, struct store_batch *batch, struct store_read *read)
{
    struct disk_store *store = store_of(base);
    struct request *request = mem_zero(sizeof *request);
    *request = (struct request){.store = store, .batch = batch, .read = read, .since = store->disk->sim->now};
    *store->end = request;
    store->end = &request->next;
    return request;
}

static void store_submit_one(struct store *base, struct store_batch *batch)
{
    struct disk_store *store = store_of(base);
    struct request *request = request_add(base, batch, NULL);
    int64_t now = store->disk->sim->now, at = now + latency(store->disk);
    if (store->dead) {
        batch->status = STORE_FAILED;
        request->stage = STAGE_READY;
        return;
    }
    /* In the order of submission; those that wait together share a sync. */
    store->last_write = at > store->last_write ? at : store->last_write;
    request_wait(request, store->last_write - now);
}

static void store_read_one(struct store *base, struct store_read *read)
{
    struct disk_store *store = store_of(base);
    struct request *request = request_add(base, NULL, read);
    if (store->dead) {
        read->status = STORE_FAILED;
        request->stage = STAGE_READY;
        return;
    }
    request_wait(request, latency(store->disk));
}

/* ---- Back to the node ---------------------------------------------------------------------------------- */

/* The node has these entries now. Of what was on its way while the disk came back older only those count that
   the disk still has, as for what the node had before (write_back in disk.c). */
static void known_set(struct disk_store *store, const char *name, uint64_t number)
{
    struct disk_log *log = disk_log(store->disk, name);
    if (log && number > log->count)
        number = log->count;
    if (log && number > log->known[store->slot])
        log->known[store->slot] = number;
}

static void batch_done(struct disk_store *store, struct store_batch *batch)
{
    for (size_t i = 0; i < batch->count && batch->status == STORE_OK; i++) {
        if (batch->writes[i].kind == STORE_APPEND)
            known_set(store, batch->writes[i].key, batch->writes[i].number);
    }
    if (batch->done)
        batch->done(batch);
    store_batch_destroy(batch);
}

static void read_done(struct disk_store *store, struct store_read *read)
{
    if (read->kind == STORE_READ_LOG && read->status == STORE_OK && read->count)
        known_set(store, read->key, read->rows[read->count - 1].number);
    if (read->page && read->status == STORE_OK) {
        read->page(read);
        store_read_clear(read, 0);
    }
    read->done(read);
    store_read_destroy(read);
}

/* The first that is ready; batches are done in their order, reads as they come. */
static struct request *ready_take(struct disk_store *store)
{
    bool batches = true;
    for (struct request **link = &store->requests; *link; link = &(*link)->next) {
        struct request *request = *link;
        if (request->stage == STAGE_READY && (request->read || batches)) {
            *link = request->next;
            if (!*link)
                store->end = link;
            return request;
        }
        batches &= !request->batch;
    }
    return NULL;
}

static void store_poll_all(struct store *base)
{
    struct disk_store *store = store_of(base);
    for (struct request *request; (request = ready_take(store));) {
        struct store_batch *batch = request->batch;
        struct store_read *read = request->read;
        free(request);
        if (batch)
            batch_done(store, batch);
        else
            read_done(store, read);
    }
}

static void store_counts_read(struct store *base, struct store_counts *counts)
{
    const struct disk_store *store = store_of(base);
    *counts = store->counts;
    counts->waiting = 0;
    counts->waited = 0;
    counts->away = store->disk->away && !store->dead;
    for (const struct request *request = store->requests; request; request = request->next) {
        if (!request->batch || request->stage != STAGE_SUBMITTED)
            continue;
        if (!counts->waiting++)
            counts->waited = store->disk->sim->now - request->since;
    }
}

static int64_t store_ahead(struct store *base)
{
    const struct disk *disk = store_of(base)->disk;
    return disk->shared ? disk->epoch : 0;
}

/* ---- Life ---------------------------------------------------------------------------------------------- */

void disk_store_hurry(struct store *base)
{
    struct disk_store *store = store_of(base);
    bool more = true;
    while (more) {
        more = false;
        for (struct request *request = store->requests; request && !more; request = request->next) {
            if (request->stage == STAGE_READY)
                continue;
            more = true;
            sim_cancel(store->disk->sim, request->event);
            /* Time stands here: a request would wait for ever for a disk that is away, and fails. */
            request->since = store->disk->sim->now - AWAY_FAILS_MS;
            request_go_on(request);
        }
    }
}

void disk_store_die(struct store *base)
{
    struct disk_store *store = store_of(base);
    /* What was written since the last sync, which there should have been before every answer. */
    if (FAULT(STORE_NO_SYNC) && !store->dead && !store->disk->shared)
        disk_back(store->disk, UNSYNCED);
    store->dead = true;
    for (struct request *request = store->requests; request; request = request->next) {
        sim_cancel(store->disk->sim, request->event);
        request->event = NULL;
        request->stage = STAGE_READY;
        if (request->batch)
            request->batch->status = STORE_FAILED;
        else
            request->read->status = STORE_FAILED;
    }
}

static void store_close_all(struct store *base)
{
    struct disk_store *store = store_of(base);
    struct disk *disk = store->disk;
    disk_store_hurry(base);
    store_poll_all(base);
    /* What was submitted meanwhile fails. */
    disk_store_die(base);
    store_poll_all(base);
    disk->handles[store->slot] = NULL;
    sim_cancel_owner(disk->sim, store);
    free(store);
}

struct store *disk_store_open(struct disk *disk, int slot, const struct store_options *options)
{
    static const char letters[] = "abcdefghijklmnop";
    struct disk_store *store = mem_zero(sizeof *store);
    struct disk_log *log;
    store->base = (struct store){.submit = store_submit_one,
                                 .read = store_read_one,
                                 .poll = store_poll_all,
                                 .counts = store_counts_read,
                                 .clock_ahead = store_ahead,
                                 .close = store_close_all,
                                 .shared = disk->shared};
    store->disk = disk;
    store->options = *options;
    store->slot = slot;
    store->end = &store->requests;
    for (int i = 0; i < STORE_NODE_LETTERS; i++)
        store->base.node[i] = letters[sim_below(&disk->rng, 16)];
    memcpy(disk->spoke_node[slot], store->base.node, sizeof disk->spoke_node[slot]);
    disk->handles[slot] = store;
    for (size_t i = 0; (log = map_each(&disk->logs, &i));)
        log->known[slot] = 0;
    return &store->base;
}
