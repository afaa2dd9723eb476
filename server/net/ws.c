
#include "ws.h"

#include <sodium.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "buf.h"
#include "buf_print.h"
#include "conn.h"
#include "http.h"
#include "limit.h"

enum {
    KEY_LENGTH = 24,
    ACCEPT_LENGTH = 29,
    GOODBYE_MS = 2000,
    SHORT_MESSAGE = 1024,
    CONTEXT_BYTES = 9 << 10, /* of a context of wslay's */
    FRAGMENT_BYTES = 128,    /* that wslay needs besides the bytes of a fragment */
};

/*
 * wslay's context has 8 KB of buffers, which would be most of what a silent connection takes. So it lives
 * from the first byte of a message to the last: between messages there is nothing in it that would be missed.
 */
struct ws {
    wslay_event_context_ptr wslay; /* NULL between messages */
    uint64_t taken, framed;        /* bytes given to wslay, and bytes of all frames begun */
    bool unfinished;               /* more frames of the message are to come */
    int fragments;                 /* of the message so far */
    size_t message;                /* bytes of these */
    const struct ws_handler *handler;
    void *context;
    const char *bytes; /* what is being read now */
    size_t count;
    int64_t heard, pinged;
    bool leaving;
};

static struct ws *ws_of(struct conn *conn)
{
    return conn->user;
}

void *ws_context(struct conn *conn)
{
    return ws_of(conn)->context;
}

/* ---- wslay's callbacks --------------------------------------------------------------------------------- */

static ssize_t recv_bytes(wslay_event_context_ptr wslay, uint8_t *data, size_t size, int flags, void *user)
{
    struct ws *ws = ws_of(user);
    size_t count = ws->count < size ? ws->count : size;
    (void)flags;
    if (!count) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(data, ws->bytes, count);
    ws->taken += count;
    ws->bytes += count;
    ws->count -= count;
    return (ssize_t)count;
}

static ssize_t send_bytes(wslay_event_context_ptr wslay, const uint8_t *data, size_t size, int flags,
                          void *user)
{
    struct conn *conn = user;
    (void)wslay, (void)flags;
    conn_write(conn, data, size);
    return (ssize_t)size;
}

static void message_arrived(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *arg,
                            void *user)
{
    struct conn *conn = user;
    struct ws *ws = ws_of(conn);
    (void)wslay;
    if (!wslay_is_ctrl_frame(arg->opcode)) {
        ws->fragments = 0;
        ws->message = 0;
    }
    if (ws->leaving || conn->closing)
        return;
    if (arg->opcode == WSLAY_TEXT_FRAME)
        ws->handler->message(conn, (const char *)arg->msg, arg->msg_length);
    else if (arg->opcode == WSLAY_BINARY_FRAME)
        ws_goodbye(conn, WS_UNSUPPORTED, "text only");
}

/* Ends a connection that sends too much of something; what else it has sent is not read. */
static void frames_refuse(struct conn *conn, int code, const char *reason)
{
    ws_goodbye(conn, code, reason);
    wslay_event_shutdown_read(ws_of(conn)->wslay);
}

/* The frames that wslay lets through are masked and their lengths are written as short as can be. */
static void frame_began(wslay_event_context_ptr wslay, const struct wslay_event_on_frame_recv_start_arg *arg,
                        void *user)
{
    struct conn *conn = user;
    struct ws *ws = ws_of(conn);
    uint64_t size = arg->payload_length;
    (void)wslay;
    uint64_t head = size < 126 ? 6 : size < 65536 ? 8 : 14;
    ws->framed += head + size;
    if (ws->leaving || conn->closing)
        return;
    if (wslay_is_ctrl_frame(arg->opcode)) {
        if (arg->opcode != WSLAY_CONNECTION_CLOSE && !ws->handler->control(conn))
            frames_refuse(conn, WS_POLICY, "too many pings (messages_per_second)");
        return;
    }
    ws->unfinished = !arg->fin;
    ws->message += (size_t)size;
    if (++ws->fragments > LIMIT_FRAGMENTS)
        frames_refuse(conn, WS_TOO_BIG, "too many fragments (fragments)");
}

