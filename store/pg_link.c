#include "pg_link.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "queue.h"

/* ---- Parameters ---------------------------------------------------------------------------------------- */

/* Numbers are big-endian on the wire. */
static void big_write(unsigned char *bytes, size_t size, uint64_t number)
{
    for (size_t i = size; i-- > 0; number >>= 8)
        bytes[i] = (unsigned char)number;
}

static uint64_t big_read(const void *from, size_t size)
{
    const unsigned char *bytes = from;
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void bytes_add(struct pg_params *params, int at, const void *bytes, size_t size)
{
    size_t old = (size_t)params->size[at];
    lan_assert(size < INT32_MAX - old);
    if (!params->bytes[at] || old + size > params->capacity[at]) {
        params->capacity[at] = 2 * (old + size) + 16;
        params->bytes[at] = realloc(params->bytes[at], params->capacity[at]);
        lan_assert(params->bytes[at]);
    }
    if (size)
        memcpy(params->bytes[at] + old, bytes, size);
    params->size[at] = (int)(old + size);
}

static void param_add(struct pg_params *params, Oid type, const void *bytes, size_t size)
{
    int at = params->count++;
    lan_assert(at < (int)(sizeof params->type / sizeof *params->type));
    params->type[at] = type;
    params->bytes[at] = NULL;
    params->size[at] = 0;
    bytes_add(params, at, bytes, size);
}

void pg_params_text(struct pg_params *params, const char *text)
{
    param_add(params, PG_TEXT, text, strlen(text));
}

void pg_params_int8(struct pg_params *params, int64_t number)
{
    unsigned char big[8];
    big_write(big, sizeof big, (uint64_t)number);
    param_add(params, PG_INT8, big, sizeof big);
}

void pg_params_bool(struct pg_params *params, bool value)
{
    param_add(params, PG_BOOL, value ? "\1" : "\0", 1);
}

void pg_params_array(struct pg_params *params, Oid array, Oid element)
{
    /*
     * Number of dimensions, a flag for nulls, the element's type; then length and lower bound of the
     * dimension.
     */
    unsigned char head[20] = {0};
    big_write(head, 4, 1);
    big_write(head + 8, 4, element);
    big_write(head + 16, 4, 1);
    param_add(params, array, head, sizeof head);
}

void pg_array_add(struct pg_params *params, const void *bytes, size_t size)
{
    int at = params->count - 1;
    unsigned char length[4];
    big_write(length, sizeof length, size);
    bytes_add(params, at, length, sizeof length);
    bytes_add(params, at, bytes, size);
    unsigned char *count = (unsigned char *)params->bytes[at] + 12;
    big_write(count, 4, big_read(count, 4) + 1);
}

void pg_array_add_int4(struct pg_params *params, int32_t number)
{
    unsigned char big[4];
    big_write(big, sizeof big, (uint32_t)number);
    pg_array_add(params, big, sizeof big);
}

void pg_array_add_int8(struct pg_params *params, int64_t number)
{
    unsigned char big[8];
    big_write(big, sizeof big, (uint64_t)number);
    pg_array_add(params, big, sizeof big);
}

void pg_params_free(struct pg_params *params)
{
    for (int i = 0; i < params->count; i++)
        free(params->bytes[i]);
    params->count = 0;
}

int64_t pg_int8(const char *bytes)
{
    return (int64_t)big_read(bytes, 8);
}

/* ---- Connecting ---------------------------------------------------------------------------------------- */

/* Writes "what: said" without the line ends of libpq. */
static void error_set(char error[STORE_ERROR_MAX], const char *what, const char *said)
{
    snprintf(error, STORE_ERROR_MAX, "%s: %s", what, said);
    for (char *end = error + strlen(error); end > error && strchr("\n :", end[-1]);)
        *--end = 0;
}

/* Notices of the server are in its own log; libpq would print them. */
static void notice_ignore(void *context, const char *text)
{
    (void)context;
    (void)text;
}

bool pg_link_open(struct pg_link *link, char error[STORE_ERROR_MAX])
{
    char seconds[12];
    snprintf(seconds, sizeof seconds, "%d", PG_CONNECT_SECONDS);
    /*
     * read-write: of several hosts only the primary is taken. The URL comes last and overrides these
     * defaults.
     */
    const char *const names[] = {"connect_timeout",      "application_name", "keepalives_idle",
                                 "keepalives_interval",  "keepalives_count", "client_encoding",
                                 "target_session_attrs", "dbname",           NULL};
    const char *const values[] = {seconds, "lanterne", "10", "5", "3", "UTF8", "read-write", link->url, NULL};
    pg_link_close(link);
    link->conn = PQconnectdbParams(names, values, 1);
    lan_assert(link->conn);
    PQsetNoticeProcessor(link->conn, notice_ignore, NULL);
    if (PQstatus(link->conn) == CONNECTION_OK && PQsetnonblocking(link->conn, 1) == 0)
        return true;
    error_set(error, "cannot reach the database", PQerrorMessage(link->conn));
    pg_link_close(link);
    return false;
}

void pg_link_close(struct pg_link *link)
{
    PQfinish(link->conn);
    link->conn = NULL;
}

/* ---- Statements ---------------------------------------------------------------------------------------- */

bool pg_link_send(struct pg_link *link, const char *sql, const struct pg_params *params)
{
    static const int binary[PG_PARAMS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const char *values[PG_PARAMS_MAX];
    for (int i = 0; params && i < params->count; i++)
        values[i] = params->bytes[i];
    return PQsendQueryParams(link->conn, sql, params ? params->count : 0, params ? params->type : NULL,
                             values, params ? params->size : NULL, binary, 1) == 1;
}

/*
 * Waits until a result is there, and sends what is still unsent meanwhile. False when the connection is lost.
 */
static bool link_wait(struct pg_link *link)
{
    int64_t until = queue_now() + (link->answer_ms ? link->answer_ms : PG_ANSWER_MS);
    for (;;) {
        int unsent = PQflush(link->conn);
        if (unsent < 0)
            return false;
        if (!PQisBusy(link->conn))
            return true;
        int64_t left = until - queue_now();
        struct pollfd fd = {PQsocket(link->conn), (short)(POLLIN | (unsent ? POLLOUT : 0)), 0};
        if (left <= 0 || poll(&fd, 1, (int)left) == 0)
            return false;
        if (fd.revents & ~POLLOUT && !PQconsumeInput(link->conn))
            return false;
    }
}

PGresult *pg_link_result(struct pg_link *link, bool *lost)
{
    *lost = !link_wait(link);
    if (*lost)
        return NULL;
    PGresult *result = PQgetResult(link->conn);
    *lost = PQstatus(link->conn) != CONNECTION_OK;
    if (*lost) {
        PQclear(result);
        result = NULL;
    }
    return result;
}

PGresult *pg_link_run(struct pg_link *link, const char *sql, const struct pg_params *params)
{
    bool lost = !pg_link_send(link, sql, params);
    PGresult *first = lost ? NULL : pg_link_result(link, &lost);
    for (PGresult *next; !lost && (next = pg_link_result(link, &lost));)
        PQclear(next);
    if (!lost)
        return first;
    PQclear(first);
    return NULL;
}

bool pg_link_text(struct pg_link *link, const char *sql, const struct pg_params *params, char *out,
                  size_t size, char error[STORE_ERROR_MAX])
{
    PGresult *result = pg_link_run(link, sql, params);
    ExecStatusType status = PQresultStatus(result);
    *out = 0;
    if (status == PGRES_TUPLES_OK && PQntuples(result) > 0)
        snprintf(out, size, "%s", PQgetvalue(result, 0, 0));
    bool done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
    if (!done)
        pg_link_error(link, result, error);
    PQclear(result);
    return done;
}

void pg_link_error(const struct pg_link *link, const PGresult *result, char error[STORE_ERROR_MAX])
{
    const char *refusal = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (refusal)
        error_set(error, "the database refuses", refusal);
    else
        error_set(error, "the database went away", PQerrorMessage(link->conn));
}

bool pg_result_transient(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    /*
     * Connection exceptions, shutting down or starting up, read-only (a standby), a transaction that timed
     * out.
     */
    return !state || strncmp(state, "08", 2) == 0 || strncmp(state, "57P0", 4) == 0 ||
           strcmp(state, "25006") == 0 || strcmp(state, "25P03") == 0;
}
