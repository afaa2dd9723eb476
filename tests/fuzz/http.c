/*
 * Any bytes on a connection, in any pieces: HTTP, and WebSocket after an upgrade. Nothing may crash, hang or
 * leak, and a connection whose peer falls silent is closed in the end. Network and clock are in memory.
 */
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "limit.h"
#include "loop_memory.h"
#include "ws.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum {
    PIECE_MARK = 0xfe, /* ends a piece: the next bytes arrive apart */
    SILENCE_SECONDS = 3 * (LIMIT_IDLE_SECONDS + LIMIT_PING_SECONDS),
};

static void echo(struct conn *conn, const char *text, size_t size)
{
    ws_send(conn, text, size);
}

static void nothing(struct conn *conn)
{
    (void)conn;
}

static bool control(struct conn *conn)
{
    (void)conn;
    return true;
}

static const struct ws_handler socket_handler = {.message = echo, .control = control, .closed = nothing};

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

static void opened(struct conn *conn)
{
    http_start(conn, &http_handler, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct net net;
    struct loop *loop = loop_memory_create();
    lan_assert(net_listen(&net, loop, "127.0.0.1", 0, NULL, opened, NULL) > 0);
    struct loop_stream *stream = loop_memory_connect(loop);
    while (size && net.counts.open) {
        const uint8_t *mark = memchr(bytes, PIECE_MARK, size);
        size_t count = mark ? (size_t)(mark - bytes) : size;
        /* A copy of its own, so that reading past the end is noticed. */
        char *piece = mem_alloc(count);
        memcpy(piece, bytes, count);
        if (count)
            loop_memory_arrive(stream, piece, count);
        free(piece);
        loop_memory_turn(loop, 1);
        bytes += mark ? count + 1 : count;
        size -= mark ? count + 1 : count;
    }
    for (int second = 0; second < SILENCE_SECONDS && net.counts.open; second++)
        loop_memory_turn(loop, 1000);
    lan_assert(!net.counts.open);
    net_stop(&net);
    net_close_all(&net);
    loop_destroy(loop);
    return 0;
}
