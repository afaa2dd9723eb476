/*
 * oracle.c - what must hold in a simulated world. Each finding begins with the name of its oracle:
 *
 * rights        a message goes to a person only if the model of rights grants it to them, at the entry of the
 *               log up to which the node has read it; after `shut` nothing more of that viewer is sent
 * exactly once  a move that was acknowledged is in the log, once; one that was answered as not stored is not
 * nothing lost  an acknowledged move stays in the log (ledger.c)
 * answers       everything that is asked is answered, once
 * stream        what a viewer was sent, put together, is what the log gives
 * progress      a running game whose turn it is a machine's goes on; clocks that have run out act
 * limits        queues, memory and logs stay under their named limits
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conn.h"
#include "limit.h"
#include "room.h"
#include "table.h"
#include "update.h"
#include "world.h"

enum {
    ANSWER_MS = 90000,   /* a question is answered within, when nothing is wrong */
    SETTLED_MS = 12000,  /* after which every node knows what one of them has written */
    PROGRESS_MS = 90000, /* within which a machine acts */
    COMPARED = 6,        /* streams at each look */
};

static const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int seat_in(json_t *object)
{
    return (int)json_integer_value(json_object_get(object, "seat"));
}

/* ---- Rights -------------------------------------------------------------------------------------------- */

static struct client_allowed *allowed_find(struct client *client, const char *table, int seat)
{
    for (int i = 0; i < client->allowed_count; i++) {
        if (client->allowed[i].seat == seat && strcmp(client->allowed[i].table, table) == 0)
            return &client->allowed[i];
    }
    return NULL;
}

static void allowed_set(struct client *client, const char *table, int seat, bool on)
{
    struct client_allowed *allowed = allowed_find(client, table, seat);
    if (on && !allowed && client->allowed_count < CLIENT_ALLOWED_MAX) {
        allowed = &client->allowed[client->allowed_count++];
        allowed->seat = seat;
        snprintf(allowed->table, sizeof allowed->table, "%s", table);
    } else if (!on && allowed) {
        *allowed = client->allowed[--client->allowed_count];
    }
}

/* The model of the table as the client's node knows it, with the person's number; NULL when there is none. */
static const struct rights_model *model_find(const struct client *client, const char *id, int *person)
{
    const struct world *world = client->world;
    const struct ledger_table *table = ledger_table(&world->ledger, id);
    if (!table || table->forgiven)
        return NULL;
    *person = ledger_person(table, client->person);
    return ledger_model(&world->ledger, table, client->node);
}

static void sees_check(struct client *client, const char *what, const char *id, int seat)
{
    int person;
    const struct rights_model *model = model_find(client, id, &person);
    if (model && !rights_model_sees(model, person, seat))
        sim_fail(&client->world->sim, "rights: %s of seat %d of %s goes to client %d, who may not see it",
                 what, seat, id, client->number);
}

static void sees_all_check(struct client *client, const char *what, const char *id)
{
    int person;
    const struct rights_model *model = model_find(client, id, &person);
    if (model && !rights_model_sees_all(model, person))
        sim_fail(&client->world->sim, "rights: %s of %s goes to client %d before the game is over", what, id,
                 client->number);
}

static int channel_of(const char *room)
{
    return strcmp(room, "players") == 0    ? RIGHTS_PLAYERS
           : strcmp(room, "watchers") == 0 ? RIGHTS_WATCHERS
                                           : RIGHTS_DEAD;
}

/* A line is heard through one of the viewers that are open at the table. */
static void line_check(struct client *client, const char *id, json_t *line)
{
    int person, channel = channel_of(text_of(line, "room"));
    const struct rights_model *model = model_find(client, id, &person);
    for (int i = 0; model && i < client->allowed_count; i++) {
        if (strcmp(client->allowed[i].table, id) == 0 &&
            rights_model_hears(model, person, client->allowed[i].seat, channel))
            return;
    }
    if (model)
        sim_fail(&client->world->sim, "rights: a line of the %s of %s goes to client %d, who may not hear it",
                 text_of(line, "room"), id, client->number);
}

