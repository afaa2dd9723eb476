/* room_tick.h - time at the tables: clocks, rounds of dice, bots, and rooms that leave memory. */
#ifndef LAN_SERVER_ROOM_TICK_H
#define LAN_SERVER_ROOM_TICK_H

struct room;
struct server;

/* Does what is due in an idle room, and sets its `deadline`. Called when that is over, and after every
   change. */
void room_tick(struct room *room);
/* About once a second: rooms whose deadline is over, tables that must be loaded for theirs, and rooms to
   be freed. */
void rooms_tick(struct server *server);

#endif
