/*
 * online_link.h - the line to a server: what is asked, what is told, and coming back after it broke.
 *
 * Between online.c, which makes a source of it, and online_link.c. Nothing here knows a game: what the server
 * tells is kept in the source that the screen reads.
 */
#ifndef LAN_ONLINE_LINK_H
#define LAN_ONLINE_LINK_H

#include <jansson.h>

#include "net.h"
#include "online.h"
#include "source.h"
#include "table.h"

enum { LINK_MOVE_ID_MAX = 40, DICE_BYTES = 32 };

/* What the board was drawn for, and the drawing. */
struct picture {
    uint32_t changes;
    struct lan_reader reader;
    char *text; /* LAN_DRAW_MAX bytes */
};

/* A move that was sent and not answered. */
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
    bool locked;                            /* the last question was refused for want of the right password */
    struct net *net;                        /* NULL while there is no connection */
    int64_t retry_at;                       /* by the clock of link_now() */
    int64_t next_id;
    uint64_t client; /* makes the ids of moves this program's own */
    uint32_t moves;
    struct table *table; /* never played on: it has the rules, and reads what was told */
    char name[LAN_SEATS_MAX][TABLE_NAME_MAX + 1];
    char state[16]; /* of the table: seating, dice, playing, over, closed */
    int empty;      /* seats nobody has taken yet */
    uint32_t updates;
    int64_t decision;
    char prompt[LAN_LANGS][2 * LAN_SAY_MAX];
    struct picture picture;
    struct pending pending;
    uint8_t dice[DICE_BYTES];
    int64_t dice_round; /* for which `dice` were drawn; 0: none */
    json_t *answer;     /* to the question `awaited`, when it has come */
    int64_t awaited;
};

/* Milliseconds of a clock that only goes forward. */
int64_t link_now(void);

/* The text of a field, "" when it has none. */
const char *link_text(const json_t *object, const char *key);

/*
 * A question about this table; one about the seat that is held; the same at the door. The caller's until it
 * is asked.
 */
json_t *link_table_question(const struct online *online);
json_t *link_seat_question(const struct online *online);
json_t *link_password_question(const struct online *online);

/*
 * Asks and waits for the answer; what comes meanwhile is taken in. NULL with the reason in `say`; `say` is
 * about the connection when that was lost. Takes over the question.
 */
json_t *link_ask(struct online *online, const char *op, json_t *question, struct source_say *say);

/* The reason of an answer that is not ok. */
void link_refusal(const struct online *online, const json_t *error, struct source_say *say);

/* Takes in one message; false when there is none. */
bool link_receive(struct online *online);

/* The first question of every connection. */
bool link_hello(struct online *online, struct source_say *say);

/* Asks for what was told since the last number known, and hears of everything from now on. */
bool link_open_seat(struct online *online, struct source_say *say);

/* Sends online->pending; when the connection breaks it stays pending and is sent again by link_reconnect. */
bool link_move(struct online *online, struct source_say *say);

/* False when the server cannot be reached; retry_at says when to try again. */
bool link_reconnect(struct online *online);

#endif
