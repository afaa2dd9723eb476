#include "online_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "online_dice.h"
#include "record_parse.h"

enum { RETRY = 1000, PROTOCOL = 1 };

int64_t link_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

const char *link_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- The connection ------------------------------------------------------------------------------------ */

static void message_take(struct online *online, json_t *message);

static void link_lost(struct online *online)
{
    net_close(online->net);
    online->net = NULL;
    online->dice_done = 0;
    online->retry_at = link_now() + RETRY;
    online->base.status =
        (struct lan_words){{"no connection, trying again", "connexion perdue, nouvel essai"}};
    online->base.changes++;
}

bool link_receive(struct online *online)
{
    bool closed = false;
    char *text = net_receive(online->net, &closed);
    if (text) {
        json_t *message = json_loads(text, 0, NULL);
        free(text);
        if (message)
            message_take(online, message);
        json_decref(message);
    }
    if (closed)
        link_lost(online);
    return text || closed;
}

static bool say_no_link(struct source_say *say)
{
    source_say_set(say, 0, "There is no connection to the server now; it is being made again.",
                   "La connexion au serveur est coupée ; elle est rétablie dès que possible.");
    return false;
}

void link_refusal(const struct online *online, const json_t *error, struct source_say *say)
{
    const json_t *words = json_object_get(error, "say");
    source_say_set(say,
                   online->base.game ? lan_clause_find(online->base.game, link_text(error, "clause")) : 0,
                   link_text(words, "en"), link_text(words, "fr"));
}

json_t *link_ask(struct online *online, const char *op, json_t *question, struct source_say *say)
{
    int64_t id = ++online->next_id, until = link_now() + NET_TIMEOUT_MS;
    json_object_set_new(question, "id", json_integer(id));
    json_object_set_new(question, "op", json_string(op));
    char *text = json_dumps(question, JSON_COMPACT);
    json_decref(question);
    bool sent = text && online->net && net_send(online->net, text);
    free(text);
    if (!sent) {
        if (online->net)
            link_lost(online);
        say_no_link(say);
        return NULL;
    }
    online->awaited = id;
    while (online->net && !online->answer && link_now() < until) {
        if (!link_receive(online))
            net_wait(online->net, 100);
    }
    json_t *answer = online->answer;
    online->answer = NULL;
    online->awaited = 0;
    if (!answer) {
        if (online->net)
            link_lost(online);
        say_no_link(say);
        return NULL;
    }
    if (json_is_true(json_object_get(answer, "ok")))
        return answer;
    const json_t *error = json_object_get(answer, "error");
    link_refusal(online, error, say);
    online->locked = strcmp(link_text(error, "code"), "wrong-password") == 0;
    json_decref(answer);
    return NULL;
}

json_t *link_table_question(const struct online *online)
{
    return json_pack("{ss}", "table", online->address.table);
}

json_t *link_seat_question(const struct online *online)
{
    int seat = online->base.seat == LAN_WATCHER ? 0 : online->base.seat + 1;
    return json_pack("{sssi}", "table", online->address.table, "seat", seat);
}

json_t *link_password_question(const struct online *online)
{
    json_t *question = link_seat_question(online);
    if (*online->password)
        json_object_set_new(question, "password", json_string(online->password));
    return question;
}

/* ---- What the server tells ----------------------------------------------------------------------------- */

static uint16_t seats_mask(const json_t *seats)
{
    uint16_t mask = 0;
    size_t at;
    const json_t *each;
    json_array_foreach(seats, at, each)
    {
        json_int_t seat = json_integer_value(each);
        if (seat >= 1 && seat <= LAN_SEATS_MAX)
            mask |= (uint16_t)(1u << (seat - 1));
    }
    return mask;
}

static void told_take(struct online *online, const json_t *update)
{
    struct source *source = &online->base;
    size_t at;
    json_t *item;
    if (json_is_true(json_object_get(update, "full")))
        source_told_clear(source);
    json_array_foreach(json_object_get(update, "told"), at, item)
    {
        struct record_problem problem;
        struct table_told told;
        if (json_integer_value(json_object_get(item, "n")) == (json_int_t)source->told_count + 1 &&
            record_parse_told(online->table, item, source->told_count + 1, &told, &problem))
            source_told_add(source, &told);
    }
}

