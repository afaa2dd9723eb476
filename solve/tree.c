#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* What a position is, once it is known: a node, or one of these. */
enum { FOUND_NOT = -1, FOUND_ALIVE = -2, FOUND_STUCK = -3 };

/* A growing array. */
struct rows {
    void *at;
    uint32_t count, capacity;
    uint32_t size;
};

struct slot {
    uint64_t key; /* 0 is empty: no position has that key, as its Entrance is face up */
    int32_t found;
};

struct builder {
    const struct shy_rules *rules;
    const struct facts *facts;
    unsigned unseen;
    int entrance;
    struct rows node, action, outcome, key;
    struct slot *slot;
    uint32_t slot_count, slot_used;
    bool failed;
};

/* A position of the Hero's. */
struct place {
    struct shy_hunt hunt;
    uint8_t kind[SHY_TILES_MAX];
    int reveals;
};

/* ---- Memory ------------------------------------------------------------------------------------------------ */

/* Room for `count` more rows, NULL when there is no memory; the builder notes it. */
static void *rows_add(struct builder *b, struct rows *rows, uint32_t count)
{
    if (rows->count + count > rows->capacity) {
        uint32_t capacity = rows->capacity ? rows->capacity * 2 : 1024;
        void *at = realloc(rows->at, (size_t)capacity * rows->size);
        if (!at) {
            b->failed = true;
            return NULL;
        }
        rows->at = at;
        rows->capacity = capacity;
    }
    void *row = (uint8_t *)rows->at + (size_t)rows->count * rows->size;
    rows->count += count;
    return row;
}

static uint32_t slot_at(const struct slot *slot, uint32_t count, uint64_t key)
{
    uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & (count - 1);
    while (slot[at].key && slot[at].key != key)
        at = (at + 1) & (count - 1);
    return at;
}

static void slots_grow(struct builder *b)
{
    uint32_t count = b->slot_count ? b->slot_count * 2 : 4096;
    struct slot *slot = calloc(count, sizeof *slot);
    if (!slot) {
        b->failed = true;
        return;
    }
    for (uint32_t i = 0; i < b->slot_count; i++) {
        if (b->slot[i].key)
            slot[slot_at(slot, count, b->slot[i].key)] = b->slot[i];
    }
    free(b->slot);
    b->slot = slot;
    b->slot_count = count;
}

static int32_t found_get(const struct builder *b, uint64_t key)
{
    const struct slot *slot = &b->slot[slot_at(b->slot, b->slot_count, key)];
    return slot->key ? slot->found : FOUND_NOT;
}

static void found_set(struct builder *b, uint64_t key, int32_t found)
{
    if (b->slot_used * 2 >= b->slot_count)
        slots_grow(b);
    if (b->failed)
        return;
    b->slot[slot_at(b->slot, b->slot_count, key)] = (struct slot){key, found};
    b->slot_used++;
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

static uint64_t place_key(const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX], int reveals)
{
    uint64_t key = 0;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++)
        key = key << 4 | (hunt->up >> tile & 1 ? (unsigned)kind[tile] + 1 : 0);
    key = key << 7 | hunt->dead;
    key = key << 7 | hunt->calm;
    key = key << 3 | (unsigned)__builtin_ctz(shy_region(hunt));
    key = key << 2 | hunt->skills;
    return key << 3 | (unsigned)reveals;
}

static int fact_of(const struct builder *b, const struct place *place)
{
    uint8_t kind[FACT_PLACES];
    for (int i = 0; i < FACT_PLACES; i++) {
        int tile = fact_tile(i, b->entrance);
        kind[i] = place->hunt.up >> tile & 1 ? place->kind[tile] : SHY_UNKNOWN;
    }
    int fact = b->facts->of_code[fact_code(kind)];
    return fact == UINT16_MAX ? -1 : fact;
}

/* The kinds that may still come up, as a set. */
static unsigned kinds_left(const struct builder *b, const struct place *place)
{
    unsigned left = 1u << SHY_EXIT | b->unseen << SHY_MONSTER;
    int corridors = SHY_CORRIDORS, monsters = 2;
    for (unsigned rest = place->hunt.up; rest; rest &= rest - 1) {
        int kind = place->kind[__builtin_ctz(rest)];
        left &= ~(1u << kind);
        corridors -= kind == SHY_CORRIDOR;
        monsters -= shy_is_monster(kind);
    }
    if (monsters == 0)
        left &= (1u << SHY_MONSTER) - 1;
    return left | (corridors > 0 ? 1u << SHY_CORRIDOR : 0);
}

