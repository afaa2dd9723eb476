#include "hero.h"

#include <stdlib.h>
#include <string.h>

/* What one shape's solving needs besides the plan. */
struct lesson {
    struct floor_room room;
    double *regret, *weight, *kills, *sum;
    double away; /* the regret of staying away */
};

static bool lesson_init(struct lesson *lesson, const struct floor *floor)
{
    *lesson = (struct lesson){.away = 0};
    lesson->regret = calloc(floor->hands + 1, sizeof(double));
    lesson->weight = calloc(floor->hands + 1, sizeof(double));
    lesson->kills = calloc(floor->hands + 1, sizeof(double));
    lesson->sum = calloc(floor->tree.actions + 1, sizeof(double));
    return lesson->regret && lesson->weight && lesson->kills && lesson->sum &&
           room_grow(&lesson->room, floor);
}

static void lesson_finish(struct lesson *lesson)
{
    room_destroy(&lesson->room);
    free(lesson->regret);
    free(lesson->weight);
    free(lesson->kills);
    free(lesson->sum);
}

static double price_of(const struct book_stage *stage, const struct floor *floor, uint32_t hand)
{
    return stage->price[floor->hand[hand] / FACT_EACH] * 1e-6;
}

/* The Master's weights from his regrets; even over all hands at first. */
static void master_weigh(struct lesson *lesson, uint32_t hands)
{
    double sum = lesson->away;
    for (uint32_t i = 0; i < hands; i++)
        sum += lesson->regret[i];
    for (uint32_t i = 0; i < hands; i++)
        lesson->weight[i] = sum > 0 ? lesson->regret[i] / sum : 1.0 / hands;
}

static void master_learn(struct lesson *lesson, const struct floor *floor, const struct book_stage *stage)
{
    double got = 0;
    for (uint32_t i = 0; i < floor->hands; i++)
        got += lesson->weight[i] * (lesson->kills[i] - price_of(stage, floor, i));
    for (uint32_t i = 0; i < floor->hands; i++) {
        double regret = lesson->regret[i] + lesson->kills[i] - price_of(stage, floor, i) - got;
        lesson->regret[i] = regret > 0 ? regret : 0;
    }
    lesson->away = lesson->away - got > 0 ? lesson->away - got : 0;
}

/* Adds what the Hero does now to the average: after floor_learn the room has how often nodes are reached and the chances. */
static void average_add(const struct lesson *lesson, const struct floor *floor, double counts, double *sum,
                        double *kills)
{
    const struct tree *tree = &floor->tree;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++)
            sum[a] += counts * lesson->room.value[node] * lesson->room.action[a];
    }
    for (uint32_t i = 0; i < floor->hands; i++)
        kills[i] += counts * lesson->kills[i];
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
    struct lesson lesson;
    double total = 0;
    *plan = (struct hero_plan){.chance = NULL};
    if (!floor_create(rules, facts, cell, stage->stage.reveals, stage->stage.unseen, &plan->floor))
        return false;
    plan->chance = calloc(plan->floor.tree.actions + 1, sizeof *plan->chance);
    plan->kills = calloc(plan->floor.hands + 1, sizeof *plan->kills);
    bool made = lesson_init(&lesson, &plan->floor) && plan->chance && plan->kills;
    for (int round = 1; made && round <= rounds && plan->floor.hands; round++) {
        double counts = (double)round * round;
        master_weigh(&lesson, plan->floor.hands);
        floor_learn(&plan->floor, lesson.weight, lesson.kills, &lesson.room);
        master_learn(&lesson, &plan->floor, stage);
        average_add(&lesson, &plan->floor, counts, lesson.sum, plan->kills);
        total += counts;
    }
    for (uint32_t i = 0; made && i < plan->floor.hands; i++)
        plan->kills[i] /= total;
    if (made)
        chances_set(&plan->floor.tree, lesson.sum, plan->chance);
    lesson_finish(&lesson);
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

int64_t hero_move(const struct hero_plan *plan, const struct shy_hunt *hunt,
                  const uint8_t kind[SHY_TILES_MAX], int reveals, struct lan_rng *rng)
{
    const struct tree *tree = &plan->floor.tree;
    int32_t node = tree_find(tree, hunt, kind, reveals);
    if (node < 0)
        return -1;
    double at = (double)(lan_rng_next(rng) >> 11) * 0x1p-53;
    uint32_t first = tree->node[node], last = tree->node[node + 1];
    for (uint32_t a = first; a < last; a++) {
        at -= (double)plan->chance[a];
        if (at < 0)
            return tree->action[a].move;
    }
    return tree->action[first + lan_rng_below(rng, last - first)].move;
}

bool hero_price(const struct shy_rules *rules, const struct shapes *shapes, const struct book_stage *stage,
                int rounds, double price[FACT_PAIRS])
{
    static struct facts facts;
    facts_init(&facts);
    memset(price, 0, FACT_PAIRS * sizeof *price);
    for (int shape = 0; shape < shapes->count; shape++) {
        struct hero_plan plan;
        if (!hero_create(rules, &facts, shapes->cell[shape], stage, rounds, &plan))
            return false;
        for (uint32_t i = 0; i < plan.floor.hands; i++) {
            int pair = plan.floor.hand[i] / FACT_EACH;
            price[pair] = plan.kills[i] > price[pair] ? plan.kills[i] : price[pair];
        }
        hero_destroy(&plan);
    }
    return true;
}