static void ask_take(struct online *online, const json_t *asked)
{
    struct lan_list *list = &online->base.list;
    size_t at;
    const json_t *each;
    list->count = list->musts = 0;
    online->decision = json_integer_value(json_object_get(asked, "decision"));
    json_array_foreach(json_object_get(asked, "actions"), at, each)
    {
        lan_action action;
        const char *notation = json_string_value(each);
        if (notation && list->count < LAN_ACTIONS_MAX &&
            lan_action_parse(online->base.game, notation, &action))
            lan_list_add(list, action);
    }
    json_int_t musts = json_integer_value(json_object_get(asked, "musts"));
    list->musts = (uint16_t)(musts < 0 ? 0 : musts > list->count ? list->count : musts);
}

static void result_take(struct online *online, const json_t *result)
{
    struct source *source = &online->base;
    if (!json_is_object(result))
        return;
    source->decided = true;
    source->result =
        (struct lan_result){.over = true,
                            .winners = seats_mask(json_object_get(result, "winners")),
                            .clause = (uint16_t)lan_clause_find(source->game, link_text(result, "clause"))};
    for (int seat = 0; seat < source->seats; seat++)
        source->result.score[seat] =
            (int32_t)json_integer_value(json_array_get(json_object_get(result, "scores"), (size_t)seat));
}

/* Derives the source's state from the table's state and the open decision. */
static void state_follow(struct online *online)
{
    struct source *source = &online->base;
    /* The table's state `over` may arrive before the update with the result. */
    bool over = source->decided || strcmp(online->state, "closed") == 0;
    if (over)
        source->list.count = source->list.musts = 0;
    source->state = over ? SOURCE_OVER : source->list.musts ? SOURCE_ASKED : SOURCE_WAITING;
    source->changes++;
}

/* The offer of a standing answer comes with the first question in a window, whatever it can be answered. */
static void window_take(struct online *online, const json_t *turn)
{
    struct source *source = &online->base;
    source->window = json_is_true(json_object_get(turn, "window")) && source->list.musts;
    if (source->window && !online->window_first)
        online->window_first = online->decision;
    source->standing_new = source->window && online->window_first == online->decision;
}

/* Names in the order of enum standing; the server leaves the first one out. */
static const char *const standing_words[STANDINGS] = {"ask", "pass", "react"};

const char *link_standing_word(enum standing standing)
{
    return standing_words[standing];
}

static void standing_take(struct online *online, const json_t *seat)
{
    online->base.standing = STANDING_ASK;
    for (int standing = 0; standing < STANDINGS; standing++) {
        if (strcmp(link_text(seat, "standing"), standing_words[standing]) == 0)
            online->base.standing = (enum standing)standing;
    }
}

static void update_take(struct online *online, const json_t *update)
{
    const json_t *prompt = json_object_get(update, "prompt");
    if (!json_is_object(update))
        return;
    told_take(online, update);
    online->base.must = seats_mask(json_object_get(json_object_get(update, "turn"), "must"));
    ask_take(online, json_object_get(update, "ask"));
    window_take(online, json_object_get(update, "turn"));
    snprintf(online->prompt[LAN_EN], sizeof online->prompt[LAN_EN], "%s", link_text(prompt, "en"));
    snprintf(online->prompt[LAN_FR], sizeof online->prompt[LAN_FR], "%s", link_text(prompt, "fr"));
    result_take(online, json_object_get(update, "result"));
    online->updates++;
    state_follow(online);
}

static void info_take(struct online *online, const json_t *info)
{
    size_t at;
    const json_t *seat;
    online->empty = 0;
    online->rated = json_is_true(json_object_get(json_object_get(info, "settings"), "rated"));
    snprintf(online->state, sizeof online->state, "%s", link_text(info, "state"));
    json_array_foreach(json_object_get(info, "seats"), at, seat)
    {
        bool empty = strcmp(link_text(seat, "kind"), "empty") == 0;
        if (at >= LAN_SEATS_MAX)
            break;
        online->empty += empty;
        if ((int)at == online->base.seat)
            standing_take(online, seat);
        snprintf(online->name[at], sizeof online->name[at], "%s", empty ? "-" : link_text(seat, "name"));
    }
    online_dice_take(online, info);
    if (online->table)
        state_follow(online);
}

