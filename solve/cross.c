#include "cross.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making a floor ------------------------------------------------------------------------------------ */

/* Renumbers the facts with which the Hero leaves to 0..count-1, in the order met. */
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

/* What is seen of a hand's pair when a set of places is up. */
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

/* Counts what each leaf pays in `at`, or with `fill` writes it to `member` from there. */
static void members_pass(struct cross *cross, const struct facts *facts, const uint32_t *number,
                         unsigned unseen, bool fill, uint32_t *at)
{
    cross->hands = 0;
    for (int hand = 0; hand < FACT_HANDS; hand++) {
        if (facts->pair[hand / FACT_EACH] & ~unseen)
            continue;
        for (int set = 0; set < FACT_SETS; set++) {
            uint32_t leaf = number[facts->of_hand[hand][set]];
            if (leaf == UINT32_MAX)
                continue;
            if (fill)
                cross->member[at[leaf]] = (uint16_t)(cross->hands * CROSS_SEEN + seen_of(facts, hand, set));
            at[leaf]++;
        }
        if (fill)
            cross->hand[cross->hands] = (uint16_t)hand;
        cross->hands++;
    }
}

static bool members_make(struct cross *cross, const struct facts *facts, const uint32_t *number,
                         unsigned unseen)
{
    uint32_t *at = calloc(cross->leaves + 1, sizeof *at);
    cross->first = calloc(cross->leaves + 1, sizeof *cross->first);
    if (!at || !cross->first) {
        free(at);
        return false;
    }
    members_pass(cross, facts, number, unseen, false, at);
    for (uint32_t leaf = 0, sum = 0; leaf <= cross->leaves; leaf++) {
        uint32_t count = at[leaf];
        cross->first[leaf] = at[leaf] = sum;
        sum += count;
    }
    cross->member = malloc((cross->first[cross->leaves] + 1) * sizeof *cross->member);
    cross->hand = malloc((cross->hands + 1) * sizeof *cross->hand);
    if (cross->member && cross->hand)
        members_pass(cross, facts, number, unseen, true, at);
    free(at);
    return cross->member && cross->hand;
}

bool cross_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, bool brief, struct cross *cross)
{
    *cross = (struct cross){0};
    if (!tree_create_leaving(rules, facts, cell, reveals, unseen, brief, &cross->tree))
        return false;
    if (cross->tree.root == TREE_ALIVE) {
        /* No risk from the start: the brief tree would be empty. */
        tree_destroy(&cross->tree);
        if (!tree_create_leaving(rules, facts, cell, reveals, unseen, false, &cross->tree))
            return false;
    }
    uint32_t *number = malloc((size_t)facts->count * sizeof *number);
    bool made = false;
    cross->regret = calloc(cross->tree.actions + 1, sizeof *cross->regret);
    if (number && cross->regret) {
        cross->leaves = leaves_number(&cross->tree, number, facts->count);
        made = members_make(cross, facts, number, unseen);
    }
    free(number);
    if (!made)
        cross_destroy(cross);
    return made;
}

void cross_destroy(struct cross *cross)
{
    tree_destroy(&cross->tree);
    free(cross->hand);
    free(cross->first);
    free(cross->member);
    free(cross->regret);
    *cross = (struct cross){0};
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

bool cross_scratch_grow(struct cross_scratch *scratch, const struct cross *cross)
{
    return grow(&scratch->value, &scratch->nodes, cross->tree.nodes) &&
           grow(&scratch->action, &scratch->actions, cross->tree.actions) &&
           grow(&scratch->leaf, &scratch->leaves, cross->leaves);
}

void cross_scratch_destroy(struct cross_scratch *scratch)
{
    free(scratch->value);
    free(scratch->action);
    free(scratch->leaf);
    *scratch = (struct cross_scratch){0};
}

/* ---- Passes over the tree ------------------------------------------------------------------------------ */

static void leaves_weigh(const struct cross *cross, const double *prize, double *leaf)
{
    for (uint32_t l = 0; l < cross->leaves; l++) {
        double sum = 0;
        for (uint32_t i = cross->first[l]; i < cross->first[l + 1]; i++)
            sum += prize[cross->member[i]];
        leaf[l] = sum;
    }
}

static double action_value(const struct tree *tree, uint32_t action, const double *value, const double *leaf)
{
    double sum = 0;
    for (uint32_t i = tree->action[action].outcome; i < tree->action[action + 1].outcome; i++) {
        int32_t to = tree->outcome[i];
        sum += to >= 0 ? value[to] : leaf[~to];
    }
    return sum;
}

void cross_values(const struct cross *cross, const double *prize, struct cross_scratch *scratch)
{
    const struct tree *tree = &cross->tree;
    leaves_weigh(cross, prize, scratch->leaf);
    for (uint32_t node = 0; node < tree->nodes; node++) {
        double most = 0;
        for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
            scratch->action[a] = action_value(tree, a, scratch->value, scratch->leaf);
            most = scratch->action[a] > most ? scratch->action[a] : most;
        }
        scratch->value[node] = most;
    }
}

double cross_best(const struct cross *cross, const double *prize, struct cross_scratch *scratch)
{
    lan_assert(cross->tree.root != TREE_ALIVE);
    cross_values(cross, prize, scratch);
    return scratch->value[cross->tree.root];
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
static void learn_pass(struct cross *cross, double *value, double *action, const double *leaf)
{
    const struct tree *tree = &cross->tree;
    for (uint32_t node = 0; node < tree->nodes; node++) {
        uint32_t first = tree->node[node], count = tree->node[node + 1] - first;
        double mean = 0, *worth = action + first, sum = 0;
        float *regret = cross->regret + first;
        for (uint32_t a = 0; a < count; a++) {
            worth[a] = action_value(tree, first + a, value, leaf);
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
            double now = (double)regret[a] + worth[a] - mean;
            regret[a] = now > 0 ? (float)now : 0;
        }
        chances_from_regrets(regret, count, worth);
    }
}

/* From chances in `action`: how often each leaf is reached by a hand that agrees with it. */
static void reach_pass(const struct tree *tree, double *reach, const double *action, double *leaf,
                       uint32_t leaves)
{
    memset(reach, 0, tree->nodes * sizeof *reach);
    memset(leaf, 0, leaves * sizeof *leaf);
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
                *(to >= 0 ? &reach[to] : &leaf[~to]) += here;
            }
        }
    }
}

void cross_learn(struct cross *cross, const double *prize, double *exits, struct cross_scratch *scratch)
{
    lan_assert(cross->tree.root != TREE_ALIVE);
    leaves_weigh(cross, prize, scratch->leaf);
    learn_pass(cross, scratch->value, scratch->action, scratch->leaf);
    reach_pass(&cross->tree, scratch->value, scratch->action, scratch->leaf, cross->leaves);
    memset(exits, 0, (size_t)cross->hands * CROSS_SEEN * sizeof *exits);
    for (uint32_t l = 0; l < cross->leaves; l++) {
        if (scratch->leaf[l] == 0)
            continue;
        for (uint32_t i = cross->first[l]; i < cross->first[l + 1]; i++)
            exits[cross->member[i]] += scratch->leaf[l];
    }
}
