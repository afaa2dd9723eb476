#include "external.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "level.h"
#include "process.h"
#include "setup.h"
#include "stop.h"
#include "write.h"

/* For starting, where the user gave no limit: longer than for an answer. */
enum { HELLO_SECONDS = 30, OFFERED_SAID = 3, ANSWER_SAID = 80 };

const char *const external_fault_words[EXTERNAL_FAULTS] = {
    [EXTERNAL_FINE] = "fine",       [EXTERNAL_LATE] = "late",       [EXTERNAL_CRASHED] = "crashed",
    [EXTERNAL_GARBLED] = "garbled", [EXTERNAL_ILLEGAL] = "illegal",
};

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* A message being written, in a static buffer: only one thread talks to external bots. */
struct message {
    struct lan_json json;
    struct lan_text text;
};

static void message_begin(struct message *message, const char *type)
{
    static char buffer[EXTERNAL_MESSAGE_MAX];
    message->text = lan_text_init(buffer, sizeof buffer - 1);
    lan_json_init(&message->json, &message->text);
    message->json.base.open_object(&message->json.base, NULL);
    message->json.base.string(&message->json.base, "type", type);
}

static enum external_fault fault_set(struct external *external, enum external_fault fault, const char *say,
                                     ...) __attribute__((format(printf, 3, 4)));

static enum external_fault fault_set(struct external *external, enum external_fault fault, const char *say,
                                     ...)
{
    va_list args;
    va_start(args, say);
    vsnprintf(external->say, sizeof external->say, say, args);
    va_end(args);
    return fault;
}

/* The fault of a program that closed its output, with how it ended. */
static enum external_fault ended_set(struct external *external, double seconds)
{
    char text[PROCESS_END_MAX];
    process_end_say(&external->process, seconds, text);
    return fault_set(external, EXTERNAL_CRASHED, "%s", text);
}

static enum external_fault message_send(struct external *external, struct message *message)
{
    message->json.base.close(&message->json.base);
    lan_assert(!message->text.cut);
    message->text.at[message->text.length++] = '\n';
    if (process_send(&external->process, message->text.at, message->text.length, external->seconds))
        return EXTERNAL_FINE;
    /* A closed input is nearly always the end of the program; a full one is a program that does not read. */
    if (errno == EPIPE)
        return ended_set(external, external->seconds);
    return fault_set(external, EXTERNAL_LATE, "it did not read its input for %g s", external->seconds);
}

