#include "tree.h"

#include <stdlib.h>
#include <string.h>

/*
 * What a position leads to: a node (0 or more), or one of these: not computed yet, surely alive, surely
 * dead.
 */
enum { NODE_UNKNOWN = -1, NODE_ALIVE = -2, NODE_STUCK = -3 };

/* In the key of a node, above all else: it is surely survived. */
#define KEY_ALIVE ((uint64_t)1 << 63)

/* A growing array. */
struct rows {
    void *at;
    uint32_t count, capacity;
    uint32_t size;
};

/* The result for a position, so that histories that lead to the same position share one node. */
struct memo {
    uint64_t key; /* 0 is empty: no position has that key, as its Entrance is face up */
    int32_t node;
};

struct builder {
    const struct shy_rules *rules;
    const struct facts *facts;
    unsigned unseen;
    int entrance;
    bool leaving, brief; /* tree_create_leaving */
    struct rows node, action, outcome, key;
    struct memo *memo; /* a hash table with open addressing */
    uint32_t memo_count, memo_used;
    bool failed;
};

/* What the Hero knows and where he stands. */
struct position {
    struct shy_hunt hunt;
    uint8_t kind[SHY_TILES_MAX];
    int reveals;
};

/*
 * ---- Memory --------------------------------------------------------------------------------------------
 */

/* Adds `count` rows; NULL when there is no memory, with `failed` set. */
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

static uint32_t memo_at(const struct memo *memo, uint32_t count, uint64_t key)
{
    uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & (count - 1);
    while (memo[at].key && memo[at].key != key)
        at = (at + 1) & (count - 1);
    return at;
}

static void memo_grow(struct builder *b)
{
    uint32_t count = b->memo_count ? b->memo_count * 2 : 4096;
    struct memo *memo = calloc(count, sizeof *memo);
    if (!memo) {
        b->failed = true;
        return;
    }
    for (uint32_t i = 0; i < b->memo_count; i++) {
        if (b->memo[i].key)
            memo[memo_at(memo, count, b->memo[i].key)] = b->memo[i];
    }
    free(b->memo);
    b->memo = memo;
    b->memo_count = count;
}

static int32_t memo_get(const struct builder *b, uint64_t key)
{
    const struct memo *memo = &b->memo[memo_at(b->memo, b->memo_count, key)];
    return memo->key ? memo->node : NODE_UNKNOWN;
}

/* Makes space for one more result; false when there is no memory. */
static bool memo_reserve(struct builder *b)
{
    if (b->memo_used * 2 >= b->memo_count)
        memo_grow(b);
    return !b->failed;
}

static void memo_add(struct builder *b, uint64_t key, int32_t node)
{
    b->memo[memo_at(b->memo, b->memo_count, key)] = (struct memo){key, node};
    b->memo_used++;
}

/*
 * ---- Positions -----------------------------------------------------------------------------------------
 */

/* The tile of the Exit if it is up, else -1. */
static int exit_tile(const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX])
{
    for (unsigned rest = hunt->up; rest; rest &= rest - 1) {
        if (kind[__builtin_ctz(rest)] == SHY_EXIT)
            return __builtin_ctz(rest);
    }
    return -1;
}

/*
 * The tiles among which the Hero can walk without leaving: as shy_region, but the Exit is no way through,
 * since who steps on it has left.
 */
static unsigned region_inside(const struct shy_hunt *hunt, int exit)
{
    struct shy_hunt closed = *hunt;
    if (exit >= 0)
        closed.up &= (uint8_t) ~(1u << exit);
    return shy_region(&closed);
}

static uint64_t position_key(const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX], int reveals,
                             unsigned region)
{
    uint64_t key = 0;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++)
        key = key << 4 | (hunt->up >> tile & 1 ? (unsigned)kind[tile] + 1 : 0);
    key = key << 7 | hunt->dead;
    key = key << 7 | hunt->calm;
    key = key << 3 | (unsigned)__builtin_ctz(region);
    key = key << 2 | hunt->skills;
    return key << 3 | (unsigned)reveals;
}

