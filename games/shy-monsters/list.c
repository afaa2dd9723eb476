/* list.c - the actions of a seat: the list, and a random one. */
#include "bits.h"
#include "state.h"

/* ---- Sets ---------------------------------------------------------------------------------------------- */

static void cells_add(struct shy_cells *cells, int cell)
{
    cells->word[cell / 64] |= (uint64_t)1 << (cell % 64);
}

/* Adds to `into` every cell of a set moved by `by` cells, which is less than 64. */
static void cells_add_after(struct shy_cells *into, const struct shy_cells *cells, int by)
{
    const uint64_t *from = cells->word;
    into->word[0] |= from[0] << by;
    into->word[1] |= from[1] << by | from[0] >> (64 - by);
    into->word[2] |= from[2] << by | from[1] >> (64 - by);
}

static void cells_add_before(struct shy_cells *into, const struct shy_cells *cells, int by)
{
    const uint64_t *from = cells->word;
    into->word[0] |= from[0] >> by | from[1] << (64 - by);
    into->word[1] |= from[1] >> by | from[2] << (64 - by);
    into->word[2] |= from[2] >> by;
}

static uint32_t cells_count(const struct shy_cells *cells)
{
    return (uint32_t)(__builtin_popcountll(cells->word[0]) + __builtin_popcountll(cells->word[1]) +
                      __builtin_popcountll(cells->word[2]));
}

/* The n-th cell of the set, ascending. */
static int cells_at(const struct shy_cells *cells, uint32_t n)
{
    int word = 0;
    uint64_t rest = cells->word[0];
    for (uint32_t here; n >= (here = (uint32_t)__builtin_popcountll(rest)); n -= here)
        rest = cells->word[++word];
    return word * 64 + lan_bit_at64(rest, n);
}

static int tile_at(unsigned tiles, uint32_t n)
{
    return lan_bit_at8(tiles, n);
}

static uint32_t tiles_count(unsigned tiles)
{
    return (uint32_t)__builtin_popcount(tiles);
}

/* ---- The Master ---------------------------------------------------------------------------------------- */

/*
 * The empty cells that share an edge with a tile. Called only for unfinished floors, so no step leaves the
 * grid.
 */
void shy_frontier(const uint8_t *cell, int count, struct shy_cells *frontier)
{
    struct shy_cells tiles = {{0}}, beside = {{0}};
    *frontier = beside;
    if (count == SHY_TILES_MAX)
        return;
    for (int i = 0; i < count; i++)
        cells_add(&tiles, cell[i]);
    cells_add_after(&beside, &tiles, 1);
    cells_add_after(&beside, &tiles, SHY_WIDTH);
    cells_add_before(&beside, &tiles, 1);
    cells_add_before(&beside, &tiles, SHY_WIDTH);
    for (int i = 0; i < 3; i++)
        frontier->word[i] = beside.word[i] & ~tiles.word[i];
}

/* The kinds of tiles left in the Master's hand, as a set. */
static unsigned hand_kinds(const struct shy_state *state)
{
    const uint8_t *kind = state->kind[shy_floor_at(&state->pub)];
    unsigned laid = 0;
    int corridors = 0;
    for (int i = 0; i < state->laid; i++) {
        laid |= 1u << kind[i];
        corridors += kind[i] == SHY_CORRIDOR;
    }
    unsigned all = 1u << SHY_EXIT | (unsigned)state->pair[shy_floor_at(&state->pub)] << SHY_MONSTER;
    return (all & ~laid) | (corridors < SHY_CORRIDORS ? 1u << SHY_CORRIDOR : 0);
}

bool shy_hand_has(const struct shy_state *state, int kind)
{
    return hand_kinds(state) >> kind & 1;
}

static void list_lays(const struct shy_state *state, struct lan_list *list)
{
    struct shy_cells frontier;
    if (state->laid == SHY_TILES_MAX) {
        lan_list_add(list, LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0));
        return;
    }
    shy_frontier(state->cell, state->laid, &frontier);
    for (unsigned kinds = hand_kinds(state); kinds; kinds &= kinds - 1) {
        for (int word = 0; word < (int)(sizeof frontier.word / sizeof *frontier.word); word++) {
            for (uint64_t rest = frontier.word[word]; rest; rest &= rest - 1)
                lan_list_add(list, LAN_ACTION(SHY_ACTION_LAY, __builtin_ctz(kinds),
                                              word * 64 + __builtin_ctzll(rest), 0));
        }
    }
}

