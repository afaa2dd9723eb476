/*
 * store.h - where a server keeps what must survive it: append-only logs, small documents, and secrets.
 *
 * A log is a name and entries numbered from 1. An append says which number it expects to be; when another
 * writer came first, or the entry before it is not there (a fail-over has lost it), it fails with STORE_CONFLICT
 * and nothing of its batch is written. So a log has no gaps, a move is one append, whoever makes it, and no writer
 * owns a log. Documents are bytes under a space and a key. Entries and documents are opaque here; secrets are
 * documents of the space STORE_SECRETS, kept in a table of their own so that no listing or export meets them by
 * accident.
 *
 * Everything is asynchronous. The caller submits a batch or a read and goes on; when something is finished the
 * store calls `wake`, from any thread, and the caller's thread then calls store_poll, which runs the `done`
 * functions. A batch is durable (synced) before its `done` runs with STORE_OK; batches are carried out in the
 * order of submission, and as many as are waiting share one sync. A read sees every batch whose `done` has run.
 *
 * A store may be shared: several nodes write to it. Each hears what the others append (`heard`), by name and
 * number alone; what it hears may come late, twice or not at all, so a node also asks now and then for the heads
 * of the logs it follows. A lease keeps two nodes from doing the same work, until it ends by the store's clock.
 */
#ifndef LAN_STORE_H
#define LAN_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_NAME_MAX = 128,       /* bytes of a log's name, a space or a key, with the final 0 */
    STORE_VALUE_MAX = 16 << 20, /* bytes of an entry or document */
    STORE_ERROR_MAX = 256,
    STORE_ROWS_MAX = 100000, /* rows of one read */
};

#define STORE_SECRETS "secret"

enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* the number is not the next, the document that must be new is there, or another has the lease */
    STORE_FAILED, /* disk or database; the batch did not happen */
};

enum store_write_kind {
    STORE_APPEND,  /* entry `number` of log `key` */
    STORE_PUT,     /* document `key` of `space`, replacing what is there */
    STORE_PUT_NEW, /* the same, but it must not be there */
    STORE_DELETE,  /* a document; none there is no error */
    STORE_DELETE_LOG,
    STORE_LEASE, /* the lease `key` for `number` milliseconds from now; a store of one node always has it */
    STORE_TELL,  /* writes nothing; other nodes hear `key` and `number` */
};

/* The texts and bytes belong to the batch. */
struct store_write {
    enum store_write_kind kind;
    char space[32];
    char key[STORE_NAME_MAX];
    uint64_t number;
    void *bytes;
    size_t size;
};

/* Writes that happen together or not at all. */
struct store_batch {
    struct store_write *writes;
    size_t count, capacity;
    enum store_status status;
    void (*done)(struct store_batch *batch); /* on the caller's thread; the batch is destroyed after it */
    void *context;
    struct store_batch *next; /* the store's own, as is: */
    int64_t since;            /* when it was submitted */
};

struct store_batch *store_batch_create(void (*done)(struct store_batch *), void *context);
void store_batch_append(struct store_batch *batch, const char *log, uint64_t number, const void *bytes,
                        size_t size);
void store_batch_put(struct store_batch *batch, enum store_write_kind kind, const char *space,
                     const char *key, const void *bytes, size_t size);
void store_batch_delete(struct store_batch *batch, const char *space, const char *key);
void store_batch_delete_log(struct store_batch *batch, const char *log);
void store_batch_lease(struct store_batch *batch, const char *name, uint64_t milliseconds);
void store_batch_tell(struct store_batch *batch, const char *name, uint64_t number);
void store_batch_destroy(struct store_batch *batch);

