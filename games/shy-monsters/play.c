/* play.c - set-up, whose turn it is, chance, the Master's phase and the result. */
#include <string.h>

#include "state.h"

static struct shy_state *mutable_state(struct lan_state *state)
{
    return (struct shy_state *)state;
}

void shy_setup(const struct lan_rules *base, struct lan_state *opaque)
{
    (void)base;
    struct shy_state *state = mutable_state(opaque);
    memset(state, 0, sizeof *state);
    shy_floor_begin(state);
}

/* Always inline: a playout uses a part of it only. */
static inline __attribute__((always_inline)) void turn_find(const struct lan_rules *base,
                                                            const struct lan_state *opaque,
                                                            struct lan_turn *turn)
{
    (void)base;
    const struct shy_public *pub = &shy_state_of(opaque)->pub;
    bool chance = pub->phase == SHY_DRAWING, over = pub->phase == SHY_OVER;
    int seat = pub->phase <= SHY_BUILDING ? pub->master : shy_hero_seat(pub);
    *turn = (struct lan_turn){.active = (uint8_t)(over ? LAN_SEAT_NONE : seat)};
    turn->must = (uint16_t)(over ? 0 : 1u << (chance ? LAN_CHANCE : seat));
    if (chance) {
        turn->stream = pub->game;
        turn->index = (uint32_t)(pub->storey * 2 + pub->drawn);
    }
}

void shy_turn(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn)
{
    turn_find(rules, state, turn);
}

static int apply_draw(struct shy_state *state, int monster, struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    int floor = shy_floor_at(pub);
    if (pub->phase != SHY_DRAWING || !(shy_pile(state) >> monster & 1))
        return SHY_REFUSED_NONSENSE;
    state->pair[floor] |= (uint8_t)(1u << monster);
    pub->drawn++;
    LAN_EMIT(events, SHY_EVENT_DREW, pub->storey ? SM_D3 : SM_B1, pub->master, (int16_t)monster);
    if (pub->drawn == 2) {
        pub->phase = SHY_BUILDING;
        state->cell[0] = SHY_MIDDLE;
        state->kind[floor][0] = SHY_ENTRANCE;
        state->laid = 1;
    }
    return SHY_ACCEPTED;
}

/* ---- The Master's phase -------------------------------------------------------------------------------- */

/* With at most six tiles laid none is at the grid's edge: the difference of cells tells a shared edge. */
static bool shares_edge(const struct shy_state *state, int cell)
{
    for (int i = 0; i < state->laid; i++) {
        int apart = cell < state->cell[i] ? state->cell[i] - cell : cell - state->cell[i];
        if (apart == 1 || apart == SHY_WIDTH)
            return true;
    }
    return false;
}

static int lay_refusal(const struct shy_state *state, int kind, int cell)
{
    if (state->pub.phase != SHY_BUILDING)
        return SHY_REFUSED_NOT_NOW;
    if (kind == SHY_ENTRANCE)
        return SHY_REFUSED_ENTRANCE_LIES;
    if (!shy_hand_has(state, kind))
        return SHY_REFUSED_NOT_IN_HAND;
    if (shy_tile_find(state->cell, state->laid, cell) >= 0)
        return SHY_REFUSED_TAKEN;
    return shares_edge(state, cell) ? SHY_ACCEPTED : SHY_REFUSED_NOT_JOINED;
}

static int apply_lay(struct shy_state *state, int seat, int kind, int cell, bool listed,
                     struct lan_events *events)
{
    int refusal = listed ? SHY_ACCEPTED : lay_refusal(state, kind, cell);
    if (refusal)
        return refusal;
    uint8_t *kinds = state->kind[shy_floor_at(&state->pub)];
    int at = state->laid++;
    for (; at > 0 && state->cell[at - 1] > cell; at--) {
        state->cell[at] = state->cell[at - 1];
        kinds[at] = kinds[at - 1];
    }
    state->cell[at] = (uint8_t)cell;
    kinds[at] = (uint8_t)kind;
    LAN_EMIT(events, SHY_EVENT_LAID, SM_B2, (int16_t)seat, (int16_t)kind, (int16_t)cell);
    return SHY_ACCEPTED;
}

