/*
 * positions.c - a game played out by a bot, as JSON: its words, and after every decision what viewers saw.
 *
 *   positions GAME SEATS SEED BOT [OPTION=VALUE]...
 *
 * For looking at boards while they are drawn (web/dev/README.md). It belongs to no build.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "draw.h"
#include "lan.h"
#include "write.h"

static char memory[1 << 20];
static struct lan_event told[LAN_SEATS_MAX + 1][100000];
static size_t told_count[LAN_SEATS_MAX + 1], told_written[LAN_SEATS_MAX + 1];
static const char *const names[LAN_SEATS_MAX] = {"You",    "Agathe", "Basile", "Clarice",
                                                 "Darius", "Elvire", "Fanny",  "Gaspard"};

static void put_string(const char *string)
{
    struct lan_text text = lan_text_init(memory, sizeof memory);
    lan_json_string(&text, string);
    fputs(memory, stdout);
}

static void put_words(const struct lan_words *words)
{
    fputs("{\"en\":", stdout);
    put_string(words->in[LAN_EN]);
    fputs(",\"fr\":", stdout);
    put_string(words->in[LAN_FR]);
    putchar('}');
}

static void put_args(const struct lan_game *game, const struct lan_arg *args, int count)
{
    for (int i = 0; i < count; i++) {
        printf("%s{\"name\":\"%s\",\"type\":\"%s\"}", i ? "," : "", args[i].name,
               game->types[args[i].type].name);
    }
}

static void put_game(const struct lan_game *game)
{
    printf("{\"game\":\"%s\",\"version\":%d,\"types\":[", game->name, game->version);
    for (int i = 0; i < game->type_count; i++) {
        printf("%s{\"name\":\"%s\"", i ? "," : "", game->types[i].name);
        if (game->types[i].words) {
            fputs(",\"words\":[", stdout);
            for (int word = 0; word < game->types[i].count; word++) {
                printf("%s{\"id\":\"%s\",\"name\":", word ? "," : "", game->types[i].words[word].id);
                put_words(&game->types[i].words[word].name);
                putchar('}');
            }
            putchar(']');
        }
        putchar('}');
    }
    fputs("],\"actions\":[", stdout);
    for (int i = 0; i < game->action_kind_count; i++) {
        printf("%s{\"name\":\"%s\",\"args\":[", i ? "," : "", game->action_kinds[i].name);
        put_args(game, game->action_kinds[i].arg, game->action_kinds[i].args);
        fputs("],\"say\":", stdout);
        put_words(&game->action_kinds[i].say);
        putchar('}');
    }
    fputs("],\"events\":[", stdout);
    for (int i = 0; i < game->event_kind_count; i++) {
        printf("%s{\"name\":\"%s\",\"args\":[", i ? "," : "", game->event_kinds[i].name);
        put_args(game, game->event_kinds[i].arg, game->event_kinds[i].args);
        fputs("],\"say\":", stdout);
        put_words(&game->event_kinds[i].say);
        putchar('}');
    }
    fputs("],\"clauses\":[],\"things\":[", stdout);
    for (int i = 0; i < game->thing_count; i++) {
        const struct lan_thing *thing = &game->things[i];
        struct lan_text text = lan_text_init(memory, sizeof memory);
        lan_value_write(game, thing->type, thing->value, &text);
        printf("%s{\"type\":\"%s\",\"value\":\"%s\",\"text\":", i ? "," : "", game->types[thing->type].name,
               memory);
        put_words(&thing->text);
        putchar('}');
    }
    fputs("]}", stdout);
}

static void put_viewer(const struct lan_rules *rules, const struct lan_state *state, int viewer)
{
    static union lan_view_buf view;
    static struct lan_list list;
    const struct lan_game *game = rules->game;
    struct lan_text text = lan_text_init(memory, sizeof memory);
    game->observe(rules, state, viewer, (struct lan_view *)&view);
    lan_view_json(rules, (struct lan_view *)&view, &text);
    printf("\"%d\":{\"view\":%s", viewer == LAN_WATCHER ? 0 : viewer + 1, memory);
    if (game->prompt) {
        for (int lang = 0; lang < LAN_LANGS; lang++) {
            struct lan_reader reader = {
                .lang = (enum lan_lang)lang, .style = LAN_STYLE_PLAIN, .width = 80, .names = names};
            static char said[LAN_DRAW_MAX];
            text = lan_text_init(said, sizeof said);
            game->prompt(rules, (struct lan_view *)&view, &reader, &text);
            printf(",\"prompt_%s\":", lang ? "fr" : "en");
            put_string(said);
        }
    }
    fputs(",\"actions\":[", stdout);
    list.count = list.musts = 0;
    if (viewer != LAN_WATCHER)
        lan_actions(rules, state, viewer, &list);
    for (int i = 0; i < list.count; i++) {
        text = lan_text_init(memory, sizeof memory);
        lan_action_write(game, list.action[i], &text);
        printf("%s\"%s\"", i ? "," : "", memory);
    }
    printf("],\"musts\":%d,\"events\":[", list.musts);
    for (size_t at = told_written[viewer]; at < told_count[viewer]; at++) {
        text = lan_text_init(memory, sizeof memory);
        lan_event_json(game, &told[viewer][at], &text);
        printf("%s%s", at > told_written[viewer] ? "," : "", memory);
    }
    told_written[viewer] = told_count[viewer];
    fputs("]}", stdout);
}

static void put_position(const struct lan_rules *rules, const struct lan_state *state, bool first)
{
    struct lan_turn turn;
    rules->game->turn(rules, state, &turn);
    printf("%s\n{\"must\":[", first ? "" : ",");
    bool comma = false;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (turn.must >> seat & 1) {
            printf("%s%d", comma ? "," : "", seat + 1);
            comma = true;
        }
    }
    if (turn.active < LAN_SEATS_MAX)
        printf("],\"active\":%d", turn.active + 1);
    else
        fputs("],\"active\":null", stdout);
    printf(",\"window\":%s,\"viewers\":{", turn.window ? "true" : "false");
    for (int seat = 0; seat < rules->seats; seat++) {
        put_viewer(rules, state, seat);
        putchar(',');
    }
    put_viewer(rules, state, LAN_WATCHER);
    fputs("}}", stdout);
}

static void tell(const struct lan_rules *rules, const struct lan_events *events)
{
    for (int i = 0; i < events->count; i++) {
        for (int viewer = 0; viewer <= LAN_WATCHER; viewer++)
            told_count[viewer] +=
                lan_event_tell(rules->game, &events->event[i], viewer, &told[viewer][told_count[viewer]]);
    }
}

static lan_action think(const struct lan_rules *rules, const struct lan_state *state, int seat,
                        const struct lan_bot *bot, uint64_t seed)
{
    static union lan_view_buf view;
    static struct lan_list list;
    static struct lan_advice advice;
    static char arena[64 << 20];
    struct lan_budget budget = {.iterations = 200, .memory = arena, .memory_size = sizeof arena};
    rules->game->observe(rules, state, seat, (struct lan_view *)&view);
    lan_actions(rules, state, seat, &list);
    struct lan_question question = {.seat = seat,
                                    .view = (struct lan_view *)&view,
                                    .list = &list,
                                    .told = told[seat],
                                    .told_count = told_count[seat]};
    bot->think(rules, &question, &budget, seed, &advice);
    return advice.action;
}

/*
 * What the asked seat does: a bot's choice, a draw of chance, or now and then something that may be left
 * undone.
 */
