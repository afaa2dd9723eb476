/* store_visit.h - a walk over all that a store holds, a page at a time, for export and check. */
#ifndef LAN_SERVER_STORE_VISIT_H
#define LAN_SERVER_STORE_VISIT_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"
#include "store_sync.h"

struct store_visitor {
    /*
     * Called for every log entry (`space` is NULL), document and secret; `name` is the name of the log or
     * secret, or the document's key. Entries of a log come in their order.
     */
    void (*visit)(struct store_visitor *visitor, const char *space, const char *name,
                  const struct store_row *row);
    void (*log_end)(struct store_visitor *visitor, const char *name); /* after the last entry; may be NULL */
    uint64_t logs, entries, documents, secrets;                       /* visited so far */
    int64_t alive; /* the latest time at which a server wrote that it runs */
};

/* Visits all logs, then all documents, then all secrets. False when the store failed. */
bool store_visit(struct store_sync *sync, struct store_visitor *visitor);

#endif
