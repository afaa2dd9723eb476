/* What a room shows: its info, and to each viewer exactly what that viewer may know. */
#include "room_show.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "draw.h"
#include "env.h"
#include "fair.h"
#include "fields.h"
#include "limit.h"
#include "person.h"
#include "room.h"
#include "room_chat.h"
#include "room_log.h"
#include "room_seat.h"
#include "server.h"
#include "settings.h"
#include "store.h"
#include "table.h"

/* ---- Info ------------------------------------------------------------------------------------------------ */

static int watchers_here(const struct room *room)
{
    int count = 0;
    for (const struct sub *sub = room->subs; sub; sub = sub->next)
        count += sub->viewer == LAN_WATCHER && !room_sits(room, sub->client->person);
    return count;
}

int room_watchers(const struct room *room)
{
    int count = watchers_here(room);
    for (int i = 0; i < room->peer_count; i++)
        count += room->peers[i].watchers;
    return count;
}

static bool present_here(const struct room *room, int seat)
{
    const struct sub *sub = room->subs;
    while (sub && !room_holds(room, seat, sub->client->person))
        sub = sub->next;
    return sub;
}

bool room_present(const struct room *room, int seat)
{
    for (int i = 0; i < room->peer_count; i++) {
        if (room->peers[i].seats >> seat & 1 && room->log.seat[seat].kind == TABLE_PERSON)
            return true;
    }
    return present_here(room, seat);
}

uint32_t room_here(const struct room *room)
{
    uint32_t here = (uint32_t)watchers_here(room) << 16;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        here |= (uint32_t)present_here(room, seat) << seat;
    return here;
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
        if (you && seat->passes)
            js_bool(out, "passes", true);
        js_bool(out, "present", room_present(room, at));
        js_bool(out, "standin", seat->standin);
        js_bool(out, "muted", people_have(&room->log.muted, seat->person));
    }
    if (seat->left)
        js_bool(out, "left", true);
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

void room_info_write(struct buf *out, const char *key, const struct room *room, const char *person)
{
    js_object(out, key);
    js_string(out, "table", room->log.id);
    js_string(out, "state", room_state_words[room->log.state]);
    settings_write(out, "settings", &room->log.settings);
    js_int(out, "version", room->log.settings.game->version);
    js_bool(out, "locked", room->log.lock != NULL);
    js_bool(out, "host", person && strcmp(person, room->log.host) == 0);
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
    js_bool(out, "verifiable", room->log.verifiable);
    js_end_object(out);
}

/* ---- Where a viewer stands ------------------------------------------------------------------------------- */

/* What a viewer may see now; late watchers are behind. */
struct sight {
    uint32_t told;
    bool late;
    uint32_t entry; /* late: the position they see */
    const struct lan_view *view;
    union lan_view_buf room;
    struct table_turn turn;
};

static bool watches_late(const struct room *room, int viewer)
{
    return viewer == LAN_WATCHER && room->log.settings.watching == WATCHING_LATE &&
           room->log.state == ROOM_PLAYING;
}

static void sight_late(const struct room *room, struct sight *sight)
{
    const struct table *table = room->log.match->table;
    const struct lan_rules *rules = table_rules(table);
    union lan_state_buf state;
    struct lan_turn turn;
    sight->late = true;
    sight->told = sight->told > LIMIT_WATCH_DELAY ? sight->told - LIMIT_WATCH_DELAY : 0;
    sight->entry = sight->told ? table_told_entry(table, LAN_WATCHER, sight->told) : 0;
    sight->view = table_view_at(table, sight->entry, LAN_WATCHER, &sight->room);
    rules->game->turn(rules, table_state_at(table, sight->entry, &state), &turn);
    sight->turn = (struct table_turn){
        .must = (uint16_t)(turn.must & 0xff), .active = turn.active, .window = turn.window};
}

static void sight_take(const struct room *room, int viewer, struct sight *sight)
{
    const struct table *table = room->log.match->table;
    /* Field by field: its room for a view is large, and this is done for every viewer of every move. */
    sight->told = table_told_count(table, viewer);
    sight->late = false;
    sight->entry = 0;
    if (watches_late(room, viewer)) {
        sight_late(room, sight);
        return;
    }
    table_turn(table, viewer, &sight->turn);
    sight->view = table_view(table, viewer, &sight->room);
}

