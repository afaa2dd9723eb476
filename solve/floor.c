#include "floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making a floor ------------------------------------------------------------------------------------ */

/* Renumbers the facts at which the Hero dies to 0..count-1, in the order met; number[fact] is the result. */
static uint32_t deaths_number(struct tree *tree, uint32_t *number, int facts)
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

/* Whether both monsters of a hand may come. */
static bool hand_possible(const struct facts *facts, int hand, unsigned unseen)
{
    return !(facts->pair[hand / FACT_EACH] & ~unseen);
}

/* Counts the hands that agree with each death in `at`, or with `fill` writes them to `member` from there. */
static void members_pass(struct floor *floor, const struct facts *facts, const uint32_t *number,
                         unsigned unseen, bool fill, uint32_t *at)
{
    floor->hands = 0;
    for (int hand = 0; hand < FACT_HANDS; hand++) {
        bool met = false;
        for (int set = 0; set < FACT_SETS && hand_possible(facts, hand, unseen); set++) {
            uint32_t death = number[facts->of_hand[hand][set]];
            if (death == UINT32_MAX)
                continue;
            if (fill)
                floor->member[at[death]] = (uint16_t)floor->hands;
            at[death]++;
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
    uint32_t *at = calloc(floor->deaths + 1, sizeof *at);
    floor->first = calloc(floor->deaths + 1, sizeof *floor->first);
    if (!at || !floor->first) {
        free(at);
        return false;
    }
    members_pass(floor, facts, number, unseen, false, at);
    for (uint32_t death = 0, sum = 0; death <= floor->deaths; death++) {
        uint32_t count = at[death];
        floor->first[death] = at[death] = sum;
        sum += count;
    }
    floor->member = malloc((floor->first[floor->deaths] + 1) * sizeof *floor->member);
    floor->hand = malloc((floor->hands + 1) * sizeof *floor->hand);
    if (floor->member && floor->hand)
        members_pass(floor, facts, number, unseen, true, at);
    free(at);
    return floor->member && floor->hand;
}

bool floor_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, struct floor *floor)
{
    *floor = (struct floor){0};
    if (!tree_create(rules, facts, cell, reveals, unseen, &floor->tree))
        return false;
    uint32_t *number = malloc((size_t)facts->count * sizeof *number);
    bool made = false;
    floor->regret = calloc(floor->tree.actions + 1, sizeof *floor->regret);
    if (number && floor->regret) {
        floor->deaths = deaths_number(&floor->tree, number, facts->count);
        made = members_make(floor, facts, number, unseen);
    }
    free(number);
    if (!made)
        floor_destroy(floor);
    return made;
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
           grow(&scratch->death, &scratch->deaths, floor->deaths);
}

void floor_scratch_destroy(struct floor_scratch *scratch)
{
    free(scratch->value);
    free(scratch->action);
    free(scratch->death);
    *scratch = (struct floor_scratch){0};
}

/* ---- Passes over the tree ------------------------------------------------------------------------------ */

static void deaths_weigh(const struct floor *floor, const double *weight, double *death)
{
    for (uint32_t d = 0; d < floor->deaths; d++) {
        double sum = 0;
        for (uint32_t i = floor->first[d]; i < floor->first[d + 1]; i++)
            sum += weight[floor->member[i]];
        death[d] = sum;
    }
}

/* The sum over an action's outcomes. */
static double action_value(const struct tree *tree, uint32_t action, const double *value, const double *death)
{
    double sum = 0;
    for (uint32_t i = tree->action[action].outcome; i < tree->action[action + 1].outcome; i++) {
        int32_t to = tree->outcome[i];
        sum += to >= 0 ? value[to] : death[~to];
    }
    return sum;
}

/* Values under perfect play; the best action of each node gets chance 1, the others 0. */
static void best_pass(const struct tree *tree, double *value, double *action, const double *death)
{
    for (uint32_t node = 0; node < tree->nodes; node++) {
        uint32_t best = tree->node[node];
        double least = action_value(tree, best, value, death);
        action[best] = 0;
        for (uint32_t a = best + 1; a < tree->node[node + 1]; a++) {
            double now = action_value(tree, a, value, death);
            action[a] = 0;
            if (now < least) {
                least = now;
                best = a;
            }
        }
        action[best] = 1;
        value[node] = least;
    }
}

double floor_best_response(const struct floor *floor, const double *weight, struct floor_scratch *scratch)
{
    deaths_weigh(floor, weight, scratch->death);
    best_pass(&floor->tree, scratch->value, scratch->action, scratch->death);
    return floor->tree.root == TREE_ALIVE ? 0 : scratch->value[floor->tree.root];
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

/* Values as the Hero plays; each action's regret grows by what it would have saved; then the new chances. */
static void learn_pass(struct floor *floor, double *value, double *action, const double *death)
{
    const struct tree *tree = &floor->tree;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        uint32_t first = tree->node[node], count = tree->node[node + 1] - first;
        double mean = 0, *worth = action + first;
        float *regret = floor->regret + first;
        double sum = 0;
        for (uint32_t a = 0; a < count; a++) {
            worth[a] = action_value(tree, first + a, value, death);
            sum += (double)regret[a];
            mean += (double)regret[a] * worth[a];
        }
        if (sum > 0) {
            mean /= sum;
        } else {
            for (uint32_t a = 0; a < count; a++)
                mean += worth[a] / count;
        }
        value[node] = mean;
        for (uint32_t a = 0; a < count; a++) {
            double now = (double)regret[a] + mean - worth[a];
            regret[a] = now > 0 ? (float)now : 0;
        }
        chances_from_regrets(regret, count, worth);
    }
}

/* From chances in `action`: how often each death happens to a hand that agrees with it. */
static void reach_pass(const struct tree *tree, double *reach, const double *action, double *death,
                       uint32_t deaths)
{
    memset(reach, 0, tree->nodes * sizeof *reach);
    memset(death, 0, deaths * sizeof *death);
    if (tree->root != TREE_ALIVE)
        reach[tree->root] = 1;
    for (uint32_t node = tree->nodes; node-- > 0;) {
        if (reach[node] == 0)
            continue;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
            double here = reach[node] * action[a];
            if (here == 0)
                continue;
            for (uint32_t i = tree->action[a].outcome; i < tree->action[a + 1].outcome; i++) {
                int32_t to = tree->outcome[i];
                *(to >= 0 ? &reach[to] : &death[~to]) += here;
            }
        }
    }
}

