/* sim_merge.c - reads results of `lanterne sim --json` and adds them up. */
#include "sim_merge.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "args.h"
#include "file.h"
#include "level.h"
#include "sim.h"
#include "stats.h"

enum { RESULT_BYTES_MAX = 4 << 20 };

static bool number_read(const json_t *object, const char *key, int64_t *number)
{
    const json_t *value = json_object_get(object, key);
    *number = json_integer_value(value);
    return json_is_integer(value);
}

static bool count_read(const json_t *object, const char *key, uint64_t *count)
{
    int64_t number;
    if (!number_read(object, key, &number) || number < 0)
        return false;
    *count = (uint64_t)number;
    return true;
}

static bool tally_read(const json_t *row, struct tally *tally)
{
    return count_read(row, "count", &tally->count) && count_read(row, "wins", &tally->wins) &&
           number_read(row, "score_sum", &tally->score) &&
           number_read(row, "score_squares", &tally->score_squares) &&
           count_read(row, "games", &tally->games) && count_read(row, "wins_squares", &tally->wins_squares) &&
           count_read(row, "wins_by_count", &tally->wins_by_count) &&
           count_read(row, "count_squares", &tally->count_squares);
}

static bool counts_read(const json_t *pairs, uint64_t *count, int size, int zero)
{
    size_t at;
    const json_t *pair;
    json_array_foreach(pairs, at, pair)
    {
        json_int_t value = json_integer_value(json_array_get(pair, 0)) + zero;
        if (json_array_size(pair) != 2 || value < 0 || value >= size)
            return false;
        count[value] += (uint64_t)json_integer_value(json_array_get(pair, 1));
    }
    return json_is_array(pairs);
}

static bool ends_read(json_t *object, const struct lan_game *game, struct stats *stats)
{
    const char *id;
    json_t *count;
    json_object_foreach(object, id, count)
    {
        int clause = lan_clause_find(game, id);
        if (!clause || clause >= STATS_ENDS_MAX)
            return false;
        stats->end[clause] += (uint64_t)json_integer_value(count);
    }
    return json_is_object(object);
}

static bool groups_read(const json_t *rows, const struct lan_game *game, struct stats *stats)
{
    size_t at;
    const json_t *row;
    json_array_foreach(rows, at, row)
    {
        int64_t type, value;
        struct lan_group group = {.by = json_string_value(json_object_get(row, "by"))};
        if (!group.by || strlen(group.by) >= STATS_NAME_BYTES || !number_read(row, "type", &type) ||
            type < 0 || type >= game->type_count || !number_read(row, "number", &value) ||
            stats->group_count == STATS_GROUPS_MAX || stats->name_count == STATS_NAMES_MAX)
            return false;
        group.type = (uint8_t)type;
        group.value = (int16_t)value;
        if (!tally_read(row, stats_group(stats, &group)))
            return false;
    }
    return json_is_array(rows);
}

static bool stats_read(const json_t *result, const struct lan_rules *rules, struct stats *stats)
{
    const json_t *actions = json_object_get(result, "actions"), *seats = json_object_get(result, "seats");
    stats_init(stats);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (!tally_read(json_array_get(seats, (size_t)seat), &stats->seat[seat]))
            return false;
    }
    return count_read(result, "games", &stats->games) &&
           count_read(result, "without_winner", &stats->winnerless) &&
           count_read(actions, "sum", &stats->actions) && count_read(actions, "min", &stats->actions_min) &&
           count_read(actions, "max", &stats->actions_max) &&
           counts_read(json_object_get(result, "lengths"), stats->length, STATS_LENGTHS, 0) &&
           counts_read(json_object_get(result, "scores"), stats->score, STATS_SCORES, STATS_SCORE_ZERO) &&
           ends_read(json_object_get(result, "ended_by"), rules->game, stats) &&
           groups_read(json_object_get(result, "groups"), rules->game, stats);
}

