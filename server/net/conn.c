
#include "conn.h"

#include <uv.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "buf.h"
#include "limit.h"
#include "tls.h"

enum { READ_BYTES = 64 << 10, BACKLOG = 1024, TICK_MS = 1000, HELD_BYTES = 32 << 10 };

/* What is on its way to a reader who is slower than we write. */
struct flight {
    uv_write_t write;
    struct buf bytes;
};

/* One buffer for all reads of the loop: what is read is used up before the next read. */
static void read_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
    static char bytes[READ_BYTES];
    (void)handle, (void)suggested;
    *room = uv_buf_init(bytes, sizeof bytes);
}

int64_t conn_now(const struct conn *conn)
{
    return (int64_t)uv_now(conn->net->loop);
}

static void flight_end(struct conn *conn)
{
    if (!conn->flight)
        return;
    buf_free(&conn->flight->bytes);
    free(conn->flight);
    conn->flight = NULL;
}

static void handle_closed(uv_handle_t *handle)
{
    struct conn *conn = (struct conn *)handle;
    struct net *net = conn->net;
    if (conn->calls)
        conn->calls->closed(conn);
    if (conn->before)
        conn->before->after = conn->after;
    else
        net->conns = conn->after;
    if (conn->after)
        conn->after->before = conn->before;
    net->counts.open--;
    if (conn->ssl)
        SSL_free(conn->ssl);
    buf_free(&conn->queue);
    flight_end(conn);
    free(conn);
}

/* As much as the kernel takes at once; false when the connection is broken. */
static bool queue_try(struct conn *conn)
{
    uv_buf_t piece = uv_buf_init(conn->queue.at, (unsigned)conn->queue.length);
    int sent = uv_try_write((uv_stream_t *)conn, &piece, 1);
    if (sent < 0)
        return sent == UV_EAGAIN;
    conn->queue.length -= (size_t)sent;
    memmove(conn->queue.at, conn->queue.at + sent, conn->queue.length);
    return true;
}

void conn_close(struct conn *conn)
{
    if (conn->closing)
        return;
    /* What was held back would have been sent by now. */
    if (conn->held && conn->queue.length && !conn->dropped && !conn->flight)
        queue_try(conn);
    conn->closing = true;
    uv_close((uv_handle_t *)conn, handle_closed);
}

void conn_finish(struct conn *conn)
{
    conn->finishing = true;
    if (!conn->queue.length && !conn->flight)
        conn_close(conn);
}

static void queue_fly(struct conn *conn);

static void written(uv_write_t *write, int status)
{
    struct conn *conn = write->data;
    flight_end(conn);
    if (status < 0) {
        conn_close(conn);
        return;
    }
    if (conn->queue.length)
        queue_fly(conn);
    else if (conn->finishing)
        conn_close(conn);
    else if (conn->calls->drained && !conn->closing)
        conn->calls->drained(conn);
}

size_t conn_backlog(const struct conn *conn)
{
    return conn->queue.length + (conn->flight ? conn->flight->bytes.length : 0);
}

static void queue_fly(struct conn *conn)
{
    struct flight *flight = mem_zero(sizeof *flight);
    flight->bytes = conn->queue;
    flight->write.data = conn;
    conn->flight = flight;
    conn->queue = (struct buf){0};
    uv_buf_t piece = uv_buf_init(flight->bytes.at, (unsigned)flight->bytes.length);
    if (uv_write(&flight->write, (uv_stream_t *)conn, &piece, 1, written) < 0) {
        flight_end(conn);
        conn_close(conn);
    }
}

/* Everything has been sent. */
static void queue_done(struct conn *conn)
{
    buf_free(&conn->queue);
    if (conn->finishing)
        conn_close(conn);
    else if (conn->calls->drained)
        conn->calls->drained(conn);
}

static void held_send(struct conn *conn)
{
    conn->held = false;
    if (conn->closing || conn->flight || !conn->queue.length)
        return;
    if (!queue_try(conn))
        conn_close(conn);
    else if (conn->queue.length)
        queue_fly(conn);
    else
        queue_done(conn);
}

void net_release(struct net *net)
{
    for (struct conn *conn; (conn = net->held);) {
        net->held = conn->held_next;
        held_send(conn);
    }
}

static void before_waiting(uv_prepare_t *handle)
{
    net_release(handle->data);
}

static void after_events(uv_check_t *handle)
{
    net_release(handle->data);
}

/* Keeps small things back so that they go out together; false when it is time to send. */
static bool hold(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count)
{
    struct net *net = conn->net;
    if (conn->flight || conn->queue.length + head_count + count > HELD_BYTES)
        return false;
    buf_add(&conn->queue, head, head_count);
    buf_add(&conn->queue, bytes, count);
    if (!conn->held) {
        conn->held = true;
        conn->held_next = net->held;
        net->held = conn;
    }
    return true;
}

void conn_write_raw(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count)
{
    size_t sent = 0;
    if (conn->closing)
        return;
    conn->net->counts.bytes_out += head_count + count;
    if (hold(conn, head, head_count, bytes, count))
        return;
    if (conn->held && !conn->flight && conn->queue.length && !queue_try(conn)) {
        conn_close(conn);
        return;
    }
    if (!conn->flight && !conn->queue.length) {
        uv_buf_t pieces[2] = {{(char *)(uintptr_t)head, head_count}, {(char *)(uintptr_t)bytes, count}};
        int result = uv_try_write((uv_stream_t *)conn, pieces, 2);
        if (result < 0 && result != UV_EAGAIN) {
            conn_close(conn);
            return;
        }
        sent = result > 0 ? (size_t)result : 0;
    }
    if (sent == head_count + count)
        return;
    if (conn_backlog(conn) + head_count + count - sent > conn->queue_max) {
        conn->dropped = true;
        conn->net->counts.dropped++;
        conn_close(conn);
        return;
    }
    if (sent < head_count) {
        buf_add(&conn->queue, (const char *)head + sent, head_count - sent);
        sent = head_count;
    }
    buf_add(&conn->queue, (const char *)bytes + (sent - head_count), count - (sent - head_count));
    if (!conn->flight)
        queue_fly(conn);
}

