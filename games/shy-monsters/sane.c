/* sane.c - every invariant of a state, checked without trusting any byte of it. */
#include <string.h>

#include "state.h"

static bool all_zero(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++) {
        if (at[i])
            return false;
    }
    return true;
}

/* ---- Floors -------------------------------------------------------------------------------------------- */

/* Cells are ascending and connected, and include the Entrance's. */
static bool cells_sane(const uint8_t *cell, int count)
{
    struct shy_rules none = {.reveals = {0}};
    uint8_t near[SHY_TILES_MAX], zone[SHY_TILES_MAX];
    for (int i = 0; i < count; i++) {
        int dx = cell[i] % SHY_WIDTH - SHY_WIDTH / 2, dy = cell[i] / SHY_WIDTH - SHY_WIDTH / 2;
        if (cell[i] >= SHY_CELLS || __builtin_abs(dx) + __builtin_abs(dy) >= count ||
            (i && cell[i] <= cell[i - 1]))
            return false;
    }
    shy_shape_read(&none, cell, count, near, zone);
    unsigned found = 1;
    for (int pass = 0; pass < count; pass++) {
        for (int i = 0; i < count; i++)
            found |= found >> i & 1 ? near[i] : 0;
    }
    return found == (1u << count) - 1 && shy_tile_find(cell, count, SHY_MIDDLE) >= 0;
}

/*
 * The first `count` kinds are tiles that the Master can have with this pair, the Entrance on its cell; the
 * rest are 0.
 */
static bool kinds_sane(const uint8_t *kind, const uint8_t *cell, int count, uint8_t pair)
{
    int left[SHY_KINDS] = {[SHY_ENTRANCE] = 1, [SHY_EXIT] = 1, [SHY_CORRIDOR] = SHY_CORRIDORS};
    for (int monster = 0; monster < SHY_MONSTERS; monster++)
        left[SHY_MONSTER + monster] = pair >> monster & 1;
    for (int i = 0; i < count; i++) {
        if (kind[i] >= SHY_KINDS || (kind[i] == SHY_ENTRANCE) != (cell[i] == SHY_MIDDLE) ||
            --left[kind[i]] < 0)
            return false;
    }
    return all_zero(kind + count, (size_t)(SHY_TILES_MAX - count));
}

static int exit_tile(const uint8_t *kind)
{
    int tile = 0;
    while (kind[tile] != SHY_EXIT)
        tile++;
    return tile;
}

/* A finished floor: the Hero `left` it, or died on it. */
static bool past_sane(const struct shy_state *state, int floor, bool left)
{
    const struct shy_past *past = &state->pub.past[floor];
    const uint8_t *kind = state->kind[floor];
    if (!cells_sane(past->cell, SHY_TILES_MAX) ||
        !kinds_sane(kind, past->cell, SHY_TILES_MAX, state->pair[floor]))
        return false;
    if (past->up > SHY_TILES_ALL || !(past->up >> shy_tile_find(past->cell, SHY_TILES_MAX, SHY_MIDDLE) & 1))
        return false;
    return !left || (past->up >> exit_tile(kind) & 1);
}

static bool floor_unused(const struct shy_state *state, int floor)
{
    return all_zero(&state->pub.past[floor], sizeof state->pub.past[floor]) &&
           all_zero(state->kind[floor], SHY_TILES_MAX) && !state->pair[floor];
}

/* ---- Monsters drawn ------------------------------------------------------------------------------------ */

/* The pairs of one game are disjoint, and as many monsters are drawn as the floors so far need. */
static bool pairs_sane(const struct shy_state *state, int game, int floors, int last)
{
    unsigned met = 0;
    for (int storey = 0; storey < floors; storey++) {
        unsigned pair = state->pair[game * SHY_STOREYS + storey];
        if (pair > SHY_PILE_ALL || (pair & met) ||
            __builtin_popcount(pair) != (storey < floors - 1 ? 2 : last))
            return false;
        met |= pair;
    }
    return true;
}

