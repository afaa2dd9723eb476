#include "room_info.h"

#include <string.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "fair.h"
#include "fault.h"
#include "person.h"
#include "rated.h"
#include "room.h"
#include "room_host.h"
#include "room_log.h"
#include "room_seat.h"
#include "room_subscribe.h"
#include "room_window.h"
#include "settings.h"
#include "table.h"

/* The rating with which the person began this game, and what it made of it once it is over. */
static void rating_write(struct buf *out, const struct room_log *log, int seat)
{
    struct rating_evidence evidence;
    if (rated_state(log) == RATED_NOT || !log->ratings)
        return;
    struct rating rating = log->ratings[seat].rating;
    js_object(out, "rating");
    rated_shown_write(out, "before", &rating);
    if (rated_evidence(log, seat, &evidence)) {
        rating_add(&rating, &evidence, 0);
        rated_shown_write(out, "after", &rating);
    }
    js_end_object(out);
}

/* What the person of the seat alone is told of it. */
static void own_write(struct buf *out, const struct room *room, int at)
{
    enum standing standing = room->log.seat[at].standing;
    if (standing == STANDING_PASS)
        js_bool(out, "passes", true);
    if (standing != STANDING_ASK)
        js_string(out, "standing", room_standing_words[standing]);
    room_window_held_write(out, room, at);
    rating_write(out, &room->log, at);
}

static void seat_write(struct buf *out, const struct room *room, int at, const char *person)
{
    static const char *const kinds[] = {"empty", "person", "bot"};
    const struct room_seat *seat = &room->log.seat[at];
    js_object(out, NULL);
    js_int(out, "seat", at + 1);
    js_string(out, "kind", kinds[seat->kind]);
    if (seat->kind != TABLE_EMPTY)
        js_string(out, "name", seat->name);
    if (seat->kind == TABLE_BOT || seat->standin)
        js_string(out, "level", seat->level);
    if (seat->kind == TABLE_PERSON) {
        js_string(out, "person", seat->person);
        bool you = person && strcmp(person, seat->person) == 0;
        js_bool(out, "you", you);
        if (you || FAULT(STANDING_SHOWN))
            own_write(out, room, at);
        js_bool(out, "present", room_present(room, at));
        js_bool(out, "standin", seat->standin);
        js_bool(out, "muted", people_contain(&room->log.muted, seat->person));
    }
    if (seat->left)
        js_bool(out, "left", true);
    if (seat->ready)
        js_bool(out, "ready", true);
    if (seat->kind == TABLE_PERSON && strcmp(seat->person, room->log.host) == 0)
        js_bool(out, "host", true);
    js_end_object(out);
}

static void dice_write(struct buf *out, const struct room *room)
{
    static const char *const stages[] = {"commit", "commit", "reveal", "done"};
    const struct fair *fair = &room->log.fair;
    unsigned waiting = 0;
    js_object(out, "dice");
    js_int(out, "round", fair->round);
    js_hex(out, "commitment", fair->commitment, FAIR_BYTES);
    if (fair->parts)
        js_hex(out, "rules", fair->rules, FAIR_BYTES);
    js_string(out, "stage", stages[fair->stage]);
    for (int i = 0; i < fair->parts; i++) {
        if (!(fair->stage == FAIR_COMMIT ? fair->part[i].committed : fair->part[i].revealed))
            waiting |= fair->part[i].seats;
    }
    js_seats(out, "waiting", waiting);
    js_array(out, "commitments");
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        const struct fair_part *part = NULL;
        for (int i = 0; i < fair->parts; i++) {
            if (fair->part[i].seats >> seat & 1 && fair->part[i].committed)
                part = &fair->part[i];
        }
        if (part)
            js_hex(out, NULL, part->hash, FAIR_BYTES);
        else
            js_null(out, NULL);
    }
    js_end_array(out);
    js_end_object(out);
}

