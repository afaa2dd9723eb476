/*
 * room_push.h - what a table sends to its subscribers by itself: updates of the game, the table's info,
 * presence.
 *
 * The update of a viewer is written once, by wire/update.h, and sent to all its subscribers; a viewer for
 * whom nothing has changed is sent nothing. What each viewer was sent last is kept in room->streams as long
 * as it has subscribers.
 */
#ifndef LAN_SERVER_ROOM_PUSH_H
#define LAN_SERVER_ROOM_PUSH_H

#include <stdbool.h>

#include "update.h"

struct person;
struct room;

/*
 * A viewer of the room's match as wire/ wants it: with the settings of the table, and with the delay of
 * watchers where the table has one. The room must have a match.
 */
struct wire_viewer room_viewer(const struct room *room, int viewer);

/* Where it is kept what the viewer was sent last, for the functions of update.h; made when there is none. */
struct wire_sent **room_sent(struct room *room, int viewer);
/* Frees that, when the viewer has no subscribers any more. */
void room_sent_forget(struct room *room, int viewer);
/*
 * Frees it for all viewers: the history that they were shown is not the log's any more, so that no difference
 * to it means anything. Subscribers are sent everything next.
 */
void room_sents_forget(struct room *room);

/* To the subscribers of each viewer: what has changed since they were sent something. */
void room_push_updates(struct room *room);
/* To every client with a subscription: the table's info. */
void room_push_info(struct room *room);
/* The same to the connections of one person. */
void room_push_info_to(struct room *room, const struct person *person);
/*
 * The same: whether somebody is there at a seat or, for LAN_WATCHER, as a watcher, and how many watchers
 * there are.
 */
void room_push_presence(struct room *room, int viewer, bool present);

#endif
