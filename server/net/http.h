/*
 * http.h - HTTP/1.1 on a connection: requests in, answers out, one at a time, keep-alive, upgrade to
 * WebSocket.
 *
 * A request is handed over whole, body included. The handler answers at once or later with http_answer; until
 * then and until the answer is sent the connection reads nothing further. Security headers go with every
 * answer.
 */
#ifndef LAN_SERVER_HTTP_H
#define LAN_SERVER_HTTP_H

#include "conn.h"

enum http_method { HTTP_OTHER, HTTP_READ, HTTP_HEAD_ONLY, HTTP_SEND };

/* The headers that are looked at. */
#define HTTP_FIELDS(X)                       \
    X(HOST, "host")                          \
    X(ORIGIN, "origin")                      \
    X(COOKIE, "cookie")                      \
    X(AUTHORIZATION, "authorization")        \
    X(ACCEPT_ENCODING, "accept-encoding")    \
    X(ACCEPT_LANGUAGE, "accept-language")    \
    X(IF_NONE_MATCH, "if-none-match")        \
    X(UPGRADE, "upgrade")                    \
    X(WS_KEY, "sec-websocket-key")           \
    X(WS_VERSION, "sec-websocket-version")   \
    X(WS_PROTOCOL, "sec-websocket-protocol") \
    X(USER_AGENT, "user-agent")              \
    X(FORWARDED_FOR, "x-forwarded-for")      \
    X(FORWARDED_PROTO, "x-forwarded-proto")

enum http_field {
#define FIELD(name, text) HTTP_FIELD_##name,
    HTTP_FIELDS(FIELD)
#undef FIELD
        HTTP_FIELD_COUNT
};

struct http_request {
    enum http_method method;
    struct buf url;
    const char *field[HTTP_FIELD_COUNT]; /* "" when absent; of a repeated one the last */
    struct buf body;
    bool upgrade;
};

/*
 * Who may use an answer besides the server's own pages: nobody; scripts and pages of other sites, which then
 * may read it, so only for what everybody may have without a session; and these may frame it as well.
 */
enum http_share { HTTP_OWN, HTTP_SHARED, HTTP_FRAMED };

/* More headers of an answer, each "Name: value\r\n"; "" for none. */
struct http_answer {
    int status;
    const char *type; /* of the content */
    const char *headers;
    const void *body;
    size_t size;
    enum http_share share;
};

struct http_handler {
    /* How large the body of a request to this address may be. */
    size_t (*body_max)(const struct buf *url);
    void (*request)(struct conn *conn, const struct http_request *request);
    void (*closed)(struct conn *conn); /* the connection is gone; what waits for it must forget it */
};

/* Starts HTTP on a connection. `context` is for the handler: http_context. */
void http_start(struct conn *conn, const struct http_handler *handler, void *context);
void *http_context(struct conn *conn);
/* Whether the connection still speaks HTTP. */
bool http_is(const struct conn *conn);
/* The request that was handed over and is not yet answered. */
const struct http_request *http_waiting(struct conn *conn);

/* Answers the request that was handed over last. */
void http_answer(struct conn *conn, const struct http_answer *answer);

/* Gives the connection to another user: HTTP forgets it. What was read too far is returned in `rest`. */
void http_leave(struct conn *conn, struct buf *rest);

/* The value of a cookie in a Cookie header, copied; false when it is not there or longer. */
bool http_cookie(const char *header, const char *name, char *value, size_t size);

const char *http_reason(int status);

#endif
