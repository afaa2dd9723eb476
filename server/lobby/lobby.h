/*
 * lobby.h - the list of tables that are not over, and the clients that watch it.
 *
 * Every table that is not over has a summary in memory, and one in the store, so that the list needs no table
 * loaded. A summary holds what everybody may see, and nothing that changes with a hidden move. Functions that
 * write one take the table's log, and `deadline`: by env_now, when the table must be in memory because its
 * time is up; 0 is never.
 */
#ifndef LAN_SERVER_LOBBY_H
#define LAN_SERVER_LOBBY_H

#include <stdbool.h>
#include <stdint.h>

#include "room_log.h"
#include "server.h"
#include "table_index.h"

struct address;
struct ask;
struct client;
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
    bool stale;                    /* another node has moved the game since `must` was set */
    bool followed;                 /* the table has been in memory since the start, so `remind` is complete */
    struct summary_remind *remind; /* by seat; NULL while nobody was reminded */
    enum room_state state;
    int seats;                     /* 0 until the table was loaded once, */
    char (*person)[ID_PERSON + 1]; /* as are the persons by seat, */
    uint16_t must;                 /* and the seats for which the game waits, by bit */
    int64_t deadline;
    const char *game;          /* its name, as the game itself has it; "" for one that this program lacks */
    char *json;                /* TableSummary without what only `me` has; NULL unless listed */
    struct table_index *index; /* of those of its game that are listed, in which it is; NULL for none */
    struct index_node node;
    struct address *maker; /* the address it was made from since the start; NULL when that is not known */
};

/* Writes the summary into the batch that commits the entry which changed it. Nothing when nothing of it
   changed. */
void summary_put(struct store_batch *batch, struct server *server, const struct room_log *log,
                 int64_t deadline);
/* Sets the summary in memory, once that batch is committed or the log was read, and tells clients that
   watch the list. */
void summary_set(struct server *server, const struct room_log *log, int64_t deadline);
/* Sets only what changes with every move: for which seats the game waits, and until when. */
void summary_turn_set(struct server *server, const struct room_log *log, int64_t deadline);
/* Sets the summary in memory from its document. False when the document is not that of a table that
   belongs in the list. */
bool summary_load(struct server *server, const char *id, const char *document);
/* The same for a table that is not in memory, after another node changed it; NULL when it is gone. Tells
   clients that watch the list. */
void summary_replace(struct server *server, const char *id, const char *document);
void summaries_free(struct server *server);
/* The client watches the list no longer. */
void lobby_leave(struct client *client);
/* The address from which a table was just made: it is counted there until it is over. */
void summary_maker_set(struct server *server, const char *id, struct address *maker);
/* How many tables that are not over a person hosts. */
int lobby_hosted(const struct server *server, const char *person);
/* Operations of ops.def. */
void op_tables(struct ask *ask);
void op_lobby(struct ask *ask);

#endif
