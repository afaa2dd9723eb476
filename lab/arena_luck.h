/*
 * arena_luck.h - arenas with --luck: what dice, cards and the bots' own draws gave each seat, by a review of
 * every game (docs/review.md), and what the comparison gains when it is taken off, as much of it as makes the
 * spread smallest (variate.h). Its mean is zero, so the difference of two bots stays unbiased.
 */
#ifndef LAN_ARENA_LUCK_H
#define LAN_ARENA_LUCK_H

#include "arena.h"

struct json_out;
struct table;

/* Fills lineup->luck from a finished game. False after complaining, or silently when a signal stops it. */
bool arena_luck_find(const struct arena *arena, uint64_t round, const struct table *table,
                     struct arena_lineup *lineup);

/* Both differences with their intervals, the ratio of their variances, and the rounds that this saves. */
void arena_luck_print(const struct arena *arena);
void arena_luck_json(const struct arena_pairing *pairing, struct json_out *out);

#endif
