#include "alive.h"

#include <stdio.h>
#include <stdlib.h>

#include "env.h"
#include "log.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"
#include "unread.h"

void alive_put(struct server *server, struct store_batch *batch)
{
    char text[48];
    if (server->unread & UNREAD_ALIVE)
        return;
    int length = snprintf(text, sizeof text, "%lld", (long long)env_now(&server->env));
    if (!server->swept && server->down_from > 1 && server->down_from < server->up_since)
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " %lld", (long long)server->down_from);
    store_batch_put(batch, STORE_PUT, SPACE_SERVER, "alive", text, (size_t)length);
}

void alive_take(struct server *server, const char *document)
{
    int64_t now = env_now(&server->env);
    char *end = NULL;
    int64_t at = document ? strtoll(document, &end, 10) : 1, from = document ? strtoll(end, NULL, 10) : 0;
    server->down_from = from > 0 && from < at ? from : at;
    if (server->env.test || at <= now || at > TABLE_TIME_MAX)
        return;
    log_line(server, "clock-back", "\"ms\":%lld", (long long)(at - now));
    server->env.ahead += at - now;
    server->up_since = env_now(&server->env);
}
