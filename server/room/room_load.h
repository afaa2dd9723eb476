/* room_load.h - reading a table's log: from its start, and what other nodes have added to it. */
#ifndef LAN_SERVER_ROOM_LOAD_H
#define LAN_SERVER_ROOM_LOAD_H

#include <stdint.h>

struct room;
struct server;

/* Loads a table for no ask, so that its bots and clocks go on. */
void room_load(struct server *server, const char *id);
/* IDLE to LOADING: reads the log of a room that has no entries. */
void room_load_start(struct room *room);
/* Resets the room and reads its log from the start; from any phase but LOADING. */
void room_reload(struct room *room);
/* IDLE to FOLLOWING: reads the entries after those the room has. */
void room_follow_start(struct room *room);

/* The log is said to have an entry of this number. A room that lacks it reads on, now or when it is idle
   again. */
void room_read_on(struct room *room, uint64_t number);
/* The log has lost entries to a fail-over, or was changed by `lanterne admin`: an idle room reads it from
   the start. */
void room_read_again(struct room *room);
/* The store answers again: broken rooms are loaded, and the clocks of the others do not count the time
   without it. */
void rooms_resume(struct server *server);

#endif
