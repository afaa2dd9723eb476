/* view.c - what a seat knows, and how it is written. */
#include <string.h>

#include "state.h"
#include "write.h"

/* ---- Observing ----------------------------------------------------------------------------------------- */

/* Whether a viewer knows the whole floor, or else only the tiles turned up. */
static bool knows_all(const struct shy_rules *rules, const struct shy_public *pub, int viewer, int floor)
{
    bool game_over = pub->phase == SHY_OVER || floor / SHY_STOREYS < pub->game;
    bool left = floor < shy_floor_at(pub);
    return game_over || viewer == pub->master || (viewer == LAN_WATCHER && rules->watchers_after && left);
}

static void observe_floor(const struct shy_state *state, int floor, bool all, struct shy_view *view)
{
    const struct shy_public *pub = &state->pub;
    bool current = floor == shy_floor_at(pub);
    unsigned up = current ? pub->hunt.up : pub->past[floor].up;
    if (all) {
        memcpy(view->kind[floor], state->kind[floor], sizeof view->kind[floor]);
        view->pair[floor] = state->pair[floor];
        return;
    }
    for (int tile = 0; tile < SHY_TILES_MAX && up; tile++) {
        int kind = up >> tile & 1 ? state->kind[floor][tile] : SHY_UNKNOWN;
        view->kind[floor][tile] = (uint8_t)kind;
        if (shy_is_monster(kind))
            view->pair[floor] |= (uint8_t)(1u << (kind - SHY_MONSTER));
    }
}

