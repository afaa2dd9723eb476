#include "floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making a floor ------------------------------------------------------------------------------------ */

/* Renumbers the facts of the leaves to 0..count-1, in the order met; number[fact] is the result. */
static uint32_t leaves_number(struct tree *tree, uint32_t *number, int facts)
{
    uint32_t count = 0;
    memset(number, 0xff, (size_t)facts * sizeof *number);
    for (uint32_t i = 0; i < tree->outcomes; i++) {
        if (tree->outcome[i] >= 0)
            continue;
        uint32_t fact = (uint32_t)~tree->outcome[i];
        if (number[fact] == UINT32_MAX)
            number[fact] = count++;
        tree->outcome[i] = ~(int32_t)number[fact];
    }
    return count;
}

/* What is seen of a hand's pair when a set of places is up, as a number 0..3 (cross.h). */
static unsigned seen_of(const struct facts *facts, int hand, int set)
{
    int low = SHY_MONSTER + __builtin_ctz(facts->pair[hand / FACT_EACH]);
    unsigned seen = 0;
    for (int place = 0; place < FACT_PLACES; place++) {
        int kind = facts->kind[hand][place];
        if ((set >> place & 1) && shy_is_monster(kind))
            seen |= kind == low ? 1 : 2;
    }
    return seen;
}

/* Counts what each leaf counts by in `at`, or with `fill` writes it to `member` from there. */
static void members_pass(struct floor *floor, const struct facts *facts, const uint32_t *number,
                         unsigned unseen, bool fill, uint32_t *at)
{
    bool leaving = floor->each > 1;
    floor->hands = 0;
    for (int hand = 0; hand < FACT_HANDS; hand++) {
        bool met = leaving;
        if (facts->pair[hand / FACT_EACH] & ~unseen)
            continue;
        for (int set = 0; set < FACT_SETS; set++) {
            uint32_t leaf = number[facts->of_hand[hand][set]];
            if (leaf == UINT32_MAX)
                continue;
            if (fill)
                floor->member[at[leaf]] =
                    (uint16_t)(floor->hands * floor->each + (leaving ? seen_of(facts, hand, set) : 0));
            at[leaf]++;
            met = true;
        }
        if (met && fill)
            floor->hand[floor->hands] = (uint16_t)hand;
        floor->hands += met;
    }
}

static bool members_make(struct floor *floor, const struct facts *facts, const uint32_t *number,
                         unsigned unseen)
{
    uint32_t *at = calloc(floor->leaves + 1, sizeof *at);
    floor->first = calloc(floor->leaves + 1, sizeof *floor->first);
    if (!at || !floor->first) {
        free(at);
        return false;
    }
    members_pass(floor, facts, number, unseen, false, at);
    for (uint32_t leaf = 0, sum = 0; leaf <= floor->leaves; leaf++) {
        uint32_t count = at[leaf];
        floor->first[leaf] = at[leaf] = sum;
        sum += count;
    }
    floor->member = malloc((floor->first[floor->leaves] + 1) * sizeof *floor->member);
    floor->hand = malloc((floor->hands + 1) * sizeof *floor->hand);
    if (floor->member && floor->hand)
        members_pass(floor, facts, number, unseen, true, at);
    free(at);
    return floor->member && floor->hand;
}

bool floor_leaves_make(struct floor *floor, const struct facts *facts, unsigned unseen, uint32_t each)
{
    uint32_t *number = malloc((size_t)facts->count * sizeof *number);
    bool made = false;
    floor->each = each;
    floor->regret = calloc(floor->tree.actions + 1, sizeof *floor->regret);
    if (number && floor->regret) {
        floor->leaves = leaves_number(&floor->tree, number, facts->count);
        made = members_make(floor, facts, number, unseen);
    }
    free(number);
    if (!made)
        floor_destroy(floor);
    return made;
}

bool floor_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, struct floor *floor)
{
    *floor = (struct floor){0};
    return tree_create(rules, facts, cell, reveals, unseen, &floor->tree) &&
           floor_leaves_make(floor, facts, unseen, 1);
}

void floor_destroy(struct floor *floor)
{
    tree_destroy(&floor->tree);
    free(floor->hand);
    free(floor->first);
    free(floor->member);
    free(floor->regret);
    *floor = (struct floor){0};
}

/* ---- Scratch memory ------------------------------------------------------------------------------------ */

static bool grow(double **at, uint32_t *have, uint32_t want)
{
    if (*at && *have >= want)
        return true;
    free(*at);
    *at = malloc((want + 1) * sizeof **at);
    *have = *at ? want : 0;
    return *at;
}

bool floor_scratch_grow(struct floor_scratch *scratch, const struct floor *floor)
{
    return grow(&scratch->value, &scratch->nodes, floor->tree.nodes) &&
           grow(&scratch->action, &scratch->actions, floor->tree.actions) &&
           grow(&scratch->leaf, &scratch->leaves, floor->leaves);
}

void floor_scratch_destroy(struct floor_scratch *scratch)
{
    free(scratch->value);
    free(scratch->action);
    free(scratch->leaf);
    *scratch = (struct floor_scratch){0};
}

/* ---- Passes over the tree ------------------------------------------------------------------------------ */

