#include "retention_order.h"

#include <jansson.h>
#include <string.h>

#include "env.h"
#include "limit.h"
#include "log.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum { DAY_MS = 24 * 3600 * 1000 };

/* The time after which a document of the space goes; INT64_MAX for never. */
static int64_t end_of(const char *space, const json_t *document)
{
    json_t *until = json_object_get(document, "until");
    int64_t at = json_integer_value(json_object_get(document, "at"));
    if (strcmp(space, SPACE_SANCTION) == 0)
        return json_is_integer(until) ? json_integer_value(until) : INT64_MAX;
    return at + DAY_MS * (int64_t)(strcmp(space, SPACE_AUDIT) == 0 ? LIMIT_AUDIT_DAYS : LIMIT_REPORT_DAYS);
}

/* A page of documents, so that they are not all in memory at once. */
static void page_read(struct store_read *read)
{
    struct server *server = read->context;
    int64_t now = env_now(&server->env);
    struct store_batch *batch = store_batch_create(NULL, NULL);
    for (size_t i = 0; i < read->count; i++) {
        json_t *document = json_loads(read->rows[i].bytes, 0, NULL);
        if (end_of(read->space, document) <= now)
            store_batch_delete(batch, read->space, read->rows[i].key);
        json_decref(document);
    }
    if (!batch->count) {
        store_batch_destroy(batch);
        return;
    }
    log_line(server, "expired", "\"%s\":%zu", read->space, batch->count);
    store_submit(server->store, batch);
}

static void all_read(struct store_read *read)
{
    (void)read;
}

void order_expire(struct server *server)
{
    static const char *const spaces[] = {SPACE_AUDIT, SPACE_REPORT, SPACE_SANCTION};
    for (int i = 0; i < 3; i++) {
        struct store_read *read = store_read_create(STORE_READ_DOCS, spaces[i], "", all_read, server);
        read->page = page_read;
        store_read(server->store, read);
    }
}
