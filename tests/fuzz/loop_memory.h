/*
 * loop_memory.h - a loop of loop.h in one thread and in memory: no sockets, no other threads, and a clock
 * that moves only when it is told to. For the fuzz targets, whose inputs must give the same run every time.
 *
 * Connections have one end: the caller hands over what the peer sends, and what is sent to the peer is
 * dropped, or told to loop_memory_watch.
 * In one turn loop_stream_try takes LOOP_MEMORY_TAKES bytes of a stream, so that a long answer has
 * to wait for loop_stream_write, which ends in the next turn. Work runs in the turn after it was given,
 * however much it is; loop_workers says LOOP_MEMORY_WORKERS. loop_connect and loop_watch_create return NULL,
 * and no signal is ever raised.
 */
#ifndef LAN_TESTS_LOOP_MEMORY_H
#define LAN_TESTS_LOOP_MEMORY_H

#include "loop.h"

enum { LOOP_MEMORY_TAKES = 4096, LOOP_MEMORY_WORKERS = 4 };

struct loop *loop_memory_create(void);
/* A peer connects to the loop's listener, which must be there. */
struct loop_stream *loop_memory_connect(struct loop *loop);
/* The peer of a stream that is not gone sends bytes. */
void loop_memory_arrive(struct loop_stream *stream, const char *bytes, size_t count);
/* From now on called with everything that is sent on any stream of the loop. */
void loop_memory_watch(struct loop *loop, void (*sent)(const void *bytes, size_t count));
/* The clock moves on, and one turn of the loop is done. */
void loop_memory_turn(struct loop *loop, int64_t milliseconds);

#endif
