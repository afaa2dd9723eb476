/* sqlite.h - the embedded store; store_open says what the functions of both headers do. */
#ifndef LAN_STORE_SQLITE_H
#define LAN_STORE_SQLITE_H

#include "store.h"

struct store *sqlite_open(const char *path, const struct store_options *options, char error[STORE_ERROR_MAX]);

#endif