static int fact_of(const struct builder *b, const struct position *position)
{
    uint8_t kind[FACT_PLACES];
    for (int i = 0; i < FACT_PLACES; i++) {
        int tile = fact_tile(i, b->entrance);
        kind[i] = position->hunt.up >> tile & 1 ? position->kind[tile] : SHY_UNKNOWN;
    }
    int fact = b->facts->of_code[fact_code(kind)];
    return fact == UINT16_MAX ? -1 : fact;
}

/* The kinds that may still come up, as a set. */
static unsigned kinds_left(const struct builder *b, const struct position *position)
{
    unsigned left = 1u << SHY_EXIT | b->unseen << SHY_MONSTER;
    int corridors = SHY_CORRIDORS, monsters = 2;
    for (unsigned rest = position->hunt.up; rest; rest &= rest - 1) {
        int kind = position->kind[__builtin_ctz(rest)];
        left &= ~(1u << kind);
        corridors -= kind == SHY_CORRIDOR;
        monsters -= shy_is_monster(kind);
    }
    if (monsters == 0)
        left &= (1u << SHY_MONSTER) - 1;
    return left | (corridors > 0 ? 1u << SHY_CORRIDOR : 0);
}

/* The tiles among which the Hero can walk: for a tree of leaving without stepping on the Exit. */
static unsigned region_of(const struct builder *b, const struct position *position)
{
    const struct shy_hunt *hunt = &position->hunt;
    return b->leaving ? region_inside(hunt, exit_tile(hunt, position->kind)) : shy_region(hunt);
}

/* Whether the Hero can walk to the Exit. */
static bool exit_reached(const struct position *position)
{
    int exit = exit_tile(&position->hunt, position->kind);
    return exit >= 0 && shy_region(&position->hunt) >> exit & 1;
}

static int monsters_up(const struct position *position)
{
    return __builtin_popcount(position->hunt.beasts);
}

/*
 * ---- Actions -------------------------------------------------------------------------------------------
 */

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

/*
 * Jumps from anywhere in the region, each pair of tiles (over, target) once. A jump to a tile within the
 * region over a tile that is up is left out: it changes nothing.
 */
