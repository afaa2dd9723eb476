/* client.h - a client: one connection, by HTTP or WebSocket, and the person it is authenticated as. */
#ifndef LAN_SERVER_CLIENT_H
#define LAN_SERVER_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "server.h"

struct address;
struct ask;
struct buf;
struct conn;
struct person;
struct sub;

/* How many messages may be sent now, and when that was last refilled. */
struct allowance {
    double left;
    int64_t at;
};

struct client {
    struct server *server;
    struct conn *conn;
    struct person *person;    /* NULL until identified */
    char token[HASH_HEX + 1]; /* the hash of its token */
    bool socket, greeted, too_old, secure;
    bool parts;       /* wants updates with parts of fields; set by hello */
    char *agent;      /* User-Agent of its requests; NULL before the first, and for a WebSocket */
    struct ask *asks; /* not yet answered */
    struct sub *subs; /* viewers it is subscribed to */
    int ask_count, sub_count;
    struct client *lobby_next, **lobby_link; /* list of clients that watch the lobby; NULL link: not in it */
    struct address *address;                 /* it is counted under; NULL when that is full */
    int refused;                             /* messages sent without an allowance left */
    struct allowance messages, pings;
};

/* Sends a push, a complete JSON object. */
void client_push(struct client *client, const struct buf *text);
/* Each client of the server; NULL after the last. */
struct client *client_first(struct server *server);
struct client *client_after(struct client *client);
/* Pushes a notice of the server to every client that has said hello. */
void client_notice(struct server *server, const char *what, const char *en, const char *fr);

/*
 * Registers a function that is called for every client before it is freed, in the order of registration, so
 * that each part of the server can release what it keeps for the client.
 */
void client_on_close(struct server *server, void (*closed)(struct client *client));

#endif