static bool exit_reached(const struct place *place)
{
    for (unsigned rest = shy_region(&place->hunt); rest; rest &= rest - 1) {
        if (place->kind[__builtin_ctz(rest)] == SHY_EXIT)
            return true;
    }
    return false;
}

/* ---- Actions ----------------------------------------------------------------------------------------------------- */

/* The moves of a position: kind, tile, over. */
struct moves {
    int count;
    uint32_t move[TREE_MOVES_MAX];
};

static void move_add(struct moves *moves, enum tree_move kind, int tile, int over)
{
    lan_assert(moves->count < TREE_MOVES_MAX);
    moves->move[moves->count++] = TREE_MOVE(kind, tile, over);
}

/* Jumps from anywhere in the region, each pair of tiles once. Landing within reach pays only by what is jumped over. */
static void moves_jump(const struct builder *b, const struct place *place, unsigned region,
                       struct moves *moves)
{
    const struct shy_hunt *hunt = &place->hunt;
    unsigned deadly = shy_deadly(hunt), landing[SHY_TILES_MAX] = {0};
    int exit = -1;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if ((hunt->up >> tile & 1) && place->kind[tile] == SHY_EXIT)
            exit = tile;
    }
    for (unsigned from = region; from; from &= from - 1) {
        for (unsigned over = shy_jump_overs(b->rules, hunt, __builtin_ctz(from)); over; over &= over - 1)
            landing[__builtin_ctz(over)] |=
                shy_jump_landings(b->rules, hunt, __builtin_ctz(from), __builtin_ctz(over), exit);
    }
    for (int over = 0; over < SHY_TILES_MAX; over++) {
        for (unsigned rest = landing[over]; rest; rest &= rest - 1) {
            int tile = __builtin_ctz(rest);
            bool up = hunt->up >> tile & 1, kills = deadly >> tile & 1;
            if (!kills && !((region >> tile & 1) && (hunt->up >> over & 1)))
                move_add(moves, TREE_JUMP, tile, over);
            if ((hunt->skills & SHY_ATTACK) && (!up || kills))
                move_add(moves, TREE_JUMP_ATTACK, tile, over);
        }
    }
}

/*
 * Everything sensible: walking within the region, attacks where no monster can be and steps into known death are left out,
 * since none can make a Hero's chances better.
 */
static void moves_list(const struct builder *b, const struct place *place, struct moves *moves)
{
    const struct shy_hunt *hunt = &place->hunt;
    unsigned region = shy_region(hunt), border = 0, down = SHY_TILES_ALL & ~(unsigned)hunt->up;
    moves->count = 0;
    if (place->reveals) {
        for (unsigned rest = down; rest; rest &= rest - 1)
            move_add(moves, TREE_REVEAL, __builtin_ctz(rest), 0);
        return;
    }
    for (unsigned rest = region; rest; rest &= rest - 1)
        border |= hunt->near[__builtin_ctz(rest)];
    for (unsigned rest = border & down; rest; rest &= rest - 1)
        move_add(moves, TREE_STEP, __builtin_ctz(rest), 0);
    if (hunt->skills & SHY_ATTACK) {
        for (unsigned rest = border & (down | shy_deadly(hunt)); rest; rest &= rest - 1)
            move_add(moves, TREE_ATTACK, __builtin_ctz(rest), 0);
    }
    if (hunt->skills & SHY_JUMP)
        moves_jump(b, place, region, moves);
}

/* ---- Building ------------------------------------------------------------------------------------------------------ */

/* Outcomes of one action, gathered before they are stored. */
struct gathered {
    int count;
    int32_t outcome[64];
};

static int32_t place_find(struct builder *b, const struct place *place);

/* Notes where a position leads; `found` is its node or what it is instead. */
static void gather(struct builder *b, struct gathered *gathered, const struct place *place, bool dead)
{
    int fact = fact_of(b, place);
    if (fact < 0)
        return; /* no pair of monsters can show this */
    int32_t found = dead ? FOUND_STUCK : place_find(b, place);
    if (found == FOUND_ALIVE || b->failed)
        return;
    lan_assert(gathered->count < (int)(sizeof gathered->outcome / sizeof *gathered->outcome));
    gathered->outcome[gathered->count++] = found == FOUND_STUCK ? ~fact : found;
}

