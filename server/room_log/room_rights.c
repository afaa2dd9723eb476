#include "room_rights.h"

#include "fault.h"
#include "lan.h"
#include "room_log.h"
#include "settings.h"
#include "table.h"

bool room_log_sits(const struct room_log *log, const char *person)
{
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (room_log_holds(log, seat, person))
            return true;
    }
    return false;
}

unsigned room_log_out(const struct room_log *log)
{
    const struct lan_game *game = log->settings.game;
    union lan_state_buf copy;
    if (log->state != ROOM_PLAYING || !game->seats_out)
        return 0;
    const struct table *table = log->match->table;
    return game->seats_out(table_rules(table), table_state_at(table, table_count(table), &copy));
}

enum room_right room_right_enter(const struct room_log *log, const char *person)
{
    return people_contain(&log->removed, person) ? RIGHT_REMOVED : RIGHT_GIVEN;
}

static bool sealed(const struct room_log *log)
{
    return log->daily && log->daily->sealed;
}

static enum room_right watch_right(const struct room_log *log, const char *person)
{
    if (sealed(log) && !room_log_sits(log, person))
        return RIGHT_SEALED;
    if (log->state != ROOM_PLAYING)
        return RIGHT_GIVEN;
    /* Players may open their table as watchers: pass-and-play does between turns. */
    if (log->settings.watching == WATCHING_NONE && !room_log_sits(log, person))
        return RIGHT_NO_WATCHING;
    return table_watcher_ahead(log->match->table) && !FAULT(WATCHER_AHEAD) ? RIGHT_NO_WATCHING : RIGHT_GIVEN;
}

enum room_right room_right_view(const struct room_log *log, const char *person, int viewer)
{
    enum room_right enter = room_right_enter(log, person);
    if (enter != RIGHT_GIVEN)
        return enter;
    if (viewer == LAN_WATCHER)
        return watch_right(log, person);
    bool holds = viewer >= 0 && viewer < log->settings.seats && room_log_holds(log, viewer, person);
    return holds ? RIGHT_GIVEN : RIGHT_NO_HOLDER;
}

enum room_right room_right_record(const struct room_log *log, const char *person, int viewer)
{
    bool delayed = log->state == ROOM_PLAYING && log->settings.watching != WATCHING_OPEN;
    enum room_right right = room_right_view(log, person, viewer);
    if (right == RIGHT_GIVEN && sealed(log))
        return RIGHT_SEALED;
    return right == RIGHT_GIVEN && viewer == LAN_WATCHER && delayed ? RIGHT_NO_WATCHING : right;
}

enum room_right room_right_open(const struct room_log *log, const char *person)
{
    enum room_right enter = room_right_enter(log, person);
    if (enter != RIGHT_GIVEN)
        return enter;
    if (sealed(log))
        return RIGHT_SEALED;
    return log->state == ROOM_OVER || FAULT(RECORD_EARLY) ? RIGHT_GIVEN : RIGHT_NOT_OVER;
}

enum room_right room_right_hear(const struct room_log *log, const char *person, int viewer,
                                enum room_channel channel)
{
    enum room_right view = room_right_view(log, person, viewer);
    if (view != RIGHT_GIVEN || channel == CHANNEL_PLAYERS || log->state == ROOM_OVER)
        return view;
    if (channel == CHANNEL_WATCHERS)
        return room_log_sits(log, person) && !FAULT(WATCHERS_HEARD) ? RIGHT_NO_WATCHING : RIGHT_GIVEN;
    if (FAULT(DEAD_HEARD))
        return RIGHT_GIVEN;
    bool out = viewer < LAN_SEATS_MAX && room_log_out(log) >> viewer & 1;
    return out ? RIGHT_GIVEN : RIGHT_NO_HOLDER;
}
