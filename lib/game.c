#include "game.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "equilibrium.h"

/* ---- The set-up ---------------------------------------------------------------------------------------- */

static void bots_add(void)
{
    lan_bot_add(&lan_bot_equilibrium);
}

void problem_say(const char *say, char *problem, size_t size)
{
    if (!problem || !size)
        return;
    struct lan_text text = lan_text_init(problem, size);
    lan_text_add(&text, say);
}

/* Replaces \\n by a new line and two backslashes by one, in place; false at any other backslash. */
static bool value_unescape(char *value)
{
    char *out = value;
    for (const char *in = value; *in; in++, out++) {
        if (*in != '\\') {
            *out = *in;
            continue;
        }
        in++;
        if (*in != 'n' && *in != '\\')
            return false;
        *out = *in == 'n' ? '\n' : '\\';
    }
    *out = 0;
    return true;
}

/* Sets the options of "name=value" lines, which are cut in place. */
static bool options_read(const struct lan_game *game, char *lines, struct lan_config *config,
                         struct lan_problem *problem)
{
    for (char *line = lines; line && *line;) {
        char *end = strchr(line, '\n'), *equals = strchr(line, '=');
        if (end)
            *end++ = 0;
        if (!equals || (end && equals > end)) {
            lan_problem_set(problem, -1, 0, "An option is written name=value.",
                            "Une option s'écrit nom=valeur.");
            return false;
        }
        *equals = 0;
        if (!value_unescape(equals + 1)) {
            lan_problem_set(
                problem, -1, 0, "In the value of an option a backslash is written twice, a new line \\n.",
                "Dans la valeur d'une option, une barre oblique inverse s'écrit deux fois, un saut de "
                "ligne \\n.");
            return false;
        }
        if (!lan_config_set(game, config, line, equals + 1, problem))
            return false;
        line = end;
    }
    return true;
}

static bool setup_compile(struct setup *setup, const struct lan_game *game, int players, char *problem,
                          size_t problem_size)
{
    struct lan_config config;
    struct lan_problem why;
    char text[LAN_SAY_MAX];
    if (players < 0 || players > LAN_SEATS_MAX || (players && players < game->seats_min) ||
        players > game->seats_max) {
        struct lan_text say = lan_text_init(text, sizeof text);
        lan_text_add(&say, "The number of players must be ");
        lan_text_add_int(&say, game->seats_min);
        lan_text_add(&say, " to ");
        lan_text_add_int(&say, game->seats_max);
        lan_text_add(&say, " in this game.");
        problem_say(text, problem, problem_size);
        return false;
    }
    lan_config_init(game, players ? players : game->seats_min, &config);
    if (options_read(game, setup->options, &config, &why) &&
        lan_compile(game, &config, &setup->rules.base, &why))
        return true;
    problem_say(why.say[LAN_EN], problem, problem_size);
    return false;
}

bool setup_make(struct setup *setup, const char *name, int players, const char *lines, char *problem,
                size_t problem_size)
{
    static pthread_once_t bots_added = PTHREAD_ONCE_INIT;
    const struct lan_game *game = lan_game_find(name, 0);
    pthread_once(&bots_added, bots_add);
    if (!game) {
        problem_say("There is no game of this name.", problem, problem_size);
        return false;
    }
    memset(setup, 0, sizeof *setup);
    setup->options = strdup(lines ? lines : "");
    setup->lines = strdup(lines ? lines : "");
    if (!setup->options || !setup->lines)
        problem_say("There is not enough memory.", problem, problem_size);
    else if (setup_compile(setup, game, players, problem, problem_size))
        return true;
    setup_free(setup);
    return false;
}

void setup_free(struct setup *setup)
{
    free(setup->options);
    free(setup->lines);
}

/* ---- The game ------------------------------------------------------------------------------------------ */

size_t game_bytes(const struct lan_rules *rules)
{
    size_t bytes = sizeof(struct game) + rules->game->state_size, unit = _Alignof(max_align_t);
    return (bytes + unit - 1) / unit * unit;
}

bool game_told_make(struct game *game)
{
    game->told = calloc(LAN_SEATS_MAX, sizeof *game->told);
    return game->told;
}

void game_told_free(struct game *game)
{
    for (int seat = 0; game->told && seat < LAN_SEATS_MAX; seat++)
        free(game->told[seat].event);
    free(game->told);
    game->told = NULL;
}

static void act_told(const struct lan_rules *rules, struct game *game, int seat, lan_action action)
{
    struct lan_events events;
    events.count = 0;
    lan_assert(rules->game->apply(rules, game_state(game), seat, action, &events) == LAN_ACCEPTED);
    /* Fails only without memory for a few events, and the interface has no error for that. */
    lan_assert(lan_told_logs_add(rules, &events, game->told));
}

static inline void act(const struct lan_rules *rules, struct game *game, int seat, lan_action action)
{
    if (game->told)
        act_told(rules, game, seat, action);
    else
        lan_assert(rules->game->apply(rules, game_state(game), seat, action, NULL) == LAN_ACCEPTED);
}

/* Draws chance until a seat is asked or the game is over. */
static void settle(const struct lan_rules *rules, struct game *game)
{
    for (;;) {
        game->asked = lan_next(rules, game_look(game), &game->cursor);
        if (game->asked.seat != LAN_CHANCE)
            return;
        act(rules, game, LAN_CHANCE, lan_pick(rules, game_look(game), LAN_CHANCE, &game->rng));
    }
}

void game_begin(const struct lan_rules *rules, struct game *game, uint64_t seed)
{
    lan_rng_init(&game->rng, seed);
    lan_cursor_init(&game->cursor);
    for (int seat = 0; game->told && seat < LAN_SEATS_MAX; seat++)
        game->told[seat].count = 0;
    rules->game->setup(rules, game_state(game));
    settle(rules, game);
}

void game_act(const struct lan_rules *rules, struct game *game, lan_action action)
{
    act(rules, game, game->asked.seat, action);
    settle(rules, game);
}

void game_decline(const struct lan_rules *rules, struct game *game)
{
    lan_decline(&game->cursor, game->asked.seat);
    settle(rules, game);
}

void game_list(const struct lan_rules *rules, const struct game *game, struct lan_list *list, int *from,
               int *to)
{
    list->count = list->musts = 0;
    *from = *to = 0;
    if (game->asked.seat == LAN_SEAT_NONE)
        return;
    rules->game->actions(rules, game_look(game), game->asked.seat, list);
    *from = game->asked.optional ? list->musts : 0;
    *to = game->asked.optional ? list->count : list->musts;
}

void game_view(const struct lan_rules *rules, const struct game *game, int seat, union lan_view_buf *view)
{
    int viewer = seat >= 0 && seat < rules->seats ? seat : LAN_WATCHER;
    rules->game->observe(rules, game_look(game), viewer, (struct lan_view *)view);
}

void game_think(const struct lan_rules *rules, const struct game *game, const struct lan_bot *bot,
                const struct lan_list *list, uint32_t iterations, void *arena, uint64_t seed,
                struct lan_advice *advice)
{
    union lan_view_buf view;
    int seat = game->asked.seat;
    game_view(rules, game, seat, &view);
    struct lan_question question = {.seat = seat,
                                    .optional = game->asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = list,
                                    .told = game->told[seat].event,
                                    .told_count = game->told[seat].count};
    struct lan_budget budget = {.iterations = iterations ? iterations : BOT_ITERATIONS,
                                .memory = arena,
                                .memory_size = arena ? BOT_ARENA_BYTES : 0};
    bot->think(rules, &question, &budget, seed, advice);
}
