/*
 * room_cap.h - how long a table's log may become.
 *
 * The entries of the game itself are limited by its rules and by TABLE_EXTRAS_MAX. All others (sitting down,
 * offers, standing answers, votes, moderation; room_log.asides) are limited here: each person may cause
 * LIMIT_ASIDES_PER_PERSON of them at one table in an hour, and a table takes LIMIT_ASIDES in all. What is
 * refused then leaves the game as it is: moves, leaving, votes for its end and closing go on, so that every
 * table comes to an end. Should a log nevertheless reach LIMIT_LOG_ENTRIES, the server closes the table; a
 * log of that length is still loaded whole.
 */
#ifndef LAN_SERVER_ROOM_CAP_H
#define LAN_SERVER_ROOM_CAP_H

#include <stdbool.h>

struct ask;
struct room;

/* Whether the asker may cause another entry that is not the game's own. False with the ask refused. */
bool room_cap_aside(struct ask *ask, const struct room *room);
/* Counts one that was caused, for its asker (NULL: the server). */
void room_cap_count(const struct ask *ask, const struct room *room);
/* Closes a table whose log is full. True when that was begun. */
bool room_cap_close(struct room *room);

#endif
