#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "equilibrium.h"
#include "lanterne.h"
#include "table.h"
#include "told_log.h"
#include "write.h"

enum { ARENA_BYTES = 16 << 20, VIEW_JSON_BYTES = 1 << 16, ITERATIONS = 2000 };

struct lanterne_env {
    union lan_rules_buf rules;
    union lan_state_buf state;
    struct lan_cursor cursor;
    struct lan_asked asked;
    struct lan_dice dice;
    struct lan_events events;                /* of the last action */
    struct lan_told_log told[LAN_SEATS_MAX]; /* what each seat was told, for bots */
    char *options;                           /* the caller's, copied; texts of the rules point into it */
    void *arena;                             /* memory of bots that search, or NULL */
};

static struct lan_state *env_state(struct lanterne_env *env)
{
    return (struct lan_state *)&env->state;
}

static const struct lan_state *env_look(const struct lanterne_env *env)
{
    return (const struct lan_state *)&env->state;
}

static void bots_add(void)
{
    lan_bot_add(&lan_bot_equilibrium);
}

int lanterne_api(void)
{
    return LANTERNE_API;
}

const char *lanterne_game_name(int at)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (lan_game_newest(*game) && at-- == 0)
            return (*game)->name;
    }
    return NULL;
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
        if (!lan_config_set(game, config, line, equals + 1, problem))
            return false;
        line = end;
    }
    return true;
}

static void problem_say(const char *say, char *problem, size_t size)
{
    if (!problem || !size)
        return;
    struct lan_text text = lan_text_init(problem, size);
    lan_text_add(&text, say);
}

struct lanterne_env *lanterne_env_create(const char *name, int players, const char *options, char *problem,
                                         size_t problem_size)
{
    static pthread_once_t bots_added = PTHREAD_ONCE_INIT;
    const struct lan_game *game = lan_game_find(name, 0);
    struct lan_config config;
    struct lan_problem why;
    pthread_once(&bots_added, bots_add);
    if (!game) {
        problem_say("There is no such game.", problem, problem_size);
        return NULL;
    }
    struct lanterne_env *env = calloc(1, sizeof *env);
    if (env)
        env->options = strdup(options ? options : "");
    if (!env || !env->options) {
        problem_say("There is no memory.", problem, problem_size);
        free(env);
        return NULL;
    }
    lan_config_init(game, players ? players : game->seats_min, &config);
    if (!options_read(game, env->options, &config, &why) ||
        !lan_compile(game, &config, &env->rules.base, &why)) {
        problem_say(why.say[LAN_EN], problem, problem_size);
        lanterne_env_destroy(env);
        return NULL;
    }
    lanterne_env_reset(env, 0);
    return env;
}

void lanterne_env_destroy(struct lanterne_env *env)
{
    if (!env)
        return;
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(env->told[seat].event);
    free(env->options);
    free(env->arena);
    free(env);
}

/* Plays a legal action and logs what each seat is told of it. */
static void env_act(struct lanterne_env *env, int seat, lan_action action)
{
    env->events.count = 0;
    lan_assert(lan_apply(&env->rules.base, env_state(env), seat, action, &env->events) == LAN_ACCEPTED);
    /* Fails only without memory for a few events, and the interface has no error for that. */
    lan_assert(lan_told_logs_add(&env->rules.base, &env->events, env->told));
}

/* Draws chance until a seat is asked or the game is over. */
static void env_settle(struct lanterne_env *env)
{
    const struct lan_rules *rules = &env->rules.base;
    for (;;) {
        env->asked = lan_next(rules, env_look(env), &env->cursor);
        if (env->asked.seat != LAN_CHANCE)
            return;
        lan_action drawn = lan_chance_draw(rules, env_look(env), &env->dice);
        env_act(env, LAN_CHANCE, drawn);
    }
}

void lanterne_env_reset(struct lanterne_env *env, uint64_t seed)
{
    table_dice_init(seed, &env->dice);
    lan_cursor_init(&env->cursor);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        env->told[seat].count = 0;
    env->rules.base.game->setup(&env->rules.base, env_state(env));
    env_settle(env);
}

int lanterne_env_seats(const struct lanterne_env *env)
{
    return env->rules.base.seats;
}

uint32_t lanterne_env_actions(const struct lanterne_env *env)
{
    return lan_action_count(env->rules.base.game) + 1;
}

int lanterne_env_seat(const struct lanterne_env *env)
{
    return env->asked.seat == LAN_SEAT_NONE ? -1 : env->asked.seat;
}

int lanterne_env_optional(const struct lanterne_env *env)
{
    return env->asked.optional;
}

