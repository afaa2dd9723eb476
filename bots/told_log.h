/*
 * told_log.h - for each seat the list of the events it was told, which bots are asked with (struct
 * lan_question).
 *
 * The quick stand-in for a table's own lists where there is no table: simulation, the library, tests.
 */
#ifndef LAN_TOLD_LOG_H
#define LAN_TOLD_LOG_H

#include "lan.h"

/* Empty when all zero. The owner frees `event`. */
struct lan_told_log {
    struct lan_event *event;
    size_t count, capacity;
};

/*
 * Adds these events to the log of every seat that their rows tell, hidden arguments masked. False without
 * memory.
 */
bool lan_told_logs_add(const struct lan_rules *rules, const struct lan_events *events,
                       struct lan_told_log logs[LAN_SEATS_MAX]);

#endif