static const struct wslay_event_callbacks wslay_calls = {
    .recv_callback = recv_bytes,
    .send_callback = send_bytes,
    .on_frame_recv_start_callback = frame_began,
    .on_msg_recv_callback = message_arrived,
};

static void wslay_need(struct conn *conn)
{
    struct ws *ws = ws_of(conn);
    if (ws->wslay)
        return;
    ws->taken = ws->framed = 0;
    ws->unfinished = false;
    ws->fragments = 0;
    ws->message = 0;
    lan_assert(wslay_event_context_server_init(&ws->wslay, &wslay_calls, conn) == 0);
    wslay_event_config_set_max_recv_msg_length(ws->wslay, LIMIT_MESSAGE_BYTES);
}

static void wslay_rest(struct ws *ws)
{
    if (ws->leaving || ws->unfinished || ws->taken != ws->framed || wslay_event_want_write(ws->wslay))
        return;
    wslay_event_context_free(ws->wslay);
    ws->wslay = NULL;
}

/* ---- The connection's user ----------------------------------------------------------------------------- */

/* Sends wslay's own frames (pongs, closes) and ends the connection when both sides have said goodbye. */
static void settle(struct conn *conn)
{
    struct ws *ws = ws_of(conn);
    if (wslay_event_want_write(ws->wslay) && wslay_event_send(ws->wslay) != 0)
        conn_close(conn);
    if (!wslay_event_want_read(ws->wslay) && !wslay_event_want_write(ws->wslay))
        conn_finish(conn);
    else if (wslay_event_want_read(ws->wslay))
        wslay_rest(ws);
}

/*
 * Nearly always what arrives is one short ASCII message in one frame. That needs no context of wslay's, which
 * takes 8 KB to be made and thrown away; whatever is unusual in the least is left to wslay. The bytes used
 * up, 0 when it is unusual.
 */
static size_t whole_message(struct conn *conn, const char *bytes, size_t count)
{
    enum { HEAD = 6, SHORT = 125, LONG_HEAD = 8, FIN_TEXT = 0x81, MASKED = 0x80, SIZE = 0x7f };
    const uint8_t *at = (const uint8_t *)bytes;
    char text[SHORT_MESSAGE];
    if (count < HEAD || at[0] != FIN_TEXT || !(at[1] & MASKED))
        return 0;
    size_t head = HEAD, size = at[1] & SIZE;
    if (size == SHORT + 1 && count >= LONG_HEAD) {
        head = LONG_HEAD;
        size = (size_t)at[2] << 8 | at[3];
        if (size <= SHORT)
            return 0;
    } else if (size > SHORT) {
        return 0;
    }
    if (size > sizeof text || count < head + size)
        return 0;
    uint8_t all = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = at[head + i] ^ at[head - 4 + i % 4];
        all |= byte;
        text[i] = (char)byte;
    }
    if (all > 0x7f)
        return 0;
    ws_of(conn)->handler->message(conn, text, size);
    return head + size;
}

static void ws_bytes(struct conn *conn, const char *bytes, size_t count)
{
    struct ws *ws = ws_of(conn);
    ws->heard = conn_now(conn);
    for (size_t used; count && !ws->wslay && !conn->closing && (used = whole_message(conn, bytes, count));) {
        bytes += used;
        count -= used;
    }
    if (!count || conn->closing)
        return;
    wslay_need(conn);
    ws->bytes = bytes;
    ws->count = count;
    /* Until it would block; a broken frame queues a close by itself. */
    while (ws->count && !conn->closing && wslay_event_want_read(ws->wslay)) {
        if (wslay_event_recv(ws->wslay) != 0) {
            ws_goodbye(conn, WS_PROTOCOL_ERROR, "");
            conn_finish(conn);
            return;
        }
    }
    if (!conn->closing)
        settle(conn);
}

static void ws_closed(struct conn *conn)
{
    struct ws *ws = ws_of(conn);
    ws->handler->closed(conn);
    if (ws->wslay)
        wslay_event_context_free(ws->wslay);
    free(ws);
}

