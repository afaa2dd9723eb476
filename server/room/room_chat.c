/* Talking at a table, quick reactions, and private notes. Nothing of it is part of the match. */
#include "room_chat.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_log.h"
#include "room_seat.h"
#include "server.h"
#include "space.h"
#include "store.h"
#include "table.h"
#include "valid.h"

enum { CHAT_PLAYERS, CHAT_WATCHERS, CHAT_OUT, CHAT_ROOMS };
static const char *const chat_words[CHAT_ROOMS] = {"players", "watchers", "out"};

static void chat_log(const struct room *room, char name[STORE_NAME_MAX])
{
    snprintf(name, STORE_NAME_MAX, "%s/chat", room->log.id);
}

/* Seats that are out of the game, by bit, as everybody knows. */
static unsigned seats_out(const struct room *room)
{
    const struct lan_game *game = room->log.settings.game;
    union lan_state_buf copy;
    if (room->log.state != ROOM_PLAYING || !game->seats_out)
        return 0;
    const struct table *table = room->log.match->table;
    return game->seats_out(table_rules(table), table_state_at(table, table_count(table), &copy));
}

/* Who sits at the table may look on as well, but is no watcher: neither hears what watchers say nor tells them. */
static bool may_read(const struct room *room, int viewer, const struct person *person, int chat)
{
    if (chat == CHAT_PLAYERS || room->log.state == ROOM_OVER)
        return true;
    bool seated = viewer < LAN_SEATS_MAX;
    return chat == CHAT_WATCHERS ? !room_sits(room, person) : seated && seats_out(room) >> viewer & 1;
}

/* The room in which a viewer speaks, -1 for none: who is out, or only looks on, does not speak to those who play. */
static int room_of(const struct room *room, int viewer, const struct person *person)
{
    if (viewer == LAN_WATCHER)
        return room_sits(room, person) ? -1 : CHAT_WATCHERS;
    return seats_out(room) >> viewer & 1 ? CHAT_OUT : CHAT_PLAYERS;
}

/* ---- Lines in memory ------------------------------------------------------------------------------------- */

static struct chat *room_chat(struct room *room)
{
    if (!room->chat)
        room->chat = mem_zero(sizeof *room->chat);
    return room->chat;
}

static uint32_t lines_in(const struct chat *chat, int room)
{
    uint32_t count = 0;
    for (size_t i = 0; i < chat->count; i++)
        count += chat->line[i].room == room;
    return count;
}

static struct chat_line *line_add(struct chat *chat, int room, int seat, const char *name, const char *text,
                                  int64_t at)
{
    if (chat->count == chat->room) {
        chat->room = chat->room ? 2 * chat->room : 8;
        chat->line = mem_grow(chat->line, chat->room * sizeof *chat->line);
    }
    struct chat_line *line = &chat->line[chat->count];
    /* Counted for each room apart: a number must not tell how much is said elsewhere. */
    *line = (struct chat_line){
        .number = lines_in(chat, room) + 1, .room = (uint8_t)room, .seat = (uint8_t)seat, .at = at};
    snprintf(line->name, sizeof line->name, "%s", name);
    line->text = mem_string(text);
    chat->count++;
    return line;
}

static void line_write(struct buf *out, const char *key, const struct chat_line *line)
{
    js_object(out, key);
    js_int(out, "number", line->number);
    js_string(out, "room", chat_words[line->room]);
    js_int(out, "seat", line->seat);
    js_string(out, "name", line->name);
    js_string(out, "text", line->text);
    js_int(out, "at", line->at);
    js_end_object(out);
}

static int chat_of(const char *word)
{
    for (int i = 0; i < CHAT_ROOMS; i++) {
        if (strcmp(word, chat_words[i]) == 0)
            return i;
    }
    return -1;
}

static void line_push(struct room *room, const struct chat_line *line)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "chat");
    js_string(&out, "table", room->log.id);
    line_write(&out, "line", line);
    js_end_object(&out);
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        if (may_read(room, sub->viewer, sub->client->person, line->room))
            client_push(sub->client, &out);
    }
    buf_free(&out);
}

