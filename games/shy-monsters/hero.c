/* hero.c - the Hero's actions: their refusals and their effects. */
#include "state.h"

static int tile_at(const struct shy_state *state, int cell)
{
    return shy_tile_find(state->pub.hunt.cell, SHY_TILES_MAX, cell);
}

/* ---- Turning tiles up before the first step ------------------------------------------------------------ */

static int reveal_refusal(const struct shy_state *state, int tile)
{
    const struct shy_public *pub = &state->pub;
    if (pub->phase == SHY_EXPLORING)
        return SHY_REFUSED_REVEAL_NO_MORE;
    if (pub->phase != SHY_REVEALING)
        return SHY_REFUSED_NOT_NOW;
    if (tile < 0)
        return SHY_REFUSED_NO_TILE;
    if (pub->hunt.up >> tile & 1)
        return SHY_REFUSED_REVEAL_UP;
    for (int i = 0; i < pub->named_count; i++) {
        if (pub->named[i] == tile)
            return SHY_REFUSED_REVEAL_NAMED;
    }
    return SHY_ACCEPTED;
}

/* Option reveal_choice=together: turns up the named tiles, in the order named. */
static void turn_up_named(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    for (int i = 0; i < pub->named_count; i++) {
        shy_turn_up(rules, &pub->hunt, state->kind[shy_floor_at(pub)], pub->named[i], SM_Z8, events);
        pub->named[i] = 0;
    }
    pub->named_count = 0;
}

int shy_apply_reveal(const struct shy_rules *rules, struct shy_state *state, int cell,
                     struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    int tile = tile_at(state, cell), refusal = reveal_refusal(state, tile);
    if (refusal)
        return refusal;
    pub->reveals--;
    if (rules->together) {
        pub->named[pub->named_count++] = (uint8_t)tile;
        LAN_EMIT(events, SHY_EVENT_NAMED, SM_Z8, (int16_t)shy_hero_seat(pub), (int16_t)cell);
        if (!pub->reveals)
            turn_up_named(rules, state, events);
    } else {
        shy_turn_up(rules, &pub->hunt, state->kind[shy_floor_at(pub)], tile, SM_H1, events);
    }
    if (!pub->reveals)
        pub->phase = SHY_EXPLORING;
    return SHY_ACCEPTED;
}

/* ---- Moving -------------------------------------------------------------------------------------------- */

static int moving_refusal(const struct shy_public *pub)
{
    if (pub->phase == SHY_REVEALING)
        return SHY_REFUSED_REVEAL_FIRST;
    return pub->phase == SHY_EXPLORING ? SHY_ACCEPTED : SHY_REFUSED_NOT_NOW;
}

/* Carries out a move already found possible, and what follows from it. */
static int enter(const struct shy_rules *rules, struct shy_state *state, int tile, int over, bool attack,
                 struct lan_events *events)
{
    struct shy_public *pub = &state->pub;
    struct shy_hunt *hunt = &pub->hunt;
    uint8_t up = hunt->up, skills = hunt->skills, known_deadly = shy_deadly(hunt);
    const uint8_t *kind = state->kind[shy_floor_at(pub)];
    int seat = shy_hero_seat(pub);
    if (over < 0)
        LAN_EMIT(events, SHY_EVENT_STEPPED, SM_H2, (int16_t)seat, hunt->cell[tile]);
    else
        LAN_EMIT(events, SHY_EVENT_JUMPED, SM_H6, (int16_t)seat, hunt->cell[over], hunt->cell[tile]);
    if (attack)
        LAN_EMIT(events, SHY_EVENT_ATTACKED, over < 0 ? SM_H5 : SM_H8, (int16_t)seat, hunt->cell[tile]);
    enum shy_outcome outcome = shy_enter(rules, hunt, kind, tile, over, attack, events);
    pub->idle = hunt->up == up && hunt->skills == skills ? (uint16_t)(pub->idle + 1) : 0;
    if (outcome == SHY_LEAVES) {
        shy_floor_left(rules, state, events);
    } else if (outcome == SHY_DIES) {
        LAN_EMIT(events, SHY_EVENT_DIED, known_deadly >> tile & 1 ? SM_H4 : SM_H3, (int16_t)seat,
                 (int16_t)(kind[tile] - SHY_MONSTER), hunt->cell[tile]);
        shy_hero_lost(rules, state, events);
    } else if (pub->idle == rules->idle_max) {
        LAN_EMIT(events, SHY_EVENT_STALLED, SM_O1, (int16_t)seat, (int16_t)pub->idle);
        shy_hero_lost(rules, state, events);
    }
    return SHY_ACCEPTED;
}