/* Only the person of a seat is told its standing answer. */
static void info_check(struct client *client, json_t *info)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(info, "seats"), at, seat)
    {
        if (!json_is_true(json_object_get(seat, "you")) &&
            (json_object_get(seat, "standing") || json_object_get(seat, "passes") ||
             json_object_get(seat, "held")))
            sim_fail(&client->world->sim,
                     "rights: the standing answer of seat %zu of %s is told to client %d", at + 1,
                     text_of(info, "table"), client->number);
    }
}

/* An update tells no more than the log has. */
static void ahead_check(struct client *client, const char *id, int seat, json_t *update)
{
    const struct ledger_table *table = ledger_table(&client->world->ledger, id);
    if (!update || !table || table->forgiven || !table->log.match)
        return;
    uint32_t told = table_told_count(table->log.match->table, seat ? seat - 1 : LAN_WATCHER);
    if (json_integer_value(json_object_get(update, "to")) > (json_int_t)told)
        sim_fail(&client->world->sim, "stream: seat %d of %s is told item %lld, and its log gives %u", seat,
                 id, (long long)json_integer_value(json_object_get(update, "to")), told);
    if (table->damaged)
        sim_fail(&client->world->sim, "integrity: %s is shown although its log was changed on disk", id);
}

static void push_check(struct client *client, json_t *push)
{
    const char *kind = text_of(push, "push"), *table = text_of(push, "table");
    if (strcmp(kind, "update") == 0) {
        if (!allowed_find(client, table, seat_in(push)))
            sim_fail(&client->world->sim,
                     "rights: an update of seat %d of %s goes to client %d, for whom it is "
                     "not open",
                     seat_in(push), table, client->number);
        sees_check(client, "an update", table, seat_in(push));
        ahead_check(client, table, seat_in(push), json_object_get(push, "update"));
    } else if (strcmp(kind, "shut") == 0) {
        allowed_set(client, table, seat_in(push), false);
    } else if (strcmp(kind, "chat") == 0) {
        line_check(client, table, json_object_get(push, "line"));
    } else if (strcmp(kind, "table") == 0) {
        info_check(client, json_object_get(push, "table"));
    }
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

/*
 * In a window of fixed length an answer that is held already is acknowledged and not stored again, as when
 * two tabs give the same one.
 */
static bool held_already(const struct ledger_table *table, struct client_ask *ask, json_t *answer)
{
    char notation[LAN_NOTATION_MAX], field[LAN_NOTATION_MAX + 16];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    const struct room_seat *seat = &table->log.seat[ask->seat - 1];
    if (!json_is_true(json_object_get(answer, "held")) || !seat->held_decision)
        return false;
    lan_action_write(table->log.settings.game, seat->held, &text);
    snprintf(field, sizeof field, "\"action\":\"%s\"", notation);
    return strstr(buf_cstr(&ask->text), field);
}

static void move_check(struct client *client, struct client_ask *ask, bool ok, json_t *answer)
{
    const char *code = text_of(json_object_get(answer, "error"), "code");
    struct world *world = client->world;
    struct ledger_move *move = ledger_move(&world->ledger, ask->table, ask->seat, ask->move);
    const struct disk_log *log = disk_log(&world->disk, ask->table);
    const struct ledger_table *table = ledger_table(&world->ledger, ask->table);
    bool judged = table && !table->forgiven;
    if (ok && judged && !move->entry && held_already(table, ask, answer))
        return;
    if (ok && judged && (!move->entry || move->entry > log->known[client->node]))
        sim_fail(&world->sim,
                 "exactly once: move %s is acknowledged and not in the log (entry %llu; the node was given "
                 "%llu of %llu)",
                 move->key, (unsigned long long)move->entry, (unsigned long long)log->known[client->node],
                 (unsigned long long)log->count);
    bool judged_by_rules = strcmp(code, "stale") == 0 || strcmp(code, "refused") == 0;
    if (judged && judged_by_rules && move->entry && move->entry <= log->known[client->node])
        sim_fail(&world->sim, "exactly once: move %s is entry %llu, and is refused as %s when it comes again",
                 move->key, (unsigned long long)move->entry, code);
    if (ok) {
        move->acknowledged = true;
        world->counts.acknowledged++;
    } else if (strcmp(code, "storage") == 0 && !ask->repeated && judged) {
        if (move->entry)
            sim_fail(&world->sim, "exactly once: move %s is answered as not stored, and is entry %llu",
                     move->key, (unsigned long long)move->entry);
        move->denied = true;
    }
}

static void lines_check(struct client *client, const struct client_ask *ask, json_t *answer)
{
    int person;
    const struct rights_model *model = model_find(client, ask->table, &person);
    json_t *line;
    size_t at;
    json_array_foreach(json_object_get(answer, "lines"), at, line)
    {
        if (model && !rights_model_hears(model, person, ask->seat, channel_of(text_of(line, "room"))))
            sim_fail(&client->world->sim, "rights: `chats` tells client %d a line of the %s of %s",
                     client->number, text_of(line, "room"), ask->table);
    }
}

static bool one_of(const char *op, const char *list)
{
    const char *at = strstr(list, op);
    size_t length = strlen(op);
    return at && (at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]);
}