static int apply_confirm(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events)
{
    if (state->pub.phase != SHY_BUILDING)
        return SHY_REFUSED_NOT_NOW;
    if (state->laid < SHY_TILES_MAX)
        return SHY_REFUSED_TOO_FEW;
    shy_floor_built(rules, state, events);
    return SHY_ACCEPTED;
}

/* ---- All actions --------------------------------------------------------------------------------------- */

/* `listed`: the action is one of shy_actions, so whether a tile may be laid there is not asked again. */
static inline int act(const struct lan_rules *base, struct lan_state *opaque, int seat, lan_action action,
                      bool listed, struct lan_events *events)
{
    const struct shy_rules *rules = shy_rules_of(base);
    struct shy_state *state = mutable_state(opaque);
    int a = lan_action_arg(action, 0), b = lan_action_arg(action, 1);
    switch ((enum shy_action)lan_action_kind(action)) {
    case SHY_ACTION_DRAW: return apply_draw(state, a, events);
    case SHY_ACTION_LAY: return apply_lay(state, seat, a, b, listed, events);
    case SHY_ACTION_CONFIRM: return apply_confirm(rules, state, events);
    case SHY_ACTION_REVEAL: return shy_apply_reveal(rules, state, a, events);
    case SHY_ACTION_STEP: return shy_apply_step(rules, state, a, false, events);
    case SHY_ACTION_ATTACK: return shy_apply_step(rules, state, a, true, events);
    case SHY_ACTION_JUMP: return shy_apply_jump(rules, state, a, b, false, events);
    case SHY_ACTION_JUMP_ATTACK: return shy_apply_jump(rules, state, a, b, true, events);
    case SHY_ACTION_CONCEDE: return shy_apply_concede(rules, state, events);
    case SHY_ACTIONS: break;
    }
    return SHY_REFUSED_NONSENSE;
}

int shy_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
              struct lan_events *events)
{
    return act(rules, state, seat, action, false, events);
}

void shy_carry_out(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                   struct lan_events *events)
{
    lan_assert(act(rules, state, seat, action, true, events) == SHY_ACCEPTED);
}

uint64_t shy_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                     int may_of_256)
{
    static const struct lan_steps steps = {NULL, turn_find, shy_pick, shy_carry_out};
    return lan_playout_by(&steps, rules, state, rng, may_of_256);
}

/* ---- The result ---------------------------------------------------------------------------------------- */

/* The seat that is Master in game number `game`, whichever game is being played. */
static int master_of(const struct shy_public *pub, int game)
{
    return pub->master ^ (pub->game != game);
}

void shy_standing(const struct shy_rules *rules, const struct shy_public *pub, struct lan_result *result)
{
    int wins[2] = {0, 0}, games = rules->two_games ? SHY_GAMES_MAX : 1;
    *result = (struct lan_result){.over = pub->phase == SHY_OVER, .clause = rules->two_games ? SM_E2 : SM_E1};
    for (int game = 0; game < games; game++) {
        int master = master_of(pub, game);
        bool over = game < pub->game || result->over;
        result->score[1 - master] = pub->exits[game];
        if (over)
            wins[pub->hero_won[game] ? 1 - master : master]++;
    }
    int ahead = wins[0] - wins[1];
    if (ahead == 0)
        ahead = result->score[0] - result->score[1];
    result->winners = ahead > 0 ? 1 : ahead < 0 ? 2 : 3;
}

void shy_result(const struct lan_rules *base, const struct lan_state *opaque, struct lan_result *result)
{
    shy_standing(shy_rules_of(base), &shy_state_of(opaque)->pub, result);
}

int shy_groups(const struct lan_rules *base, const struct lan_state *opaque, int seat,
               struct lan_group group[LAN_GROUPS_MAX])
{
    const struct shy_public *pub = &shy_state_of(opaque)->pub;
    int count = 1;
    group[0] = (struct lan_group){"role", SHY_TYPE_ROLE, (int16_t)(seat != master_of(pub, 0))};
    /* The Exits that the seat itself reached, as the Hero of one of the games. */
    for (int game = 0; game < (shy_rules_of(base)->two_games ? SHY_GAMES_MAX : 1); game++) {
        if (seat != master_of(pub, game))
            group[count++] = (struct lan_group){"exits", LAN_TYPE_NUMBER, pub->exits[game]};
    }
    return count;
}
