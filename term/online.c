#include "online.h"

#include <jansson.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fair.h"
#include "record_parse.h"
#include "session.h"

enum { RETRY = 1000, MOVE_ID_MAX = 40, PROTOCOL = 1 };

/* What the board was drawn for, and the drawing. */
struct picture {
    uint32_t changes;
    struct lan_reader reader;
    char *text; /* LAN_DRAW_MAX bytes */
};

/* A move that was sent and not answered. */
struct pending {
    bool on, undo;
    char move[MOVE_ID_MAX + 1];
    char action[LAN_NOTATION_MAX];
    int64_t decision;
};

struct online {
    struct source base;
    struct net_address address;
    char token[NET_TOKEN_MAX + 1];
    struct net *net;  /* NULL while there is no connection */
    int64_t retry_at; /* by the clock of now() */
    int64_t next_id;
    uint64_t client; /* makes the ids of moves this program's own */
    uint32_t moves;
    struct table *table; /* never played on: it has the rules, and reads what was told */
    char name[LAN_SEATS_MAX][TABLE_NAME_MAX + 1];
    char state[16]; /* of the table: seating, dice, playing, over, closed */
    int empty;      /* seats nobody has taken yet */
    uint32_t updates;
    int64_t decision;
    char prompt[LAN_LANGS][2 * LAN_SAY_MAX];
    struct picture picture;
    struct pending pending;
    uint8_t dice[FAIR_BYTES];
    int64_t dice_round; /* for which `dice` were drawn; 0: none */
    json_t *answer;     /* to the question `awaited`, when it has come */
    int64_t awaited;
};

static struct online *online_of(struct source *source)
{
    return (struct online *)source;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* ---- The connection ---------------------------------------------------------------------------------------- */

static void message_take(struct online *online, json_t *message);

static void lost(struct online *online)
{
    net_close(online->net);
    online->net = NULL;
    online->retry_at = now() + RETRY;
    online->base.status =
        (struct lan_words){{"no connection, trying again", "connexion perdue, nouvel essai"}};
    online->base.changes++;
}

/* Takes in one message; false when there is none. */
static bool receive(struct online *online)
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
        lost(online);
    return text || closed;
}

static bool say_lost(struct source_say *say)
{
    source_say_set(say, 0, "There is no connection to the server now; it is being made again.",
                   "La connexion au serveur est coupée ; elle est rétablie dès que possible.");
    return false;
}

/* The reason of an answer that is not ok. */
static void say_error(const struct online *online, const json_t *error, struct source_say *say)
{
    const json_t *words = json_object_get(error, "say");
    source_say_set(say, online->base.game ? lan_clause_find(online->base.game, text_at(error, "clause")) : 0,
                   text_at(words, "en"), text_at(words, "fr"));
}

/*
 * Asks and waits for the answer; what comes meanwhile is taken in. NULL with the reason in `say`; `say` is about the
 * connection when that was lost. Takes over the question.
 */
static json_t *ask(struct online *online, const char *op, json_t *question, struct source_say *say)
{
    int64_t id = ++online->next_id, until = now() + NET_PATIENCE;
    json_object_set_new(question, "id", json_integer(id));
    json_object_set_new(question, "op", json_string(op));
    char *text = json_dumps(question, JSON_COMPACT);
    json_decref(question);
    bool sent = text && online->net && net_send(online->net, text);
    free(text);
    if (!sent) {
        if (online->net)
            lost(online);
        say_lost(say);
        return NULL;
    }
    online->awaited = id;
    while (online->net && !online->answer && now() < until) {
        if (!receive(online))
            net_wait(online->net, 100);
    }
    json_t *answer = online->answer;
    online->answer = NULL;
    online->awaited = 0;
    if (!answer) {
        if (online->net)
            lost(online);
        say_lost(say);
        return NULL;
    }
    if (json_is_true(json_object_get(answer, "ok")))
        return answer;
    say_error(online, json_object_get(answer, "error"), say);
    json_decref(answer);
    return NULL;
}

/* A question about this table. */
static json_t *at_table(const struct online *online)
{
    return json_pack("{ss}", "table", online->address.table);
}

/* The same of the seat one holds. */
static json_t *at_seat(const struct online *online)
{
    int seat = online->base.seat == LAN_WATCHER ? 0 : online->base.seat + 1;
    return json_pack("{sssi}", "table", online->address.table, "seat", seat);
}

