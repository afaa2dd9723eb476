/*
 * store.h - durable storage for a server: append-only logs, small documents, and secrets, behind one vtable.
 *
 * A log has a name and entries numbered from 1, each with a checksum chained to the one before (log_chain.h).
 * An append names the head after which the entry is to stand: its number and its checksum. If the log's head
 * has another number or another checksum (another writer was first, or the history of this one was lost in a
 * fail-over), the append fails with STORE_CONFLICT and nothing of its batch is written. So a log has no gaps,
 * any writer who knows its history may append to it, and of two that append the same number one is told.
 * Readers check the chain with store_head_follow. Documents are bytes under a space and a key, with a
 * checksum that the store itself checks. The store does not look into entries and documents. Secrets are
 * documents of the space STORE_SECRETS; they have a table of their own, so that no listing or export contains
 * them by accident.
 *
 * Everything is asynchronous. The caller submits a batch of writes, or a read, and goes on. When something is
 * finished the store calls `wake`, from any thread; the caller's thread then calls store_poll, which runs the
 * `done` functions. A batch is durable (synced) before its `done` runs with STORE_OK. Batches are carried out
 * in the order of submission; all that are waiting share one sync. A read sees every batch whose `done` has
 * run. A read without a limit returns every row there is: the store fetches them page by page, and fails the
 * whole read when one page fails.
 *
 * A store may be shared by several nodes (server processes). Each is notified of what the others append
 * (`notified`), by name and number only. Notifications may come late, twice or not at all, so a node also
 * reads the heads of the logs that it follows from time to time. A lease keeps two nodes from doing the same
 * work; it ends by the store's clock, or when the node that holds it has written nothing for STORE_SILENT_MS.
 *
 * A batch that meets a lock of somebody else (another program in the database) is set aside and tried again;
 * batches that write other logs and documents overtake it. It fails after STORE_LOCKED_MS.
 *
 * Programming errors (a name or value that is too long) and lack of memory end the program.
 */
#ifndef LAN_STORE_H
#define LAN_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log_chain.h"

enum {
    STORE_NAME_MAX = 128,       /* bytes of a log's name, a space or a key, with the final 0 */
    STORE_VALUE_MAX = 16 << 20, /* bytes of an entry or document */
    STORE_ERROR_MAX = 256,
    STORE_PAGE_ROWS = 2000, /* rows that are fetched at a time */
    STORE_LOCKED_MS = 4000, /* how long a batch waits for a lock of somebody else */
    STORE_SILENT_MS = 6000, /* a node that has written nothing for so long has lost its leases */
};

#define STORE_SECRETS "secret"

enum store_status {
    STORE_OK,
    /* The number is not the log's next, a document that must be new exists, or another node has the lease. */
    STORE_CONFLICT,
    STORE_FAILED, /* by disk or database; nothing was written */
};

enum store_write_kind {
    STORE_APPEND,  /* entry `number` of log `key`, after the one with the checksum `before` */
    STORE_PUT,     /* document `key` of `space`, replacing what is there */
    STORE_PUT_NEW, /* the same, but a conflict when there is one */
    STORE_DELETE,  /* a document; no error when there is none */
    STORE_DELETE_LOG,
    /* takes the lease `key` for `number` milliseconds; always succeeds in a store that is not shared */
    STORE_LEASE,
    STORE_NOTIFY, /* writes nothing; notifies other nodes of `key` and `number` */
    /*
     * Writes nothing; a conflict unless log `key` (`space` is "") or document `key` of `space` exists. It
     * exists until the batch is committed: a deletion by another node waits for the batch, or comes first.
     */
    STORE_REQUIRE,
};

/* One write. The batch owns its bytes. */
struct store_write {
    enum store_write_kind kind;
    char space[32];
    char key[STORE_NAME_MAX];
    uint64_t number;
    uint8_t before[STORE_SUM_BYTES]; /* the checksum of the log's head: STORE_APPEND */
    uint8_t sum[STORE_SUM_BYTES];    /* that of the entry or document */
    void *bytes;
    size_t size;
};

