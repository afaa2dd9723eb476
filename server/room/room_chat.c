#include "room_chat.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "block.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "fault.h"
#include "limit.h"
#include "log.h"
#include "map.h"
#include "person.h"
#include "room.h"
#include "room_load.h"
#include "room_order.h"
#include "room_queue.h"
#include "room_log.h"
#include "room_rights.h"
#include "room_seat.h"
#include "room_subscribe.h"
#include "sanction.h"
#include "server.h"
#include "space.h"
#include "speaker.h"
#include "store.h"
#include "table.h"
#include "valid.h"

enum { GUEST_HASH = 16 };

static const char *const channel_words[CHANNELS] = {"players", "watchers", "out"};

struct chat_line {
    uint32_t number;
    uint8_t channel;
    uint8_t seat; /* 0 is a watcher, 1.. the seats */
    struct chat_author by;
    char *text;
    int64_t at;
};

/* The chat of a table has a log of its own, TABLE/chat. */
struct chat {
    struct chat_line *line;
    size_t count, capacity;
    size_t shown;             /* lines that subscribers have seen, or had no right to */
    struct store_head given;  /* of the last entry that was submitted */
    struct store_head seen;   /* of the last entry in memory */
    struct store_head polled; /* `seen` when the store was last asked for the head */
    uint64_t heard;           /* the highest number that is said to be stored */
    bool known;               /* the entries stored have been read */
    bool reading;
};

static void chat_log(const struct room *room, char name[STORE_NAME_MAX])
{
    snprintf(name, STORE_NAME_MAX, "%s/chat", room->log.id);
}

/* By the rights of the table. Whom the reader has blocked is left out besides, at every delivery. */
static bool may_read(const struct room *room, int viewer, const struct person *person, int channel)
{
    return room_right_hear(&room->log, person->id, viewer, (enum room_channel)channel) == RIGHT_GIVEN;
}

/* The channel to which a viewer writes; -1 for none: players who open the table as watchers do not speak
   there. */
static int channel_of(const struct room *room, int viewer, const struct person *person)
{
    if (viewer == LAN_WATCHER)
        return room_sits(room, person) ? -1 : CHANNEL_WATCHERS;
    return room_log_out(&room->log) >> viewer & 1 ? CHANNEL_OUT : CHANNEL_PLAYERS;
}

static int channel_find(const char *word)
{
    for (int channel = 0; channel < CHANNELS; channel++) {
        if (strcmp(word, channel_words[channel]) == 0)
            return channel;
    }
    return -1;
}

/* ---- Lines in memory ----------------------------------------------------------------------------------- */

static struct chat *room_chat(struct room *room)
{
    if (!room->chat) {
        char name[STORE_NAME_MAX];
        chat_log(room, name);
        room->chat = mem_zero(sizeof *room->chat);
        store_head_start(&room->chat->seen, name);
        room->chat->given = room->chat->seen;
    }
    return room->chat;
}

static uint32_t lines_in(const struct chat *chat, int channel)
{
    uint32_t count = 0;
    for (size_t i = 0; i < chat->count; i++)
        count += chat->line[i].channel == channel;
    return count;
}

/*
 * A guest who signed in to the author's account, as lines name them: a block made before knows the guest.
 * Hashed, so that the log of a table has no ids of people who were never there.
 */
static void guest_hash(const struct room *room, const char *guest, char hash[GUEST_HASH + 1])
{
    uint8_t bytes[crypto_generichash_BYTES_MIN];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)guest, strlen(guest),
                       (const unsigned char *)room->log.id, ID_TABLE);
    hex_write(bytes, GUEST_HASH / 2, hash);
}

/* Who said an entry. */
static void author_read(struct chat_author *author, json_t *entry)
{
    const char *name = json_string_value(json_object_get(entry, "name"));
    const char *person = json_string_value(json_object_get(entry, "person"));
    *author = (struct chat_author){.was = json_incref(json_object_get(entry, "was"))};
    snprintf(author->name, sizeof author->name, "%s", name ? name : "");
    snprintf(author->person, sizeof author->person, "%s", person ? person : "");
}

