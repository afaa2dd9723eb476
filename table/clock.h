/*
 * clock.h - clocks and decisions: what follows from the times of the entries and from the seats that must
 * act.
 *
 * Before an entry is carried out log_add asks which clocks are running; after it, it charges them and
 * settles. The rules of the clocks are with struct table_clock in table.h.
 */
#ifndef LAN_TABLE_CLOCK_H
#define LAN_TABLE_CLOCK_H

#include "inside.h"

/* In a mask of running clocks: that of the reaction window. The lower bits are seats. */
enum { CLOCK_WINDOW = 1 << 15 };

/* Full budgets, no move begun. */
void clock_init(struct table *table);

/* The clocks that run since the last entry, as a mask. */
unsigned clock_running(const struct table *table);

/* Charges the clocks of the mask with the time since the last charge. */
void clock_charge(struct table *table, unsigned running, int64_t time);

/* Takes in entry `number`, just stored (0: the opening position): ends and begins moves, counts decisions. */
void clock_settle(struct table *table, uint32_t number);

#endif
