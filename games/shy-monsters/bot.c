/*
 * bot.c - a hand-written Master and Hero, from the view alone.
 *
 * The Hero rates a face-down tile as more dangerous the more of the remaining monsters would be at home
 * there. The Master puts monsters where they are at home and between the Entrance and the Exit. This file
 * sees no state.
 */
#include <string.h>

#include "shy.h"

/* What outcomes gain and cost; only the ratios matter. */
enum { EXIT_KNOWN = 50000, DEATH = 9000, EXIT_HOPED = 3000, SKILL = 500, PEEK = 250, STEP = 10, FAR = 99 };

struct thought {
    const struct shy_rules *rules;
    const struct shy_view *view;
    const struct shy_hunt *hunt;
    const uint8_t *kind;           /* of the tiles of this floor */
    int32_t danger[SHY_TILES_MAX]; /* probability of an active monster there, in thousandths */
    int32_t hope[SHY_TILES_MAX];   /* probability of the Exit there, likewise */
    int32_t aim[SHY_TILES_MAX];    /* what entering the tile is worth */
    int8_t exit;                   /* tile, or -1 while unknown */
};

/* ---- The Hero ------------------------------------------------------------------------------------------ */

static int steps_between(const uint8_t *cell, int a, int b)
{
    int dx = cell[a] % SHY_WIDTH - cell[b] % SHY_WIDTH, dy = cell[a] / SHY_WIDTH - cell[b] / SHY_WIDTH;
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

/* The monsters that may still lie face down on this floor. */
static unsigned monsters_left(const struct thought *thought)
{
    const struct shy_view *view = thought->view;
    unsigned gone = 0;
    for (int floor = 0; floor < shy_floor_at(&view->pub); floor++) {
        if (floor / SHY_STOREYS == view->pub.game)
            gone |= view->pair[floor];
    }
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if (shy_is_monster(thought->kind[tile]))
            gone |= 1u << (thought->kind[tile] - SHY_MONSTER);
    }
    return SHY_PILE_ALL & ~gone;
}

/* Converts the weights of where monsters and Exit may be into probabilities. */
static void chances_find(struct thought *thought)
{
    const struct shy_hunt *hunt = thought->hunt;
    unsigned left = monsters_left(thought), hidden = SHY_TILES_ALL & ~hunt->up;
    int entrance = shy_tile_find(hunt->cell, SHY_TILES_MAX, SHY_MIDDLE),
        lying = 2 - __builtin_popcount(hunt->beasts);
    int32_t home[SHY_TILES_MAX] = {0}, far[SHY_TILES_MAX] = {0}, homes = 0, fars = 0;
    for (unsigned rest = hidden; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest);
        home[tile] = 1 + 6 * __builtin_popcount(hunt->zone[tile] & left);
        far[tile] = 1 + steps_between(hunt->cell, tile, entrance);
        homes += home[tile];
        fars += far[tile];
    }
    for (unsigned rest = hidden; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest), at_home = home[tile] - 1;
        bool afraid = hunt->near[tile] & hunt->beasts;
        thought->danger[tile] = afraid ? 0 : 1000 * lying * at_home / homes;
        thought->hope[tile] = thought->exit < 0 ? 1000 * far[tile] / fars : 0;
        if (thought->danger[tile] > 950)
            thought->danger[tile] = 950;
    }
}

static void thought_init(struct thought *thought, const struct lan_rules *rules,
                         const struct lan_question *question)
{
    memset(thought, 0, sizeof *thought);
    thought->rules = (const struct shy_rules *)rules;
    thought->view = (const struct shy_view *)question->view;
    thought->hunt = &thought->view->pub.hunt;
    thought->kind = thought->view->kind[shy_floor_at(&thought->view->pub)];
    thought->exit = -1;
    if (thought->view->pub.phase < SHY_REVEALING || thought->view->pub.phase == SHY_OVER)
        return;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        if (thought->hunt->up >> tile & 1 && thought->kind[tile] == SHY_EXIT)
            thought->exit = (int8_t)tile;
    }
    chances_find(thought);
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        bool up = thought->hunt->up >> tile & 1;
        thought->aim[tile] =
            tile == thought->exit ? EXIT_KNOWN
            : up                  ? 0
                 : PEEK + (EXIT_HOPED * thought->hope[tile] - DEATH * thought->danger[tile]) / 1000;
    }
}

