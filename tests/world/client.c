#include "client.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf_print.h"
#include "fair.h"
#include "world.h"

void client_init(struct client *client, struct world *world, int number)
{
    *client = (struct client){.world = world, .number = number, .twin = -1};
    sim_rng(&client->rng, world->plan.seed, 0xc11e0000u + (uint64_t)number);
}

/* ---- Views --------------------------------------------------------------------------------------------- */

struct client_view *client_view(struct client *client, const char *table, int seat)
{
    for (int i = 0; i < client->views; i++) {
        if (client->view[i].seat == seat && strcmp(client->view[i].table, table) == 0)
            return &client->view[i];
    }
    return NULL;
}

static void view_clear(struct client_view *view)
{
    json_decref(view->view);
    json_decref(view->turn);
    json_decref(view->ask);
    json_decref(view->result);
    json_decref(view->prompt);
}

void client_view_drop(struct client *client, struct client_view *view)
{
    view_clear(view);
    *view = client->view[--client->views];
}

static void field_keep(json_t **to, json_t *update, const char *name)
{
    json_decref(*to);
    *to = json_incref(json_object_get(update, name));
}

/* Keeps an update, which tells the items after number `from`. `whole`: its view has all fields. */
static void update_take(struct client *client, struct client_view *view, json_t *update, uint32_t from,
                        bool whole)
{
    bool full = json_is_true(json_object_get(update, "full"));
    uint32_t to = (uint32_t)json_integer_value(json_object_get(update, "to")),
             told = (uint32_t)json_array_size(json_object_get(update, "told"));
    if (full ? told != to : to - told != from)
        sim_fail(&client->world->sim,
                 "stream: client %d, seat %d of %s: %u told items end at %u after number %u%s",
                 client->number, view->seat, view->table, told, to, from, full ? ", full" : "");
    view->to = to;
    if (full || whole || !view->view) {
        json_decref(view->view);
        view->view = json_deep_copy(json_object_get(update, "view"));
    } else {
        json_object_update(view->view, json_object_get(update, "view"));
    }
    field_keep(&view->turn, update, "turn");
    field_keep(&view->ask, update, "ask");
    field_keep(&view->result, update, "result");
    field_keep(&view->prompt, update, "prompt");
}

/* ---- Asking -------------------------------------------------------------------------------------------- */

struct client_ask *client_ask(struct client *client, const char *op, const char *table, int seat,
                              const char *fields, ...)
{
    struct buf text = {0};
    va_list list;
    char rest[700];
    if (client->state < CLIENT_GREETING || client->asks == CLIENT_ASKS_MAX)
        return NULL;
    struct client_ask *ask = &client->ask[client->asks++];
    *ask = (struct client_ask){.id = ++client->last_id, .since = client->world->sim.now, .seat = seat};
    snprintf(ask->op, sizeof ask->op, "%s", op);
    snprintf(ask->table, sizeof ask->table, "%s", table);
    va_start(list, fields);
    vsnprintf(rest, sizeof rest, fields, list);
    va_end(list);
    buf_printf(&text, "\"op\":\"%s\"", op);
    if (*table)
        buf_printf(&text, ",\"table\":\"%s\"", table);
    if (seat >= 0)
        buf_printf(&text, ",\"seat\":%d", seat);
    buf_printf(&text, "%s%s}", *rest ? "," : "", rest);
    struct buf message = {0};
    buf_printf(&message, "{\"id\":%lld,%s", (long long)ask->id, buf_cstr(&text));
    link_send_frame(client->link, 1, message.at, message.length);
    buf_free(&message);
    ask->text = text;
    client->world->counts.asks++;
    return ask;
}

static void ask_drop(struct client *client, struct client_ask *ask)
{
    buf_free(&ask->text);
    *ask = client->ask[--client->asks];
}

/* Several may be under way: each is answered by the items after the number that it said. */
static void view_ask(struct client *client, const struct client_view *view)
{
    struct client_ask *ask =
        view->to ? client_ask(client, "open", view->table, view->seat, "\"since\":%u", view->to)
                 : client_ask(client, "open", view->table, view->seat, "%s", "");
    if (ask)
        ask->from = view->to;
}

