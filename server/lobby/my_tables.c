#include "my_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "lobby.h"
#include "map.h"
#include "room_log.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"

/* The seats of a person by bit, and a bit above them for the host; 0 for somebody without a part in the
   table. */
static unsigned part_of(const struct room_log *log, const char *person)
{
    unsigned part = (unsigned)(strcmp(log->host, person) == 0) << LAN_SEATS_MAX;
    for (int seat = 0; seat < log->settings.seats; seat++)
        part |= (unsigned)room_log_holds(log, seat, person) << seat;
    return part;
}

/* The same by the summary in memory, from before. */
static unsigned part_before(const struct summary *summary, const char *person)
{
    unsigned part = (unsigned)(strcmp(summary->host, person) == 0) << LAN_SEATS_MAX;
    for (int seat = 0; seat < summary->seats; seat++)
        part |= (unsigned)(strcmp(summary->person[seat], person) == 0) << seat;
    return part;
}

static void note_put(struct store_batch *batch, const struct room_log *log, const char *person, unsigned part)
{
    struct buf out = {0};
    char key[STORE_NAME_MAX];
    snprintf(key, sizeof key, "%s/%s", person, log->id);
    if (!part) {
        store_batch_delete(batch, SPACE_MY_TABLES, key);
        return;
    }
    js_object(&out, NULL);
    js_string(&out, "table", log->id);
    js_string(&out, "game", log->settings.game->name);
    js_int(&out, "created", log->created);
    js_seats(&out, "mine", part & ((1u << LAN_SEATS_MAX) - 1));
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_MY_TABLES, key, out.at, out.length);
    buf_free(&out);
}

void my_tables_put(struct store_batch *batch, struct server *server, const struct room_log *log)
{
    static const struct summary none;
    const struct summary *before = map_get(&server->summaries, log->id);
    const char *people[2 * LAN_SEATS_MAX + 2] = {log->host};
    int count = 1;
    before = before ? before : &none;
    people[count++] = before->host;
    for (int seat = 0; seat < log->settings.seats; seat++)
        people[count++] = log->seat[seat].person;
    for (int seat = 0; seat < before->seats; seat++)
        people[count++] = before->person[seat];
    for (int i = 0; i < count; i++) {
        unsigned part = part_of(log, people[i]);
        int first = 0;
        while (strcmp(people[first], people[i]) != 0)
            first++;
        if (*people[i] && first == i && part != part_before(before, people[i]))
            note_put(batch, log, people[i], part);
    }
}
