#include "hero.h"

#include <stdlib.h>
#include <string.h>

/*
 * The arrays for solving one shape, besides the plan. Those by bid have one number for each hand and each
 * type that holds its pair: the bids of hand h are first[h] up to first[h + 1].
 */
struct learning {
    const struct book_stage *stage;
    const hero_worth *worth;
    struct game_types types;
    struct floor_scratch scratch;
    uint32_t *first;
    double *regret, *weight; /* by bid */
    double *prize, *now; /* as the plan's kills or exits: what the Hero plays for, and gets in this round */
    double *sum;         /* by action */
    double away;         /* the Master's regret of not building on this shape */
    uint32_t numbers;    /* of `prize` and `now` */
};

/*
 * ---- Memory --------------------------------------------------------------------------------------------
 */

static bool learning_init(struct learning *learning, const struct hero_plan *plan)
{
    uint32_t bids = 0;
    learning->numbers = plan->floor.hands * plan->floor.each;
    learning->first = calloc(plan->floor.hands + 1, sizeof *learning->first);
    for (uint32_t i = 0; i < plan->floor.hands && learning->first; i++) {
        int pair = plan->floor.hand[i] / FACT_EACH;
        learning->first[i] = bids;
        bids += (uint32_t)(learning->types.first[pair + 1] - learning->types.first[pair]);
        learning->first[i + 1] = bids;
    }
    learning->regret = calloc(bids + 1, sizeof(double));
    learning->weight = calloc(bids + 1, sizeof(double));
    learning->prize = calloc(learning->numbers + 1, sizeof(double));
    learning->now = calloc(learning->numbers + 1, sizeof(double));
    learning->sum = calloc(plan->floor.tree.actions + 1, sizeof(double));
    return learning->first && learning->regret && learning->weight && learning->prize && learning->now &&
           learning->sum && floor_scratch_grow(&learning->scratch, &plan->floor);
}

static void learning_finish(struct learning *learning)
{
    floor_scratch_destroy(&learning->scratch);
    free(learning->first);
    free(learning->regret);
    free(learning->weight);
    free(learning->prize);
    free(learning->now);
    free(learning->sum);
}

/* The floor with its tree, and the arrays of the plan. False when there is no memory. */
static bool plan_init(const struct shy_rules *rules, const struct facts *facts,
                      const uint8_t cell[SHY_TILES_MAX], struct solve_stage stage, bool leads, bool brief,
                      struct hero_plan *plan)
{
    *plan = (struct hero_plan){.chance = NULL};
    if (leads ? !cross_create(rules, facts, cell, stage.reveals, stage.unseen, brief, &plan->floor)
              : !floor_create(rules, facts, cell, stage.reveals, stage.unseen, &plan->floor))
        return false;
    plan->chance = calloc(plan->floor.tree.actions + 1, sizeof *plan->chance);
    double *gets = calloc((size_t)plan->floor.hands * CROSS_SEEN + 1, sizeof *gets);
    *(leads ? &plan->exits : &plan->kills) = gets;
    return plan->chance && gets;
}

void hero_destroy(struct hero_plan *plan)
{
    floor_destroy(&plan->floor);
    free(plan->chance);
    free(plan->kills);
    free(plan->exits);
    *plan = (struct hero_plan){.chance = NULL};
}

/*
 * ---- Learning ------------------------------------------------------------------------------------------
 */

/* What a hand gets for a type when kills or exits are these, times the whole of them. */
static double pays(const hero_worth *worth, const double *gets, int type, uint32_t hand, double whole)
{
    double sum = whole;
    if (!worth)
        return gets[hand];
    for (int seen = 0; seen < CROSS_SEEN; seen++)
        sum -= gets[hand * CROSS_SEEN + (uint32_t)seen] * worth[type][seen];
    return sum;
}

double hero_pays(const struct hero_plan *plan, const hero_worth *worth, int type, uint32_t hand)
{
    return pays(worth, worth ? plan->exits : plan->kills, type, hand, 1);
}

