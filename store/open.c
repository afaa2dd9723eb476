/* Which store a URL names. */
#include <string.h>

#include "postgres.h"
#include "sqlite.h"

bool store_is_url(const char *url)
{
    return strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0;
}

struct store *store_open(const char *url, const struct store_options *options, char error[STORE_ERROR_MAX])
{
    return store_is_url(url) ? postgres_open(url, options, error) : sqlite_open(url, options, error);
}