static bool config_read(const json_t *result, const struct lan_game *game, struct lan_config *config)
{
    const char *name;
    json_t *value;
    struct lan_problem problem;
    int64_t players;
    if (!number_read(result, "players", &players) || players < 1 || players > LAN_SEATS_MAX)
        return false;
    lan_config_init(game, (int)players, config);
    json_object_foreach(json_object_get(result, "options"), name, value)
    {
        if (!json_is_string(value) || !lan_config_set(game, config, name, json_string_value(value), &problem))
            return false;
    }
    return true;
}

/* Takes game, options, bots and seed from the first file. */
static bool setup_read(const json_t *result, struct sim *sim, union lan_rules_buf *rules)
{
    const char *name = json_string_value(json_object_get(result, "game"));
    const char *seed = json_string_value(json_object_get(result, "seed"));
    const json_t *bots = json_object_get(result, "bots");
    int64_t version, shards;
    struct lan_config config;
    struct lan_problem problem;
    if (!name || !seed || !number_read(result, "version", &version) ||
        !number_read(result, "shards", &shards) || shards < 1 || shards > CLI_SHARDS_MAX)
        return false;
    const struct lan_game *game = lan_game_find(name, (int)version);
    if (!game || !config_read(result, game, &config) || !lan_compile(game, &config, &rules->base, &problem))
        return false;
    sim->rules = &rules->base;
    for (int seat = 0; seat < sim->rules->seats; seat++) {
        const char *bot = json_string_value(json_array_get(bots, (size_t)seat));
        if (!bot || !level_parse(bot, strlen(bot), &sim->level[seat]))
            return false;
    }
    const char *vary = json_string_value(json_object_get(result, "vary"));
    snprintf(sim->vary, sizeof sim->vary, "%s", vary ? vary : "");
    sim->seed = strtoull(seed, NULL, 10);
    sim->shards = (int)shards;
    sim->may = json_number_value(json_object_get(result, "may"));
    stats_init(&sim->stats);
    probe_play(sim->rules, &sim->probe);
    return count_read(result, "wanted", &sim->wanted);
}

/* Marks the shards of a file as counted; false when one of them already was. */
static bool shards_add(const json_t *list, struct sim *sim)
{
    size_t at;
    const json_t *value;
    json_array_foreach(list, at, value)
    {
        json_int_t shard = json_integer_value(value) - 1;
        if (shard < 0 || shard >= sim->shards || sim_has_shard(sim, (int)shard))
            return false;
        sim->shard[shard / 8] |= (uint8_t)(1u << shard % 8);
    }
    return json_array_size(list) > 0;
}

static bool same_setup(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"game", "version", "players", "options", "bots",
                                       "may",  "seed",    "wanted",  "shards",  "vary"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i])))
            return false;
    }
    return true;
}

static json_t *result_load(const char *file)
{
    size_t size;
    char *bytes = file_read(file, RESULT_BYTES_MAX, &size);
    json_error_t error;
    if (!bytes)
        return NULL;
    json_t *result = json_loadb(bytes, size, 0, &error);
    free(bytes);
    if (!result)
        complain("%s: line %d: %s", file, error.line, error.text);
    return result;
}

int sim_merge(const struct settings *settings, struct sim *sim, union lan_rules_buf *rules)
{
    static json_t *part[CLI_WORDS_MAX];
    static struct stats stats;
    for (int i = 0; i < settings->word_count; i++) {
        const char *file = settings->words[i];
        part[i] = result_load(file);
        if (!part[i])
            return CLI_BAD_FILE;
        if (i == 0 && !setup_read(part[0], sim, rules)) {
            complain("%s is no result of `lanterne sim --json` that this program can read", file);
            return CLI_BAD_FILE;
        }
        if (!same_setup(part[0], part[i])) {
            complain("%s is of another set-up, seed or split than %s", file, settings->words[0]);
            return CLI_BAD_FILE;
        }
        if (!shards_add(json_object_get(part[i], "shard"), sim)) {
            complain("%s counts a part that another file has counted already", file);
            return CLI_BAD_FILE;
        }
        if (!stats_read(part[i], sim->rules, &stats)) {
            complain("%s is damaged: its sums cannot be read", file);
            return CLI_BAD_FILE;
        }
        stats_merge(&sim->stats, &stats);
        sim->partial |= json_is_true(json_object_get(part[i], "partial"));
    }
    return CLI_OK;
}
