#include "retention_daily.h"

#include <stdio.h>
#include <string.h>

#include "daily.h"
#include "env.h"
#include "limit.h"
#include "server.h"
#include "space.h"
#include "store.h"

enum { ROWS_PER_READ = 1000 };

static void days_read(struct store_read *read)
{
    struct server *server = read->context;
    char oldest[DAILY_DATE + 1], mine[STORE_NAME_MAX];
    struct store_batch *batch = store_batch_create(NULL, NULL);
    daily_date(daily_day(env_now(&server->env)) - LIMIT_DAILY_DAYS + 1, oldest);
    for (size_t i = 0; i < read->count; i++) {
        const char *key = read->rows[i].key; /* DATE/PERSON: the oldest come first */
        if (strlen(key) != DAILY_DATE + 1 + ID_PERSON || strncmp(key, oldest, DAILY_DATE) >= 0)
            continue;
        snprintf(mine, sizeof mine, "%s/%.*s", key + DAILY_DATE + 1, DAILY_DATE, key);
        store_batch_delete(batch, SPACE_DAY, key);
        store_batch_delete(batch, SPACE_DAILY, mine);
    }
    if (batch->count)
        store_submit(server->store, batch);
    else
        store_batch_destroy(batch);
}

/* A run deletes ROWS_PER_READ persons' documents at the most; the next one goes on. */
void daily_expire(struct server *server)
{
    struct store_read *read = store_read_create(STORE_READ_DOCS, SPACE_DAY, "", days_read, server);
    read->limit = ROWS_PER_READ;
    store_read(server->store, read);
}