/* Tiles face up on which the Hero cannot die. */
static unsigned safe_tiles(const struct thought *thought)
{
    return thought->hunt->up & ~shy_deadly(thought->hunt);
}

/* The worth of the best tile within walking distance, less a little for every step. */
static int32_t walk_worth(const struct thought *thought, int from, unsigned without)
{
    unsigned reached = 1u << from, edge = reached, safe = safe_tiles(thought) & ~without;
    int32_t best = -DEATH;
    for (int steps = 1; edge; steps++) {
        unsigned next = 0;
        for (unsigned rest = edge; rest; rest &= rest - 1)
            next |= thought->hunt->near[__builtin_ctz(rest)];
        next &= ~reached & ~shy_deadly(thought->hunt) & ~without;
        for (unsigned rest = next; rest; rest &= rest - 1) {
            int32_t worth = thought->aim[__builtin_ctz(rest)] - STEP * steps;
            if (thought->aim[__builtin_ctz(rest)] && worth > best)
                best = worth;
        }
        reached |= next;
        edge = next & safe;
        if (thought->exit >= 0)
            edge &= ~(1u << thought->exit);
    }
    return best;
}

static int32_t step_worth(const struct thought *thought, int tile)
{
    if (shy_deadly(thought->hunt) >> tile & 1)
        return -4 * DEATH;
    if (!(thought->hunt->up >> tile & 1) || tile == thought->exit)
        return thought->aim[tile];
    return walk_worth(thought, tile, 1u << thought->hunt->hero) - STEP;
}

/* An attack removes the danger and spends the skill; a killed monster opens the way behind it. */
static int32_t attack_worth(const struct thought *thought, int tile)
{
    if (shy_deadly(thought->hunt) >> tile & 1)
        return walk_worth(thought, tile, 1u << thought->hunt->hero) - SKILL;
    if (thought->hunt->up >> tile & 1)
        return -SKILL - DEATH;
    return thought->aim[tile] + DEATH * thought->danger[tile] / 1000 - SKILL;
}

static int32_t jump_worth(const struct thought *thought, int over, int landing, bool attack)
{
    int32_t worth = attack ? attack_worth(thought, landing) : step_worth(thought, landing);
    bool peeks = !(thought->hunt->up >> over & 1);
    return worth + (peeks ? PEEK + thought->danger[over] / 2 : 0) - SKILL;
}

static int32_t hero_worth(const struct thought *thought, lan_action action)
{
    const struct shy_hunt *hunt = thought->hunt;
    int a = lan_action_arg(action, 0), way = lan_action_arg(action, 1);
    int tile = shy_tile_find(hunt->cell, SHY_TILES_MAX, a), landing;
    enum shy_action kind = (enum shy_action)lan_action_kind(action);
    switch (kind) {
    case SHY_ACTION_REVEAL: return thought->danger[tile] + thought->hope[tile] / 4;
    case SHY_ACTION_STEP: return step_worth(thought, tile);
    case SHY_ACTION_ATTACK: return attack_worth(thought, tile);
    case SHY_ACTION_JUMP:
    case SHY_ACTION_JUMP_ATTACK:
        landing = shy_tile_find(hunt->cell, SHY_TILES_MAX, a + shy_step[way]);
        return jump_worth(thought, tile, landing, kind == SHY_ACTION_JUMP_ATTACK);
    default: return -5 * DEATH;
    }
}

/* ---- The Master ---------------------------------------------------------------------------------------- */

/*
 * A floor under construction: its tiles, and for each those beside it and the directions of those around it.
 */