void conn_write2(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count)
{
    if (conn->closing || head_count + count == 0)
        return;
    if (!conn->ssl) {
        conn_write_raw(conn, head, head_count, bytes, count);
        return;
    }
    tls_write(conn, head, head_count);
    tls_write(conn, bytes, count);
}

void conn_write(struct conn *conn, const void *bytes, size_t count)
{
    conn_write2(conn, bytes, count, "", 0);
}

static void arrived(uv_stream_t *stream, ssize_t count, const uv_buf_t *room)
{
    struct conn *conn = (struct conn *)stream;
    if (conn->closing || count == 0)
        return;
    if (count < 0) {
        conn_close(conn);
        return;
    }
    conn->net->counts.bytes_in += (uint64_t)count;
    if (conn->ssl)
        tls_feed(conn, room->base, (size_t)count);
    else
        conn->calls->bytes(conn, room->base, (size_t)count);
}

void conn_peer(const struct conn *conn, char text[CONN_PEER])
{
    struct sockaddr_storage peer;
    int size = sizeof peer;
    text[0] = 0;
    if (uv_tcp_getpeername(&conn->tcp, (struct sockaddr *)&peer, &size) == 0)
        uv_ip_name((struct sockaddr *)&peer, text, CONN_PEER);
}

static void socket_limit(struct conn *conn)
{
    int bytes = LIMIT_SNDBUF_BYTES;
    uv_send_buffer_size((uv_handle_t *)conn, &bytes);
    uv_tcp_nodelay(&conn->tcp, 1);
}

/* A connection beyond the limit is taken and closed, so that the client learns of it at once. */
static void accept_one(uv_stream_t *server, int status)
{
    struct net *net = server->data;
    if (status < 0)
        return;
    struct conn *conn = mem_zero(sizeof *conn);
    conn->net = net;
    conn->queue_max = LIMIT_QUEUE_BYTES;
    uv_tcp_init(net->loop, &conn->tcp);
    conn->after = net->conns;
    if (net->conns)
        net->conns->before = conn;
    net->conns = conn;
    net->counts.open++;
    if (uv_accept(server, (uv_stream_t *)conn) < 0 || net->counts.open > LIMIT_CONNECTIONS || net->stopping) {
        net->counts.refused++;
        conn_close(conn);
        return;
    }
    net->counts.accepted++;
    socket_limit(conn);
    conn->deadline = conn_now(conn) + 1000 * LIMIT_HANDSHAKE_SECONDS;
    net->opened(conn);
    if (net->tls && !tls_start(conn)) {
        conn_close(conn);
        return;
    }
    uv_read_start((uv_stream_t *)conn, read_room, arrived);
}

static void tick(uv_timer_t *timer)
{
    struct net *net = timer->data;
    int64_t now = (int64_t)uv_now(net->loop);
    for (struct conn *conn = net->conns, *after; conn; conn = after) {
        after = conn->after;
        if (conn->closing)
            continue;
        if (conn->deadline && now >= conn->deadline)
            conn_close(conn);
        else if (conn->calls->tick)
            conn->calls->tick(conn, now);
    }
}

static int address_of(const char *host, int port, struct sockaddr_storage *address)
{
    if (uv_ip4_addr(host, port, (struct sockaddr_in *)address) == 0)
        return 0;
    return uv_ip6_addr(host, port, (struct sockaddr_in6 *)address);
}

/* After whatever a turn of the loop did: its timers before it waits, its sockets after. */
static void releases_start(struct net *net)
{
    uv_prepare_init(net->loop, &net->before);
    uv_check_init(net->loop, &net->after);
    net->before.data = net->after.data = net;
    uv_prepare_start(&net->before, before_waiting);
    uv_check_start(&net->after, after_events);
}

int net_listen(struct net *net, uv_loop_t *loop, const char *host, int port, SSL_CTX *tls,
               void (*opened)(struct conn *), void *context)
{
    struct sockaddr_storage address = {0};
    *net = (struct net){.loop = loop, .tls = tls, .opened = opened, .context = context};
    int result = address_of(host, port, &address);
    if (result < 0)
        return result;
    uv_tcp_init(loop, &net->listener);
    net->listener.data = net;
    uv_timer_init(loop, &net->ticker);
    net->ticker.data = net;
    result = uv_tcp_bind(&net->listener, (struct sockaddr *)&address, 0);
    if (result == 0)
        result = uv_listen((uv_stream_t *)&net->listener, BACKLOG, accept_one);
    int size = sizeof address;
    if (result == 0)
        result = uv_tcp_getsockname(&net->listener, (struct sockaddr *)&address, &size);
    if (result < 0)
        return result;
    uv_timer_start(&net->ticker, tick, TICK_MS, TICK_MS);
    releases_start(net);
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

void net_stop(struct net *net)
{
    if (net->stopping)
        return;
    net->stopping = true;
    uv_close((uv_handle_t *)&net->listener, NULL);
}

void net_close_all(struct net *net)
{
    uv_close((uv_handle_t *)&net->ticker, NULL);
    uv_close((uv_handle_t *)&net->before, NULL);
    uv_close((uv_handle_t *)&net->after, NULL);
    for (struct conn *conn = net->conns; conn; conn = conn->after)
        conn_close(conn);
}