void floor_weigh(const struct floor *floor, const double *weight, struct floor_scratch *scratch)
{
    for (uint32_t leaf = 0; leaf < floor->leaves; leaf++) {
        double sum = 0;
        for (uint32_t i = floor->first[leaf]; i < floor->first[leaf + 1]; i++)
            sum += weight[floor->member[i]];
        scratch->leaf[leaf] = sum;
    }
}

double floor_action_value(const struct floor *floor, uint32_t action, const struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    double sum = 0;
    for (uint32_t i = tree->action[action].outcome; i < tree->action[action + 1].outcome; i++) {
        int32_t to = tree->outcome[i];
        sum += to >= 0 ? scratch->value[to] : scratch->leaf[~to];
    }
    return sum;
}

/* Chances of a node's actions in proportion to their regrets, or equal where all are 0. */
static void chances_from_regrets(const float *regret, uint32_t count, double *chance)
{
    double sum = 0;
    for (uint32_t a = 0; a < count; a++)
        sum += (double)regret[a];
    for (uint32_t a = 0; a < count; a++)
        chance[a] = sum > 0 ? (double)regret[a] / sum : 1.0 / count;
}

/* Values as the Hero plays; each action's regret grows by what it would have gained; then the new chances. */
static void learn_pass(struct floor *floor, bool gains, struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        uint32_t first = tree->node[node], count = tree->node[node + 1] - first;
        double mean = 0, *worth = scratch->action + first, sum = 0;
        float *regret = floor->regret + first;
        for (uint32_t a = 0; a < count; a++) {
            worth[a] = floor_action_value(floor, first + a, scratch);
            sum += (double)regret[a];
            mean += (double)regret[a] * worth[a];
        }
        if (sum > 0) {
            mean /= sum;
        } else {
            for (uint32_t a = 0; a < count; a++)
                mean += worth[a] / count;
        }
        scratch->value[node] = mean;
        for (uint32_t a = 0; a < count; a++) {
            double now = gains ? (double)regret[a] + worth[a] - mean : (double)regret[a] + mean - worth[a];
            regret[a] = now > 0 ? (float)now : 0;
        }
        chances_from_regrets(regret, count, worth);
    }
}

/* From chances in scratch->action: how often each node and leaf is reached by a hand that agrees with it. */
static void reach_pass(const struct floor *floor, struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    double *reach = scratch->value;
    memset(reach, 0, tree->nodes * sizeof *reach);
    memset(scratch->leaf, 0, floor->leaves * sizeof *scratch->leaf);
    if (tree->root != TREE_ALIVE)
        reach[tree->root] = 1;
    for (uint32_t node = tree->nodes; node-- > 0;) {
        if (reach[node] == 0)
            continue;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
            double here = reach[node] * scratch->action[a];
            if (here == 0)
                continue;
            for (uint32_t i = tree->action[a].outcome; i < tree->action[a + 1].outcome; i++) {
                int32_t to = tree->outcome[i];
                *(to >= 0 ? &reach[to] : &scratch->leaf[~to]) += here;
            }
        }
    }
}

/* From how often leaves are reached: how often by each of the numbers that they count by. */
static void gets_add_up(const struct floor *floor, const double *leaf, double *gets)
{
    memset(gets, 0, (size_t)floor->hands * floor->each * sizeof *gets);
    for (uint32_t l = 0; l < floor->leaves; l++) {
        if (leaf[l] == 0)
            continue;
        for (uint32_t i = floor->first[l]; i < floor->first[l + 1]; i++)
            gets[floor->member[i]] += leaf[l];
    }
}

void floor_step(struct floor *floor, bool gains, double *gets, struct floor_scratch *scratch)
{
    learn_pass(floor, gains, scratch);
    reach_pass(floor, scratch);
    gets_add_up(floor, scratch->leaf, gets);
}

/* ---- Killing ------------------------------------------------------------------------------------------- */

/* Values under perfect play; the best action of each node gets chance 1, the others 0. */
static void best_pass(const struct floor *floor, struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        uint32_t best = tree->node[node];
        double least = floor_action_value(floor, best, scratch);
        scratch->action[best] = 0;
        for (uint32_t a = best + 1; a < tree->node[node + 1]; a++) {
            double now = floor_action_value(floor, a, scratch);
            scratch->action[a] = 0;
            if (now < least) {
                least = now;
                best = a;
            }
        }
        scratch->action[best] = 1;
        scratch->value[node] = least;
    }
}

double floor_best_response(const struct floor *floor, const double *weight, struct floor_scratch *scratch)
{
    floor_weigh(floor, weight, scratch);
    best_pass(floor, scratch);
    return floor->tree.root == TREE_ALIVE ? 0 : scratch->value[floor->tree.root];
}

void floor_learn(struct floor *floor, const double *weight, double *kills, struct floor_scratch *scratch)
{
    floor_weigh(floor, weight, scratch);
    floor_step(floor, false, kills, scratch);
}

void floor_respond(const struct floor *floor, const double *weight, double *kills,
                   struct floor_scratch *scratch)
{
    floor_weigh(floor, weight, scratch);
    best_pass(floor, scratch);
    reach_pass(floor, scratch);
    gets_add_up(floor, scratch->leaf, kills);
}

void floor_values(const struct floor *floor, const double *weight, struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    floor_weigh(floor, weight, scratch);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        double least = (double)INFINITY;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
            scratch->action[a] = floor_action_value(floor, a, scratch);
            least = scratch->action[a] < least ? scratch->action[a] : least;
        }
        scratch->value[node] = least;
    }
}
