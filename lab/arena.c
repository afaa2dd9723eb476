/* arena.c - `lanterne arena`: rounds and pairings; see arena.h. */
#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_file.h"
#include "arena_game.h"
#include "arena_luck.h"
#include "arena_print.h"
#include "arena_team.h"
#include "probe.h"
#include "setup.h"
#include "stop.h"

enum { ANSWER_SECONDS = 5, PACE_MS = 200 };

/* ---- Counting ------------------------------------------------------------------------------------------ */

/* The part of this value, added in the order of values; NULL when there are too many. */
static struct arena_part *part_find(struct arena_score *score, int value)
{
    int at = 0;
    while (at < score->part_count && score->part[at].value < value)
        at++;
    if (at < score->part_count && score->part[at].value == value)
        return &score->part[at];
    if (score->part_count == ARENA_PARTS_MAX)
        return NULL;
    memmove(&score->part[at + 1], &score->part[at], (size_t)(score->part_count - at) * sizeof *score->part);
    score->part_count++;
    score->part[at] = (struct arena_part){.value = value};
    return &score->part[at];
}

/* Adds a round of a pairing to its score: the whole is the mean over the parts. */
static bool pairing_count(struct arena_score *score, const struct arena_shares *shares)
{
    double sum[ARENA_SIDES] = {0};
    for (int i = 0; i < shares->parts; i++) {
        const double *share = shares->share[i];
        struct arena_part *part = part_find(score, shares->value[i]);
        if (!part)
            return false;
        elo_add(&part->elo, share[ARENA_CHALLENGER], share[ARENA_REFERENCE]);
        sum[ARENA_CHALLENGER] += share[ARENA_CHALLENGER];
        sum[ARENA_REFERENCE] += share[ARENA_REFERENCE];
    }
    elo_add(&score->elo, sum[ARENA_CHALLENGER] / shares->parts, sum[ARENA_REFERENCE] / shares->parts);
    return true;
}

/*
 * A bot's standing of one round: the means over its opponents, part by part. A round is one observation,
 * since all its games are of the same deal.
 */
static bool standing_count(struct arena *arena, int bot)
{
    struct arena_shares mean = {.parts = 0};
    int opponents = 0;
    for (int i = 0; i < arena->pairing_count; i++) {
        const struct arena_shares *shares = &arena->shares[i];
        if (arena->pairing[i].challenger != bot)
            continue;
        opponents++;
        for (int j = 0; j < shares->parts; j++) {
            int at = 0;
            while (at < mean.parts && mean.value[at] != shares->value[j])
                at++;
            if (at == ARENA_PARTS_MAX)
                return false;
            if (at == mean.parts)
                mean.value[mean.parts++] = shares->value[j];
            for (int side = 0; side < ARENA_SIDES; side++)
                mean.share[at][side] += shares->share[j][side];
        }
    }
    for (int i = 0; i < mean.parts; i++) {
        for (int side = 0; side < ARENA_SIDES; side++)
            mean.share[i][side] /= opponents;
    }
    return !opponents || pairing_count(&arena->standing[bot], &mean);
}

bool arena_count(struct arena *arena)
{
    bool fine = true;
    for (int i = 0; i < arena->pairing_count; i++)
        fine = fine && pairing_count(&arena->pairing[i].score, &arena->shares[i]);
    for (int bot = 0; bot < arena->bot_count; bot++)
        fine = fine && standing_count(arena, bot);
    arena->rounds++;
    return fine;
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */

/* The game of this round with these bots, played unless it was already; NULL as arena_round says. */
static const struct arena_lineup *lineup_play(struct arena *arena, uint64_t round, int reference,
                                              int challenger, unsigned seats)
{
    struct arena_lineup lineup = {.bot = {0}};
    struct arena_game game;
    for (int seat = 0; seat < arena->rules->seats; seat++)
        lineup.bot[seat] = (uint8_t)(seats >> seat & 1 ? challenger : reference);
    for (int i = 0; i < arena->lineup_count; i++) {
        if (memcmp(arena->lineup[i].bot, lineup.bot, sizeof lineup.bot) == 0)
            return &arena->lineup[i];
    }
    lan_assert(arena->lineup_count < ARENA_LINEUPS_MAX);
    if (!arena_game_play(arena, round, &lineup, &game))
        return NULL;
    bool fine = (!arena->settings->luck || arena_luck_find(arena, round, game.table, &lineup)) &&
                arena_file_game(arena, round, &lineup, &game);
    arena_game_free(&game);
    arena->lineup[arena->lineup_count] = lineup;
    return fine ? &arena->lineup[arena->lineup_count++] : NULL;
}

/* Groups the seats of the reference's game into parts. */
static void parts_find(const struct arena *arena, const struct arena_lineup *first,
                       struct arena_shares *shares, unsigned seats[ARENA_PARTS_MAX])
{
    shares->parts = 0;
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        int at = 0;
        while (at < shares->parts && shares->value[at] != first->part[seat])
            at++;
        if (at == shares->parts) {
            shares->value[shares->parts++] = first->part[seat];
            seats[at] = 0;
        }
        seats[at] |= 1u << seat;
    }
}

