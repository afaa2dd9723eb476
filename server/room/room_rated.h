/*
 * room_rated.h - the start of a rated game: what is known of everybody who sits there is read from the
 * store first, and goes into the entry that starts the dice or the match.
 */
#ifndef LAN_SERVER_ROOM_RATED_H
#define LAN_SERVER_ROOM_RATED_H

#include <stdbool.h>

struct ask;
struct buf;
struct room;

/*
 * Whether the match may start now. Otherwise the ask is taken over: it is refused, because the people who
 * sit there cannot be rated or are not ready, or runs again when their ratings are in memory.
 */
bool room_rated_ready(struct ask *ask, struct room *room);
/* The ratings that were read, as a field of the entry; nothing at a table that is not rated. */
void room_rated_write(struct buf *entry, const struct room *room);
/* The entry is made: another start reads again. */
void room_rated_forget(struct room *room);

#endif
