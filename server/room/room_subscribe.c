#include "room_subscribe.h"

#include <stdlib.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "fault.h"
#include "limit.h"
#include "person.h"
#include "push_queue.h"
#include "room.h"
#include "room_chat.h"
#include "room_host.h"
#include "room_info.h"
#include "room_log.h"
#include "room_push.h"
#include "room_seat.h"
#include "server.h"
#include "store.h"
#include "table.h"

/* ---- Presence ------------------------------------------------------------------------------------------ */

static void here_add(struct room_here *here, const struct room *room, const struct sub *sub)
{
    const struct person *person = sub->client->person;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        here->seats |= (uint16_t)(room_holds(room, seat, person) << seat);
    here->host |= room_host(room, person);
    here->watchers += sub->viewer == LAN_WATCHER && !room_sits(room, person);
}

/*
 * Who holds a seat changes only by an entry of the log. Without that a table with many watchers would be
 * counted through for each of them that comes.
 */
static const struct room_here *here_of(const struct room *room)
{
    static const struct room_here nobody = {.known = true};
    struct room_here *here = room->here;
    if (!here)
        return &nobody;
    if (here->known && here->entries == room->log.entries && here->generation == room->generation)
        return here;
    *here = (struct room_here){.known = true, .entries = room->log.entries, .generation = room->generation};
    for (const struct sub *sub = room->subs; sub; sub = sub->next)
        here_add(here, room, sub);
    return here;
}

/*
 * After a subscription has ended, before which presence was asked for. Seats and host are counted anew if the
 * person may have been the last.
 */
static void here_drop(struct room *room, const struct person *person, int viewer)
{
    if (room_sits(room, person) || room_host(room, person))
        room->here->known = false;
    else
        room->here->watchers -= viewer == LAN_WATCHER;
}

int room_watchers(const struct room *room)
{
    int count = here_of(room)->watchers;
    for (int i = 0; i < room->peer_count; i++)
        count += room->peers[i].watchers;
    return count;
}

bool room_present(const struct room *room, int seat)
{
    for (int i = 0; i < room->peer_count; i++) {
        if (room->peers[i].seats >> seat & 1 && room->log.seat[seat].kind == TABLE_PERSON)
            return true;
    }
    return here_of(room)->seats >> seat & 1;
}

bool room_host_present(const struct room *room)
{
    bool present = here_of(room)->host;
    for (int i = 0; i < room->peer_count; i++)
        present |= room->peers[i].seats >> HERE_HOST & 1;
    return present;
}

uint32_t room_here(const struct room *room)
{
    const struct room_here *here = here_of(room);
    return (uint32_t)here->watchers << 16 | (uint32_t)here->host << HERE_HOST | here->seats;
}

/* ---- Subscriptions ------------------------------------------------------------------------------------- */

unsigned room_viewers(const struct room *room)
{
    unsigned viewers = 0;
    for (const struct sub *sub = room->subs; sub; sub = sub->next)
        viewers |= 1u << sub->viewer;
    return viewers;
}

/* Tells the others who came or went: a person's seats, or a watcher. */
static void presence_tell(struct room *room, struct person *person, uint16_t before)
{
    bool sits = room_sits(room, person);
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_holds(room, seat, person) && room_present(room, seat) != (before >> seat & 1))
            room_push_presence(room, seat, room_present(room, seat));
    }
    if (!sits && room_watchers(room) > LIMIT_WATCHERS_TOLD_AT_ONCE)
        room->watchers_due = true;
    else if (!sits)
        room_push_presence(room, LAN_WATCHER, room_watchers(room) > 0);
}

void room_watchers_tick(struct room *room)
{
    if (!room->watchers_due)
        return;
    room->watchers_due = false;
    room_push_presence(room, LAN_WATCHER, room_watchers(room) > 0);
}

/* Somebody on this node has subscribed to the viewer. */
static bool viewer_here(const struct room *room, int viewer)
{
    const struct sub *sub = room->subs;
    while (sub && sub->viewer != viewer)
        sub = sub->next;
    return sub;
}

static uint16_t presence_mask(const struct room *room)
{
    uint16_t mask = 0;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        mask |= (uint16_t)(room_present(room, seat) << seat);
    return mask;
}

static struct sub *sub_find(struct client *client, const struct room *room, int viewer)
{
    for (struct sub *sub = client->subs; sub; sub = sub->client_next) {
        if (sub->room == room && sub->viewer == viewer)
            return sub;
    }
    return NULL;
}