static void chat_take(struct online *online, const json_t *line)
{
    json_int_t seat = json_integer_value(json_object_get(line, "seat"));
    source_chat_add(&online->base, seat >= 1 && seat <= LAN_SEATS_MAX ? (int)seat - 1 : LAN_WATCHER,
                    link_text(line, "name"), link_text(line, "text"));
}

static void push_take(struct online *online, const char *push, const json_t *message)
{
    int seat = online->base.seat == LAN_WATCHER ? 0 : online->base.seat + 1;
    bool own = json_integer_value(json_object_get(message, "seat")) == seat;
    if (strcmp(push, "table") == 0)
        info_take(online, json_object_get(message, "table"));
    else if (strcmp(push, "update") == 0 && own)
        update_take(online, json_object_get(message, "update"));
    else if (strcmp(push, "chat") == 0)
        chat_take(online, json_object_get(message, "line"));
    else if (strcmp(push, "shut") == 0 && own)
        online->base.status =
            (struct lan_words){{"this seat is no longer yours", "cette place n'est plus à toi"}};
}

static void message_take(struct online *online, json_t *message)
{
    const char *push = json_string_value(json_object_get(message, "push"));
    if (push)
        push_take(online, push, message);
    else if (online->awaited && json_integer_value(json_object_get(message, "id")) == online->awaited)
        online->answer = json_incref(message);
    else if (online->dice_id && json_integer_value(json_object_get(message, "id")) == online->dice_id &&
             json_is_true(json_object_get(message, "ok")))
        online_dice_committed(online);
}

/* ---- Opening the seat ---------------------------------------------------------------------------------- */

bool link_hello(struct online *online, struct source_say *say)
{
    json_t *answer =
        link_ask(online, "hello", json_pack("{siss}", "protocol", PROTOCOL, "client", "terminal"), say);
    json_decref(answer);
    return answer;
}

static void chats_read(struct online *online)
{
    struct source_say say;
    size_t at;
    const json_t *line;
    json_t *answer = link_ask(online, "chats", link_seat_question(online), &say);
    online->base.said_count = 0;
    json_array_foreach(json_object_get(answer, "lines"), at, line) chat_take(online, line);
    json_decref(answer);
}

bool link_open_seat(struct online *online, struct source_say *say)
{
    json_t *question = link_password_question(online);
    if (online->base.told_count)
        json_object_set_new(question, "since", json_integer(online->base.told_count));
    json_t *answer = link_ask(online, "open", question, say);
    if (!answer)
        return false;
    info_take(online, json_object_get(answer, "table"));
    update_take(online, json_object_get(answer, "update"));
    json_decref(answer);
    chats_read(online);
    return true;
}

bool link_move(struct online *online, struct source_say *say)
{
    const struct pending *pending = &online->pending;
    json_t *question = link_seat_question(online);
    json_object_set_new(question, "move", json_string(pending->move));
    if (!pending->undo)
        json_object_set_new(question, "action", json_string(pending->action));
    if (pending->decision)
        json_object_set_new(question, "decision", json_integer(pending->decision));
    uint32_t updates = online->updates;
    json_t *answer = link_ask(online, pending->undo ? "undo" : "move", question, say);
    /*
     * If the connection broke, the move is sent again with the same id, by which the server detects repeats.
     */
    online->pending.on = !online->net;
    if (online->pending.on)
        source_say_set(say, 0, "There is no connection now; your move is sent as soon as it is back.",
                       "La connexion est coupée ; ton coup part dès qu'elle revient.");
    json_decref(answer);
    if (answer && online->updates == updates && !pending->undo) {
        online->base.list.count = online->base.list.musts = 0;
        state_follow(online);
    }
    return answer;
}

bool link_reconnect(struct online *online)
{
    struct source_say say;
    struct net_problem problem;
    online->net = net_open(&online->address, online->token, &problem);
    if (!online->net || !link_hello(online, &say) || !link_open_seat(online, &say)) {
        link_lost(online);
        return false;
    }
    online->base.status = (struct lan_words){{NULL, NULL}};
    if (online->pending.on)
        link_move(online, &say);
    online->base.changes++;
    return true;
}