/* Carries a move out with all hidden kinds that it needs filled in `place`. */
static enum shy_outcome carry_out(const struct builder *b, struct place *place, uint32_t move)
{
    enum tree_move kind = (enum tree_move)(move >> 16);
    int tile = move >> 8 & 0xff, over = move & 0xff;
    if (kind == TREE_REVEAL) {
        shy_turn_up(b->rules, &place->hunt, place->kind, tile, SM_H1, NULL);
        place->reveals--;
        return SHY_GOES_ON;
    }
    bool jump = kind == TREE_JUMP || kind == TREE_JUMP_ATTACK,
         attack = kind == TREE_ATTACK || kind == TREE_JUMP_ATTACK;
    return shy_enter(b->rules, &place->hunt, place->kind, tile, jump ? over : -1, attack, NULL);
}

/* The move once what lies on the tile entered is settled: what lies on the tile jumped over may still be open. */
static void gather_over(struct builder *b, struct gathered *gathered, const struct place *before,
                        uint32_t move)
{
    int over = move & 0xff;
    struct place after = *before;
    bool jump = move >> 16 >= TREE_JUMP, hidden = jump && !(before->hunt.up >> over & 1);
    after.kind[over] = hidden ? SHY_CORRIDOR : after.kind[over];
    enum shy_outcome outcome = carry_out(b, &after, move);
    if (outcome == SHY_LEAVES)
        return;
    if (outcome == SHY_DIES || !hidden) {
        gather(b, gathered, &after, outcome == SHY_DIES);
        return;
    }
    struct place landed = *before;
    landed.hunt.up |= (uint8_t)(1u << (move >> 8 & 0xff));
    for (unsigned kinds = kinds_left(b, &landed); kinds; kinds &= kinds - 1) {
        after = *before;
        after.kind[over] = (uint8_t)__builtin_ctz(kinds);
        carry_out(b, &after, move);
        gather(b, gathered, &after, false);
    }
}

static void gather_move(struct builder *b, struct gathered *gathered, const struct place *before,
                        uint32_t move)
{
    int tile = move >> 8 & 0xff;
    gathered->count = 0;
    if (before->hunt.up >> tile & 1) {
        gather_over(b, gathered, before, move);
        return;
    }
    for (unsigned kinds = kinds_left(b, before); kinds; kinds &= kinds - 1) {
        struct place settled = *before;
        settled.kind[tile] = (uint8_t)__builtin_ctz(kinds);
        gather_over(b, gathered, &settled, move);
    }
}

/* FOUND_STUCK when there is no memory, which the builder then knows. */
static int32_t node_store(struct builder *b, const struct moves *moves, const struct gathered *gathered,
                          uint64_t key)
{
    uint32_t *node = rows_add(b, &b->node, 1);
    uint64_t *kept = rows_add(b, &b->key, 1);
    struct tree_action *action = rows_add(b, &b->action, (uint32_t)moves->count);
    if (!node || !kept || !action)
        return FOUND_STUCK;
    *node = b->action.count - (uint32_t)moves->count;
    *kept = key;
    for (int i = 0; i < moves->count; i++) {
        uint32_t count = (uint32_t)gathered[i].count;
        int32_t *row = rows_add(b, &b->outcome, count);
        if (!row)
            return FOUND_STUCK;
        memcpy(row, gathered[i].outcome, count * sizeof *row);
        action[i] = (struct tree_action){b->outcome.count - count, moves->move[i]};
    }
    return (int32_t)b->node.count - 1;
}

/* Gathers all actions of a position and stores them as a node. Alive when one of them cannot kill. */
static int32_t node_make(struct builder *b, const struct place *place, uint64_t key)
{
    struct moves moves;
    struct gathered *gathered = malloc(sizeof *gathered * TREE_MOVES_MAX);
    int32_t found = FOUND_STUCK;
    if (!gathered) {
        b->failed = true;
        return FOUND_STUCK;
    }
    moves_list(b, place, &moves);
    for (int i = 0; i < moves.count && found != FOUND_ALIVE && !b->failed; i++) {
        gather_move(b, &gathered[i], place, moves.move[i]);
        if (!gathered[i].count)
            found = FOUND_ALIVE;
    }
    if (found == FOUND_STUCK && moves.count && !b->failed)
        found = node_store(b, &moves, gathered, key);
    free(gathered);
    return found;
}

