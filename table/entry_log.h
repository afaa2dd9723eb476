/*
 * entry_log.h - appending to a table's log.
 *
 * An entry is checked, carried out and stored in one step, live and on loading alike; everything else that a
 * table holds (position, clocks, counts of told items) is brought up to date in the same call.
 */
#ifndef LAN_TABLE_ENTRY_LOG_H
#define LAN_TABLE_ENTRY_LOG_H

#include "inside.h"

/*
 * Appends an entry whose fields fit its kind (table_append checks that for stored ones); its text is copied.
 * 0, or the refusal with nothing changed.
 */
int log_add(struct table *table, const struct table_entry *entry);

/* 0 while the match is running, else the refusal of anything more. */
int log_ended_refusal(const struct table *table);

static inline struct log_entry *log_at(const struct table *table, uint32_t number)
{
    lan_assert(number > 0 && number <= table->count);
    return &table->entry[number - 1];
}

#endif
