#include "told.h"

#include <stdlib.h>

static bool told_add(struct lan_told *told, const struct lan_event *event)
{
    if (told->count == told->capacity) {
        size_t capacity = told->capacity ? 2 * told->capacity : 256;
        struct lan_event *more = realloc(told->event, capacity * sizeof *more);
        if (!more)
            return false;
        told->event = more;
        told->capacity = capacity;
    }
    told->event[told->count++] = *event;
    return true;
}

bool lan_told_events(const struct lan_rules *rules, const struct lan_events *events,
                     struct lan_told told[LAN_SEATS_MAX])
{
    for (int i = 0; i < events->count; i++) {
        for (int seat = 0; seat < rules->seats; seat++) {
            struct lan_event heard;
            if (lan_event_tell(rules->game, &events->event[i], seat, &heard) &&
                !told_add(&told[seat], &heard))
                return false;
        }
    }
    return true;
}
