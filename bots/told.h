/* told.h - what a seat has been told, gathered event by event. */
#ifndef LAN_TOLD_H
#define LAN_TOLD_H

#include "lan.h"

/* All zero at first; the owner frees `event`. */
struct lan_told {
    struct lan_event *event;
    size_t count, capacity;
};

/* Adds to what every seat was told what its row of the kinds lets it know of these events. False when there is no memory. */
bool lan_told_events(const struct lan_rules *rules, const struct lan_events *events,
                     struct lan_told told[LAN_SEATS_MAX]);

#endif
