#include "room_cap.h"

#include <stdio.h>

#include "ask.h"
#include "buf.h"
#include "limit.h"
#include "log.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_log.h"
#include "server.h"
#include "throttle.h"

enum { WHO_SIZE = ID_PERSON + ID_TABLE + 2 };

static void who_write(char who[WHO_SIZE], const struct ask *ask, const struct room *room)
{
    snprintf(who, WHO_SIZE, "%s/%s", ask->person->id, room->log.id);
}

bool room_cap_aside(struct ask *ask, const struct room *room)
{
    char who[WHO_SIZE];
    who_write(who, ask, room);
    if (room->log.asides >= LIMIT_ASIDES)
        ask_fail(ask, FAIL_ASIDES);
    else if (!throttle_may(room->server, "asides", who, LIMIT_ASIDES_PER_PERSON))
        ask_fail(ask, FAIL_ASIDES_PERSON);
    else
        return true;
    return false;
}

void room_cap_count(const struct ask *ask, const struct room *room)
{
    char who[WHO_SIZE];
    if (!ask || !ask->person)
        return;
    who_write(who, ask, room);
    throttle_take(room->server, "asides", who, LIMIT_ASIDES_PER_PERSON, LIMIT_ASIDES_SECONDS);
}

bool room_cap_close(struct room *room)
{
    struct buf entry = {0};
    if (room->log.entries < LIMIT_LOG_ENTRIES || room->log.state == ROOM_OVER ||
        room->log.state == ROOM_CLOSED)
        return false;
    log_line(room->server, "table-full", "\"table\":\"%s\"", room->log.id);
    entry_begin(&entry, "close", room_now(room));
    js_end_object(&entry);
    room_commit(room, NULL, &entry, NULL);
    return true;
}
