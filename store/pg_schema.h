/* pg_schema.h - the PostgreSQL schema, one step a version, all of it in the schema `lanterne` of the database. */
#ifndef LAN_STORE_PG_SCHEMA_H
#define LAN_STORE_PG_SCHEMA_H

#include "pg_link.h"

/*
 * Brings the database to the newest version, one node at a time: who comes second waits and finds it done. False with
 * `error` when that fails, or when the database is newer than this program.
 */
bool pg_schema_migrate(struct pg_link *link, char error[STORE_ERROR_MAX]);

/* False with `error` unless the database is at the newest version; changes nothing. */
bool pg_schema_check(struct pg_link *link, char error[STORE_ERROR_MAX]);

/* A sentence on settings under which a crash or a fail-over can lose what was acknowledged, "" when there is none. */
bool pg_schema_dangers(struct pg_link *link, char warning[STORE_ERROR_MAX], char error[STORE_ERROR_MAX]);

#endif