/* ---- The parts of an update ------------------------------------------------------------------------------ */

static void told_write(struct buf *out, const struct room *room, int viewer, uint32_t since, uint32_t to)
{
    struct table_reader reader;
    struct table_told told;
    table_reader_init(room->log.match->table, viewer, since, &reader);
    js_array(out, "told");
    while (reader.number < to && table_read(&reader, &told)) {
        wire_told_write(out, room->log.settings.game, &told);
    }
    js_end_array(out);
}

static void ask_write(struct buf *out, const struct room *room, int viewer, const struct table_turn *turn)
{
    const struct table *table = room->log.match->table;
    struct lan_list list;
    bool undo = false;
    list.count = list.musts = 0;
    if (viewer < LAN_SEATS_MAX && room->log.state == ROOM_PLAYING) {
        table_actions(table, viewer, &list);
        undo = room->log.settings.undo && table_undo_refusal(table, viewer) == 0;
    }
    if (!list.count && !undo) {
        js_null(out, "ask");
        return;
    }
    js_object(out, "ask");
    if (turn->decision)
        js_int(out, "decision", turn->decision);
    else
        js_null(out, "decision");
    wire_actions_write(out, room->log.settings.game, &list);
    js_bool(out, "undo", undo);
    js_end_object(out);
}

static void lefts_write(struct buf *out, const char *key, const struct room *room, int64_t now,
                        int64_t (*left)(const struct table *, int, int64_t))
{
    js_array(out, key);
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        int64_t value = left(room->log.match->table, seat, now);
        if (value < 0)
            js_null(out, NULL);
        else
            js_int(out, NULL, value);
    }
    js_end_array(out);
}

static void clock_write(struct buf *out, const struct room *room)
{
    const struct table_clock *clock = table_clock(room->log.match->table);
    int64_t now = env_now(&room->server->env);
    if (clock->kind == TABLE_CLOCK_NONE && !clock->window)
        return;
    js_object(out, "clock");
    js_int(out, "at", now);
    lefts_write(out, "game", room, now, table_budget_left);
    lefts_write(out, "move", room, now, table_move_left);
    js_bool(out, "paused", table_paused(room->log.match->table));
    js_end_object(out);
}

static void result_write(struct buf *out, const struct room *room)
{
    static const char *const how[] = {"", "played", "resigned", "agreed"};
    struct lan_result result;
    if (!table_result(room->log.match->table, &result))
        return;
    js_object(out, "result");
    js_seats(out, "winners", result.winners);
    js_array(out, "scores");
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        js_int(out, NULL, result.score[seat]);
    js_end_array(out);
    if (result.clause)
        js_string(out, "clause", room->log.settings.game->clauses[result.clause].id);
    js_string(out, "how", how[table_end(room->log.match->table)]);
    js_end_object(out);
}

/* What the viewer learned after item `since`, and how the view differs from `before`; all of it without that. */
static void update_write(struct buf *out, const char *key, struct room *room, int viewer, uint32_t since,
                         const struct lan_view *before, const struct sight *sight)
{
    bool full = !since && !before;
    js_object(out, key);
    js_int(out, "to", sight->told);
    js_bool(out, "full", full);
    told_write(out, room, viewer, since, sight->told);
    const struct lan_rules *rules = table_rules(room->log.match->table);
    if (before)
        wire_view_diff_write(out, rules, before, sight->view, !room->log.settings.notebook);
    else
        wire_view_write(out, "view", rules, sight->view, !room->log.settings.notebook);
    wire_turn_write(out, sight->turn.must, sight->turn.active, sight->turn.window);
    ask_write(out, room, viewer, &sight->turn);
    wire_prompt_write(out, room->log.match->table, sight->view);
    if (!sight->late)
        clock_write(out, room);
    if (full && !sight->late) {
        uint8_t chain[LAN_HASH_BYTES];
        table_chain(room->log.match->table, viewer, chain);
        js_hex(out, "chain", chain, sizeof chain);
    }
    if (room->log.state == ROOM_OVER)
        result_write(out, room);
    js_end_object(out);
}

/* ---- Pushes ---------------------------------------------------------------------------------------------- */

