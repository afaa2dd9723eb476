/*
 * pg_link.h - one connection to PostgreSQL, used by one thread, that never waits for ever: a server that does not
 * answer in PG_ANSWER_MS counts as lost. Nothing here depends on the session (no prepared statements, no settings),
 * so that a pooler may stand in between.
 */
#ifndef LAN_STORE_PG_LINK_H
#define LAN_STORE_PG_LINK_H

#include <libpq-fe.h>

#include "store.h"

enum { PG_ANSWER_MS = 15000, PG_CONNECT_SECONDS = 4 };

/* Types of parameters, as the server numbers them; they are in its manual and never change. */
enum {
    PG_BOOL = 16,
    PG_BYTEA = 17,
    PG_INT8 = 20,
    PG_INT4 = 23,
    PG_TEXT = 25,
    PG_BYTEA_ARRAY = 1001,
    PG_INT4_ARRAY = 1007,
    PG_TEXT_ARRAY = 1009,
    PG_INT8_ARRAY = 1016,
};

struct pg_link {
    const char *url;
    PGconn *conn; /* NULL when there is no connection */
};

/* Parameters of a statement, all in binary form. */
struct pg_params {
    Oid type[12];
    char *bytes[12];
    int size[12];
    size_t capacity[12];
    int count;
};

void pg_params_text(struct pg_params *params, const char *text);
void pg_params_int8(struct pg_params *params, int64_t number);
void pg_params_bool(struct pg_params *params, bool value);
/* Begins an array of the type; the elements follow by pg_array_add, all of them before the next parameter. */
void pg_params_array(struct pg_params *params, Oid array, Oid element);
void pg_array_add(struct pg_params *params, const void *bytes, size_t size);
void pg_array_add_int4(struct pg_params *params, int32_t number);
void pg_array_add_int8(struct pg_params *params, int64_t number);
void pg_params_free(struct pg_params *params);

/* False with a sentence in `error`. The password of a URL is never in it. */
bool pg_link_open(struct pg_link *link, char error[STORE_ERROR_MAX]);
void pg_link_close(struct pg_link *link);

/* Sends a statement; its results come in binary form. False when the connection is lost. */
bool pg_link_send(struct pg_link *link, const char *sql, const struct pg_params *params);
/* The next result, NULL at the end of a statement's. `lost` is set when the connection is. */
PGresult *pg_link_result(struct pg_link *link, bool *lost);
/* One statement and its one result; NULL when the connection is lost. */
PGresult *pg_link_run(struct pg_link *link, const char *sql, const struct pg_params *params);
/* One statement whose result is one text; false with a sentence when it fails. */
bool pg_link_text(struct pg_link *link, const char *sql, const struct pg_params *params, char *out,
                  size_t size, char error[STORE_ERROR_MAX]);
/* A sentence on a result that is no success, or on none. */
void pg_link_error(const struct pg_link *link, const PGresult *result, char error[STORE_ERROR_MAX]);

/* The failed result says that another server, or the same one later, may do better: it shuts down, or only reads. */
bool pg_state_moves(const PGresult *result);
int64_t pg_int8(const char *bytes);

#endif
