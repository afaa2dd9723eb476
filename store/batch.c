/* batch.c - building and freeing batches and reads, the same for every implementation. See store.h. */
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"

/* Ends the program without memory: a server that lacks it for a message of a few bytes cannot work. */
static void *allocated(void *pointer)
{
    lan_assert(pointer);
    return pointer;
}

static void name_copy(char *to, size_t size, const char *from)
{
    lan_assert(strlen(from) < size);
    memcpy(to, from, strlen(from) + 1);
}

struct store_batch *store_batch_create(void (*done)(struct store_batch *), void *context)
{
    struct store_batch *batch = allocated(calloc(1, sizeof *batch));
    batch->done = done;
    batch->context = context;
    return batch;
}

static struct store_write *write_add(struct store_batch *batch, enum store_write_kind kind, const char *space,
                                     const char *key)
{
    if (batch->count == batch->capacity) {
        batch->capacity = batch->capacity ? 2 * batch->capacity : 4;
        batch->writes = allocated(realloc(batch->writes, batch->capacity * sizeof *batch->writes));
    }
    struct store_write *write = &batch->writes[batch->count++];
    *write = (struct store_write){.kind = kind};
    name_copy(write->space, sizeof write->space, space);
    name_copy(write->key, sizeof write->key, key);
    return write;
}

static void write_bytes(struct store_write *write, const void *bytes, size_t size)
{
    lan_assert(size <= STORE_VALUE_MAX);
    write->bytes = allocated(malloc(size ? size : 1));
    write->size = size;
    if (size)
        memcpy(write->bytes, bytes, size);
}

void store_batch_append(struct store_batch *batch, const char *log, struct store_head *head,
                        const void *bytes, size_t size)
{
    struct store_write *write = write_add(batch, STORE_APPEND, "", log);
    struct store_head start;
    store_head_start(&start, log);
    lan_assert(head->number || store_head_same(head, &start));
    memcpy(write->before, head->sum, sizeof write->before);
    write_bytes(write, bytes, size);
    store_head_add(head, bytes, size);
    write->number = head->number;
    memcpy(write->sum, head->sum, sizeof write->sum);
}

void store_batch_put(struct store_batch *batch, enum store_write_kind kind, const char *space,
                     const char *key, const void *bytes, size_t size)
{
    lan_assert(kind == STORE_PUT || kind == STORE_PUT_NEW);
    struct store_write *write = write_add(batch, kind, space, key);
    write_bytes(write, bytes, size);
    store_document_sum(space, key, bytes, size, write->sum);
}

void store_batch_delete(struct store_batch *batch, const char *space, const char *key)
{
    write_add(batch, STORE_DELETE, space, key);
}

void store_batch_delete_log(struct store_batch *batch, const char *log)
{
    write_add(batch, STORE_DELETE_LOG, "", log);
}

void store_batch_lease(struct store_batch *batch, const char *name, uint64_t milliseconds)
{
    write_add(batch, STORE_LEASE, "", name)->number = milliseconds;
}

void store_batch_notify(struct store_batch *batch, const char *name, uint64_t number)
{
    write_add(batch, STORE_NOTIFY, "", name)->number = number;
}

void store_batch_require(struct store_batch *batch, const char *space, const char *key)
{
    write_add(batch, STORE_REQUIRE, space, key);
}

void store_batch_destroy(struct store_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        free(batch->writes[i].bytes);
    free(batch->writes);
    free(batch);
}

struct store_read *store_read_create(enum store_read_kind kind, const char *space, const char *key,
                                     void (*done)(struct store_read *), void *context)
{
    struct store_read *read = allocated(calloc(1, sizeof *read));
    read->kind = kind;
    read->done = done;
    read->context = context;
    name_copy(read->space, sizeof read->space, space);
    name_copy(read->key, sizeof read->key, key);
    return read;
}

size_t store_read_rows(const struct store_read *read)
{
    return read->limit ? read->limit : STORE_PAGE_ROWS;
}

/* Whether the row is a document that does not fit its checksum. */
static bool row_damaged(const struct store_read *read, const struct store_row *row)
{
    uint8_t sum[STORE_SUM_BYTES];
    switch (read->kind) {
    case STORE_READ_LOG:
    case STORE_READ_LAST:
    case STORE_READ_HEADS:
    case STORE_READ_GONE:
    case STORE_READ_LEASES:
    case STORE_READ_LOGS: return false;
    case STORE_READ_SECRETS: store_document_sum(STORE_SECRETS, row->key, row->bytes, row->size, sum); break;
    default: store_document_sum(read->space, row->key, row->bytes, row->size, sum); break;
    }
    return memcmp(sum, row->sum, sizeof sum) != 0;
}

void store_read_add(struct store_read *read, const char *key, uint64_t number, const void *bytes, size_t size,
                    const void *sum)
{
    if (read->count == read->capacity) {
        read->capacity = read->capacity ? 2 * read->capacity : 8;
        read->rows = allocated(realloc(read->rows, read->capacity * sizeof *read->rows));
    }
    struct store_row *row = &read->rows[read->count++];
    *row = (struct store_row){.number = number, .size = size};
    row->bytes = allocated(malloc(size + 1));
    if (size)
        memcpy(row->bytes, bytes, size);
    row->bytes[size] = 0;
    if (key) {
        row->key = allocated(malloc(strlen(key) + 1));
        memcpy(row->key, key, strlen(key) + 1);
    }
    if (sum)
        memcpy(row->sum, sum, sizeof row->sum);
    row->damaged = row_damaged(read, row);
}

void store_read_clear(struct store_read *read, size_t from)
{
    while (read->count > from) {
        struct store_row *row = &read->rows[--read->count];
        free(row->bytes);
        free(row->key);
    }
}

bool store_head_follow(struct store_head *head, const struct store_row *row)
{
    struct store_head next = *head;
    store_head_add(&next, row->bytes, row->size);
    if (next.number != row->number || memcmp(next.sum, row->sum, sizeof next.sum) != 0)
        return false;
    *head = next;
    return true;
}

void store_head_at(struct store_head *head, const struct store_row *row)
{
    head->number = row->number;
    memcpy(head->sum, row->sum, sizeof head->sum);
}

void store_read_destroy(struct store_read *read)
{
    store_read_clear(read, 0);
    free(read->rows);
    free(read->names);
    free(read);
}