/* The same into an entry. The name is filtered as the text is. */
static void author_write(struct buf *out, const struct room *room, const struct person *person)
{
    char name[NAME_SIZE];
    room_words_clean(room, person->name, name, sizeof name);
    js_string(out, "person", person->id);
    js_string(out, "name", name);
    if (!person->was_count)
        return;
    js_array(out, "was");
    for (int i = 0; i < person->was_count; i++) {
        char hash[GUEST_HASH + 1];
        guest_hash(room, person->was[i], hash);
        js_string(out, NULL, hash);
    }
    js_end_array(out);
}

/* Whether the reader has blocked who said it. Asked at every delivery. */
static bool line_hidden(const struct room *room, const struct person *reader,
                        const struct chat_author *author)
{
    bool hidden = person_blocks(reader, author->person);
    for (int i = 0; author->was && i < reader->block_count && !hidden; i++) {
        char hash[GUEST_HASH + 1];
        json_t *was;
        size_t at;
        guest_hash(room, reader->blocks[i].id, hash);
        json_array_foreach(author->was, at, was) hidden |=
            json_is_string(was) && strcmp(json_string_value(was), hash) == 0;
    }
    return hidden;
}

static void line_add(struct chat *chat, int channel, int seat, json_t *entry, const char *text)
{
    if (chat->count == chat->capacity) {
        chat->capacity = chat->capacity ? 2 * chat->capacity : 8;
        chat->line = mem_grow(chat->line, chat->capacity * sizeof *chat->line);
    }
    struct chat_line *line = &chat->line[chat->count];
    *line = (struct chat_line){
        .number = lines_in(chat, channel) + 1, .channel = (uint8_t)channel, .seat = (uint8_t)seat};
    line->at = json_integer_value(json_object_get(entry, "at"));
    author_read(&line->by, entry);
    line->text = mem_string(text);
    chat->count++;
}

static void line_write(struct buf *out, const char *key, const struct chat_line *line)
{
    js_object(out, key);
    js_int(out, "number", line->number);
    js_string(out, "room", channel_words[line->channel]);
    js_int(out, "seat", line->seat);
    js_string(out, "name", line->by.name);
    js_string(out, "text", line->text);
    js_int(out, "at", line->at);
    js_end_object(out);
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
        if (may_read(room, sub->viewer, sub->client->person, line->channel) &&
            !line_hidden(room, sub->client->person, &line->by))
            sub_push(sub, &out);
    }
    buf_free(&out);
}

/* While the log of the table is read its readers are not known: the lines wait. */
void room_chat_push(struct room *room)
{
    struct chat *chat = room->chat;
    if (!chat || room->phase & (PHASE_LOADING | PHASE_BROKEN))
        return;
    while (chat->shown < chat->count)
        line_push(room, &chat->line[chat->shown++]);
}

static void reaction_push(struct room *room, int seat, const struct chat_author *by, const char *reaction)
{
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "reaction");
    js_string(&out, "table", room->log.id);
    js_int(&out, "seat", seat);
    js_string(&out, "name", by->name);
    js_string(&out, "reaction", reaction);
    js_end_object(&out);
    for (struct sub *sub = room->subs; sub; sub = sub->next) {
        if (!line_hidden(room, sub->client->person, by))
            sub_push(sub, &out);
    }
    buf_free(&out);
}

/*
 * Takes the next entry of the chat's log. `fresh`: subscribers have not seen it. Reactions are shown and not
 * kept. False when its checksum does not follow from those before.
 */
