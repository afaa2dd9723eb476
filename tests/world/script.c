/*
 * script.c - what happens in a simulated world: numbered actions, each drawn from the seed, its number and
 * the state of the world alone, so that leaving some out does not change the others more than it must.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "script.h"

enum { TABLE_PEOPLE = 12 };

void script_table_made(struct world *world, const char *id, int host)
{
    for (int i = 0; i < world->tables; i++) {
        if (strcmp(world->table[i].id, id) == 0)
            return;
    }
    struct world_table *table =
        &world->table[world->tables < WORLD_TABLES_MAX ? world->tables++
                                                       : (int)(world->sim.now / 1000 % WORLD_TABLES_MAX)];
    *table = (struct world_table){.host = host, .made = world->sim.now};
    snprintf(table->id, sizeof table->id, "%s", id);
}

void world_up_count(struct world *world)
{
    bool up = false;
    for (int i = 0; i < world->plan.nodes; i++)
        up |= world->node[i].server != NULL;
    if (up)
        world->ledger.up_ms += world->sim.now - world->up_at;
    world->up_at = world->sim.now;
}

void world_hurt(struct world *world, int64_t until)
{
    if (until > world->calm_since)
        world->calm_since = until;
}

/* ---- Choices ------------------------------------------------------------------------------------------- */

static uint32_t below(const struct act *act, uint32_t bound)
{
    return sim_below(act->rng, bound);
}

struct world_table *script_table_pick(const struct act *act)
{
    struct world *world = act->world;
    for (int tries = 0; tries < 8 && world->tables; tries++) {
        uint32_t back = below(act, (uint32_t)world->tables);
        back = back < 30 ? back : below(act, 30);
        struct world_table *table =
            &world->table[(uint32_t)world->tables - 1 - back % (uint32_t)world->tables];
        const struct ledger_table *known = ledger_table(&world->ledger, table->id);
        if (known && (known->log.state <= ROOM_PLAYING || tries > 5))
            return table;
    }
    return NULL;
}

static struct client_view *view_pick(const struct act *act, bool asked)
{
    struct client *client = act->client;
    for (int i = 0, from = client->views ? (int)below(act, (uint32_t)client->views) : 0; i < client->views;
         i++) {
        struct client_view *view = &client->view[(from + i) % client->views];
        if (view->open && (!asked || json_array_size(json_object_get(view->ask, "actions"))))
            return view;
    }
    return NULL;
}

static int seat_pick(const struct act *act, const char *table)
{
    const struct ledger_table *known = ledger_table(&act->world->ledger, table);
    int seats = known ? known->log.settings.seats : 2;
    return 1 + (int)below(act, (uint32_t)seats);
}

