/*
 * conn.h - one TCP connection of the event loop, with or without TLS: bytes in, bytes out, a deadline.
 *
 * Who reads is a function that can be exchanged: first HTTP, after an upgrade WebSocket. What cannot be sent at
 * once is queued up to LIMIT_QUEUE_BYTES; a reader slower than that is dropped without anybody waiting for it.
 */
#ifndef LAN_SERVER_CONN_H
#define LAN_SERVER_CONN_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <uv.h>

#include "buf.h"

struct conn;
struct net;

enum { CONN_PEER = 46 };

/* What sits on a connection. Both may close it with conn_close. */
struct conn_user {
    void (*bytes)(struct conn *conn, const char *bytes, size_t count);
    void (*closed)(struct conn *conn);            /* the last call; frees `user` */
    void (*tick)(struct conn *conn, int64_t now); /* about once a second; may be NULL */
    void (*drained)(struct conn *conn);           /* everything queued has been sent; may be NULL */
};

struct conn {
    uv_tcp_t tcp; /* first: a handle is its connection */
    struct net *net;
    const struct conn_user *calls;
    void *user;
    struct conn *before, *after; /* all connections */
    SSL *ssl;                    /* NULL without TLS */
    struct buf queue;            /* not yet handed to the kernel */
    struct flight *flight;       /* handed to uv_write; NULL nearly always */
    size_t queue_max;
    int64_t deadline; /* closed when this is past; 0 is never */
    bool closing;     /* conn_close was called */
    bool finishing;   /* to be closed when everything is sent */
    bool dropped;     /* because it read too slowly */
    bool held;        /* in the list of those to whom net_release sends */
    struct conn *held_next;
};

struct net_counts {
    uint64_t accepted, refused, dropped, bytes_in, bytes_out;
    uint32_t open;
};

struct net {
    uv_loop_t *loop;
    uv_tcp_t listener;
    uv_timer_t ticker;
    uv_prepare_t before;
    uv_check_t after;
    SSL_CTX *tls; /* NULL without */
    struct conn *conns;
    struct conn *held; /* those for whom something is kept back */
    struct net_counts counts;
    void (*opened)(struct conn *conn); /* sets calls and user */
    void *context;
    bool stopping;
};

/* Listens; returns the port (which may have been asked for as 0), or a negative libuv error. */
int net_listen(struct net *net, uv_loop_t *loop, const char *host, int port, SSL_CTX *tls,
               void (*opened)(struct conn *), void *context);
/* No new connections. */
void net_stop(struct net *net);
/* Closes every connection at once. */
void net_close_all(struct net *net);

/*
 * What is written is kept back until the turn of the loop ends, and then sent to each connection in one go: a commit tells
 * the same people several things, and a system call for each would be most of its cost. This sends it at once.
 */
void net_release(struct net *net);

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
