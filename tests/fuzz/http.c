/*
 * Any bytes on a connection, in any pieces: HTTP, and WebSocket after an upgrade. Nothing may crash, hang or
 * leak, and a connection whose peer falls silent is closed in the end. Network and clock are in memory.
 *
 * Built twice: with FUZZ_SOCKET the connection has been upgraded before the input begins, so that every input
 * is one of WebSocket frames.
 */
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "http.h"
#include "limit.h"
#include "loop_memory.h"
#include "refused.h"
#include "ws.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum {
    PIECE_MARK = 0xfe, /* ends a piece: the next bytes arrive apart */
    SILENCE_SECONDS = 3 * (LIMIT_IDLE_SECONDS + LIMIT_PING_SECONDS),
};

static const char upgrade[] =
    "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

static struct buf answers; /* everything that was sent */

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
    http_answer(conn,
                &(struct http_answer){200, "text/plain", "", asked->body.at, asked->body.length, HTTP_OWN});
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

static void answers_add(const void *bytes, size_t count)
{
    buf_add(&answers, bytes, count);
}

#ifdef FUZZ_SOCKET
/* A frame that closes, with a code that blames the other side. */
static bool refused(void)
{
    const uint8_t *bytes = (const uint8_t *)answers.at;
    for (size_t at = 0; at + 2 <= answers.length;) {
        size_t size = bytes[at + 1], head = 2;
        if (size >= 126) {
            head = size == 126 ? 4 : 10;
            size = 0;
            for (size_t i = 2; i < head && at + i < answers.length; i++)
                size = size << 8 | bytes[at + i];
        }
        if (bytes[at] == 0x88 && size >= 2 && at + 4 <= answers.length) {
            int code = bytes[at + 2] << 8 | bytes[at + 3];
            return code == WS_PROTOCOL_ERROR || code == WS_UNSUPPORTED || code == 1007 || code == 1009;
        }
        at += head + size;
    }
    return false;
}
#else
/* Ours answers 200 or 101 alone; everything else is a refusal of HTTP itself. */
static bool refused(void)
{
    static const char word[] = "HTTP/1.1 4";
    enum { LENGTH = sizeof word - 1 };
    for (size_t at = 0; at + LENGTH <= answers.length; at++) {
        if (memcmp(answers.at + at, word, LENGTH) == 0)
            return true;
    }
    return false;
}
#endif

static void upgrade_arrive(struct loop *loop, struct loop_stream *stream)
{
    loop_memory_arrive(stream, upgrade, sizeof upgrade - 1);
    loop_memory_turn(loop, 1);
    lan_assert(answers.length > 12 && memcmp(answers.at, "HTTP/1.1 101", 12) == 0);
    answers.length = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct net net;
    struct loop *loop = loop_memory_create();
    lan_assert(net_listen(&net, loop, &(struct net_place){.host = "127.0.0.1"}, NULL, opened, NULL) > 0);
    struct loop_stream *stream = loop_memory_connect(loop);
    answers.length = 0;
    loop_memory_watch(loop, answers_add);
#ifdef FUZZ_SOCKET
    upgrade_arrive(loop, stream);
#else
    (void)upgrade_arrive;
#endif
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
    fuzz_refused += refused();
    return 0;
}
