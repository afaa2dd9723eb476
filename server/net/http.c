
#include "http.h"

#include <llhttp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "buf.h"
#include "buf_print.h"
#include "conn.h"
#include "limit.h"

enum { FIELD_NAME_MAX = 64 };

/* The state of one connection that speaks HTTP. */
struct http {
    llhttp_t parser;
    const struct http_handler *handler;
    void *context;
    struct http_request request;
    struct buf fields;                 /* the values of the headers looked at, each with a 0 byte */
    size_t field_at[HTTP_FIELD_COUNT]; /* where in `fields`, plus one; 0 when absent */
    char name[FIELD_NAME_MAX];
    size_t name_length;
    int current; /* the header being read, -1 when nobody looks at it */
    size_t header_bytes, body_max;
    struct buf ahead; /* read while an answer is outstanding */
    int refused;      /* the status with which a bad request is answered; 0 for none */
    bool waiting;     /* a request was handed over and is not answered */
    bool last;        /* close after this answer */
    bool parsing;
};

static struct http *http_of(struct conn *conn)
{
    return conn->user;
}

void *http_context(struct conn *conn)
{
    return http_of(conn)->context;
}

/* ---- Parsing ------------------------------------------------------------------------------------------- */

static const char *const field_names[HTTP_FIELD_COUNT] = {
#define FIELD(name, text) text,
    HTTP_FIELDS(FIELD)
#undef FIELD
};

static int refuse(struct http *http, int status)
{
    http->refused = status;
    return HPE_USER;
}

static int on_begin(llhttp_t *parser)
{
    struct conn *conn = parser->data;
    struct http *http = http_of(conn);
    buf_clear(&http->request.url);
    buf_clear(&http->request.body);
    if (http->request.body.size > LIMIT_MESSAGE_BYTES) /* one large body is no reason to keep its room */
        buf_free(&http->request.body);
    buf_clear(&http->fields);
    memset(http->field_at, 0, sizeof http->field_at);
    http->name_length = http->header_bytes = 0;
    http->current = -1;
    http->request.upgrade = false;
    conn->deadline = conn_now(conn) + 1000 * LIMIT_HANDSHAKE_SECONDS;
    return 0;
}

static bool header_room(struct http *http, size_t count)
{
    http->header_bytes += count;
    return http->header_bytes <= LIMIT_HEADER_BYTES;
}

static int on_url(llhttp_t *parser, const char *at, size_t count)
{
    struct http *http = http_of(parser->data);
    if (!header_room(http, count))
        return refuse(http, 414);
    buf_add(&http->request.url, at, count);
    return 0;
}

static int on_field(llhttp_t *parser, const char *at, size_t count)
{
    struct http *http = http_of(parser->data);
    if (!header_room(http, count))
        return refuse(http, 431);
    if (http->current != -1)
        http->name_length = 0;
    http->current = -1;
    for (size_t i = 0; i < count && http->name_length < FIELD_NAME_MAX - 1; i++)
        http->name[http->name_length++] = at[i];
    http->name[http->name_length] = 0;
    return 0;
}

static int on_field_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser->data);
    http->current = HTTP_FIELD_COUNT;
    for (int i = 0; i < HTTP_FIELD_COUNT; i++) {
        if (strcasecmp(http->name, field_names[i]) == 0) {
            http->current = i;
            http->field_at[i] = http->fields.length + 1;
        }
    }
    http->name_length = 0;
    return 0;
}

static int on_value(llhttp_t *parser, const char *at, size_t count)
{
    struct http *http = http_of(parser->data);
    if (!header_room(http, count))
        return refuse(http, 431);
    if (http->current >= 0 && http->current < HTTP_FIELD_COUNT)
        buf_add(&http->fields, at, count);
    return 0;
}

static int on_value_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser->data);
    if (http->current >= 0 && http->current < HTTP_FIELD_COUNT)
        buf_add(&http->fields, "", 1);
    return 0;
}

static int on_headers_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser->data);
    http->body_max = http->handler->body_max(&http->request.url);
    if (parser->content_length > http->body_max)
        return refuse(http, 413);
    return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t count)
{
    struct http *http = http_of(parser->data);
    if (http->request.body.length + count > http->body_max)
        return refuse(http, 413);
    buf_add(&http->request.body, at, count);
    return 0;
}