static void reaction_push(struct room *room, int seat, const char *name, const char *reaction)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "reaction");
    js_string(&out, "table", room->log.id);
    js_int(&out, "seat", seat);
    js_string(&out, "name", name);
    js_string(&out, "reaction", reaction);
    js_end_object(&out);
    for (struct sub *sub = room->subs; sub; sub = sub->next)
        client_push(sub->client, &out);
    buf_free(&out);
}

/* A stored line: it is kept, and shown where `fresh`. Reactions are shown, and not kept. */
static void line_load(struct room *room, const struct store_row *row, bool fresh)
{
    json_t *json = json_loadb(row->bytes, row->size, 0, NULL);
    const char *word = json_string_value(json_object_get(json, "room"));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *text = json_string_value(json_object_get(json, "text"));
    const char *reaction = json_string_value(json_object_get(json, "reaction"));
    int chat = word ? chat_of(word) : -1, seat = (int)json_integer_value(json_object_get(json, "seat"));
    if (chat >= 0 && name && text) {
        struct chat_line *line = line_add(room_chat(room), chat, seat, name, text,
                                          json_integer_value(json_object_get(json, "at")));
        if (fresh)
            line_push(room, line);
    } else if (fresh && reaction && name) {
        reaction_push(room, seat, name, reaction);
    }
    room_chat(room)->seen = row->number;
    if (room->chat->seq < row->number)
        room->chat->seq = row->number;
    json_decref(json);
}

void room_chat_forget(struct room *room)
{
    struct chat *chat = room->chat;
    for (size_t i = 0; chat && i < chat->count; i++)
        free(chat->line[i].text);
    if (chat)
        free(chat->line);
    free(chat);
    room->chat = NULL;
}

/* ---- Loading on first use, and what other nodes add -------------------------------------------------------- */

static void chat_loaded(struct store_read *read)
{
    struct ask *ask = read->context;
    const char *id = json_string_value(json_object_get(ask->message, "table"));
    struct room *room = map_get(&ask->server->rooms, id);
    if (read->status != STORE_OK || !room) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    if (!room_chat(room)->known) {
        for (size_t i = 0; i < read->count; i++)
            line_load(room, &read->rows[i], false);
        room->chat->known = true;
        room_chat_hear(room, room->chat->heard);
    }
    room_run(ask);
}

/* Further lines for a table that is in memory, which may have gone meanwhile. */
struct chat_more {
    struct server *server;
    char table[ID_TABLE + 1];
    struct ask *ask;  /* to be run again after, or NULL */
    uint64_t refused; /* the number under which it could not be stored */
};

static void more_loaded(struct store_read *read)
{
    struct chat_more *more = read->context;
    struct room *room = map_get(&more->server->rooms, more->table);
    if (room)
        room_chat(room)->reading = false;
    for (size_t i = 0; room && i < read->count; i++) {
        if (read->rows[i].number > room->chat->seen)
            line_load(room, &read->rows[i], true);
    }
    /* The next number was refused and nobody has taken it, so the log itself has gone back: it is read anew. */
    if (room && more->ask && read->status == STORE_OK && more->refused == room->chat->seen + 1)
        room_chat_forget(room);
    /* More may have been said after the read; what failed is tried again when something is heard. */
    if (room && read->count)
        room_chat_hear(room, room_chat(room)->heard);
    if (more->ask && read->status == STORE_OK)
        room_run(more->ask);
    else if (more->ask)
        ask_fail(more->ask, FAIL_STORAGE);
    free(more);
}

static void more_load(struct room *room, struct ask *ask, uint64_t refused)
{
    char name[STORE_NAME_MAX];
    struct chat_more *more = mem_zero(sizeof *more);
    *more = (struct chat_more){.server = room->server, .ask = ask, .refused = refused};
    memcpy(more->table, room->log.id, sizeof more->table);
    chat_log(room, name);
    struct store_read *read = store_read_create(STORE_READ_LOG, "", name, more_loaded, more);
    read->after = room_chat(room)->seen;
    room->chat->reading = true;
    store_read(room->server->store, read);
}

void room_chat_hear(struct room *room, uint64_t number)
{
    struct chat *chat = room_chat(room);
    if (number > chat->heard)
        chat->heard = number;
    if (chat->known && chat->heard > chat->seen && !chat->reading)
        more_load(room, NULL, 0);
}

