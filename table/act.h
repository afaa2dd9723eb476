/* act.h - steps of playing that the clocks need too; table.h has the functions for callers. */
#ifndef LAN_TABLE_ACT_H
#define LAN_TABLE_ACT_H

#include "inside.h"

/*
 * The time of an entry made now: `now`, or the last entry's if the machine's clock has stepped back behind
 * it.
 */
int64_t act_time(const struct table *table, int64_t now);

/* Draws and appends chance until a seat is to act or the match has ended. 0 or TABLE_REFUSED_MEMORY. */
int act_draw_chance(struct table *table, int64_t now);

#endif