static void vote_write(struct buf *out, const struct room *room)
{
    unsigned people = 0, agreed = table_agreed(room->log.match->table);
    for (int seat = 0; seat < room->log.settings.seats && seat < LAN_SEATS_MAX; seat++) {
        if (room->log.seat[seat].kind == TABLE_PERSON && !room->log.seat[seat].standin)
            people |= 1u << seat;
    }
    const struct room_refusal *refused = &room->log.refused;
    if (refused->by) {
        js_object(out, "refused");
        js_string(out, "what", refused->about ? "bot" : "end");
        if (refused->about)
            js_int(out, "seat", refused->about);
        js_int(out, "by", refused->by);
        js_end_object(out);
    }
    int about = -1;
    for (int seat = 0; seat < room->log.settings.seats && seat < LAN_SEATS_MAX && about < 0; seat++)
        about = room->log.seat[seat].bot_votes ? seat : -1;
    if (!agreed && about < 0)
        return;
    js_object(out, "vote");
    js_string(out, "what", agreed ? "end" : "bot");
    if (!agreed)
        js_int(out, "seat", about + 1);
    js_seats(out, "yes", agreed ? agreed : room->log.seat[about].bot_votes);
    js_seats(out, "needed", agreed ? people : people & ~(1u << about));
    js_end_object(out);
}

/* For the host alone: who was removed and may be let in again, and who watches through this node. */
static void moderation_write(struct buf *out, const struct room *room)
{
    if (room->log.removed.count) {
        js_array(out, "removed");
        for (int i = 0; i < room->log.removed.count; i++) {
            js_object(out, NULL);
            js_string(out, "person", room->log.removed.one[i].id);
            js_string(out, "name", room->log.removed.one[i].name);
            js_end_object(out);
        }
        js_end_array(out);
    }
    if (room->log.words) {
        json_t *word;
        size_t at;
        js_array(out, "words");
        json_array_foreach(room->log.words, at, word) js_string(out, NULL, json_string_value(word));
        js_end_array(out);
    }
    bool any = false;
    for (const struct sub *sub = room->subs; sub; sub = sub->next) {
        const struct person *person = sub->client->person;
        if (sub->viewer != LAN_WATCHER || !person || room_sits(room, person) || room_host(room, person))
            continue;
        if (!any)
            js_array(out, "watching");
        any = true;
        js_object(out, NULL);
        js_string(out, "person", person->id);
        js_string(out, "name", person->name);
        js_bool(out, "muted", people_contain(&room->log.muted, person->id));
        js_end_object(out);
    }
    if (any)
        js_end_array(out);
}

void room_info_write(struct buf *out, const char *key, const struct room *room, const char *person)
{
    js_object(out, key);
    js_string(out, "table", room->log.id);
    js_string(out, "state", room_state_words[room->log.state]);
    settings_write(out, "settings", &room->log.settings);
    js_int(out, "version", room->log.settings.game->version);
    js_bool(out, "locked", room->log.lock != NULL);
    bool host = person && strcmp(person, room->log.host) == 0;
    js_bool(out, "host", host);
    if (room_host_away(room))
        js_bool(out, "host_away", true);
    js_array(out, "seats");
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        seat_write(out, room, seat, person);
    js_end_array(out);
    js_int(out, "watchers", room_watchers(room));
    js_int(out, "created", room->log.created);
    if (room->log.fair.stage != FAIR_NONE)
        dice_write(out, room);
    if (room->log.state == ROOM_PLAYING)
        vote_write(out, room);
    if (*room->log.rematch)
        js_string(out, "rematch", room->log.rematch);
    if (*room->log.parent)
        js_string(out, "parent", room->log.parent);
    if (room->log.brought)
        js_bool(out, "brought", true);
    js_bool(out, "verifiable", room->log.verifiable);
    if (rated_words[rated_state(&room->log)])
        js_string(out, "unrated", rated_words[rated_state(&room->log)]);
    if (room->log.daily) {
        js_object(out, "daily");
        js_string(out, "date", room->log.daily->date);
        js_bool(out, "sealed", room->log.daily->sealed);
        js_end_object(out);
    }
    if (host)
        moderation_write(out, room);
    js_end_object(out);
}

void room_info_send(struct ask *ask, const struct room *room)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person ? ask->person->id : NULL);
    ask_send(ask, &out);
}

void op_info(struct ask *ask, struct room *room)
{
    room_info_send(ask, room);
}
