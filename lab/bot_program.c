/*
 * bot_program.c - `lanterne bot LEVEL`: runs a built-in bot behind the protocol of docs/bots.md.
 *
 * Built-in bots read struct lan_view, so this program asks for its bytes ("wants": "bytes"), which are valid
 * only for the same version of the same game.
 */
#include "bot_program.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "args.h"
#include "external.h"
#include "level.h"
#include "record_parse.h"
#include "write.h"

struct bot_program {
    struct level_player player;
    struct table *table; /* never played on: it holds the rules and parses what was told */
    int seat;
    uint64_t seed;
    struct lan_event *told;
    size_t told_count, told_capacity;
    uint32_t told_number;
    struct lan_advice advice;
    union lan_view_buf view;
    struct lan_list list;
};

static void line_end(struct lan_json *json)
{
    json->base.close(&json->base);
    puts(json->out->at);
    fflush(stdout);
}

static void line_begin(struct lan_json *json, struct lan_text *text, const char *type)
{
    static char buffer[8 * LAN_SAY_MAX];
    *text = lan_text_init(buffer, sizeof buffer);
    lan_json_init(json, text);
    json->base.open_object(&json->base, NULL);
    json->base.string(&json->base, "type", type);
}

/* Answers hello, also to an arena with another protocol, which the answer tells it; then it ends. */
static bool hello(struct bot_program *program, const json_t *message)
{
    const json_t *protocol = json_object_get(message, "protocol");
    struct lan_json json;
    struct lan_text text;
    line_begin(&json, &text, "hello");
    struct lan_writer *w = &json.base;
    w->number(w, "protocol", EXTERNAL_PROTOCOL);
    w->string(w, "name", program->player.level.name);
    w->open_array(w, "games");
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game) && program->player.level.bot->plays(*game))
            w->string(w, NULL, (*game)->name);
    }
    w->close(w);
    w->open_array(w, "wants");
    w->string(w, NULL, "bytes");
    w->string(w, NULL, "told");
    w->string(w, NULL, "actions");
    w->close(w);
    w->flag(w, "explain", true);
    line_end(&json);
    if (!protocol || json_integer_value(protocol) == EXTERNAL_PROTOCOL)
        return true;
    complain("the arena speaks protocol %lld, this bot speaks %d", (long long)json_integer_value(protocol),
             EXTERNAL_PROTOCOL);
    return false;
}

static bool setup_read(const json_t *message, struct table_setup *setup)
{
    const char *name = json_string_value(json_object_get(message, "game")), *option;
    int64_t players, version;
    json_t *value;
    struct lan_problem problem;
    if (!name || !json_range(message, "players", 1, LAN_SEATS_MAX, &players) ||
        !json_range(message, "version", 1, UINT16_MAX, &version))
        return false;
    const struct lan_game *game = lan_game_find(name, (int)version);
    if (!game)
        return false;
    table_setup_init(game, (int)players, setup);
    json_object_foreach(json_object_get(message, "options"), option, value)
    {
        if (!json_is_string(value) ||
            !lan_config_set(game, &setup->config, option, json_string_value(value), &problem))
            return false;
    }
    return true;
}

static bool game_new(struct bot_program *program, const json_t *message)
{
    struct table_setup setup;
    struct lan_problem problem;
    const char *seed = json_string_value(json_object_get(message, "seed"));
    int64_t seat;
    if (!seed || !setup_read(message, &setup) || !json_range(message, "seat", 1, setup.config.seats, &seat))
        return false;
    table_destroy(program->table);
    program->table = table_create(&setup, 0, &problem);
    program->seat = (int)seat - 1;
    program->seed = strtoull(seed, NULL, 10);
    program->told_count = program->told_number = 0;
    return program->table && program->player.level.bot->plays(setup.game);
}

static bool told_add(struct bot_program *program, const json_t *message)
{
    struct record_problem problem;
    struct table_told told;
    json_t *item = json_object_get(message, "item");
    if (!program->table ||
        !record_parse_told(program->table, item, program->told_number + 1, &told, &problem))
        return false;
    program->told_number++;
    if (told.kind != TABLE_TOLD_EVENT)
        return true;
    if (program->told_count == program->told_capacity) {
        size_t capacity = program->told_capacity ? 2 * program->told_capacity : 256;
        struct lan_event *more = realloc(program->told, capacity * sizeof *more);
        if (!more)
            return false;
        program->told = more;
        program->told_capacity = capacity;
    }
    program->told[program->told_count++] = told.event;
    return true;
}