static double share_of(const struct arena_lineup *lineup, unsigned seats)
{
    double sum = 0;
    for (unsigned rest = seats; rest; rest &= rest - 1)
        sum += lineup->share[__builtin_ctz(rest)];
    return sum / __builtin_popcount(seats);
}

static double luck_of(const struct arena_lineup *lineup, unsigned seats)
{
    double sum = 0;
    for (unsigned rest = seats; rest; rest &= rest - 1)
        sum += lineup->luck[__builtin_ctz(rest)];
    return sum / __builtin_popcount(seats);
}

/* Counts the mean over the parts of a round, as it was and with its luck, whose mean is zero. */
static void luck_count(struct arena_pairing *pairing, uint64_t round, const struct arena_shares *shares,
                       const double luck[ARENA_SIDES])
{
    double raw[ARENA_SIDES] = {0}, n = shares->parts;
    for (int i = 0; i < shares->parts; i++) {
        for (int side = 0; side < ARENA_SIDES; side++)
            raw[side] += shares->share[i][side];
    }
    elo_add(&pairing->raw, raw[ARENA_CHALLENGER] / n, raw[ARENA_REFERENCE] / n);
    variate_add(&pairing->adjusted, round, (raw[ARENA_CHALLENGER] - raw[ARENA_REFERENCE]) / n,
                (luck[ARENA_CHALLENGER] - luck[ARENA_REFERENCE]) / n);
}

static bool pairing_play(struct arena *arena, uint64_t round, int at)
{
    const struct arena_pairing *pairing = &arena->pairing[at];
    struct arena_shares *shares = &arena->shares[at];
    unsigned seats[ARENA_PARTS_MAX];
    double luck[ARENA_SIDES] = {0};
    const struct arena_lineup *first = lineup_play(arena, round, pairing->reference, 0, 0);
    if (!first)
        return false;
    parts_find(arena, first, shares, seats);
    for (int i = 0; i < shares->parts; i++) {
        const struct arena_lineup *game =
            lineup_play(arena, round, pairing->reference, pairing->challenger, seats[i]);
        if (!game)
            return false;
        shares->share[i][ARENA_CHALLENGER] = share_of(game, seats[i]);
        shares->share[i][ARENA_REFERENCE] = share_of(first, seats[i]);
        luck[ARENA_CHALLENGER] += luck_of(game, seats[i]);
        luck[ARENA_REFERENCE] += luck_of(first, seats[i]);
        elo_add(&arena->pairing[at].single_raw, share_of(game, seats[i]), 0);
        variate_add(&arena->pairing[at].single_adjusted, round, share_of(game, seats[i]),
                    luck_of(game, seats[i]));
    }
    if (arena->settings->luck)
        luck_count(&arena->pairing[at], round, shares, luck);
    return true;
}

bool arena_round(struct arena *arena, uint64_t round)
{
    arena->lineup_count = 0;
    for (int i = 0; i < arena->pairing_count; i++) {
        if (!pairing_play(arena, round, i))
            return false;
    }
    if (!arena_count(arena)) {
        complain("%s has more than %d values, which an arena cannot tell apart", arena->by, ARENA_PARTS_MAX);
        return false;
    }
    return arena_file_round(arena, round);
}

enum elo_verdict arena_verdict(const struct arena *arena, double *ratio)
{
    const struct settings *settings = arena->settings;
    *ratio = 0;
    if (!(settings->given & CLI_TAKES(CLI_SPRT)))
        return ELO_OPEN;
    return elo_test(&arena->pairing[0].score.elo, settings->sprt[0], settings->sprt[1], ratio);
}

/* Whether enough rounds have been played. Also prints the progress. */
static bool arena_done(struct arena *arena)
{
    const struct elo *elo = &arena->pairing[0].score.elo;
    double ratio;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%llu/%llu  %+.3f ± %.3f ", (unsigned long long)arena->rounds,
                (unsigned long long)arena->settings->games, elo_mean(elo), elo_spread(elo));
    return arena->rounds >= arena->settings->games || arena_verdict(arena, &ratio) != ELO_OPEN;
}

static bool arena_ends(struct arena *arena)
{
    return arena_done(arena) || stop_wanted();
}

/*
 * One worker for each core, but a single one when an external or timed bot plays: bots share no processor
 * time.
 */