/* The first type that holds the pair of a hand. */
static int type_of(const struct learning *learning, const struct hero_plan *plan, uint32_t hand)
{
    return learning->types.first[plan->floor.hand[hand] / FACT_EACH];
}

static double price_of(const struct learning *learning, int type)
{
    return learning->stage->price[type] * 1e-6;
}

/* The Master's weights from his regrets, equal in the first round; and what the Hero then plays for. */
static void master_weigh(struct learning *learning, const struct hero_plan *plan)
{
    uint32_t bids = learning->first[plan->floor.hands];
    double sum = learning->away;
    for (uint32_t i = 0; i < bids; i++)
        sum += learning->regret[i];
    for (uint32_t i = 0; i < bids; i++)
        learning->weight[i] = sum > 0 ? learning->regret[i] / sum : 1.0 / bids;
    memset(learning->prize, 0, learning->numbers * sizeof *learning->prize);
    for (uint32_t hand = 0; hand < plan->floor.hands; hand++) {
        int type = type_of(learning, plan, hand);
        for (uint32_t i = learning->first[hand]; i < learning->first[hand + 1]; i++, type++) {
            if (!learning->worth)
                learning->prize[hand] += learning->weight[i];
            for (uint32_t seen = 0; seen < CROSS_SEEN && learning->worth; seen++)
                learning->prize[hand * CROSS_SEEN + seen] +=
                    learning->weight[i] * learning->worth[type][seen];
        }
    }
}

static void master_learn(struct learning *learning, const struct hero_plan *plan)
{
    double got = 0;
    for (int learn = 0; learn < 2; learn++) {
        for (uint32_t hand = 0; hand < plan->floor.hands; hand++) {
            int type = type_of(learning, plan, hand);
            for (uint32_t i = learning->first[hand]; i < learning->first[hand + 1]; i++, type++) {
                double gain = pays(learning->worth, learning->now, type, hand, 1) - price_of(learning, type);
                if (!learn)
                    got += learning->weight[i] * gain;
                else
                    learning->regret[i] =
                        learning->regret[i] + gain > got ? learning->regret[i] + gain - got : 0;
            }
        }
    }
    learning->away = learning->away > got ? learning->away - got : 0;
}

/*
 * Adds how the Hero plays in this round to the average. After learning the scratch memory has how often each
 * node is reached (`value`) and the chances of its actions (`action`).
 */
static void average_add(struct learning *learning, const struct hero_plan *plan, double counts)
{
    const struct tree *tree = &plan->floor.tree;
    const double *reach = learning->scratch.value, *action = learning->scratch.action;
    double *gets = learning->worth ? plan->exits : plan->kills;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1] && reach[node] > 0; a++)
            learning->sum[a] += counts * reach[node] * action[a];
    }
    for (uint32_t i = 0; i < learning->numbers; i++)
        gets[i] += counts * learning->now[i];
}

/* Whether the average so far, of this total weight, keeps every hand of every type at its price. */
static bool prices_kept(const struct learning *learning, const struct hero_plan *plan, double total)
{
    const double *gets = learning->worth ? plan->exits : plan->kills;
    for (uint32_t hand = 0; hand < plan->floor.hands; hand++) {
        int type = type_of(learning, plan, hand);
        for (uint32_t i = learning->first[hand]; i < learning->first[hand + 1]; i++, type++) {
            if (pays(learning->worth, gets, type, hand, total) > price_of(learning, type) * total)
                return false;
        }
    }
    return true;
}

static void chances_set(const struct tree *tree, const double *sum, float *chance)
{
    for (uint32_t node = 0; node < tree->nodes; node++) {
        double total = 0;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++)
            total += sum[a];
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1] && total > 0; a++)
            chance[a] = (float)(sum[a] / total);
    }
}

