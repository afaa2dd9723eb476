/*
 * online_link.h - the protocol connection of an online source: requests, pushes, reconnection.
 *
 * Internal to online.c, which implements the source on top of it. Pushes of the server are stored in the
 * fields of the source; no rule of any game is needed here.
 */
#ifndef LAN_ONLINE_LINK_H
#define LAN_ONLINE_LINK_H

#include <jansson.h>

#include "dice_file.h"
#include "net.h"
#include "online.h"
#include "source.h"
#include "table.h"

enum { LINK_MOVE_ID_MAX = 40 };

/* The last drawing of the board, and the state and reader for which it was requested. */
struct picture {
    uint32_t changes;
    struct lan_reader reader;
    char *text; /* LAN_DRAW_MAX bytes */
};

/* A move that was sent and not yet answered. */
struct pending {
    bool on, undo;
    char move[LINK_MOVE_ID_MAX + 1];
    char action[LAN_NOTATION_MAX];
    int64_t decision;
};

struct online {
    struct source base;
    struct net_address address;
    char token[NET_TOKEN_MAX + 1];
    char password[ONLINE_PASSWORD_MAX + 1]; /* of the table; "": none was asked for */
    bool locked;                            /* the last request failed with wrong-password */
    struct net *net;                        /* NULL while there is no connection */
    int64_t retry_at;                       /* by the clock of link_now() */
    int64_t next_id;
    uint64_t client; /* random; part of the ids of moves, so that they are unique among clients */
    uint32_t moves;
    struct table *table; /* never played on: it holds the rules and parses what was told */
    char name[LAN_SEATS_MAX][TABLE_NAME_MAX + 1];
    char state[16]; /* of the table: seating, dice, playing, over, closed */
    int empty;      /* number of empty seats */
    bool rated;     /* its game counts for ratings */
    uint32_t updates;
    int64_t decision;
    int64_t window_first; /* the first decision in a reaction window; 0 for none yet */
    char prompt[LAN_LANGS][2 * LAN_SAY_MAX];
    struct picture picture;
    struct pending pending;
    struct dice_kept dice; /* of the newest exchange of bytes; of round 0 when there was none */
    int64_t dice_id;       /* of the last message that gave something to it */
    int64_t dice_done;     /* round and stage for which this connection did its part */
    bool dice_unkept;      /* the alarm says only that `dice` could not be written; a real one replaces it */
    bool dice_checked;     /* the record was compared with what was kept */
    int dice_tries;        /* records that did not come, or came without the secret */
    int64_t dice_check_at; /* by the clock of link_now() */
    json_t *answer;        /* to the request with id `awaited`; NULL until it arrives */
    int64_t awaited;
};

/* Milliseconds of a monotonic clock. */
int64_t link_now(void);

/* The string in a field, "" when it is missing. */
const char *link_text(const json_t *object, const char *key);

/*
 * New requests: with the table; with table and seat; with table, seat and, if the table has one, its
 * password. Owned by the caller until passed to link_ask.
 */
json_t *link_table_question(const struct online *online);
json_t *link_seat_question(const struct online *online);
json_t *link_password_question(const struct online *online);

/*
 * Sends a request, which it takes over, and waits for the answer; pushes that arrive meanwhile are handled.
 * NULL with the reason in `say`: the server's refusal, or that the connection was lost.
 */
json_t *link_ask(struct online *online, const char *op, json_t *question, struct source_say *say);

/* The name of a standing answer in the protocol. */
const char *link_standing_word(enum standing standing);

/* Sets `say` to the reason of an answer that is not ok. */
void link_refusal(const struct online *online, const json_t *error, struct source_say *say);

/* Handles one message; false when there is none. */
bool link_receive(struct online *online);

/* Sends `hello`, the first request of every connection. */
bool link_hello(struct online *online, struct source_say *say);

/* Subscribes to the seat: gets the items told since the last known number, then pushes. */
bool link_open_seat(struct online *online, struct source_say *say);

/* Sends online->pending; when the connection breaks it stays pending and is sent again by link_reconnect. */
bool link_move(struct online *online, struct source_say *say);

/* False when the server cannot be reached; retry_at says when to try again. */
bool link_reconnect(struct online *online);

#endif
