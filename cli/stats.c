#include "stats.h"

#include <math.h>
#include <string.h>

void stats_init(struct stats *stats)
{
    memset(stats, 0, sizeof *stats);
    stats->actions_min = UINT64_MAX;
}

static void tally_add(struct tally *tally, bool won, int64_t score)
{
    tally->count++;
    tally->wins += won;
    tally->score += score;
    tally->score_squares += score * score;
}

/* The tally of a group, made when it is new: behind those of the same `by` with a smaller value. */
static struct tally *group_find(struct stats *stats, const struct lan_group *wanted)
{
    int at = stats->group_count;
    bool met = false;
    for (int i = 0; i < stats->group_count; i++) {
        const struct lan_group *group = &stats->group[i].group;
        bool same = strcmp(group->by, wanted->by) == 0;
        if (same && group->value == wanted->value)
            return &stats->group[i].tally;
        if ((met && !same) || (same && group->value > wanted->value)) {
            at = i;
            break;
        }
        met |= same;
    }
    lan_assert(stats->group_count < STATS_GROUPS_MAX);
    memmove(&stats->group[at + 1], &stats->group[at],
            (size_t)(stats->group_count - at) * sizeof *stats->group);
    stats->group_count++;
    stats->group[at] = (struct group_tally){.group = *wanted};
    return &stats->group[at].tally;
}

void stats_add(struct stats *stats, const struct lan_rules *rules, const struct lan_state *state,
               uint64_t actions)
{
    struct lan_result result;
    rules->game->result(rules, state, &result);
    lan_assert(result.over);
    stats->games++;
    stats->nobody += result.winners == 0;
    stats->actions += actions;
    if (actions < stats->actions_min)
        stats->actions_min = actions;
    if (actions > stats->actions_max)
        stats->actions_max = actions;
    for (int seat = 0; seat < rules->seats; seat++) {
        struct lan_group groups[LAN_GROUPS_MAX];
        bool won = result.winners >> seat & 1;
        int count = rules->game->tally ? rules->game->tally(rules, state, seat, groups) : 0;
        tally_add(&stats->seat[seat], won, result.score[seat]);
        for (int i = 0; i < count; i++)
            tally_add(group_find(stats, &groups[i]), won, result.score[seat]);
    }
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

void tally_interval(const struct tally *tally, double *low, double *high)
{
    double z = 1.959964, n = (double)tally->count, p = tally_rate(tally);
    if (!tally->count) {
        *low = 0;
        *high = 1;
        return;
    }
    double centre = p + z * z / (2 * n), spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    *low = fmax(0, (centre - spread) / (1 + z * z / n));
    *high = fmin(1, (centre + spread) / (1 + z * z / n));
}