/* Learns until the prices are kept, then true, or the rounds are over; leaves the average in the plan. */
static bool plan_learn(struct learning *learning, struct hero_plan *plan, int rounds)
{
    double *gets = learning->worth ? plan->exits : plan->kills, total = 0;
    bool kept = false;
    for (int round = 1; round <= rounds && !kept; round++) {
        double counts = (double)round * round;
        master_weigh(learning, plan);
        if (learning->worth)
            cross_learn(&plan->floor, learning->prize, learning->now, &learning->scratch);
        else
            floor_learn(&plan->floor, learning->prize, learning->now, &learning->scratch);
        master_learn(learning, plan);
        average_add(learning, plan, counts);
        total += counts;
        plan->rounds = round;
        kept = round % HERO_CHECK == 0 && prices_kept(learning, plan, total);
    }
    for (uint32_t i = 0; i < learning->numbers && total > 0; i++)
        gets[i] /= total;
    chances_set(&plan->floor.tree, learning->sum, plan->chance);
    return kept;
}

bool hero_meets(const struct book_stage *stage, int shape)
{
    for (uint32_t i = 0; i < stage->count; i++) {
        if (stage->entry[i].shape == shape)
            return true;
    }
    return false;
}

/* One attempt at a plan; *kept says whether it keeps the prices. False when there is no memory. */
static bool plan_try(const struct shy_rules *rules, const struct facts *facts,
                     const uint8_t cell[SHY_TILES_MAX], const struct book_stage *stage,
                     const hero_worth *worth, bool brief, int rounds, struct hero_plan *plan, bool *kept)
{
    struct learning learning = {.stage = stage, .worth = worth};
    game_types(stage->stage, &learning.types);
    bool made =
        plan_init(rules, facts, cell, stage->stage, worth, brief, plan) && learning_init(&learning, plan);
    *kept = made && (!plan->floor.hands || plan_learn(&learning, plan, rounds));
    learning_finish(&learning);
    if (!made)
        hero_destroy(plan);
    return made;
}

bool hero_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 bool met, const struct book_stage *stage, const hero_worth *worth, int rounds,
                 struct hero_plan *plan)
{
    int brief = rounds < HERO_BRIEF ? rounds : HERO_BRIEF;
    bool kept;
    lan_assert(!worth == !stage->stage.storey);
    if (worth && !met) {
        if (!plan_try(rules, facts, cell, stage, worth, true, brief, plan, &kept))
            return false;
        if (kept)
            return true;
        hero_destroy(plan);
    }
    return plan_try(rules, facts, cell, stage, worth, false, rounds, plan, &kept);
}

/*
 * ---- Moves of the plan ---------------------------------------------------------------------------------
 */

static bool can_move_from(const struct shy_rules *rules, const struct shy_hunt *hunt, int exit, int from,
                          uint32_t move)
{
    int tile = move >> 8 & 0xff, over = move & 0xff;
    switch ((enum tree_move)(move >> 16)) {
    case TREE_REVEAL: return true;
    case TREE_STEP:
    case TREE_ATTACK: return hunt->near[from] >> tile & 1;
    case TREE_JUMP:
    case TREE_JUMP_ATTACK:
        return (shy_jump_overs(rules, hunt, from) >> over & 1) &&
               (shy_jump_landings(rules, hunt, from, over, exit) >> tile & 1);
    }
    return false;
}

