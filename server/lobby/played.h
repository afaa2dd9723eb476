/*
 * played.h - what a person keeps of a finished game, for the profile (profile.h).
 *
 * In the store lies a document under PERSON/TABLE for every person who held a seat when the game ended:
 * game, time, seats and result, what the game itself says of each own seat (lan_game.groups: side, role,
 * character), with whom, and of a rated game what it says about the person (rated.h). It is written in the
 * batch that stores the end of the game, so it is there exactly once, whichever node stores that entry and
 * whatever crashes; it stays when the table is deleted.
 *
 * Not written are games that were brought from a device (how their dice fell is somebody's word) and games
 * played on from a position of another; nor daily deals, which have results of their own, and whose role
 * would show in a public profile before the day is over.
 */
#ifndef LAN_SERVER_PLAYED_H
#define LAN_SERVER_PLAYED_H

#include <stddef.h>
#include <stdint.h>

struct room_log;
struct server;
struct store_batch;

/* Adds the documents of everybody at a table whose game has just ended. `at` is the time of the end. */
void played_put(struct store_batch *batch, const struct room_log *log, int64_t at);
/*
 * After that batch: deletes again what was written for persons who are no longer there, since somebody who
 * deleted their account may still be named by a seat.
 */
void played_check(struct server *server, const struct room_log *log);
/*
 * Keeps the figures of a review (review.h) of one seat for the person who held it: the space `luck`, under
 * PERSON/TABLE. `document` is the review as JSON. Nothing is written for a person who is no longer there.
 */
void luck_put(struct server *server, const char *person, const char *table, const char *document,
              size_t length);

#endif
