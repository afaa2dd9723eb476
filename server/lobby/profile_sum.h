/*
 * profile_sum.h - the figures of a profile, from the documents of played.h: games and wins by game and by
 * everything that the games say of a seat, with intervals; streaks; results less luck; ratings.
 *
 * A game counts for win rates when the person held one seat and it was played to a result: several seats
 * are several people at one device, and an agreed end has no winner. Every game counts as an evening.
 */
#ifndef LAN_SERVER_PROFILE_SUM_H
#define LAN_SERVER_PROFILE_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct store_read;
struct profile_sum;

struct profile_sum *profile_sum_create(void);
void profile_sum_free(struct profile_sum *sum);
/* Adds the documents of a read of SPACE_PLAYED, or of SPACE_LUCK. */
void profile_sum_add(struct profile_sum *sum, const struct store_read *read);
/*
 * Writes fields of an object: `games`, `of` (an array, the most played game first) and, for the person
 * alone, `times` and names of opponents. Ratings are those at the time `now`.
 */
void profile_sum_write(struct profile_sum *sum, struct buf *out, bool own, int64_t now);

/* The Wilson interval of 95 % of a share of `won` in `games`, which is above 0. */
void wilson(int won, int games, double *low, double *high);

#endif
