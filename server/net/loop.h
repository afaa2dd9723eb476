/*
 * loop.h - the event loop: clock, timers, streams, work in other threads, wake-ups from other threads,
 * signals, and sockets that belong to other libraries.
 *
 * This is an interface with several implementations: loop_uv.h creates the one on libuv. The functions below
 * call through the table that the loop got at its creation (struct loop_calls, at the end). Users may not
 * assume real time, real sockets or more than one thread: an implementation may keep the network in memory,
 * let virtual time jump to the next event, and do the work of other threads in the loop's own thread.
 *
 * Threads. All functions are called in the thread that runs the loop, or before it runs; the two exceptions
 * say so: loop_wake_send, and the function `run` of loop_work, which is called in another thread. All
 * functions given to the loop, `run` excepted, are called in the loop's thread, one at a time, never inside
 * the call that caused them.
 *
 * A turn of the loop, as often as there is something to do:
 *   1. the clock of loop_now is set, and the timers that are due are called: the earliest first, among equal
 *      ones the one that was started first;
 *   2. the functions of loop_turn;
 *   3. the loop waits, until the next timer at the longest; then new connections, arrived bytes, finished
 *      writes, signals, wake-ups, watched sockets and finished work are handed over, in no promised order
 *      except that the bytes of one stream stay in order;
 *   4. the functions of loop_turn again;
 *   5. streams that were closed: their function `closed`.
 *
 * Handles (struct loop_timer and the like) are allocated by the implementation and given back with their own
 * _free or _close; after that nothing is called for them any more (a closed stream excepted, which has its
 * `closed` to come). The structs are shown because implementations begin their own with them; users keep
 * pointers and leave the members alone. Running out of memory or of descriptors while a handle is made ends
 * the program, unless the function can say so.
 *
 * Errors are negative numbers: -errno, or LOOP_END.
 */
#ifndef LAN_SERVER_LOOP_H
#define LAN_SERVER_LOOP_H

#include <stddef.h>
#include <stdint.h>

enum {
    LOOP_END = -4095, /* the peer has sent all that it will */
    LOOP_PEER_MAX = 46,
    LOOP_PIECES_MAX = 4,
};

/* Of a watched socket. */
enum { LOOP_READABLE = 1, LOOP_WRITABLE = 2, LOOP_BROKEN = 4 };

struct loop_calls;

struct loop {
    const struct loop_calls *calls;
};

/*
 * Runs turns until nothing is left to wait for: timers that are started, turn functions, listeners, streams,
 * watched sockets and work under way count; wake-ups and signals do not.
 */
void loop_run(struct loop *loop);
/*
 * Everything must have been given back but the handles whose free is not yet finished, which this waits for.
 */
void loop_destroy(struct loop *loop);
/* What an error means, in words of lower case. */
const char *loop_error_text(const struct loop *loop, int error);

/*
 * ---- Clock
 * -------------------------------------------------------------------------------------------------
 */

/* Milliseconds that only go forward; the same throughout one step of a turn. The beginning is anywhere. */
int64_t loop_now(const struct loop *loop);
/* Nanoseconds that only go forward, read at once: for measuring how long something takes. */
uint64_t loop_clock(const struct loop *loop);
/* Blocks the thread. Only for the start of a program, before loop_run: nothing is called meanwhile. */
void loop_sleep(struct loop *loop, int64_t milliseconds);

/*
 * ---- Timers
 * ------------------------------------------------------------------------------------------------
 */

struct loop_timer {
    struct loop *loop;
    void (*due)(void *context);
    void *context;
};

/* A timer that is not started. */
struct loop_timer *loop_timer_create(struct loop *loop, void (*due)(void *context), void *context);
/*
 * Due in `milliseconds` from loop_now (0: the next time that timers are called), and then every `again` (0:
 * once). A timer that runs begins anew.
 */
void loop_timer_start(struct loop_timer *timer, uint64_t milliseconds, uint64_t again);
void loop_timer_stop(struct loop_timer *timer);
/* Stops it too. May be called inside `due`. */
void loop_timer_free(struct loop_timer *timer);

/*
 * ---- The end of a turn
 * -------------------------------------------------------------------------------------
 */