static void moves_jump(const struct builder *b, const struct position *position, unsigned region,
                       struct moves *moves)
{
    const struct shy_hunt *hunt = &position->hunt;
    unsigned deadly = shy_deadly(hunt), landing[SHY_TILES_MAX] = {0};
    int exit = -1;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if ((hunt->up >> tile & 1) && position->kind[tile] == SHY_EXIT)
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
 * The moves of a position. Walking within the region, attacks where no monster can be and steps into certain
 * death are left out, since none of them can improve the Hero's chances.
 */
static void moves_list(const struct builder *b, const struct position *position, struct moves *moves)
{
    const struct shy_hunt *hunt = &position->hunt;
    unsigned region = region_of(b, position), border = 0, down = SHY_TILES_ALL & ~(unsigned)hunt->up;
    moves->count = 0;
    if (position->reveals) {
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
        moves_jump(b, position, region, moves);
}

/*
 * ---- Building ------------------------------------------------------------------------------------------
 */

/* Outcomes of one action, gathered before they are stored. */
struct gathered {
    int count;
    bool alive; /* in a tree of leaving: whatever is turned up, the Hero can get out */
    int32_t outcome[64];
};

static int32_t position_node(struct builder *b, const struct position *position);

/* Whether a node of a tree of leaving is surely survived. */
static bool node_alive(const struct builder *b, int32_t node)
{
    return ((const uint64_t *)b->key.at)[node] & KEY_ALIVE;
}

/* Adds the outcome that a position is: its node, or death. Positions that are surely survived add none. */
static void gather(struct builder *b, struct gathered *gathered, const struct position *position, bool dead)
{
    int fact = fact_of(b, position);
    if (fact < 0)
        return; /* no hand shows this */
    int32_t node = dead ? NODE_STUCK : position_node(b, position);
    if (b->failed || (node == NODE_ALIVE && !b->leaving))
        return;
    if (b->leaving && node == NODE_STUCK) {
        gathered->alive = false;
        return;
    }
    gathered->alive &= node < 0 || node_alive(b, node);
    lan_assert(gathered->count < (int)(sizeof gathered->outcome / sizeof *gathered->outcome));
    gathered->outcome[gathered->count++] = node < 0 ? ~fact : node;
}

/* In a tree of leaving: adds that the Hero has left, knowing what is up in this position. */
static void gather_exit(struct builder *b, struct gathered *gathered, const struct position *position)
{
    int fact = fact_of(b, position);
    if (b->leaving && fact >= 0)
        gathered->outcome[gathered->count++] = ~fact;
}

/* Plays a move on a position in which all kinds that it turns up are filled in. */
static enum shy_outcome move_play(const struct builder *b, struct position *position, uint32_t move)
{
    enum tree_move kind = (enum tree_move)(move >> 16);
    int tile = move >> 8 & 0xff, over = move & 0xff;
    if (kind == TREE_REVEAL) {
        shy_turn_up(b->rules, &position->hunt, position->kind, tile, SM_H1, NULL);
        position->reveals--;
        return SHY_GOES_ON;
    }
    bool jump = kind == TREE_JUMP || kind == TREE_JUMP_ATTACK,
         attack = kind == TREE_ATTACK || kind == TREE_JUMP_ATTACK;
    return shy_enter(b->rules, &position->hunt, position->kind, tile, jump ? over : -1, attack, NULL);
}

/*
 * Gathers the outcomes of a move whose target tile is known, over all kinds that the tile jumped over may
 * have.
 */
static void gather_over(struct builder *b, struct gathered *gathered, const struct position *before,
                        uint32_t move)
{
    int over = move & 0xff;
    struct position after = *before;
    bool jump = move >> 16 >= TREE_JUMP, hidden = jump && !(before->hunt.up >> over & 1);
    after.kind[over] = hidden ? SHY_CORRIDOR : after.kind[over];
    enum shy_outcome outcome = move_play(b, &after, move);
    if (outcome == SHY_LEAVES && !(hidden && b->rules->exit_shows)) {
        gather_exit(b, gathered, &after);
        return;
    }
    if (outcome == SHY_DIES || !hidden) {
        gather(b, gathered, &after, outcome == SHY_DIES);
        return;
    }
    struct position landed = *before;
    landed.hunt.up |= (uint8_t)(1u << (move >> 8 & 0xff));
    for (unsigned kinds = kinds_left(b, &landed); kinds; kinds &= kinds - 1) {
        after = *before;
        after.kind[over] = (uint8_t)__builtin_ctz(kinds);
        if (move_play(b, &after, move) == SHY_LEAVES)
            gather_exit(b, gathered, &after);
        else
            gather(b, gathered, &after, false);
    }
}

/* Gathers the outcomes of a move, over all kinds that its target tile may have. */
static void gather_move(struct builder *b, struct gathered *gathered, const struct position *before,
                        uint32_t move)
{
    int tile = move >> 8 & 0xff;
    *gathered = (struct gathered){.alive = true};
    if (before->hunt.up >> tile & 1) {
        gather_over(b, gathered, before, move);
        return;
    }
    for (unsigned kinds = kinds_left(b, before); kinds; kinds &= kinds - 1) {
        struct position settled = *before;
        settled.kind[tile] = (uint8_t)__builtin_ctz(kinds);
        gather_over(b, gathered, &settled, move);
    }
}

/* Stores a node with its actions and outcomes. NODE_STUCK when there is no memory, with `failed` set. */
static int32_t node_store(struct builder *b, const struct moves *moves, const struct gathered *gathered,
                          uint64_t key)
{
    uint32_t *node = rows_add(b, &b->node, 1);
    uint64_t *kept = rows_add(b, &b->key, 1);
    struct tree_action *action = rows_add(b, &b->action, (uint32_t)moves->count);
    if (!node || !kept || !action)
        return NODE_STUCK;
    *node = b->action.count - (uint32_t)moves->count;
    *kept = key;
    for (int i = 0; i < moves->count; i++) {
        uint32_t count = (uint32_t)gathered[i].count;
        int32_t *row = rows_add(b, &b->outcome, count);
        if (!row)
            return NODE_STUCK;
        memcpy(row, gathered[i].outcome, count * sizeof *row);
        action[i] = (struct tree_action){b->outcome.count - count, moves->move[i]};
    }
    return (int32_t)b->node.count - 1;
}

/*
 * ---- Leaving -------------------------------------------------------------------------------------------
 */

/*
 * Whether this move can turn up something for a Hero who can walk out, without a risk of not getting back.
 */
static bool move_explores(const struct position *position, unsigned region, uint32_t move)
{
    int tile = move >> 8 & 0xff;
    switch ((enum tree_move)(move >> 16)) {
    case TREE_STEP: return true;
    case TREE_ATTACK: return !(position->hunt.up >> tile & 1);
    case TREE_JUMP: return region >> tile & 1;
    default: return false;
    }
}

/*
 * The moves kept of a position in which the Exit can be walked to and a monster is unknown: a step that
 * cannot kill, which costs nothing; else an attack, else a jump on the spot to look. Skills have no other
 * use then.
 */
static void moves_explore(struct builder *b, const struct position *position, struct moves *kept,
                          struct gathered *gathered)
{
    static const enum tree_move order[] = {TREE_STEP, TREE_ATTACK, TREE_JUMP};
    unsigned region = region_of(b, position);
    struct moves moves;
    kept->count = 0;
    moves_list(b, position, &moves);
    for (int pass = 0; pass < 3 && !kept->count; pass++) {
        for (int i = 0; i < moves.count && !b->failed && !(pass == 0 && kept->count); i++) {
            if (moves.move[i] >> 16 != order[pass] || !move_explores(position, region, moves.move[i]))
                continue;
            gather_move(b, &gathered[kept->count], position, moves.move[i]);
            if (gathered[kept->count].alive && gathered[kept->count].count)
                kept->move[kept->count++] = moves.move[i];
        }
    }
}

/* The moves kept of any other position: where some are surely survived, only these. Returns whether so. */
static bool moves_leaving(struct builder *b, const struct position *position, struct moves *kept,
                          struct gathered *gathered)
{
    struct moves moves;
    bool alive = false;
    kept->count = 0;
    moves_list(b, position, &moves);
    /* Where nothing more is kept of a position that is surely survived, the first such move is enough. */
    bool enough = b->brief || monsters_up(position) == 2;
    for (int i = 0; i < moves.count && !b->failed && !(alive && enough); i++) {
        struct gathered *now = &gathered[kept->count];
        gather_move(b, now, position, moves.move[i]);
        if (!now->count || (alive && !now->alive))
            continue;
        if (now->alive && !alive) {
            alive = true;
            gathered[0] = *now;
            kept->count = 0;
        }
        kept->move[kept->count++] = moves.move[i];
    }
    return alive;
}

/* The node of a position in a tree of leaving. NODE_ALIVE where he leaves with nothing left to learn. */
static int32_t node_leaving(struct builder *b, const struct position *position, uint64_t key, bool open)
{
    struct moves kept;
    struct gathered *gathered = malloc(sizeof *gathered * (TREE_MOVES_MAX + 1));
    int32_t node = NODE_STUCK;
    bool alive = open;
    if (!gathered) {
        b->failed = true;
        return NODE_STUCK;
    }
    if (open)
        moves_explore(b, position, &kept, gathered);
    else
        alive = moves_leaving(b, position, &kept, gathered);
    if (alive && (!kept.count || b->brief || monsters_up(position) == 2))
        node = NODE_ALIVE;
    else if (kept.count && !b->failed)
        node = node_store(b, &kept, gathered, key);
    if (node >= 0 && alive)
        ((uint64_t *)b->key.at)[node] |= KEY_ALIVE;
    free(gathered);
    return node;
}

/* Makes the node of a position from all its moves. NODE_ALIVE when one of them cannot lead to death. */
static int32_t node_make(struct builder *b, const struct position *position, uint64_t key)
{
    struct moves moves;
    struct gathered *gathered = malloc(sizeof *gathered * TREE_MOVES_MAX);
    int32_t node = NODE_STUCK;
    if (!gathered) {
        b->failed = true;
        return NODE_STUCK;
    }
    moves_list(b, position, &moves);
    for (int i = 0; i < moves.count && node != NODE_ALIVE && !b->failed; i++) {
        gather_move(b, &gathered[i], position, moves.move[i]);
        if (!gathered[i].count)
            node = NODE_ALIVE;
    }
    if (node == NODE_STUCK && moves.count && !b->failed)
        node = node_store(b, &moves, gathered, key);
    free(gathered);
    return node;
}

/*
 * The node of a position, made with all that follow if it is new. Every move turns a tile up or uses a
 * skill, so the recursion is a dozen deep at most.
 */
/* NOLINTNEXTLINE(misc-no-recursion) */
static int32_t position_node(struct builder *b, const struct position *position)
{
    bool open = exit_reached(position) && (!b->leaving || !position->reveals);
    if (open && (!b->leaving || b->brief || monsters_up(position) == 2))
        return NODE_ALIVE;
    uint64_t key = position_key(&position->hunt, position->kind, position->reveals, region_of(b, position));
    int32_t node = memo_get(b, key);
    if (node != NODE_UNKNOWN)
        return node;
    node = !b->leaving ? node_make(b, position, key) : node_leaving(b, position, key, open);
    if (memo_reserve(b))
        memo_add(b, key, node);
    return node;
}

/* Moves the arrays to the tree; node and action get one more row, which marks the end of the last. */
static bool tree_fill(struct builder *b, struct tree *tree)
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
    memo_grow(b);
}

static void rows_free(struct builder *b)
{
    free(b->node.at);
    free(b->action.at);
    free(b->outcome.at);
    free(b->key.at);
}

static bool tree_make(const struct shy_rules *rules, const struct facts *facts,
                      const uint8_t cell[SHY_TILES_MAX], int reveals, unsigned unseen, bool leaving,
                      bool brief, struct tree *tree)
{
    struct builder b;
    struct position start = {.reveals = reveals};
    struct shy_hunt *hunt = &start.hunt;
    builder_init(&b, rules, facts, unseen, cell);
    b.leaving = leaving;
    b.brief = brief;
    memcpy(hunt->cell, cell, SHY_TILES_MAX);
    shy_shape_read(rules, cell, SHY_TILES_MAX, hunt->near, hunt->zone);
    hunt->hero = (uint8_t)b.entrance;
    hunt->up = (uint8_t)(1u << b.entrance);
    hunt->skills = SHY_SKILLS;
    int32_t node = b.failed ? NODE_STUCK : position_node(&b, &start);
    bool kept = !b.failed && tree_fill(&b, tree);
    free(b.memo);
    if (!kept) {
        rows_free(&b);
        return false;
    }
    memcpy(tree->cell, cell, SHY_TILES_MAX);
    tree->leaving = leaving;
    lan_assert(node != NODE_STUCK); /* the Entrance has a neighbour that is face down, so there is a move */
    tree->root = node == NODE_ALIVE ? TREE_ALIVE : node;
    return true;
}

bool tree_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 int reveals, unsigned unseen, struct tree *tree)
{
    return tree_make(rules, facts, cell, reveals, unseen, false, false, tree);
}

