/* hunt.c - the Hero on a floor: fear, skills, death and the way out. */
#include "shy.h"

static void monster_judge(const struct shy_rules *rules, struct shy_hunt *hunt, int tile, int monster,
                          struct lan_events *events)
{
    uint8_t bit = (uint8_t)(1u << tile), beside = hunt->near[tile] & hunt->beasts;
    bool at_home = hunt->zone[tile] >> monster & 1;
    if (!at_home || beside)
        hunt->calm |= bit;
    hunt->beasts |= bit;
    if (!beside && at_home)
        LAN_EMIT(events, SHY_EVENT_AWAKE, SM_Z1, (int16_t)monster, hunt->cell[tile]);
    else if (!beside)
        LAN_EMIT(events, SHY_EVENT_OUT_OF_PLACE, SM_Z6, (int16_t)monster, hunt->cell[tile]);
    else
        LAN_EMIT(events, SHY_EVENT_PANICKED, beside & ~hunt->dead ? SM_Z4 : SM_Z5, (int16_t)monster,
                 hunt->cell[tile]);
    if (rules->both_panic)
        hunt->calm |= beside;
}

/*
 * Option both-panic: emits the panic of the monsters in `woken`, dangerous until the new one came up beside
 * them.
 */
static void tell_neighbours_panic(const struct shy_hunt *hunt, uint8_t woken,
                                  const uint8_t kind[SHY_TILES_MAX], struct lan_events *events)
{
    for (unsigned rest = woken & hunt->calm; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest);
        LAN_EMIT(events, SHY_EVENT_PANICKED, SM_Z9, (int16_t)(kind[tile] - SHY_MONSTER), hunt->cell[tile]);
    }
}

void shy_turn_up(const struct shy_rules *rules, struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
                 int tile, int clause, struct lan_events *events)
{
    hunt->up |= (uint8_t)(1u << tile);
    LAN_EMIT(events, SHY_EVENT_TURNED_UP, clause, hunt->cell[tile], kind[tile]);
    if (!shy_is_monster(kind[tile]))
        return;
    uint8_t woken = shy_deadly(hunt);
    monster_judge(rules, hunt, tile, kind[tile] - SHY_MONSTER, events);
    if (events)
        tell_neighbours_panic(hunt, woken, kind, events);
}

uint8_t shy_region(const struct shy_hunt *hunt)
{
    unsigned safe = hunt->up & ~(unsigned)shy_deadly(hunt), found = 1u << hunt->hero, next = found;
    while (next) {
        unsigned beside = hunt->near[__builtin_ctz(next)] & safe & ~found;
        next = (next & (next - 1)) | beside;
        found |= beside;
    }
    return (uint8_t)found;
}

/* ---- Jumps --------------------------------------------------------------------------------------------- */

/* The tile in a straight line behind `over`, seen from `from`, as a set of at most one. */
static uint8_t straight_behind(const struct shy_hunt *hunt, int from, int over)
{
    int tile = shy_tile_find(hunt->cell, SHY_TILES_MAX, 2 * hunt->cell[over] - hunt->cell[from]);
    return (uint8_t)(tile < 0 ? 0 : 1u << tile);
}

uint8_t shy_jump_overs(const struct shy_rules *rules, const struct shy_hunt *hunt, int from)
{
    uint8_t overs = hunt->near[from];
    if (rules->jump != SHY_JUMP_EIGHT)
        return overs;
    for (int way = 1; way < SHY_WAYS; way += 2) {
        int tile = shy_tile_find(hunt->cell, SHY_TILES_MAX, hunt->cell[from] + shy_step[way]);
        if (tile >= 0)
            overs |= (uint8_t)(1u << tile);
    }
    return overs;
}

uint8_t shy_jump_landings(const struct shy_rules *rules, const struct shy_hunt *hunt, int from, int over,
                          int exit)
{
    unsigned landings = hunt->near[over] & ~(1u << from);
    if (rules->jump != SHY_JUMP_TWO_STEPS)
        landings = straight_behind(hunt, from, over);
    if (!rules->peek)
        landings &= ~(unsigned)hunt->up | (exit < 0 ? 0 : 1u << exit);
    return (uint8_t)landings;
}

/* ---- Entering a tile ----------------------------------------------------------------------------------- */

static void strike(struct shy_hunt *hunt, int tile, int kind, struct lan_events *events)
{
    uint8_t bit = (uint8_t)(1u << tile);
    hunt->skills &= (uint8_t)~SHY_ATTACK;
    if (hunt->beasts & ~hunt->dead & bit) {
        hunt->dead |= bit;
        LAN_EMIT(events, SHY_EVENT_KILLED, SM_H13, (int16_t)(kind - SHY_MONSTER), hunt->cell[tile]);
    } else {
        LAN_EMIT(events, SHY_EVENT_MISSED, kind == SHY_EXIT ? SM_H12 : SM_H5, hunt->cell[tile]);
    }
}

enum shy_outcome shy_enter(const struct shy_rules *rules, struct shy_hunt *hunt,
                           const uint8_t kind[SHY_TILES_MAX], int tile, int over, bool attack,
                           struct lan_events *events)
{
    if (!(hunt->up >> tile & 1))
        shy_turn_up(rules, hunt, kind, tile, over < 0 ? SM_H2 : SM_Z7, events);
    hunt->hero = (uint8_t)tile;
    if (over >= 0)
        hunt->skills &= (uint8_t)~SHY_JUMP;
    if (attack)
        strike(hunt, tile, kind[tile], events);
    if (shy_deadly(hunt) >> tile & 1)
        return SHY_DIES;
    if (over >= 0 && !(hunt->up >> over & 1) && (kind[tile] != SHY_EXIT || rules->exit_shows))
        shy_turn_up(rules, hunt, kind, over, kind[tile] == SHY_EXIT ? SM_H12 : SM_H7, events);
    return kind[tile] == SHY_EXIT ? SHY_LEAVES : SHY_GOES_ON;
}
