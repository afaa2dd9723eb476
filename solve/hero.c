#include "hero.h"

#include <stdlib.h>
#include <string.h>

/* The arrays for solving one shape, besides the plan; those of the Master are by hand. */
struct learning {
    struct floor_scratch scratch;
    double *regret, *weight, *kills, *sum;
    double away; /* the Master's regret of not building on this shape */
};

static bool learning_init(struct learning *learning, const struct floor *floor)
{
    *learning = (struct learning){.away = 0};
    learning->regret = calloc(floor->hands + 1, sizeof(double));
    learning->weight = calloc(floor->hands + 1, sizeof(double));
    learning->kills = calloc(floor->hands + 1, sizeof(double));
    learning->sum = calloc(floor->tree.actions + 1, sizeof(double));
    return learning->regret && learning->weight && learning->kills && learning->sum &&
           floor_scratch_grow(&learning->scratch, floor);
}

static void learning_finish(struct learning *learning)
{
    floor_scratch_destroy(&learning->scratch);
    free(learning->regret);
    free(learning->weight);
    free(learning->kills);
    free(learning->sum);
}

/* What the book says that a hand's pair gets. */
static double price_of(const struct book_stage *stage, const struct floor *floor, uint32_t hand)
{
    uint32_t pair = floor->hand[hand] / FACT_EACH;
    return stage->price[pair] * 1e-6;
}

/* The Master's weights from his regrets; equal for all hands in the first round. */
static void master_weigh(struct learning *learning, uint32_t hands)
{
    double sum = learning->away;
    for (uint32_t i = 0; i < hands; i++)
        sum += learning->regret[i];
    for (uint32_t i = 0; i < hands; i++)
        learning->weight[i] = sum > 0 ? learning->regret[i] / sum : 1.0 / hands;
}

static void master_learn(struct learning *learning, const struct floor *floor, const struct book_stage *stage)
{
    double got = 0;
    for (uint32_t i = 0; i < floor->hands; i++)
        got += learning->weight[i] * (learning->kills[i] - price_of(stage, floor, i));
    for (uint32_t i = 0; i < floor->hands; i++) {
        double regret = learning->regret[i] + learning->kills[i] - price_of(stage, floor, i) - got;
        learning->regret[i] = regret > 0 ? regret : 0;
    }
    learning->away = learning->away - got > 0 ? learning->away - got : 0;
}

/*
 * Adds how the Hero plays in this round to the average. After floor_learn the scratch memory has how often
 * each node is reached (`value`) and the chances of its actions (`action`).
 */
static void average_add(const struct learning *learning, const struct floor *floor, double counts,
                        double *sum, double *kills)
{
    const struct tree *tree = &floor->tree;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++)
            sum[a] += counts * learning->scratch.value[node] * learning->scratch.action[a];
    }
    for (uint32_t i = 0; i < floor->hands; i++)
        kills[i] += counts * learning->kills[i];
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

bool hero_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                 const struct book_stage *stage, int rounds, struct hero_plan *plan)
{
    struct learning learning;
    double total = 0;
    *plan = (struct hero_plan){.chance = NULL};
    if (!floor_create(rules, facts, cell, stage->stage.reveals, stage->stage.unseen, &plan->floor))
        return false;
    plan->chance = calloc(plan->floor.tree.actions + 1, sizeof *plan->chance);
    plan->kills = calloc(plan->floor.hands + 1, sizeof *plan->kills);
    bool made = learning_init(&learning, &plan->floor) && plan->chance && plan->kills;
    for (int round = 1; made && round <= rounds && plan->floor.hands; round++) {
        double counts = (double)round * round;
        master_weigh(&learning, plan->floor.hands);
        floor_learn(&plan->floor, learning.weight, learning.kills, &learning.scratch);
        master_learn(&learning, &plan->floor, stage);
        average_add(&learning, &plan->floor, counts, learning.sum, plan->kills);
        total += counts;
    }
    for (uint32_t i = 0; made && i < plan->floor.hands; i++)
        plan->kills[i] /= total;
    if (made)
        chances_set(&plan->floor.tree, learning.sum, plan->chance);
    learning_finish(&learning);
    if (!made)
        hero_destroy(plan);
    return made;
}

void hero_destroy(struct hero_plan *plan)
{
    floor_destroy(&plan->floor);
    free(plan->chance);
    free(plan->kills);
    *plan = (struct hero_plan){.chance = NULL};
}

/* ---- Moves of the plan --------------------------------------------------------------------------------- */

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

bool hero_price(const struct shy_rules *rules, const struct shapes *shapes, const struct book_stage *stage,
                int rounds, double price[FACT_PAIRS])
{
    struct facts *facts = malloc(sizeof *facts);
    bool made = facts;
    if (made)
        facts_init(facts);
    memset(price, 0, FACT_PAIRS * sizeof *price);
    for (int shape = 0; made && shape < shapes->count; shape++) {
        struct hero_plan plan;
        made = hero_create(rules, facts, shapes->cell[shape], stage, rounds, &plan);
        if (!made)
            break;
        for (uint32_t i = 0; i < plan.floor.hands; i++) {
            int pair = plan.floor.hand[i] / FACT_EACH;
            price[pair] = plan.kills[i] > price[pair] ? plan.kills[i] : price[pair];
        }
        hero_destroy(&plan);
    }
    free(facts);
    return made;
}