int shy_apply_step(const struct shy_rules *rules, struct shy_state *state, int cell, bool attack,
                   struct lan_events *events)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    int tile = tile_at(state, cell), refusal = moving_refusal(&state->pub);
    if (refusal)
        return refusal;
    if (attack && !(hunt->skills & SHY_ATTACK))
        return SHY_REFUSED_ATTACK_SPENT;
    if (tile < 0)
        return SHY_REFUSED_NO_TILE;
    if (!(hunt->near[hunt->hero] >> tile & 1))
        return SHY_REFUSED_NOT_BESIDE;
    return enter(rules, state, tile, -1, attack, events);
}

/* The refusal of a jump over tile `over` that would land on a tile. */
static int landing_refusal(const struct shy_rules *rules, const struct shy_hunt *hunt, int over, int way)
{
    if (rules->jump != SHY_JUMP_TWO_STEPS) {
        if (hunt->cell[hunt->hero] + shy_step[way] != hunt->cell[over])
            return SHY_REFUSED_JUMP_STRAIGHT;
    } else if (way % 2) {
        return SHY_REFUSED_LANDING_CORNER;
    }
    return rules->peek ? SHY_ACCEPTED : SHY_REFUSED_NO_PEEK;
}

static int jump_refusal(const struct shy_rules *rules, const struct shy_state *state, int over, int way,
                        int tile, bool attack)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    int refusal = moving_refusal(&state->pub);
    if (refusal)
        return refusal;
    if (!(hunt->skills & SHY_JUMP))
        return SHY_REFUSED_JUMP_SPENT;
    if (attack && !(hunt->skills & SHY_ATTACK))
        return SHY_REFUSED_ATTACK_SPENT;
    if (over < 0)
        return SHY_REFUSED_OVER_EMPTY;
    if (!(shy_jump_overs(rules, hunt, hunt->hero) >> over & 1))
        return rules->jump == SHY_JUMP_EIGHT ? SHY_REFUSED_OVER_NOT_AROUND : SHY_REFUSED_OVER_NOT_BESIDE;
    if (tile < 0)
        return SHY_REFUSED_LANDING_EMPTY;
    if (tile == hunt->hero)
        return SHY_REFUSED_LANDING_HERE;
    if (shy_jump_landings(rules, hunt, hunt->hero, over, shy_exit_known(state)) >> tile & 1)
        return SHY_ACCEPTED;
    return landing_refusal(rules, hunt, over, way);
}

int shy_apply_jump(const struct shy_rules *rules, struct shy_state *state, int cell, int way, bool attack,
                   struct lan_events *events)
{
    int over = tile_at(state, cell), tile = tile_at(state, cell + shy_step[way]);
    int refusal = jump_refusal(rules, state, over, way, tile, attack);
    return refusal ? refusal : enter(rules, state, tile, over, attack, events);
}

int shy_apply_concede(const struct shy_rules *rules, struct shy_state *state, struct lan_events *events)
{
    int refusal = moving_refusal(&state->pub);
    if (refusal)
        return refusal;
    if (!shy_doomed(rules, state))
        return SHY_REFUSED_NOT_DOOMED;
    LAN_EMIT(events, SHY_EVENT_CONCEDED, SM_H10, (int16_t)shy_hero_seat(&state->pub));
    shy_hero_lost(rules, state, events);
    return SHY_ACCEPTED;
}
