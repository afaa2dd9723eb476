#include "levels.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_add(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 1099511628211u;
    return hash ^ hash >> 29;
}

static uint8_t *node_at(const struct level *level, int node)
{
    return level->node + (size_t)node * level->node_size;
}

const struct lan_state *level_state(const struct level *level, int node)
{
    return (const struct lan_state *)node_at(level, node);
}

uint64_t level_history(const struct level *level, int node)
{
    uint64_t history;
    memcpy(&history, node_at(level, node) + level->node_size - sizeof history, sizeof history);
    return history;
}

uint64_t level_view(const struct level *level, int node, int viewer)
{
    union lan_view_buf view;
    union lan_state_buf state;
    memcpy(&state, node_at(level, node), level->rules->game->state_size);
    level->rules->game->observe(level->rules, (const struct lan_state *)&state, viewer,
                                (struct lan_view *)&view);
    return hash_add(14695981039346656037u, &view, level->rules->game->view_size);
}

static void level_open(struct level *level, const struct lan_rules *rules, int viewer, int capacity)
{
    *level = (struct level){.rules = rules, .viewer = viewer, .capacity = capacity, .slot_count = 16};
    /* Nodes are read in place, so each begins where a state may. */
    level->node_size = (rules->game->state_size + sizeof(uint64_t) + 15) / 16 * 16;
    while (level->slot_count < 2 * capacity)
        level->slot_count *= 2;
    level->node = calloc((size_t)capacity, level->node_size);
    level->weight = calloc((size_t)capacity, sizeof *level->weight);
    level->slot = malloc((size_t)level->slot_count * sizeof *level->slot);
    memset(level->slot, 0xff, (size_t)level->slot_count * sizeof *level->slot);
}

void level_finish(struct level *level)
{
    free(level->node);
    free(level->weight);
    free(level->slot);
}

/* Adds a node or finds it; false when the level is full. */
static bool level_add(struct level *level, const uint8_t *node, double weight, bool chance)
{
    int at = (int)(hash_add(0, node, level->node_size) & (uint64_t)(level->slot_count - 1));
    while (level->slot[at] >= 0 && memcmp(node_at(level, level->slot[at]), node, level->node_size) != 0)
        at = (at + 1) & (level->slot_count - 1);
    if (level->slot[at] < 0) {
        if (level->count == level->capacity)
            return false;
        level->slot[at] = level->count;
        memcpy(node_at(level, level->count++), node, level->node_size);
    }
    double *sum = &level->weight[level->slot[at]];
    *sum = chance ? *sum + weight : weight > *sum ? weight : *sum;
    return true;
}

void level_init(struct level *level, const struct lan_rules *rules, int viewer, int capacity)
{
    union lan_state_buf state;
    level_open(level, rules, viewer, capacity);
    memset(&state, 0, sizeof state);
    rules->game->setup(rules, (struct lan_state *)&state);
    uint8_t node[LAN_STATE_MAX + 32] = {0};
    memcpy(node, &state, rules->game->state_size);
    level_add(level, node, 1, true);
}

static uint64_t history_add(const struct level *level, uint64_t history, int seat, lan_action action,
                            const struct lan_events *events, const struct lan_state *after)
{
    const struct lan_game *game = level->rules->game;
    struct lan_turn turn;
    if (seat == level->viewer)
        history = hash_add(history, &action, sizeof action);
    for (int i = 0; i < events->count; i++) {
        struct lan_event told;
        if (lan_event_tell(game, &events->event[i], level->viewer, &told))
            history = hash_add(history, &told, sizeof told);
    }
    game->turn(level->rules, after, &turn);
    return hash_add(history, &turn.must, sizeof turn.must);
}

/* Everything one seat, or chance, can do at a node. */
static bool seat_expand(const struct level *level, int from, int seat, struct level *next)
{
    static struct lan_events events;
    struct lan_list list;
    union lan_state_buf state;
    const struct lan_game *game = level->rules->game;
    memcpy(&state, level_state(level, from), game->state_size);
    lan_actions(level->rules, (const struct lan_state *)&state, seat, &list);
    double total = seat == LAN_CHANCE ? (double)lan_list_weight(&list) : 1;
    for (int i = 0; i < list.count; i++) {
        uint8_t node[LAN_STATE_MAX + 32] = {0};
        events.count = 0;
        memcpy(&state, level_state(level, from), game->state_size);
        lan_assert(!lan_apply(level->rules, (struct lan_state *)&state, seat, list.action[i], &events));
        memcpy(node, &state, game->state_size);
        if (level->viewer >= 0) {
            uint64_t history = history_add(level, level_history(level, from), seat, list.action[i], &events,
                                           (const struct lan_state *)&state);
            memcpy(node + level->node_size - sizeof history, &history, sizeof history);
        }
        double odds = seat == LAN_CHANCE ? list.weight[i] / total : 1;
        if (!level_add(next, node, level->weight[from] * odds, seat == LAN_CHANCE))
            return false;
    }
    return true;
}

bool level_next(const struct level *level, struct level *next)
{
    level_open(next, level->rules, level->viewer, level->capacity);
    for (int node = 0; node < level->count; node++) {
        struct lan_turn turn;
        union lan_state_buf state;
        memcpy(&state, level_state(level, node), level->rules->game->state_size);
        level->rules->game->turn(level->rules, (const struct lan_state *)&state, &turn);
        for (unsigned actors = turn.must | turn.may; actors; actors &= actors - 1) {
            if (!seat_expand(level, node, __builtin_ctz(actors), next))
                return false;
        }
    }
    return next->count > 0;
}
