/*
 * stats.h - counts over many games. All are sums of integers, so that partial results add up exactly.
 */
#ifndef LAN_STATS_H
#define LAN_STATS_H

#include "lan.h"

/*
 * Results of one seat, or of all seats in a group. Seats of one game are not independent: team mates win
 * together, opponents exclude each other. Games are, so the tally also keeps sums over games, from which
 * tally_interval computes the variance. In one game `n` seats belong to the group and `w` of them win.
 */
struct tally {
    uint64_t count; /* seats: the sum of n */
    uint64_t wins;  /* the sum of w; shared wins count as wins */
    int64_t score, score_squares;
    uint64_t games;                                      /* with at least one seat of the group */
    uint64_t wins_squares, wins_by_count, count_squares; /* the sums of w*w, w*n and n*n over games */
};

struct group_tally {
    struct lan_group group;
    struct tally tally;
};

enum {
    STATS_GROUPS_MAX = 2048,
    STATS_ENDS_MAX = 512, /* clauses of a game */
    STATS_LENGTHS = 4096, /* longer games are counted in the last bucket */
    STATS_SCORES = 2048,  /* buckets of scores from -STATS_SCORE_ZERO on; the outer two include all beyond */
    STATS_SCORE_ZERO = 1024,
    STATS_NAMES_MAX = 256, /* different values of lan_group.by */
    STATS_NAME_BYTES = 96,
};

struct stats {
    uint64_t games;
    uint64_t winnerless; /* games without a winner */
    uint64_t actions, actions_min, actions_max;
    uint64_t end[STATS_ENDS_MAX];   /* games, by the clause that ended them */
    uint64_t length[STATS_LENGTHS]; /* games, by the number of actions */
    uint64_t score[STATS_SCORES];
    struct tally seat[LAN_SEATS_MAX];
    int group_count; /* sorted by `by`, then by value */
    struct group_tally group[STATS_GROUPS_MAX];
    int name_count;
    char name[STATS_NAMES_MAX][STATS_NAME_BYTES];
};

void stats_init(struct stats *stats);

/* How one seat fared in a finished game. */
struct stats_seat {
    bool won;
    int32_t score;
    int group_count;
    struct lan_group group[LAN_GROUPS_MAX];
};

/* Counts the seats of one game, and their groups; `variant` as in stats_add. */
void stats_count(struct stats *stats, int seats, const struct stats_seat *seat, const char *variant);

/*
 * Counts one finished game of `actions` actions. With `variant`, such as "mode=advanced", its seats and
 * groups count once more in groups of their own: by "side mode=advanced".
 */
void stats_add(struct stats *stats, const struct lan_rules *rules, const struct lan_state *state,
               uint64_t actions, const char *variant);

/* Adds the counts of another worker or file. */
void stats_merge(struct stats *stats, const struct stats *part);

/* The tally of a group, added when it is new; its name is copied. */
struct tally *stats_group(struct stats *stats, const struct lan_group *group);

double tally_rate(const struct tally *tally);
double tally_mean(const struct tally *tally);
double tally_deviation(const struct tally *tally);

/*
 * The 95 % confidence interval of the win rate: Wilson's, which stays within 0 and 1, for as many independent
 * seats as would have the variance that the games show. With one seat a game in the group that is the plain
 * Wilson interval.
 */
void tally_interval(const struct tally *tally, double *low, double *high);

#endif