static bool entry_take(struct room *room, const struct store_row *row, bool fresh)
{
    struct chat *chat = room_chat(room);
    if (!store_head_follow(&chat->seen, row))
        return false;
    if (chat->given.number < chat->seen.number)
        chat->given = chat->seen;
    json_t *json = json_loadb(row->bytes, row->size, 0, NULL);
    const char *word = json_string_value(json_object_get(json, "room"));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *text = json_string_value(json_object_get(json, "text"));
    const char *reaction = json_string_value(json_object_get(json, "reaction"));
    int channel = word ? channel_find(word) : -1,
        seat = (int)json_integer_value(json_object_get(json, "seat"));
    if (channel >= 0 && name && text) {
        line_add(chat, channel, seat, json, text);
        if (fresh)
            room_chat_push(room);
        else
            chat->shown = chat->count;
    } else if (fresh && reaction && name) {
        struct chat_author by;
        author_read(&by, json);
        reaction_push(room, seat, &by, reaction);
        json_decref(by.was);
    }
    json_decref(json);
    return true;
}

void room_chat_free(struct room *room)
{
    struct chat *chat = room->chat;
    for (size_t i = 0; chat && i < chat->count; i++) {
        free(chat->line[i].text);
        json_decref(chat->line[i].by.was);
    }
    if (chat)
        free(chat->line);
    free(chat);
    room->chat = NULL;
}

/* ---- Loading on first use, and what other nodes add ---------------------------------------------------- */

/* Takes all lines, unless another read has done so. False, and no line is kept, when the log is damaged. */
static bool chat_load(struct room *room, const struct store_read *read)
{
    if (room_chat(room)->known)
        return true;
    for (size_t i = 0; i < read->count; i++) {
        if (!entry_take(room, &read->rows[i], false)) {
            room_chat_free(room);
            return false;
        }
    }
    room->chat->known = true;
    room_chat_read_on(room, room->chat->heard);
    return true;
}