/* Writes that happen all or not at all. Created by the caller, destroyed by the store after `done`. */
struct store_batch {
    struct store_write *writes;
    size_t count, capacity;
    enum store_status status;
    void (*done)(struct store_batch *batch); /* called by store_poll with `status` set; may be NULL */
    void *context;                           /* for `done` */
    struct store_batch *next;                /* for the store's own use, as are: */
    int64_t since;                           /* when the batch was submitted */
    bool locked, skipped;                    /* a lock of somebody else delays it; it was not even tried */
};

/* Each of the following adds a write to a batch that is not submitted yet; names and bytes are copied. */
struct store_batch *store_batch_create(void (*done)(struct store_batch *), void *context);
/*
 * `head` is the log's head as the writer knows it; it becomes that with this entry. After a conflict or a
 * failure it is wrong, and the writer must read the log again.
 */
void store_batch_append(struct store_batch *batch, const char *log, struct store_head *head,
                        const void *bytes, size_t size);
void store_batch_put(struct store_batch *batch, enum store_write_kind kind, const char *space,
                     const char *key, const void *bytes, size_t size);
void store_batch_delete(struct store_batch *batch, const char *space, const char *key);
void store_batch_delete_log(struct store_batch *batch, const char *log);
void store_batch_lease(struct store_batch *batch, const char *name, uint64_t milliseconds);
void store_batch_notify(struct store_batch *batch, const char *name, uint64_t number);
/* Of a log with space "". To be added before what the batch itself writes there. */
void store_batch_require(struct store_batch *batch, const char *space, const char *key);
void store_batch_destroy(struct store_batch *batch);

enum store_read_kind {
    STORE_READ_LOG, /* entries of log `key` with numbers above `after` */
    STORE_READ_DOC, /* the document `key` of `space`: one row or none */
    /* the documents of `space` with the keys `names`, as far as they exist; not for secrets */
    STORE_READ_KEYS,
    STORE_READ_DOCS, /* the documents of `space` whose key begins with `key` and is above `past`, in order */
    /*
     * Of a shared store: the documents of `space` written at the time `after`, by the store's clock, or
     * later.
     */
    STORE_READ_CHANGED, /* in the order of keys */
    /* The same for documents that were deleted, without their bytes. The store remembers them for days. */
    STORE_READ_GONE,
    /*
     * Of a shared store: the leases above `past`, in order, that have just ended or whose nodes are silent.
     */
    STORE_READ_LEASES,
    /* for every log of `names` that has entries: its name, and the number and checksum of its last entry */
    STORE_READ_HEADS,
    STORE_READ_LAST,    /* the last entry of log `key`: one row or none */
    STORE_READ_LOGS,    /* the names of logs above `past`, in order, with their last numbers, no checksums */
    STORE_READ_SECRETS, /* secrets with keys above `past`, in order: for copying a whole store only */
};

struct store_row {
    char *key;                    /* of a document, or a log's name; NULL for entries */
    uint64_t number;              /* of an entry, or a log's last */
    uint8_t sum[STORE_SUM_BYTES]; /* as stored; all 0 when there is none */
    bool damaged;                 /* a document whose bytes do not fit its checksum */
    char *bytes;                  /* `size` bytes and a 0 byte */
    size_t size;
};

/* One read. Created by the caller, destroyed by the store, with its rows, after `done`. */
struct store_read {
    enum store_read_kind kind;
    char space[32];
    char key[STORE_NAME_MAX], past[STORE_NAME_MAX];
    char *names; /* one per line; malloc'ed by the caller, freed with the read */
    uint64_t after;
    size_t limit; /* of rows, for a caller who wants no more; 0 for all */
    enum store_status status;
    struct store_row *rows;
    size_t count, capacity;
    /*
     * Set by a caller who wants many rows without having all in memory: called by store_poll with each page
     * of them, the last one too; `done` then has none.
     */
    void (*page)(struct store_read *read);
    void (*done)(struct store_read *read); /* called by store_poll with `status` and rows set */
    void *context;
    struct store_read *next; /* for the store's own use, as is: */
    size_t kept;             /* rows of earlier pages */
};

