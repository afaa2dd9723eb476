/*
 * Any bytes on a connection, in any pieces: HTTP, and WebSocket after an upgrade. Nothing may crash, hang or
 * leak.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http.h"
#include "ws.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { PIECE_MARK = 0xfe }; /* ends a piece: the next bytes arrive apart */

static void echo(struct conn *conn, const char *text, size_t size)
{
    ws_send(conn, text, size);
}

static void nothing(struct conn *conn)
{
    (void)conn;
}

static const struct ws_handler socket_handler = {echo, nothing};

static void request(struct conn *conn, const struct http_request *asked)
{
    char cookie[32];
    http_cookie(asked->field[HTTP_FIELD_COOKIE], "lanterne", cookie, sizeof cookie);
    if (asked->upgrade && ws_start(conn, asked, "", &socket_handler, NULL))
        return;
    http_answer(conn, &(struct http_answer){200, "text/plain", "", asked->body.at, asked->body.length});
}

static size_t body_max(const struct buf *url)
{
    return url->length % 2 ? 64 << 10 : 1 << 20;
}

static const struct http_handler http_handler = {body_max, request, nothing};

/* A connection over a socket pair whose other end the test holds. */
static struct conn *conn_make(struct net *net, int *other)
{
    int pair[2];
    struct conn *conn = mem_zero(sizeof *conn);
    lan_assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    conn->net = net;
    conn->queue_max = 1 << 20;
    uv_tcp_init(net->loop, &conn->tcp);
    lan_assert(uv_tcp_open(&conn->tcp, pair[0]) == 0);
    net->conns = conn;
    net->counts.open = 1;
    http_start(conn, &http_handler, NULL);
    *other = pair[1];
    return conn;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct net net = {.loop = uv_default_loop()};
    int other;
    struct conn *conn = conn_make(&net, &other);
    while (size && net.counts.open && !conn->closing) {
        const uint8_t *mark = memchr(bytes, PIECE_MARK, size);
        size_t count = mark ? (size_t)(mark - bytes) : size;
        /* A copy of its own, so that reading past the end is noticed. */
        char *piece = mem_alloc(count);
        memcpy(piece, bytes, count);
        if (count)
            conn->calls->bytes(conn, piece, count);
        free(piece);
        char sink[4096];
        while (recv(other, sink, sizeof sink, MSG_DONTWAIT) > 0) {
        }
        uv_run(net.loop, UV_RUN_NOWAIT);
        bytes += mark ? count + 1 : count;
        size -= mark ? count + 1 : count;
    }
    if (net.counts.open) {
        conn_close(conn);
        uv_run(net.loop, UV_RUN_DEFAULT);
    }
    close(other);
    return 0;
}