static void chat_read(struct store_read *read)
{
    struct ask *ask = read->context;
    const char *id = json_string_value(json_object_get(ask->message, "table"));
    struct room *room = map_get(&ask->server->rooms, id);
    if (read->status != STORE_OK || !room) {
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    if (!chat_load(room, read)) {
        log_line(room->server, "chat-damaged", "\"table\":\"%s\"", room->log.id);
        ask_fail(ask, FAIL_DAMAGED);
        return;
    }
    room_run(ask);
}

/* A read of further entries; the room may be gone when it is answered. */
struct chat_more {
    struct server *server;
    char table[ID_TABLE + 1];
    struct ask *ask;   /* to be run again after, or NULL */
    uint64_t conflict; /* the number under which its entry could not be stored */
};

static void more_read(struct store_read *read)
{
    struct chat_more *more = read->context;
    struct room *room = map_get(&more->server->rooms, more->table);
    bool follows = true;
    if (room)
        room_chat(room)->reading = false;
    for (size_t i = 0; room && follows && i < read->count; i++) {
        if (read->rows[i].number > room->chat->seen.number)
            follows = entry_take(room, &read->rows[i], true);
    }
    /* An entry does not follow, or there was a conflict about a number and no entry has it: after a fail-over
       the log has another history than the lines in memory, or the table was removed. Both are read anew. */
    if (room && read->status == STORE_OK && (!follows || more->conflict == room->chat->seen.number + 1)) {
        room_chat_free(room);
        room_read_again(room);
    }
    /*
     * Entries may have been announced during the read. After a failed one the next announcement tries again.
     */
    if (room && read->count)
        room_chat_read_on(room, room_chat(room)->heard);
    if (more->ask && read->status == STORE_OK)
        room_run(more->ask);
    else if (more->ask)
        ask_fail(more->ask, FAIL_STORAGE);
    free(more);
}

static void more_load(struct room *room, struct ask *ask, uint64_t conflict)
{
    char name[STORE_NAME_MAX];
    struct chat_more *more = mem_zero(sizeof *more);
    *more = (struct chat_more){.server = room->server, .ask = ask, .conflict = conflict};
    memcpy(more->table, room->log.id, sizeof more->table);
    chat_log(room, name);
    struct store_read *read = store_read_create(STORE_READ_LOG, "", name, more_read, more);
    read->after = room_chat(room)->seen.number;
    room->chat->reading = true;
    store_read(room->server->store, read);
}

void room_chat_read_on(struct room *room, uint64_t number)
{
    struct chat *chat = room_chat(room);
    if (number > chat->heard)
        chat->heard = number;
    if (chat->known && chat->heard > chat->seen.number && !chat->reading)
        more_load(room, NULL, 0);
}

bool room_chat_polled(struct room *room)
{
    bool known = room->chat && room->chat->known;
    if (known)
        room->chat->polled = room->chat->seen;
    return known;
}

/* All lines, of a chat that had another history; those who listen have seen them or will ask. */
static void again_read(struct store_read *read)
{
    struct chat_more *more = read->context;
    struct room *room = map_get(&more->server->rooms, more->table);
    if (room)
        room_chat(room)->reading = false;
    if (room && read->status == STORE_OK && !chat_load(room, read))
        log_line(room->server, "chat-damaged", "\"table\":\"%s\"", room->log.id);
    free(more);
}

void room_chat_compare(struct room *room, const struct store_head *head)
{
    if (!room->chat || !room->chat->known || !store_head_other(head, &room->chat->polled))
        return;
    char name[STORE_NAME_MAX];
    struct chat_more *more = mem_zero(sizeof *more);
    *more = (struct chat_more){.server = room->server};
    memcpy(more->table, room->log.id, sizeof more->table);
    room_chat_free(room);
    room_chat(room)->reading = true;
    chat_log(room, name);
    store_read(room->server->store, store_read_create(STORE_READ_LOG, "", name, again_read, more));
}

bool room_chat_ready(struct ask *ask, struct room *room)
{
    char name[STORE_NAME_MAX];
    if (room_chat(room)->known)
        return true;
    chat_log(room, name);
    store_read(room->server->store, store_read_create(STORE_READ_LOG, "", name, chat_read, ask));
    return false;
}

/* ---- Operations ---------------------------------------------------------------------------------------- */

/* Numbers of entries that were not stored are given again. */
static void numbers_reset(struct room *room)
{
    struct chat *chat = room_chat(room);
    chat->given = chat->seen;
}

/* The write of the entry; the store orders the writes of a batch. */
static const struct store_write *line_append(const struct store_batch *batch)
{
    const struct store_write *write = batch->writes;
    while (write->kind != STORE_APPEND)
        write++;
    return write;
}

static struct room *line_room(const struct ask *ask)
{
    return map_get(&ask->server->rooms, json_string_value(json_object_get(ask->message, "table")));
}

/* A line that met a conflict, while its person is looked for. */
struct line_conflict {
    struct ask *ask;
    uint64_t number;
};

/* The person was deleted meanwhile; or another node has stored a line first, and this one comes after it. */
static void speaker_read(struct store_read *read)
{
    struct line_conflict conflict = *(struct line_conflict *)read->context;
    struct room *room = line_room(conflict.ask);
    free(read->context);
    if (read->status != STORE_OK)
        ask_fail(conflict.ask, FAIL_STORAGE);
    else if (!read->count)
        ask_fail(conflict.ask, FAIL_NO_SESSION);
    else if (!room) /* the table was removed, and the room is gone since */
        ask_fail(conflict.ask, FAIL_NO_TABLE);
    else
        more_load(room, conflict.ask, conflict.number);
}

/* A line is shown as it was stored, and once: a read may have brought it already. */
static void line_stored(struct store_batch *batch)
{
    struct ask *ask = batch->context;
    const struct store_write *write = line_append(batch);
    struct room *room = line_room(ask);
    if (batch->status == STORE_CONFLICT) {
        struct line_conflict *conflict = mem_zero(sizeof *conflict);
        *conflict = (struct line_conflict){ask, write->number};
        if (room)
            numbers_reset(room);
        store_read(ask->server->store,
                   store_read_create(STORE_READ_DOC, SPACE_PERSON, ask->person->id, speaker_read, conflict));
        return;
    }
    if (batch->status != STORE_OK) {
        if (room)
            numbers_reset(room);
        ask_fail(ask, FAIL_STORAGE);
        return;
    }
    struct store_row row = {.number = write->number, .bytes = write->bytes, .size = write->size};
    memcpy(row.sum, write->sum, sizeof row.sum);
    if (room && write->number == room_chat(room)->seen.number + 1)
        entry_take(room, &row, true);
    else if (room)
        room_chat_read_on(room, write->number);
    ask->server->metrics.chats++;
    ask_done(ask);
}

/* Stores a line or a reaction as the next entry. */
static void line_store(struct ask *ask, struct room *room, struct buf *line)
{
    char name[STORE_NAME_MAX];
    chat_log(room, name);
    struct store_batch *batch = store_batch_create(line_stored, ask);
    /* A table that was removed meanwhile must not get a chat again. */
    store_batch_require(batch, "", room->log.id);
    /* Nor may anything be noted of a person who was deleted meanwhile. */
    store_batch_require(batch, SPACE_PERSON, ask->person->id);
    store_batch_append(batch, name, &room_chat(room)->given, line->at, line->length);
    /* By this the person's download finds the lines, also those of a watcher. */
    snprintf(name, sizeof name, "%s/%s", ask->person->id, room->log.id);
    store_batch_put(batch, STORE_PUT, SPACE_SAID, name, "{}", 2);
    store_submit(room->server->store, batch);
    buf_free(line);
}

static bool line_allowed(struct ask *ask, struct room *room)
{
    const struct chat *chat = room_chat(room);
    if (!ask_may_talk(ask))
        return false;
    if (people_contain(&room->log.muted, ask->person->id) && !FAULT(MUTED_SPEAKS))
        ask_fail(ask, FAIL_MUTED);
    else if (chat->count >= LIMIT_CHAT_LINES || chat->given.number >= LIMIT_CHAT_ENTRIES)
        ask_fail(ask, FAIL_CHAT_FULL);
    else if (!ask->said && !speaker_count(ask->server, ask->person->id))
        ask_fail(ask, FAIL_CHAT_TOO_FAST);
    else
        return ask->said = true; /* a line that comes second to another node's runs again, and counts once */
    return false;
}

void op_chat(struct ask *ask, struct room *room)
{
    int viewer;
    const char *word, *text;
    char cleaned[LIMIT_CHAT_BYTES + 1];
    struct buf out = {0};
    if (!room_chat_ready(ask, room) || !ask_viewer(ask, room, &viewer) ||
        !ask_string_or(ask, "room", 16, "", &word) || !ask_string(ask, "text", LIMIT_CHAT_BYTES, &text))
        return;
    int channel = channel_of(room, viewer, ask->person);
    if ((*word && channel_find(word) < 0) || !text_seen(text) || !line_clean(text)) {
        ask_fail(ask, FAIL_BAD_FIELD);
        return;
    }
    if (channel < 0 || (*word && channel_find(word) != channel)) {
        ask_fail(ask, FAIL_WRONG_ROOM);
        return;
    }
    if (!line_allowed(ask, room))
        return;
    js_object(&out, NULL);
    js_string(&out, "room", channel_words[channel]);
    js_int(&out, "seat", viewer == LAN_WATCHER ? 0 : viewer + 1);
    author_write(&out, room, ask->person);
    room_words_clean(room, text, cleaned, sizeof cleaned);
    js_string(&out, "text", cleaned);
    js_int(&out, "at", env_now(&room->server->env));
    js_end_object(&out);
    line_store(ask, room, &out);
}

void op_chats(struct ask *ask, struct room *room)
{
    int viewer;
    int64_t since;
    struct buf out = {0};
    if (!room_chat_ready(ask, room) || !ask_viewer(ask, room, &viewer) ||
        !ask_int_or(ask, "since", 0, INT64_MAX, 0, &since))
        return;
    ask_begin(ask, &out);
    js_array(&out, "lines");
    for (size_t i = 0; i < room->chat->count; i++) {
        const struct chat_line *line = &room->chat->line[i];
        if (may_read(room, viewer, ask->person, line->channel) && line->at > since &&
            !line_hidden(room, ask->person, &line->by))
            line_write(&out, NULL, line);
    }
    js_end_array(&out);
    ask_send(ask, &out);
}

const struct chat_author *room_chat_author(struct ask *ask, const struct room *room, int viewer,
                                           const char *word, int64_t number)
{
    int channel = channel_find(word);
    for (size_t i = 0; channel >= 0 && i < room->chat->count; i++) {
        const struct chat_line *line = &room->chat->line[i];
        if (line->channel == channel && line->number == number &&
            may_read(room, viewer, ask->person, line->channel))
            return &line->by;
    }
    return NULL;
}

void room_chat_quote(struct buf *out, struct ask *ask, const struct room *room, int viewer, const char *about)
{
    size_t from = room->chat->count;
    for (int count = 0; from > 0 && count < LIMIT_REPORT_LINES; from--)
        count += may_read(room, viewer, ask->person, room->chat->line[from - 1].channel);
    js_array(out, "lines");
    for (; from < room->chat->count; from++) {
        const struct chat_line *line = &room->chat->line[from];
        if (!may_read(room, viewer, ask->person, line->channel))
            continue;
        bool own = person_is(ask->person, line->by.person);
        js_object(out, NULL);
        js_int(out, "at", line->at);
        js_string(out, "by", own ? "reporter" : strcmp(line->by.person, about) == 0 ? "reported" : "other");
        js_string(out, "room", channel_words[line->channel]);
        js_int(out, "seat", line->seat);
        js_string(out, "name", line->by.name);
        js_string(out, "text", line->text);
        js_end_object(out);
    }
    js_end_array(out);
}

/* A reaction that is not stored. */
static void reaction_show(struct room *room, struct buf *entry, int seat, const char *reaction)
{
    struct chat_author by;
    json_t *json = json_loadb(entry->at, entry->length, 0, NULL);
    author_read(&by, json);
    reaction_push(room, seat, &by, reaction);
    json_decref(by.was);
    json_decref(json);
    buf_free(entry);
}

void op_react(struct ask *ask, struct room *room)
{
    static const char *const words[] = {"laugh",       "wow",    "think", "hurry",
                                        "well-played", "thanks", "sorry", "boo"};
    int viewer;
    const char *reaction;
    struct buf out = {0};
    size_t at = 0;
    if ((room->server->store->shared && !room_chat_ready(ask, room)) || !ask_viewer(ask, room, &viewer) ||
        !ask_string(ask, "reaction", 16, &reaction))
        return;
    while (at < sizeof words / sizeof *words && strcmp(words[at], reaction) != 0)
        at++;
    int channel = channel_of(room, viewer, ask->person);
    if (at == sizeof words / sizeof *words || channel < 0 || channel == CHANNEL_OUT) {
        ask_fail(ask, at < sizeof words / sizeof *words ? FAIL_WRONG_ROOM : FAIL_BAD_FIELD);
        return;
    }
    if (!line_allowed(ask, room))
        return;
    int seat = viewer == LAN_WATCHER ? 0 : viewer + 1;
    js_object(&out, NULL);
    js_int(&out, "seat", seat);
    author_write(&out, room, ask->person);
    js_string(&out, "reaction", reaction);
    js_end_object(&out);
    /* It reaches the clients of other nodes as an entry of the chat's log. */
    if (room->server->store->shared) {
        line_store(ask, room, &out);
        return;
    }
    reaction_show(room, &out, seat, reaction);
    ask_done(ask);
}
