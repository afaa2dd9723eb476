#include "stats.h"

#include <math.h>
#include <string.h>

#include "text.h"

void stats_init(struct stats *stats)
{
    memset(stats, 0, sizeof *stats);
    stats->actions_min = UINT64_MAX;
}

/* The seats of one game in one group. */
struct cluster {
    struct lan_group group;
    uint64_t count, wins;
    int64_t score, score_squares;
};

static void cluster_add(struct cluster *cluster, const struct stats_seat *seat)
{
    cluster->count++;
    cluster->wins += seat->won;
    cluster->score += seat->score;
    cluster->score_squares += (int64_t)seat->score * seat->score;
}

static void tally_add(struct tally *tally, const struct cluster *cluster)
{
    tally->count += cluster->count;
    tally->wins += cluster->wins;
    tally->score += cluster->score;
    tally->score_squares += cluster->score_squares;
    tally->games++;
    tally->wins_squares += cluster->wins * cluster->wins;
    tally->wins_by_count += cluster->wins * cluster->count;
    tally->count_squares += cluster->count * cluster->count;
}

/* The copy of a name that the stats own, made when it is new. */
static const char *name_keep(struct stats *stats, const char *name)
{
    for (int i = 0; i < stats->name_count; i++) {
        if (strcmp(stats->name[i], name) == 0)
            return stats->name[i];
    }
    size_t length = strlen(name);
    lan_assert(stats->name_count < STATS_NAMES_MAX && length < STATS_NAME_BYTES);
    return memcpy(stats->name[stats->name_count++], name, length + 1);
}

/*
 * Keeps the groups sorted by `by` and value, so that their order does not depend on the thread that added
 * them.
 */
struct tally *stats_group(struct stats *stats, const struct lan_group *wanted)
{
    int at = 0;
    for (; at < stats->group_count; at++) {
        const struct lan_group *group = &stats->group[at].group;
        int order = strcmp(group->by, wanted->by);
        if (order == 0 && group->value == wanted->value)
            return &stats->group[at].tally;
        if (order > 0 || (order == 0 && group->value > wanted->value))
            break;
    }
    lan_assert(stats->group_count < STATS_GROUPS_MAX);
    memmove(&stats->group[at + 1], &stats->group[at],
            (size_t)(stats->group_count - at) * sizeof *stats->group);
    stats->group_count++;
    stats->group[at] = (struct group_tally){.group = *wanted};
    stats->group[at].group.by = name_keep(stats, wanted->by);
    return &stats->group[at].tally;
}

static size_t within(int64_t at, int64_t count)
{
    return (size_t)(at < 0 ? 0 : at >= count ? count - 1 : at);
}

/* Collects the seats of one game by their groups; returns how many groups there are. */
static int clusters_gather(int seats, const struct stats_seat *seat,
                           struct cluster cluster[LAN_SEATS_MAX * LAN_GROUPS_MAX])
{
    int count = 0;
    for (int i = 0; i < seats; i++) {
        for (int j = 0; j < seat[i].group_count; j++) {
            const struct lan_group *group = &seat[i].group[j];
            int at = 0;
            while (at < count &&
                   (cluster[at].group.value != group->value || strcmp(cluster[at].group.by, group->by) != 0))
                at++;
            if (at == count)
                cluster[count++] = (struct cluster){.group = *group};
            cluster_add(&cluster[at], &seat[i]);
        }
    }
    return count;
}

/* Counts a cluster once more, under a name that includes the variant. */
static void variant_add(struct stats *stats, const char *variant, const struct cluster *cluster)
{
    char by[STATS_NAME_BYTES];
    struct lan_group group = cluster->group;
    struct lan_text text = lan_text_init(by, sizeof by);
    lan_text_add(&text, group.by);
    lan_text_add_char(&text, ' ');
    lan_text_add(&text, variant);
    group.by = by;
    tally_add(stats_group(stats, &group), cluster);
}

void stats_count(struct stats *stats, int seats, const struct stats_seat *seat, const char *variant)
{
    struct cluster cluster[LAN_SEATS_MAX * LAN_GROUPS_MAX];
    int count = clusters_gather(seats, seat, cluster);
    for (int i = 0; i < seats; i++) {
        struct cluster own = {.group = {"seat", LAN_TYPE_SEAT, (int16_t)i}};
        cluster_add(&own, &seat[i]);
        tally_add(&stats->seat[i], &own);
        if (variant)
            variant_add(stats, variant, &own);
    }
    for (int i = 0; i < count; i++) {
        tally_add(stats_group(stats, &cluster[i].group), &cluster[i]);
        if (variant)
            variant_add(stats, variant, &cluster[i]);
    }
}

