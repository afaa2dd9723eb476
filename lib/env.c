/* env.c - one game: creating it, asking about it, playing it. */
#include "env_state.h"

#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "write.h"

enum { VIEW_JSON_BYTES = 1 << 16, LAYOUT_JSON_BYTES = 1 << 16 };

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

/* ---- Creating ------------------------------------------------------------------------------------------ */

struct lanterne_env *lanterne_env_create(const char *name, int players, const char *options, char *problem,
                                         size_t problem_size)
{
    struct lanterne_env *env = calloc(1, sizeof *env);
    if (env && !setup_make(&env->setup, name, players, options, problem, problem_size)) {
        free(env);
        return NULL;
    }
    if (env)
        env->game = calloc(1, game_bytes(env_rules(env)));
    if (!env || !env->game || !game_told_make(env->game)) {
        problem_say("There is not enough memory.", problem, problem_size);
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
    if (env->game)
        game_told_free(env->game);
    free(env->game);
    setup_free(&env->setup);
    free(env->arena);
    free(env);
}

/* Copies the logs of `from` into the empty ones of `to`; false without memory. */
static bool told_copy(const struct game *from, struct game *to)
{
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
        size_t count = from->told[seat].count;
        if (!count)
            continue;
        to->told[seat].event = malloc(count * sizeof *to->told[seat].event);
        if (!to->told[seat].event)
            return false;
        memcpy(to->told[seat].event, from->told[seat].event, count * sizeof *to->told[seat].event);
        to->told[seat].count = to->told[seat].capacity = count;
    }
    return true;
}

struct lanterne_env *lanterne_env_clone(const struct lanterne_env *env)
{
    const struct lan_rules *rules = env_rules(env);
    struct lanterne_env *copy =
        lanterne_env_create(rules->game->name, rules->seats, env->setup.lines, NULL, 0);
    if (!copy)
        return NULL;
    struct lan_told_log *told = copy->game->told;
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++) {
        free(told[seat].event);
        told[seat] = (struct lan_told_log){.count = 0};
    }
    memcpy(copy->game, env->game, game_bytes(rules));
    copy->game->told = told;
    if (!told_copy(env->game, copy->game)) {
        lanterne_env_destroy(copy);
        return NULL;
    }
    return copy;
}

