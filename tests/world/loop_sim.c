#include "loop_sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "buf.h"

enum { WORKERS = 6 };

struct sim_timer {
    struct loop_timer base;
    struct sim_event *event;
    int64_t again;
};

struct sim_turn {
    struct loop_turn base;
    struct sim_turn *next;
};

struct sim_wake {
    struct loop_wake base;
    struct sim_event *event;
};

struct sim_work {
    struct loop_sim *loop;
    void (*run)(void *context);
    void (*done)(void *context);
    void *context;
};

static struct loop_sim *sim_of(struct loop *loop)
{
    return (struct loop_sim *)loop;
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

static struct loop_turn *turn_create(struct loop *loop)
{
    struct sim_turn *turn = mem_zero(sizeof *turn);
    turn->next = sim_of(loop)->turns;
    sim_of(loop)->turns = turn;
    return &turn->base;
}

static void turn_free(struct loop_turn *base)
{
    struct sim_turn **link = &sim_of(base->loop)->turns;
    while (*link != (struct sim_turn *)base)
        link = &(*link)->next;
    *link = (*link)->next;
    free(base);
}

static bool closings_end(struct loop_sim *loop)
{
    bool ended = false;
    for (struct link **at = &loop->links; *at;) {
        struct link *link = *at;
        if (!link->closing) {
            at = &link->next;
            continue;
        }
        *at = link->next;
        link_end(link);
        ended = true;
        at = &loop->links;
    }
    return ended;
}

void loop_sim_turn(struct loop_sim *loop)
{
    do {
        for (struct sim_turn *turn = loop->turns, *next; turn; turn = next) {
            next = turn->next;
            turn->base.ended(turn->base.context);
        }
    } while (closings_end(loop));
}

/* ---- Clock and timers ---------------------------------------------------------------------------------- */

static const char *error_text(int error)
{
    return error == LOOP_END ? "end" : "error";
}

static int64_t sim_now(const struct loop *loop)
{
    return ((const struct loop_sim *)loop)->sim->now;
}

static uint64_t sim_clock(const struct loop *loop)
{
    return (uint64_t)sim_now(loop) * 1000000;
}

/* Only at the start of a node, which waits for its store. */
static void sim_sleep(struct loop *loop, int64_t milliseconds)
{
    (void)milliseconds;
    sim_of(loop)->slept(sim_of(loop)->context);
}

static struct loop_timer *timer_new(struct loop *loop)
{
    (void)loop;
    return mem_zero(sizeof(struct sim_timer));
}

static void timer_stop(struct loop_timer *base)
{
    struct sim_timer *timer = (struct sim_timer *)base;
    sim_cancel(sim_of(base->loop)->sim, timer->event);
    timer->event = NULL;
}

static void timer_due(void *context)
{
    struct sim_timer *timer = context;
    struct loop_sim *loop = sim_of(timer->base.loop);
    timer->event = timer->again ? sim_after(loop->sim, timer->again, loop, timer_due, timer) : NULL;
    timer->base.due(timer->base.context);
    loop_sim_turn(loop);
}

static void timer_start(struct loop_timer *base, uint64_t milliseconds, uint64_t again)
{
    struct sim_timer *timer = (struct sim_timer *)base;
    struct loop_sim *loop = sim_of(base->loop);
    timer_stop(base);
    timer->again = (int64_t)again;
    timer->event = sim_after(loop->sim, (int64_t)milliseconds, loop, timer_due, timer);
}

static void timer_free(struct loop_timer *base)
{
    timer_stop(base);
    free(base);
}

/* ---- Wake-ups and work --------------------------------------------------------------------------------- */

static struct loop_wake *wake_new(struct loop *loop)
{
    (void)loop;
    return mem_zero(sizeof(struct sim_wake));
}

static void wake_due(void *context)
{
    struct sim_wake *wake = context;
    wake->event = NULL;
    wake->base.woken(wake->base.context);
    loop_sim_turn(sim_of(wake->base.loop));
}

static void wake_send(struct loop_wake *base)
{
    struct sim_wake *wake = (struct sim_wake *)base;
    struct loop_sim *loop = sim_of(base->loop);
    if (!wake->event)
        wake->event = sim_after(loop->sim, 0, loop, wake_due, wake);
}

static void wake_free(struct loop_wake *base)
{
    sim_cancel(sim_of(base->loop)->sim, ((struct sim_wake *)base)->event);
    free(base);
}

static void work_due(void *context)
{
    struct sim_work *work = context, copy = *work;
    free(work);
    copy.run(copy.context);
    copy.loop->works--;
    copy.done(copy.context);
    loop_sim_turn(copy.loop);
}

static void work_add(struct loop *base, void (*run)(void *), void (*done)(void *), void *context)
{
    struct loop_sim *loop = sim_of(base);
    struct sim_work *work = mem_zero(sizeof *work);
    *work = (struct sim_work){loop, run, done, context};
    loop->works++;
    sim_after(loop->sim, loop->dead ? 0 : loop->work_ms(loop->context), loop, work_due, work);
}

static int workers(const struct loop *loop)
{
    (void)loop;
    return WORKERS;
}

/* ---- Signals and sockets of others --------------------------------------------------------------------- */

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

/* ---- Connections --------------------------------------------------------------------------------------- */

static int listener_create(struct loop *base, const char *host, int port, struct loop_listener **listener)
{
    struct loop_sim *loop = sim_of(base);
    (void)host;
    if (loop->listener)
        return -EADDRINUSE;
    *listener = loop->listener = mem_zero(sizeof **listener);
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
    sim_of(listener->loop)->listener = NULL;
    free(listener);
}

static struct loop_stream *connect_none(struct loop *loop, const char *host, int port)
{
    (void)loop, (void)host, (void)port;
    return NULL;
}

struct link *loop_sim_connect(struct loop_sim *loop, const char *address, const struct link_user *user,
                              void *context)
{
    if (!loop->listener || loop->dead)
        return NULL;
    struct link *link = mem_zero(sizeof *link);
    link_init(link);
    link->base.loop = &loop->base;
    link->sim = loop->sim;
    link->loop = loop;
    link->user = user;
    link->context = context;
    snprintf(link->address, sizeof link->address, "%s", address);
    link->next = loop->links;
    loop->links = link;
    loop->listener->opened(loop->listener->context, &link->base);
    return link;
}

void loop_sim_die(struct loop_sim *loop)
{
    loop->dead = true;
    for (struct link *link = loop->links; link; link = link->next)
        link_cut(link, 0);
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

static void sim_run(struct loop *base)
{
    sim_run_owner(sim_of(base)->sim, base);
}

static void sim_destroy(struct loop *base)
{
    struct loop_sim *loop = sim_of(base);
    sim_run(base);
    lan_assert(!loop->turns && !loop->links && !loop->listener && !loop->works);
    free(loop);
}

static const struct loop_calls calls = {
    .run = sim_run,
    .destroy = sim_destroy,
    .error_text = error_text,
    .now = sim_now,
    .clock = sim_clock,
    .sleep = sim_sleep,
    .timer_create = timer_new,
    .timer_start = timer_start,
    .timer_stop = timer_stop,
    .timer_free = timer_free,
    .turn_create = turn_create,
    .turn_free = turn_free,
    .wake_create = wake_new,
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
    .stream_tune = link_tune,
    .stream_read = link_read,
    .stream_try = link_try,
    .stream_write = link_write,
    .stream_peer = link_peer,
    .stream_close = link_close,
};

struct loop_sim *loop_sim_create(struct sim *sim)
{
    struct loop_sim *loop = mem_zero(sizeof *loop);
    loop->base.calls = &calls;
    loop->sim = sim;
    return loop;
}