bool tree_create_leaving(const struct shy_rules *rules, const struct facts *facts,
                         const uint8_t cell[SHY_TILES_MAX], int reveals, unsigned unseen, bool brief,
                         struct tree *tree)
{
    return tree_make(rules, facts, cell, reveals, unseen, true, brief, tree);
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
    unsigned region = tree->leaving ? region_inside(hunt, exit_tile(hunt, kind)) : shy_region(hunt);
    uint64_t key = position_key(hunt, kind, reveals, region);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        if ((tree->key[node] & ~KEY_ALIVE) == key)
            return (int32_t)node;
    }
    return -1;
}

int64_t tree_safe_move(const struct shy_rules *rules, const struct facts *facts, unsigned unseen,
                       const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX], int reveals)
{
    struct builder b;
    struct position position = {.hunt = *hunt, .reveals = reveals};
    struct gathered gathered;
    struct moves moves;
    int64_t safe = -1;
    memcpy(position.kind, kind, SHY_TILES_MAX);
    builder_init(&b, rules, facts, unseen, hunt->cell);
    moves_list(&b, &position, &moves);
    for (int i = 0; i < moves.count && safe < 0 && !b.failed; i++) {
        gather_move(&b, &gathered, &position, moves.move[i]);
        if (!gathered.count && !b.failed)
            safe = moves.move[i];
    }
    free(b.memo);
    rows_free(&b);
    return safe;
}