void shy_observe(const struct lan_rules *base, const struct lan_state *opaque, int viewer,
                 struct lan_view *out)
{
    const struct shy_rules *rules = shy_rules_of(base);
    const struct shy_state *state = shy_state_of(opaque);
    struct shy_view *view = (struct shy_view *)out;
    uint8_t near[SHY_TILES_MAX];
    memset(view, 0, sizeof *view);
    view->pub = state->pub;
    view->viewer = (uint8_t)viewer;
    for (int floor = 0; floor <= shy_floor_at(&state->pub); floor++)
        observe_floor(state, floor, knows_all(rules, &state->pub, viewer, floor), view);
    if (viewer == state->pub.master && state->laid) {
        view->laid = state->laid;
        memcpy(view->cell, state->cell, sizeof view->cell);
        shy_shape_read(rules, state->cell, state->laid, near, view->zone);
    }
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

const char *const shy_phase_ids[SHY_PHASES] = {"drawing", "building", "revealing", "exploring", "over"};

static void write_monsters(struct lan_writer *w, const char *key, const struct lan_game *game, unsigned set)
{
    w->open_array(w, key);
    for (; set; set &= set - 1)
        lan_write_value(w, NULL, game, SHY_TYPE_MONSTER, __builtin_ctz(set));
    w->close(w);
}

static void write_kind(struct lan_writer *w, const struct lan_game *game, int kind)
{
    lan_write_value(w, "tile", game, SHY_TYPE_TILE, kind < SHY_KINDS ? kind : LAN_HIDDEN);
}

/*
 * Writes a tile of the floor being built or crossed: its kind, the patterns that fit there, whether its own
 * does, and the state of a monster face up. A monster face down has no state yet: fear is decided when it is
 * turned up.
 */
static void write_tile(struct lan_writer *w, const struct lan_game *game, const struct shy_hunt *hunt,
                       int tile, int kind)
{
    bool up = hunt->up >> tile & 1, monster = shy_is_monster(kind);
    w->open_object(w, NULL);
    lan_write_value(w, "cell", game, SHY_TYPE_CELL, hunt->cell[tile]);
    write_kind(w, game, kind);
    w->flag(w, "up", up);
    write_monsters(w, "zones", game, hunt->zone[tile]);
    if (monster)
        w->flag(w, "fits", hunt->zone[tile] >> (kind - SHY_MONSTER) & 1);
    else
        w->none(w, "fits");
    if (monster && up)
        w->string(w, "monster",
                  hunt->dead >> tile & 1   ? "dead"
                  : hunt->calm >> tile & 1 ? "inactive"
                                           : "active");
    else
        w->none(w, "monster");
    w->close(w);
}

struct shy_hunt shy_floor_seen(const struct shy_view *view, int *count)
{
    struct shy_hunt hunt = view->pub.hunt;
    *count = hunt.up ? SHY_TILES_MAX : 1;
    if (view->laid) {
        *count = view->laid;
        memcpy(hunt.cell, view->cell, sizeof hunt.cell);
        memcpy(hunt.zone, view->zone, sizeof hunt.zone);
    } else if (!hunt.up) {
        hunt.cell[0] = SHY_MIDDLE;
    }
    if (!hunt.up)
        hunt.up = (uint8_t)(1u << shy_tile_find(hunt.cell, *count, SHY_MIDDLE));
    return hunt;
}

static void write_table(struct lan_writer *w, const struct lan_game *game, const struct shy_view *view)
{
    const struct shy_public *pub = &view->pub;
    int count, floor = shy_floor_at(pub);
    struct shy_hunt hunt = shy_floor_seen(view, &count);
    w->open_array(w, "tiles");
    for (int tile = 0; tile < count; tile++)
        write_tile(w, game, &hunt, tile, count == 1 ? SHY_ENTRANCE : view->kind[floor][tile]);
    w->close(w);
    lan_write_value(w, "at", game, SHY_TYPE_CELL, pub->hunt.up ? pub->hunt.cell[pub->hunt.hero] : SHY_MIDDLE);
    w->open_array(w, "named");
    for (int i = 0; i < pub->named_count; i++)
        lan_write_value(w, NULL, game, SHY_TYPE_CELL, pub->hunt.cell[pub->named[i]]);
    w->close(w);
}

/* A pattern turned clockwise by a number of quarters: directions go on by two for each. */
static struct shy_pattern pattern_turn(struct shy_pattern pattern, int quarters)
{
    unsigned by = 2u * (unsigned)quarters, tile = pattern.tile * 0x101u, empty = pattern.empty * 0x101u;
    return (struct shy_pattern){(uint8_t)(tile >> (SHY_WAYS - by)), (uint8_t)(empty >> (SHY_WAYS - by))};
}

/* Of the four turns of a pattern the one that fails in the fewest cells; of equals the first. */
static struct shy_pattern pattern_nearest(struct shy_pattern pattern, unsigned around)
{
    struct shy_pattern best = pattern;
    int fewest = SHY_WAYS + 1;
    for (int quarters = 0; quarters < 4; quarters++) {
        struct shy_pattern turned = pattern_turn(pattern, quarters);
        int fails = __builtin_popcount((turned.tile & ~around) | (turned.empty & around));
        if (fails < fewest) {
            fewest = fails;
            best = turned;
        }
    }
    return best;
}

/*
 * Writes why a monster that the viewer knows is at home or not (SM-Z1, SM-Z2): what the turn of its pattern
 * that comes nearest says of the cells around it, and whether that holds; and the known monsters that share
 * an edge with it (SM-Z4).
 */
static void write_reason(struct lan_writer *w, const struct shy_rules *rules, const struct shy_hunt *hunt,
                         const uint8_t *kind, int count, int tile)
{
    uint8_t around[SHY_TILES_MAX];
    shy_shape_around(hunt->cell, count, around);
    struct shy_pattern best = pattern_nearest(rules->pattern[kind[tile] - SHY_MONSTER], around[tile]);
    w->open_object(w, NULL);
    lan_write_value(w, "cell", rules->base.game, SHY_TYPE_CELL, hunt->cell[tile]);
    w->open_array(w, "wants");
    for (int way = 0; way < SHY_WAYS; way++) {
        bool wants = best.tile >> way & 1;
        if (!wants && !(best.empty >> way & 1))
            continue;
        w->open_object(w, NULL);
        lan_write_value(w, "way", rules->base.game, SHY_TYPE_WAY, way);
        w->flag(w, "tile", wants);
        w->flag(w, "holds", (around[tile] >> way & 1) == wants);
        w->close(w);
    }
    w->close(w);
    w->open_array(w, "beside");
    for (int other = 0; other < count; other++) {
        int apart = hunt->cell[other] - hunt->cell[tile];
        bool edge = apart == 1 || apart == -1 || apart == SHY_WIDTH || apart == -SHY_WIDTH;
        if (edge && shy_is_monster(kind[other]))
            lan_write_value(w, NULL, rules->base.game, SHY_TYPE_CELL, hunt->cell[other]);
    }
    w->close(w);
    w->close(w);
}

static void write_reasons(struct lan_writer *w, const struct shy_rules *rules, const struct shy_view *view)
{
    int count;
    struct shy_hunt hunt = shy_floor_seen(view, &count);
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    w->open_array(w, "why");
    for (int tile = 0; tile < count && count > 1; tile++) {
        if (shy_is_monster(kind[tile]))
            write_reason(w, rules, &hunt, kind, count, tile);
    }
    w->close(w);
}

/* Writes a finished floor. Of every monster known to the viewer: whether its pattern fits there. */
static void write_past(struct lan_writer *w, const struct shy_rules *rules, const struct shy_view *view,
                       int floor)
{
    const struct shy_past *past = &view->pub.past[floor];
    const struct lan_game *game = rules->base.game;
    uint8_t near[SHY_TILES_MAX], zone[SHY_TILES_MAX];
    shy_shape_read(rules, past->cell, SHY_TILES_MAX, near, zone);
    w->open_object(w, NULL);
    w->number(w, "game", floor / SHY_STOREYS + 1);
    w->number(w, "floor", floor % SHY_STOREYS + 1);
    w->open_array(w, "tiles");
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        w->open_object(w, NULL);
        lan_write_value(w, "cell", game, SHY_TYPE_CELL, past->cell[tile]);
        int kind = view->kind[floor][tile];
        write_kind(w, game, kind);
        w->flag(w, "up", past->up >> tile & 1);
        if (shy_is_monster(kind))
            w->flag(w, "fits", zone[tile] >> (kind - SHY_MONSTER) & 1);
        else
            w->none(w, "fits");
        w->close(w);
    }
    w->close(w);
    w->close(w);
}

