#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

enum { UNDO_TRIM = 4096 };

void disk_init(struct disk *disk, struct sim *sim, uint64_t seed)
{
    *disk = (struct disk){.sim = sim, .epoch = 1700000000000, .latency_least = 1};
    sim_rng(&disk->rng, seed, 0xd15c);
}

static void log_free(struct disk_log *log)
{
    for (uint64_t i = 0; i < log->count; i++)
        free(log->entry[i].bytes);
    free(log->entry);
    free(log);
}

static void doc_free(struct disk_doc *doc)
{
    free(doc->bytes);
    free(doc);
}

void disk_free(struct disk *disk)
{
    struct disk_log *log;
    for (size_t i = 0; (log = map_each(&disk->logs, &i));)
        log_free(log);
    map_free(&disk->logs);
    for (size_t i = 0; i < disk->doc_count; i++)
        doc_free(disk->docs[i]);
    for (size_t i = 0; i < disk->undo_count; i++)
        free(disk->undo[i].bytes);
    free(disk->docs);
    free(disk->leases);
    free(disk->gone);
    free(disk->undo);
}

int64_t disk_clock(const struct disk *disk)
{
    return disk->sim->now + disk->epoch;
}

/* ---- Looking things up --------------------------------------------------------------------------------- */

struct disk_log *disk_log(const struct disk *disk, const char *name)
{
    return map_get(&disk->logs, name);
}

static int doc_compare(const struct disk_doc *doc, const char *space, const char *key)
{
    int order = strcmp(doc->space, space);
    return order ? order : strcmp(doc->key, key);
}

