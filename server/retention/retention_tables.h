/* retention_tables.h - how long tables are kept in the store. */
#ifndef LAN_SERVER_RETENTION_TABLES_H
#define LAN_SERVER_RETENTION_TABLES_H

#include <jansson.h>

struct server;
struct store_batch;

/* Adds to the batch the deletion of a table with its chat, its secret and the notes of its people.
   `document` is its summary. */
void table_delete(struct store_batch *batch, const char *id, json_t *document);
/*
 * Deletes finished and closed tables older than --keep-days, and others at which nothing was done or said for
 * --idle-days, or for LIMIT_UNBEGUN_HOURS where the game has not begun. A table in memory here, or with
 * people at it on another node, stays. One run at a time.
 */
void tables_expire(struct server *server);

#endif