static int workers_wanted(const struct arena *arena)
{
    bool timed = false;
    for (int bot = 0; bot < arena->bot_count; bot++)
        timed |= arena->bot[bot].command || arena->bot[bot].player.level.milliseconds;
    long cores = timed ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
    if (arena->settings->luck) /* its sums are not sent between processes */
        return 1;
    if (arena->settings->threads)
        return arena->settings->threads;
    return cores < 1 ? 1 : cores > CLI_THREADS_MAX ? CLI_THREADS_MAX : (int)cores;
}

static int arena_run(struct arena *arena)
{
    int workers = workers_wanted(arena), code = CLI_OK;
    stop_watch();
    if (!arena_ends(arena) && workers > 1)
        code = arena_team_run(arena, workers, arena_ends);
    while (!code && !arena_ends(arena)) {
        if (!arena_round(arena, arena->rounds) && !stop_wanted())
            code = CLI_FAILED;
    }
    bool stopped = !code && !arena_done(arena);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 60, "");
    return stopped ? CLI_STOPPED : code;
}

/* ---- The command --------------------------------------------------------------------------------------- */

/* `spec` is the level of a built-in bot, or "cmd:" and a command line. */
static bool contender_init(const struct arena *arena, struct contender *contender, const char *spec)
{
    struct level level = {.bot = &lan_bot_random};
    *contender = (struct contender){.name = spec};
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        contender->process[seat].process = (struct process){.in = -1, .out = -1};
    if (strncmp(spec, "cmd:", 4) == 0)
        contender->command = spec + 4, contender->timed = true;
    else if (!level_parse(spec, strlen(spec), &level))
        return false;
    if (!level_fits(&level, arena->rules))
        return false;
    level_player_init(&contender->player, &level, arena->memory);
    return true;
}

