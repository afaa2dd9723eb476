/*
 * client.h - a person in a simulated world, with one connection: HTTP for the session, then a WebSocket, on
 * which the person asks, keeps what is pushed as docs/protocol.md says, and comes back after a lost
 * connection by opening with `since` and repeating moves that were not answered.
 */
#ifndef LAN_WORLD_CLIENT_H
#define LAN_WORLD_CLIENT_H

#include <jansson.h>

#include "link.h"
#include "server.h"

struct world;

enum { CLIENT_VIEWS_MAX = 8, CLIENT_ASKS_MAX = 32, CLIENT_ALLOWED_MAX = 64 };

enum client_state { CLIENT_AWAY, CLIENT_MEETING, CLIENT_UPGRADING, CLIENT_GREETING, CLIENT_HERE };

/* A viewer of a table that the client has opened, and what it was sent for it. */
struct client_view {
    char table[ID_TABLE + 1];
    int seat;  /* 0: the watcher */
    bool open; /* on this connection, as far as the client was told */
    uint32_t to;
    json_t *view, *turn, *ask, *result, *prompt;
};

struct client_ask {
    int64_t id, since;
    char op[16], table[ID_TABLE + 1];
    int seat;
    char move[24];
    uint32_t from;   /* of `open`: the number of items that the client has, as it said */
    bool answered;   /* the node has sent an answer */
    bool repeated;   /* sent before, on another connection */
    struct buf text; /* of a move that is sent again */
};

/* A viewer that the node has opened for this connection and has not shut. */
struct client_allowed {
    char table[ID_TABLE + 1];
    int seat;
};

struct client {
    struct world *world;
    int number;
    int twin; /* another client with the same session, as in a second tab; -1 for none */
    char cookie[80], person[ID_PERSON + 1];
    enum client_state state;
    int node;
    struct link *link;
    struct lan_rng rng;
    int64_t last_id;
    uint32_t moves;
    struct client_ask ask[CLIENT_ASKS_MAX];
    int asks;
    struct client_view view[CLIENT_VIEWS_MAX];
    int views;
    struct client_allowed allowed[CLIENT_ALLOWED_MAX];
    int allowed_count;
    bool foreign;                  /* connected as a page of another site */
    int64_t here_since, wakes_at;  /* when it came; until when it is away on purpose */
    char dice_table[ID_TABLE + 1]; /* the exchange of bytes at a table with fair dice */
    int dice_round;
    uint8_t dice_bytes[32];
    char dice_commitment[65];
};

void client_init(struct client *client, struct world *world, int number);
void client_free(struct client *client);
/* Connects to a node, anew when it is connected. */
void client_connect(struct client *client, int node);
/* Closes the connection as a page does that is closed. */
void client_leave(struct client *client);
/*
 * Asks: `fields` is the rest of the object, `"table":"..."` and so on. Returns the note of it, NULL when the
 * client is not here or waits for too much. Moves are sent again after a lost connection.
 */
struct client_ask *client_ask(struct client *client, const char *op, const char *table, int seat,
                              const char *fields, ...) __attribute__((format(printf, 5, 6)));
/* Opens a viewer. */
void client_open(struct client *client, const char *table, int seat);
struct client_view *client_view(struct client *client, const char *table, int seat); /* NULL for none */
void client_view_drop(struct client *client, struct client_view *view);

#endif