struct loop_turn {
    struct loop *loop;
    void (*ended)(void *context);
    void *context;
};

/* Calls `ended` in every turn twice: before the loop waits and after it has handed everything over. */
struct loop_turn *loop_turn_create(struct loop *loop, void (*ended)(void *context), void *context);
void loop_turn_free(struct loop_turn *turn);

/*
 * ---- Other threads
 * -----------------------------------------------------------------------------------------
 */

struct loop_wake {
    struct loop *loop;
    void (*woken)(void *context);
    void *context;
};

struct loop_wake *loop_wake_create(struct loop *loop, void (*woken)(void *context), void *context);
/* From any thread: `woken` will be called at least once after this; many sends may be one call. */
void loop_wake_send(struct loop_wake *wake);
/* No other thread may send any more. */
void loop_wake_free(struct loop_wake *wake);

/*
 * Calls `run` in another thread, which may touch what `context` points to and constants, and may not call the
 * loop; then `done` in the loop's. Cannot be taken back. Work is begun in the order in which it was given.
 */
void loop_work(struct loop *loop, void (*run)(void *context), void (*done)(void *context), void *context);
/* How much work runs at the same time, and one besides; what is given beyond that waits. */
int loop_workers(const struct loop *loop);

/*
 * ---- Signals
 * -----------------------------------------------------------------------------------------------
 */

struct loop_signal {
    struct loop *loop;
    void (*raised)(void *context, int number);
    void *context;
};

/* From now on the signal `number` calls `raised` instead of what it did. */
struct loop_signal *loop_signal_create(struct loop *loop, int number,
                                       void (*raised)(void *context, int number), void *context);
void loop_signal_free(struct loop_signal *signal);

/*
 * ---- Sockets of other libraries
 * ----------------------------------------------------------------------------
 */

struct loop_watch {
    struct loop *loop;
    void (*ready)(void *context, int events);
    void *context;
};

/*
 * Watches for nothing at first. NULL when this socket cannot be watched. The socket stays the caller's and is
 * closed after loop_watch_free.
 */
struct loop_watch *loop_watch_create(struct loop *loop, int socket, void (*ready)(void *context, int events),
                                     void *context);
/*
 * Calls `ready` as long as one of `events` (LOOP_READABLE, LOOP_WRITABLE) holds, with those that hold, or
 * with LOOP_BROKEN.
 */
void loop_watch_set(struct loop_watch *watch, int events);
void loop_watch_free(struct loop_watch *watch);

/*
 * ---- Streams
 * -----------------------------------------------------------------------------------------------
 */

/* A connection: bytes in order, both ways. */
struct loop_stream_calls {
    /* Of loop_connect: 0 or an error, after which it can only be closed. */
    void (*connected)(void *context, int status);
    /*
     * Since loop_stream_read: bytes, which are gone after the call; or a negative `count`, LOOP_END or an
     * error, and then nothing more.
     */
    void (*arrived)(void *context, const char *bytes, ptrdiff_t count);
    /* Of loop_stream_write: 0 or an error. */
    void (*written)(void *context, int status);
    /* Of loop_stream_close; the stream is gone after the call. */
    void (*closed)(void *context);
};

struct loop_stream {
    struct loop *loop;
    const struct loop_stream_calls *calls;
    void *context;
};

struct loop_listener {
    struct loop *loop;
    void (*opened)(void *context, struct loop_stream *stream);
    void *context;
};

/*
 * Listens on an address in numbers, IPv4 or IPv6; port 0 takes any that is free. Returns the port, or an
 * error and then there is no listener. Every new connection calls `opened`, which must call loop_stream_use.
 */
int loop_listen(struct loop *loop, const char *host, int port,
                void (*opened)(void *context, struct loop_stream *stream), void *context,
                struct loop_listener **listener);
/*
 * The same on a TCP socket that listens already, which becomes the loop's. Returns its port, or an error,
 * after which the socket may be closed.
 */
int loop_listen_socket(struct loop *loop, int socket,
                       void (*opened)(void *context, struct loop_stream *stream), void *context,
                       struct loop_listener **listener);
