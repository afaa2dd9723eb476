#include "room_heir.h"

#include <string.h>

#include "ask.h"
#include "buf.h"
#include "person.h"
#include "room.h"
#include "room_commit.h"
#include "room_log.h"
#include "room_queue.h"
#include "room_rights.h"

/* The guest sits at the table, is its host, or was removed from it. */
static bool has_part(const struct room_log *log, const char *guest)
{
    return strcmp(log->host, guest) == 0 || room_log_sits(log, guest) || people_contain(&log->removed, guest);
}

static void run_again(struct ask *ask, struct room *room, const struct room_answer *answer)
{
    (void)answer;
    room_queue_again(room, ask);
}

bool room_heir(struct room *room, struct ask *ask)
{
    const struct person *person = ask->person;
    struct buf entry = {0};
    /* While bytes for the dice are exchanged the holders stay who they are. */
    if (!person || !person->was_count || !room->log.seat || room->log.state == ROOM_DICE)
        return false;
    for (int i = 0; i < person->was_count; i++) {
        if (!has_part(&room->log, person->was[i]))
            continue;
        entry_begin(&entry, "heir", room_now(room));
        js_string(&entry, "from", person->was[i]);
        js_string(&entry, "person", person->id);
        js_end_object(&entry);
        room_commit(room, ask, &entry, &(struct room_answer){.send = run_again});
        return true;
    }
    return false;
}
