/*
 * disk.h - what the nodes of a simulated world have stored: logs, documents, leases, in memory; and how it
 * fails. disk_store.h opens it as a store of store.h.
 *
 * Batches are written whole. The last DISK_UNDO of them can be taken back: by a power cut, when somebody
 * acknowledged what was not synced, or because the world is told that the disk comes back older.
 */
#ifndef LAN_WORLD_DISK_H
#define LAN_WORLD_DISK_H

#include "log_chain.h"
#include "map.h"
#include "sim.h"
#include "store.h"

enum { DISK_NODES = 4, DISK_UNDO = 256 };

struct disk_entry {
    char *bytes;
    size_t size;
    uint8_t sum[STORE_SUM_BYTES];
};

struct disk_log {
    char name[STORE_NAME_MAX];
    struct disk_entry *entry;
    uint64_t count, capacity;
    uint64_t known[DISK_NODES]; /* the last entry that each node was given or has written */
    int64_t changed;            /* when it last got an entry */
};

struct disk_doc {
    char space[32], key[STORE_NAME_MAX];
    char *bytes;
    size_t size;
    int64_t changed; /* by the disk's clock */
};

struct disk_lease {
    char name[STORE_NAME_MAX], node[STORE_NODE_LETTERS + 1];
    int64_t until;
};

struct disk_gone {
    char space[32], key[STORE_NAME_MAX];
    int64_t at;
};

/* How a write is taken back. */
struct disk_undo {
    enum store_write_kind kind;
    char space[32], key[STORE_NAME_MAX];
    char *bytes; /* what was there before; NULL for nothing */
    size_t size;
    uint32_t batch; /* which it belongs to */
};

struct disk {
    struct sim *sim;
    int64_t epoch; /* the disk's clock minus that of the world */
    struct map logs;
    struct disk_doc **docs; /* sorted by space and key */
    size_t doc_count, doc_capacity;
    struct disk_lease *leases;
    size_t lease_count;
    struct disk_gone *gone;
    size_t gone_count;
    struct disk_undo *undo;
    size_t undo_count, undo_capacity;
    uint32_t batches;
    struct disk_store *handles[DISK_NODES];
    char spoke_node[DISK_NODES][STORE_NODE_LETTERS + 1]; /* when each node last wrote */
    int64_t spoke[DISK_NODES];
    struct lan_rng rng;
    /* Called when a log has got an entry, and when entries were taken back from its end or it was deleted. */
    void (*appended)(void *context, struct disk_log *log);
    void (*shortened)(void *context, const char *name);
    void *context;
    /* Faults, to be set by the world. */
    int64_t latency_least, latency_more;
    bool steady; /* no chance: everything takes the same time */
    bool shared, failing, away;
    uint32_t conflict_once_in; /* a batch that could be written is answered with a conflict; 0: none */
    uint32_t lose_once_in;     /* notifications that do not come; 0: all come */
    uint32_t double_once_in;   /* notifications that come twice */
    int64_t hurt_until;        /* the world knows of a fault until then */
};

void disk_init(struct disk *disk, struct sim *sim, uint64_t seed);
void disk_free(struct disk *disk);

int64_t disk_clock(const struct disk *disk);
struct disk_log *disk_log(const struct disk *disk, const char *name); /* NULL for none */
struct disk_doc *disk_doc(const struct disk *disk, const char *space, const char *key);
/* Writes the batch, or finds a conflict and writes nothing. */
enum store_status disk_write(struct disk *disk, const struct store_batch *batch, const char *node);
/* Fills a read with its rows. */
void disk_fill(const struct disk *disk, struct store_read *read);
/* Takes the last batches back. Returns how many these were. */
int disk_back(struct disk *disk, int batches);

#endif