void client_open(struct client *client, const char *table, int seat)
{
    struct client_view *view = client_view(client, table, seat);
    if (!view && client->views == CLIENT_VIEWS_MAX)
        client_view_drop(client, &client->view[0]);
    if (!view) {
        view = &client->view[client->views++];
        *view = (struct client_view){.seat = seat};
        snprintf(view->table, sizeof view->table, "%s", table);
    }
    view_ask(client, view);
}

/* After a lost connection: opens everything again and repeats the moves that were not answered. */
static void come_back(struct client *client)
{
    struct client_ask old[CLIENT_ASKS_MAX];
    int count = client->asks;
    memcpy(old, client->ask, sizeof old);
    client->asks = 0;
    for (int i = 0; i < client->views; i++)
        view_ask(client, &client->view[i]);
    for (int i = 0; i < count; i++) {
        bool move = *old[i].move && client->asks < CLIENT_ASKS_MAX;
        if (move) {
            struct client_ask *ask = &client->ask[client->asks++];
            struct buf message = {0};
            *ask = old[i];
            ask->id = ++client->last_id;
            ask->since = client->world->sim.now;
            ask->answered = false;
            ask->repeated = true;
            /* The answer may have been lost on the way: the move is asked for anew, and may be stored now. */
            ledger_move(&client->world->ledger, ask->table, ask->seat, ask->move)->denied = false;
            buf_printf(&message, "{\"id\":%lld,%s", (long long)ask->id, buf_cstr(&ask->text));
            link_send_frame(client->link, 1, message.at, message.length);
            buf_free(&message);
        } else {
            buf_free(&old[i].text);
        }
    }
}

/* ---- Fair dice ----------------------------------------------------------------------------------------- */

static void dice_hex(char out[65], const uint8_t bytes[32])
{
    hex_write(bytes, 32, out);
}

/* Gives the bytes of this person, once for a round, and only under the commitment that was seen first. */
static void dice_answer(struct client *client, json_t *table)
{
    json_t *dice = json_object_get(table, "dice");
    const char *id = json_string_value(json_object_get(table, "table")),
               *stage = json_string_value(json_object_get(dice, "stage")),
               *commitment = json_string_value(json_object_get(dice, "commitment"));
    int round = (int)json_integer_value(json_object_get(dice, "round"));
    char hex[65];
    uint8_t hash[32];
    if (!dice || !stage || !commitment || client->state != CLIENT_HERE)
        return;
    bool same = strcmp(client->dice_table, id) == 0 && client->dice_round == round;
    if (strcmp(stage, "commit") == 0 && !same) {
        snprintf(client->dice_table, sizeof client->dice_table, "%s", id);
        snprintf(client->dice_commitment, sizeof client->dice_commitment, "%s", commitment);
        client->dice_round = round;
        for (int i = 0; i < 32; i++)
            client->dice_bytes[i] = (uint8_t)sim_below(&client->rng, 256);
        if (sim_once_in(&client->rng, 12))
            return; /* this person does not take part, and is late */
    }
    if (strcmp(client->dice_table, id) != 0 || client->dice_round != round)
        return;
    if (strcmp(stage, "commit") == 0) {
        fair_part_hash(client->dice_bytes, hash);
        dice_hex(hex, hash);
        client_ask(client, "dice-commit", id, -1, "\"round\":%d,\"hash\":\"%s\"", round, hex);
    } else if (strcmp(stage, "reveal") == 0) {
        dice_hex(hex, client->dice_bytes);
        client_ask(client, "dice-reveal", id, -1, "\"round\":%d,\"bytes\":\"%s\"", round, hex);
    }
}

static bool dice_asked(const struct client *client, json_t *table)
{
    json_t *seats = json_object_get(table, "seats"), *seat, *waiting, *number;
    size_t at, i;
    const char *state = json_string_value(json_object_get(table, "state"));
    (void)client;
    if (!state || strcmp(state, "dice") != 0)
        return false;
    waiting = json_object_get(json_object_get(table, "dice"), "waiting");
    json_array_foreach(seats, at, seat)
    {
        json_array_foreach(waiting, i, number)
        {
            if (json_is_true(json_object_get(seat, "you")) &&
                json_integer_value(number) == json_integer_value(json_object_get(seat, "seat")))
                return true;
        }
    }
    return false;
}

