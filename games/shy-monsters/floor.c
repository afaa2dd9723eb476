/* floor.c - transitions: a floor begins, is ready, is left; a game and a match end. */
#include <string.h>

#include "state.h"

void shy_floor_begin(struct shy_state *state)
{
    struct shy_public *pub = &state->pub;
    memset(&pub->hunt, 0, sizeof pub->hunt);
    pub->phase = SHY_DRAWING;
    pub->drawn = 0;
    pub->idle = 0;
}

void shy_floor_built(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    struct shy_hunt *hunt = &pub->hunt;
    memcpy(hunt->cell, state->cell, sizeof hunt->cell);
    memset(state->cell, 0, sizeof state->cell);
    state->laid = 0;
    shy_shape_read(rules, hunt->cell, SHY_TILES_MAX, hunt->near, hunt->zone);
    hunt->hero = (uint8_t)shy_tile_find(hunt->cell, SHY_TILES_MAX, SHY_MIDDLE);
    hunt->up = (uint8_t)(1u << hunt->hero);
    hunt->skills = SHY_SKILLS;
    pub->reveals = rules->reveals[pub->storey];
    pub->phase = pub->reveals ? SHY_REVEALING : SHY_EXPLORING;
    if (events) {
        int16_t arg[LAN_ARGS_MAX] = {pub->master, (int16_t)(pub->storey + 1)};
        for (int tile = 0, at = 2; tile < SHY_TILES_MAX; tile++) {
            if (tile != hunt->hero)
                arg[at++] = hunt->cell[tile];
        }
        lan_emit(events, SHY_EVENT_BUILT, SM_B5, LAN_ARGS_MAX, arg);
    }
}

/* ---- Leaving a floor ----------------------------------------------------------------------------------- */

static void floor_archive(struct shy_public *pub)
{
    struct shy_past *past = &pub->past[shy_floor_at(pub)];
    memcpy(past->cell, pub->hunt.cell, sizeof past->cell);
    past->up = pub->hunt.up;
}

/* Emits an event for each tile of a finished floor that was never turned up. */
static void tell_hidden(const struct shy_state *state, int floor, int event, struct lan_events *events)
{
    const struct shy_past *past = &state->pub.past[floor];
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if (!(past->up >> tile & 1))
            LAN_EMIT(events, event, SM_E2, (int16_t)(floor % SHY_STOREYS + 1), past->cell[tile],
                     state->kind[floor][tile]);
    }
}

static void tell_destruction(const struct shy_rules *rules, const struct shy_state *state,
                             struct lan_events *events)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    int floor = shy_floor_at(&state->pub), unseen = 2 - __builtin_popcount(hunt->beasts);
    for (unsigned rest = hunt->beasts; rest; rest &= rest - 1)
        LAN_EMIT(events, SHY_EVENT_ASIDE, SM_D1,
                 (int16_t)(state->kind[floor][__builtin_ctz(rest)] - SHY_MONSTER));
    if (unseen)
        LAN_EMIT(events, SHY_EVENT_UNSEEN, SM_D2, (int16_t)unseen);
    if (rules->watchers_after)
        tell_hidden(state, floor, SHY_EVENT_LEFT_BEHIND, events);
    LAN_EMIT(events, SHY_EVENT_RENEWED, SM_D4, (int16_t)shy_hero_seat(&state->pub));
}

static void tell_match(const struct shy_rules *rules, const struct shy_state *state,
                       struct lan_events *events)
{
    struct lan_result result;
    shy_result(&rules->base, (const struct lan_state *)state, &result);
    if (result.winners == 3)
        LAN_EMIT(events, SHY_EVENT_MATCH_DRAWN, SM_E2, (int16_t)result.score[0]);
    else
        LAN_EMIT(events, SHY_EVENT_MATCH_WON, SM_E2, (int16_t)(result.winners == 2));
}

static void game_end(const struct shy_rules *rules, struct shy_state *state, bool hero_won, int clause,
                     struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    pub->hero_won[pub->game] = hero_won;
    for (int storey = 0; events && storey <= pub->storey; storey++)
        tell_hidden(state, pub->game * SHY_STOREYS + storey, SHY_EVENT_SHOWN, events);
    LAN_EMIT(events, SHY_EVENT_WON, clause, (int16_t)(hero_won ? shy_hero_seat(pub) : pub->master),
             (int16_t)(pub->game + 1));
    if (rules->two_games && pub->game == 0) {
        pub->game = 1;
        pub->storey = 0;
        pub->master ^= 1;
        shy_floor_begin(state);
        LAN_EMIT(events, SHY_EVENT_GAME, SM_E2, 2, pub->master, (int16_t)shy_hero_seat(pub));
        return;
    }
    pub->phase = SHY_OVER;
    if (rules->two_games && events)
        tell_match(rules, state, events);
}

void shy_floor_left(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    LAN_EMIT(events, SHY_EVENT_LEFT, SM_H9, (int16_t)shy_hero_seat(pub), (int16_t)(pub->storey + 1));
    floor_archive(pub);
    pub->exits[pub->game]++;
    if (pub->storey == SHY_STOREYS - 1) {
        game_end(rules, state, true, SM_S3, events);
        return;
    }
    if (events)
        tell_destruction(rules, state, events);
    pub->storey++;
    shy_floor_begin(state);
}

void shy_hero_lost(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events)
{
    floor_archive(&state->pub);
    game_end(rules, state, false, SM_E1, events);
}