/* Connections that have not been handed over are refused, unless another process has the socket open. */
void loop_listener_free(struct loop_listener *listener);
/* Connects to an address in numbers; NULL when it is none. Calls->connected says whether it worked. */
struct loop_stream *loop_connect(struct loop *loop, const char *host, int port,
                                 const struct loop_stream_calls *calls, void *context);

/* Sets what is called for it. */
void loop_stream_use(struct loop_stream *stream, const struct loop_stream_calls *calls, void *context);
/*
 * Small pieces are sent without waiting for more, and the system holds about `bytes` that the peer has not
 * taken. 0 leaves that to the system.
 */
void loop_stream_tune(struct loop_stream *stream, int bytes);
/* Begins to read. */
void loop_stream_read(struct loop_stream *stream);

struct loop_piece {
    const void *bytes;
    size_t count;
};

/*
 * Hands up to LOOP_PIECES_MAX pieces to the system, as much of them as it takes at once. Returns how many
 * bytes that were, which may be 0, or an error. Not while a loop_stream_write is under way.
 */
ptrdiff_t loop_stream_try(struct loop_stream *stream, const struct loop_piece *pieces, int count);
/*
 * Sends all of it as the peer reads. One at a time; `bytes` must stay until `written` is called. An error
 * that is returned is not told by `written`.
 */
int loop_stream_write(struct loop_stream *stream, const void *bytes, size_t count);
/* The address of the peer in numbers, "" when there is none any more. */
void loop_stream_peer(const struct loop_stream *stream, char text[LOOP_PEER_MAX]);
/* Once. A write under way ends with an error first; `closed` is the last call. */
void loop_stream_close(struct loop_stream *stream);

/*
 * ---- For implementations
 * -----------------------------------------------------------------------------------
 */

/*
 * What an implementation does. The functions are those above of the same name. Those that make a handle
 * return it with everything behind the members shown above set up; loop.c sets these members (of an accepted
 * stream: `loop` is the implementation's to set).
 */
struct loop_calls {
    void (*run)(struct loop *loop);
    void (*destroy)(struct loop *loop);
    const char *(*error_text)(int error);
    int64_t (*now)(const struct loop *loop);
    uint64_t (*clock)(const struct loop *loop);
    void (*sleep)(struct loop *loop, int64_t milliseconds);
    struct loop_timer *(*timer_create)(struct loop *loop);
    void (*timer_start)(struct loop_timer *timer, uint64_t milliseconds, uint64_t again);
    void (*timer_stop)(struct loop_timer *timer);
    void (*timer_free)(struct loop_timer *timer);
    struct loop_turn *(*turn_create)(struct loop *loop);
    void (*turn_free)(struct loop_turn *turn);
    struct loop_wake *(*wake_create)(struct loop *loop);
    void (*wake_send)(struct loop_wake *wake);
    void (*wake_free)(struct loop_wake *wake);
    void (*work)(struct loop *loop, void (*run)(void *), void (*done)(void *), void *context);
    int (*workers)(const struct loop *loop);
    struct loop_signal *(*signal_create)(struct loop *loop, int number);
    void (*signal_free)(struct loop_signal *signal);
    struct loop_watch *(*watch_create)(struct loop *loop, int socket);
    void (*watch_set)(struct loop_watch *watch, int events);
    void (*watch_free)(struct loop_watch *watch);
    int (*listen)(struct loop *loop, const char *host, int port, struct loop_listener **listener);
    int (*listen_socket)(struct loop *loop, int socket, struct loop_listener **listener);
    void (*listener_free)(struct loop_listener *listener);
    struct loop_stream *(*connect)(struct loop *loop, const char *host, int port);
    void (*stream_tune)(struct loop_stream *stream, int bytes);
    void (*stream_read)(struct loop_stream *stream);
    ptrdiff_t (*stream_try)(struct loop_stream *stream, const struct loop_piece *pieces, int count);
    int (*stream_write)(struct loop_stream *stream, const void *bytes, size_t count);
    void (*stream_peer)(const struct loop_stream *stream, char text[LOOP_PEER_MAX]);
    void (*stream_close)(struct loop_stream *stream);
};

#endif
