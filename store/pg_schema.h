/*
 * pg_schema.h - the PostgreSQL schema, one step for each version, all in the schema `lanterne` of the
 * database.
 */
#ifndef LAN_STORE_PG_SCHEMA_H
#define LAN_STORE_PG_SCHEMA_H

#include "pg_link.h"

/*
 * Brings the database to the newest version. A lock lets one node migrate at a time; the others wait and find
 * it done. False with `error` when that fails, or when the database is newer than this program.
 */
bool pg_schema_migrate(struct pg_link *link, char error[STORE_ERROR_MAX]);

/* Whether the database is at the newest version; false with `error`. Changes nothing. */
bool pg_schema_check(struct pg_link *link, char error[STORE_ERROR_MAX]);

/*
 * Fills `warning` with a sentence if the settings allow a crash or a fail-over to lose acknowledged writes,
 * else "". False with `error` when the database cannot be asked.
 */
bool pg_schema_dangers(struct pg_link *link, char warning[STORE_ERROR_MAX], char error[STORE_ERROR_MAX]);

#endif
