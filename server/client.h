/* client.h - a client: one connection of a person, by HTTP or as a WebSocket. */
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

struct client {
    struct server *server;
    struct conn *conn;
    struct person *person;    /* NULL until identified */
    char token[HASH_HEX + 1]; /* the hash of its token */
    bool socket, greeted, too_old, secure;
    char *agent;      /* of its requests; NULL before the first, and once it is a socket */
    struct ask *asks; /* not yet answered */
    struct sub *subs; /* viewers it is subscribed to */
    int ask_count, sub_count;
    struct client *lobby_next, **lobby_link; /* NULL link: not watching the lobby */
    struct address *address;                 /* it is counted under; NULL while there is no room there */
    double allowance;                        /* messages it may send now */
    int64_t allowed;                         /* when that was counted */
};

/* Sends a push; the text is a whole JSON object. */
void client_push(struct client *client, const struct buf *text);
/* Each client of the server; NULL after the last. */
struct client *client_first(struct server *server);
struct client *client_after(struct client *client);
/* Pushes a notice of the server to every client that has said hello. */
void client_notice(struct server *server, const char *what, const char *en, const char *fr);

/*
 * `closed` is called for every client before it is freed, in the order of these calls: each part of the server that
 * keeps something for a client lets go of it then.
 */
void client_on_close(struct server *server, void (*closed)(struct client *client));

#endif
