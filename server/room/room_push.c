#include "room_push.h"

#include <stdlib.h>

#include "buf.h"
#include "client.h"
#include "env.h"
#include "fault.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_info.h"
#include "room_log.h"
#include "room_rights.h"
#include "room_seat.h"
#include "room_subscribe.h"
#include "server.h"
#include "settings.h"
#include "steps.h"
#include "table.h"

/* ---- Updates ------------------------------------------------------------------------------------------- */

struct wire_viewer room_viewer(const struct room *room, int viewer)
{
    const struct room_settings *settings = &room->log.settings;
    bool late =
        viewer == LAN_WATCHER && settings->watching == WATCHING_LATE && room->log.state == ROOM_PLAYING;
    return (struct wire_viewer){
        .table = room->log.match->table,
        .viewer = viewer,
        .unaided = !settings->notebook,
        .undo = settings->undo,
        .closed = room->log.state == ROOM_CLOSED,
        .behind = late && !FAULT(LATE_WATCHER_NOW) ? LIMIT_WATCH_DELAY : 0,
        .now = env_now(&room->server->env),
    };
}

/* The link to a viewer's stream, or to the end of the list. */
static struct stream **stream_find(struct room *room, int viewer)
{
    struct stream **link = &room->streams;
    while (*link && (*link)->viewer != viewer)
        link = &(*link)->next;
    return link;
}

struct wire_sent **room_sent(struct room *room, int viewer)
{
    struct stream **link = stream_find(room, viewer);
    if (!*link) {
        *link = mem_zero(sizeof **link);
        (*link)->viewer = (uint8_t)viewer;
    }
    return &(*link)->sent;
}

void room_sent_forget(struct room *room, int viewer)
{
    struct stream **link = stream_find(room, viewer), *stream = *link;
    if (!stream)
        return;
    *link = stream->next;
    wire_sent_free(stream->sent);
    free(stream);
}

void room_sents_forget(struct room *room)
{
    while (room->streams)
        room_sent_forget(room, room->streams->viewer);
}

static void update_begin(struct buf *out, const struct room *room, int viewer)
{
    buf_clear(out);
    js_object(out, NULL);
    js_string(out, "push", "update");
    js_string(out, "table", room->log.id);
    js_int(out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
}

/*
 * To the subscribers of one viewer, if anything that it may know has changed: `out[1]` to those who want
 * parts of fields, `out[0]` to the others. Both are scratch.
 */
static void update_push(struct room *room, int viewer, struct wire_past *past, struct buf out[2])
{
    struct wire_viewer about = room_viewer(room, viewer);
    bool wanted[2] = {false, false};
    about.past = past;
    for (const struct sub *sub = room->subs; sub; sub = sub->next)
        wanted[sub->client->parts] |= sub->viewer == viewer;
    for (int form = 0; form < 2; form++) {
        if (wanted[form])
            update_begin(&out[form], room, viewer);
    }
    if (!wire_update_next(wanted[0] ? &out[0] : NULL, wanted[1] ? &out[1] : NULL, &about,
                          room_sent(room, viewer)))
        return;
    for (int form = 0; form < 2; form++) {
        if (wanted[form])
            js_end_object(&out[form]);
    }
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        if (sub->viewer != viewer)
            continue;
        sub_push(sub, &out[sub->client->parts]);
        if (FAULT(TOLD_TWICE) && room->log.entries % 20 == 0)
            sub_push(sub, &out[sub->client->parts]);
        if (FAULT(SECOND_TAB))
            break;
    }
}

void room_push_updates(struct room *room)
{
    struct buf out[2] = {{0}, {0}};
    struct wire_past past = {0};
    unsigned viewers = room->log.match ? room_viewers(room) : 0;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) {
        if (viewers >> viewer & 1)
            update_push(room, viewer, &past, out);
    }
    wire_past_free(&past);
    buf_free(&out[0]);
    buf_free(&out[1]);
}

/* ---- The table ----------------------------------------------------------------------------------------- */

/* The client has another subscription to this table by which it hears: news of the table go to each once. */
static bool heard_already(const struct room *room, const struct sub *sub)
{
    for (const struct sub *other = sub->client->subs; other; other = other->client_next) {
        if (other->room == room && sub_allowed(other))
            return other != sub;
    }
    return false;
}

static void info_write(struct buf *out, const struct room *room, const char *person)
{
    buf_clear(out);
    js_object(out, NULL);
    js_string(out, "push", "table");
    room_info_write(out, "table", room, person);
    js_end_object(out);
}

/* Those who neither sit there nor are the host are all told the same, which is written once. */
void room_push_info(struct room *room)
{
    struct buf own = {0}, common = {0};
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        const struct person *person = sub->client->person;
        bool known = room_host(room, person) || room_log_sits(&room->log, person->id);
        if (heard_already(room, sub))
            continue;
        if (known || !common.length)
            info_write(known ? &own : &common, room, person->id);
        sub_push(sub, known ? &own : &common);
    }
    buf_free(&own);
    buf_free(&common);
}

void room_push_info_to(struct room *room, const struct person *person)
{
    struct buf out = {0};
    info_write(&out, room, person->id);
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        if (sub->client->person == person && !heard_already(room, sub))
            sub_push(sub, &out);
    }
    buf_free(&out);
}

void room_push_presence(struct room *room, int viewer, bool present)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "presence");
    js_string(&out, "table", room->log.id);
    js_int(&out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
    js_bool(&out, "present", present);
    js_int(&out, "watchers", room_watchers(room));
    js_end_object(&out);
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        if (!heard_already(room, sub))
            sub_push(sub, &out);
    }
    buf_free(&out);
}