/* Positions lead only to such with more turned up or less left to use, so this ends, a dozen deep. */
static int32_t place_find(struct builder *b, const struct place *place) /* NOLINT(misc-no-recursion) */
{
    if (exit_reached(place))
        return FOUND_ALIVE;
    uint64_t key = place_key(&place->hunt, place->kind, place->reveals);
    int32_t found = found_get(b, key);
    if (found != FOUND_NOT)
        return found;
    found = node_make(b, place, key);
    found_set(b, key, found);
    return found;
}

/* Hands the arrays over; node and action get the end of the last row as one more. */
static bool tree_keep(struct builder *b, struct tree *tree)
{
    uint32_t *node = rows_add(b, &b->node, 1);
    struct tree_action *action = rows_add(b, &b->action, 1);
    if (!node || !action)
        return false;
    tree->nodes = b->node.count - 1;
    tree->actions = b->action.count - 1;
    tree->outcomes = b->outcome.count;
    *node = tree->actions;
    *action = (struct tree_action){tree->outcomes, 0};
    tree->node = b->node.at;
    tree->action = b->action.at;
    tree->outcome = b->outcome.at;
    tree->key = b->key.at;
    return true;
}

static void builder_init(struct builder *b, const struct shy_rules *rules, const struct facts *facts,
                         unsigned unseen, const uint8_t cell[SHY_TILES_MAX])
{
    *b = (struct builder){.rules = rules, .facts = facts, .unseen = unseen};
    b->node.size = sizeof(uint32_t);
    b->key.size = sizeof(uint64_t);
    b->action.size = sizeof(struct tree_action);
    b->outcome.size = sizeof(int32_t);
    b->entrance = shy_tile_find(cell, SHY_TILES_MAX, SHY_MIDDLE);
    slots_grow(b);
}

static void rows_free(struct builder *b)
{
    free(b->node.at);
    free(b->action.at);
    free(b->outcome.at);
    free(b->key.at);
}

bool tree_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 int reveals, unsigned unseen, struct tree *tree)
{
    struct builder b;
    struct place start = {.reveals = reveals};
    struct shy_hunt *hunt = &start.hunt;
    builder_init(&b, rules, facts, unseen, cell);
    memcpy(hunt->cell, cell, SHY_TILES_MAX);
    shy_shape_read(rules, cell, SHY_TILES_MAX, hunt->near, hunt->zone);
    hunt->hero = (uint8_t)b.entrance;
    hunt->up = (uint8_t)(1u << b.entrance);
    hunt->skills = SHY_SKILLS;
    int32_t found = b.failed ? FOUND_STUCK : place_find(&b, &start);
    bool kept = !b.failed && tree_keep(&b, tree);
    free(b.slot);
    if (!kept) {
        rows_free(&b);
        return false;
    }
    memcpy(tree->cell, cell, SHY_TILES_MAX);
    lan_assert(found != FOUND_STUCK); /* the Entrance has a neighbour, face down */
    tree->root = found == FOUND_ALIVE ? TREE_ALIVE : found;
    return true;
}

void tree_destroy(struct tree *tree)
{
    free(tree->node);
    free(tree->action);
    free(tree->outcome);
    free(tree->key);
    *tree = (struct tree){0};
}

int32_t tree_find(const struct tree *tree, const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
                  int reveals)
{
    uint64_t key = place_key(hunt, kind, reveals);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        if (tree->key[node] == key)
            return (int32_t)node;
    }
    return -1;
}

int64_t tree_safe_move(const struct shy_rules *rules, const struct facts *facts, unsigned unseen,
                       const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX], int reveals)
{
    struct builder b;
    struct place place = {.hunt = *hunt, .reveals = reveals};
    struct gathered gathered;
    struct moves moves;
    int64_t safe = -1;
    memcpy(place.kind, kind, SHY_TILES_MAX);
    builder_init(&b, rules, facts, unseen, hunt->cell);
    moves_list(&b, &place, &moves);
    for (int i = 0; i < moves.count && safe < 0 && !b.failed; i++) {
        gather_move(&b, &gathered, &place, moves.move[i]);
        if (!gathered.count && !b.failed)
            safe = moves.move[i];
    }
    free(b.slot);
    rows_free(&b);
    return safe;
}
