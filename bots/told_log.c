#include "told_log.h"

#include <stdlib.h>

static bool log_add(struct lan_told_log *log, const struct lan_event *event)
{
    if (log->count == log->capacity) {
        size_t capacity = log->capacity ? 2 * log->capacity : 256;
        struct lan_event *more = realloc(log->event, capacity * sizeof *more);
        if (!more)
            return false;
        log->event = more;
        log->capacity = capacity;
    }
    log->event[log->count++] = *event;
    return true;
}

bool lan_told_logs_add(const struct lan_rules *rules, const struct lan_events *events,
                       struct lan_told_log logs[LAN_SEATS_MAX])
{
    for (int i = 0; i < events->count; i++) {
        for (int seat = 0; seat < rules->seats; seat++) {
            struct lan_event heard;
            if (lan_event_tell(rules->game, &events->event[i], seat, &heard) && !log_add(&logs[seat], &heard))
                return false;
        }
    }
    return true;
}