/* Some person whom the host may think of: another client. */
static const char *person_pick(const struct act *act)
{
    return act->world->client[below(act, (uint32_t)act->world->plan.clients)].person;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

/* `alone`: bots on all seats, and nobody who is told of the table. */
static void plan_write(const struct act *act, char *out, size_t size, int seats, bool bots, bool alone)
{
    size_t at = (size_t)snprintf(out, size, alone ? "[\"rules\"" : "[\"me\"");
    for (int seat = 1; seat < seats; seat++)
        at += (size_t)snprintf(out + at, size - at, ",\"%s\"",
                               bots || below(act, 3) == 0 ? (below(act, 2) ? "random" : "rules")
                               : below(act, 8) == 0       ? "me"
                                                          : "empty");
    snprintf(out + at, size - at, "]");
}

static const char *clock_pick(const struct act *act)
{
    static const char *const clocks[] = {"",
                                         "",
                                         ",\"clock\":{\"move\":120}",
                                         ",\"clock\":{\"move\":300,\"window\":20}",
                                         ",\"clock\":{\"game\":3600,\"increment\":10}",
                                         ",\"clock\":{\"window\":15,\"fixed\":true}",
                                         ",\"clock\":{\"move\":86400}"};
    return clocks[below(act, sizeof clocks / sizeof *clocks)];
}

static void do_create(const struct act *act)
{
    static const char *const watching[] = {"open", "open", "late", "none"};
    static const char *const absence[] = {"wait", "bot", "vote", "remind"};
    const struct lan_game *const *games = lan_games();
    uint32_t count = 0;
    char plan[200], options[80] = "";
    while (games[count])
        count++;
    const struct lan_game *game = games[below(act, count)];
    if (!lan_game_newest(game))
        return;
    int most = game->seats_max < 5 ? game->seats_max : 5, least = game->seats_min;
    int seats = least + (int)below(act, (uint32_t)(most - least + 1));
    bool bots = below(act, 3) == 0, alone = bots && below(act, 3) == 0;
    plan_write(act, plan, sizeof plan, seats, bots, alone);
    if (strcmp(game->name, "shy-monsters") == 0 && below(act, 2))
        snprintf(options, sizeof options, ",\"options\":{\"watchers\":\"all-after-floor\"}");
    client_ask(act->client, "create", "", -1,
               "\"settings\":{\"game\":\"%s\",\"seats\":%d,\"listed\":true,\"watching\":\"%s\","
               "\"absence\":\"%s\",\"undo\":%s,\"fair\":%s,\"notebook\":%s%s%s},\"plan\":%s,\"start\":%s",
               game->name, seats, watching[below(act, 4)], absence[below(act, 4)],
               below(act, 2) ? "true" : "false", below(act, 4) == 0 ? "true" : "false",
               below(act, 3) ? "true" : "false", clock_pick(act), options, plan,
               below(act, 3) || alone ? "true" : "false");
}

static void do_sit(const struct act *act)
{
    const struct world_table *table = script_table_pick(act);
    const struct ledger_table *known = table ? ledger_table(&act->world->ledger, table->id) : NULL;
    if (known && known->people_count < TABLE_PEOPLE)
        client_ask(act->client, "sit", table->id, seat_pick(act, table->id), "%s", "");
}

/* Opens a viewer: a seat that the person holds, the watcher, or whatever seat there is. */
static void do_open(const struct act *act)
{
    const struct world_table *table = script_table_pick(act);
    const struct ledger_table *known = table ? ledger_table(&act->world->ledger, table->id) : NULL;
    if (!known)
        return;
    int seat = below(act, 3) ? 0 : seat_pick(act, table->id);
    for (int at = 0; at < known->log.settings.seats && below(act, 6); at++) {
        if (room_log_holds(&known->log, at, act->client->person))
            seat = at + 1;
    }
    client_open(act->client, table->id, seat);
}

/* The seats that the person holds at tables that are not over, opened where they are not. */
static void do_look(const struct act *act)
{
    for (const struct ledger_table *table = act->world->ledger.first; table; table = table->next) {
        if (table->log.state > ROOM_PLAYING)
            continue;
        for (int at = 0; at < table->log.settings.seats; at++) {
            if (room_log_holds(&table->log, at, act->client->person) &&
                !client_view(act->client, table->id, at + 1)) {
                client_open(act->client, table->id, at + 1);
                return;
            }
        }
    }
    do_open(act);
}

static void do_shut(const struct act *act)
{
    const struct client_view *view = view_pick(act, false);
    if (view)
        client_ask(act->client, "shut", view->table, view->seat, "%s", "");
}

static void do_start(const struct act *act)
{
    for (int i = 0; i < act->world->tables; i++) {
        const struct world_table *table = &act->world->table[i];
        const struct ledger_table *known = ledger_table(&act->world->ledger, table->id);
        if (!known || strcmp(known->log.host, act->client->person) != 0 || known->log.state != ROOM_SEATING)
            continue;
        /* Empty seats get bots, sooner or later. */
        for (int at = 0; at < known->log.settings.seats; at++) {
            if (known->log.seat[at].kind == TABLE_EMPTY && below(act, 2))
                client_ask(act->client, "bot", table->id, at + 1, "\"level\":\"rules\"");
        }
        client_ask(act->client, "start", table->id, -1, "%s", "");
        return;
    }
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

static void move_id(struct client *client, struct client_ask *ask, const char *id)
{
    if (ask)
        snprintf(ask->move, sizeof ask->move, "%s", id);
    client->moves++;
}

static void do_move(const struct act *act)
{
    struct client *client = act->client;
    const struct client_view *view = view_pick(act, true);
    char id[24];
    if (!view)
        return;
    json_t *actions = json_object_get(view->ask, "actions"),
           *decision = json_object_get(view->ask, "decision");
    size_t musts = (size_t)json_integer_value(json_object_get(view->ask, "musts")),
           count = json_array_size(actions);
    size_t at = below(act, (uint32_t)(musts && below(act, 4) ? musts : count));
    for (int i = 0; i < client->asks; i++) {
        if (*client->ask[i].move && strcmp(client->ask[i].table, view->table) == 0)
            return; /* one at a time */
    }
    snprintf(id, sizeof id, "c%d-%u", client->number, client->moves);
    const char *action = json_string_value(json_array_get(actions, at));
    struct client_ask *ask;
    if (at < musts && json_is_integer(decision))
        ask = client_ask(client, "move", view->table, view->seat,
                         "\"move\":\"%s\",\"action\":\"%s\",\"decision\":%lld", id, action,
                         (long long)json_integer_value(decision));
    else
        ask = client_ask(client, "move", view->table, view->seat, "\"move\":\"%s\",\"action\":\"%s\"", id,
                         action);
    move_id(client, ask, id);
}

/* Sends the same move twice at once, as two clicks do. */
static void do_move_twice(const struct act *act)
{
    struct client *client = act->client;
    int before = client->asks;
    do_move(act);
    if (client->asks != before + 1 || client->asks == CLIENT_ASKS_MAX)
        return;
    struct client_ask *first = &client->ask[before], *again = &client->ask[client->asks++];
    struct buf message = {0};
    *again = (struct client_ask){
        .id = ++client->last_id, .since = first->since, .seat = first->seat, .repeated = true};
    memcpy(again->op, first->op, sizeof again->op);
    memcpy(again->table, first->table, sizeof again->table);
    memcpy(again->move, first->move, sizeof again->move);
    buf_add(&again->text, first->text.at, first->text.length);
    first->repeated = true;
    char head[40];
    snprintf(head, sizeof head, "{\"id\":%lld,", (long long)again->id);
    buf_str(&message, head);
    buf_add(&message, again->text.at, again->text.length);
    link_send_frame(client->link, 1, message.at, message.length);
    buf_free(&message);
}

static void do_undo(const struct act *act)
{
    struct client *client = act->client;
    const struct client_view *view = view_pick(act, false);
    char id[24];
    if (!view || !view->seat)
        return;
    snprintf(id, sizeof id, "u%d-%u", client->number, client->moves);
    move_id(client, client_ask(client, "undo", view->table, view->seat, "\"move\":\"%s\"", id), id);
}

static void do_ask(const struct act *act)
{
    static const char *const ops[] = {"hint", "preview", "why", "notes", "draw", "chats", "standing", "note"};
    const struct client_view *view = view_pick(act, false);
    const char *op = ops[below(act, 8)];
    json_t *first = view ? json_array_get(json_object_get(view->ask, "actions"), 0) : NULL;
    int seat = view && below(act, 8) ? view->seat : view ? seat_pick(act, view->table) : 0;
    if (!view)
        return;
    if (strcmp(op, "draw") == 0)
        client_ask(act->client, op, view->table, seat,
                   "\"lang\":\"en\",\"style\":\"plain\",\"width\":80,\"height\":0");
    else if (strcmp(op, "standing") == 0)
        client_ask(act->client, op, view->table, seat, "\"answer\":\"%s\"", below(act, 2) ? "pass" : "ask");
    else if (strcmp(op, "preview") == 0 || strcmp(op, "why") == 0)
        client_ask(act->client, op, view->table, seat, "\"action\":\"%s\"",
                   first ? json_string_value(first) : "pass");
    else if (strcmp(op, "note") == 0)
        client_ask(act->client, op, view->table, seat, "\"text\":\"note %u\"", act->world->action);
    else
        client_ask(act->client, op, view->table, seat, "%s", "");
}

static void do_chat(const struct act *act)
{
    static const char *const rooms[] = {"", "", ",\"room\":\"watchers\"", ",\"room\":\"players\"",
                                        ",\"room\":\"out\""};
    const struct client_view *view = view_pick(act, false);
    if (below(act, 12) == 0)
        client_ask(act->client, "rename", "", -1, "\"name\":\"\u200b\"");
    else if (view && below(act, 4))
        client_ask(act->client, "chat", view->table, view->seat, "\"text\":\"line %u\"%s", act->world->action,
                   rooms[below(act, 5)]);
    else if (view)
        client_ask(act->client, "react", view->table, view->seat, "\"reaction\":\"wow\"");
}

/* ---- Coming and going at tables ------------------------------------------------------------------------ */

static void do_seat(const struct act *act)
{
    const struct client_view *view = view_pick(act, false);
    uint32_t what = below(act, 13);
    if (!view)
        return;
    int seat = view->seat ? view->seat : seat_pick(act, view->table);
    struct ledger_table *known = ledger_table(&act->world->ledger, view->table);
    /* Where all others have agreed to end the game, who leaves gives the seat to a stand-in and ends it. */
    if (known && seat <= RIGHTS_SEATS_MAX && (what < 4 || what == 6))
        known->asked_bot[seat - 1] = act->world->sim.now;
    if (what < 2)
        client_ask(act->client, "stand", view->table, seat, "%s", "");
    else if (what < 4)
        client_ask(act->client, "bot", view->table, seat, "\"level\":\"random\"");
    else if (what < 6)
        client_ask(act->client, "sit", view->table, seat, "%s", "");
    else if (what == 6)
        client_ask(act->client, "leave", view->table, seat, "%s", "");
    else if (what == 7)
        client_ask(act->client, "ready", view->table, -1, "\"on\":%s", below(act, 3) ? "true" : "false");
    else if (what == 8)
        client_ask(act->client, "name", view->table, seat, "\"name\":\"Name %u\"", below(act, 5));
    else if (what == 9)
        client_ask(act->client, "host", view->table, -1, "%s", "");
    else
        client_ask(act->client, "offer", view->table, seat, "%s", "");
}

/* Who takes an offer: often somebody whom the host has removed, and who must be refused. */
static struct client *claimer_pick(const struct act *act, const struct ledger_table *known)
{
    struct world *world = act->world;
    for (int i = 0, often = below(act, 3) > 0; often && i < world->plan.clients; i++) {
        struct client *client = &world->client[i];
        if (client->state == CLIENT_HERE && people_contain(&known->log.removed, client->person))
            return client;
    }
    return act->client;
}

/* Takes the offer of a seat, of a table in the middle of the exchange of bytes if there is one. */
static void do_claim(const struct act *act)
{
    struct world *world = act->world;
    struct world_table *table = NULL;
    const struct ledger_table *known = NULL;
    for (int i = 0; i < world->tables && (!known || known->log.state != ROOM_DICE); i++) {
        const struct ledger_table *one = ledger_table(&world->ledger, world->table[i].id);
        if (!*world->table[i].offer || !one || one->people_count >= TABLE_PEOPLE ||
            (known && one->log.state != ROOM_DICE))
            continue;
        table = &world->table[i];
        known = one;
    }
    if (!table)
        return;
    client_ask(claimer_pick(act, known), "claim", table->id, -1, "\"secret\":\"%s\"", table->offer);
    if (below(act, 2))
        *table->offer = 0;
}

static void do_vote(const struct act *act)
{
    const struct client_view *view = view_pick(act, false);
    if (!view)
        return;
    const char *yes = below(act, 3) ? "true" : "false";
    if (below(act, 3))
        client_ask(act->client, "vote", view->table, seat_pick(act, view->table),
                   "\"what\":\"bot\",\"yes\":%s", yes);
    else
        client_ask(act->client, "vote", view->table, -1, "\"what\":\"end\",\"yes\":%s", yes);
}

/* Settings, places, another host: what the host may do before the game, or anybody may try. */
static void do_seating(const struct act *act, const struct ledger_table *known, const char *person)
{
    static const char *const watching[] = {"open", "late", "none"};
    const struct lan_game *game = known->log.settings.game;
    int seats = game->seats_min + (int)below(act, (uint32_t)(game->seats_max - game->seats_min + 1));
    uint32_t what = below(act, 5);
    if (what < 2)
        client_ask(act->client, "settings", known->id, -1,
                   "\"settings\":{\"game\":\"%s\",\"seats\":%d,\"listed\":true,\"watching\":\"%s\"}",
                   game->name, seats < 5 ? seats : known->log.settings.seats, watching[below(act, 3)]);
    else if (what < 4)
        client_ask(act->client, "swap", known->id, seat_pick(act, known->id), "\"with\":%d",
                   seat_pick(act, known->id));
    else
        client_ask(act->client, "host", known->id, -1, "\"person\":\"%s\"", person);
}

/* A table whose host is the client, three times of four. */
static const struct world_table *hosted_pick(const struct act *act)
{
    const struct world_table *table = script_table_pick(act);
    for (int i = 0; i < act->world->tables && below(act, 4); i++) {
        const struct ledger_table *known = ledger_table(&act->world->ledger, act->world->table[i].id);
        if (known && strcmp(known->log.host, act->client->person) == 0)
            table = &act->world->table[i];
    }
    return table;
}

static void do_host(const struct act *act)
{
    const struct world_table *table = hosted_pick(act);
    uint32_t what = below(act, 12);
    if (!table)
        return;
    const struct ledger_table *known = ledger_table(&act->world->ledger, table->id);
    const char *person = known && known->people_count > 1
                             ? known->people[below(act, (uint32_t)known->people_count)]
                             : person_pick(act);
    if (!known || known->people_count >= TABLE_PEOPLE)
        return;
    if (what >= 8)
        do_seating(act, known, person);
    else if (what < 4)
        client_ask(act->client, "mute", table->id, -1, "\"person\":\"%s\",\"on\":%s", person,
                   below(act, 2) ? "true" : "false");
    else if (what < 7)
        client_ask(act->client, "remove", table->id, -1, "\"person\":\"%s\"%s", person,
                   below(act, 3) ? "" : ",\"on\":false");
    else
        client_ask(act->client, "close", table->id, -1, "%s", "");
}

/* After the game, or too early. */
static void do_after(const struct act *act)
{
    static const char *const ops[] = {"record", "replay", "rematch", "branch", "info", "me", "tables"};
    const char *op = ops[below(act, 7)];
    const struct world_table *table = script_table_pick(act);
    if (strcmp(op, "me") == 0 || strcmp(op, "tables") == 0)
        client_ask(act->client, op, "", -1, "%s", "");
    else if (!table)
        return;
    else if (strcmp(op, "replay") == 0)
        client_ask(act->client, op, table->id, below(act, 2) ? 9 : seat_pick(act, table->id), "\"move\":%u",
                   below(act, 20));
    else if (strcmp(op, "branch") == 0)
        client_ask(act->client, op, table->id, -1, "\"move\":%u", below(act, 5));
    else if (strcmp(op, "record") == 0)
        client_ask(act->client, op, table->id, below(act, 2) ? -1 : (int)below(act, 3), "%s", "");
    else
        client_ask(act->client, op, table->id, -1, "%s", "");
}

/* ---- The script ---------------------------------------------------------------------------------------- */

static const struct script_row people_rows[] = {
    {do_move, 60}, {do_move_twice, 6}, {do_look, 12}, {do_open, 8},  {do_create, 5}, {do_sit, 8},
    {do_start, 8}, {do_shut, 3},       {do_undo, 3},  {do_ask, 6},   {do_chat, 5},   {do_seat, 5},
    {do_claim, 2}, {do_vote, 3},       {do_host, 3},  {do_after, 3},
};

void script_row_do(const struct act *act, const struct script_row *rows, size_t count)
{
    uint32_t all = 0, at;
    for (size_t i = 0; i < count; i++)
        all += rows[i].weight;
    at = below(act, all);
    for (size_t i = 0; i < count; i++) {
        if (at < rows[i].weight) {
            rows[i].act(act);
            return;
        }
        at -= rows[i].weight;
    }
}

/* A client who is not connected comes back, when it does not sleep. */
static void client_wake(const struct act *act)
{
    struct client *client = act->client;
    const struct world *world = act->world;
    if (client->link || world->sim.now < client->wakes_at)
        return;
    int node = (int)below(act, (uint32_t)world->plan.nodes);
    client_connect(client, world->node[client->node].server && below(act, 3) ? client->node : node);
}

void script_next(void *context)
{
    struct world *world = context;
    struct lan_rng rng;
    uint32_t number = world->action++;
    if (number >= world->plan.actions)
        return;
    sim_rng(&rng, world->plan.seed, number);
    struct act act = {world, &world->client[sim_below(&rng, (uint32_t)world->plan.clients)], &rng};
    int64_t pause = 2 * world->plan.pause_ms / world->plan.clients;
    sim_after(&world->sim, 1 + sim_below(&rng, (uint32_t)pause), world, script_next, world);
    if (world->plan.left && world->plan.left[number / 8] >> number % 8 & 1)
        return;
    world->counts.actions++;
    if (world->plan.chaos && sim_once_in(&rng, world->plan.chaos))
        script_fault(&act);
    else if (act.client->state != CLIENT_HERE)
        client_wake(&act);
    else
        script_row_do(&act, people_rows, sizeof people_rows / sizeof *people_rows);
}
