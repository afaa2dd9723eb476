/*
 * store_check.h - the check of a store: whether all that it holds is what was written.
 *
 * Compares the checksums of all entries and documents, looks for gaps, replays every table under its rules,
 * and draws every roll and card of a table again where its secret is known: published in the log of a
 * finished game, or sealed in the store and opened with the key file. An SQLite file is also checked for its
 * structure, which finds rows that a damaged page or index hides.
 */
#ifndef LAN_SERVER_STORE_CHECK_H
#define LAN_SERVER_STORE_CHECK_H

#include <stdbool.h>

#include "store_sync.h"

/*
 * `url` is that of the store; `key` the path of the key file, NULL for secret.key in the folder of an SQLite
 * file. Prints each problem on stderr and a summary on stdout. False when there is a problem.
 */
bool store_check(struct store_sync *sync, const char *url, const char *key);

#endif