/* A finished game has 1 to 3 floors; the Hero left all of them, except perhaps the last. */
static bool finished_sane(const struct shy_state *state, int game)
{
    const struct shy_public *pub = &state->pub;
    bool won = pub->hero_won[game];
    int floors = won ? SHY_STOREYS : pub->exits[game] + 1;
    if (floors > SHY_STOREYS || won != (pub->exits[game] == SHY_STOREYS) ||
        !pairs_sane(state, game, floors, 2))
        return false;
    for (int storey = 0; storey < SHY_STOREYS; storey++) {
        int floor = game * SHY_STOREYS + storey;
        if (storey < floors ? !past_sane(state, floor, storey < pub->exits[game])
                            : !floor_unused(state, floor))
            return false;
    }
    return true;
}

/* The running game: finished floors, the current one, then unused ones. */
static bool running_sane(const struct shy_state *state)
{
    const struct shy_public *pub = &state->pub;
    int first = pub->game * SHY_STOREYS;
    if (pub->exits[pub->game] != pub->storey || pub->hero_won[pub->game] ||
        !pairs_sane(state, pub->game, pub->storey + 1, pub->drawn))
        return false;
    for (int storey = 0; storey < pub->storey; storey++) {
        if (!past_sane(state, first + storey, true))
            return false;
    }
    for (int floor = first + pub->storey + 1; floor < SHY_FLOORS; floor++) {
        if (!floor_unused(state, floor))
            return false;
    }
    return all_zero(&pub->past[shy_floor_at(pub)], sizeof *pub->past);
}

/* ---- The floor being crossed --------------------------------------------------------------------------- */

static unsigned monsters_of(const uint8_t *kind)
{
    unsigned set = 0;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++)
        set |= (unsigned)shy_is_monster(kind[tile]) << tile;
    return set;
}

/* Monsters out of their zone are calm; one in its zone is calm only beside another monster face up. */
static bool calm_sane(const struct shy_hunt *hunt, const uint8_t *kind)
{
    for (unsigned rest = hunt->beasts; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest);
        bool home = hunt->zone[tile] >> (kind[tile] - SHY_MONSTER) & 1, calm = hunt->calm >> tile & 1;
        if (calm == home && !(calm && (hunt->near[tile] & hunt->beasts)))
            return false;
    }
    return !(hunt->calm & ~hunt->beasts);
}

static bool hunt_sane(const struct shy_rules *rules, const struct shy_state *state)
{
    const struct shy_hunt *hunt = &state->pub.hunt;
    const uint8_t *kind = state->kind[shy_floor_at(&state->pub)];
    uint8_t near[SHY_TILES_MAX], zone[SHY_TILES_MAX];
    if (!cells_sane(hunt->cell, SHY_TILES_MAX) ||
        !kinds_sane(kind, hunt->cell, SHY_TILES_MAX, state->pair[shy_floor_at(&state->pub)]))
        return false;
    shy_shape_read(rules, hunt->cell, SHY_TILES_MAX, near, zone);
    if (memcmp(near, hunt->near, sizeof near) != 0 || memcmp(zone, hunt->zone, sizeof zone) != 0)
        return false;
    if (hunt->up > SHY_TILES_ALL || hunt->hero >= SHY_TILES_MAX || hunt->skills > SHY_SKILLS)
        return false;
    if (!(hunt->up >> hunt->hero & 1) ||
        !(hunt->up >> shy_tile_find(hunt->cell, SHY_TILES_MAX, SHY_MIDDLE) & 1))
        return false;
    if (hunt->beasts != (hunt->up & monsters_of(kind)) || (hunt->dead & ~hunt->beasts))
        return false;
    if (hunt->dead && ((hunt->skills & SHY_ATTACK) || __builtin_popcount(hunt->dead) > 1))
        return false;
    return calm_sane(hunt, kind);
}

static bool named_sane(const struct shy_rules *rules, const struct shy_public *pub)
{
    unsigned met = pub->hunt.up;
    if (pub->named_count > (rules->together ? SHY_TILES_MAX - 1 : 0))
        return false;
    for (int i = 0; i < pub->named_count; i++) {
        if (pub->named[i] >= SHY_TILES_MAX || (met >> pub->named[i] & 1))
            return false;
        met |= 1u << pub->named[i];
    }
    return all_zero(pub->named + pub->named_count, sizeof pub->named - pub->named_count);
}

