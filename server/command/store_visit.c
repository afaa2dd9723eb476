#include "store_visit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "space.h"

enum { PAGE = 1000 };

/* Visited spaces. Presence and heartbeats are left out, except the time of the latest heartbeat. */
static const char *const spaces[] = {SPACE_PERSON, SPACE_TOKEN, SPACE_ACCOUNT, SPACE_CREDENTIAL,
                                     SPACE_RESET,  SPACE_TABLE, SPACE_REVIEW,  SPACE_PROFILE,
                                     SPACE_DAY,    SPACE_AUDIT, SPACE_SERVER,  SPACES_OF_PERSON};

/* Reads all rows, a page at a time, and calls `each` for every row; false when the store failed. */
static bool pages_read(struct store_sync *sync, enum store_read_kind kind, const char *space,
                       struct store_visitor *visitor,
                       bool (*each)(struct store_sync *, const char *, const struct store_row *,
                                    struct store_visitor *))
{
    char past[STORE_NAME_MAX] = "";
    for (bool more = true; more;) {
        struct store_read *read = store_sync_read_create(kind, space, "");
        read->limit = PAGE;
        memcpy(read->past, past, sizeof past);
        read = store_sync_read(sync, read);
        bool good = read->status == STORE_OK;
        for (size_t i = 0; good && i < read->count; i++)
            good = each(sync, space, &read->rows[i], visitor);
        more = read->count == PAGE;
        if (read->count)
            snprintf(past, sizeof past, "%s", read->rows[read->count - 1].key);
        store_read_destroy(read);
        if (!good)
            return false;
    }
    return true;
}

static bool log_visit(struct store_sync *sync, const char *space, const struct store_row *log,
                      struct store_visitor *visitor)
{
    (void)space;
    visitor->logs++;
    uint64_t number = 0;
    for (bool more = true; more;) {
        struct store_read *read = store_sync_read_create(STORE_READ_LOG, "", log->key);
        read->limit = PAGE;
        read->after = number;
        read = store_sync_read(sync, read);
        bool good = read->status == STORE_OK;
        for (size_t i = 0; good && i < read->count; i++) {
            visitor->entries++;
            visitor->visit(visitor, NULL, log->key, &read->rows[i]);
            number = read->rows[i].number;
        }
        more = read->count == PAGE;
        store_read_destroy(read);
        if (!good)
            return false;
    }
    if (visitor->log_end)
        visitor->log_end(visitor, log->key);
    return true;
}

static bool document_visit(struct store_sync *sync, const char *space, const struct store_row *row,
                           struct store_visitor *visitor)
{
    (void)sync;
    bool life = strcmp(space, SPACE_SERVER) == 0 &&
                (strcmp(row->key, "alive") == 0 || strncmp(row->key, "node/", 5) == 0);
    if (life) {
        int64_t at = strtoll(row->bytes, NULL, 10);
        visitor->alive = at > visitor->alive ? at : visitor->alive;
        return true;
    }
    visitor->documents++;
    visitor->visit(visitor, space, row->key, row);
    return true;
}

static bool secret_visit(struct store_sync *sync, const char *space, const struct store_row *row,
                         struct store_visitor *visitor)
{
    (void)sync;
    (void)space;
    visitor->secrets++;
    visitor->visit(visitor, STORE_SECRETS, row->key, row);
    return true;
}

bool store_visit(struct store_sync *sync, struct store_visitor *visitor)
{
    bool good = pages_read(sync, STORE_READ_LOGS, "", visitor, log_visit);
    for (size_t i = 0; good && i < sizeof spaces / sizeof *spaces; i++)
        good = pages_read(sync, STORE_READ_DOCS, spaces[i], visitor, document_visit);
    return good && pages_read(sync, STORE_READ_SECRETS, "", visitor, secret_visit);
}
