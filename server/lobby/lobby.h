/* lobby.h - the list of tables that are not over, and who watches it. */
#ifndef LAN_SERVER_LOBBY_H
#define LAN_SERVER_LOBBY_H

#include <stdbool.h>
#include <stdint.h>

#include "room_log.h"
#include "server.h"

struct ask;
struct client;
struct person;
struct room;
struct room_settings;
struct store_batch;

/* The decision a seat was last reminded of because its time was up, and when. */
struct summary_remind {
    uint32_t decision;
    int64_t at;
};

/* A row of the list of tables, kept for every table that is not over. */
struct summary {
    char id[ID_TABLE + 1];
    char host[ID_PERSON + 1];
    bool listed;
    bool stale;    /* another node has moved the game since `must` was known */
    bool followed; /* the table has been in memory since the start, so its reminders are known: */
    struct summary_remind *remind; /* of every seat; NULL while nobody was reminded */
    enum room_state state;
    int seats;                     /* how many there are, 0 until the table was loaded, */
    char (*person)[ID_PERSON + 1]; /* who sits where, and */
    uint16_t must;                 /* for whom the game waits */
    int64_t deadline;
    const char *game; /* its name, as the game itself has it; "" for one that is not known here */
    char *json;       /* TableSummary without what only `me` has; NULL unless listed */
};

/* Writes the room's summary into the batch and, when it is committed, summary_take puts it in force. */
void summary_put(struct store_batch *batch, const struct room *room);
void summary_take(struct room *room);
/* What changes with every move: for whom the game waits, and until when. */
void summary_follow(struct room *room);
/* False when the document is not that of a table in the list. */
bool summary_load(struct server *server, const char *id, const char *document);
/* Another node changed a table that is not in memory here; NULL when it is gone. Tells who watches the list. */
void summary_hear(struct server *server, const char *id, const char *document);
void summaries_free(struct server *server);
void lobby_leave(struct client *client);
/* How many tables that are not over a person hosts: counted once, then kept up to date with the summaries. */
int lobby_hosted(struct server *server, struct person *person);
/* Slow play: an hour or more for a move, a day or more for the game. */
bool room_slow(const struct room_settings *settings);

/* Operations of ops.def. */
void op_tables(struct ask *ask);
void op_lobby(struct ask *ask);

#endif