/* Whether anything that this viewer may know has changed since the last push; if not it hears nothing. */
static bool stream_moved(const struct room *room, const struct stream *stream, const struct sight *sight)
{
    return !stream || stream->told != sight->told || stream->over != (room->log.state == ROOM_OVER) ||
           stream->turn.must != sight->turn.must || stream->turn.active != sight->turn.active ||
           stream->turn.window != sight->turn.window || stream->turn.may != sight->turn.may ||
           stream->turn.decision != sight->turn.decision ||
           memcmp(stream->view, sight->view, room->log.settings.game->view_size) != 0;
}

/* The link to a viewer's stream, or to the end of the list. */
static struct stream **stream_find(struct room *room, int viewer)
{
    struct stream **link = &room->streams;
    while (*link && (*link)->viewer != viewer)
        link = &(*link)->next;
    return link;
}

static void stream_keep(struct room *room, int viewer, const struct sight *sight)
{
    size_t size = room->log.settings.game->view_size;
    struct stream **link = stream_find(room, viewer), *stream = *link;
    if (!stream) {
        stream = *link = mem_zero(sizeof *stream + size);
        stream->viewer = (uint8_t)viewer;
    }
    memcpy(stream->view, sight->view, size);
    stream->told = sight->told;
    stream->turn = sight->turn;
    stream->over = room->log.state == ROOM_OVER;
}

static void stream_push(struct room *room, int viewer)
{
    const struct stream *stream = *stream_find(room, viewer);
    struct buf out = {0};
    struct sight sight;
    sight_take(room, viewer, &sight);
    if (!stream_moved(room, stream, &sight))
        return;
    js_object(&out, NULL);
    js_string(&out, "push", "update");
    js_string(&out, "table", room->log.id);
    js_int(&out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
    /* A log that lost its end takes everybody back: they begin anew. */
    bool anew = !stream || stream->told > sight.told;
    update_write(&out, "update", room, viewer, anew ? 0 : stream->told,
                 anew ? NULL : (const struct lan_view *)stream->view, &sight);
    js_end_object(&out);
    stream_keep(room, viewer, &sight);
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        next = sub->next;
        if (sub->viewer == viewer)
            client_push(sub->client, &out);
    }
    buf_free(&out);
}

/* The viewers who have subscribers, by bit. */
static unsigned room_viewers(const struct room *room)
{
    unsigned viewers = 0;
    for (const struct sub *sub = room->subs; sub; sub = sub->next)
        viewers |= 1u << sub->viewer;
    return viewers;
}

void room_push_updates(struct room *room)
{
    if (!room->log.match)
        return;
    unsigned viewers = room_viewers(room);
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) {
        if (viewers >> viewer & 1)
            stream_push(room, viewer);
    }
}

/* A client that has several viewers open hears of the table once. */
static bool heard_already(const struct room *room, const struct sub *sub)
{
    for (const struct sub *other = sub->client->subs; other; other = other->client_next) {
        if (other->room == room)
            return other != sub;
    }
    return false;
}

void room_push_info(struct room *room)
{
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        struct buf out = {0};
        if (heard_already(room, sub))
            continue;
        js_object(&out, NULL);
        js_string(&out, "push", "table");
        room_info_write(&out, "table", room, sub->client->person->id);
        js_end_object(&out);
        client_push(sub->client, &out);
        buf_free(&out);
    }
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
            client_push(sub->client, &out);
    }
    buf_free(&out);
}

/* ---- Subscriptions --------------------------------------------------------------------------------------- */

/* Tells the others who came or went: a person's seats, or a watcher. */
static void presence_tell(struct room *room, struct person *person, uint16_t before)
{
    bool sits = room_sits(room, person);
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room_holds(room, seat, person) && room_present(room, seat) != (before >> seat & 1))
            room_push_presence(room, seat, room_present(room, seat));
    }
    if (!sits)
        room_push_presence(room, LAN_WATCHER, room_watchers(room) > 0);
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
    uint16_t before = presence_mask(room);
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
    presence_tell(room, client->person, before);
}

void sub_end(struct sub *sub)
{
    struct client *client = sub->client;
    struct room *room = sub->room;
    uint16_t before = presence_mask(room);
    *sub->link = sub->next;
    if (sub->next)
        sub->next->link = sub->link;
    *sub->client_link = sub->client_next;
    if (sub->client_next)
        sub->client_next->client_link = sub->client_link;
    client->sub_count--;
    room->used = server_tick(room->server);
    struct stream **link = stream_find(room, sub->viewer), *stream = *link;
    if (stream && !(room_viewers(room) >> sub->viewer & 1)) {
        *link = stream->next;
        free(stream);
    }
    free(sub);
    presence_tell(room, client->person, before);
}