bool room_chat_here(struct ask *ask, struct room *room)
{
    char name[STORE_NAME_MAX];
    if (room_chat(room)->known)
        return true;
    chat_log(room, name);
    store_read(room->server->store, store_read_create(STORE_READ_LOG, "", name, chat_loaded, ask));
    return false;
}

/* ---- Operations ------------------------------------------------------------------------------------------ */

/* A number that was given out and did not come into the store is given again. */
static void seq_return(struct room *room)
{
    struct chat *chat = room_chat(room);
    chat->seq = chat->seen;
}

/* What was said is shown as it was stored, and once: another read may have brought it already. */
static void said(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    const struct store_write *write = &batch->writes[0];
    struct room *room =
        map_get(&ask->server->rooms, json_string_value(json_object_get(ask->message, "table")));
    if (batch->status == STORE_CONFLICT && room) {
        /* Somebody spoke at the same time through another node: their line comes first. */
        seq_return(room);
        more_load(room, ask, write->number);
        return;
    }
    if (batch->status != STORE_OK) {
        if (room)
            seq_return(room);
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    if (room && write->number == room_chat(room)->seen + 1)
        line_load(room,
                  &(struct store_row){.number = write->number, .bytes = write->bytes, .size = write->size},
                  true);
    else if (room)
        room_chat_hear(room, write->number);
    ask->server->metrics.chats++;
    ask_done(ask);
}

/* Stores a line, or a reaction, as the next of the table's chat. */
static void line_store(struct ask *ask, struct room *room, struct buf *line)
{
    char name[STORE_NAME_MAX];
    chat_log(room, name);
    struct store_batch *batch = store_batch_create(said, ask);
    store_batch_append(batch, name, ++room_chat(room)->seq, line->at, line->length);
    store_submit(room->server->store, batch);
    buf_free(line);
}

/* Kept apart from persons, who leave memory with their last connection: by HTTP that is after every line. */
struct speaker {
    char person[ID_PERSON + 1];
    int said;
    int64_t since;
};

enum { SPEAKER_MS = 60000 };

static bool speech_room(struct server *server, const char *person)
{
    struct speaker *speaker = map_get(&server->speakers, person);
    int64_t now = server_tick(server);
    if (!speaker) {
        speaker = mem_zero(sizeof *speaker);
        snprintf(speaker->person, sizeof speaker->person, "%s", person);
        speaker->since = now;
        map_put(&server->speakers, speaker->person, speaker);
    }
    if (now - speaker->since > SPEAKER_MS) {
        speaker->since = now;
        speaker->said = 0;
    }
    return speaker->said++ < LIMIT_CHAT_PER_MINUTE;
}

static void speakers_forget(struct server *server, int64_t before)
{
    struct speaker *speaker;
    for (size_t at = 0; (speaker = map_each(&server->speakers, &at));) {
        if (speaker->since > before)
            continue;
        map_remove(&server->speakers, speaker->person);
        free(speaker);
        at = 0; /* the map has changed */
    }
}

void speakers_tick(struct server *server)
{
    speakers_forget(server, server_tick(server) - SPEAKER_MS);
}

void speakers_free(struct server *server)
{
    speakers_forget(server, INT64_MAX);
    map_free(&server->speakers);
}

static bool speech_allowed(struct ask *ask, struct room *room)
{
    if (people_contain(&room->log.muted, ask->person->id))
        ask_fail(ask, FAIL_MUTED);
    else if (!speech_room(ask->server, ask->person->id) || room_chat(room)->count >= LIMIT_CHAT_LINES)
        ask_fail(ask, FAIL_CHAT_TOO_FAST);
    else
        return true;
    return false;
}

void op_chat(struct ask *ask, struct room *room)
{
    int viewer;
    const char *word, *text;
    struct buf out = {0};
    if (!room_chat_here(ask, room) || !ask_viewer(ask, room, &viewer) ||
        !ask_string_or(ask, "room", 16, "", &word) || !ask_string(ask, "text", LIMIT_CHAT_BYTES, &text))
        return;
    int chat = room_of(room, viewer, ask->person);
    if ((*word && chat_of(word) < 0) || !*text || !line_clean(text)) {
        ask_fail(ask, FAIL_BAD_FIELD);
        return;
    }
    if (chat < 0 || (*word && chat_of(word) != chat)) {
        ask_fail(ask, FAIL_WRONG_ROOM);
        return;
    }
    if (!speech_allowed(ask, room))
        return;
    js_object(&out, NULL);
    js_string(&out, "room", chat_words[chat]);
    js_int(&out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
    js_string(&out, "person", ask->person->id);
    js_string(&out, "name", ask->person->name);
    js_string(&out, "text", text);
    js_int(&out, "at", env_now(&room->server->env));
    js_end_object(&out);
    line_store(ask, room, &out);
}

void op_chats(struct ask *ask, struct room *room)
{
    int viewer;
    int64_t since;
    struct buf out = {0};
    if (!room_chat_here(ask, room) || !ask_viewer(ask, room, &viewer) ||
        !ask_int_or(ask, "since", 0, INT64_MAX, 0, &since))
        return;
    ask_begin(ask, &out);
    js_array(&out, "lines");
    for (size_t i = 0; i < room->chat->count; i++) {
        const struct chat_line *line = &room->chat->line[i];
        if (may_read(room, viewer, ask->person, line->room) && line->at > since)
            line_write(&out, NULL, line);
    }
    js_end_array(&out);
    ask_send(ask, &out);
}

void op_react(struct ask *ask, struct room *room)
{
    static const char *const words[] = {"laugh",       "wow",    "think", "hurry",
                                        "well-played", "thanks", "sorry", "boo"};
    int viewer;
    const char *reaction;
    struct buf out = {0};
    size_t at = 0;
    if ((room->server->store->shared && !room_chat_here(ask, room)) || !ask_viewer(ask, room, &viewer) ||
        !ask_string(ask, "reaction", 16, &reaction))
        return;
    while (at < sizeof words / sizeof *words && strcmp(words[at], reaction) != 0)
        at++;
    int chat = room_of(room, viewer, ask->person);
    if (at == sizeof words / sizeof *words || chat < 0 || chat == CHAT_OUT) {
        ask_fail(ask, at < sizeof words / sizeof *words ? FAIL_WRONG_ROOM : FAIL_BAD_FIELD);
        return;
    }
    if (!speech_allowed(ask, room))
        return;
    int seat = viewer == LAN_WATCHER ? 0 : viewer + 1;
    if (!room->server->store->shared) {
        reaction_push(room, seat, ask->person->name, reaction);
        ask_done(ask);
        return;
    }
    /* To reach those on other nodes it goes the way of the chat. */
    js_object(&out, NULL);
    js_int(&out, "seat", seat);
    js_string(&out, "name", ask->person->name);
    js_string(&out, "reaction", reaction);
    js_end_object(&out);
    line_store(ask, room, &out);
}

/* ---- Notes ----------------------------------------------------------------------------------------------- */

static void note_key(const struct ask *ask, const struct room *room, int seat, char key[STORE_NAME_MAX])
{
    snprintf(key, STORE_NAME_MAX, "%s/%s/%d", ask->person->id, room->log.id, seat + 1);
}

static void note_read(struct store_read *read)
{
    struct ask *ask = read->context;
    struct buf out = {0};
    if (read->status != STORE_OK) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    ask_begin(ask, &out);
    js_string(&out, "text", read->count ? read->rows[0].bytes : "");
    ask_send(ask, &out);
}

void op_notes(struct ask *ask, struct room *room)
{
    int seat;
    char key[STORE_NAME_MAX];
    if (!ask_own_seat(ask, room, &seat))
        return;
    note_key(ask, room, seat, key);
    store_read(room->server->store, store_read_create(STORE_READ_DOC, SPACE_NOTE, key, note_read, ask));
}

static void note_written(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    if (batch->status == STORE_OK)
        ask_done(ask);
    else
        ask_fail(ask, FAIL_STORAGE);
}

void op_note(struct ask *ask, struct room *room)
{
    int seat;
    const char *text;
    char key[STORE_NAME_MAX];
    if (!ask_own_seat(ask, room, &seat) || !ask_string(ask, "text", LIMIT_NOTE_BYTES, &text))
        return;
    note_key(ask, room, seat, key);
    struct store_batch *batch = store_batch_create(note_written, ask);
    store_batch_put(batch, STORE_PUT, SPACE_NOTE, key, text, strlen(text));
    store_submit(room->server->store, batch);
}
