/*
 * Each handle is our struct with libuv's inside, whose `data` points back. Memory is given back when libuv
 * has closed the handle, at the end of a turn.
 */
#include "loop_uv.h"

#include <uv.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "buf.h"
#include "loop.h"

enum { READ_BYTES = 64 << 10, BACKLOG = 1024, WORKERS_MIN = 3, WORKERS_MAX = 16 };

static const char workers_name[] = "UV_THREADPOOL_SIZE";

_Static_assert((int)LOOP_END == (int)UV_EOF && UV_EAGAIN == -EAGAIN, "errors are passed on as they are");
_Static_assert((int)LOOP_READABLE == (int)UV_READABLE && (int)LOOP_WRITABLE == (int)UV_WRITABLE,
               "and so are events");

struct loop_uv {
    struct loop base;
    uv_loop_t uv;
    char bytes[READ_BYTES]; /* of all reads: what arrived is used up before the next read */
};

static uv_loop_t *uv_of(struct loop *loop)
{
    return &((struct loop_uv *)loop)->uv;
}

static void handle_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void loop_run_uv(struct loop *loop)
{
    uv_run(uv_of(loop), UV_RUN_DEFAULT);
}

static void loop_destroy_uv(struct loop *loop)
{
    uv_run(uv_of(loop), UV_RUN_DEFAULT);
    lan_assert(uv_loop_close(uv_of(loop)) == 0);
    free(loop);
}

static const char *error_text_uv(int error)
{
    return uv_strerror(error);
}

static int64_t loop_now_uv(const struct loop *loop)
{
    return (int64_t)uv_now(&((const struct loop_uv *)loop)->uv);
}

static uint64_t loop_clock_uv(const struct loop *loop)
{
    (void)loop;
    return uv_hrtime();
}