void sub_drop(struct sub *sub)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "shut");
    js_string(&out, "table", sub->room->log.id);
    js_int(&out, "seat", sub->viewer == LAN_WATCHER ? 0 : sub->viewer + 1);
    js_end_object(&out);
    client_push(sub->client, &out);
    buf_free(&out);
    sub_end(sub);
}

void room_subs_check(struct room *room)
{
    for (struct sub *sub = room->subs, *next; sub; sub = next) {
        const struct person *person = sub->client->person;
        int viewer = sub->viewer;
        bool taken = viewer < room->log.settings.seats && room->log.match &&
                     room->log.seat[viewer].kind == TABLE_PERSON;
        next = sub->next;
        if ((taken && !room_holds(room, viewer, person)) || people_have(&room->log.removed, person->id))
            sub_drop(sub);
    }
}

void room_update_write(struct buf *out, struct room *room, int viewer, uint32_t since, bool follow)
{
    struct sight sight;
    sight_take(room, viewer, &sight);
    update_write(out, "update", room, viewer, since <= sight.told ? since : 0, NULL, &sight);
    if (follow)
        stream_keep(room, viewer, &sight);
}

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
    if (socket && room->server->store->shared && !room_chat_here(ask, room))
        return;
    if (socket && !sub_find(client, room, viewer))
        sub_start(client, room, viewer);
    struct buf out = {0};
    ask_begin(ask, &out);
    room_info_write(&out, "table", room, ask->person->id);
    js_int(&out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
    if (room->log.match)
        room_update_write(&out, room, viewer, (uint32_t)since, socket);
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

/* For whom a board is drawn. False with the ask answered. */
static bool ask_reader(struct ask *ask, struct lan_reader *reader)
{
    static const char *const langs[] = {"en", "fr"}, *const styles[] = {"unicode", "ascii", "plain"};
    const char *lang, *style;
    int64_t width, height;
    if (!ask_string(ask, "lang", 2, &lang) || !ask_string(ask, "style", 8, &style) ||
        !ask_int(ask, "width", LAN_WIDTH_MIN, LIMIT_DRAW_WIDTH, &width) ||
        !ask_int_or(ask, "height", 0, INT16_MAX, 0, &height))
        return false;
    *reader = (struct lan_reader){.width = (int)width, .height = (int)height};
    bool known[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        if (strcmp(lang, langs[i]) == 0) {
            reader->lang = (enum lan_lang)i;
            known[0] = true;
        }
    }
    for (int i = 0; i < 3; i++) {
        if (strcmp(style, styles[i]) == 0) {
            reader->style = (enum lan_style)i;
            known[1] = true;
        }
    }
    if (!known[0] || !known[1])
        ask_fail(ask, FAIL_BAD_FIELD);
    return known[0] && known[1];
}

/* The board as a terminal shows it: text with marks (draw.h), for clients that draw nothing themselves. */
void op_draw(struct ask *ask, struct room *room)
{
    int viewer;
    const char *names[LAN_SEATS_MAX];
    struct lan_reader reader;
    if (!ask_viewer(ask, room, &viewer) || !ask_reader(ask, &reader))
        return;
    if (!room->log.match || !room->log.settings.game->draw) {
        ask_fail(ask, FAIL_NOT_PLAYING);
        return;
    }
    struct sight sight;
    sight_take(room, viewer, &sight);
    table_names(room->log.match->table, names);
    reader.names = names;
    reader.unaided = !room->log.settings.notebook;
    char board[LAN_DRAW_MAX];
    struct lan_text text = lan_text_init(board, sizeof board);
    room->log.settings.game->draw(table_rules(room->log.match->table), sight.view, &reader, &text);
    struct buf out = {0};
    ask_begin(ask, &out);
    js_int(&out, "to", sight.told);
    js_string(&out, "text", board);
    ask_send(ask, &out);
}

void op_info(struct ask *ask, struct room *room)
{
    room_answer_info(ask, room);
}
