/*
 * cross.h - one shape of a floor after which another comes: how often each hand lets the Hero out, by what he
 * has seen of its pair.
 *
 * A hand's pair has two monsters, the first being the one with the lower number. What the Hero has seen of
 * them when he leaves is a number 0..3: bit 0 the first, bit 1 the second. What leaving is worth depends on
 * it, so a Master's strategy counts here as a weight for every hand and every such number (a `prize`), and a
 * Hero's as a chance for every hand and number (an `exit`). Both are arrays of CROSS_SEEN times floor hands.
 * The Hero wants a large sum of prizes.
 */
#ifndef LAN_CROSS_H
#define LAN_CROSS_H

#include "tree.h"

enum { CROSS_SEEN = 4 };

struct cross {
    struct tree tree; /* tree_create_leaving; its leaves are numbered 0..leaves-1, not by fact */
    uint32_t hands;   /* all hands of pairs that may come */
    uint16_t *hand;   /* their numbers, rising */
    uint32_t leaves;
    uint32_t *first;  /* leaf l pays member[first[l]] up to member[first[l + 1]] */
    uint16_t *member; /* each the index of a hand times CROSS_SEEN, plus what is seen of its pair */
    float *regret;    /* by action: the Hero's, never negative */
};

/* Scratch memory, large enough for every floor that cross_scratch_grow was called with. */
struct cross_scratch {
    double *value, *action, *leaf;
    uint32_t nodes, actions, leaves;
};

/* `brief`: with the smaller tree. False, with nothing to destroy, when there is no memory. */
bool cross_create(const struct shy_rules *rules, const struct facts *facts, const uint8_t cell[SHY_TILES_MAX],
                  int reveals, unsigned unseen, bool brief, struct cross *cross);
void cross_destroy(struct cross *cross);

bool cross_scratch_grow(struct cross_scratch *scratch, const struct cross *cross);
void cross_scratch_destroy(struct cross_scratch *scratch);

/*
 * One step of regret matching plus for the Hero against these prizes; exits[] is then how often he leaves so
 * with his new strategy. scratch->value and ->action have how often nodes are reached, and the chances.
 */
void cross_learn(struct cross *cross, const double *prize, double *exits, struct cross_scratch *scratch);

/* The most that a Hero can get of these prizes within the tree. */
double cross_best(const struct cross *cross, const double *prize, struct cross_scratch *scratch);

/*
 * What comes of every action if the Hero then plays for the most within the tree: scratch->action[a] is what
 * he gets of the prizes after action a, scratch->value[n] the same from node n on.
 */
void cross_values(const struct cross *cross, const double *prize, struct cross_scratch *scratch);

#endif