static lan_action choose(const struct lan_rules *rules, const struct lan_state *state, struct lan_asked asked,
                         const struct lan_bot *bot, struct lan_rng *rng)
{
    if (asked.optional) {
        static struct lan_list list;
        lan_actions(rules, state, asked.seat, &list);
        return list.action[list.musts];
    }
    if (asked.seat == LAN_CHANCE)
        return lan_pick(rules, state, asked.seat, rng);
    return think(rules, state, asked.seat, bot, lan_rng_next(rng));
}

/* Plays a game and writes its positions. False when an action is refused. */
static bool play(const struct lan_rules *rules, struct lan_state *state, const struct lan_bot *bot,
                 struct lan_rng *rng)
{
    struct lan_cursor cursor;
    lan_cursor_init(&cursor);
    bool first = true;
    for (;;) {
        struct lan_asked asked = lan_next(rules, state, &cursor);
        static struct lan_events events;
        events.count = 0;
        if (asked.seat != LAN_CHANCE && !asked.optional) {
            put_position(rules, state, first);
            first = false;
        }
        if (asked.seat == LAN_SEAT_NONE)
            return true;
        if (asked.optional && lan_rng_below(rng, 100) < 97) {
            lan_decline(&cursor, asked.seat);
            continue;
        }
        if (lan_apply(rules, state, asked.seat, choose(rules, state, asked, bot, rng), &events))
            return false;
        tell(rules, &events);
    }
}

int main(int argc, char **argv)
{
    static union lan_rules_buf rules_room;
    static union lan_state_buf state_room;
    struct lan_rules *rules = &rules_room.base;
    struct lan_state *state = (struct lan_state *)&state_room;
    struct lan_problem problem;
    struct lan_config config;
    struct lan_rng rng;
    const struct lan_game *game = argc > 4 ? lan_game_find(argv[1], 0) : NULL;
    const struct lan_bot *bot = argc > 4 ? lan_bot_find(argv[4]) : NULL;
    if (!game || !bot) {
        fputs("positions GAME SEATS SEED BOT [OPTION=VALUE]...\n", stderr);
        return 2;
    }
    lan_config_init(game, atoi(argv[2]), &config);
    for (int i = 5; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        *value++ = 0;
        if (!lan_config_set(game, &config, argv[i], value, &problem))
            return fprintf(stderr, "%s\n", problem.say[LAN_EN]), 2;
    }
    if (!lan_compile(game, &config, rules, &problem))
        return fprintf(stderr, "%s\n", problem.say[LAN_EN]), 2;
    lan_rng_init(&rng, strtoull(argv[3], NULL, 0));
    game->setup(rules, state);
    fputs("{\"words\":", stdout);
    put_game(game);
    fputs(",\"positions\":[", stdout);
    if (!play(rules, state, bot, &rng))
        return fputs("refused\n", stderr), 1;
    fputs("\n]}\n", stdout);
    return 0;
}
