/*
 * stats.h - what is counted over many games: sums only, so that parts counted apart add up exactly.
 */
#ifndef LAN_STATS_H
#define LAN_STATS_H

#include "lan.h"

/* Results of a seat, or of everybody in a group. */
struct tally {
    uint64_t count;
    uint64_t wins; /* among the winners, alone or not */
    int64_t score, score_squares;
};

struct group_tally {
    struct lan_group group;
    struct tally tally;
};

enum { STATS_GROUPS_MAX = 512 };

struct stats {
    uint64_t games;
    uint64_t nobody; /* games without a winner */
    uint64_t actions, actions_min, actions_max;
    struct tally seat[LAN_SEATS_MAX];
    int group_count; /* kept sorted: by the order in which the game names them, then by value */
    struct group_tally group[STATS_GROUPS_MAX];
};

void stats_init(struct stats *stats);

/* Counts one finished game of `actions` actions. */
void stats_add(struct stats *stats, const struct lan_rules *rules, const struct lan_state *state,
               uint64_t actions);

double tally_rate(const struct tally *tally);
double tally_mean(const struct tally *tally);
double tally_deviation(const struct tally *tally);

/* The 95 % confidence interval of the win rate (Wilson's, which stays within 0 and 1). */
void tally_interval(const struct tally *tally, double *low, double *high);

#endif
