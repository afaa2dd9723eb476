/*
 * sim_json.c - results of `lanterne sim` as JSON: sums instead of means, so that sim_merge.c can add up
 * parts.
 */
#include "sim_json.h"

#include <stdio.h>

#include "json_out.h"
#include "setup.h"
#include "sim.h"
#include "stats.h"

static void json_tally(struct json_out *out, const struct tally *tally)
{
    struct lan_writer *w = &out->json.base;
    double low, high;
    tally_interval(tally, &low, &high);
    w->number(w, "count", (int64_t)tally->count);
    w->number(w, "wins", (int64_t)tally->wins);
    w->number(w, "score_sum", tally->score);
    w->number(w, "score_squares", tally->score_squares);
    w->number(w, "games", (int64_t)tally->games);
    w->number(w, "wins_squares", (int64_t)tally->wins_squares);
    w->number(w, "wins_by_count", (int64_t)tally->wins_by_count);
    w->number(w, "count_squares", (int64_t)tally->count_squares);
    json_double(out, "win_rate", tally_rate(tally));
    json_double(out, "win_rate_low", low);
    json_double(out, "win_rate_high", high);
    json_double(out, "score_mean", tally_mean(tally));
    json_double(out, "score_sd", tally_deviation(tally));
}

static void json_shards(struct json_out *out, const struct sim *sim)
{
    struct lan_writer *w = &out->json.base;
    w->number(w, "shards", sim->shards);
    w->open_array(w, "shard");
    for (int shard = 0; shard < sim->shards; shard++) {
        if (sim_has_shard(sim, shard))
            w->number(w, NULL, shard + 1);
    }
    w->close(w);
}

static void json_setup(struct json_out *out, const struct sim *sim)
{
    struct lan_writer *w = &out->json.base;
    rules_write(w, sim->rules);
    w->string(w, "vary", sim->vary);
    w->open_array(w, "bots");
    for (int seat = 0; seat < sim->rules->seats; seat++)
        w->string(w, NULL, sim->level[seat].name);
    w->close(w);
    if (sim_may_matters(sim))
        json_double(out, "may", sim->may);
    else
        w->none(w, "may");
    /* As a string: many JSON readers store numbers as doubles, which cannot hold 64 bits. */
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)sim->seed);
    w->string(w, "seed", seed);
    w->number(w, "wanted", (int64_t)sim->wanted);
    json_shards(out, sim);
}

/* Writes pairs [value, count] for counts other than 0. */
static void json_counts(struct json_out *out, const char *key, const uint64_t *count, int size, int zero)
{
    struct lan_writer *w = &out->json.base;
    w->open_array(w, key);
    for (int i = 0; i < size; i++) {
        if (!count[i])
            continue;
        w->open_array(w, NULL);
        w->number(w, NULL, i - zero);
        w->number(w, NULL, (int64_t)count[i]);
        w->close(w);
    }
    w->close(w);
}

static void json_games(struct json_out *out, const struct sim *sim)
{
    struct lan_writer *w = &out->json.base;
    const struct stats *stats = &sim->stats;
    w->number(w, "games", (int64_t)stats->games);
    w->number(w, "without_winner", (int64_t)stats->winnerless);
    w->open_object(w, "actions");
    json_double(out, "mean", (double)stats->actions / (double)stats->games);
    w->number(w, "sum", (int64_t)stats->actions);
    w->number(w, "min", (int64_t)stats->actions_min);
    w->number(w, "max", (int64_t)stats->actions_max);
    w->close(w);
    w->open_object(w, "ended_by");
    for (int i = 0; i < sim->rules->game->clause_count && i < STATS_ENDS_MAX; i++) {
        if (stats->end[i])
            w->number(w, sim->rules->game->clauses[i].id, (int64_t)stats->end[i]);
    }
    w->close(w);
    json_counts(out, "lengths", stats->length, STATS_LENGTHS, 0);
    json_counts(out, "scores", stats->score, STATS_SCORES, STATS_SCORE_ZERO);
}

int sim_json(const struct sim *sim)
{
    struct json_out out;
    const struct stats *stats = &sim->stats;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    json_setup(&out, sim);
    w->flag(w, "partial", sim->partial);
    if (sim->seconds > 0)
        json_double(&out, "seconds", sim->seconds);
    json_games(&out, sim);
    w->open_array(w, "seats");
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        w->open_object(w, NULL);
        w->number(w, "seat", seat + 1);
        json_tally(&out, &stats->seat[seat]);
        w->close(w);
    }
    w->close(w);
    w->open_array(w, "groups");
    for (int i = 0; i < stats->group_count; i++) {
        const struct lan_group *group = &stats->group[i].group;
        w->open_object(w, NULL);
        w->string(w, "by", group->by);
        lan_write_value(w, "value", sim->rules->game, group->type, group->value);
        w->number(w, "type", group->type);
        w->number(w, "number", group->value);
        json_tally(&out, &stats->group[i].tally);
        w->close(w);
    }
    w->close(w);
    return json_end(&out);
}
