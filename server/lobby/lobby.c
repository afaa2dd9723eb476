#include "lobby.h"

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "ask.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "limit.h"
#include "map.h"
#include "my_tables.h"
#include "room_log.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "table.h"

static bool unfinished(enum room_state state)
{
    return state != ROOM_OVER && state != ROOM_CLOSED;
}

/* The fields of a TableSummary, inside an object. */
static void row_write(struct buf *out, const struct room_log *log)
{
    int free_seats = 0, bots = 0;
    js_string(out, "table", log->id);
    js_string(out, "game", log->settings.game->name);
    js_string(out, "name", log->settings.name);
    js_string(out, "state", room_state_words[log->state]);
    js_int(out, "seats", log->settings.seats);
    for (int seat = 0; seat < log->settings.seats; seat++) {
        free_seats += log->seat[seat].kind == TABLE_EMPTY;
        bots += log->seat[seat].kind == TABLE_BOT;
    }
    js_int(out, "free", free_seats);
    js_array(out, "people");
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (log->seat[seat].kind == TABLE_PERSON)
            js_string(out, NULL, log->seat[seat].name);
    }
    js_end_array(out);
    js_int(out, "bots", bots);
    js_bool(out, "locked", log->lock != NULL);
    js_bool(out, "slow", settings_slow(&log->settings));
    settings_rules_write(out, &log->settings);
    js_string(out, "watching", room_watching_words[log->settings.watching]);
    js_int(out, "created", log->created);
}

void summary_put(struct store_batch *batch, struct server *server, const struct room_log *log,
                 int64_t deadline)
{
    struct buf out = {0};
    if (!log->info_changed && !deadline)
        return;
    js_object(&out, NULL);
    js_bool(&out, "listed", log->settings.listed);
    js_string(&out, "host", log->host);
    js_int(&out, "deadline", deadline);
    js_int(&out, "at", env_now(&server->env));
    js_array(&out, "persons");
    for (int seat = 0; seat < log->settings.seats; seat++) {
        if (log->seat[seat].kind == TABLE_PERSON)
            js_string(&out, NULL, log->seat[seat].person);
    }
    js_end_array(&out);
    js_object(&out, "row");
    row_write(&out, log);
    js_end_object(&out);
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_TABLE, log->id, out.at, out.length);
    buf_free(&out);
    if (log->info_changed)
        my_tables_put(batch, server, log);
}

/* ---- In memory ----------------------------------------------------------------------------------------- */

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

/* How many tables that are not over a person hosts. */
struct host {
    char person[ID_PERSON + 1];
    int count;
};

static void hosted_add(struct server *server, const char *person, int count)
{
    struct host *host = map_get(&server->hosts, person);
    if (!*person)
        return;
    if (!host) {
        host = mem_zero(sizeof *host);
        snprintf(host->person, sizeof host->person, "%s", person);
        map_put(&server->hosts, host->person, host);
    }
    host->count += count;
    if (host->count)
        return;
    map_remove(&server->hosts, host->person);
    free(host);
}

static void host_set(struct server *server, struct summary *summary, const char *host)
{
    hosted_add(server, summary->host, -1);
    snprintf(summary->host, sizeof summary->host, "%s", host);
    hosted_add(server, summary->host, 1);
}

/* The listed tables of one game: those at which one can sit down, and the others. */
struct shelf {
    struct shelf *next;
    const char *game;
    struct table_index seating, begun;
    const struct index_node *at; /* while a list is written: the next one of it */
};

static struct shelf *shelf_of(struct server *server, const char *game)
{
    struct shelf *shelf = server->shelves;
    while (shelf && strcmp(shelf->game, game) != 0)
        shelf = shelf->next;
    if (shelf)
        return shelf;
    shelf = mem_zero(sizeof *shelf);
    shelf->game = game;
    shelf->next = server->shelves;
    return server->shelves = shelf;
}

/* Puts the summary where it belongs by its game and state; `listed`: it is in a list at all. */
static void summary_shelve(struct server *server, struct summary *summary, bool listed)
{
    struct table_index *to = NULL;
    if (listed) {
        struct shelf *shelf = shelf_of(server, summary->game);
        to = summary->state == ROOM_SEATING ? &shelf->seating : &shelf->begun;
    }
    if (to == summary->index)
        return;
    if (summary->index)
        index_remove(summary->index, &summary->node);
    summary->index = to;
    if (to)
        index_add(to, &summary->node, summary->id);
}

static void summary_remove(struct server *server, struct summary *summary)
{
    summary_shelve(server, summary, false);
    hosted_add(server, summary->host, -1);
    if (summary->maker)
        address_tables_add(summary->maker, -1);
    map_remove(&server->summaries, summary->id);
    free(summary->person);
    free(summary->remind);
    free(summary->json);
    free(summary);
}

/* The table's summary, made when there is none; without its row. */
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

