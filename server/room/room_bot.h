/* room_bot.h - bots at a table: thinking in worker threads, leases on several nodes, hints. */
#ifndef LAN_SERVER_ROOM_BOT_H
#define LAN_SERVER_ROOM_BOT_H

struct ask;
struct room;

/* Lets the bots whose turn it is think. */
void room_bots(struct room *room);
/* About once a second: leases that run out are asked for again. */
void room_lease_tick(struct room *room);

/* Operations of ops.def. */
void op_hint(struct ask *ask, struct room *room);

#endif