/* Lists the actions that answer the question, list[from..to): the musts, or the optional ones. */
static void env_list(const struct lanterne_env *env, struct lan_list *list, int *from, int *to)
{
    list->count = list->musts = 0;
    *from = *to = 0;
    if (env->asked.seat == LAN_SEAT_NONE)
        return;
    lan_actions(&env->rules.base, env_look(env), env->asked.seat, list);
    *from = env->asked.optional ? list->musts : 0;
    *to = env->asked.optional ? list->count : list->musts;
}

void lanterne_env_mask(const struct lanterne_env *env, uint8_t *mask)
{
    struct lan_list list;
    int from, to;
    uint32_t count = lanterne_env_actions(env);
    memset(mask, 0, count);
    env_list(env, &list, &from, &to);
    for (int i = from; i < to; i++)
        mask[lan_action_index(env->rules.base.game, list.action[i])] = 1;
    if (env->asked.seat != LAN_SEAT_NONE && env->asked.optional)
        mask[count - 1] = 1;
}

int lanterne_env_step(struct lanterne_env *env, uint32_t action)
{
    struct lan_list list;
    int from, to;
    env_list(env, &list, &from, &to);
    if (action == lanterne_env_actions(env) - 1 && from < to && env->asked.optional) {
        lan_decline(&env->cursor, env->asked.seat);
        env_settle(env);
        return 0;
    }
    for (int i = from; i < to; i++) {
        if (lan_action_index(env->rules.base.game, list.action[i]) != action)
            continue;
        env_act(env, env->asked.seat, list.action[i]);
        env_settle(env);
        return 0;
    }
    return -1;
}

static void env_view(const struct lanterne_env *env, int seat, union lan_view_buf *view)
{
    int viewer = seat >= 0 && seat < env->rules.base.seats ? seat : LAN_WATCHER;
    env->rules.base.game->observe(&env->rules.base, env_look(env), viewer, (struct lan_view *)view);
}

size_t lanterne_env_view_json(const struct lanterne_env *env, int seat, char *json, size_t size)
{
    union lan_view_buf view;
    char buffer[VIEW_JSON_BYTES];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    env_view(env, seat, &view);
    lan_view_json(&env->rules.base, (const struct lan_view *)&view, &text);
    lan_assert(!text.cut);
    if (text.length < size)
        memcpy(json, buffer, text.length + 1);
    return text.length + 1;
}

size_t lanterne_env_view_bytes(const struct lanterne_env *env, int seat, uint8_t *bytes, size_t size)
{
    union lan_view_buf view;
    size_t length = env->rules.base.game->view_size;
    env_view(env, seat, &view);
    if (length <= size)
        memcpy(bytes, &view, length);
    return length;
}

static bool env_result(const struct lanterne_env *env, int seat, struct lan_result *result)
{
    env->rules.base.game->result(&env->rules.base, env_look(env), result);
    return result->over && seat >= 0 && seat < env->rules.base.seats;
}

int lanterne_env_won(const struct lanterne_env *env, int seat)
{
    struct lan_result result;
    return env_result(env, seat, &result) ? result.winners >> seat & 1 : 0;
}

int32_t lanterne_env_score(const struct lanterne_env *env, int seat)
{
    struct lan_result result;
    return env_result(env, seat, &result) ? result.score[seat] : 0;
}

size_t lanterne_env_notation(const struct lanterne_env *env, uint32_t action, char *text, size_t size)
{
    char buffer[LAN_NOTATION_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    if (action + 1 >= lanterne_env_actions(env))
        lan_text_add(&out, "decline");
    else
        lan_action_write(env->rules.base.game, lan_action_at(env->rules.base.game, action), &out);
    if (out.length < size)
        memcpy(text, buffer, out.length + 1);
    return out.length + 1;
}

int64_t lanterne_env_advise(struct lanterne_env *env, const char *name, uint32_t iterations, uint64_t seed)
{
    const struct lan_bot *bot = lan_bot_find(name);
    union lan_view_buf view;
    struct lan_list list;
    struct lan_advice advice;
    int from, to;
    env_list(env, &list, &from, &to);
    if (!bot || !bot->plays(env->rules.base.game) || from == to)
        return -1;
    if (bot->memory_min && !env->arena && !(env->arena = malloc(ARENA_BYTES)))
        return -1;
    env_view(env, env->asked.seat, &view);
    struct lan_question question = {.seat = env->asked.seat,
                                    .optional = env->asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = env->told[env->asked.seat].event,
                                    .told_count = env->told[env->asked.seat].count};
    struct lan_budget budget = {.iterations = iterations ? iterations : ITERATIONS,
                                .memory = env->arena,
                                .memory_size = env->arena ? ARENA_BYTES : 0};
    bot->think(&env->rules.base, &question, &budget, seed, &advice);
    if (env->asked.optional && advice.decline)
        return lanterne_env_actions(env) - 1;
    return lan_action_index(env->rules.base.game, advice.action);
}
