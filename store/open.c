/* open.c - chooses the implementation that a URL names. See store.h. */
#include <stdio.h>
#include <string.h>

#include "postgres.h"
#include "sqlite.h"

bool store_is_url(const char *url)
{
    return strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0;
}

bool store_is_file(const char *url)
{
    return !strstr(url, "://") && strncmp(url, "postgresql:", 11) != 0 && strncmp(url, "postgres:", 9) != 0;
}

struct store *store_open(const char *url, const struct store_options *options, char error[STORE_ERROR_MAX])
{
    if (!store_is_url(url) && !store_is_file(url)) {
        snprintf(error, STORE_ERROR_MAX, "neither the path of a file nor postgresql://user@host/database: %s",
                 url);
        return NULL;
    }
    return store_is_url(url) ? postgres_open(url, options, error) : sqlite_open(url, options, error);
}