/* How often each hand kills: the sum over the deaths it agrees with. */
static void kills_add_up(const struct floor *floor, const double *death, double *kills)
{
    for (uint32_t i = 0; i < floor->hands; i++)
        kills[i] = 0;
    for (uint32_t d = 0; d < floor->deaths; d++) {
        if (death[d] == 0)
            continue;
        for (uint32_t i = floor->first[d]; i < floor->first[d + 1]; i++)
            kills[floor->member[i]] += death[d];
    }
}

void floor_learn(struct floor *floor, const double *weight, double *kills, struct floor_scratch *scratch)
{
    deaths_weigh(floor, weight, scratch->death);
    learn_pass(floor, scratch->value, scratch->action, scratch->death);
    reach_pass(&floor->tree, scratch->value, scratch->action, scratch->death, floor->deaths);
    kills_add_up(floor, scratch->death, kills);
}

void floor_respond(const struct floor *floor, const double *weight, double *kills,
                   struct floor_scratch *scratch)
{
    deaths_weigh(floor, weight, scratch->death);
    best_pass(&floor->tree, scratch->value, scratch->action, scratch->death);
    reach_pass(&floor->tree, scratch->value, scratch->action, scratch->death, floor->deaths);
    kills_add_up(floor, scratch->death, kills);
}

void floor_values(const struct floor *floor, const double *weight, struct floor_scratch *scratch)
{
    const struct tree *tree = &floor->tree;
    deaths_weigh(floor, weight, scratch->death);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        double least = (double)INFINITY;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
            scratch->action[a] = action_value(tree, a, scratch->value, scratch->death);
            least = scratch->action[a] < least ? scratch->action[a] : least;
        }
        scratch->value[node] = least;
    }
}