struct floor {
    int count, entrance, exit; /* numbers of tiles; `exit` is -1 while the Exit is in hand */
    unsigned monsters;         /* tiles with one */
    uint8_t cell[SHY_TILES_MAX], kind[SHY_TILES_MAX];
    uint8_t near[SHY_TILES_MAX], around[SHY_TILES_MAX];
    bool leads; /* whether a path leads from the Entrance to the Exit */
};

/*
 * What a tile on one cell would be worth, by what it is: the shape depends on the cell alone, so it is read
 * once for all kinds in hand.
 */
struct plan {
    int32_t corridor, exit;
    uint8_t zone; /* the monsters that would be at home there */
};

struct plans {
    struct floor floor;
    int count;
    uint8_t of_cell[SHY_CELLS]; /* index plus one of the plan with a tile on this cell, 0 for none */
    struct plan plan[4 * SHY_TILES_MAX];
};

enum { WORTH_HOME = 1500, WORTH_ASTRAY = -1000, WORTH_BARS = 900, WORTH_STEP = 300 };

/* Whether a path leads from `from` to `to` without the tiles of a mask. */
static bool floor_leads(const struct floor *floor, int from, int to, unsigned without)
{
    unsigned reached = 1u << from | without, next = 1u << from;
    while (next) {
        unsigned beside = floor->near[__builtin_ctz(next)] & ~reached;
        next = (next & (next - 1)) | beside;
        reached |= beside;
    }
    return (reached & ~without) >> to & 1;
}

static void floor_read(const struct thought *thought, struct floor *floor)
{
    floor->count = 0;
    floor->monsters = 0;
    floor->exit = -1;
    for (int tile = 0; tile < thought->view->laid; tile++) {
        shy_shape_add(floor->cell, floor->count++, thought->view->cell[tile], floor->around, floor->near);
        floor->kind[tile] = thought->kind[tile];
        floor->monsters |= (unsigned)shy_is_monster(floor->kind[tile]) << tile;
        if (floor->kind[tile] == SHY_EXIT)
            floor->exit = tile;
    }
    floor->entrance = shy_tile_find(floor->cell, floor->count, SHY_MIDDLE);
    floor->leads = floor->exit >= 0 && floor_leads(floor, floor->entrance, floor->exit, 0);
}

/* What the monsters that lie and the Exit on tile `exit` are worth; -1: it is still in hand. */
static int32_t floor_worth(const struct thought *thought, const struct floor *floor, int exit)
{
    int32_t worth = exit < 0 ? 0 : WORTH_STEP * steps_between(floor->cell, floor->entrance, exit);
    for (unsigned rest = floor->monsters; rest; rest &= rest - 1) {
        int tile = __builtin_ctz(rest);
        bool home = thought->rules->zone[floor->around[tile]] >> (floor->kind[tile] - SHY_MONSTER) & 1;
        worth += home ? WORTH_HOME : WORTH_ASTRAY;
        if (home && exit >= 0 && !floor_leads(floor, floor->entrance, exit, 1u << tile))
            worth += WORTH_BARS;
    }
    return worth;
}

static const struct plan *plan_lay(const struct thought *thought, struct plans *plans, int cell)
{
    if (plans->of_cell[cell])
        return &plans->plan[plans->of_cell[cell] - 1];
    struct floor floor = plans->floor;
    struct plan *plan = &plans->plan[plans->count];
    int tile = floor.count++;
    lan_assert(plans->count < 4 * SHY_TILES_MAX);
    plans->of_cell[cell] = (uint8_t)++plans->count;
    shy_shape_add(floor.cell, tile, cell, floor.around, floor.near);
    plan->zone = thought->rules->zone[floor.around[tile]];
    plan->corridor = floor_worth(thought, &floor, floor.exit);
    plan->exit = floor.exit < 0 ? floor_worth(thought, &floor, tile) : 0; /* there is one Exit */
    return plan;
}

