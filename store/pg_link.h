/*
 * pg_link.h - one connection to PostgreSQL, used by one thread.
 *
 * Every wait has a limit: a server that does not answer within PG_ANSWER_MS counts as lost. Nothing depends
 * on the session (no prepared statements, no settings that outlast a transaction), so that a pooler may stand
 * in between.
 */
#ifndef LAN_STORE_PG_LINK_H
#define LAN_STORE_PG_LINK_H

#include <libpq-fe.h>

#include "store.h"

enum { PG_ANSWER_MS = 5000, PG_CONNECT_SECONDS = 3, PG_PARAMS_MAX = 16 };

/* The server's numbers (OIDs) of the parameter types; they are documented and never change. */
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
    PGconn *conn;  /* NULL when there is no connection */
    int answer_ms; /* instead of PG_ANSWER_MS; 0 for that */
};

/* Parameters of a statement, all in binary form; empty when count is 0. pg_params_free frees them. */
struct pg_params {
    Oid type[PG_PARAMS_MAX];
    char *bytes[PG_PARAMS_MAX];
    int size[PG_PARAMS_MAX];
    size_t capacity[PG_PARAMS_MAX];
    int count;
};

void pg_params_text(struct pg_params *params, const char *text);
void pg_params_int8(struct pg_params *params, int64_t number);
void pg_params_bool(struct pg_params *params, bool value);
/* Begins an array parameter; pg_array_add adds its elements, all of them before the next parameter. */
void pg_params_array(struct pg_params *params, Oid array, Oid element);
void pg_array_add(struct pg_params *params, const void *bytes, size_t size);
void pg_array_add_int4(struct pg_params *params, int32_t number);
void pg_array_add_int8(struct pg_params *params, int64_t number);
void pg_params_free(struct pg_params *params);

/*
 * Connects to link->url, closing what was open. False with a sentence in `error`, which never has the
 * password.
 */
bool pg_link_open(struct pg_link *link, char error[STORE_ERROR_MAX]);
void pg_link_close(struct pg_link *link);

/* Sends a statement; its results come in binary form. False when the connection is lost. */
bool pg_link_send(struct pg_link *link, const char *sql, const struct pg_params *params);
/* The next result of a statement, NULL after the last. `lost` says whether the connection was lost. */
PGresult *pg_link_result(struct pg_link *link, bool *lost);
/* Runs one statement and returns its first result; NULL when the connection is lost. */
PGresult *pg_link_run(struct pg_link *link, const char *sql, const struct pg_params *params);
/* Runs a statement whose result is one text ("" without a row); false with a sentence when it fails. */
bool pg_link_text(struct pg_link *link, const char *sql, const struct pg_params *params, char *out,
                  size_t size, char error[STORE_ERROR_MAX]);
/* The sentence for a failed result, or for none (NULL). */
void pg_link_error(const struct pg_link *link, const PGresult *result, char error[STORE_ERROR_MAX]);

/*
 * Whether a failed result is the server's state, not the statement's: it shuts down, starts up, or is
 * read-only.
 */
bool pg_result_transient(const PGresult *result);
/* The number in a field of type int8. */
int64_t pg_int8(const char *bytes);

#endif