int hero_route(const struct shy_rules *rules, const struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
               int start, uint32_t move, uint8_t route[SHY_TILES_MAX])
{
    uint8_t line[SHY_TILES_MAX] = {(uint8_t)start}, before[SHY_TILES_MAX] = {0}, steps[SHY_TILES_MAX] = {0};
    unsigned met = 1u << start, region = shy_region(hunt);
    int count = 1, exit = -1;
    for (unsigned rest = hunt->up; rest; rest &= rest - 1)
        exit = kind[__builtin_ctz(rest)] == SHY_EXIT ? __builtin_ctz(rest) : exit;
    if (exit >= 0)
        region &= ~(1u << exit); /* no way through: who steps on it has left */
    for (int i = 0; i < count; i++) {
        int at = line[i];
        if (can_move_from(rules, hunt, exit, at, move)) {
            for (int left = steps[at], tile = at; left > 0; tile = before[tile])
                route[--left] = (uint8_t)tile;
            return steps[at];
        }
        for (unsigned rest = hunt->near[at] & region & ~met; rest; rest &= rest - 1) {
            int next = __builtin_ctz(rest);
            met |= 1u << next;
            before[next] = (uint8_t)at;
            steps[next] = (uint8_t)(steps[at] + 1);
            line[count++] = (uint8_t)next;
        }
    }
    return -1;
}

/* Whether the route to the move begins with the walk. */
static bool walk_leads(const struct shy_rules *rules, const struct shy_hunt *hunt, const uint8_t *kind,
                       const struct hero_walk *walk, uint32_t move)
{
    uint8_t route[SHY_TILES_MAX];
    int length = hero_route(rules, hunt, kind, walk->start, move, route);
    return length >= walk->count && memcmp(route, walk->tile, walk->count) == 0;
}

int64_t hero_move(const struct shy_rules *rules, const struct hero_plan *plan, const struct shy_hunt *hunt,
                  const uint8_t kind[SHY_TILES_MAX], int reveals, const struct hero_walk *walk,
                  struct lan_rng *rng, double *chance)
{
    const struct tree *tree = &plan->floor.tree;
    int32_t node = tree_find(tree, hunt, kind, reveals);
    const struct hero_walk afresh = {.start = hunt->hero};
    double weight[TREE_MOVES_MAX] = {0}, total = 0;
    if (node < 0)
        return -1;
    uint32_t first = tree->node[node], count = tree->node[node + 1] - first;
    lan_assert(count <= TREE_MOVES_MAX);
    /*
     * If no move of the plan has a route like the walk, as if the walk began here; if the plan has no
     * chances, evenly.
     */
    for (int attempt = 0; attempt < 3 && total <= 0; attempt++) {
        for (uint32_t i = 0; i < count; i++) {
            bool leads =
                walk_leads(rules, hunt, kind, attempt ? &afresh : walk, tree->action[first + i].move);
            weight[i] = !leads ? 0 : attempt == 2 ? 1 : (double)plan->chance[first + i];
            total += weight[i];
        }
    }
    double at = (double)(lan_rng_next(rng) >> 11) * 0x1p-53 * total;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < count && at >= 0; i++) {
        drawn = weight[i] > 0 ? i : drawn;
        at -= weight[i];
    }
    *chance = (double)plan->chance[first + drawn];
    return tree->action[first + drawn].move;
}

int hero_rounds(struct solve_stage stage)
{
    return stage.storey ? HERO_ROUNDS_LEADS : HERO_ROUNDS;
}

bool hero_tolls(const struct shy_rules *rules, const struct facts *facts, const struct shapes *shapes,
                const struct book_stage *stage, const hero_worth *worth, double toll[GAME_TYPES])
{
    struct game_types types;
    game_types(stage->stage, &types);
    memset(toll, 0, GAME_TYPES * sizeof *toll);
    for (int shape = 0; shape < shapes->count; shape++) {
        struct hero_plan plan;
        if (!hero_create(rules, facts, shapes->cell[shape], hero_meets(stage, shape), stage, worth,
                         hero_rounds(stage->stage), &plan))
            return false;
        for (uint32_t hand = 0; hand < plan.floor.hands; hand++) {
            int pair = plan.floor.hand[hand] / FACT_EACH;
            for (int type = types.first[pair]; type < types.first[pair + 1]; type++) {
                double got = hero_pays(&plan, worth, type, hand);
                toll[type] = got > toll[type] ? got : toll[type];
            }
        }
        hero_destroy(&plan);
    }
    return true;
}