static void host_check(struct client *client, const struct client_ask *ask)
{
    int person;
    const struct rights_model *model = model_find(client, ask->table, &person);
    if (model && rights_model_host(model) != person)
        sim_fail(&client->world->sim, "rights: `%s` at %s is done for client %d, who is not the host",
                 ask->op, ask->table, client->number);
}

/* Nobody is heard who was muted before the question, as far as the node knew. */
static void muted_check(struct client *client, const struct client_ask *ask)
{
    const struct world *world = client->world;
    const struct ledger_table *table = ledger_table(&world->ledger, ask->table);
    const struct disk_log *log = disk_log(&world->disk, ask->table);
    if (table && log && !table->forgiven && log->changed < ask->since &&
        log->known[client->node] == log->count && people_contain(&table->log.muted, client->person))
        sim_fail(&client->world->sim, "rights: client %d, who was muted, is heard at %s", client->number,
                 ask->table);
}

static void granted_check(struct client *client, const struct client_ask *ask, json_t *answer)
{
    const char *op = ask->op;
    if (strcmp(op, "open") == 0) {
        allowed_set(client, ask->table, ask->seat, true);
        sees_check(client, "`open`", ask->table, ask->seat);
        ahead_check(client, ask->table, ask->seat, json_object_get(answer, "update"));
    } else if (strcmp(op, "shut") == 0) {
        allowed_set(client, ask->table, ask->seat, false);
    } else if (strcmp(op, "claim") == 0) {
        sees_check(client, "`claim`", ask->table, seat_in(answer));
    } else if (one_of(op, "sit hint preview why notes note standing draw move undo")) {
        sees_check(client, op, ask->table, ask->seat);
    } else if (one_of(op, "replay branch") || (strcmp(op, "record") == 0 && ask->seat < 0)) {
        sees_all_check(client, op, ask->table);
    } else if (strcmp(op, "record") == 0) {
        sees_check(client, op, ask->table, ask->seat);
    } else if (strcmp(op, "chats") == 0) {
        lines_check(client, ask, answer);
    } else if (one_of(op, "start close mute remove settings swap")) {
        host_check(client, ask);
    } else if (strcmp(op, "chat") == 0) {
        muted_check(client, ask);
    } else if (strcmp(op, "rename") == 0) {
        sim_fail(&client->world->sim, "names: a name that cannot be seen is accepted");
    }
}