/* ---- What the server tells ----------------------------------------------------------------------------------- */

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
                            .clause = (uint16_t)lan_clause_find(source->game, text_at(result, "clause"))};
    for (int seat = 0; seat < source->seats; seat++)
        source->result.score[seat] =
            (int32_t)json_integer_value(json_array_get(json_object_get(result, "scores"), (size_t)seat));
}

/* What is asked of the seat now. */
static void state_follow(struct online *online)
{
    struct source *source = &online->base;
    /* That the table is over may be told just before how the game ended. */
    bool over = source->decided || strcmp(online->state, "closed") == 0;
    if (over)
        source->list.count = source->list.musts = 0;
    source->state = over ? SOURCE_OVER : source->list.musts ? SOURCE_ASKED : SOURCE_WAITING;
    source->changes++;
}

static void update_take(struct online *online, const json_t *update)
{
    const json_t *prompt = json_object_get(update, "prompt");
    if (!json_is_object(update))
        return;
    told_take(online, update);
    online->base.must = seats_mask(json_object_get(json_object_get(update, "turn"), "must"));
    ask_take(online, json_object_get(update, "ask"));
    snprintf(online->prompt[LAN_EN], sizeof online->prompt[LAN_EN], "%s", text_at(prompt, "en"));
    snprintf(online->prompt[LAN_FR], sizeof online->prompt[LAN_FR], "%s", text_at(prompt, "fr"));
    result_take(online, json_object_get(update, "result"));
    online->updates++;
    state_follow(online);
}

/* Fair dice: this client's part of the exchange, once a stage. */
static void dice_take(struct online *online, const json_t *dice)
{
    uint8_t hash[FAIR_BYTES];
    char hex[2 * FAIR_BYTES + 1];
    json_int_t round = json_integer_value(json_object_get(dice, "round"));
    bool reveal = strcmp(text_at(dice, "stage"), "reveal") == 0;
    unsigned waiting = seats_mask(json_object_get(dice, "waiting"));
    if (online->base.seat == LAN_WATCHER || !(waiting >> online->base.seat & 1) ||
        strcmp(online->state, "dice") != 0)
        return;
    if (!reveal && online->dice_round != round) {
        randombytes_buf(online->dice, sizeof online->dice);
        online->dice_round = round;
    }
    if (online->dice_round != round)
        return;
    fair_part_hash(online->dice, hash);
    sodium_bin2hex(hex, sizeof hex, reveal ? online->dice : hash, FAIR_BYTES);
    /* Not waited for: the next push of the table tells how it stands. */
    json_t *message = json_pack("{sIsssssIss}", "id", (json_int_t)++online->next_id, "op",
                                reveal ? "dice-reveal" : "dice-commit", "table", online->address.table,
                                "round", round, reveal ? "bytes" : "hash", hex);
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text && online->net)
        net_send(online->net, text);
    free(text);
}

static void info_take(struct online *online, const json_t *info)
{
    size_t at;
    const json_t *seat;
    online->empty = 0;
    snprintf(online->state, sizeof online->state, "%s", text_at(info, "state"));
    json_array_foreach(json_object_get(info, "seats"), at, seat)
    {
        bool empty = strcmp(text_at(seat, "kind"), "empty") == 0;
        if (at >= LAN_SEATS_MAX)
            break;
        online->empty += empty;
        snprintf(online->name[at], sizeof online->name[at], "%s", empty ? "-" : text_at(seat, "name"));
    }
    dice_take(online, json_object_get(info, "dice"));
    if (online->table)
        state_follow(online);
}

static void chat_take(struct online *online, const json_t *line)
{
    json_int_t seat = json_integer_value(json_object_get(line, "seat"));
    source_chat_add(&online->base, seat >= 1 && seat <= LAN_SEATS_MAX ? (int)seat - 1 : LAN_WATCHER,
                    text_at(line, "name"), text_at(line, "text"));
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
}

/* ---- Opening the seat ---------------------------------------------------------------------------------------- */

static bool greet(struct online *online, struct source_say *say)
{
    json_t *answer =
        ask(online, "hello", json_pack("{siss}", "protocol", PROTOCOL, "client", "terminal"), say);
    json_decref(answer);
    return answer;
}

static void chats_read(struct online *online)
{
    struct source_say say;
    size_t at;
    const json_t *line;
    json_t *answer = ask(online, "chats", at_seat(online), &say);
    online->base.said_count = 0;
    json_array_foreach(json_object_get(answer, "lines"), at, line) chat_take(online, line);
    json_decref(answer);
}

