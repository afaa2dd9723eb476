#include "planted.h"

#include <string.h>

enum { KINDS_MAX = 512 };

/* Global, because the functions of a game have no context in which the wrapped game could be passed. */
static const struct lan_game *honest;
static struct lan_game leaking;
static struct lan_event_kind kinds[KINDS_MAX];
static union lan_state_buf truth;
static bool occurred;

static bool hidden_bit(const struct lan_state *state)
{
    const uint8_t *byte = (const uint8_t *)state;
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < honest->state_size; i++)
        hash = (hash ^ byte[i]) * 16777619u;
    return __builtin_popcount(hash) & 1;
}

/* One byte longer than the honest view. */
static void leaking_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                            struct lan_view *view)
{
    honest->observe(rules, state, viewer, view);
    ((uint8_t *)view)[honest->view_size] = hidden_bit(state);
    occurred = true;
}

static void leaking_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                            struct lan_list *list)
{
    honest->actions(rules, state, seat, list);
    if (seat == LAN_CHANCE || !hidden_bit(state))
        return;
    occurred |= list->musts > 1;
    for (int i = 0, j = list->musts - 1; i < j; i++, j--) {
        lan_action action = list->action[i];
        list->action[i] = list->action[j];
        list->action[j] = action;
    }
}

static int leaking_refusal(const struct lan_rules *rules, struct lan_state *state, int seat,
                           lan_action action, struct lan_events *events)
{
    int refusal = honest->apply(rules, state, seat, action, events);
    if (!refusal || refusal == LAN_REFUSED_NONSENSE || !hidden_bit(state))
        return refusal;
    occurred = true;
    return LAN_REFUSED_NONSENSE;
}

/* Reports the last event twice. */
static int leaking_count(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                         struct lan_events *events)
{
    int refusal = honest->apply(rules, state, seat, action, events);
    if (!refusal && events && events->count && events->count < LAN_EVENTS_MAX && hidden_bit(state)) {
        events->event[events->count] = events->event[events->count - 1];
        events->count++;
        occurred = true;
    }
    return refusal;
}

/* Drops one of several seats from those waited for. */
static void leaking_must(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn)
{
    honest->turn(rules, state, turn);
    if (!(turn->must & (turn->must - 1)) || !hidden_bit(state))
        return;
    turn->must &= (uint16_t)(turn->must - 1);
    occurred = true;
}

static void leaking_active(const struct lan_rules *rules, const struct lan_state *state,
                           struct lan_turn *turn)
{
    honest->turn(rules, state, turn);
    if (turn->active == LAN_SEAT_NONE || !hidden_bit(state))
        return;
    turn->active = LAN_SEAT_NONE;
    occurred = true;
}

static void truthful_observe(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                             struct lan_view *view)
{
    memcpy(&truth, state, honest->state_size);
    honest->observe(rules, state, viewer, view);
}

static void truthful_draw(const struct lan_rules *rules, const struct lan_sampler *sampler,
                          struct lan_rng *rng, struct lan_state *state)
{
    (void)rules, (void)sampler, (void)rng;
    memcpy(state, &truth, honest->state_size);
}

/* The first argument that not everybody sees is told to all, and so is its event. */
static void kinds_leak(void)
{
    memcpy(kinds, honest->event_kinds, honest->event_kind_count * sizeof *kinds);
    for (int i = 0; i < honest->event_kind_count; i++) {
        for (int arg = 0; arg < kinds[i].args; arg++) {
            if (kinds[i].told == LAN_TO_ALL && kinds[i].arg[arg].told != LAN_TO_ALL) {
                kinds[i].arg[arg].told = LAN_TO_ALL;
                occurred = true;
                return;
            }
        }
    }
}

const struct lan_game *planted_game(const struct lan_game *game, enum planted_leak leak)
{
    honest = game;
    leaking = *game;
    leaking.pick = NULL;
    occurred = leak == PLANTED_UNDO || leak == PLANTED_SAMPLER;
    switch (leak) {
    case PLANTED_VIEW:
        leaking.observe = leaking_observe;
        leaking.view_size++;
        break;
    case PLANTED_LIST: leaking.actions = leaking_actions; break;
    case PLANTED_REFUSAL: leaking.apply = leaking_refusal; break;
    case PLANTED_KINDS:
        lan_assert(game->event_kind_count <= KINDS_MAX);
        kinds_leak();
        leaking.event_kinds = kinds;
        break;
    case PLANTED_UNDO:
        lan_assert(game->event_kind_count <= KINDS_MAX);
        memcpy(kinds, game->event_kinds, game->event_kind_count * sizeof *kinds);
        for (int i = 0; i < game->event_kind_count; i++)
            kinds[i].undo = LAN_UNDO;
        leaking.event_kinds = kinds;
        break;
    case PLANTED_MUST: leaking.turn = leaking_must; break;
    case PLANTED_ACTIVE: leaking.turn = leaking_active; break;
    case PLANTED_COUNT: leaking.apply = leaking_count; break;
    case PLANTED_SAMPLER:
        leaking.observe = truthful_observe;
        leaking.sampler_draw = truthful_draw;
        break;
    case PLANTED_LEAKS: break;
    }
    return &leaking;
}

bool planted_occurred(void)
{
    return occurred;
}

/* Of two draws, one with the hidden bit. */
static void uneven_draw(const struct lan_rules *rules, const struct lan_sampler *sampler, struct lan_rng *rng,
                        struct lan_state *state)
{
    honest->sampler_draw(rules, sampler, rng, state);
    if (!hidden_bit(state))
        honest->sampler_draw(rules, sampler, rng, state);
}

const struct lan_game *planted_uneven(const struct lan_game *game)
{
    honest = game;
    leaking = *game;
    leaking.sampler_draw = uneven_draw;
    return &leaking;
}

const char *planted_name(enum planted_leak leak)
{
    static const char *const names[PLANTED_LEAKS] = {
        [PLANTED_VIEW] = "a field of the view",
        [PLANTED_LIST] = "the order of actions",
        [PLANTED_REFUSAL] = "a refusal",
        [PLANTED_KINDS] = "a row of kinds",
        [PLANTED_MUST] = "who is waited for",
        [PLANTED_ACTIVE] = "whose turn it is",
        [PLANTED_COUNT] = "the number of events",
        [PLANTED_UNDO] = "what can be taken back",
        [PLANTED_SAMPLER] = "a sampler that keeps the truth",
    };
    return names[leak];
}