static void answer_check(struct client *client, json_t *answer)
{
    int64_t id = json_integer_value(json_object_get(answer, "id"));
    bool ok = json_is_true(json_object_get(answer, "ok"));
    struct client_ask *ask = NULL;
    for (int i = 0; i < client->asks; i++) {
        if (client->ask[i].id == id)
            ask = &client->ask[i];
    }
    client->world->counts.answers++;
    if (!ask || ask->answered) {
        sim_fail(&client->world->sim, "answers: client %d is sent %s to question %lld", client->number,
                 ask ? "a second answer" : "an answer", (long long)id);
        return;
    }
    ask->answered = true;
    client->world->counts.refusals += !ok;
    info_check(client, json_object_get(answer, "table"));
    if (ok)
        granted_check(client, ask, answer);
    if (*ask->move)
        move_check(client, ask, ok, answer);
}

/* A hash over everything that is sent, to whom and when: equal for two runs of one world. */
static void trace_add(struct world *world, const struct client *client, const struct link_message *message)
{
    uint64_t hash = world->trace ^ (uint64_t)world->sim.now * 0x9e3779b97f4a7c15u ^ (uint64_t)client->number;
    for (size_t i = 0; i < message->text.length; i++)
        hash = (hash ^ (uint8_t)message->text.at[i]) * 1099511628211u;
    world->trace = hash;
}

void oracle_sent(struct client *client, const struct link_message *message)
{
    trace_add(client->world, client, message);
    if (client->world->watched)
        client->world->watched(client->world, client, message);
    if (message->kind == LINK_UPGRADED && client->foreign)
        sim_fail(&client->world->sim, "origin: a page of another site is let in with the cookie of client %d",
                 client->number);
    if (message->kind == LINK_NONSENSE || (message->kind == LINK_TEXT && !message->json))
        sim_fail(&client->world->sim, "answers: client %d is sent what is no message: %.100s", client->number,
                 message->text.at);
    else if (message->kind == LINK_TEXT && json_object_get(message->json, "push"))
        push_check(client, message->json);
    else if (message->kind == LINK_TEXT)
        answer_check(client, message->json);
}

/* ---- Streams ------------------------------------------------------------------------------------------- */

/*
 * The update that the log gives for a viewer now, as JSON, with the told items after those that the client
 * has: their numbers were checked when they came (client.c), and long games have many.
 */
static json_t *update_expected(const struct world *world, const struct ledger_table *table,
                               const struct client_view *view)
{
    int seat = view->seat;
    const struct room_log *log = &table->log;
    struct buf out = {0};
    struct wire_viewer viewer = {
        .table = log->match->table,
        .viewer = seat ? seat - 1 : LAN_WATCHER,
        .unaided = !log->settings.notebook,
        .undo = log->settings.undo,
        .closed = log->state == ROOM_CLOSED,
        .behind = !seat && log->settings.watching == WATCHING_LATE && log->state == ROOM_PLAYING
                      ? LIMIT_WATCH_DELAY
                      : 0,
        .now = disk_clock(&world->disk),
    };
    js_object(&out, NULL);
    wire_update_write(&out, &viewer, view->to, NULL);
    js_end_object(&out);
    json_t *all = json_loadb(out.at, out.length, 0, NULL),
           *update = json_incref(json_object_get(all, "update"));
    json_decref(all);
    buf_free(&out);
    return update;
}

static bool same(json_t *a, json_t *b)
{
    return (!a || json_is_null(a)) ? (!b || json_is_null(b)) : json_equal(a, b);
}