static bool seat_open(struct online *online, struct source_say *say)
{
    json_t *question = at_seat(online);
    if (online->base.told_count)
        json_object_set_new(question, "since", json_integer(online->base.told_count));
    json_t *answer = ask(online, "open", question, say);
    if (!answer)
        return false;
    info_take(online, json_object_get(answer, "table"));
    update_take(online, json_object_get(answer, "update"));
    json_decref(answer);
    chats_read(online);
    return true;
}

static bool move_send(struct online *online, struct source_say *say)
{
    const struct pending *pending = &online->pending;
    json_t *question = at_seat(online);
    json_object_set_new(question, "move", json_string(pending->move));
    if (!pending->undo)
        json_object_set_new(question, "action", json_string(pending->action));
    if (pending->decision)
        json_object_set_new(question, "decision", json_integer(pending->decision));
    uint32_t updates = online->updates;
    json_t *answer = ask(online, pending->undo ? "undo" : "move", question, say);
    /* What the connection took with it is sent again with the same id, so that nothing is done twice. */
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

static bool reconnect(struct online *online)
{
    struct source_say say;
    char problem[NET_PROBLEM_MAX];
    online->net = net_open(&online->address, online->token, problem);
    if (!online->net || !greet(online, &say) || !seat_open(online, &say)) {
        lost(online);
        return false;
    }
    online->base.status = (struct lan_words){{NULL, NULL}};
    if (online->pending.on)
        move_send(online, &say);
    online->base.changes++;
    return true;
}

/* ---- The operations of a source -------------------------------------------------------------------------------- */

static int online_descriptor(const struct source *source)
{
    const struct online *online = (const struct online *)source;
    return online->net ? net_descriptor(online->net) : -1;
}

static int online_patience(const struct source *source)
{
    const struct online *online = (const struct online *)source;
    int64_t left = online->retry_at - now();
    return online->net ? -1 : left > 0 ? (int)left : 0;
}

static bool online_advance(struct source *source)
{
    struct online *online = online_of(source);
    if (online->net)
        return receive(online);
    return now() >= online->retry_at && reconnect(online);
}

static bool picture_fits(const struct online *online, const struct lan_reader *reader)
{
    const struct lan_reader *drawn = &online->picture.reader;
    return online->picture.changes == online->base.changes && drawn->lang == reader->lang &&
           drawn->style == reader->style && drawn->width == reader->width && drawn->height == reader->height;
}

static void online_board(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    static const char *const styles[] = {"unicode", "ascii", "plain"};
    struct online *online = online_of(source);
    struct source_say say;
    if (strcmp(online->state, "playing") != 0 && strcmp(online->state, "over") != 0)
        return;
    if (online->net && !picture_fits(online, reader)) {
        uint32_t changes = source->changes;
        json_t *question = at_seat(online);
        json_object_set_new(question, "lang", json_string(reader->lang == LAN_FR ? "fr" : "en"));
        json_object_set_new(question, "style", json_string(styles[reader->style]));
        json_object_set_new(question, "width", json_integer(reader->width));
        json_object_set_new(question, "height", json_integer(reader->height > 0 ? reader->height : 0));
        json_t *answer = ask(online, "draw", question, &say);
        struct lan_text text = lan_text_init(online->picture.text, LAN_DRAW_MAX);
        lan_text_add(&text, answer ? text_at(answer, "text") : say.in[reader->lang]);
        if (!answer)
            lan_text_add_char(&text, '\n');
        json_decref(answer);
        online->picture.reader = *reader;
        online->picture.changes = changes;
    }
    lan_text_add(out, online->picture.text);
}

static void online_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    struct online *online = online_of(source);
    bool french = reader->lang == LAN_FR;
    if (strcmp(online->state, "seating") == 0) {
        lan_text_add(out, french ? "On attend les joueurs. Places libres : "
                                 : "Waiting for players. Seats still free: ");
        lan_text_add_int(out, online->empty);
        lan_text_add(out, ".");
    } else if (strcmp(online->state, "dice") == 0) {
        lan_text_add(out,
                     french ? "Tout le monde tire les dés ensemble." : "Everybody draws the dice together.");
    } else if (strcmp(online->state, "closed") == 0) {
        lan_text_add(out, french ? "Cette table est fermée." : "This table is closed.");
    } else {
        lan_text_add(out, online->prompt[reader->lang]);
    }
}