static bool sits(json_t *table)
{
    json_t *seat;
    size_t at;
    json_array_foreach(json_object_get(table, "seats"), at, seat)
    {
        if (json_is_true(json_object_get(seat, "you")))
            return true;
    }
    return false;
}

/*
 * A client keeps the commitment under which it gave its bytes, and compares it as long as its person sits
 * there: a game that begins without people has dice of another commitment, also called round 1.
 */
static void info_take(struct client *client, json_t *table)
{
    json_t *dice = json_object_get(table, "dice");
    const char *id = json_string_value(json_object_get(table, "table")),
               *commitment = json_string_value(json_object_get(dice, "commitment"));
    const struct ledger_table *known = id ? ledger_table(&client->world->ledger, id) : NULL;
    if (known && !known->lost && commitment && sits(table) && strcmp(client->dice_table, id) == 0 &&
        json_integer_value(json_object_get(dice, "round")) == client->dice_round &&
        strcmp(client->dice_commitment, commitment) != 0)
        sim_fail(&client->world->sim,
                 "fair dice: round %d of %s has another commitment than client %d was shown",
                 client->dice_round, id, client->number);
    if (dice_asked(client, table))
        dice_answer(client, table);
}

/* ---- What comes ---------------------------------------------------------------------------------------- */

static void push_take(struct client *client, json_t *push)
{
    const char *kind = json_string_value(json_object_get(push, "push")),
               *table = json_string_value(json_object_get(push, "table"));
    int seat = (int)json_integer_value(json_object_get(push, "seat"));
    struct client_view *view = table ? client_view(client, table, seat) : NULL;
    json_t *info = json_object_get(push, "table");
    client->world->counts.pushes++;
    /* What was under way when the client had shut the viewer and opened it again belongs to neither. */
    if (strcmp(kind, "update") == 0 && view && view->open)
        update_take(client, view, json_object_get(push, "update"), view->to, false);
    else if (strcmp(kind, "shut") == 0 && view)
        client_view_drop(client, view);
    else if (strcmp(kind, "table") == 0)
        info_take(client, info);
}

/* A disk that came back older may have lost the session: then the server has made a new guest. */
static void person_take(struct client *client, json_t *person)
{
    const char *id = json_string_value(json_object_get(person, "id"));
    if (id)
        snprintf(client->person, sizeof client->person, "%s", id);
}

static void answer_use(struct client *client, const struct client_ask *ask, json_t *answer)
{
    json_t *table = json_object_get(answer, "table"), *update = json_object_get(answer, "update");
    const char *id = json_string_value(json_object_get(table, "table")),
               *secret = json_string_value(json_object_get(answer, "secret"));
    bool ok = json_is_true(json_object_get(answer, "ok"));
    struct client_view *view = client_view(client, ask->table, ask->seat);
    if (strcmp(ask->op, "hello") == 0 && ok) {
        person_take(client, json_object_get(answer, "person"));
        client->state = CLIENT_HERE;
        client->here_since = client->world->sim.now;
        come_back(client);
    } else if (strcmp(ask->op, "open") == 0 && view) {
        view->open = ok;
        if (!ok)
            client_view_drop(client, view);
        else if (update)
            update_take(client, view, update, ask->from, true);
    } else if (strcmp(ask->op, "shut") == 0 && ok && view) {
        client_view_drop(client, view);
    } else if (strcmp(ask->op, "create") == 0 && ok && id && sits(table)) {
        script_table_made(client->world, id, client->number);
    } else if (strcmp(ask->op, "offer") == 0 && ok && secret) {
        for (int i = 0; i < client->world->tables; i++) {
            struct world_table *one = &client->world->table[i];
            if (strcmp(one->id, ask->table) == 0)
                snprintf(one->offer, sizeof one->offer, "%s", secret);
        }
    }
    if (ok && table)
        info_take(client, table);
}