/* The place of the first document that is not before this key. */
static size_t doc_place(const struct disk *disk, const char *space, const char *key)
{
    size_t low = 0, high = disk->doc_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (doc_compare(disk->docs[middle], space, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct disk_doc *disk_doc(const struct disk *disk, const char *space, const char *key)
{
    size_t at = doc_place(disk, space, key);
    return at < disk->doc_count && doc_compare(disk->docs[at], space, key) == 0 ? disk->docs[at] : NULL;
}

static bool node_speaks(const struct disk *disk, const char *node)
{
    for (int i = 0; i < DISK_NODES; i++) {
        if (strcmp(disk->spoke_node[i], node) == 0)
            return disk_clock(disk) - disk->spoke[i] < STORE_SILENT_MS;
    }
    return false;
}

static struct disk_lease *lease_find(const struct disk *disk, const char *name)
{
    for (size_t i = 0; i < disk->lease_count; i++) {
        if (strcmp(disk->leases[i].name, name) == 0)
            return &disk->leases[i];
    }
    return NULL;
}

/* ---- Single writes ------------------------------------------------------------------------------------- */

static void undo_add(struct disk *disk, enum store_write_kind kind, const char *space, const char *key,
                     char *bytes, size_t size)
{
    if (disk->undo_count == disk->undo_capacity) {
        disk->undo_capacity = disk->undo_capacity ? 2 * disk->undo_capacity : 256;
        disk->undo = mem_grow(disk->undo, disk->undo_capacity * sizeof *disk->undo);
    }
    struct disk_undo *undo = &disk->undo[disk->undo_count++];
    *undo = (struct disk_undo){.kind = kind, .bytes = bytes, .size = size, .batch = disk->batches};
    snprintf(undo->space, sizeof undo->space, "%s", space);
    snprintf(undo->key, sizeof undo->key, "%s", key);
}

static char *bytes_copy(const void *bytes, size_t size)
{
    char *copy = mem_alloc(size + 1);
    memcpy(copy, bytes, size);
    copy[size] = 0;
    return copy;
}

static struct disk_doc *doc_make(struct disk *disk, const char *space, const char *key)
{
    size_t at = doc_place(disk, space, key);
    struct disk_doc *doc = mem_zero(sizeof *doc);
    snprintf(doc->space, sizeof doc->space, "%s", space);
    snprintf(doc->key, sizeof doc->key, "%s", key);
    if (disk->doc_count == disk->doc_capacity) {
        disk->doc_capacity = disk->doc_capacity ? 2 * disk->doc_capacity : 256;
        disk->docs = mem_grow(disk->docs, disk->doc_capacity * sizeof *disk->docs);
    }
    memmove(&disk->docs[at + 1], &disk->docs[at], (disk->doc_count - at) * sizeof *disk->docs);
    disk->docs[at] = doc;
    disk->doc_count++;
    return doc;
}

static void doc_remove(struct disk *disk, const char *space, const char *key)
{
    size_t at = doc_place(disk, space, key);
    doc_free(disk->docs[at]);
    memmove(&disk->docs[at], &disk->docs[at + 1], (--disk->doc_count - at) * sizeof *disk->docs);
}

static void doc_put(struct disk *disk, const char *space, const char *key, const void *bytes, size_t size)
{
    struct disk_doc *doc = disk_doc(disk, space, key);
    undo_add(disk, STORE_PUT, space, key, doc ? doc->bytes : NULL, doc ? doc->size : 0);
    if (!doc)
        doc = doc_make(disk, space, key);
    doc->bytes = bytes_copy(bytes, size);
    doc->size = size;
    doc->changed = disk_clock(disk);
}

static void gone_add(struct disk *disk, const char *space, const char *key)
{
    disk->gone = mem_grow(disk->gone, (disk->gone_count + 1) * sizeof *disk->gone);
    struct disk_gone *gone = &disk->gone[disk->gone_count++];
    *gone = (struct disk_gone){.at = disk_clock(disk)};
    snprintf(gone->space, sizeof gone->space, "%s", space);
    snprintf(gone->key, sizeof gone->key, "%s", key);
}

static void doc_delete(struct disk *disk, const char *space, const char *key)
{
    struct disk_doc *doc = disk_doc(disk, space, key);
    if (!doc)
        return;
    undo_add(disk, STORE_DELETE, space, key, doc->bytes, doc->size);
    doc->bytes = NULL;
    doc_remove(disk, space, key);
    gone_add(disk, space, key);
}

static void entry_append(struct disk *disk, const struct store_write *write)
{
    struct disk_log *log = disk_log(disk, write->key);
    if (!log) {
        log = mem_zero(sizeof *log);
        snprintf(log->name, sizeof log->name, "%s", write->key);
        map_put(&disk->logs, log->name, log);
    }
    if (log->count == log->capacity) {
        log->capacity = log->capacity ? 2 * log->capacity : 8;
        log->entry = mem_grow(log->entry, log->capacity * sizeof *log->entry);
    }
    struct disk_entry *entry = &log->entry[log->count++];
    entry->bytes = bytes_copy(write->bytes, write->size);
    entry->size = write->size;
    memcpy(entry->sum, write->sum, sizeof entry->sum);
    log->changed = disk->sim->now;
    undo_add(disk, STORE_APPEND, "", write->key, NULL, 0);
}

static void log_delete(struct disk *disk, const char *name)
{
    struct disk_log *log = disk_log(disk, name);
    if (!log)
        return;
    /* Its entries are not kept: a deleted log does not come back. */
    map_remove(&disk->logs, name);
    log_free(log);
    disk->shortened(disk->context, name);
}

static void lease_take(struct disk *disk, const struct store_write *write, const char *node)
{
    struct disk_lease *lease = lease_find(disk, write->key);
    if (!lease) {
        disk->leases = mem_grow(disk->leases, (disk->lease_count + 1) * sizeof *disk->leases);
        lease = &disk->leases[disk->lease_count++];
        snprintf(lease->name, sizeof lease->name, "%s", write->key);
    }
    snprintf(lease->node, sizeof lease->node, "%s", node);
    lease->until = disk_clock(disk) + (int64_t)write->number;
}

/* ---- Batches ------------------------------------------------------------------------------------------- */

static bool append_fits(const struct disk *disk, const struct store_write *write, uint64_t number,
                        const uint8_t *sum)
{
    (void)disk;
    return write->number == number + 1 && memcmp(write->before, sum, STORE_SUM_BYTES) == 0;
}

/* A batch may append several entries to one log: each must follow the one before. */
static bool appends_fit(const struct disk *disk, const struct store_batch *batch, size_t at)
{
    const struct store_write *write = &batch->writes[at];
    struct store_head start;
    store_head_start(&start, write->key);
    const struct disk_log *log = disk_log(disk, write->key);
    uint64_t number = log ? log->count : 0;
    const uint8_t *sum = log && log->count ? log->entry[log->count - 1].sum : start.sum;
    for (size_t i = 0; i < at; i++) {
        if (batch->writes[i].kind == STORE_APPEND && strcmp(batch->writes[i].key, write->key) == 0) {
            number = batch->writes[i].number;
            sum = batch->writes[i].sum;
        }
    }
    return append_fits(disk, write, number, sum);
}

static bool write_fits(const struct disk *disk, const struct store_batch *batch, size_t at, const char *node)
{
    const struct store_write *write = &batch->writes[at];
    const struct disk_lease *lease;
    switch (write->kind) {
    case STORE_APPEND: return appends_fit(disk, batch, at);
    case STORE_PUT_NEW: return !disk_doc(disk, write->space, write->key);
    case STORE_REQUIRE:
        return *write->space ? disk_doc(disk, write->space, write->key) != NULL
                             : disk_log(disk, write->key) != NULL;
    case STORE_LEASE:
        lease = lease_find(disk, write->key);
        return !disk->shared || !lease || strcmp(lease->node, node) == 0 ||
               lease->until <= disk_clock(disk) || !node_speaks(disk, lease->node);
    default: return true;
    }
}

static void write_apply(struct disk *disk, const struct store_write *write, const char *node)
{
    switch (write->kind) {
    case STORE_APPEND: entry_append(disk, write); break;
    case STORE_PUT:
    case STORE_PUT_NEW: doc_put(disk, write->space, write->key, write->bytes, write->size); break;
    case STORE_DELETE: doc_delete(disk, write->space, write->key); break;
    case STORE_DELETE_LOG: log_delete(disk, write->key); break;
    case STORE_LEASE: lease_take(disk, write, node); break;
    case STORE_NOTIFY:
    case STORE_REQUIRE: break;
    }
}

static void node_spoke(struct disk *disk, const char *node)
{
    for (int i = 0; i < DISK_NODES; i++) {
        if (disk->handles[i] && strcmp(disk->spoke_node[i], node) == 0)
            disk->spoke[i] = disk_clock(disk);
    }
}

/* Forgets how the oldest batches are taken back. */
static void undo_trim(struct disk *disk)
{
    size_t old = 0;
    if (disk->undo_count < UNDO_TRIM)
        return;
    while (old < disk->undo_count && disk->undo[old].batch + DISK_UNDO < disk->batches)
        free(disk->undo[old++].bytes);
    memmove(disk->undo, disk->undo + old, (disk->undo_count - old) * sizeof *disk->undo);
    disk->undo_count -= old;
}

enum store_status disk_write(struct disk *disk, const struct store_batch *batch, const char *node)
{
    for (size_t i = 0; i < batch->count; i++) {
        if (!write_fits(disk, batch, i, node))
            return STORE_CONFLICT;
    }
    disk->batches++;
    for (size_t i = 0; i < batch->count; i++) {
        write_apply(disk, &batch->writes[i], node);
        if (batch->writes[i].kind == STORE_APPEND)
            disk->appended(disk->context, disk_log(disk, batch->writes[i].key));
    }
    node_spoke(disk, node);
    undo_trim(disk);
    return STORE_OK;
}

static void write_back(struct disk *disk, struct disk_undo *undo)
{
    struct disk_log *log = disk_log(disk, undo->key);
    struct disk_doc *doc = disk_doc(disk, undo->space, undo->key);
    if (undo->kind == STORE_APPEND && log) {
        free(log->entry[--log->count].bytes);
        for (int i = 0; i < DISK_NODES; i++)
            log->known[i] = log->known[i] < log->count ? log->known[i] : log->count;
        disk->shortened(disk->context, undo->key);
        if (!log->count) {
            map_remove(&disk->logs, log->name);
            log_free(log);
        }
    } else if (undo->kind != STORE_APPEND) {
        if (!doc && undo->bytes)
            doc = doc_make(disk, undo->space, undo->key);
        if (doc) {
            free(doc->bytes);
            doc->bytes = undo->bytes;
            doc->size = undo->size;
            doc->changed = disk_clock(disk);
            undo->bytes = NULL;
            if (!doc->bytes)
                doc_remove(disk, undo->space, undo->key);
        }
    }
}

int disk_back(struct disk *disk, int batches)
{
    uint32_t until = disk->batches > (uint32_t)batches ? disk->batches - (uint32_t)batches : 0;
    int taken = 0;
    while (disk->undo_count && disk->undo[disk->undo_count - 1].batch > until) {
        write_back(disk, &disk->undo[--disk->undo_count]);
        taken++;
    }
    return taken;
}

/* ---- Reads --------------------------------------------------------------------------------------------- */

static void doc_add(struct store_read *read, const struct disk_doc *doc)
{
    uint8_t sum[STORE_SUM_BYTES];
    store_document_sum(doc->space, doc->key, doc->bytes, doc->size, sum);
    store_read_add(read, doc->key, 0, doc->bytes, doc->size, sum);
}

static void docs_fill(const struct disk *disk, struct store_read *read, const char *space, int64_t since)
{
    size_t at = doc_place(disk, space, strcmp(read->key, read->past) > 0 ? read->key : read->past);
    for (; at < disk->doc_count && strcmp(disk->docs[at]->space, space) == 0; at++) {
        const struct disk_doc *doc = disk->docs[at];
        if (strncmp(doc->key, read->key, strlen(read->key)) != 0 ||
            (read->limit && read->count == read->limit))
            break;
        if (strcmp(doc->key, read->past) > 0 && doc->changed >= since)
            doc_add(read, doc);
    }
}

static void entry_add(struct store_read *read, const struct disk_log *log, uint64_t number)
{
    const struct disk_entry *entry = &log->entry[number - 1];
    store_read_add(read, NULL, number, entry->bytes, entry->size, entry->sum);
}

static void log_fill(const struct disk *disk, struct store_read *read)
{
    const struct disk_log *log = disk_log(disk, read->key);
    for (uint64_t number = read->after + 1;
         log && number <= log->count && (!read->limit || read->count < read->limit); number++)
        entry_add(read, log, number);
}

/* For every name of the list. */
static void names_fill(const struct disk *disk, struct store_read *read)
{
    for (const char *name = read->names; name && *name;) {
        char key[STORE_NAME_MAX];
        size_t length = strcspn(name, "\n");
        snprintf(key, sizeof key, "%.*s", (int)length, name);
        const struct disk_log *log = disk_log(disk, key);
        const struct disk_doc *doc = disk_doc(disk, read->space, key);
        if (read->kind == STORE_READ_HEADS && log)
            store_read_add(read, key, log->count, "", 0, log->entry[log->count - 1].sum);
        else if (read->kind == STORE_READ_KEYS && doc)
            doc_add(read, doc);
        name += length + (name[length] == '\n');
    }
}

static int row_compare(const void *a, const void *b)
{
    return strcmp(((const struct store_row *)a)->key, ((const struct store_row *)b)->key);
}

static void gone_fill(const struct disk *disk, struct store_read *read)
{
    for (size_t i = disk->gone_count; i-- > 0 && disk->gone[i].at >= (int64_t)read->after;) {
        if (strcmp(disk->gone[i].space, read->space) == 0)
            store_read_add(read, disk->gone[i].key, 0, "", 0, NULL);
    }
    if (read->count)
        qsort(read->rows, read->count, sizeof *read->rows, row_compare);
}

static void leases_fill(const struct disk *disk, struct store_read *read)
{
    int64_t now = disk_clock(disk);
    for (size_t i = 0; i < disk->lease_count; i++) {
        const struct disk_lease *lease = &disk->leases[i];
        if (lease->until > now - 10000 && (lease->until <= now || !node_speaks(disk, lease->node)))
            store_read_add(read, lease->name, 0, "", 0, NULL);
    }
    if (read->count)
        qsort(read->rows, read->count, sizeof *read->rows, row_compare);
}

void disk_fill(const struct disk *disk, struct store_read *read)
{
    const struct disk_log *log;
    const struct disk_doc *doc;
    switch (read->kind) {
    case STORE_READ_LOG: log_fill(disk, read); break;
    case STORE_READ_LAST:
        if ((log = disk_log(disk, read->key)))
            entry_add(read, log, log->count);
        break;
    case STORE_READ_DOC:
        if ((doc = disk_doc(disk, read->space, read->key)))
            doc_add(read, doc);
        break;
    case STORE_READ_KEYS:
    case STORE_READ_HEADS: names_fill(disk, read); break;
    case STORE_READ_DOCS: docs_fill(disk, read, read->space, 0); break;
    case STORE_READ_CHANGED: docs_fill(disk, read, read->space, (int64_t)read->after); break;
    case STORE_READ_GONE: gone_fill(disk, read); break;
    case STORE_READ_LEASES: leases_fill(disk, read); break;
    case STORE_READ_SECRETS: docs_fill(disk, read, STORE_SECRETS, 0); break;
    case STORE_READ_LOGS: lan_bug("no node reads the names of all logs"); break;
    }
}
