#include "stats.h"

#include <math.h>
#include <string.h>

#include "arena.h"

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

/* Counts a seat's groups once more, under names that include the variant. */
static void variant_groups_add(struct stats *stats, const char *variant, const struct lan_group *groups,
                               int count, bool won, int64_t score)
{
    for (int i = 0; i < count; i++) {
        char by[STATS_NAME_BYTES];
        struct lan_group group = groups[i];
        struct lan_text text = lan_text_init(by, sizeof by);
        lan_text_add(&text, group.by);
        lan_text_add_char(&text, ' ');
        lan_text_add(&text, variant);
        group.by = by;
        tally_add(stats_group(stats, &group), won, score);
    }
}

void stats_add(struct stats *stats, const struct lan_rules *rules, const struct lan_state *state,
               uint64_t actions, const char *variant)
{
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
    for (int seat = 0; seat < rules->seats; seat++) {
        struct lan_group groups[LAN_GROUPS_MAX];
        bool won = result.winners >> seat & 1;
        int count = rules->game->groups ? rules->game->groups(rules, state, seat, groups) : 0;
        tally_add(&stats->seat[seat], won, result.score[seat]);
        stats->score[within((int64_t)result.score[seat] + STATS_SCORE_ZERO, STATS_SCORES)]++;
        for (int i = 0; i < count; i++)
            tally_add(stats_group(stats, &groups[i]), won, result.score[seat]);
        if (variant) {
            const struct lan_group own = {"seat", LAN_TYPE_SEAT, (int16_t)seat};
            variant_groups_add(stats, variant, &own, 1, won, result.score[seat]);
            variant_groups_add(stats, variant, groups, count, won, result.score[seat]);
        }
    }
}

static void tally_merge(struct tally *tally, const struct tally *part)
{
    tally->count += part->count;
    tally->wins += part->wins;
    tally->score += part->score;
    tally->score_squares += part->score_squares;
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

void tally_interval(const struct tally *tally, double *low, double *high)
{
    double z = 1.959964, n = (double)tally->count, p = tally_rate(tally);
    if (!tally->count) {
        *low = 0;
        *high = 1;
        return;
    }
    double centre = p + z * z / (2 * n), spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    /* With no wins or no losses one bound equals the rate exactly; the formula would miss it by rounding. */
    *low = tally->wins ? fmax(0, (centre - spread) / (1 + z * z / n)) : 0;
    *high = tally->wins < tally->count ? fmin(1, (centre + spread) / (1 + z * z / n)) : 1;
}
