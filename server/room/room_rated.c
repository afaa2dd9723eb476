#include "room_rated.h"

#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "map.h"
#include "rated.h"
#include "rating_read.h"
#include "room.h"
#include "room_log.h"
#include "room_queue.h"
#include "server.h"
#include "settings.h"

/* Ratings that are older were read for a start that was refused, and games may have ended since. */
enum { FRESH_MILLISECONDS = 10000 };

/* The ratings in memory are those of the people who sit there now. */
static bool ratings_fit(const struct room *room)
{
    if (!room->ratings || room->ratings_count != room->log.settings.seats ||
        room_now(room) - room->ratings_at > FRESH_MILLISECONDS)
        return false;
    for (int seat = 0; seat < room->ratings_count; seat++) {
        if (!room_log_holds(&room->log, seat, room->ratings[seat].person))
            return false;
    }
    return true;
}

void room_rated_forget(struct room *room)
{
    free(room->ratings);
    room->ratings = NULL;
    room->ratings_count = 0;
}

/*
 * The room may have left memory while its people were read: the ask then finds it again, and reads again.
 */
static void ratings_come(void *context, struct room_rating *ratings, int count)
{
    struct ask *ask = context;
    const char *table = json_string_value(json_object_get(ask->message, "table"));
    struct room *room = table ? map_get(&ask->server->rooms, table) : NULL;
    if (!ratings) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    if (room) {
        room_rated_forget(room);
        room->ratings = ratings;
        room->ratings_count = count;
        room->ratings_at = room_now(room);
    } else {
        free(ratings);
    }
    room_run(ask);
}

/*
 * Everybody but the host, who starts, has said that they are ready. A change of the settings takes that
 * back, so nobody is rated who has not seen that the table is.
 */
static bool others_ready(const struct room *room)
{
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (!room->log.seat[seat].ready && !room_log_holds(&room->log, seat, room->log.host))
            return false;
    }
    return true;
}

bool room_rated_ready(struct ask *ask, struct room *room)
{
    const struct room_log *log = &room->log;
    if (!log->settings.rated)
        return true;
    if (!rated_people(log)) {
        ask_fail(ask, FAIL_RATED_PEOPLE);
        return false;
    }
    if (!others_ready(room)) {
        ask_fail(ask, FAIL_RATED_READY);
        return false;
    }
    if (ratings_fit(room))
        return true;
    struct room_rating *wanted = mem_zero((size_t)log->settings.seats * sizeof *wanted);
    for (int seat = 0; seat < log->settings.seats; seat++)
        memcpy(wanted[seat].person, log->seat[seat].person, sizeof wanted[seat].person);
    ratings_read(ask->server, log->settings.game->name, wanted, log->settings.seats, ratings_come, ask);
    free(wanted);
    return false;
}

void room_rated_write(struct buf *entry, const struct room *room)
{
    if (room->log.settings.rated && room->ratings)
        rated_write(entry, room->ratings, room->ratings_count);
}
