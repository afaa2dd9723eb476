/* loop_uv.h - the event loop on libuv, the only part of the program that knows this library. */
#ifndef LAN_SERVER_LOOP_UV_H
#define LAN_SERVER_LOOP_UV_H

struct loop;

/*
 * Real time and real sockets. loop_work runs in libuv's threads, which all loops of the process share: one
 * more than the processors that the process may use, at least 3 and at most 16, and another for long work
 * that loop_workers does not count, unless the environment says how many in all (UV_THREADPOOL_SIZE). More
 * would only make work that has begun slower for work that has not.
 */
struct loop *loop_uv_create(void);

#endif