static void sub_start(struct client *client, struct room *room, int viewer)
{
    if (!room->here)
        room->here = mem_zero(sizeof *room->here);
    uint16_t before = presence_mask(room);
    bool host = room_host_present(room);
    struct sub *sub = mem_zero(sizeof *sub);
    *sub = (struct sub){.client = client, .room = room, .viewer = (uint8_t)viewer};
    sub->next = room->subs;
    sub->link = &room->subs;
    if (sub->next)
        sub->next->link = &sub->next;
    room->subs = sub;
    sub->client_next = client->subs;
    sub->client_link = &client->subs;
    if (sub->client_next)
        sub->client_next->client_link = &sub->client_next;
    client->subs = sub;
    client->sub_count++;
    here_add(room->here, room, sub);
    presence_tell(room, client->person, before);
    room_host_changed(room, host);
}

void sub_end(struct sub *sub)
{
    struct client *client = sub->client;
    struct room *room = sub->room;
    uint16_t before = presence_mask(room);
    bool host = room_host_present(room);
    *sub->link = sub->next;
    if (sub->next)
        sub->next->link = sub->link;
    *sub->client_link = sub->client_next;
    if (sub->client_next)
        sub->client_next->client_link = sub->client_link;
    client->sub_count--;
    room->used = server_tick(room->server);
    here_drop(room, client->person, sub->viewer);
    if (!viewer_here(room, sub->viewer))
        room_sent_forget(room, sub->viewer);
    free(sub);
    presence_tell(room, client->person, before);
    room_host_changed(room, host);
}

void sub_drop(struct sub *sub)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "shut");
    js_string(&out, "table", sub->room->log.id);
    js_int(&out, "seat", sub->viewer == LAN_WATCHER ? 0 : sub->viewer + 1);
    js_end_object(&out);
    if (!FAULT(SHUT_UNTOLD))
        client_push(sub->client, &out);
    buf_free(&out);
    sub_end(sub);
}

/* Planted faults: rights that are not checked at delivery. */
static bool fault_allows(const struct sub *sub)
{
    const struct room_log *log = &sub->room->log;
    if (sub->room->phase & (PHASE_LOADING | PHASE_BROKEN))
        return false;
    if (sub->viewer == LAN_WATCHER)
        return FAULT(WATCHING_NONE_OPEN) && log->settings.watching == WATCHING_NONE;
    const struct room_seat *seat = &log->seat[sub->viewer];
    return (FAULT(OLD_SUBSCRIPTION) && seat->kind != TABLE_PERSON && !seat->left) ||
           (FAULT(LEAVER_STAYS) && seat->left) || (FAULT(HANDED_OVER_STAYS) && seat->kind == TABLE_PERSON);
}

bool sub_allowed(const struct sub *sub)
{
    const struct room *room = sub->room;
    if (fault_allows(sub))
        return true;
    /* While its log is read, and when that has failed, the room does not know the seats. */
    return !(room->phase & (PHASE_LOADING | PHASE_BROKEN)) &&
           room_right_view(&room->log, sub->client->person->id, sub->viewer) == RIGHT_GIVEN;
}

void sub_push(const struct sub *sub, const struct buf *text)
{
    if (sub_allowed(sub))
        client_push(sub->client, text);
}

void room_subs_check(struct room *room)
{
    lan_assert(!(room->phase & (PHASE_LOADING | PHASE_BROKEN)));
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        next = sub->next;
        if (!sub_allowed(sub))
            sub_drop(sub);
    }
}

/* ---- Operations ---------------------------------------------------------------------------------------- */

void op_open(struct ask *ask, struct room *room)
{
    int viewer;
    int64_t since;
    if (!ask_viewer(ask, room, &viewer) || !ask_int_or(ask, "since", 0, UINT32_MAX, 0, &since))
        return;
    struct client *client = ask->client;
    bool socket = client && client->socket;
    if (socket && client->sub_count >= LIMIT_OPENS_PER_CONNECTION) {
        ask_fail(ask, FAIL_OPENS);
        return;
    }
    if (socket && room->server->store->shared && !room_chat_ready(ask, room))
        return;
    if (socket && !sub_find(client, room, viewer))
        sub_start(client, room, viewer);
    pushes_seen(room->server, ask->person->id, room->log.id);
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person->id);
    js_int(&out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
    if (room->log.match) {
        struct wire_viewer about = room_viewer(room, viewer);
        wire_update_write(&out, &about, (uint32_t)since - (FAULT(SINCE_EARLY) && since > 1),
                          socket ? room_sent(room, viewer) : NULL);
    }
    ask_send(ask, &out);
}

void op_shut(struct ask *ask, struct room *room)
{
    int viewer;
    if (!ask_viewer(ask, room, &viewer))
        return;
    struct sub *sub = ask->client ? sub_find(ask->client, room, viewer) : NULL;
    if (sub)
        sub_end(sub);
    ask_done(ask);
}