static lan_action pick_lay(const struct shy_state *state, struct lan_rng *rng)
{
    struct shy_cells frontier;
    if (state->laid == SHY_TILES_MAX)
        return LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0);
    shy_frontier(state->cell, state->laid, &frontier);
    unsigned kinds = hand_kinds(state);
    uint32_t cells = cells_count(&frontier), at = lan_rng_below(rng, cells * tiles_count(kinds));
    return LAN_ACTION(SHY_ACTION_LAY, lan_bit_at16(kinds, at / cells), cells_at(&frontier, at % cells), 0);
}

/* ---- The Hero ------------------------------------------------------------------------------------------ */

int shy_exit_known(const struct shy_state *state)
{
    const uint8_t *kind = state->kind[shy_floor_at(&state->pub)];
    for (unsigned rest = state->pub.hunt.up; rest; rest &= rest - 1) {
        if (kind[__builtin_ctz(rest)] == SHY_EXIT)
            return __builtin_ctz(rest);
    }
    return -1;
}

bool shy_doomed(const struct shy_rules *rules, const struct shy_state *state)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    if (hunt->skills & SHY_ATTACK)
        return false;
    int exit = shy_exit_known(state);
    unsigned walk = shy_region(hunt), deadly = shy_deadly(hunt);
    if (exit >= 0 && (walk >> exit & 1))
        return false;
    for (unsigned rest = walk; rest; rest &= rest - 1) {
        int from = __builtin_ctz(rest);
        if (hunt->near[from] & ~(unsigned)hunt->up)
            return false;
        unsigned overs = hunt->skills & SHY_JUMP ? shy_jump_overs(rules, hunt, from) : 0;
        for (; overs; overs &= overs - 1) {
            if (shy_jump_landings(rules, hunt, from, __builtin_ctz(overs), exit) & ~deadly)
                return false;
        }
    }
    return true;
}

static unsigned revealable(const struct shy_public *pub)
{
    unsigned tiles = SHY_TILES_ALL & ~(unsigned)pub->hunt.up;
    for (int i = 0; i < pub->named_count; i++)
        tiles &= ~(1u << pub->named[i]);
    return tiles;
}

/*
 * The direction from one cell to another; they must be a tile jumped over and a tile where that jump can
 * land.
 */
static int way_between(int from, int to)
{
    int way = 0;
    while (from + shy_step[way] != to)
        way++;
    return way;
}

static lan_action jump_action(const struct shy_hunt *hunt, int kind, int over, int tile)
{
    return LAN_ACTION(kind, hunt->cell[over], way_between(hunt->cell[over], hunt->cell[tile]), 0);
}

static void list_cells(const struct shy_hunt *hunt, unsigned tiles, int kind, struct lan_list *list)
{
    for (; tiles; tiles &= tiles - 1)
        lan_list_add(list, LAN_ACTION(kind, hunt->cell[__builtin_ctz(tiles)], 0, 0));
}

static void list_jumps(const struct shy_rules *rules, const struct shy_state *state, int kind,
                       struct lan_list *list)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    int exit = shy_exit_known(state);
    for (unsigned overs = shy_jump_overs(rules, hunt, hunt->hero); overs; overs &= overs - 1) {
        int over = __builtin_ctz(overs);
        for (unsigned to = shy_jump_landings(rules, hunt, hunt->hero, over, exit); to; to &= to - 1)
            lan_list_add(list, jump_action(hunt, kind, over, __builtin_ctz(to)));
    }
}

static void list_moves(const struct shy_rules *rules, const struct shy_state *state, struct lan_list *list)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    list_cells(hunt, hunt->near[hunt->hero], SHY_ACTION_STEP, list);
    if (hunt->skills & SHY_ATTACK)
        list_cells(hunt, hunt->near[hunt->hero], SHY_ACTION_ATTACK, list);
    if (hunt->skills & SHY_JUMP)
        list_jumps(rules, state, SHY_ACTION_JUMP, list);
    if (hunt->skills == SHY_SKILLS)
        list_jumps(rules, state, SHY_ACTION_JUMP_ATTACK, list);
    if (shy_doomed(rules, state))
        lan_list_add(list, LAN_ACTION(SHY_ACTION_CONCEDE, 0, 0, 0));
}

