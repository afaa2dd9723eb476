/*
 * room_bot.h - bots at a table, in worker threads, and hints.
 *
 * A bot thinks from its seat's view alone, and its move is played at a time that was fixed before it began:
 * neither how long it thought nor whether it had a choice can be seen. The same pause is made for people who
 * let windows pass by a standing answer. With several nodes one of them, by a lease, lets a table's bots
 * think.
 */
#ifndef LAN_SERVER_ROOM_BOT_H
#define LAN_SERVER_ROOM_BOT_H

struct ask;
struct room;

/* Lets every bot whose turn it is think, in an idle room. */
void room_bots_start(struct room *room);
/* About once a second: renews the lease while bots think, and asks those that wait for one. */
void room_lease_tick(struct room *room);
/* The node that held the lease is gone: asks for it at once, if bots wait. */
void room_lease_take(struct room *room);

/* Operations of ops.def. */
void op_hint(struct ask *ask, struct room *room);

#endif
