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

void store_batch_append(struct store_batch *batch, const char *log, uint64_t number, const void *bytes,
                        size_t size)
{
    struct store_write *write = write_add(batch, STORE_APPEND, "", log);
    write->number = number;
    write_bytes(write, bytes, size);
}

void store_batch_put(struct store_batch *batch, enum store_write_kind kind, const char *space,
                     const char *key, const void *bytes, size_t size)
{
    lan_assert(kind == STORE_PUT || kind == STORE_PUT_NEW);
    write_bytes(write_add(batch, kind, space, key), bytes, size);
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
    read->limit = STORE_ROWS_MAX;
    read->done = done;
    read->context = context;
    name_copy(read->space, sizeof read->space, space);
    name_copy(read->key, sizeof read->key, key);
    return read;
}

void store_read_add(struct store_read *read, const char *key, uint64_t number, const void *bytes, size_t size)
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
}

void store_read_destroy(struct store_read *read)
{
    for (size_t i = 0; i < read->count; i++) {
        free(read->rows[i].bytes);
        free(read->rows[i].key);
    }
    free(read->rows);
    free(read->names);
    free(read);
}
