#include "loop_memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"

struct timer {
    struct loop_timer base;
    struct timer *next;
    int64_t at, again;
    uint64_t order; /* of starting */
    bool started;
};

struct turn {
    struct loop_turn base;
    struct turn *next;
};

struct wake {
    struct loop_wake base;
    struct wake *next;
    bool sent;
};

struct work {
    struct work *next;
    void (*run)(void *context);
    void (*done)(void *context);
    void *context;
};

struct stream {
    struct loop_stream base;
    struct stream *next;
    size_t taken; /* in this turn */
    bool reading, writing, closing;
};

struct memory {
    struct loop base;
    int64_t now;
    uint64_t orders;
    struct timer *timers;
    struct turn *turns;
    struct wake *wakes;
    struct work *works; /* the first is the oldest */
    struct stream *streams;
    struct loop_listener *listener;
    void (*sent)(const void *bytes, size_t count); /* NULL: nobody watches */
};

static struct memory *memory_of(struct loop *loop)
{
    return (struct memory *)loop;
}

/*
 * ---- Clock and timers
 * --------------------------------------------------------------------------------------
 */

static const char *error_text(int error)
{
    return error == LOOP_END ? "end" : "error";
}

static int64_t memory_now(const struct loop *loop)
{
    return ((const struct memory *)loop)->now;
}

static uint64_t memory_clock(const struct loop *loop)
{
    return (uint64_t)memory_now(loop) * 1000000;
}

static void memory_sleep(struct loop *loop, int64_t milliseconds)
{
    memory_of(loop)->now += milliseconds;
}

static struct loop_timer *timer_create_memory(struct loop *loop)
{
    struct timer *timer = mem_zero(sizeof *timer);
    timer->next = memory_of(loop)->timers;
    memory_of(loop)->timers = timer;
    return &timer->base;
}

static void timer_start(struct loop_timer *base, uint64_t milliseconds, uint64_t again)
{
    struct timer *timer = (struct timer *)base;
    struct memory *memory = memory_of(base->loop);
    timer->at = memory->now + (int64_t)milliseconds;
    timer->again = (int64_t)again;
    timer->order = ++memory->orders;
    timer->started = true;
}

static void timer_stop(struct loop_timer *base)
{
    ((struct timer *)base)->started = false;
}

static void timer_free(struct loop_timer *base)
{
    struct timer **link = &memory_of(base->loop)->timers;
    while (*link != (struct timer *)base)
        link = &(*link)->next;
    *link = (*link)->next;
    free(base);
}

/* The one to be called next; NULL when none is started. */
static struct timer *timer_first(const struct memory *memory)
{
    struct timer *first = NULL;
    for (struct timer *timer = memory->timers; timer; timer = timer->next) {
        if (timer->started &&
            (!first || timer->at < first->at || (timer->at == first->at && timer->order < first->order)))
            first = timer;
    }
    return first;
}

static void timers_call(struct memory *memory)
{
    for (struct timer *timer; (timer = timer_first(memory)) && timer->at <= memory->now;) {
        timer->started = false;
        if (timer->again)
            timer_start(&timer->base, (uint64_t)timer->again, (uint64_t)timer->again);
        timer->base.due(timer->base.context);
    }
}

/*
 * ---- Turns, wake-ups, work, signals
 * ------------------------------------------------------------------------
 */

static struct loop_turn *turn_create(struct loop *loop)
{
    struct turn *turn = mem_zero(sizeof *turn);
    turn->next = memory_of(loop)->turns;
    memory_of(loop)->turns = turn;
    return &turn->base;
}

static void turn_free(struct loop_turn *base)
{
    struct turn **link = &memory_of(base->loop)->turns;
    while (*link != (struct turn *)base)
        link = &(*link)->next;
    *link = (*link)->next;
    free(base);
}

static void turns_call(struct memory *memory)
{
    for (struct turn *turn = memory->turns, *next; turn; turn = next) {
        next = turn->next;
        turn->base.ended(turn->base.context);
    }
}

static struct loop_wake *wake_create(struct loop *loop)
{
    struct wake *wake = mem_zero(sizeof *wake);
    wake->next = memory_of(loop)->wakes;
    memory_of(loop)->wakes = wake;
    return &wake->base;
}