static void answer_take(struct client *client, json_t *answer)
{
    int64_t id = json_integer_value(json_object_get(answer, "id"));
    for (int i = 0; i < client->asks; i++) {
        if (client->ask[i].id != id)
            continue;
        struct client_ask ask = client->ask[i];
        client->ask[i] = client->ask[--client->asks];
        answer_use(client, &ask, answer);
        buf_free(&ask.text);
        return;
    }
}

/* ---- The connection ------------------------------------------------------------------------------------ */

static void upgrade(struct client *client)
{
    struct buf out = {0};
    buf_printf(&out,
               "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Protocol: lanterne\r\nCookie: lanterne=%s\r\n%s\r\n",
               client->cookie, client->foreign ? "Origin: http://elsewhere.example\r\n" : "");
    client->state = CLIENT_UPGRADING;
    link_send(client->link, out.at, out.length);
    buf_free(&out);
}

static void meet(struct client *client)
{
    static const char text[] =
        "POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        "Content-Length: 2\r\n\r\n{}";
    client->state = CLIENT_MEETING;
    link_send(client->link, text, sizeof text - 1);
}

static void met(struct client *client, const struct link_message *message)
{
    const char *id = json_string_value(json_object_get(json_object_get(message->json, "person"), "id"));
    if (message->status != 200 || !*message->cookie || !id) {
        client_leave(client);
        return;
    }
    snprintf(client->cookie, sizeof client->cookie, "%s", message->cookie);
    snprintf(client->person, sizeof client->person, "%s", id);
    upgrade(client);
}

static void link_came(void *context, const struct link_message *message)
{
    struct client *client = context;
    if (message->kind == LINK_ANSWER && client->state == CLIENT_MEETING) {
        met(client, message);
    } else if (message->kind == LINK_UPGRADED) {
        client->state = CLIENT_GREETING;
        /* What was asked before is repeated once the server has greeted. */
        struct client_ask *ask = client->asks < CLIENT_ASKS_MAX ? NULL : &client->ask[0];
        if (ask)
            ask_drop(client, ask);
        client_ask(client, "hello", "", -1, "\"protocol\":1,\"client\":\"world\"");
    } else if (message->kind == LINK_PING) {
        link_send_frame(client->link, 10, "", 0);
    } else if (message->kind == LINK_TEXT && message->json) {
        if (json_object_get(message->json, "push"))
            push_take(client, message->json);
        else
            answer_take(client, message->json);
    } else if (message->kind == LINK_ANSWER) {
        client_leave(client);
    }
}

static void link_closed(void *context)
{
    struct client *client = context;
    client->link = NULL;
    client->foreign = false;
    client->state = CLIENT_AWAY;
    for (int i = 0; i < client->views; i++)
        client->view[i].open = false;
    client->allowed_count = 0;
}

static void link_sent(void *context, const struct link_message *message)
{
    oracle_sent(context, message);
}

static const struct link_user calls = {link_sent, link_came, link_closed};

void client_leave(struct client *client)
{
    if (client->link)
        link_cut(client->link, 1 + sim_below(&client->rng, 50));
}

void client_connect(struct client *client, int node)
{
    struct world *world = client->world;
    struct node *to = &world->node[node];
    char address[LOOP_PEER_MAX];
    client_leave(client);
    if (!to->server || to->stopping)
        return;
    if (!*client->cookie && client->twin >= 0) {
        snprintf(client->cookie, sizeof client->cookie, "%s", world->client[client->twin].cookie);
        snprintf(client->person, sizeof client->person, "%s", world->client[client->twin].person);
    }
    snprintf(address, sizeof address, "10.1.%d.%d", client->number / 200, client->number % 200 + 1);
    client->node = node;
    client->link = loop_sim_connect(to->loop, address, &calls, client);
    if (!client->link)
        return;
    sim_rng(&client->link->rng, lan_rng_next(&client->rng), 1);
    client->link->delay_least = 1 + sim_below(&client->rng, 30);
    client->link->delay_more = sim_below(&client->rng, 80);
    if (*client->cookie)
        upgrade(client);
    else
        meet(client);
}

void client_free(struct client *client)
{
    while (client->views)
        client_view_drop(client, &client->view[0]);
    while (client->asks)
        ask_drop(client, &client->ask[0]);
}
