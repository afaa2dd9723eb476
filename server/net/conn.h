/*
 * conn.h - one connection of the event loop, with or without TLS: bytes in, bytes out, a deadline.
 *
 * The functions that take the bytes can be exchanged: first those of HTTP, after an upgrade those of
 * WebSocket. Bytes that the system does not take at once are queued up to LIMIT_QUEUE_BYTES; a connection
 * whose peer reads more slowly than that is closed, so that a sender never waits.
 */
#ifndef LAN_SERVER_CONN_H
#define LAN_SERVER_CONN_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "loop.h"

struct conn;
struct net;

enum { CONN_PEER = LOOP_PEER_MAX };

/* What is called for a connection. All but `closed` may close it with conn_close. */
struct conn_user {
    void (*bytes)(struct conn *conn, const char *bytes, size_t count);
    void (*closed)(struct conn *conn);            /* the last call; frees `user` */
    void (*tick)(struct conn *conn, int64_t now); /* about once a second; may be NULL */
    void (*drained)(struct conn *conn);           /* everything queued has been sent; may be NULL */
};

struct conn {
    struct loop_stream *stream;
    struct net *net;
    const struct conn_user *calls;
    void *user;
    struct conn *before, *after; /* all connections */
    SSL *ssl;                    /* NULL without TLS */
    struct buf queue;            /* not yet handed to the loop */
    struct buf flight;           /* handed to loop_stream_write, while `flying` */
    size_t queue_max;
    int64_t deadline; /* closed when this is past; 0 is never */
    bool flying;      /* a write is under way */
    bool closing;     /* conn_close was called */
    bool finishing;   /* to be closed when everything is sent */
    bool dropped;     /* because it read too slowly */
    bool held;        /* in the list of those that are sent at the end of the turn */
    struct conn *held_next;
};

struct net_counts {
    uint64_t accepted, refused, dropped, bytes_in, bytes_out;
    uint32_t open;
};

struct net {
    struct loop *loop;
    struct loop_listener *listener;
    struct loop_timer *ticker;
    struct loop_turn *turn;
    SSL_CTX *tls;       /* NULL without */
    const char *policy; /* the Content-Security-Policy of every HTTP answer */
    struct conn *conns;
    struct conn *held; /* those whose queue waits for the end of the turn */
    struct net_counts counts;
    void (*opened)(struct conn *conn); /* sets calls and user */
    void *context;
    bool stopping;
};

/*
 * Listens as loop_listen does; returns the port, or an error of the loop and then nothing is left to close.
 */
int net_listen(struct net *net, struct loop *loop, const char *host, int port, SSL_CTX *tls,
               void (*opened)(struct conn *), void *context);
/* No new connections. */
void net_stop(struct net *net);
/* Closes every connection at once. */
void net_close_all(struct net *net);

/*
 * Written bytes are collected until the turn of the loop ends and then sent to each connection in one go: a
 * commit tells the same people several things, and a system call for each would be most of its cost.
 */
void conn_write(struct conn *conn, const void *bytes, size_t count);
/* Two pieces in one go: a frame's head and its payload. */
void conn_write2(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count);
void conn_close(struct conn *conn);
/* The address of the peer as text, "" when it is gone. */
void conn_peer(const struct conn *conn, char text[CONN_PEER]);
/* Bytes that the kernel has not taken yet. */
size_t conn_backlog(const struct conn *conn);
/* Closes when what is queued has been sent. */
void conn_finish(struct conn *conn);
/* Milliseconds of the loop's clock, which never jumps. */
int64_t conn_now(const struct conn *conn);

/* For tls.c: bytes to the kernel as they are. */
void conn_write_raw(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count);

#endif