static bool list_read(struct bot_program *program, const json_t *actions, bool optional)
{
    size_t at;
    const json_t *each;
    program->list.count = 0;
    json_array_foreach(actions, at, each)
    {
        const char *notation = json_string_value(json_object_get(each, "do"));
        lan_action action;
        if (!notation || at == LAN_ACTIONS_MAX ||
            !lan_action_parse(table_game(program->table), notation, &action))
            return false;
        lan_list_add(&program->list, action);
    }
    program->list.musts = optional ? 0 : program->list.count;
    return program->list.count > 0;
}

static bool answer(struct bot_program *program, const json_t *message)
{
    int64_t id;
    bool optional = json_is_true(json_object_get(message, "optional"));
    if (!program->table || !json_range(message, "id", 1, UINT32_MAX, &id) ||
        !json_bytes(json_object_get(message, "bytes"), program->view.byte,
                    table_game(program->table)->view_size) ||
        !list_read(program, json_object_get(message, "actions"), optional))
        return false;
    struct lan_question question = {.seat = program->seat,
                                    .optional = optional,
                                    .view = (const struct lan_view *)&program->view,
                                    .list = &program->list,
                                    .told = program->told,
                                    .told_count = program->told_count};
    uint64_t seed = lan_question_seed(program->seed, program->seat, program->told_count);
    program->player.player.bot->think(table_rules(program->table), &question, &program->player.player.budget,
                                      seed, &program->advice);
    struct lan_json json;
    struct lan_text text;
    char notation[LAN_NOTATION_MAX];
    struct lan_text move = lan_text_init(notation, sizeof notation);
    line_begin(&json, &text, "answer");
    json.base.number(&json.base, "id", id);
    lan_action_write(table_game(program->table), program->advice.action, &move);
    if (optional && program->advice.decline)
        json.base.none(&json.base, "do");
    else
        json.base.string(&json.base, "do", notation);
    line_end(&json);
    return true;
}

/* Answers a request for the reason of the last move, in a message of its own. */
static bool explain(const struct bot_program *program)
{
    struct lan_json json;
    struct lan_text text;
    const struct lan_advice *advice = &program->advice;
    line_begin(&json, &text, "reason");
    json.base.string(&json.base, "en", advice->reason[LAN_EN]);
    json.base.string(&json.base, "fr", advice->reason[LAN_FR]);
    if (advice->clause && program->table)
        json.base.string(&json.base, "clause", table_game(program->table)->clauses[advice->clause].id);
    line_end(&json);
    return true;
}

/* Handles one message; false when it is invalid. */
static bool message_take(struct bot_program *program, const json_t *message, bool *quit)
{
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!type)
        return false;
    if (strcmp(type, "hello") == 0)
        return hello(program, message);
    if (strcmp(type, "new") == 0)
        return game_new(program, message);
    if (strcmp(type, "told") == 0)
        return told_add(program, message);
    if (strcmp(type, "ask") == 0)
        return answer(program, message);
    if (strcmp(type, "explain") == 0)
        return explain(program);
    *quit = strcmp(type, "quit") == 0;
    return *quit || strcmp(type, "end") == 0 || strcmp(type, "refused") == 0;
}

static int bot_program_run(struct bot_program *program)
{
    static char line[EXTERNAL_MESSAGE_MAX];
    bool quit = false;
    int code = CLI_OK;
    while (!quit && !code && fgets(line, sizeof line, stdin)) {
        json_error_t error;
        json_t *message = json_loads(line, 0, &error);
        if (!message || !message_take(program, message, &quit)) {
            complain("cannot make sense of: %.200s", line);
            code = CLI_BAD_FILE;
        }
        json_decref(message);
    }
    return code;
}

int cmd_bot(const struct settings *settings)
{
    static struct bot_program program;
    struct level level;
    if (!level_parse(settings->words[0], strlen(settings->words[0]), &level))
        return CLI_USAGE;
    void *memory = malloc(LEVEL_MEMORY);
    if (!memory) {
        complain_in("no memory for the bot", "pas assez de mémoire pour le robot");
        return CLI_FAILED;
    }
    level_player_init(&program.player, &level, memory);
    int code = bot_program_run(&program);
    table_destroy(program.table);
    free(program.told);
    free(memory);
    return code;
}
