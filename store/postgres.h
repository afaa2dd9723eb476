/* postgres.h - the shared store, PostgreSQL. Contract as store_open (store.h). */
#ifndef LAN_STORE_POSTGRES_H
#define LAN_STORE_POSTGRES_H

#include "store.h"

struct store *postgres_open(const char *url, const struct store_options *options,
                            char error[STORE_ERROR_MAX]);

#endif