void summary_turn_set(struct server *server, const struct room_log *log, int64_t deadline)
{
    struct summary *summary = map_get(&server->summaries, log->id);
    struct table_turn turn = {.must = 0};
    if (!summary)
        return;
    if (log->state == ROOM_PLAYING)
        table_turn(log->match->table, LAN_WATCHER, &turn);
    summary->must = turn.must;
    summary->stale = false;
    summary->deadline = deadline;
    if (summary->seats != log->settings.seats) {
        summary->seats = log->settings.seats;
        summary->person = mem_grow(summary->person, (size_t)summary->seats * sizeof *summary->person);
    }
    for (int seat = 0; seat < summary->seats; seat++)
        memcpy(summary->person[seat], log->seat[seat].person, sizeof *summary->person);
}

static char *row_text(const struct room_log *log)
{
    struct buf out = {0};
    js_object(&out, NULL);
    row_write(&out, log);
    js_end_object(&out);
    char *text = mem_string(buf_cstr(&out));
    buf_free(&out);
    return text;
}

void summary_set(struct server *server, const struct room_log *log, int64_t deadline)
{
    struct summary *summary = map_get(&server->summaries, log->id);
    if (summary && !log->info_changed) {
        summary_turn_set(server, log, deadline);
        return;
    }
    summary = summary_make(server, log->id);
    summary->state = log->state;
    summary->listed = log->settings.listed;
    summary->game = log->settings.game->name;
    if (summary->listed)
        summary->json = row_text(log);
    summary_turn_set(server, log, deadline);
    host_set(server, summary, log->host);
    summary_shelve(server, summary, summary->listed);
    lobby_push(server, summary, !unfinished(log->state));
    if (!unfinished(log->state))
        summary_remove(server, summary);
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
        summary_shelve(server, summary, summary->listed);
    }
    json_decref(json);
    return listed;
}

void summary_replace(struct server *server, const char *id, const char *document)
{
    struct summary *summary = map_get(&server->summaries, id);
    char *before = summary && summary->json ? mem_string(summary->json) : NULL;
    if (document && summary_load(server, id, document)) {
        summary = map_get(&server->summaries, id);
        if (!before || !summary->json || strcmp(before, summary->json) != 0)
            lobby_push(server, summary, false);
    } else if (summary) {
        lobby_push(server, summary, true);
        summary_remove(server, summary);
    }
    free(before);
}

void summaries_free(struct server *server)
{
    struct summary *summary;
    size_t at = 0;
    while ((summary = map_each(&server->summaries, &at))) {
        summary_remove(server, summary);
        at--; /* another one may have moved to its place */
    }
    map_free(&server->summaries);
    map_free(&server->hosts);
    while (server->shelves) {
        struct shelf *shelf = server->shelves;
        server->shelves = shelf->next;
        free(shelf);
    }
}

void summary_maker_set(struct server *server, const char *id, struct address *maker)
{
    struct summary *summary = map_get(&server->summaries, id);
    if (summary && !summary->maker)
        summary->maker = maker;
    else
        address_tables_add(maker, -1);
}

int lobby_hosted(const struct server *server, const char *person)
{
    const struct host *host = map_get(&server->hosts, person);
    return host ? host->count : 0;
}

/* ---- Operations ---------------------------------------------------------------------------------------- */

static const struct summary *summary_of(const struct index_node *node)
{
    return (const struct summary *)(const void *)((const char *)node - offsetof(struct summary, node));
}

static const struct table_index *index_of(const struct shelf *shelf, bool seating)
{
    return seating ? &shelf->seating : &shelf->begun;
}

static bool shelf_fits(const struct shelf *shelf, const char *game)
{
    return !*game || strcmp(shelf->game, game) == 0;
}

/* The row that comes next, by descending ids, of the games that are asked for; moves its shelf on. */
static const struct summary *row_next(struct server *server, const char *game, bool seating)
{
    struct shelf *next = NULL;
    for (struct shelf *shelf = server->shelves; shelf; shelf = shelf->next) {
        if (shelf_fits(shelf, game) && shelf->at && (!next || strcmp(shelf->at->id, next->at->id) > 0))
            next = shelf;
    }
    if (!next)
        return NULL;
    const struct index_node *node = next->at;
    next->at = index_before(index_of(next, seating), node->id);
    return summary_of(node);
}

/* Writes rows until the answer is long enough; returns how many there are besides. */
static size_t rows_write(struct buf *out, struct server *server, const char *game, bool seating)
{
    size_t count = 0;
    const struct summary *row;
    for (struct shelf *shelf = server->shelves; shelf; shelf = shelf->next) {
        count += shelf_fits(shelf, game) ? index_of(shelf, seating)->count : 0;
        shelf->at = index_before(index_of(shelf, seating), NULL);
    }
    for (; out->length < LIMIT_LOBBY_BYTES && (row = row_next(server, game, seating)); count--)
        js_raw(out, NULL, row->json, strlen(row->json));
    return count;
}

/*
 * Tables that can be joined come first, then by id: ids do not tell when or on which node a table was made.
 */
static void rows_answer(struct ask *ask, const char *game, const char *state)
{
    struct buf out = {0};
    size_t more = 0;
    ask_begin(ask, &out);
    js_array(&out, "tables");
    if (!*state || strcmp(state, "seating") == 0)
        more += rows_write(&out, ask->server, game, true);
    if (strcmp(state, "seating") != 0)
        more += rows_write(&out, ask->server, game, false);
    js_end_array(&out);
    if (more)
        js_int(&out, "more", (int64_t)more);
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