static void wake_send(struct loop_wake *base)
{
    ((struct wake *)base)->sent = true;
}

static void wake_free(struct loop_wake *base)
{
    struct wake **link = &memory_of(base->loop)->wakes;
    while (*link != (struct wake *)base)
        link = &(*link)->next;
    *link = (*link)->next;
    free(base);
}

static void wakes_call(struct memory *memory)
{
    for (struct wake *wake = memory->wakes, *next; wake; wake = next) {
        next = wake->next;
        if (wake->sent) {
            wake->sent = false;
            wake->base.woken(wake->base.context);
        }
    }
}

static void work_add(struct loop *loop, void (*run)(void *), void (*done)(void *), void *context)
{
    struct work *work = mem_zero(sizeof *work), **link = &memory_of(loop)->works;
    *work = (struct work){.run = run, .done = done, .context = context};
    while (*link)
        link = &(*link)->next;
    *link = work;
}

static int workers(const struct loop *loop)
{
    (void)loop;
    return LOOP_MEMORY_WORKERS;
}

static void works_call(struct memory *memory)
{
    struct work *works = memory->works;
    memory->works = NULL;
    for (struct work *work = works, *next; work; work = next) {
        next = work->next;
        work->run(work->context);
        work->done(work->context);
        free(work);
    }
}

static struct loop_signal *signal_create(struct loop *loop, int number)
{
    (void)loop, (void)number;
    return mem_zero(sizeof(struct loop_signal));
}

static void signal_free(struct loop_signal *signal)
{
    free(signal);
}

static struct loop_watch *watch_create(struct loop *loop, int socket)
{
    (void)loop, (void)socket;
    return NULL;
}

/*
 * ---- Streams
 * -----------------------------------------------------------------------------------------------
 */

static int listener_create(struct loop *loop, const char *host, int port, struct loop_listener **listener)
{
    (void)host;
    if (memory_of(loop)->listener)
        return -EADDRINUSE;
    *listener = memory_of(loop)->listener = mem_zero(sizeof **listener);
    return port ? port : 1;
}

/* There are no sockets in memory. */
static int listener_of_socket(struct loop *loop, int socket, struct loop_listener **listener)
{
    (void)loop, (void)socket, (void)listener;
    return -ENOTSUP;
}

static void listener_free(struct loop_listener *listener)
{
    memory_of(listener->loop)->listener = NULL;
    free(listener);
}

static struct loop_stream *connect_none(struct loop *loop, const char *host, int port)
{
    (void)loop, (void)host, (void)port;
    return NULL;
}

struct loop_stream *loop_memory_connect(struct loop *loop)
{
    struct memory *memory = memory_of(loop);
    struct stream *stream = mem_zero(sizeof *stream);
    stream->base.loop = loop;
    stream->next = memory->streams;
    memory->streams = stream;
    memory->listener->opened(memory->listener->context, &stream->base);
    return &stream->base;
}

void loop_memory_arrive(struct loop_stream *base, const char *bytes, size_t count)
{
    const struct stream *stream = (struct stream *)base;
    if (stream->reading && !stream->closing)
        base->calls->arrived(base->context, bytes, (ptrdiff_t)count);
}

static void stream_tune(struct loop_stream *base, int bytes)
{
    (void)base, (void)bytes;
}

static void stream_read(struct loop_stream *base)
{
    ((struct stream *)base)->reading = true;
}

static ptrdiff_t stream_try(struct loop_stream *base, const struct loop_piece *pieces, int count)
{
    struct stream *stream = (struct stream *)base;
    size_t sent = 0, left = LOOP_MEMORY_TAKES - stream->taken;
    lan_assert(!stream->writing && !stream->closing);
    const struct memory *memory = memory_of(base->loop);
    for (int i = 0; i < count && sent < left; i++) {
        size_t part = pieces[i].count < left - sent ? pieces[i].count : left - sent;
        if (memory->sent)
            memory->sent(pieces[i].bytes, part);
        sent += part;
    }
    stream->taken += sent;
    return (ptrdiff_t)sent;
}