static void write_actions(struct lan_writer *w, const struct lan_game *game,
                          const struct lan_question *question)
{
    const struct lan_list *list = question->list;
    int from = question->optional ? list->musts : 0, to = question->optional ? list->count : list->musts;
    w->open_array(w, "actions");
    for (int i = from; i < to; i++) {
        char notation[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(notation, sizeof notation);
        lan_action_write(game, list->action[i], &text);
        w->open_object(w, NULL);
        w->string(w, "do", notation);
        w->number(w, "index", lan_action_index(game, list->action[i]));
        w->close(w);
    }
    w->close(w);
}

static void write_bytes(struct message *message, const char *key, const void *bytes, size_t size)
{
    static char hex[2 * LAN_VIEW_MAX + 1];
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        snprintf(hex + 2 * i, 3, "%02x", at[i]);
    message->json.base.string(&message->json.base, key, hex);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Reads the next message, which must have this type. The caller releases it. NULL with `fault` set. */
static json_t *message_read(struct external *external, const char *type, double seconds,
                            enum external_fault *fault)
{
    char *line;
    json_error_t error;
    switch (process_receive(&external->process, seconds, &line)) {
    case PROCESS_LATE:
        *fault = fault_set(external, EXTERNAL_LATE, "no %s within %g s", type, seconds);
        return NULL;
    case PROCESS_LONG:
        *fault = fault_set(external, EXTERNAL_GARBLED, "a line of more than %d bytes in place of %s",
                           PROCESS_LINE_MAX, type);
        return NULL;
    case PROCESS_ENDED: *fault = ended_set(external, seconds); return NULL;
    case PROCESS_LINE: break;
    }
    json_t *message = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    const char *given = json_string_value(json_object_get(message, "type"));
    if (given && strcmp(given, type) == 0)
        return message;
    if (!message)
        *fault = fault_set(external, EXTERNAL_GARBLED, "no JSON (%s) in place of %s: %.*s", error.text, type,
                           ANSWER_SAID, line);
    else
        *fault =
            fault_set(external, EXTERNAL_GARBLED, "no message of type %s: %.*s", type, ANSWER_SAID, line);
    json_decref(message);
    return NULL;
}

static bool in_array(const json_t *array, const char *word)
{
    size_t at;
    const json_t *each;
    json_array_foreach(array, at, each)
    {
        if (json_is_string(each) && strcmp(json_string_value(each), word) == 0)
            return true;
    }
    return false;
}

/* ---- The conversation ---------------------------------------------------------------------------------- */

/* The parts of a question that a bot can want. */
static const char *const wants_known[] = {"view", "told", "actions", "bytes"};

/* Whether a field of hello is left out or a list of texts; complains otherwise. */
static bool texts_check(const struct external *external, const json_t *answer, const char *key)
{
    const json_t *list = json_object_get(answer, key), *each;
    size_t at;
    bool fine = !list || json_is_array(list);
    json_array_foreach(list, at, each)
    {
        fine = fine && json_is_string(each);
    }
    if (!fine)
        complain("%s: \"%s\" in its hello is no list of texts", external->command, key);
    return fine;
}

/* Whether all that it wants is known; complains otherwise. */
static bool wants_check(const struct external *external, const json_t *wants)
{
    size_t at;
    const json_t *each;
    json_array_foreach(wants, at, each)
    {
        bool known = false;
        for (size_t i = 0; i < sizeof wants_known / sizeof *wants_known; i++)
            known |= strcmp(json_string_value(each), wants_known[i]) == 0;
        if (!known) {
            complain("%s wants \"%s\"; what it can want is view, told, actions, bytes", external->command,
                     json_string_value(each));
            return false;
        }
    }
    return true;
}

/* A hello without a protocol speaks the first one. */
static bool protocol_check(const struct external *external, const json_t *protocol)
{
    if (!protocol || (json_is_integer(protocol) && json_integer_value(protocol) == EXTERNAL_PROTOCOL))
        return true;
    char *text = json_dumps(protocol, JSON_ENCODE_ANY);
    complain("%s speaks protocol %s; this arena speaks %d", external->command, text ? text : "?",
             EXTERNAL_PROTOCOL);
    free(text);
    return false;
}

static bool hello_take(struct external *external, const json_t *answer, const struct lan_game *game)
{
    const json_t *games = json_object_get(answer, "games"), *wants = json_object_get(answer, "wants");
    if (!protocol_check(external, json_object_get(answer, "protocol")) ||
        !texts_check(external, answer, "games") || !texts_check(external, answer, "wants") ||
        !wants_check(external, wants))
        return false;
    external->view = !wants || in_array(wants, "view");
    external->told = !wants || in_array(wants, "told");
    external->actions = !wants || in_array(wants, "actions");
    external->bytes = in_array(wants, "bytes");
    external->explains = json_is_true(json_object_get(answer, "explain"));
    if (games && !in_array(games, game->name)) {
        complain("%s does not play %s", external->command, game->name);
        return false;
    }
    return true;
}

static bool hello(struct external *external, double seconds, const struct lan_game *game)
{
    struct message message;
    enum external_fault fault;
    message_begin(&message, "hello");
    message.json.base.number(&message.json.base, "protocol", EXTERNAL_PROTOCOL);
    message.json.base.string(&message.json.base, "program", "lanterne " LAN_VERSION);
    fault = message_send(external, &message);
    json_t *answer = fault ? NULL : message_read(external, "hello", seconds, &fault);
    if (!answer && !stop_wanted())
        complain("%s: %s", external->command, external->say);
    bool fine = answer && hello_take(external, answer, game);
    json_decref(answer);
    return fine;
}

bool external_open(struct external *external, const char *command, double seconds, bool strict,
                   const struct lan_game *game)
{
    *external = (struct external){.seconds = seconds};
    snprintf(external->command, sizeof external->command, "%s", command);
    if (!process_open(&external->process, command))
        return false;
    if (hello(external, strict || seconds > HELLO_SECONDS ? seconds : HELLO_SECONDS, game))
        return true;
    external_close(external);
    return false;
}

void external_close(struct external *external)
{
    struct message message;
    if (external->process.pid) {
        message_begin(&message, "quit");
        (void)message_send(external, &message);
    }
    process_close(&external->process);
}

enum external_fault external_new(struct external *external, const struct table *table, int seat,
                                 uint64_t seed)
{
    struct message message;
    const struct lan_rules *rules = table_rules(table);
    char text[24];
    message_begin(&message, "new");
    struct lan_writer *w = &message.json.base;
    rules_write(w, rules);
    w->number(w, "seat", seat + 1);
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    w->string(w, "seed", text);
    w->number(w, "milliseconds", (int64_t)(external->seconds * 1000));
    table_reader_init(table, seat, 0, &external->reader);
    return message_send(external, &message);
}

/* Sends the items told to the seat since the last call, one a message, so that message size is bounded. */
static enum external_fault told_send(struct external *external)
{
    struct table_told told;
    enum external_fault fault = EXTERNAL_FINE;
    while (!fault && table_read(&external->reader, &told)) {
        struct message message;
        char json[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        table_told_json(table_game(external->reader.table), &told, &text);
        message_begin(&message, "told");
        lan_json_value(&message.json, "item", json);
        fault = message_send(external, &message);
    }
    return fault;
}

static enum external_fault question_send(struct external *external, const struct table *table,
                                         const struct lan_question *question)
{
    static char view[LAN_DRAW_MAX];
    struct message message;
    const struct lan_rules *rules = table_rules(table);
    message_begin(&message, "ask");
    struct lan_writer *w = &message.json.base;
    w->number(w, "id", ++external->asked);
    w->number(w, "milliseconds", (int64_t)(external->seconds * 1000));
    w->flag(w, "optional", question->optional);
    if (external->view) {
        struct lan_text text = lan_text_init(view, sizeof view);
        lan_view_json(rules, question->view, &text);
        lan_assert(!text.cut);
        lan_json_value(&message.json, "view", view);
    }
    if (external->bytes)
        write_bytes(&message, "bytes", question->view, rules->game->view_size);
    if (external->actions)
        write_actions(w, rules->game, question);
    return message_send(external, &message);
}

static bool offered(const struct lan_question *question, lan_action action)
{
    const struct lan_list *list = question->list;
    int from = question->optional ? list->musts : 0, to = question->optional ? list->count : list->musts;
    for (int i = from; i < to; i++) {
        if (list->action[i] == action)
            return true;
    }
    return false;
}

/* Appends the first actions that were offered, for a message. */
static void offered_say(const struct lan_game *game, const struct lan_question *question,
                        struct lan_text *out)
{
    const struct lan_list *list = question->list;
    int from = question->optional ? list->musts : 0, to = question->optional ? list->count : list->musts;
    for (int i = from; i < to && i < from + OFFERED_SAID; i++) {
        lan_text_add(out, i > from ? ", " : "");
        lan_action_write(game, list->action[i], out);
    }
    if (to - from > OFFERED_SAID) {
        lan_text_add(out, " and ");
        lan_text_add_int(out, to - from - OFFERED_SAID);
        lan_text_add(out, " more");
    }
    lan_text_add(out, question->optional ? ", or null to decline" : "");
}

/* The fault of an answer that is no offered action. */
static enum external_fault illegal_set(struct external *external, const struct lan_game *game,
                                       const struct lan_question *question, const json_t *act)
{
    char offers[LAN_SAY_MAX / 2];
    struct lan_text text = lan_text_init(offers, sizeof offers);
    lan_action action;
    char *given = act ? json_dumps(act, JSON_ENCODE_ANY) : NULL;
    bool known = json_is_string(act) && lan_action_parse(game, json_string_value(act), &action);
    offered_say(game, question, &text);
    fault_set(external, EXTERNAL_ILLEGAL, "the answer %.*s %s; offered: %s", ANSWER_SAID,
              given ? given : "without \"do\"", known ? "was not offered" : "is no action of the game",
              offers);
    free(given);
    return EXTERNAL_ILLEGAL;
}

/* Reads {"type":"answer","id":3,"do":"end"}; "do" is null to decline an offer. */
static enum external_fault answer_read(struct external *external, const struct lan_game *game,
                                       const struct lan_question *question, const json_t *answer,
                                       struct lan_advice *advice)
{
    const json_t *act = json_object_get(answer, "do"), *id = json_object_get(answer, "id");
    if (!json_is_integer(id))
        return fault_set(external, EXTERNAL_GARBLED, "an answer without the question's id");
    if (json_integer_value(id) != external->asked)
        return fault_set(external, EXTERNAL_GARBLED, "an answer to question %lld, which was not asked yet",
                         (long long)json_integer_value(id));
    if (json_is_null(act) && question->optional) {
        advice->decline = true;
        return EXTERNAL_FINE;
    }
    if (!json_is_string(act) || !lan_action_parse(game, json_string_value(act), &advice->action) ||
        !offered(question, advice->action))
        return illegal_set(external, game, question, act);
    return EXTERNAL_FINE;
}

/* Whether a message answers an earlier question: it came too late and is skipped. */
static bool is_old(const struct external *external, const json_t *answer)
{
    const json_t *id = json_object_get(answer, "id");
    return json_is_integer(id) && json_integer_value(id) < external->asked;
}

enum external_fault external_ask(struct external *external, const struct table *table,
                                 const struct lan_question *question, struct lan_advice *advice)
{
    enum external_fault fault = EXTERNAL_FINE;
    memset(advice, 0, sizeof *advice);
    if (external->told)
        fault = told_send(external);
    if (!fault)
        fault = question_send(external, table, question);
    double until = seconds_now() + external->seconds, left;
    json_t *answer = fault ? NULL : message_read(external, "answer", external->seconds, &fault);
    while (answer && is_old(external, answer)) {
        json_decref(answer);
        answer = NULL;
        if ((left = until - seconds_now()) > 0)
            answer = message_read(external, "answer", left, &fault);
        else
            fault = fault_set(external, EXTERNAL_LATE, "only answers to earlier questions for %g s",
                              external->seconds);
    }
    if (!answer)
        return fault;
    fault = answer_read(external, table_game(table), question, answer, advice);
    json_decref(answer);
    return fault;
}

static void reason_copy(char out[LAN_SAY_MAX], const json_t *text)
{
    struct lan_text reason = lan_text_init(out, LAN_SAY_MAX);
    lan_text_add(&reason, json_is_string(text) ? json_string_value(text) : "");
}

enum external_fault external_explain(struct external *external, const struct table *table,
                                     struct lan_advice *advice)
{
    struct message message;
    message_begin(&message, "explain");
    enum external_fault fault = message_send(external, &message);
    json_t *answer = fault ? NULL : message_read(external, "reason", external->seconds, &fault);
    if (!answer)
        return fault;
    const char *clause = json_string_value(json_object_get(answer, "clause"));
    reason_copy(advice->reason[LAN_EN], json_object_get(answer, "en"));
    reason_copy(advice->reason[LAN_FR], json_object_get(answer, "fr"));
    advice->clause = (uint16_t)(clause ? lan_clause_find(table_game(table), clause) : 0);
    json_decref(answer);
    return EXTERNAL_FINE;
}

void external_refuse(struct external *external, enum external_fault fault, const char *policy)
{
    struct message message;
    message_begin(&message, "refused");
    struct lan_writer *w = &message.json.base;
    w->number(w, "id", external->asked);
    w->string(w, "fault", external_fault_words[fault]);
    w->string(w, "reason", external->say);
    w->string(w, "policy", policy);
    (void)message_send(external, &message);
}

void external_end(struct external *external, const struct table *table)
{
    struct message message;
    struct lan_result result;
    if (external->told)
        (void)told_send(external);
    message_begin(&message, "end");
    struct lan_writer *w = &message.json.base;
    if (table_result(table, &result)) {
        w->open_array(w, "winners");
        for (int seat = 0; seat < table_rules(table)->seats; seat++) {
            if (result.winners >> seat & 1)
                w->number(w, NULL, seat + 1);
        }
        w->close(w);
        w->open_array(w, "scores");
        for (int seat = 0; seat < table_rules(table)->seats; seat++)
            w->number(w, NULL, result.score[seat]);
        w->close(w);
        w->string(w, "clause", table_game(table)->clauses[result.clause].id);
    }
    (void)message_send(external, &message);
}