/* Tiles that the Master still has to lay. */
static void write_hand(struct lan_writer *w, const struct lan_game *game, const struct shy_view *view)
{
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    uint8_t left[SHY_KINDS] = {[SHY_EXIT] = 1, [SHY_CORRIDOR] = SHY_CORRIDORS};
    for (int monster = 0; monster < SHY_MONSTERS; monster++)
        left[SHY_MONSTER + monster] = view->pair[shy_floor_at(&view->pub)] >> monster & 1;
    for (int i = 0; i < view->laid; i++)
        left[kind[i]]--;
    w->open_array(w, "hand");
    for (int i = SHY_EXIT; i < SHY_KINDS && view->laid; i++) {
        for (; left[i]; left[i]--)
            lan_write_value(w, NULL, game, SHY_TYPE_TILE, i);
    }
    w->close(w);
}

/*
 * Writes the monsters of this game: those of earlier floors that the viewer knows, the number that it does
 * not know, those of this floor, and the others.
 */
static void write_monsters_gone(struct lan_writer *w, const struct lan_game *game,
                                const struct shy_view *view)
{
    const uint8_t *pair = &view->pair[view->pub.game * SHY_STOREYS];
    unsigned gone = 0, here = pair[view->pub.storey];
    int count = 2 * view->pub.storey;
    for (int storey = 0; storey < view->pub.storey; storey++)
        gone |= pair[storey];
    write_monsters(w, "gone", game, gone);
    w->number(w, "gone_unseen", count - __builtin_popcount(gone));
    write_monsters(w, "here", game, here);
    write_monsters(w, "others", game, SHY_PILE_ALL & ~(gone | here));
}

static void write_memo(struct lan_writer *w, const struct shy_rules *rules)
{
    w->open_object(w, "memo");
    for (int monster = 0; monster < SHY_MONSTERS; monster++) {
        char picture[SHY_PICTURE_MAX];
        shy_pattern_write(rules->pattern[monster], picture);
        w->string(w, shy_game.types[SHY_TYPE_MONSTER].words[monster].id, picture);
    }
    w->close(w);
}

void shy_view_write(const struct lan_rules *base, const struct lan_view *opaque, struct lan_writer *w)
{
    const struct shy_rules *rules = shy_rules_of(base);
    const struct shy_view *view = (const struct shy_view *)opaque;
    const struct shy_public *pub = &view->pub;
    w->string(w, "phase", shy_phase_ids[pub->phase]);
    w->number(w, "game", pub->game + 1);
    w->number(w, "floor", pub->storey + 1);
    w->number(w, "floors", SHY_STOREYS);
    lan_write_value(w, "master", base->game, LAN_TYPE_SEAT, pub->master);
    lan_write_value(w, "hero", base->game, LAN_TYPE_SEAT, shy_hero_seat(pub));
    w->flag(w, "attack", !pub->hunt.up || (pub->hunt.skills & SHY_ATTACK));
    w->flag(w, "jump", !pub->hunt.up || (pub->hunt.skills & SHY_JUMP));
    w->number(w, "reveals", pub->reveals);
    w->number(w, "idle", pub->idle);
    w->number(w, "idle_max", rules->idle_max);
    write_table(w, base->game, view);
    write_reasons(w, rules, view);
    write_hand(w, base->game, view);
    write_monsters_gone(w, base->game, view);
    w->open_array(w, "exits");
    for (int game = 0; game <= pub->game; game++)
        w->number(w, NULL, pub->exits[game]);
    w->close(w);
    w->open_array(w, "past");
    for (int floor = 0; floor < SHY_FLOORS; floor++) {
        if (pub->past[floor].up)
            write_past(w, rules, view, floor);
    }
    w->close(w);
    write_memo(w, rules);
}
