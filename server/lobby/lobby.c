/*
 * The list of tables. Every table that is not over has a summary in memory and on disk, so that the list needs no
 * table loaded; a note under each of its people, with the seats they have, makes the list of one's own tables. A summary
 * holds what everybody may see, and nothing that changes with a hidden move.
 */
#include "lobby.h"

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
#include "my_tables.h"
#include "person.h"
#include "room.h"
#include "room_log.h"
#include "room_notice.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "table.h"

bool room_slow(const struct room_settings *settings)
{
    return settings->clock_move >= 3600 || settings->clock_game >= 24 * 3600;
}

static bool unfinished(enum room_state state)
{
    return state != ROOM_OVER && state != ROOM_CLOSED;
}

static int64_t deadline_of(const struct room *room)
{
    int64_t deadline;
    if (room->log.state == ROOM_DICE)
        return room->log.dice_until;
    if (room->log.state != ROOM_PLAYING)
        return 0;
    int64_t due = room_remind_due(room, env_now(&room->server->env));
    if (!table_deadline(room->log.match->table, &deadline))
        return due;
    return due && due < deadline ? due : deadline;
}

/* The fields of a TableSummary, inside an object. */
static void row_write(struct buf *out, const struct room *room)
{
    int free_seats = 0, bots = 0;
    js_string(out, "table", room->log.id);
    js_string(out, "game", room->log.settings.game->name);
    js_string(out, "name", room->log.settings.name);
    js_string(out, "state", room_state_words[room->log.state]);
    js_int(out, "seats", room->log.settings.seats);
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        free_seats += room->log.seat[seat].kind == TABLE_EMPTY;
        bots += room->log.seat[seat].kind == TABLE_BOT;
    }
    js_int(out, "free", free_seats);
    js_array(out, "people");
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room->log.seat[seat].kind == TABLE_PERSON)
            js_string(out, NULL, room->log.seat[seat].name);
    }
    js_end_array(out);
    js_int(out, "bots", bots);
    js_bool(out, "locked", room->log.lock != NULL);
    js_bool(out, "slow", room_slow(&room->log.settings));
    js_string(out, "watching", room_watching_words[room->log.settings.watching]);
    js_int(out, "created", room->log.created);
}

void summary_put(struct store_batch *batch, const struct room *room)
{
    struct buf out = {0};
    int64_t deadline = deadline_of(room);
    if (!room->log.info_changed && !deadline)
        return;
    js_object(&out, NULL);
    js_bool(&out, "listed", room->log.settings.listed);
    js_string(&out, "host", room->log.host);
    js_int(&out, "deadline", deadline);
    js_int(&out, "at", env_now(&room->server->env));
    js_array(&out, "persons");
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if (room->log.seat[seat].kind == TABLE_PERSON)
            js_string(&out, NULL, room->log.seat[seat].person);
    }
    js_end_array(&out);
    js_object(&out, "row");
    row_write(&out, room);
    js_end_object(&out);
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_TABLE, room->log.id, out.at, out.length);
    buf_free(&out);
    if (room->log.info_changed)
        my_tables_put(batch, room);
}

/* ---- In memory ------------------------------------------------------------------------------------------- */

static void lobby_push(struct server *server, const struct summary *summary, bool gone)
{
    struct buf out = {0};
    if (!summary->listed || !server->lobby)
        return;
    js_object(&out, NULL);
    js_string(&out, "push", "lobby");
    js_array(&out, "tables");
    if (!gone)
        js_raw(&out, NULL, summary->json, strlen(summary->json));
    js_end_array(&out);
    js_array(&out, "gone");
    if (gone)
        js_string(&out, NULL, summary->id);
    js_end_array(&out);
    js_end_object(&out);
    for (struct client *client = server->lobby; client; client = client->lobby_next)
        client_push(client, &out);
    buf_free(&out);
}

static void hosted_add(struct server *server, const char *host, int count)
{
    struct person *person = map_get(&server->persons, host);
    if (person && person->hosted != HOSTED_UNKNOWN)
        person->hosted += count;
}

static void host_set(struct server *server, struct summary *summary, const char *host)
{
    hosted_add(server, summary->host, -1);
    snprintf(summary->host, sizeof summary->host, "%s", host);
    hosted_add(server, summary->host, 1);
}

static void summary_drop(struct server *server, struct summary *summary)
{
    hosted_add(server, summary->host, -1);
    map_remove(&server->summaries, summary->id);
    free(summary->person);
    free(summary->remind);
    free(summary->json);
    free(summary);
}

static struct summary *summary_make(struct server *server, const char *id)
{
    struct summary *summary = map_get(&server->summaries, id);
    if (summary) {
        free(summary->json);
        summary->json = NULL;
    } else {
        summary = mem_zero(sizeof *summary);
        snprintf(summary->id, sizeof summary->id, "%s", id);
        map_put(&server->summaries, summary->id, summary);
    }
    return summary;
}

void summary_follow(struct room *room)
{
    struct summary *summary = map_get(&room->server->summaries, room->log.id);
    struct table_turn turn = {.must = 0};
    if (!summary)
        return;
    if (room->log.state == ROOM_PLAYING)
        table_turn(room->log.match->table, LAN_WATCHER, &turn);
    summary->must = turn.must;
    summary->stale = false;
    summary->deadline = deadline_of(room);
    if (summary->seats != room->log.settings.seats) {
        summary->seats = room->log.settings.seats;
        summary->person = mem_grow(summary->person, (size_t)summary->seats * sizeof *summary->person);
    }
    for (int seat = 0; seat < summary->seats; seat++)
        memcpy(summary->person[seat], room->log.seat[seat].person, sizeof *summary->person);
}