static void pending_make(struct online *online, bool undo)
{
    online->pending = (struct pending){.on = true, .undo = undo};
    snprintf(online->pending.move, sizeof online->pending.move, "t%llx-%u",
             (unsigned long long)online->client, ++online->moves);
}

static bool online_act(struct source *source, lan_action action, struct source_say *say)
{
    struct online *online = online_of(source);
    struct lan_text text = lan_text_init(online->pending.action, sizeof online->pending.action);
    bool must = false;
    pending_make(online, false);
    text = lan_text_init(online->pending.action, sizeof online->pending.action);
    lan_action_write(source->game, action, &text);
    for (int i = 0; i < source->list.musts; i++)
        must |= source->list.action[i] == action;
    /* What is not on the list is refused by the server, with the reason, as an answer to what is asked. */
    bool listed = must;
    for (int i = source->list.musts; i < source->list.count; i++)
        listed |= source->list.action[i] == action;
    if (must || !listed)
        online->pending.decision = online->decision;
    return move_send(online, say);
}

static bool online_expand(struct source *source, const char *notation, struct lan_list *list)
{
    lan_action action;
    list->count = 0;
    if (!lan_action_parse(source->game, notation, &action))
        return false;
    lan_list_add(list, action);
    return true;
}

static bool online_undo(struct source *source, struct source_say *say)
{
    struct online *online = online_of(source);
    pending_make(online, true);
    return move_send(online, say);
}

/* Whether an action is accepted now, and what the server warns of; NULL when there is no answer. */
static json_t *why_ask(struct online *online, lan_action action, struct source_say *say)
{
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    json_t *question = at_seat(online);
    lan_action_write(online->base.game, action, &text);
    json_object_set_new(question, "action", json_string(notation));
    return ask(online, "why", question, say);
}

static bool online_why(struct source *source, lan_action action, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *answer = why_ask(online, action, say);
    bool accepted = json_is_true(json_object_get(answer, "accepted"));
    if (answer && !accepted)
        say_error(online, json_object_get(answer, "why"), say);
    json_decref(answer);
    return accepted;
}

static void online_warn(struct source *source, lan_action action, const struct lan_reader *reader,
                        struct lan_text *out)
{
    struct online *online = online_of(source);
    struct source_say say;
    if (!source->game->warn)
        return;
    json_t *answer = why_ask(online, action, &say);
    lan_text_add(out, text_at(json_object_get(answer, "warning"), reader->lang == LAN_FR ? "fr" : "en"));
    json_decref(answer);
}

static bool online_hint(struct source *source, lan_action *action, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *answer = ask(online, "hint", at_seat(online), say);
    if (!answer)
        return false;
    const json_t *reason = json_object_get(answer, "reason");
    bool good = lan_action_parse(source->game, text_at(answer, "action"), action);
    source_say_set(say, 0, text_at(reason, "en"), text_at(reason, "fr"));
    json_decref(answer);
    return good;
}

static bool online_chat(struct source *source, const char *text, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *question = at_seat(online);
    json_object_set_new(question, "room", json_string(source->seat == LAN_WATCHER ? "watchers" : "players"));
    json_object_set_new(question, "text", json_string(text));
    json_t *answer = ask(online, "chat", question, say);
    json_decref(answer);
    return answer;
}

static bool online_notes(struct source *source, char *text, size_t size)
{
    struct online *online = online_of(source);
    struct source_say say;
    struct lan_text out = lan_text_init(text, size);
    json_t *answer = ask(online, "notes", at_seat(online), &say);
    lan_text_add(&out, text_at(answer, "text"));
    json_decref(answer);
    return answer;
}

static bool online_note(struct source *source, const char *text, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *question = at_seat(online);
    json_object_set_new(question, "text", json_string(text));
    json_t *answer = ask(online, "note", question, say);
    json_decref(answer);
    return answer;
}

static void online_destroy(struct source *source)
{
    struct online *online = online_of(source);
    net_close(online->net);
    table_destroy(online->table);
    json_decref(online->answer);
    free(online->picture.text);
    free(online);
}

static const struct source_ops online_ops = {
    .destroy = online_destroy,
    .descriptor = online_descriptor,
    .patience = online_patience,
    .advance = online_advance,
    .board = online_board,
    .prompt = online_prompt,
    .act = online_act,
    .expand = online_expand,
    .undo = online_undo,
    .why = online_why,
    .warn = online_warn,
    .hint = online_hint,
    .chat = online_chat,
    .notes = online_notes,
    .note = online_note,
};

