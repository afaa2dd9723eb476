/*
 * room_subscribe.h - subscriptions: which clients are sent what a viewer of a table is sent, and the presence
 * that follows from them.
 *
 * A client subscribes to a viewer by the operation `open` and ends it by `shut`; it ends too when the
 * connection closes, and when the person loses the right to the viewer (room_rights.h). After every change of
 * the table the subscriptions without a right end before anything is sent, and every push asks for the right
 * again: sub_push is the only way from a table's stream to a client. A person is present when one of their
 * clients has a subscription to the table, on this node or on another.
 */
#ifndef LAN_SERVER_ROOM_SUBSCRIBE_H
#define LAN_SERVER_ROOM_SUBSCRIBE_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct buf;
struct room;
struct sub;

/* Ends a subscription, tells the others at the table who has gone, and frees it. */
void sub_end(struct sub *sub);
/* The same after a push `shut` to the client. */
void sub_drop(struct sub *sub);
/* The person of the subscription has the right to its viewer, as far as the room's log is known now. */
bool sub_allowed(const struct sub *sub);
/* Sends a push of the table to the client, unless the person has lost the right. */
void sub_push(const struct sub *sub, const struct buf *text);
/* Drops the subscriptions of persons who have lost the right. The room's log must be known. */
void room_subs_check(struct room *room);
/* The viewers that have subscribers on this node, by bit. */
unsigned room_viewers(const struct room *room);

/* Every second: tells the number of watchers where there are too many to tell of each who comes. */
void room_watchers_tick(struct room *room);

/* On all nodes: the number of watchers, and whether the person of a seat is present. */
int room_watchers(const struct room *room);
bool room_present(const struct room *room, int seat);
/* The host has the table open, on whatever node, with a seat or without. */
bool room_host_present(const struct room *room);
/*
 * On this node alone: the seats whose persons are present by bit, HERE_HOST, and the number of watchers from
 * bit 16 on.
 */
uint32_t room_here(const struct room *room);

/* Operations of ops.def. */
void op_open(struct ask *ask, struct room *room);
void op_shut(struct ask *ask, struct room *room);

#endif
