/*
 * ws.h - WebSocket (RFC 6455) on a connection that HTTP has upgraded: whole text messages in and out.
 *
 * Incoming frames are wslay's work, which is strict; outgoing messages are framed here, because the same
 * bytes go to many connections and need no copy. Pings keep the connection and find the dead. A message has
 * at most LIMIT_FRAGMENTS frames: each costs more memory than its bytes.
 */
#ifndef LAN_SERVER_WS_H
#define LAN_SERVER_WS_H

#include "http.h"

struct ws_handler {
    void (*message)(struct conn *conn, const char *text, size_t size); /* a text message, valid UTF-8 */
    bool (*control)(struct conn *conn); /* a ping or pong; false when there were too many */
    void (*closed)(struct conn *conn);
};

enum {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL_ERROR = 1002,
    WS_UNSUPPORTED = 1003,
    WS_POLICY = 1008,
    WS_TOO_BIG = 1009,
    WS_TRY_LATER = 1013
};

/*
 * Answers the upgrade request that was handed over; false when it is no proper WebSocket request of version
 * 13, and then it has not been answered. `headers` go with the 101.
 */
bool ws_start(struct conn *conn, const struct http_request *request, const char *headers,
              const struct ws_handler *handler, void *context);
void *ws_context(struct conn *conn);

void ws_send(struct conn *conn, const char *text, size_t size);
/* Says goodbye with a code and a reason, then closes. */
void ws_goodbye(struct conn *conn, int code, const char *reason);

#endif