struct store_read *store_read_create(enum store_read_kind kind, const char *space, const char *key,
                                     void (*done)(struct store_read *), void *context);
/*
 * Whether the row is the entry after `head`, by its number and by its checksum; the head is then advanced to
 * it.
 */
bool store_head_follow(struct store_head *head, const struct store_row *row);
/* Sets the head to a row of STORE_READ_LAST or STORE_READ_HEADS, without a check. */
void store_head_at(struct store_head *head, const struct store_row *row);

/*
 * For implementations. store_read_rows is the number of rows to fetch now, store_read_add adds one: key,
 * bytes and checksum (NULL for none) are copied. store_read_clear drops the rows from number `from` on.
 */
size_t store_read_rows(const struct store_read *read);
void store_read_add(struct store_read *read, const char *key, uint64_t number, const void *bytes, size_t size,
                    const void *sum);
void store_read_clear(struct store_read *read, size_t from);
void store_read_destroy(struct store_read *read);

struct store_counts {
    uint64_t batches, commits, failures; /* since the store was opened */
    uint64_t waiting;                    /* batches that no commit has begun with */
    /* milliseconds that the oldest unfinished batch has waited, 0 for none */
    int64_t waited;
    /* the database cannot be reached; what is submitted now fails soon */
    bool away;
    bool failing; /* the last commit failed */
};

struct store_options {
    void (*wake)(void *context); /* called from any thread when store_poll has something to do */
    /*
     * Called by store_poll: another node has appended entry `number` to the log `name`, or sent both with
     * STORE_NOTIFY. An empty name means that notifications may have been lost. May be NULL.
     */
    void (*notified)(void *context, const char *name, uint64_t number);
    /*
     * Called by store_poll for a document that does not fit its checksum. It is then left out of the rows,
     * and a STORE_READ_DOC of it fails. NULL leaves it among the rows, with `damaged` set.
     */
    void (*damaged)(void *context, const char *space, const char *key);
    void *context;
    bool poll_only; /* a shared store: do not listen for notifications; they are sent nevertheless */
    /* a shared store: refuse a database without an up-to-date schema instead of migrating it */
    bool no_migrate;
};

enum { STORE_NODE_LETTERS = 16 };

/* All functions are for one thread, the caller's. */
struct store {
    /* Hands a batch or a read over to the store, which returns at once; `done` follows from a later poll. */
    void (*submit)(struct store *store, struct store_batch *batch);
    void (*read)(struct store *store, struct store_read *read);
    /* Runs `done` for everything that is finished, and `notified` for every notification. */
    void (*poll)(struct store *store);
    void (*counts)(struct store *store, struct store_counts *counts);
    /*
     * The store's clock, in milliseconds since 1970, minus the monotonic clock of this machine: so a step of
     * the machine's wall clock does not change it. 0 for a store that is not shared.
     */
    int64_t (*clock_ahead)(struct store *store);
    /*
     * Finishes everything submitted, runs its `done` (what a `done` submits then fails), and frees the store.
     */
    void (*close)(struct store *store);
    bool shared;                       /* other nodes may write to it */
    char node[STORE_NODE_LETTERS + 1]; /* a name for this opening of the store, different from all others */
    char warning[STORE_ERROR_MAX];     /* a sentence on settings that risk data, for the host; "" for none */
};

/*
 * Opens the store that `url` names: a path for SQLite, postgresql://... for PostgreSQL. Creates it if it does
 * not exist and brings its schema up to date. NULL with a sentence in `error` when it cannot.
 */
struct store *store_open(const char *url, const struct store_options *options, char error[STORE_ERROR_MAX]);
/* Whether `url` names a database server, not a file. */
bool store_is_url(const char *url);
/*
 * Whether `url` is the path of a file. A misspelt URL is neither, and must not become the name of a new file.
 */
bool store_is_file(const char *url);

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
