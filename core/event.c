#include "lan.h"

#include <string.h>

void lan_emit(struct lan_events *events, int kind, int clause, int count, const int16_t *args)
{
    lan_assert(events->count < LAN_EVENTS_MAX && count <= LAN_ARGS_MAX && clause > 0);
    struct lan_event *event = &events->event[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint16_t)kind;
    event->clause = (uint16_t)clause;
    memcpy(event->arg, args, (size_t)count * sizeof *args);
}

/* Whether a mask of LAN_TO_* includes a viewer, given this event's arguments. */
static bool mask_tells(const struct lan_event *event, int told, int viewer)
{
    if (viewer == LAN_WATCHER)
        return told & LAN_TO_WATCHER;
    if (told & LAN_TO_SEATS)
        return true;
    for (int i = 0; i < 6; i++) {
        if ((told & LAN_TO_SEAT(i)) && event->arg[i] == viewer)
            return true;
        if ((told & LAN_TO_MASK(i)) && (event->arg[i] >> viewer & 1))
            return true;
    }
    return false;
}

bool lan_event_tell(const struct lan_game *game, const struct lan_event *event, int viewer,
                    struct lan_event *told)
{
    const struct lan_event_kind *row = &game->event_kinds[event->kind];
    if (!mask_tells(event, row->told, viewer))
        return false;
    struct lan_event out = {.kind = event->kind, .clause = event->clause};
    for (int i = 0; i < row->args; i++)
        out.arg[i] = mask_tells(event, row->arg[i].told, viewer) ? event->arg[i] : LAN_HIDDEN;
    *told = out;
    return true;
}

bool lan_events_undoable(const struct lan_game *game, const struct lan_events *events)
{
    for (int i = 0; i < events->count; i++) {
        if (game->event_kinds[events->event[i].kind].undo == LAN_FINAL)
            return false;
    }
    return true;
}

void lan_event_write(const struct lan_game *game, const struct lan_event *event, struct lan_text *out)
{
    const struct lan_event_kind *row = &game->event_kinds[event->kind];
    lan_text_add(out, row->name);
    for (int i = 0; i < row->args; i++) {
        lan_text_add_char(out, ' ');
        lan_text_add(out, row->arg[i].name);
        lan_text_add_char(out, '=');
        lan_value_write(game, row->arg[i].type, event->arg[i], out);
    }
}
