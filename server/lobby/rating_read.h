/*
 * rating_read.h - the ratings of persons, folded from what they keep of their games (played.h).
 *
 * There is no stored rating that somebody could write over: a rating is the sum of a person's games in the
 * order of time. Two games that end at once on two nodes are two documents, and both count.
 */
#ifndef LAN_SERVER_RATING_READ_H
#define LAN_SERVER_RATING_READ_H

#include <stdbool.h>

#include "rated.h"

struct server;

/*
 * Reads the rating in `game` of the `count` persons that `ratings` names, as of now, and of the guests they
 * were. `done` gets them in the same order, or NULL when the store failed; the memory is its own.
 */
void ratings_read(struct server *server, const char *game, const struct room_rating *ratings, int count,
                  void (*done)(void *context, struct room_rating *ratings, int count), void *context);

#endif