static int stream_write(struct loop_stream *base, const void *bytes, size_t count)
{
    struct stream *stream = (struct stream *)base;
    lan_assert(!stream->writing && !stream->closing && count);
    if (memory_of(base->loop)->sent)
        memory_of(base->loop)->sent(bytes, count);
    stream->writing = true;
    return 0;
}

static void stream_peer(const struct loop_stream *base, char text[LOOP_PEER_MAX])
{
    (void)base;
    memcpy(text, "192.0.2.1", sizeof "192.0.2.1");
}

static void stream_close(struct loop_stream *base)
{
    struct stream *stream = (struct stream *)base;
    lan_assert(!stream->closing);
    stream->closing = true;
}

static void stream_written(struct stream *stream, int status)
{
    stream->writing = false;
    stream->base.calls->written(stream->base.context, status);
}

static void writes_end(struct memory *memory)
{
    for (struct stream *stream = memory->streams; stream; stream = stream->next) {
        stream->taken = 0;
        if (stream->writing && !stream->closing)
            stream_written(stream, 0);
    }
}

static void closings_end(struct memory *memory)
{
    for (struct stream **link = &memory->streams; *link;) {
        struct stream *stream = *link;
        if (!stream->closing) {
            link = &stream->next;
            continue;
        }
        *link = stream->next;
        if (stream->writing)
            stream_written(stream, -ECANCELED);
        stream->base.calls->closed(stream->base.context);
        free(stream);
    }
}

/*
 * ---- The loop
 * ----------------------------------------------------------------------------------------------
 */

void loop_memory_turn(struct loop *loop, int64_t milliseconds)
{
    struct memory *memory = memory_of(loop);
    memory->now += milliseconds;
    timers_call(memory);
    turns_call(memory);
    writes_end(memory);
    wakes_call(memory);
    works_call(memory);
    turns_call(memory);
    closings_end(memory);
}

/* Something happens in the next turn even if the clock stands still. */
static bool busy(const struct memory *memory)
{
    bool busy = memory->works != NULL;
    for (const struct stream *stream = memory->streams; stream; stream = stream->next)
        busy |= stream->writing || stream->closing;
    for (const struct wake *wake = memory->wakes; wake; wake = wake->next)
        busy |= wake->sent;
    return busy;
}

/* Ends also when only a peer could go on. */
static void memory_run(struct loop *loop)
{
    struct memory *memory = memory_of(loop);
    for (const struct timer *first; (first = timer_first(memory)) || busy(memory);)
        loop_memory_turn(loop, busy(memory) || first->at < memory->now ? 0 : first->at - memory->now);
}

static void memory_destroy(struct loop *loop)
{
    const struct memory *memory = memory_of(loop);
    memory_run(loop);
    lan_assert(!memory->timers && !memory->turns && !memory->wakes && !memory->streams && !memory->listener);
    free(loop);
}

static const struct loop_calls memory_calls = {
    .run = memory_run,
    .destroy = memory_destroy,
    .error_text = error_text,
    .now = memory_now,
    .clock = memory_clock,
    .sleep = memory_sleep,
    .timer_create = timer_create_memory,
    .timer_start = timer_start,
    .timer_stop = timer_stop,
    .timer_free = timer_free,
    .turn_create = turn_create,
    .turn_free = turn_free,
    .wake_create = wake_create,
    .wake_send = wake_send,
    .wake_free = wake_free,
    .work = work_add,
    .workers = workers,
    .signal_create = signal_create,
    .signal_free = signal_free,
    .watch_create = watch_create,
    .listen = listener_create,
    .listen_socket = listener_of_socket,
    .listener_free = listener_free,
    .connect = connect_none,
    .stream_tune = stream_tune,
    .stream_read = stream_read,
    .stream_try = stream_try,
    .stream_write = stream_write,
    .stream_peer = stream_peer,
    .stream_close = stream_close,
};

struct loop *loop_memory_create(void)
{
    struct memory *memory = mem_zero(sizeof *memory);
    memory->base.calls = &memory_calls;
    memory->now = 1;
    return &memory->base;
}

void loop_memory_watch(struct loop *loop, void (*sent)(const void *bytes, size_t count))
{
    memory_of(loop)->sent = sent;
}
