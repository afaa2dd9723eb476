/*
 * conn.h - one connection of the event loop, with or without TLS: bytes in, bytes out, a deadline.
 *
 * The functions that take the bytes can be exchanged: first those of HTTP, after an upgrade those of
 * WebSocket. Bytes that the system does not take at once are queued up to LIMIT_QUEUE_BYTES; a connection
 * whose peer reads more slowly than that is closed, so that a sender never waits.
 *
 * Memory that a connection makes the server keep (requests and messages not yet whole, what waits to be
 * answered and to be sent) is counted for it and for all that it belongs to: its address, its person, all
 * connections together. A connection that would go beyond one of these limits is refused and closed.
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

enum { CONN_PEER = LOOP_PEER_MAX, NET_LISTENERS_MAX = 8, NET_SPARES = 64, NET_SPARE_BYTES = 4 << 10 };

/* Where to listen: on an address in numbers, or on sockets that listen already, which `count` says. */
struct net_place {
    const char *host;
    int port;
    int count; /* of sockets; 0: on host and port */
    int sockets[NET_LISTENERS_MAX];
};

/* What is called for a connection. All but `closed` may close it with conn_close. */
struct conn_user {
    void (*bytes)(struct conn *conn, const char *bytes, size_t count);
    void (*closed)(struct conn *conn);            /* the last call; frees `user` */
    void (*tick)(struct conn *conn, int64_t now); /* about once a second; may be NULL */
    void (*drained)(struct conn *conn);           /* everything queued has been sent; may be NULL */
    size_t (*held)(const struct conn *conn);      /* bytes it keeps of what has arrived */
    void (*crowded)(struct conn *conn);           /* beyond a limit of memory: says so, then conn_finish */
};

/* Bytes that are kept for some connections together, and how many that may be at most. */
struct share {
    size_t held, most;
};

enum conn_owner { OWNER_ALL, OWNER_ADDRESS, OWNER_PERSON, OWNERS };

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
    bool crowded;     /* refused because of a limit of memory, which is not asked again */
    struct conn *held_next;
    size_t asked;                /* bytes of messages that wait for their answers */
    size_t counted;              /* bytes counted for its owners */
    struct share *owner[OWNERS]; /* NULL: none yet */
};

struct net_counts {
    uint64_t accepted, refused, dropped, crowded, bytes_in, bytes_out;
    uint32_t open;
};

struct net {
    struct loop *loop;
    struct loop_listener *listeners[NET_LISTENERS_MAX];
    int listening; /* how many there are */
    struct loop_timer *ticker;
    struct loop_turn *turn;
    SSL_CTX *tls;              /* NULL without */
    const char *policy;        /* the Content-Security-Policy of every HTTP answer */
    const char *framed_policy; /* but of those that other sites may frame */
    struct conn *conns;
    struct conn *held; /* those whose queue waits for the end of the turn */
    /* Memory of queues that were sent, for the next ones: idle connections have none. */
    char *spare[NET_SPARES];
    int spares;
    struct net_counts counts;
    struct share share;                /* of all connections */
    size_t share_peak;                 /* the most of it since net_trim_due was last true */
    void (*opened)(struct conn *conn); /* sets calls and user */
    void *context;
    bool stopping;
};

/*
 * Listens as loop_listen and loop_listen_socket do; returns the port, of several sockets the first one's, or
 * an error of the loop and then no listener is left.
 */
int net_listen(struct net *net, struct loop *loop, const struct net_place *place, SSL_CTX *tls,
               void (*opened)(struct conn *), void *context);
/* New connections are made under this certificate; those that there are keep theirs. */
void net_tls_set(struct net *net, SSL_CTX *tls);
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

/*
 * Counts the connection for another owner, NULL for none. The share must stay until the connection is counted
 * for another one or is closed.
 */
void conn_owner_set(struct conn *conn, enum conn_owner owner, struct share *share);
/* A message of so many bytes waits for its answer, or (negative) no longer does. */
void conn_ask_count(struct conn *conn, ptrdiff_t bytes);
/*
 * Whether much less is kept than a while ago: true once, and then the allocator should be told to give memory
 * back to the system.
 */
bool net_trim_due(struct net *net);

/* For tls.c: bytes to the kernel as they are. */
void conn_write_raw(struct conn *conn, const void *head, size_t head_count, const void *bytes, size_t count);

#endif