static int on_complete(llhttp_t *parser)
{
    (void)parser;
    return HPE_PAUSED;
}

static const llhttp_settings_t settings = {
    .on_message_begin = on_begin,
    .on_url = on_url,
    .on_header_field = on_field,
    .on_header_field_complete = on_field_complete,
    .on_header_value = on_value,
    .on_header_value_complete = on_value_complete,
    .on_headers_complete = on_headers_complete,
    .on_body = on_body,
    .on_message_complete = on_complete,
};

/* ---- Answering ----------------------------------------------------------------------------------------- */

const char *http_reason(int status)
{
    switch (status) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 421: return "Misdirected Request";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return "Error";
    }
}

static void head_write(struct buf *out, const struct conn *conn, const struct http_answer *answer)
{
    const struct http *http = conn->user;
    buf_printf(out,
               "HTTP/1.1 %d %s\r\n"
               "Content-Type: %s\r\n"
               "Content-Length: %zu\r\n"
               "Content-Security-Policy: %s\r\n"
               "X-Content-Type-Options: nosniff\r\n"
               "Referrer-Policy: no-referrer\r\n"
               "Cross-Origin-Opener-Policy: same-origin\r\n"
               "Cross-Origin-Resource-Policy: %s\r\n"
               "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n"
               "%s%s%s\r\n",
               answer->status, http_reason(answer->status), answer->type, answer->size,
               answer->share == HTTP_FRAMED ? conn->net->framed_policy : conn->net->policy,
               answer->share ? "cross-origin\r\nAccess-Control-Allow-Origin: *" : "same-origin",
               conn->net->tls ? "Strict-Transport-Security: max-age=31536000\r\n" : "",
               http->last ? "Connection: close\r\n" : "", answer->headers);
}

static void next_request(struct conn *conn);

void http_answer(struct conn *conn, const struct http_answer *answer)
{
    struct http *http = http_of(conn);
    struct buf head = {0};
    lan_assert(http->waiting);
    http->waiting = false;
    head_write(&head, conn, answer);
    bool body = http->request.method != HTTP_HEAD_ONLY && answer->status != 304;
    conn_write2(conn, head.at, head.length, answer->body, body ? answer->size : 0);
    buf_free(&head);
    if (conn->closing)
        return;
    if (http->last) {
        conn->deadline = conn_now(conn) + 1000 * LIMIT_IDLE_SECONDS;
        conn_finish(conn);
        return;
    }
    conn->deadline = conn_now(conn) + 1000 * LIMIT_IDLE_SECONDS;
    if (!http->parsing && !conn_backlog(conn))
        next_request(conn);
}

static void refusal_send(struct conn *conn, int status)
{
    struct http *http = http_of(conn);
    char body[96];
    int size = snprintf(body, sizeof body, "%d %s\n", status, http_reason(status));
    http->waiting = http->last = true;
    http_answer(conn,
                &(struct http_answer){status, "text/plain; charset=utf-8", "", body, (size_t)size, HTTP_OWN});
}

static enum http_method method_of(const llhttp_t *parser)
{
    switch (parser->method) {
    case HTTP_GET: return HTTP_READ;
    case HTTP_HEAD: return HTTP_HEAD_ONLY;
    case HTTP_POST: return HTTP_SEND;
    default: return HTTP_OTHER;
    }
}

static void request_hand_over(struct conn *conn)
{
    struct http *http = http_of(conn);
    struct http_request *request = &http->request;
    for (int i = 0; i < HTTP_FIELD_COUNT; i++)
        request->field[i] = http->field_at[i] ? http->fields.at + http->field_at[i] - 1 : "";
    buf_cstr(&request->url);
    buf_cstr(&request->body);
    request->method = method_of(&http->parser);
    request->upgrade = http->parser.upgrade != 0;
    /* After an upgrade that we do not make, nobody could say what the next bytes are. */
    http->last = request->upgrade || !llhttp_should_keep_alive(&http->parser) || conn->net->stopping;
    http->waiting = true;
    conn->deadline = 0;
    http->handler->request(conn, request);
}

static const struct conn_user http_calls;