static void ws_tick(struct conn *conn, int64_t now)
{
    struct ws *ws = ws_of(conn);
    if (now - ws->heard > 2000 * LIMIT_PING_SECONDS + 1000) {
        conn_close(conn);
        return;
    }
    if (now - ws->heard < 1000 * LIMIT_PING_SECONDS || now - ws->pinged < 1000 * LIMIT_PING_SECONDS ||
        ws->leaving)
        return;
    static const uint8_t ping[2] = {0x89, 0};
    ws->pinged = now;
    conn_write(conn, ping, sizeof ping);
}

static size_t ws_held(const struct conn *conn)
{
    const struct ws *ws = conn->user;
    return ws->wslay ? CONTEXT_BYTES + ws->message + (size_t)ws->fragments * FRAGMENT_BYTES : 0;
}

static void ws_crowded(struct conn *conn)
{
    ws_goodbye(conn, WS_TRY_LATER, "memory");
    conn_finish(conn);
}

static const struct conn_user ws_calls = {
    .bytes = ws_bytes, .closed = ws_closed, .tick = ws_tick, .held = ws_held, .crowded = ws_crowded};

/* ---- Beginning and end --------------------------------------------------------------------------------- */

static void accept_key(const char *key, char out[ACCEPT_LENGTH])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char bytes[KEY_LENGTH + sizeof guid], hash[SHA_DIGEST_LENGTH];
    memcpy(bytes, key, KEY_LENGTH);
    memcpy(bytes + KEY_LENGTH, guid, sizeof guid - 1);
    SHA1(bytes, KEY_LENGTH + sizeof guid - 1, hash);
    sodium_bin2base64(out, ACCEPT_LENGTH, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

static void upgrade_answer(struct conn *conn, const struct http_request *request, const char *headers)
{
    struct buf head = {0};
    char accept[ACCEPT_LENGTH];
    accept_key(request->field[HTTP_FIELD_WS_KEY], accept);
    bool named = strcmp(request->field[HTTP_FIELD_WS_PROTOCOL], "lanterne") == 0;
    buf_printf(&head,
               "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Accept: %s\r\n%s%s\r\n",
               accept, named ? "Sec-WebSocket-Protocol: lanterne\r\n" : "", headers);
    conn_write(conn, head.at, head.length);
    buf_free(&head);
}

bool ws_start(struct conn *conn, const struct http_request *request, const char *headers,
              const struct ws_handler *handler, void *context)
{
    if (!request->upgrade || request->method != HTTP_READ ||
        strcasecmp(request->field[HTTP_FIELD_UPGRADE], "websocket") != 0 ||
        strcmp(request->field[HTTP_FIELD_WS_VERSION], "13") != 0 ||
        strlen(request->field[HTTP_FIELD_WS_KEY]) != KEY_LENGTH)
        return false;
    struct ws *ws = mem_zero(sizeof *ws);
    struct buf rest;
    upgrade_answer(conn, request, headers);
    http_leave(conn, &rest);
    ws->handler = handler;
    ws->context = context;
    ws->heard = ws->pinged = conn_now(conn);
    conn->calls = &ws_calls;
    conn->user = ws;
    conn->deadline = 0;
    if (rest.length)
        ws_bytes(conn, rest.at, rest.length);
    buf_free(&rest);
    return true;
}

void ws_send(struct conn *conn, const char *text, size_t size)
{
    uint8_t head[10] = {0x81};
    size_t head_count = 2;
    if (ws_of(conn)->leaving)
        return;
    if (size < 126) {
        head[1] = (uint8_t)size;
    } else {
        int bytes = size < 65536 ? 2 : 8;
        head[1] = bytes == 2 ? 126 : 127;
        for (int i = 0; i < bytes; i++)
            head[head_count++] = (uint8_t)((uint64_t)size >> 8 * (bytes - 1 - i));
    }
    conn_write2(conn, head, head_count, text, size);
}

void ws_goodbye(struct conn *conn, int code, const char *reason)
{
    struct ws *ws = ws_of(conn);
    if (ws->leaving || conn->closing)
        return;
    ws->leaving = true;
    wslay_need(conn);
    wslay_event_queue_close(ws->wslay, (uint16_t)code, (const uint8_t *)reason, strlen(reason));
    wslay_event_send(ws->wslay);
    conn->deadline = conn_now(conn) + GOODBYE_MS;
}