static int32_t master_worth(const struct thought *thought, struct plans *plans, lan_action action)
{
    if (lan_action_kind(action) != SHY_ACTION_LAY)
        return 0;
    int kind = lan_action_arg(action, 0);
    const struct plan *plan = plan_lay(thought, plans, lan_action_arg(action, 1));
    if (kind == SHY_EXIT)
        return plan->exit;
    if (!shy_is_monster(kind))
        return plan->corridor;
    if (!(plan->zone >> (kind - SHY_MONSTER) & 1))
        return plan->corridor + WORTH_ASTRAY;
    /* It bars the way where none leads past it: on the floor as it lies. */
    bool bars = plans->floor.exit >= 0 && !plans->floor.leads;
    return plan->corridor + WORTH_HOME + (bars ? WORTH_BARS : 0);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void master_rate(const struct thought *thought, const struct lan_list *list, int32_t *worth)
{
    struct plans plans;
    plans.count = 0;
    memset(plans.of_cell, 0, sizeof plans.of_cell);
    floor_read(thought, &plans.floor);
    for (int i = 0; i < list->count; i++)
        worth[i] = master_worth(thought, &plans, list->action[i]);
}

void shy_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth)
{
    struct thought thought;
    thought_init(&thought, rules, question);
    if (thought.view->pub.phase == SHY_BUILDING) {
        master_rate(&thought, question->list, worth);
        return;
    }
    for (int i = 0; i < question->list->count; i++)
        worth[i] = hero_worth(&thought, question->list->action[i]);
}

static void reason_give(struct lan_advice *advice)
{
    static const struct {
        uint16_t clause;
        const char *en, *fr;
    } reasons[SHY_ACTIONS] = {
        [SHY_ACTION_LAY] = {SM_Z1, "There it is at home, or bars the way.",
                            "Là, il est chez lui ou barre le chemin."},
        [SHY_ACTION_CONFIRM] = {SM_B2, "All tiles lie.", "Toutes les tuiles sont posées."},
        [SHY_ACTION_REVEAL] = {SM_H1, "A monster is the likeliest there.",
                               "C'est là qu'un monstre est le plus probable."},
        [SHY_ACTION_STEP] = {SM_H2, "The least danger for the most hope.",
                             "Le moins de danger pour le plus d'espoir."},
        [SHY_ACTION_ATTACK] = {SM_H5, "Too dangerous to enter unarmed.",
                               "Trop dangereux d'y entrer sans frapper."},
        [SHY_ACTION_JUMP] = {SM_H6, "Over it rather than onto it.", "Plutôt par-dessus que dessus."},
        [SHY_ACTION_JUMP_ATTACK] = {SM_H8, "The last way is worth both skills.",
                                    "Ce dernier chemin vaut les deux talents."},
        [SHY_ACTION_CONCEDE] = {SM_H10, "Every way left is deadly.", "Il ne reste que des chemins mortels."},
    };
    int kind = lan_action_kind(advice->action);
    if (kind == SHY_ACTION_LAY && !shy_is_monster(lan_action_arg(advice->action, 0))) {
        advice->clause = SM_B4;
        lan_advice_reason(advice, "So the floor suits the monsters, and not the Hero.",
                          "Ainsi l'étage convient aux monstres, et pas au Héros.");
        return;
    }
    advice->clause = reasons[kind].clause;
    lan_advice_reason(advice, reasons[kind].en, reasons[kind].fr);
}

void shy_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                struct lan_advice *advice)
{
    const struct lan_list *list = question->list;
    int32_t worth[LAN_ACTIONS_MAX], best = INT32_MIN;
    bool builds = ((const struct shy_view *)question->view)->pub.phase == SHY_BUILDING;
    lan_assert(list->musts <= list->count);
    shy_rate(rules, question, worth);
    for (int i = 0; i < list->musts; i++) {
        /*
         * Noise breaks ties; the Master gets more of it, because a floor that is always the same can be
         * predicted.
         */
        int32_t noisy = worth[i] + (int32_t)lan_rng_below(rng, builds ? 1200 : 5);
        if (noisy <= best)
            continue;
        best = noisy;
        advice->action = list->action[i];
    }
    reason_give(advice);
}
