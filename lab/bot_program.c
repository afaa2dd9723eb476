/*
 * speak.c - `lanterne bot LEVEL`: one of our bots as a program of its own, in the protocol of docs/bots.md.
 *
 * Our bots think from the view in memory, so this one asks for its bytes ("wants": "bytes"); they are of use
 * only to the same version of the same game.
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

struct speaker {
    struct level_player player;
    struct table *table; /* never played on: it has the rules, and reads what was told */
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

static bool hello(struct speaker *speaker)
{
    struct lan_json json;
    struct lan_text text;
    line_begin(&json, &text, "hello");
    struct lan_writer *w = &json.base;
    w->number(w, "protocol", EXTERNAL_PROTOCOL);
    w->string(w, "name", speaker->player.level.name);
    w->open_array(w, "games");
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (speaker->player.level.bot->plays(*game))
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
    return true;
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

static bool game_new(struct speaker *speaker, const json_t *message)
{
    struct table_setup setup;
    struct lan_problem problem;
    const char *seed = json_string_value(json_object_get(message, "seed"));
    int64_t seat;
    if (!seed || !setup_read(message, &setup) || !json_range(message, "seat", 1, setup.config.seats, &seat))
        return false;
    table_destroy(speaker->table);
    speaker->table = table_create(&setup, 0, &problem);
    speaker->seat = (int)seat - 1;
    speaker->seed = strtoull(seed, NULL, 10);
    speaker->told_count = speaker->told_number = 0;
    return speaker->table && speaker->player.level.bot->plays(setup.game);
}

static bool told_add(struct speaker *speaker, const json_t *message)
{
    struct record_problem problem;
    struct table_told told;
    json_t *item = json_object_get(message, "item");
    if (!speaker->table ||
        !record_parse_told(speaker->table, item, speaker->told_number + 1, &told, &problem))
        return false;
    speaker->told_number++;
    if (told.kind != TABLE_TOLD_EVENT)
        return true;
    if (speaker->told_count == speaker->told_capacity) {
        size_t buf = speaker->told_capacity ? 2 * speaker->told_capacity : 256;
        struct lan_event *more = realloc(speaker->told, buf * sizeof *more);
        if (!more)
            return false;
        speaker->told = more;
        speaker->told_capacity = buf;
    }
    speaker->told[speaker->told_count++] = told.event;
    return true;
}

static bool list_read(struct speaker *speaker, const json_t *actions, bool optional)
{
    size_t at;
    const json_t *each;
    speaker->list.count = 0;
    json_array_foreach(actions, at, each)
    {
        const char *notation = json_string_value(json_object_get(each, "do"));
        lan_action action;
        if (!notation || at == LAN_ACTIONS_MAX ||
            !lan_action_parse(table_game(speaker->table), notation, &action))
            return false;
        lan_list_add(&speaker->list, action);
    }
    speaker->list.musts = optional ? 0 : speaker->list.count;
    return speaker->list.count > 0;
}

static bool answer(struct speaker *speaker, const json_t *message)
{
    int64_t id;
    bool optional = json_is_true(json_object_get(message, "optional"));
    if (!speaker->table || !json_range(message, "id", 1, UINT32_MAX, &id) ||
        !json_bytes(json_object_get(message, "bytes"), speaker->view.byte,
                    table_game(speaker->table)->view_size) ||
        !list_read(speaker, json_object_get(message, "actions"), optional))
        return false;
    struct lan_question question = {.seat = speaker->seat,
                                    .optional = optional,
                                    .view = (const struct lan_view *)&speaker->view,
                                    .list = &speaker->list,
                                    .told = speaker->told,
                                    .told_count = speaker->told_count};
    uint64_t seed = lan_question_seed(speaker->seed, speaker->seat, speaker->told_count);
    speaker->player.player.bot->think(table_rules(speaker->table), &question, &speaker->player.player.budget,
                                      seed, &speaker->advice);
    struct lan_json json;
    struct lan_text text;
    char notation[LAN_NOTATION_MAX];
    struct lan_text move = lan_text_init(notation, sizeof notation);
    line_begin(&json, &text, "answer");
    json.base.number(&json.base, "id", id);
    lan_action_write(table_game(speaker->table), speaker->advice.action, &move);
    if (optional && speaker->advice.decline)
        json.base.none(&json.base, "do");
    else
        json.base.string(&json.base, "do", notation);
    line_end(&json);
    return true;
}

/* Why the last answer: a line of its own, so that nobody waits for what nobody asked. */
static bool explain(const struct speaker *speaker)
{
    struct lan_json json;
    struct lan_text text;
    const struct lan_advice *advice = &speaker->advice;
    line_begin(&json, &text, "reason");
    json.base.string(&json.base, "en", advice->reason[LAN_EN]);
    json.base.string(&json.base, "fr", advice->reason[LAN_FR]);
    if (advice->clause && speaker->table)
        json.base.string(&json.base, "clause", table_game(speaker->table)->clauses[advice->clause].id);
    line_end(&json);
    return true;
}

/* False when the message cannot be understood. */
static bool message_take(struct speaker *speaker, const json_t *message, bool *quit)
{
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!type)
        return false;
    if (strcmp(type, "hello") == 0)
        return hello(speaker);
    if (strcmp(type, "new") == 0)
        return game_new(speaker, message);
    if (strcmp(type, "told") == 0)
        return told_add(speaker, message);
    if (strcmp(type, "ask") == 0)
        return answer(speaker, message);
    if (strcmp(type, "explain") == 0)
        return explain(speaker);
    *quit = strcmp(type, "quit") == 0;
    return *quit || strcmp(type, "end") == 0 || strcmp(type, "refused") == 0;
}

static int speaker_run(struct speaker *speaker)
{
    static char line[EXTERNAL_MESSAGE_MAX];
    bool quit = false;
    int code = CLI_OK;
    while (!quit && !code && fgets(line, sizeof line, stdin)) {
        json_error_t error;
        json_t *message = json_loads(line, 0, &error);
        if (!message || !message_take(speaker, message, &quit)) {
            complain("cannot make sense of: %.200s", line);
            code = CLI_BAD_FILE;
        }
        json_decref(message);
    }
    return code;
}

int cmd_bot(const struct settings *settings)
{
    static struct speaker speaker;
    struct level level;
    if (!level_parse(settings->words[0], strlen(settings->words[0]), &level))
        return CLI_USAGE;
    void *memory = malloc(LEVEL_MEMORY);
    if (!memory) {
        complain("no memory for the bot");
        return CLI_FAILED;
    }
    level_player_init(&speaker.player, &level, memory);
    int code = speaker_run(&speaker);
    table_destroy(speaker.table);
    free(speaker.told);
    free(memory);
    return code;
}