void stats_add(struct stats *stats, const struct lan_rules *rules, const struct lan_state *state,
               uint64_t actions, const char *variant)
{
    struct stats_seat seats[LAN_SEATS_MAX];
    struct lan_result result;
    rules->game->result(rules, state, &result);
    lan_assert(result.over);
    stats->games++;
    stats->winnerless += result.winners == 0;
    stats->actions += actions;
    lan_assert(result.clause < STATS_ENDS_MAX);
    stats->end[result.clause]++;
    stats->length[within((int64_t)actions, STATS_LENGTHS)]++;
    if (actions < stats->actions_min)
        stats->actions_min = actions;
    if (actions > stats->actions_max)
        stats->actions_max = actions;
    for (int i = 0; i < rules->seats; i++) {
        struct stats_seat *seat = &seats[i];
        seat->won = result.winners >> i & 1;
        seat->score = result.score[i];
        seat->group_count = rules->game->groups ? rules->game->groups(rules, state, i, seat->group) : 0;
        stats->score[within((int64_t)seat->score + STATS_SCORE_ZERO, STATS_SCORES)]++;
    }
    stats_count(stats, rules->seats, seats, variant);
}

static void tally_merge(struct tally *tally, const struct tally *part)
{
    tally->count += part->count;
    tally->wins += part->wins;
    tally->score += part->score;
    tally->score_squares += part->score_squares;
    tally->games += part->games;
    tally->wins_squares += part->wins_squares;
    tally->wins_by_count += part->wins_by_count;
    tally->count_squares += part->count_squares;
}

static void counts_merge(uint64_t *count, const uint64_t *part, size_t size)
{
    for (size_t i = 0; i < size; i++)
        count[i] += part[i];
}

void stats_merge(struct stats *stats, const struct stats *part)
{
    stats->games += part->games;
    stats->winnerless += part->winnerless;
    stats->actions += part->actions;
    if (part->actions_min < stats->actions_min)
        stats->actions_min = part->actions_min;
    if (part->actions_max > stats->actions_max)
        stats->actions_max = part->actions_max;
    counts_merge(stats->end, part->end, STATS_ENDS_MAX);
    counts_merge(stats->length, part->length, STATS_LENGTHS);
    counts_merge(stats->score, part->score, STATS_SCORES);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        tally_merge(&stats->seat[seat], &part->seat[seat]);
    for (int i = 0; i < part->group_count; i++)
        tally_merge(stats_group(stats, &part->group[i].group), &part->group[i].tally);
}

double tally_rate(const struct tally *tally)
{
    return tally->count ? (double)tally->wins / (double)tally->count : 0;
}

double tally_mean(const struct tally *tally)
{
    return tally->count ? (double)tally->score / (double)tally->count : 0;
}

double tally_deviation(const struct tally *tally)
{
    double mean = tally_mean(tally), n = (double)tally->count;
    return n > 1 ? sqrt(fmax(0, ((double)tally->score_squares - n * mean * mean) / (n - 1))) : 0;
}

/*
 * How many independent seats would give the win rate the variance that it has over games. The variance of a
 * ratio of sums over independent games is the sum of (w - p*n)^2 over the square of the sum of n; with one
 * seat a game it is p*(1-p)/n, and the result is the number of seats. When all wins or none occur, games show
 * no variance, and each game counts as one seat. When games agree in another way (one win of two in every
 * game), the result is limited to the number of seats times that of games.
 */
static double seats_effective(const struct tally *tally)
{
    double n = (double)tally->count, games = (double)tally->games, p = tally_rate(tally);
    if (!tally->wins || tally->wins == tally->count)
        return games;
    double squares = (double)tally->wins_squares - 2 * p * (double)tally->wins_by_count +
                     p * p * (double)tally->count_squares;
    /* The usual correction for a mean estimated from the same games, where they differ in more than p. */
    if (tally->count > tally->games && tally->games > 1)
        squares *= games / (games - 1);
    return p * (1 - p) * n * n / fmax(squares, p * (1 - p) * n / games);
}

void tally_interval(const struct tally *tally, double *low, double *high)
{
    double z = 1.959964, p = tally_rate(tally);
    if (!tally->count) {
        *low = 0;
        *high = 1;
        return;
    }
    double n = seats_effective(tally);
    double centre = p + z * z / (2 * n), spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    /* With no wins or no losses one bound equals the rate exactly; the formula would miss it by rounding. */
    *low = tally->wins ? fmax(0, (centre - spread) / (1 + z * z / n)) : 0;
    *high = tally->wins < tally->count ? fmin(1, (centre + spread) / (1 + z * z / n)) : 1;
}