/* ---- Sitting down ---------------------------------------------------------------------------------------------- */

/* The game with its rules, from what the table says of itself. */
static bool table_make(struct online *online, const json_t *info, struct source_say *say)
{
    const json_t *settings = json_object_get(info, "settings");
    json_int_t version = json_integer_value(json_object_get(info, "version"));
    const struct lan_game *game = lan_game_find(text_at(settings, "game"), (int)version);
    struct table_setup setup;
    struct lan_problem problem;
    const char *option;
    json_t *value;
    source_say_set(say, 0, "This server plays a version of the game that this program does not know.",
                   "Ce serveur joue une version du jeu que ce programme ne connaît pas.");
    if (!game)
        return false;
    table_setup_init(game, (int)json_integer_value(json_object_get(settings, "seats")), &setup);
    json_object_foreach(json_object_get(settings, "options"), option, value)
    {
        if (!json_is_string(value) ||
            !lan_config_set(game, &setup.config, option, json_string_value(value), &problem))
            return false;
    }
    online->table = table_create(&setup, 0, &problem);
    online->base.game = game;
    online->base.seats = setup.config.seats;
    return online->table;
}

/* One's own seat, else an empty one, as wanted; LAN_WATCHER when there is none, -1 when the wanted one is taken. */
static int seat_choose(const json_t *info, int wanted, bool *sit)
{
    size_t at;
    const json_t *seat;
    int empty = -1;
    *sit = false;
    json_array_foreach(json_object_get(info, "seats"), at, seat)
    {
        bool free_seat = strcmp(text_at(seat, "kind"), "empty") == 0;
        if (wanted >= 0 && wanted != (int)at)
            continue;
        if (json_is_true(json_object_get(seat, "you")))
            return (int)at;
        if (free_seat && empty < 0)
            empty = (int)at;
    }
    *sit = empty >= 0;
    return empty >= 0 ? empty : wanted >= 0 && wanted != LAN_WATCHER ? -1 : LAN_WATCHER;
}

static bool sit_down(struct online *online, const json_t *info, int wanted, struct source_say *say)
{
    bool sit;
    online->base.seat = seat_choose(info, wanted, &sit);
    if (online->base.seat < 0) {
        source_say_set(say, 0, "That seat is taken.", "Cette place est prise.");
        return false;
    }
    if (!sit)
        return true;
    json_t *answer = ask(online, "sit", at_seat(online), say);
    json_decref(answer);
    return answer;
}

static bool rename_person(struct online *online, const char *name, struct source_say *say)
{
    if (!name)
        return true;
    json_t *answer = ask(online, "rename", json_pack("{ss}", "name", name), say);
    json_decref(answer);
    return answer;
}

static bool come_in(struct online *online, const struct online_setup *setup, struct source_say *say)
{
    char problem[NET_PROBLEM_MAX];
    session_read(&online->address, online->token);
    bool reached = net_session(&online->address, online->token, problem);
    if (reached) {
        session_write(&online->address, online->token);
        online->net = net_open(&online->address, online->token, problem);
    }
    if (!online->net) {
        source_say_set(say, 0, problem, problem);
        return false;
    }
    if (!greet(online, say) || !rename_person(online, setup->name, say))
        return false;
    json_t *answer = ask(online, "info", at_table(online), say);
    const json_t *info = json_object_get(answer, "table");
    bool in = answer && table_make(online, info, say) && sit_down(online, info, setup->seat, say) &&
              seat_open(online, say);
    json_decref(answer);
    return in;
}

struct source *online_new(const struct online_setup *setup, struct source_say *say)
{
    struct online *online = calloc(1, sizeof *online);
    if (!online || sodium_init() < 0 || !(online->picture.text = malloc(LAN_DRAW_MAX))) {
        free(online);
        source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas de mémoire pour cela.");
        return NULL;
    }
    /* A connection that breaks while something is sent must not end the program; TLS has no other way to say so. */
    signal(SIGPIPE, SIG_IGN);
    online->base.ops = &online_ops;
    online->address = setup->address;
    online->picture.text[0] = 0;
    online->picture.changes = UINT32_MAX;
    randombytes_buf(&online->client, sizeof online->client);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        online->base.names[seat] = online->name[seat];
    if (come_in(online, setup, say))
        return &online->base;
    source_destroy(&online->base);
    return NULL;
}