static void loop_sleep_uv(struct loop *loop, int64_t milliseconds)
{
    (void)loop;
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

/*
 * ---- Timers
 * ------------------------------------------------------------------------------------------------
 */

struct timer_uv {
    struct loop_timer base;
    uv_timer_t uv;
};

static struct loop_timer *timer_create_uv(struct loop *loop)
{
    struct timer_uv *timer = mem_zero(sizeof *timer);
    lan_assert(uv_timer_init(uv_of(loop), &timer->uv) == 0);
    timer->uv.data = timer;
    return &timer->base;
}

static void timer_due(uv_timer_t *handle)
{
    struct timer_uv *timer = handle->data;
    timer->base.due(timer->base.context);
}

static void timer_start_uv(struct loop_timer *timer, uint64_t milliseconds, uint64_t again)
{
    uv_timer_start(&((struct timer_uv *)timer)->uv, timer_due, milliseconds, again);
}

static void timer_stop_uv(struct loop_timer *timer)
{
    uv_timer_stop(&((struct timer_uv *)timer)->uv);
}

static void timer_free_uv(struct loop_timer *timer)
{
    uv_close((uv_handle_t *)&((struct timer_uv *)timer)->uv, handle_closed);
}

/*
 * ---- The end of a turn
 * -------------------------------------------------------------------------------------
 */

struct turn_uv {
    struct loop_turn base;
    uv_prepare_t before; /* the loop waits */
    uv_check_t after;    /* it has */
};

static void turn_before(uv_prepare_t *handle)
{
    struct turn_uv *turn = handle->data;
    turn->base.ended(turn->base.context);
}

static void turn_after(uv_check_t *handle)
{
    struct turn_uv *turn = handle->data;
    turn->base.ended(turn->base.context);
}

static struct loop_turn *turn_create_uv(struct loop *loop)
{
    struct turn_uv *turn = mem_zero(sizeof *turn);
    uv_prepare_init(uv_of(loop), &turn->before);
    uv_check_init(uv_of(loop), &turn->after);
    turn->before.data = turn->after.data = turn;
    uv_prepare_start(&turn->before, turn_before);
    uv_check_start(&turn->after, turn_after);
    return &turn->base;
}

/*
 * Closed one after the other: the memory of both goes with the second, and libuv promises no order of
 * closing.
 */
static void turn_closed(uv_handle_t *handle)
{
    struct turn_uv *turn = handle->data;
    uv_close((uv_handle_t *)&turn->after, handle_closed);
}

static void turn_free_uv(struct loop_turn *turn)
{
    struct turn_uv *both = (struct turn_uv *)turn;
    uv_check_stop(&both->after);
    uv_close((uv_handle_t *)&both->before, turn_closed);
}

/*
 * ---- Other threads
 * -----------------------------------------------------------------------------------------
 */

struct wake_uv {
    struct loop_wake base;
    uv_async_t uv;
};

static void wake_came(uv_async_t *handle)
{
    struct wake_uv *wake = handle->data;
    wake->base.woken(wake->base.context);
}

static struct loop_wake *wake_create_uv(struct loop *loop)
{
    struct wake_uv *wake = mem_zero(sizeof *wake);
    lan_assert(uv_async_init(uv_of(loop), &wake->uv, wake_came) == 0);
    uv_unref((uv_handle_t *)&wake->uv);
    wake->uv.data = wake;
    return &wake->base;
}

static void wake_send_uv(struct loop_wake *wake)
{
    uv_async_send(&((struct wake_uv *)wake)->uv);
}

static void wake_free_uv(struct loop_wake *wake)
{
    uv_close((uv_handle_t *)&((struct wake_uv *)wake)->uv, handle_closed);
}

struct work_uv {
    uv_work_t uv;
    void (*run)(void *context);
    void (*done)(void *context);
    void *context;
};

static void work_run(uv_work_t *request)
{
    const struct work_uv *work = request->data;
    work->run(work->context);
}

static void work_done(uv_work_t *request, int status)
{
    struct work_uv *work = request->data;
    (void)status; /* always 0: nothing is cancelled */
    work->done(work->context);
    free(work);
}

static void work_uv(struct loop *loop, void (*run)(void *), void (*done)(void *), void *context)
{
    struct work_uv *work = mem_zero(sizeof *work);
    work->run = run;
    work->done = done;
    work->context = context;
    work->uv.data = work;
    lan_assert(uv_queue_work(uv_of(loop), &work->uv, work_run, work_done) == 0);
}

/*
 * libuv reads the number of its threads from the environment when it is first given work. One of them is
 * besides those that loop_workers says.
 */
static int workers_uv(const struct loop *loop)
{
    const char *set = getenv(workers_name);
    int count = set ? atoi(set) : 0;
    (void)loop;
    return count > 1 ? count - 1 : 1;
}

static void workers_set(void)
{
    char text[12];
    unsigned count = uv_available_parallelism() + 1;
    count = count < WORKERS_MIN ? WORKERS_MIN : count > WORKERS_MAX ? WORKERS_MAX : count;
    snprintf(text, sizeof text, "%u", count + 1);
    setenv(workers_name, text, 0);
}

/*
 * ---- Signals
 * -----------------------------------------------------------------------------------------------
 */

struct signal_uv {
    struct loop_signal base;
    uv_signal_t uv;
};

static void signal_came(uv_signal_t *handle, int number)
{
    struct signal_uv *signal = handle->data;
    signal->base.raised(signal->base.context, number);
}

static struct loop_signal *signal_create_uv(struct loop *loop, int number)
{
    struct signal_uv *signal = mem_zero(sizeof *signal);
    lan_assert(uv_signal_init(uv_of(loop), &signal->uv) == 0);
    signal->uv.data = signal;
    lan_assert(uv_signal_start(&signal->uv, signal_came, number) == 0);
    uv_unref((uv_handle_t *)&signal->uv);
    return &signal->base;
}

static void signal_free_uv(struct loop_signal *signal)
{
    uv_close((uv_handle_t *)&((struct signal_uv *)signal)->uv, handle_closed);
}

/*
 * ---- Sockets of other libraries
 * ----------------------------------------------------------------------------
 */

struct watch_uv {
    struct loop_watch base;
    uv_poll_t uv;
};

static struct loop_watch *watch_create_uv(struct loop *loop, int socket)
{
    struct watch_uv *watch = mem_zero(sizeof *watch);
    if (uv_poll_init_socket(uv_of(loop), &watch->uv, socket) < 0) {
        free(watch);
        return NULL;
    }
    watch->uv.data = watch;
    return &watch->base;
}

static void watch_ready(uv_poll_t *handle, int status, int events)
{
    struct watch_uv *watch = handle->data;
    watch->base.ready(watch->base.context, events | (status < 0 ? LOOP_BROKEN : 0));
}

static void watch_set_uv(struct loop_watch *watch, int events)
{
    uv_poll_start(&((struct watch_uv *)watch)->uv, events, watch_ready);
}

static void watch_free_uv(struct loop_watch *watch)
{
    uv_poll_t *uv = &((struct watch_uv *)watch)->uv;
    uv_poll_stop(uv);
    uv_close((uv_handle_t *)uv, handle_closed);
}

/*
 * ---- Listening and connecting
 * ------------------------------------------------------------------------------
 */

struct stream_uv {
    struct loop_stream base;
    uv_tcp_t tcp;
};

struct listener_uv {
    struct loop_listener base;
    uv_tcp_t tcp;
};

static int address_of(const char *host, int port, struct sockaddr_storage *address)
{
    if (uv_ip4_addr(host, port, (struct sockaddr_in *)address) == 0)
        return 0;
    return uv_ip6_addr(host, port, (struct sockaddr_in6 *)address);
}

static struct stream_uv *stream_make(struct loop *loop)
{
    struct stream_uv *stream = mem_zero(sizeof *stream);
    lan_assert(uv_tcp_init(uv_of(loop), &stream->tcp) == 0);
    stream->base.loop = loop;
    stream->tcp.data = stream;
    return stream;
}

static void stream_came(uv_stream_t *handle, int status)
{
    const struct listener_uv *listener = handle->data;
    if (status < 0)
        return;
    struct stream_uv *stream = stream_make(listener->base.loop);
    if (uv_accept(handle, (uv_stream_t *)&stream->tcp) == 0)
        listener->base.opened(listener->base.context, &stream->base);
    else
        uv_close((uv_handle_t *)&stream->tcp, handle_closed);
}

/* The port, or an error. */
/* Listens on the socket of a listener, which has its address; returns the port. */
static int listen_start(struct listener_uv *listener)
{
    struct sockaddr_storage address = {0};
    int size = sizeof address;
    int result = uv_listen((uv_stream_t *)&listener->tcp, BACKLOG, stream_came);
    if (result == 0)
        result = uv_tcp_getsockname(&listener->tcp, (struct sockaddr *)&address, &size);
    if (result < 0)
        return result;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

static struct listener_uv *listener_make(struct loop *loop)
{
    struct listener_uv *listener = mem_zero(sizeof *listener);
    lan_assert(uv_tcp_init(uv_of(loop), &listener->tcp) == 0);
    listener->tcp.data = listener;
    return listener;
}

static void listener_free_uv(struct loop_listener *listener)
{
    uv_close((uv_handle_t *)&((struct listener_uv *)listener)->tcp, handle_closed);
}

static int listen_uv(struct loop *loop, const char *host, int port, struct loop_listener **out)
{
    struct sockaddr_storage address = {0};
    int result = address_of(host, port, &address);
    if (result < 0)
        return result;
    struct listener_uv *listener = listener_make(loop);
    result = uv_tcp_bind(&listener->tcp, (struct sockaddr *)&address, 0);
    if (result == 0)
        result = listen_start(listener);
    if (result < 0)
        listener_free_uv(&listener->base);
    else
        *out = &listener->base;
    return result;
}

static int listen_socket_uv(struct loop *loop, int socket, struct loop_listener **out)
{
    struct listener_uv *listener = listener_make(loop);
    int result = uv_tcp_open(&listener->tcp, socket);
    if (result == 0)
        result = listen_start(listener);
    if (result < 0)
        listener_free_uv(&listener->base);
    else
        *out = &listener->base;
    return result;
}

static void stream_connected(uv_connect_t *request, int status)
{
    const struct stream_uv *stream = request->data;
    free(request);
    stream->base.calls->connected(stream->base.context, status);
}

static struct loop_stream *connect_uv(struct loop *loop, const char *host, int port)
{
    struct sockaddr_storage address = {0};
    if (address_of(host, port, &address) < 0)
        return NULL;
    struct stream_uv *stream = stream_make(loop);
    uv_connect_t *request = mem_zero(sizeof *request);
    request->data = stream;
    if (uv_tcp_connect(request, &stream->tcp, (struct sockaddr *)&address, stream_connected) == 0)
        return &stream->base;
    free(request);
    uv_close((uv_handle_t *)&stream->tcp, handle_closed);
    return NULL;
}

/*
 * ---- Streams
 * -----------------------------------------------------------------------------------------------
 */

static uv_stream_t *stream_of(struct loop_stream *stream)
{
    return (uv_stream_t *)&((struct stream_uv *)stream)->tcp;
}

static void stream_tune_uv(struct loop_stream *stream, int bytes)
{
    if (bytes)
        uv_send_buffer_size((uv_handle_t *)stream_of(stream), &bytes);
    uv_tcp_nodelay(&((struct stream_uv *)stream)->tcp, 1);
}

static void read_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    const struct stream_uv *stream = handle->data;
    struct loop_uv *loop = (struct loop_uv *)stream->base.loop;
    (void)suggested;
    *out = uv_buf_init(loop->bytes, sizeof loop->bytes);
}

/* libuv also calls with a count of 0, when it was woken for nothing. */
static void bytes_arrived(uv_stream_t *handle, ssize_t count, const uv_buf_t *buffer)
{
    const struct stream_uv *stream = handle->data;
    if (count)
        stream->base.calls->arrived(stream->base.context, buffer->base, count);
}

static void stream_read_uv(struct loop_stream *stream)
{
    uv_read_start(stream_of(stream), read_buffer, bytes_arrived);
}

static ptrdiff_t stream_try_uv(struct loop_stream *stream, const struct loop_piece *pieces, int count)
{
    uv_buf_t buffers[LOOP_PIECES_MAX];
    lan_assert(count <= LOOP_PIECES_MAX);
    for (int i = 0; i < count; i++)
        buffers[i] = uv_buf_init((char *)(uintptr_t)pieces[i].bytes, (unsigned)pieces[i].count);
    int sent = uv_try_write(stream_of(stream), buffers, (unsigned)count);
    return sent == UV_EAGAIN ? 0 : sent;
}

/* Made for a write and not kept in the stream: nearly all streams have none under way. */
static void stream_written(uv_write_t *request, int status)
{
    const struct stream_uv *stream = request->data;
    free(request);
    stream->base.calls->written(stream->base.context, status);
}

static int stream_write_uv(struct loop_stream *stream, const void *bytes, size_t count)
{
    uv_write_t *request = mem_zero(sizeof *request);
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)count);
    request->data = stream;
    int result = uv_write(request, stream_of(stream), &buffer, 1, stream_written);
    if (result < 0)
        free(request);
    return result;
}