/* The finding shows the first 100 characters of both from where they differ. */
static void stream_differs(struct client *client, const struct client_view *view, json_t *update,
                           const char *field)
{
    json_t *have = strcmp(field, "view") == 0     ? view->view
                   : strcmp(field, "turn") == 0   ? view->turn
                   : strcmp(field, "ask") == 0    ? view->ask
                   : strcmp(field, "result") == 0 ? view->result
                                                  : view->prompt;
    char *a = json_dumps(have, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS),
         *b = json_dumps(json_object_get(update, field), JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
    size_t at = 0;
    while (a && b && a[at] && a[at] == b[at])
        at++;
    at = at > 20 ? at - 20 : 0;
    sim_fail(&client->world->sim,
             "stream: seat %d of %s at client %d (told %u) is not what the log gives: %s: "
             "%.100s / %.100s",
             view->seat, view->table, client->number, view->to, field, a ? a + at : "nothing",
             b ? b + at : "nothing");
    free(a);
    free(b);
}

static void stream_compare(struct client *client, const struct client_view *view,
                           const struct ledger_table *table)
{
    struct world *world = client->world;
    json_t *update = update_expected(world, table, view);
    const char *differs = NULL;
    if (view->to != (uint32_t)json_integer_value(json_object_get(update, "to")))
        differs = "to";
    else if (!same(view->view, json_object_get(update, "view")))
        differs = "view";
    else if (!same(view->turn, json_object_get(update, "turn")))
        differs = "turn";
    else if (!same(view->ask, json_object_get(update, "ask")))
        differs = "ask";
    else if (!same(view->result, json_object_get(update, "result")))
        differs = "result";
    else if (!same(view->prompt, json_object_get(update, "prompt")))
        differs = "prompt";
    if (differs)
        stream_differs(client, view, update, differs);
    world->counts.compared++;
    json_decref(update);
}

/* Nothing has been wrong for so long, with the world and the client's own node and connection. */
static bool client_calm(const struct client *client, int64_t ms)
{
    const struct world *world = client->world;
    const struct node *node = &world->node[client->node];
    int64_t now = world->sim.now;
    return client->state == CLIENT_HERE && now - world->calm_since > ms && now - client->here_since > ms &&
           node->server && !node->stopping && now - node->up_since > ms && !client->link->bytes_per_second &&
           now - client->link->frozen_until > ms;
}

static void view_look(struct client *client, struct client_view *view)
{
    const struct world *world = client->world;
    const struct ledger_table *table = ledger_table(&world->ledger, view->table);
    const struct disk_log *log = disk_log(&world->disk, view->table);
    int person;
    if (!table || !log || !view->open || table->damaged || !table->log.match ||
        world->sim.now - log->changed < SETTLED_MS || !client_calm(client, SETTLED_MS) ||
        !link_quiet(client->link))
        return;
    const struct rights_model *model = model_find(client, view->table, &person);
    if (!table->forgiven && log->known[client->node] != log->count)
        sim_fail(&client->world->sim,
                 "stream: node %d has read %llu of %llu entries of %s, %lld s after the last", client->node,
                 (unsigned long long)log->known[client->node], (unsigned long long)log->count, table->id,
                 (long long)(world->sim.now - log->changed) / 1000);
    else if (!model || rights_model_sees(model, person, view->seat))
        stream_compare(client, view, table);
    else
        sim_fail(&client->world->sim, "rights: client %d was not told that seat %d of %s is shut",
                 client->number, view->seat, table->id);
}

/* ---- Progress ------------------------------------------------------------------------------------------ */

/* The time by which entries are dated. */
static int64_t world_clock(const struct world *world)
{
    const struct server *server = world->node[0].server;
    return !world->disk.shared && server ? world->sim.now + server->env.ahead : disk_clock(&world->disk);
}

static void table_look(struct world *world, const struct ledger_table *table)
{
    const struct disk_log *disk = disk_log(&world->disk, table->id);
    const struct room_log *log = &table->log;
    struct table_turn turn;
    int64_t deadline, now = world->sim.now;
    if (!disk || table->damaged || log->state != ROOM_PLAYING || now - world->calm_since < PROGRESS_MS ||
        now - disk->changed < PROGRESS_MS)
        return;
    table_turn(log->match->table, LAN_WATCHER, &turn);
    for (int seat = 0; seat < log->settings.seats; seat++) {
        bool machine = log->seat[seat].kind == TABLE_BOT || log->seat[seat].standin;
        if (turn.must >> seat & 1 && machine)
            sim_fail(&world->sim,
                     "progress: seat %d of %s is a bot's turn, and nothing has happened for %lld s", seat + 1,
                     table->id, (long long)(now - disk->changed) / 1000);
    }
    if (table_deadline(log->match->table, &deadline) && world_clock(world) - deadline > PROGRESS_MS)
        sim_fail(&world->sim, "progress: a clock of %s has run out, and nothing has happened for %lld s",
                 table->id, (long long)(now - disk->changed) / 1000);
}

static void asks_look(struct client *client)
{
    struct world *world = client->world;
    for (int i = 0; i < client->asks; i++) {
        if (client_calm(client, ANSWER_MS) && world->sim.now - client->ask[i].since > ANSWER_MS)
            sim_fail(&world->sim, "answers: `%s` of client %d at %s was not answered in %d s",
                     client->ask[i].op, client->number, client->ask[i].table, ANSWER_MS / 1000);
    }
}

/* ---- Limits -------------------------------------------------------------------------------------------- */

/* A node says that it cannot read a table: only one that was changed on disk. */
static void broken_look(struct world *world, struct node *node)
{
    bool damaged = false;
    if (!node->logged_broken)
        return;
    node->logged_broken = 0;
    for (const struct ledger_table *table = world->ledger.first; table; table = table->next)
        damaged |= (table->damaged || table->forgiven) && strstr(node->broken, table->id);
    if (!damaged)
        sim_fail(&world->sim, "integrity: node %d cannot read a table: %s", node->slot, node->broken);
}

static void node_look(struct world *world, struct node *node)
{
    const struct server *server = node->server;
    struct room *room;
    broken_look(world, node);
    if (server->net.share.held > LIMIT_MEMORY_BYTES)
        sim_fail(&world->sim, "limits: node %d keeps %zu bytes for connections", node->slot,
                 server->net.share.held);
    for (const struct conn *conn = server->net.conns; conn; conn = conn->after) {
        if (conn_backlog(conn) >
            LIMIT_QUEUE_BYTES + LIMIT_ANSWER_BYTES * (size_t)(conn->queue_max > LIMIT_QUEUE_BYTES))
            sim_fail(&world->sim, "limits: %zu bytes wait for one connection", conn_backlog(conn));
    }
    for (size_t i = 0; (room = map_each(&server->rooms, &i));) {
        if (room->queue_count > LIMIT_WAITING_PER_TABLE)
            sim_fail(&world->sim, "limits: %d operations wait for %s", room->queue_count, room->log.id);
        if (room->log.entries > LIMIT_LOG_ENTRIES + 2)
            sim_fail(&world->sim, "limits: the log of %s has %llu entries", room->log.id,
                     (unsigned long long)room->log.entries);
    }
}

void oracle_look(struct world *world)
{
    struct lan_rng rng;
    sim_rng(&rng, world->plan.seed, (uint64_t)world->sim.now);
    for (struct ledger_table *table = world->ledger.first; table; table = table->next) {
        if (table->forgiven && world->sim.now - world->calm_since > SETTLED_MS)
            table->forgiven = false;
        table_look(world, table);
    }
    for (int i = 0; i < world->plan.nodes; i++) {
        if (world->node[i].server)
            node_look(world, &world->node[i]);
    }
    for (int i = 0; i < world->plan.clients; i++)
        asks_look(&world->client[i]);
    for (int i = 0; i < COMPARED && world->plan.clients; i++) {
        struct client *client = &world->client[sim_below(&rng, (uint32_t)world->plan.clients)];
        if (client->views)
            view_look(client, &client->view[sim_below(&rng, (uint32_t)client->views)]);
    }
}
