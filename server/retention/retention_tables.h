/* retention_tables.h - how long tables are kept in the store. */
#ifndef LAN_SERVER_RETENTION_TABLES_H
#define LAN_SERVER_RETENTION_TABLES_H

#include <jansson.h>

struct server;
struct store_batch;

/* Into the batch: a table disappears, with its chat, notes of its people apart. `document` is its summary. */
void table_forget(struct store_batch *batch, const char *id, json_t *document);
/*
 * Deletes finished and closed tables older than --keep-days, and others at which nothing was done or said for
 * --idle-days. One in memory here, or with somebody at it on another node, stays.
 */
void tables_expire(struct server *server);

#endif
