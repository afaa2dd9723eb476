/* loop_uv.h - the event loop on libuv, the only part of the program that knows this library. */
#ifndef LAN_SERVER_LOOP_UV_H
#define LAN_SERVER_LOOP_UV_H

struct loop;

/*
 * Real time and real sockets. loop_work runs in libuv's threads, which all loops of the process share (four,
 * or UV_THREADPOOL_SIZE).
 */
struct loop *loop_uv_create(void);

#endif