/* The Hero's place and the tiles still to be turned up fit the phase. */
static bool stage_sane(const struct shy_rules *rules, const struct shy_state *state)
{
    const struct shy_public *pub = &state->pub;
    const struct shy_hunt *hunt = &pub->hunt;
    const uint8_t *kind = state->kind[shy_floor_at(pub)];
    int turned = __builtin_popcount(hunt->up) - 1, reveals = rules->reveals[pub->storey];
    if (pub->phase == SHY_REVEALING)
        return pub->reveals && pub->reveals + pub->named_count + turned == reveals &&
               (!rules->together || !turned) && kind[hunt->hero] == SHY_ENTRANCE &&
               hunt->skills == SHY_SKILLS && !pub->idle;
    if (pub->reveals || pub->named_count || turned < reveals)
        return false;
    if (pub->phase == SHY_EXPLORING)
        return pub->idle < rules->idle_max && kind[hunt->hero] != SHY_EXIT &&
               !(shy_deadly(hunt) >> hunt->hero & 1);
    const struct shy_past *past = &pub->past[shy_floor_at(pub)];
    return pub->idle <= rules->idle_max && past->up == hunt->up &&
           memcmp(past->cell, hunt->cell, sizeof past->cell) == 0 &&
           (kind[hunt->hero] == SHY_EXIT) == pub->hero_won[pub->game];
}

/* Before the floor is confirmed, only the tiles laid so far are set. */
static bool building_sane(const struct shy_state *state)
{
    const struct shy_public *pub = &state->pub;
    int floor = shy_floor_at(pub);
    if (!all_zero(&pub->hunt, sizeof pub->hunt) || pub->idle || pub->reveals || pub->named_count ||
        !all_zero(pub->named, sizeof pub->named))
        return false;
    if (pub->phase == SHY_DRAWING)
        return !state->laid && all_zero(state->kind[floor], SHY_TILES_MAX);
    return state->laid >= 1 && state->laid <= SHY_TILES_MAX && cells_sane(state->cell, state->laid) &&
           kinds_sane(state->kind[floor], state->cell, state->laid, state->pair[floor]);
}

const char *shy_sane(const struct lan_rules *base, const struct lan_state *opaque)
{
    const struct shy_rules *rules = shy_rules_of(base);
    const struct shy_state *state = shy_state_of(opaque);
    const struct shy_public *pub = &state->pub;
    if (pub->phase >= SHY_PHASES || pub->game > rules->two_games || pub->storey >= SHY_STOREYS ||
        pub->master != pub->game)
        return "phase, game and floor";
    if (pub->phase == SHY_DRAWING ? pub->drawn > 1 : pub->drawn != 2)
        return "monsters drawn";
    if (pub->hero_won[0] > 1 || pub->hero_won[1] > 1 || (!pub->game && (pub->exits[1] || pub->hero_won[1])))
        return "games won";
    if (pub->game && !finished_sane(state, 0))
        return "the first game";
    bool over = pub->phase == SHY_OVER;
    if (over &&
        (pub->game != rules->two_games || pub->storey != pub->exits[pub->game] - pub->hero_won[pub->game]))
        return "the end";
    if (over ? !finished_sane(state, pub->game) : !running_sane(state))
        return "floors and monsters";
    if (over && !pub->game && !(floor_unused(state, 3) && floor_unused(state, 4) && floor_unused(state, 5)))
        return "a second game";
    if (state->laid > SHY_TILES_MAX ||
        !all_zero(state->cell + state->laid, (size_t)SHY_TILES_MAX - state->laid))
        return "tiles laid";
    if (pub->phase == SHY_DRAWING || pub->phase == SHY_BUILDING)
        return building_sane(state) ? NULL : "a floor in the making";
    if (state->laid || !hunt_sane(rules, state))
        return "the floor";
    return named_sane(rules, pub) && stage_sane(rules, state) ? NULL : "the Hero's phase";
}