/* The jump number `at` of those from where the Hero stands, in the order of list_jumps. */
static lan_action jump_at(const struct shy_rules *rules, const struct shy_state *state, int exit, int kind,
                          uint32_t at)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    for (unsigned overs = shy_jump_overs(rules, hunt, hunt->hero);; overs &= overs - 1) {
        int over = __builtin_ctz(overs);
        unsigned landings = shy_jump_landings(rules, hunt, hunt->hero, over, exit);
        if (at < tiles_count(landings))
            return jump_action(hunt, kind, over, tile_at(landings, at));
        at -= tiles_count(landings);
    }
}

static uint32_t jumps_count(const struct shy_rules *rules, const struct shy_hunt *hunt, int exit)
{
    uint32_t count = 0;
    for (unsigned overs = shy_jump_overs(rules, hunt, hunt->hero); overs; overs &= overs - 1)
        count += tiles_count(shy_jump_landings(rules, hunt, hunt->hero, __builtin_ctz(overs), exit));
    return count;
}

static lan_action pick_move(const struct shy_rules *rules, const struct shy_state *state, struct lan_rng *rng)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    unsigned near = hunt->near[hunt->hero];
    bool attack = hunt->skills & SHY_ATTACK, jump = hunt->skills & SHY_JUMP;
    int exit = rules->peek ? -1 : shy_exit_known(state);
    uint32_t steps = tiles_count(near) << attack, jumps = jump ? jumps_count(rules, hunt, exit) : 0;
    uint32_t at = lan_rng_below(rng, steps + (jumps << attack) + shy_doomed(rules, state));
    if (at < steps) {
        bool strikes = at >= tiles_count(near);
        int tile = tile_at(near, strikes ? at - tiles_count(near) : at);
        return LAN_ACTION(strikes ? SHY_ACTION_ATTACK : SHY_ACTION_STEP, hunt->cell[tile], 0, 0);
    }
    at -= steps;
    if (at < jumps)
        return jump_at(rules, state, exit, SHY_ACTION_JUMP, at);
    if (attack && at < 2 * jumps)
        return jump_at(rules, state, exit, SHY_ACTION_JUMP_ATTACK, at - jumps);
    return LAN_ACTION(SHY_ACTION_CONCEDE, 0, 0, 0);
}

/* ---- All phases ---------------------------------------------------------------------------------------- */

void shy_actions(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                 struct lan_list *list)
{
    (void)seat;
    const struct shy_state *state = shy_state_of(opaque);
    switch ((enum shy_phase)state->pub.phase) {
    case SHY_DRAWING:
        for (unsigned pile = shy_pile(state); pile; pile &= pile - 1)
            lan_list_add_chance(list, LAN_ACTION(SHY_ACTION_DRAW, __builtin_ctz(pile), 0, 0), 1);
        break;
    case SHY_BUILDING: list_lays(state, list); break;
    case SHY_REVEALING: list_cells(&state->pub.hunt, revealable(&state->pub), SHY_ACTION_REVEAL, list); break;
    case SHY_EXPLORING: list_moves(shy_rules_of(base), state, list); break;
    case SHY_OVER:
    case SHY_PHASES: break;
    }
    list->musts = list->count;
}

lan_action shy_pick(const struct lan_rules *base, const struct lan_state *opaque, int seat,
                    struct lan_rng *rng)
{
    (void)seat;
    const struct shy_state *state = shy_state_of(opaque);
    const struct shy_public *pub = &state->pub;
    switch ((enum shy_phase)pub->phase) {
    case SHY_BUILDING: return pick_lay(state, rng);
    case SHY_REVEALING: {
        unsigned tiles = revealable(pub);
        int tile = tile_at(tiles, lan_rng_below(rng, tiles_count(tiles)));
        return LAN_ACTION(SHY_ACTION_REVEAL, pub->hunt.cell[tile], 0, 0);
    }
    case SHY_EXPLORING: return pick_move(shy_rules_of(base), state, rng);
    case SHY_DRAWING:
    case SHY_OVER:
    case SHY_PHASES: break;
    }
    unsigned pile = shy_pile(state);
    return LAN_ACTION(SHY_ACTION_DRAW, tile_at(pile, lan_rng_below(rng, tiles_count(pile))), 0, 0);
}