static char *row_text(const struct room *room)
{
    struct buf out = {0};
    js_object(&out, NULL);
    row_write(&out, room);
    js_end_object(&out);
    char *text = mem_string(buf_cstr(&out));
    buf_free(&out);
    return text;
}

void summary_take(struct room *room)
{
    struct server *server = room->server;
    struct summary *summary = map_get(&server->summaries, room->log.id);
    if (summary && !room->log.info_changed) {
        summary_follow(room);
        return;
    }
    summary = summary_make(server, room->log.id);
    summary->state = room->log.state;
    summary->listed = room->log.settings.listed;
    summary->game = room->log.settings.game->name;
    if (summary->listed)
        summary->json = row_text(room);
    summary_follow(room);
    host_set(server, summary, room->log.host);
    lobby_push(server, summary, !unfinished(room->log.state));
    if (!unfinished(room->log.state))
        summary_drop(server, summary);
}

bool summary_load(struct server *server, const char *id, const char *document)
{
    json_t *json = json_loads(document, 0, NULL), *row = json_object_get(json, "row");
    const char *state = json_string_value(json_object_get(row, "state"));
    const char *game = json_string_value(json_object_get(row, "game"));
    const char *host = json_string_value(json_object_get(json, "host"));
    int at = 0;
    while (state && at < ROOM_CLOSED && strcmp(state, room_state_words[at]) != 0)
        at++;
    bool listed = row && state && game && host && unfinished((enum room_state)at);
    if (listed) {
        struct summary *summary = summary_make(server, id);
        summary->state = (enum room_state)at;
        summary->listed = json_is_true(json_object_get(json, "listed"));
        summary->deadline = json_integer_value(json_object_get(json, "deadline"));
        host_set(server, summary, host);
        const struct lan_game *known = lan_game_find(game, 0);
        summary->game = known ? known->name : "";
        if (summary->listed)
            summary->json = json_dumps(row, JSON_COMPACT);
    }
    json_decref(json);
    return listed;
}

void summary_hear(struct server *server, const char *id, const char *document)
{
    struct summary *summary = map_get(&server->summaries, id);
    char *before = summary && summary->json ? mem_string(summary->json) : NULL;
    if (document && summary_load(server, id, document)) {
        summary = map_get(&server->summaries, id);
        if (!before || !summary->json || strcmp(before, summary->json) != 0)
            lobby_push(server, summary, false);
    } else if (summary) {
        lobby_push(server, summary, true);
        summary_drop(server, summary);
    }
    free(before);
}

void summaries_free(struct server *server)
{
    struct summary *summary;
    size_t at = 0;
    while ((summary = map_each(&server->summaries, &at))) {
        summary_drop(server, summary);
        at = 0;
    }
    map_free(&server->summaries);
}

int lobby_hosted(struct server *server, struct person *person)
{
    struct summary *summary;
    if (person->hosted != HOSTED_UNKNOWN)
        return person->hosted;
    person->hosted = 0;
    for (size_t i = 0; (summary = map_each(&server->summaries, &i));)
        person->hosted += strcmp(summary->host, person->id) == 0;
    return person->hosted;
}

/* ---- Operations ------------------------------------------------------------------------------------------ */

static bool row_fits(const struct summary *summary, const char *game, const char *state)
{
    if (!summary->listed || (*game && strcmp(summary->game, game) != 0))
        return false;
    return !*state || (strcmp(state, "seating") == 0) == (summary->state == ROOM_SEATING);
}

/* Those that one may join first; then in the order of ids, which says nothing of when or where a table was made. */
static int open_first(const void *a, const void *b)
{
    const struct summary *one = *(const struct summary *const *)a, *two = *(const struct summary *const *)b;
    bool seating = one->state == ROOM_SEATING;
    if (seating != (two->state == ROOM_SEATING))
        return seating ? -1 : 1;
    return strcmp(two->id, one->id);
}

static void rows_answer(struct ask *ask, const char *game, const char *state)
{
    struct server *server = ask->server;
    struct summary *summary;
    struct buf out = {0};
    const struct summary **rows = mem_alloc((server->summaries.count + 1) * sizeof *rows);
    size_t count = 0, shown = 0;
    for (size_t i = 0; (summary = map_each(&server->summaries, &i));) {
        if (row_fits(summary, game, state))
            rows[count++] = summary;
    }
    qsort(rows, count, sizeof *rows, open_first);
    ask_begin(ask, &out);
    js_array(&out, "tables");
    for (; shown < count && out.length < LIMIT_LOBBY_BYTES; shown++)
        js_raw(&out, NULL, rows[shown]->json, strlen(rows[shown]->json));
    js_end_array(&out);
    if (shown < count)
        js_int(&out, "more", (int64_t)(count - shown));
    free(rows);
    ask_send(ask, &out);
}

void op_tables(struct ask *ask)
{
    const char *game, *state;
    if (ask_string_or(ask, "game", 32, "", &game) && ask_string_or(ask, "state", 16, "", &state))
        rows_answer(ask, game, state);
}

void lobby_leave(struct client *client)
{
    if (!client->lobby_link)
        return;
    *client->lobby_link = client->lobby_next;
    if (client->lobby_next)
        client->lobby_next->lobby_link = client->lobby_link;
    client->lobby_link = NULL;
}

void op_lobby(struct ask *ask)
{
    bool on;
    struct client *client = ask->client;
    struct server *server = ask->server;
    if (!ask_bool(ask, "on", &on))
        return;
    lobby_leave(client);
    if (on) {
        client->lobby_next = server->lobby;
        client->lobby_link = &server->lobby;
        if (server->lobby)
            server->lobby->lobby_link = &client->lobby_next;
        server->lobby = client;
    }
    rows_answer(ask, "", "");
}