static void stream_peer_uv(const struct loop_stream *stream, char text[LOOP_PEER_MAX])
{
    struct sockaddr_storage peer;
    int size = sizeof peer;
    text[0] = 0;
    if (uv_tcp_getpeername(&((const struct stream_uv *)stream)->tcp, (struct sockaddr *)&peer, &size) == 0)
        uv_ip_name((struct sockaddr *)&peer, text, LOOP_PEER_MAX);
}

static void stream_closed(uv_handle_t *handle)
{
    struct stream_uv *stream = handle->data;
    stream->base.calls->closed(stream->base.context);
    free(stream);
}

static void stream_close_uv(struct loop_stream *stream)
{
    uv_close((uv_handle_t *)stream_of(stream), stream_closed);
}

/*
 * ---- The loop
 * ----------------------------------------------------------------------------------------------
 */

static const struct loop_calls uv_calls = {
    .run = loop_run_uv,
    .destroy = loop_destroy_uv,
    .error_text = error_text_uv,
    .now = loop_now_uv,
    .clock = loop_clock_uv,
    .sleep = loop_sleep_uv,
    .timer_create = timer_create_uv,
    .timer_start = timer_start_uv,
    .timer_stop = timer_stop_uv,
    .timer_free = timer_free_uv,
    .turn_create = turn_create_uv,
    .turn_free = turn_free_uv,
    .wake_create = wake_create_uv,
    .wake_send = wake_send_uv,
    .wake_free = wake_free_uv,
    .work = work_uv,
    .workers = workers_uv,
    .signal_create = signal_create_uv,
    .signal_free = signal_free_uv,
    .watch_create = watch_create_uv,
    .watch_set = watch_set_uv,
    .watch_free = watch_free_uv,
    .listen = listen_uv,
    .listen_socket = listen_socket_uv,
    .listener_free = listener_free_uv,
    .connect = connect_uv,
    .stream_tune = stream_tune_uv,
    .stream_read = stream_read_uv,
    .stream_try = stream_try_uv,
    .stream_write = stream_write_uv,
    .stream_peer = stream_peer_uv,
    .stream_close = stream_close_uv,
};

struct loop *loop_uv_create(void)
{
    struct loop_uv *loop = mem_zero(sizeof *loop);
    loop->base.calls = &uv_calls;
    workers_set();
    lan_assert(uv_loop_init(&loop->uv) == 0);
    return &loop->base;
}