void lanterne_env_reset(struct lanterne_env *env, uint64_t seed)
{
    game_begin(env_rules(env), env->game, seed);
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

int lanterne_env_seats(const struct lanterne_env *env)
{
    return env_rules(env)->seats;
}

uint32_t lanterne_env_actions(const struct lanterne_env *env)
{
    return lan_action_count(env_rules(env)->game) + 1;
}

uint32_t lanterne_env_cells(const struct lanterne_env *env)
{
    return lan_layout_cells(env_rules(env));
}

int lanterne_env_seat(const struct lanterne_env *env)
{
    return env->game->asked.seat == LAN_SEAT_NONE ? -1 : env->game->asked.seat;
}

int lanterne_env_optional(const struct lanterne_env *env)
{
    return env->game->asked.optional;
}

void lanterne_env_mask(const struct lanterne_env *env, int8_t *mask)
{
    struct lan_list list;
    int from, to;
    uint32_t count = lanterne_env_actions(env);
    memset(mask, 0, count);
    game_list(env_rules(env), env->game, &list, &from, &to);
    for (int i = from; i < to; i++)
        mask[lan_action_index(env_rules(env)->game, list.action[i])] = 1;
    if (env->game->asked.seat != LAN_SEAT_NONE && env->game->asked.optional)
        mask[count - 1] = 1;
}

int lanterne_env_step(struct lanterne_env *env, uint32_t action)
{
    const struct lan_rules *rules = env_rules(env);
    struct lan_list list;
    int from, to;
    game_list(rules, env->game, &list, &from, &to);
    if (action == lanterne_env_actions(env) - 1 && from < to && env->game->asked.optional) {
        game_decline(rules, env->game);
        return 0;
    }
    for (int i = from; i < to; i++) {
        if (lan_action_index(rules->game, list.action[i]) != action)
            continue;
        game_act(rules, env->game, list.action[i]);
        return 0;
    }
    return -1;
}

int64_t lanterne_env_advise(struct lanterne_env *env, const char *name, uint32_t iterations, uint64_t seed)
{
    const struct lan_rules *rules = env_rules(env);
    const struct lan_bot *bot = lan_bot_find(name);
    struct lan_list list;
    struct lan_advice advice;
    int from, to;
    game_list(rules, env->game, &list, &from, &to);
    if (!bot || !bot->plays(rules->game) || from == to)
        return -1;
    if (bot->memory_min && !env->arena && !(env->arena = malloc(BOT_ARENA_BYTES)))
        return -1;
    game_think(rules, env->game, bot, &list, iterations, env->arena, seed, &advice);
    if (env->game->asked.optional && advice.decline)
        return lanterne_env_actions(env) - 1;
    return lan_action_index(rules->game, advice.action);
}

/* ---- Looking ------------------------------------------------------------------------------------------- */

/* Copies a text of `length` bytes and its 0 byte where there is room; returns its size. */
static size_t text_give(const struct lan_text *text, const char *from, char *to, size_t size)
{
    if (text->length < size)
        memcpy(to, from, text->length + 1);
    return text->length + 1;
}

void lanterne_env_observe(const struct lanterne_env *env, int seat, uint8_t *cells)
{
    const struct lan_rules *rules = env_rules(env);
    union lan_view_buf view;
    struct lan_layout layout;
    game_view(rules, env->game, seat, &view);
    lan_layout_init(rules, seat >= 0 && seat < rules->seats ? seat : LAN_WATCHER, &layout);
    lan_layout_fill(&layout, (const struct lan_view *)&view, cells);
}

size_t lanterne_env_view_json(const struct lanterne_env *env, int seat, char *json, size_t size)
{
    union lan_view_buf view;
    char buffer[VIEW_JSON_BYTES];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    game_view(env_rules(env), env->game, seat, &view);
    lan_view_json(env_rules(env), (const struct lan_view *)&view, &text);
    lan_assert(!text.cut);
    return text_give(&text, buffer, json, size);
}

size_t lanterne_env_view_bytes(const struct lanterne_env *env, int seat, uint8_t *bytes, size_t size)
{
    union lan_view_buf view;
    size_t length = env_rules(env)->game->view_size;
    game_view(env_rules(env), env->game, seat, &view);
    if (length <= size)
        memcpy(bytes, &view, length);
    return length;
}

static bool env_result(const struct lanterne_env *env, int seat, struct lan_result *result)
{
    env_rules(env)->game->result(env_rules(env), game_look(env->game), result);
    return result->over && seat >= 0 && seat < env_rules(env)->seats;
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
    const struct lan_game *game = env_rules(env)->game;
    char buffer[LAN_NOTATION_MAX];
    struct lan_text out = lan_text_init(buffer, sizeof buffer);
    if (action >= lanterne_env_actions(env) - 1)
        lan_text_add(&out, "decline");
    else
        lan_action_write(game, lan_action_at(game, action), &out);
    return text_give(&out, buffer, text, size);
}

size_t lanterne_layout_json(const char *game, int players, const char *options, char *json, size_t size,
                            char *problem, size_t problem_size)
{
    struct setup *setup = calloc(1, sizeof *setup);
    char *buffer = malloc(LAYOUT_JSON_BYTES);
    size_t length = 0;
    if (!setup || !buffer) {
        problem_say("There is not enough memory.", problem, problem_size);
    } else if (setup_make(setup, game, players, options, problem, problem_size)) {
        struct lan_text text = lan_text_init(buffer, LAYOUT_JSON_BYTES);
        lan_layout_json(&setup->rules.base, &text);
        lan_assert(!text.cut);
        length = text_give(&text, buffer, json, size);
        setup_free(setup);
    }
    free(setup);
    free(buffer);
    return length;
}