enum store_read_kind {
    STORE_READ_LOG,   /* entries of log `key` with numbers above `after` */
    STORE_READ_DOC,   /* the document `key` of `space`: one row or none */
    STORE_READ_THESE, /* those of the documents `names` of `space` that are there; not for secrets */
    STORE_READ_DOCS, /* the documents of `space` whose key begins with `key` and is above `past`, in order of keys */
    STORE_READ_CHANGED, /* of a shared store: the documents of `space` written at `after` (store_clock) or later */
    STORE_READ_HEADS,   /* for every log of `names` that has entries: its name and its highest number */
    STORE_READ_LOGS,    /* names of logs above `past`, in order, with their highest numbers */
    STORE_READ_SECRETS, /* keys above `past`, in order: for moving a store, nothing else */
};

struct store_row {
    char *key; /* of a document, or a log's name; NULL for entries */
    uint64_t number;
    char *bytes; /* with a 0 byte behind */
    size_t size;
};

struct store_read {
    enum store_read_kind kind;
    char space[32];
    char key[STORE_NAME_MAX], past[STORE_NAME_MAX];
    char *names; /* one a line; freed with the read */
    uint64_t after;
    size_t limit;
    enum store_status status;
    struct store_row *rows;
    size_t count, capacity;
    void (*done)(struct store_read *read); /* on the caller's thread; the read is destroyed after it */
    void *context;
    struct store_read *next;
};

struct store_read *store_read_create(enum store_read_kind kind, const char *space, const char *key,
                                     void (*done)(struct store_read *), void *context);
/* For implementations: a row is copied in. */
void store_read_add(struct store_read *read, const char *key, uint64_t number, const void *bytes,
                    size_t size);
void store_read_destroy(struct store_read *read);

struct store_counts {
    uint64_t batches, commits, failures, waiting;
    int64_t
        waited; /* milliseconds since the oldest batch without an answer was submitted; 0 when there is none */
    bool away;  /* the database cannot be reached; what is submitted now fails soon */
    bool failing; /* the last commit failed */
};

struct store_options {
    void (*wake)(void *context); /* from any thread: store_poll has something to do */
    /*
     * From store_poll: another node appended entry `number` to the log `name`, or told it. An empty name means
     * that something may have been missed. May be NULL.
     */
    void (*heard)(void *context, const char *name, uint64_t number);
    void *context;
    bool poll_only; /* a shared store: neither listen nor notify */
    bool as_it_is;  /* a shared store: it must be there and up to date; nothing is made or migrated */
};

enum { STORE_NODE_LETTERS = 16 };

struct store {
    void (*submit)(struct store *store, struct store_batch *batch);
    void (*read)(struct store *store, struct store_read *read);
    void (*poll)(struct store *store);
    void (*counts)(struct store *store, struct store_counts *counts);
    /* How far the store's clock is ahead of this machine's, in milliseconds. */
    int64_t (*clock_ahead)(struct store *store);
    /* Finishes everything submitted, runs its `done` (what that submits fails), and frees the store. */
    void (*close)(struct store *store);
    bool shared;                       /* other nodes may write to it */
    char node[STORE_NODE_LETTERS + 1]; /* this opening of it, as no other is called */
    char warning[STORE_ERROR_MAX];     /* a danger that the host should know of, "" for none */
};

/*
 * Opens the store that `url` names, making it when it is not there and bringing its schema up to date: a path for
 * SQLite, postgresql://... for PostgreSQL. NULL with a sentence in `error` when it cannot.
 */
struct store *store_open(const char *url, const struct store_options *options, char error[STORE_ERROR_MAX]);
/* Whether the URL names a database server, and not a file. */
bool store_is_url(const char *url);

static inline void store_submit(struct store *store, struct store_batch *batch)
{
    store->submit(store, batch);
}

static inline void store_read(struct store *store, struct store_read *read)
{
    store->read(store, read);
}

static inline void store_poll(struct store *store)
{
    store->poll(store);
}

static inline int64_t store_clock_ahead(struct store *store)
{
    return store->clock_ahead(store);
}

static inline void store_close(struct store *store)
{
    store->close(store);
}

#endif
