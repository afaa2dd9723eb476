/* Every function calls the loop's implementation; what is the same in all of them is done here. */

#include "loop.h"

void loop_run(struct loop *loop)
{
    loop->calls->run(loop);
}

void loop_destroy(struct loop *loop)
{
    loop->calls->destroy(loop);
}

const char *loop_error_text(const struct loop *loop, int error)
{
    return loop->calls->error_text(error);
}

int64_t loop_now(const struct loop *loop)
{
    return loop->calls->now(loop);
}

uint64_t loop_clock(const struct loop *loop)
{
    return loop->calls->clock(loop);
}

void loop_sleep(struct loop *loop, int64_t milliseconds)
{
    loop->calls->sleep(loop, milliseconds);
}

/*
 * ---- Timers, turns, other threads, signals
 * -----------------------------------------------------------------
 */

struct loop_timer *loop_timer_create(struct loop *loop, void (*due)(void *context), void *context)
{
    struct loop_timer *timer = loop->calls->timer_create(loop);
    *timer = (struct loop_timer){.loop = loop, .due = due, .context = context};
    return timer;
}

void loop_timer_start(struct loop_timer *timer, uint64_t milliseconds, uint64_t again)
{
    timer->loop->calls->timer_start(timer, milliseconds, again);
}

void loop_timer_stop(struct loop_timer *timer)
{
    timer->loop->calls->timer_stop(timer);
}

void loop_timer_free(struct loop_timer *timer)
{
    timer->loop->calls->timer_free(timer);
}

struct loop_turn *loop_turn_create(struct loop *loop, void (*ended)(void *context), void *context)
{
    struct loop_turn *turn = loop->calls->turn_create(loop);
    *turn = (struct loop_turn){.loop = loop, .ended = ended, .context = context};
    return turn;
}

void loop_turn_free(struct loop_turn *turn)
{
    turn->loop->calls->turn_free(turn);
}

struct loop_wake *loop_wake_create(struct loop *loop, void (*woken)(void *context), void *context)
{
    struct loop_wake *wake = loop->calls->wake_create(loop);
    *wake = (struct loop_wake){.loop = loop, .woken = woken, .context = context};
    return wake;
}

void loop_wake_send(struct loop_wake *wake)
{
    wake->loop->calls->wake_send(wake);
}

void loop_wake_free(struct loop_wake *wake)
{
    wake->loop->calls->wake_free(wake);
}

void loop_work(struct loop *loop, void (*run)(void *context), void (*done)(void *context), void *context)
{
    loop->calls->work(loop, run, done, context);
}

int loop_workers(const struct loop *loop)
{
    return loop->calls->workers(loop);
}

struct loop_signal *loop_signal_create(struct loop *loop, int number,
                                       void (*raised)(void *context, int number), void *context)
{
    struct loop_signal *signal = loop->calls->signal_create(loop, number);
    *signal = (struct loop_signal){.loop = loop, .raised = raised, .context = context};
    return signal;
}

void loop_signal_free(struct loop_signal *signal)
{
    signal->loop->calls->signal_free(signal);
}

/*
 * ---- Sockets and streams
 * -----------------------------------------------------------------------------------
 */

struct loop_watch *loop_watch_create(struct loop *loop, int socket, void (*ready)(void *context, int events),
                                     void *context)
{
    struct loop_watch *watch = loop->calls->watch_create(loop, socket);
    if (watch)
        *watch = (struct loop_watch){.loop = loop, .ready = ready, .context = context};
    return watch;
}

void loop_watch_set(struct loop_watch *watch, int events)
{
    watch->loop->calls->watch_set(watch, events);
}

void loop_watch_free(struct loop_watch *watch)
{
    watch->loop->calls->watch_free(watch);
}

int loop_listen(struct loop *loop, const char *host, int port,
                void (*opened)(void *context, struct loop_stream *stream), void *context,
                struct loop_listener **listener)
{
    int result = loop->calls->listen(loop, host, port, listener);
    if (result >= 0)
        **listener = (struct loop_listener){.loop = loop, .opened = opened, .context = context};
    return result;
}

int loop_listen_socket(struct loop *loop, int socket,
                       void (*opened)(void *context, struct loop_stream *stream), void *context,
                       struct loop_listener **listener)
{
    int result = loop->calls->listen_socket(loop, socket, listener);
    if (result >= 0)
        **listener = (struct loop_listener){.loop = loop, .opened = opened, .context = context};
    return result;
}

void loop_listener_free(struct loop_listener *listener)
{
    listener->loop->calls->listener_free(listener);
}

struct loop_stream *loop_connect(struct loop *loop, const char *host, int port,
                                 const struct loop_stream_calls *calls, void *context)
{
    struct loop_stream *stream = loop->calls->connect(loop, host, port);
    if (stream)
        *stream = (struct loop_stream){.loop = loop, .calls = calls, .context = context};
    return stream;
}

void loop_stream_use(struct loop_stream *stream, const struct loop_stream_calls *calls, void *context)
{
    stream->calls = calls;
    stream->context = context;
}

void loop_stream_tune(struct loop_stream *stream, int bytes)
{
    stream->loop->calls->stream_tune(stream, bytes);
}

void loop_stream_read(struct loop_stream *stream)
{
    stream->loop->calls->stream_read(stream);
}

ptrdiff_t loop_stream_try(struct loop_stream *stream, const struct loop_piece *pieces, int count)
{
    return stream->loop->calls->stream_try(stream, pieces, count);
}

int loop_stream_write(struct loop_stream *stream, const void *bytes, size_t count)
{
    return stream->loop->calls->stream_write(stream, bytes, count);
}

void loop_stream_peer(const struct loop_stream *stream, char text[LOOP_PEER_MAX])
{
    stream->loop->calls->stream_peer(stream, text);
}

void loop_stream_close(struct loop_stream *stream)
{
    stream->loop->calls->stream_close(stream);
}
