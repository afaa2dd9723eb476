
#include "conn.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "fault.h"
#include "limit.h"
#include "loop.h"
#include "tls.h"

enum { TICK_MS = 1000, HELD_BYTES = 32 << 10, TRIM_BYTES = 16 << 20 };

int64_t conn_now(const struct conn *conn)
{
    return loop_now(conn->net->loop);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

/*
 * Counts so many bytes for the connection's owners. False when it is more than before and too much for one; a
 * little is kept in any case, so that a crowd at an address does not shut out its neighbours.
 */
static bool owners_count(struct conn *conn, size_t bytes)
{
    struct net *net = conn->net;
    bool fits = true, little = bytes <= conn->counted || bytes <= LIMIT_MEMORY_LEAST_BYTES;
    for (int i = 0; i < OWNERS; i++) {
        struct share *share = conn->owner[i];
        if (!share)
            continue;
        share->held = share->held - conn->counted + bytes;
        fits &= little || share->held <= share->most;
    }
    conn->counted = bytes;
    if (net->share.held > net->share_peak)
        net->share_peak = net->share.held;
    return fits;
}

/* Counts what the connection keeps now; refuses and closes it when that is too much. */
static void memory_count(struct conn *conn)
{
    size_t bytes = conn->queue.size + (conn->flying ? conn->flight.size : 0) + conn->asked;
    if (conn->calls && conn->user)
        bytes += conn->calls->held(conn);
    if (bytes == conn->counted || owners_count(conn, bytes) || conn->crowded || conn->closing)
        return;
    conn->crowded = true;
    conn->net->counts.crowded++;
    if (conn->calls && conn->user)
        conn->calls->crowded(conn);
    else
        conn_close(conn);
}

void conn_owner_set(struct conn *conn, enum conn_owner owner, struct share *share)
{
    if (conn->owner[owner])
        conn->owner[owner]->held -= conn->counted;
    conn->owner[owner] = share;
    if (share)
        share->held += conn->counted;
}

void conn_ask_count(struct conn *conn, ptrdiff_t bytes)
{
    conn->asked += (size_t)bytes;
    if (bytes > 0)
        memory_count(conn);
}

bool net_trim_due(struct net *net)
{
    if (net->share_peak < net->share.held + TRIM_BYTES)
        return false;
    net->share_peak = net->share.held;
    return true;
}

/* ---- Sending ------------------------------------------------------------------------------------------- */

static void flight_end(struct conn *conn)
{
    buf_free(&conn->flight);
    conn->flying = false;
}

static void conn_closed(void *context)
{
    struct conn *conn = context;
    struct net *net = conn->net;
    owners_count(conn, 0);
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
    ptrdiff_t sent =
        loop_stream_try(conn->stream, &(struct loop_piece){conn->queue.at, conn->queue.length}, 1);
    if (sent < 0)
        return false;
    conn->queue.length -= (size_t)sent;
    memmove(conn->queue.at, conn->queue.at + sent, conn->queue.length);
    return true;
}

void conn_close(struct conn *conn)
{
    if (conn->closing)
        return;
    /* What was held back would have been sent by now. */
    if (conn->held && conn->queue.length && !conn->dropped && !conn->flying)
        queue_try(conn);
    conn->closing = true;
    loop_stream_close(conn->stream);
}

void conn_finish(struct conn *conn)
{
    conn->finishing = true;
    if (!conn->queue.length && !conn->flying)
        conn_close(conn);
}

static void queue_fly(struct conn *conn);

static void conn_written(void *context, int status)
{
    struct conn *conn = context;
    flight_end(conn);
    memory_count(conn);
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
    return conn->queue.length + (conn->flying ? conn->flight.length : 0);
}

static void queue_fly(struct conn *conn)
{
    conn->flight = conn->queue;
    conn->flying = true;
    conn->queue = (struct buf){0};
    if (loop_stream_write(conn->stream, conn->flight.at, conn->flight.length) < 0) {
        flight_end(conn);
        conn_close(conn);
    }
}

static void queue_take(struct conn *conn)
{
    struct net *net = conn->net;
    if (net->spares)
        conn->queue = (struct buf){.at = net->spare[--net->spares], .size = NET_SPARE_BYTES};
    else
        buf_grow(&conn->queue, NET_SPARE_BYTES - 1);
}

/* Memory of one size is kept, so that what is written grows into place without being copied. */
static void queue_give(struct conn *conn)
{
    struct net *net = conn->net;
    if (conn->queue.size != NET_SPARE_BYTES || net->spares == NET_SPARES) {
        buf_free(&conn->queue);
        return;
    }
    net->spare[net->spares++] = conn->queue.at;
    conn->queue = (struct buf){0};
}

/* Everything has been sent. */
static void queue_done(struct conn *conn)
{
    queue_give(conn);
    if (conn->finishing)
        conn_close(conn);
    else if (conn->calls->drained)
        conn->calls->drained(conn);
}

static void held_send(struct conn *conn)
{
    conn->held = false;
    if (conn->closing || conn->flying || !conn->queue.length)
        return;
    if (!queue_try(conn))
        conn_close(conn);
    else if (conn->queue.length)
        queue_fly(conn);
    else
        queue_done(conn);
    if (!conn->closing)
        memory_count(conn);
}

static void turn_ended(void *context)
{
    struct net *net = context;
    for (struct conn *conn; (conn = net->held);) {
        net->held = conn->held_next;
        held_send(conn);
    }
}

/* Keeps small things back so that they go out together; false when it is time to send. */
static bool hold(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count)
{
    struct net *net = conn->net;
    if (conn->flying || conn->queue.length + head_count + count > HELD_BYTES)
        return false;
    if (!conn->queue.at)
        queue_take(conn);
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
    if (conn->held && !conn->flying && conn->queue.length && !queue_try(conn)) {
        conn_close(conn);
        return;
    }
    if (!conn->flying && !conn->queue.length) {
        ptrdiff_t result =
            loop_stream_try(conn->stream, (struct loop_piece[]){{head, head_count}, {bytes, count}}, 2);
        if (result < 0) {
            conn_close(conn);
            return;
        }
        sent = (size_t)result;
    }
    if (sent == head_count + count)
        return;
    if (conn_backlog(conn) + head_count + count - sent > conn->queue_max && !FAULT(QUEUE_ENDLESS)) {
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
    if (!conn->flying)
        queue_fly(conn);
    if (!conn->closing)
        memory_count(conn);
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

static void conn_arrived(void *context, const char *bytes, ptrdiff_t count)
{
    struct conn *conn = context;
    if (conn->closing)
        return;
    if (count < 0) {
        conn_close(conn);
        return;
    }
    conn->net->counts.bytes_in += (uint64_t)count;
    if (conn->ssl)
        tls_feed(conn, bytes, (size_t)count);
    else
        conn->calls->bytes(conn, bytes, (size_t)count);
    if (!conn->closing)
        memory_count(conn);
}

void conn_peer(const struct conn *conn, char text[CONN_PEER])
{
    loop_stream_peer(conn->stream, text);
}

static const struct loop_stream_calls conn_calls = {
    .arrived = conn_arrived, .written = conn_written, .closed = conn_closed};

/* A connection beyond the limit is taken and closed, so that the client learns of it at once. */
static void conn_opened(void *context, struct loop_stream *stream)
{
    struct net *net = context;
    struct conn *conn = mem_zero(sizeof *conn);
    conn->net = net;
    conn->queue_max = LIMIT_QUEUE_BYTES;
    conn->stream = stream;
    conn->owner[OWNER_ALL] = &net->share;
    loop_stream_use(stream, &conn_calls, conn);
    conn->after = net->conns;
    if (net->conns)
        net->conns->before = conn;
    net->conns = conn;
    net->counts.open++;
    if (net->counts.open > LIMIT_CONNECTIONS || net->stopping) {
        net->counts.refused++;
        conn_close(conn);
        return;
    }
    net->counts.accepted++;
    loop_stream_tune(stream, LIMIT_SNDBUF_BYTES);
    conn->deadline = conn_now(conn) + 1000 * LIMIT_HANDSHAKE_SECONDS;
    net->opened(conn);
    if (net->tls && !tls_start(conn)) {
        conn_close(conn);
        return;
    }
    loop_stream_read(stream);
}

static void tick(void *context)
{
    struct net *net = context;
    int64_t now = loop_now(net->loop);
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

static void listeners_free(struct net *net)
{
    while (net->listening)
        loop_listener_free(net->listeners[--net->listening]);
}

/* Makes the listeners; returns the port of the first. */
static int listeners_open(struct net *net, const struct net_place *place)
{
    int first = 0;
    for (int i = 0; i < (place->count ? place->count : 1); i++) {
        int result =
            place->count
                ? loop_listen_socket(net->loop, place->sockets[i], conn_opened, net, &net->listeners[i])
                : loop_listen(net->loop, place->host, place->port, conn_opened, net, &net->listeners[i]);
        if (result < 0) {
            listeners_free(net);
            return result;
        }
        net->listening++;
        first = first ? first : result;
    }
    return first;
}

int net_listen(struct net *net, struct loop *loop, const struct net_place *place, SSL_CTX *tls,
               void (*opened)(struct conn *), void *context)
{
    *net = (struct net){.loop = loop,
                        .tls = tls,
                        .policy = "default-src 'none'",
                        .framed_policy = "default-src 'none'",
                        .opened = opened,
                        .context = context};
    net->share.most = LIMIT_MEMORY_BYTES;
    int result = listeners_open(net, place);
    if (result < 0)
        return result;
    net->ticker = loop_timer_create(loop, tick, net);
    loop_timer_start(net->ticker, TICK_MS, TICK_MS);
    net->turn = loop_turn_create(loop, turn_ended, net);
    return result;
}

void net_stop(struct net *net)
{
    if (net->stopping)
        return;
    net->stopping = true;
    listeners_free(net);
}

void net_tls_set(struct net *net, SSL_CTX *tls)
{
    /* A connection holds a reference to the context that it was made under. */
    SSL_CTX_free(net->tls);
    net->tls = tls;
}

void net_close_all(struct net *net)
{
    loop_timer_free(net->ticker);
    loop_turn_free(net->turn);
    for (struct conn *conn = net->conns; conn; conn = conn->after)
        conn_close(conn);
    while (net->spares)
        free(net->spare[--net->spares]);
}