/* The bots of the list, whose commas become ends of texts. */
static int contenders_init(struct arena *arena, char *list)
{
    for (char *at = list; at;) {
        char *comma = strchr(at, ',');
        if (arena->bot_count == ARENA_BOTS_MAX) {
            complain_in("--bots: %d bots at most", "--bots : %d robots au plus", ARENA_BOTS_MAX);
            return CLI_USAGE;
        }
        if (comma)
            *comma = 0;
        if (!contender_init(arena, &arena->bot[arena->bot_count], at))
            return CLI_USAGE;
        arena->bot_count++;
        at = comma ? comma + 1 : NULL;
    }
    if (arena->bot_count < 2) {
        complain_in("an arena needs two bots or more: --bots CHALLENGER,REFERENCE",
                    "une arène demande deux robots ou plus : --bots PRÉTENDANT,RÉFÉRENCE");
        return CLI_USAGE;
    }
    if (arena->bot_count > 2 && arena->settings->given & CLI_TAKES(CLI_SPRT)) {
        complain_in("--sprt decides between two bots, and %d are given",
                    "--sprt départage deux robots, et il y en a %d", arena->bot_count);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static void pairings_init(struct arena *arena)
{
    for (int challenger = 0; challenger < arena->bot_count; challenger++) {
        for (int reference = 0; reference < arena->bot_count; reference++) {
            if (challenger == reference || (arena->bot_count == 2 && challenger == 1))
                continue;
            arena->pairing[arena->pairing_count++] =
                (struct arena_pairing){.challenger = challenger, .reference = reference};
        }
    }
}

/* Finds out what the parts are: --by, else the game's roles, else seats. */
static int parts_wanted(struct arena *arena)
{
    const struct lan_game *game = arena->rules->game;
    const char *by = arena->settings->by;
    struct probe probe;
    probe_play(arena->rules, &probe);
    arena->may = probe.may;
    const struct lan_group *group = by ? probe_find(&probe, by) : probe_roles(&probe, game);
    arena->by = "seat";
    arena->by_type = LAN_TYPE_SEAT;
    if (game->cooperative && !by) {
        arena->by = "all";
    } else if (game->cooperative) {
        complain_in("--by: in %s all win or lose together",
                    "--by : dans %s, tous gagnent ou perdent ensemble", game->name);
        return CLI_USAGE;
    } else if (group) {
        arena->by = group->by;
        arena->by_type = group->type;
    } else if (by && strcmp(by, "seat") != 0) {
        char list[LAN_SAY_MAX];
        struct lan_text text = lan_text_init(list, sizeof list);
        for (int i = 0; i < probe.group_count; i++) {
            lan_text_add(&text, ", ");
            lan_text_add(&text, probe.group[i].by);
        }
        complain_in("--by %s: %s has no such group; there are: seat%s",
                    "--by %s : %s n'a pas ce groupe ; il y a : seat%s", by, game->name, list);
        return CLI_USAGE;
    }
    return CLI_OK;
}

void arena_finish(struct arena *arena)
{
    for (int bot = 0; bot < arena->bot_count; bot++) {
        for (int seat = 0; seat < LAN_SEATS_MAX && arena->bot[bot].command; seat++) {
            if (arena->bot[bot].process[seat].process.pid)
                external_close(&arena->bot[bot].process[seat]);
        }
    }
    if (arena->file >= 0)
        close(arena->file);
    free(arena->memory);
    free(arena->told);
}

/*
 * The length of a slot: --bot-pace, else as --time needs it, else the default. How long an answer may take
 * follows from it, or is --time in an arena without a timetable.
 */
static int pace_wanted(struct arena *arena)
{
    const struct settings *settings = arena->settings;
    int parts = settings->explain ? 2 : 1; /* an answer, and its reason */
    bool given = settings->given & CLI_TAKES(CLI_BOT_PACE);
    double wanted = settings->time * parts;
    arena->slot = INT64_C(1000) * parts * (given ? settings->bot_pace : PACE_MS);
    if (!given && arena->seconds_given)
        arena->slot = (int64_t)(wanted * 1e6 * 8 / 7) + 8;
    double limit = (double)arena_pace_limit(arena->slot) / 1e6;
    if (arena->slot && arena->seconds_given && wanted > limit) {
        complain_in("--time %g: of a pace of %d ms %g s are left for an answer",
                    "--time %g : d'un rythme de %d ms, il reste %g s pour une réponse", settings->time,
                    settings->bot_pace, limit / parts);
        return CLI_USAGE;
    }
    if (arena->slot)
        arena->seconds = limit / parts;
    return CLI_OK;
}

/* What the timetable could not keep. */
static void pace_report(const struct arena *arena)
{
    for (int bot = 0; bot < arena->bot_count; bot++) {
        if (arena->bot[bot].cut)
            complain("%s: %llu answers were cut short at their moment; a longer --bot-pace leaves them time",
                     arena->bot[bot].name, (unsigned long long)arena->bot[bot].cut);
    }
    if (arena->pace.late)
        complain_in("%llu questions came later than their moment: this machine is too busy for the pace",
                    "%llu questions sont venues trop tard : cette machine est trop occupée pour ce rythme",
                    (unsigned long long)arena->pace.late);
}

static int arena_play(struct arena *arena, char *bots)
{
    int code = contenders_init(arena, bots);
    if (!code)
        code = pace_wanted(arena);
    if (!code)
        code = parts_wanted(arena);
    if (code)
        return code;
    pairings_init(arena);
    if (arena->settings->file)
        code = arena_file_open(arena, arena->settings->file);
    if (!code)
        code = arena_run(arena);
    if (code && code != CLI_STOPPED)
        return code;
    if (code && !arena->rounds) {
        complain_in("stopped before a deal was played to its end",
                    "arrêté avant la fin de la première donne");
        return code;
    }
    if (code)
        complain_in("stopped after %llu of %llu deals; the result is of these",
                    "arrêté après %llu donnes sur %llu ; le résultat porte sur celles-ci",
                    (unsigned long long)arena->rounds, (unsigned long long)arena->settings->games);
    pace_report(arena);
    int printed = arena_print(arena, code == CLI_STOPPED);
    return printed ? printed : code;
}

int cmd_arena(const struct settings *settings)
{
    static union lan_rules_buf rules;
    static struct arena arena = {.file = -1};
    const struct lan_game *game = game_wanted(settings);
    int code = game ? rules_wanted(settings, game, &rules) : CLI_USAGE;
    if (code)
        return code;
    if (settings->explain && !settings->file) {
        complain_in("--explain writes into the file of games: give --file",
                    "--explain écrit dans le fichier des parties : donne --file");
        return CLI_USAGE;
    }
    if (settings->luck && settings->file) {
        complain_in("--luck is not kept in the file of games: leave out one of the two",
                    "--luck ne se garde pas dans le fichier des parties : retire l'un des deux");
        return CLI_USAGE;
    }
    arena.settings = settings;
    arena.clock = &arena_clock_true;
    arena.rules = &rules.base;
    arena.seconds_given = settings->given & CLI_TAKES(CLI_TIME);
    arena.seconds = arena.seconds_given ? settings->time : ANSWER_SECONDS;
    arena.memory = malloc(LEVEL_MEMORY);
    char *bots = settings->bots ? strdup(settings->bots) : NULL;
    if (!arena.memory || (settings->bots && !bots)) {
        complain_memory();
        code = CLI_FAILED;
    } else {
        code = arena_play(&arena, bots);
    }
    arena_finish(&arena);
    free(bots);
    return code;
}