/* Parses until a request is whole, then hands it over; what follows waits in `ahead`. */
static void parse(struct conn *conn, const char *bytes, size_t count)
{
    struct http *http = http_of(conn);
    http->parsing = true;
    while (count && conn->calls == &http_calls && !conn->closing && !conn->finishing) {
        if (http->waiting || conn_backlog(conn)) {
            if (http->ahead.length + count > LIMIT_MESSAGE_BYTES + LIMIT_HEADER_BYTES) {
                conn_close(conn);
                return;
            }
            buf_add(&http->ahead, bytes, count);
            break;
        }
        enum llhttp_errno result = llhttp_execute(&http->parser, bytes, count);
        if (result == HPE_OK)
            break;
        if (result != HPE_PAUSED && result != HPE_PAUSED_UPGRADE) {
            refusal_send(conn, http->refused ? http->refused : 400);
            return;
        }
        size_t used = (size_t)(llhttp_get_error_pos(&http->parser) - bytes);
        bytes += used;
        count -= used;
        /* An upgraded connection takes along what follows its request. */
        if (http->parser.upgrade) {
            buf_add(&http->ahead, bytes, count);
            count = 0;
        }
        llhttp_resume(&http->parser);
        request_hand_over(conn);
    }
    if (conn->calls == &http_calls)
        http->parsing = false;
}

static void next_request(struct conn *conn)
{
    struct http *http = http_of(conn);
    if (!http->ahead.length || http->waiting)
        return;
    struct buf bytes = http->ahead;
    http->ahead = (struct buf){0};
    parse(conn, bytes.at, bytes.length);
    buf_free(&bytes);
}

/* ---- The connection's user ----------------------------------------------------------------------------- */

static void http_free(struct http *http)
{
    buf_free(&http->request.url);
    buf_free(&http->request.body);
    buf_free(&http->fields);
    buf_free(&http->ahead);
    free(http);
}

static void http_closed(struct conn *conn)
{
    struct http *http = http_of(conn);
    http->handler->closed(conn);
    http_free(http);
}

static size_t http_held(const struct conn *conn)
{
    const struct http *http = conn->user;
    return http->request.url.size + http->request.body.size + http->fields.size + http->ahead.size;
}

/* A request that is not whole is answered; after half an answer nothing can be said any more. */
static void http_crowded(struct conn *conn)
{
    struct http *http = http_of(conn);
    if (http->waiting || conn_backlog(conn)) {
        conn_close(conn);
        return;
    }
    buf_free(&http->request.body);
    buf_free(&http->ahead);
    refusal_send(conn, 503);
}

static const struct conn_user http_calls = {.bytes = parse,
                                            .closed = http_closed,
                                            .drained = next_request,
                                            .held = http_held,
                                            .crowded = http_crowded};

bool http_is(const struct conn *conn)
{
    return conn->calls == &http_calls;
}

const struct http_request *http_waiting(struct conn *conn)
{
    lan_assert(http_of(conn)->waiting);
    return &http_of(conn)->request;
}

void http_start(struct conn *conn, const struct http_handler *handler, void *context)
{
    struct http *http = mem_zero(sizeof *http);
    llhttp_init(&http->parser, HTTP_REQUEST, &settings);
    http->parser.data = conn;
    http->handler = handler;
    http->context = context;
    conn->calls = &http_calls;
    conn->user = http;
    conn->queue_max = LIMIT_ANSWER_BYTES;
}

void http_leave(struct conn *conn, struct buf *rest)
{
    struct http *http = http_of(conn);
    *rest = http->ahead;
    http->ahead = (struct buf){0};
    conn->user = NULL;
    conn->calls = NULL;
    conn->queue_max = LIMIT_QUEUE_BYTES;
    http_free(http);
}

bool http_cookie(const char *header, const char *name, char *value, size_t size)
{
    size_t length = strlen(name);
    while (*header) {
        header += strspn(header, " ;");
        size_t end = strcspn(header, ";");
        if (end > length && strncmp(header, name, length) == 0 && header[length] == '=') {
            size_t count = end - length - 1;
            if (count >= size)
                return false;
            memcpy(value, header + length + 1, count);
            value[count] = 0;
            return true;
        }
        header += end;
    }
    return false;
}
