/*
 * Positions of Shy Monsters. In a scenario:
 *   set gone 1 bat dragon         the pair of an earlier floor, left without seeing a monster
 *   set seen 1 bat dragon         the same, but both were turned up
 *   set floor g8:bat h8:exit ...  the six tiles around the Entrance g7, on which the Hero stands
 *   set up h8 g8                  tiles turned up so far, in this order
 *   set hero g8                   the Hero stands elsewhere
 *   set dead g8                   a monster killed
 *   set spent attack jump         skills used up; both are left without a line
 *   set idle 39                   moves in a row that made no progress
 * `floor` comes before all that speak of its tiles, and `gone` and `seen` before it. Floors given by `gone`
 * and `seen` are straight lines. Tiles not turned up yet are, as far as the option `reveals` asks for them,
 * still to be chosen.
 */
#include "positions.h"

#include <string.h>

#include "shy-monsters/state.h"

static struct shy_state *state_of(struct lan_state *state)
{
    return (struct shy_state *)state;
}

static const char *pair_set(const struct lan_rules *rules, struct shy_state *state, int count,
                            const char *const *word)
{
    for (int i = 0; i < count; i++) {
        int monster = position_value(rules, SHY_TYPE_MONSTER, word[i]);
        if (monster < 0 || !(shy_pile(state) >> monster & 1))
            return "a monster that is still in the pile";
        state->pair[shy_floor_at(&state->pub)] |= (uint8_t)(1u << monster);
    }
    return NULL;
}

/* A floor from the Entrance to the east: the Exit, Corridors, then the pair at the far end. */
static const char *set_past(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word, bool seen)
{
    struct shy_state *state = state_of(opaque);
    int floor = shy_floor_at(&state->pub);
    if (count != 3 || word[0][0] != '1' + state->pub.storey || word[0][1])
        return "the number of the next floor and its pair";
    const char *wrong = pair_set(rules, state, 2, word + 1);
    if (wrong)
        return wrong;
    for (int i = 0; i < SHY_TILES_MAX; i++) {
        state->pub.past[floor].cell[i] = (uint8_t)(SHY_MIDDLE + i);
        state->kind[floor][i] = (uint8_t)(i < 2 ? SHY_ENTRANCE + i : SHY_CORRIDOR);
    }
    for (int i = 0; i < 2; i++)
        state->kind[floor][5 + i] =
            (uint8_t)(SHY_MONSTER + position_value(rules, SHY_TYPE_MONSTER, word[1 + i]));
    state->pub.past[floor].up = seen ? 0x63 : 0x03;
    state->pub.exits[0]++;
    state->pub.storey++;
    return NULL;
}

static const char *set_gone(const struct lan_rules *rules, struct lan_state *state, int count,
                            const char *const *word)
{
    return set_past(rules, state, count, word, false);
}

static const char *set_seen(const struct lan_rules *rules, struct lan_state *state, int count,
                            const char *const *word)
{
    return set_past(rules, state, count, word, true);
}

/* Draws the monsters among the tiles, then lays all six by the game's own rules, in the order written. */
static const char *set_floor(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    if (count != SHY_TILES_MAX - 1)
        return "six tiles as cell:tile";
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            const char *colon = strchr(word[i], ':');
            int cell, kind = colon ? position_value(rules, SHY_TYPE_TILE, colon + 1) : -1;
            if (kind < 0 ||
                !lan_value_parse(rules->game, SHY_TYPE_CELL, word[i], (size_t)(colon - word[i]), &cell))
                return "tiles as cell:tile";
            lan_action lay = LAN_ACTION(SHY_ACTION_LAY, kind, cell, 0);
            lan_action draw = LAN_ACTION(SHY_ACTION_DRAW, kind - SHY_MONSTER, 0, 0);
            if (!pass && shy_is_monster(kind) && lan_apply(rules, opaque, LAN_CHANCE, draw, NULL))
                return "two different monsters that are still in the pile";
            if (pass && lan_apply(rules, opaque, state_of(opaque)->pub.master, lay, NULL))
                return "tiles that lie edge to edge in the order written";
        }
    }
    if (lan_apply(rules, opaque, state_of(opaque)->pub.master, LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0), NULL))
        return "the Exit, 3 Corridors and 2 monsters";
    return NULL;
}

static int tile_of(const struct lan_rules *rules, const struct shy_state *state, const char *word)
{
    return shy_tile_find(state->pub.hunt.cell, SHY_TILES_MAX, position_value(rules, SHY_TYPE_CELL, word));
}

static const char *set_up(const struct lan_rules *rules, struct lan_state *opaque, int count,
                          const char *const *word)
{
    struct shy_state *state = state_of(opaque);
    struct shy_public *pub = &state->pub;
    for (int i = 0; i < count; i++) {
        int tile = tile_of(rules, state, word[i]);
        if (tile < 0 || (pub->hunt.up >> tile & 1))
            return "tiles of this floor, each once";
        shy_turn_up(shy_rules_of(rules), &pub->hunt, state->kind[shy_floor_at(pub)], tile, SM_H1, NULL);
        pub->reveals = (uint8_t)(pub->reveals - (pub->reveals > 0));
    }
    if (!pub->reveals)
        pub->phase = SHY_EXPLORING;
    return NULL;
}

static const char *set_hero(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    int tile = count == 1 ? tile_of(rules, state_of(opaque), word[0]) : -1;
    if (tile < 0)
        return "a tile of this floor";
    state_of(opaque)->pub.hunt.hero = (uint8_t)tile;
    return NULL;
}

static const char *set_dead(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    int tile = count == 1 ? tile_of(rules, state_of(opaque), word[0]) : -1;
    if (tile < 0)
        return "a tile of this floor";
    state_of(opaque)->pub.hunt.dead = (uint8_t)(1u << tile);
    state_of(opaque)->pub.hunt.skills &= (uint8_t)~SHY_ATTACK;
    return NULL;
}

static const char *set_spent(const struct lan_rules *rules, struct lan_state *opaque, int count,
                             const char *const *word)
{
    (void)rules;
    for (int i = 0; i < count; i++) {
        int skill = strcmp(word[i], "attack") == 0 ? SHY_ATTACK : strcmp(word[i], "jump") == 0 ? SHY_JUMP : 0;
        if (!skill)
            return "attack or jump";
        state_of(opaque)->pub.hunt.skills &= (uint8_t)~skill;
    }
    return NULL;
}

static const char *set_idle(const struct lan_rules *rules, struct lan_state *opaque, int count,
                            const char *const *word)
{
    (void)rules;
    int32_t moves;
    if (count != 1 || !lan_text_parse_int(word[0], strlen(word[0]), &moves) || moves < 0)
        return "a number of moves";
    state_of(opaque)->pub.idle = (uint16_t)moves;
    return NULL;
}

static const struct position_key keys[] = {
    {"gone", "FLOOR MONSTER MONSTER", set_gone},
    {"seen", "FLOOR MONSTER MONSTER", set_seen},
    {"floor", "CELL:TILE...", set_floor},
    {"up", "CELL...", set_up},
    {"hero", "CELL", set_hero},
    {"dead", "CELL", set_dead},
    {"spent", "SKILL...", set_spent},
    {"idle", "MOVES", set_idle},
    {NULL, NULL, NULL},
};

const struct positions shy_positions = {"shy-monsters", keys, NULL};
