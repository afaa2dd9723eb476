/*
 * arena.c - `lanterne arena`: compares two bots, challenger and reference, on the same deals and seats.
 *
 * A round is one deal. With two seats it has two games, with seats swapped, so that equal bots get one half
 * each. With more seats the reference first plays all of them; then, one game for each part of the seats, the
 * challenger takes that part, and its share is compared with the reference's share of the first game. In a
 * cooperative game the only part is all seats.
 */
#include "arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_file.h"
#include "arena_game.h"
#include "arena_team.h"
#include "args.h"
#include "elo.h"
#include "external.h"
#include "json_out.h"
#include "level.h"
#include "process.h"
#include "setup.h"

enum { ANSWER_SECONDS = 5 };

/* ---- Rounds -------------------------------------------------------------------------------------------- */

static struct arena_part *part_find(struct arena *arena, int value)
{
    for (int i = 0; i < arena->part_count; i++) {
        if (arena->part[i].value == value)
            return &arena->part[i];
    }
    if (arena->part_count == ARENA_PARTS_MAX)
        return NULL;
    struct arena_part *part = &arena->part[arena->part_count++];
    *part = (struct arena_part){.value = value};
    return part;
}

bool arena_count(struct arena *arena, int parts, const int *part, const double (*shares)[ARENA_SIDES])
{
    double sum[ARENA_SIDES] = {0};
    for (int i = 0; i < parts; i++) {
        struct arena_part *found = part_find(arena, part[i]);
        if (!found)
            return false;
        elo_add(&found->elo, shares[i][ARENA_CHALLENGER], shares[i][ARENA_REFERENCE]);
        sum[ARENA_CHALLENGER] += shares[i][ARENA_CHALLENGER];
        sum[ARENA_REFERENCE] += shares[i][ARENA_REFERENCE];
    }
    elo_add(&arena->elo, sum[ARENA_CHALLENGER] / parts, sum[ARENA_REFERENCE] / parts);
    return true;
}

static bool game_count(struct arena *arena, uint64_t round, unsigned challengers, struct arena_game *game)
{
    if (!arena_game_play(arena, round, challengers, game))
        return false;
    bool fine = arena_file_game(arena, round, game);
    table_destroy(game->table);
    free(game->reasons);
    game->table = NULL;
    game->reasons = NULL;
    return fine;
}

/* Groups the seats into parts by the group values of the first game; returns the number of parts. */
static int parts_find(const struct arena *arena, const struct arena_game *first, int value[ARENA_PARTS_MAX],
                      unsigned seats[ARENA_PARTS_MAX])
{
    int count = 0;
    for (int seat = 0; seat < arena->rules->seats; seat++) {
        int at = 0;
        while (at < count && value[at] != first->group[seat])
            at++;
        if (at == count) {
            value[count] = first->group[seat];
            seats[count++] = 0;
        }
        seats[at] |= 1u << seat;
    }
    return count;
}

static bool round_of_two(struct arena *arena, uint64_t round)
{
    double shares[2][ARENA_SIDES];
    const int part[2] = {0, 1};
    for (int seat = 0; seat < 2; seat++) {
        struct arena_game game;
        if (!game_count(arena, round, 1u << seat, &game))
            return false;
        shares[seat][ARENA_CHALLENGER] = game.share[seat];
        shares[seat][ARENA_REFERENCE] = 0.5;
    }
    return arena_count(arena, 2, part, (const double(*)[ARENA_SIDES])shares) &&
           arena_file_round(arena, round, 2, part, (const double(*)[ARENA_SIDES])shares);
}

static bool round_of_many(struct arena *arena, uint64_t round)
{
    double shares[ARENA_PARTS_MAX][ARENA_SIDES];
    int value[ARENA_PARTS_MAX] = {0}, parts = 1;
    unsigned seats[ARENA_PARTS_MAX] = {(1u << arena->rules->seats) - 1};
    struct arena_game first, game;
    if (!game_count(arena, round, 0, &first))
        return false;
    if (!arena->rules->game->cooperative)
        parts = parts_find(arena, &first, value, seats);
    for (int i = 0; i < parts; i++) {
        if (!game_count(arena, round, seats[i], &game))
            return false;
        shares[i][ARENA_CHALLENGER] = arena_share(&game, seats[i]);
        shares[i][ARENA_REFERENCE] = arena_share(&first, seats[i]);
    }
    return arena_count(arena, parts, value, (const double(*)[ARENA_SIDES])shares) &&
           arena_file_round(arena, round, parts, value, (const double(*)[ARENA_SIDES])shares);
}

static bool is_pair(const struct arena *arena)
{
    return arena->rules->seats == 2 && !arena->rules->game->cooperative;
}

static enum elo_verdict verdict(const struct arena *arena, double *ratio)
{
    const struct settings *settings = arena->settings;
    *ratio = 0;
    if (!(settings->given & CLI_TAKES(CLI_SPRT)))
        return ELO_OPEN;
    return elo_test(&arena->elo, settings->sprt[0], settings->sprt[1], ratio);
}

static void progress_show(const struct arena *arena)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%llu/%llu  %+.3f ± %.3f ", (unsigned long long)arena->elo.rounds,
            (unsigned long long)arena->settings->games, elo_mean(&arena->elo), elo_spread(&arena->elo));
}

bool arena_round(struct arena *arena, uint64_t round)
{
    return is_pair(arena) ? round_of_two(arena, round) : round_of_many(arena, round);
}

/* Whether enough rounds have been played. Also prints the progress. */
static bool arena_done(struct arena *arena)
{
    double ratio;
    progress_show(arena);
    return arena->elo.rounds >= arena->settings->games || verdict(arena, &ratio) != ELO_OPEN;
}

/*
 * One worker for each core, but a single one when an external or timed bot plays: bots share no processor
 * time.
 */
static int workers_wanted(const struct arena *arena)
{
    bool timed = false;
    for (int side = 0; side < ARENA_SIDES; side++)
        timed |= arena->side[side].command || arena->side[side].player.level.milliseconds;
    long cores = timed ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
    if (arena->settings->threads)
        return arena->settings->threads;
    return cores < 1 ? 1 : cores > CLI_THREADS_MAX ? CLI_THREADS_MAX : (int)cores;
}

static int arena_run(struct arena *arena)
{
    int workers = workers_wanted(arena), code = CLI_OK;
    if (!arena_done(arena) && workers > 1)
        code = arena_team_run(arena, workers, arena_done);
    while (!code && !arena_done(arena)) {
        if (!arena_round(arena, arena->elo.rounds))
            code = CLI_FAILED;
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%*s\r", 60, "");
    return code;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static const char *const verdict_words[] = {
    [ELO_OPEN] = "open", [ELO_BETTER] = "better", [ELO_NOT_BETTER] = "not better"};

/* Sets the parts' names: a value of the group's type, a seat, or all seats. */
static void parts_name(struct arena *arena)
{
    const struct lan_game *game = arena->rules->game;
    int type = LAN_TYPE_SEAT;
    /* A group has the name of the type of its values; without such a type its values are plain numbers. */
    for (int i = 0; i < game->type_count && arena->settings->by; i++) {
        if (strcmp(game->types[i].name, arena->settings->by) == 0)
            type = i;
    }
    for (int i = 0; i < arena->part_count; i++) {
        struct lan_text text = lan_text_init(arena->part[i].name, LAN_NOTATION_MAX);
        if (game->cooperative)
            lan_text_add(&text, "all");
        else
            lan_value_write(game, type, arena->part[i].value, &text);
    }
}

static void row_print(const char *name, const struct elo *elo)
{
    double n = elo->rounds ? (double)elo->rounds : 1, rating = elo_rating(elo).rating,
           low = elo_rating(elo).low, high = elo_rating(elo).high;
    printf("  %-16s %8llu %9.2f %% %9.2f %% %+9.2f ± %-6.2f %+8.0f  [%+.0f, %+.0f]\n", name,
           (unsigned long long)elo->rounds, 100 * elo->challenger / n, 100 * elo->reference / n,
           100 * elo_mean(elo), 100 * elo_spread(elo), rating, low, high);
}

static void faults_print(const struct contender *contender)
{
    for (int fault = EXTERNAL_LATE; fault < EXTERNAL_FAULTS; fault++) {
        if (contender->faults[fault])
            printf("  %s: %llu %s\n", contender->name, (unsigned long long)contender->faults[fault],
                   external_fault_words[fault]);
    }
}

static void arena_print(const struct arena *arena)
{
    double ratio;
    enum elo_verdict found = verdict(arena, &ratio);
    printf("%s, %d players: %s against %s, %llu deals, seed %llu\n\n", arena->rules->game->name,
           arena->rules->seats, arena->side[ARENA_CHALLENGER].name, arena->side[ARENA_REFERENCE].name,
           (unsigned long long)arena->elo.rounds, (unsigned long long)arena->settings->seed);
    printf("  %-16s %8s %11s %11s %20s %8s\n", arena->settings->by ? arena->settings->by : "seat", "deals",
           "challenger", "reference", "difference, 95 %", "Elo");
    for (int i = 0; i < arena->part_count; i++)
        row_print(arena->part[i].name, &arena->part[i].elo);
    row_print("mean", &arena->elo);
    if (arena->settings->given & CLI_TAKES(CLI_SPRT))
        printf("\n  SPRT %.0f against %.0f Elo: %s (log likelihood ratio %.2f, bounds ±%.2f)\n",
               arena->settings->sprt[1], arena->settings->sprt[0], verdict_words[found], ratio, ELO_BOUND);
    faults_print(&arena->side[ARENA_CHALLENGER]);
    faults_print(&arena->side[ARENA_REFERENCE]);
}

static void json_elo(struct json_out *out, const char *key, const char *part, const struct elo *elo)
{
    struct lan_writer *w = &out->json.base;
    double n = elo->rounds ? (double)elo->rounds : 1, rating = elo_rating(elo).rating,
           low = elo_rating(elo).low, high = elo_rating(elo).high;
    w->open_object(w, key);
    if (part)
        w->string(w, "part", part);
    w->number(w, "deals", (int64_t)elo->rounds);
    json_real(out, "challenger", elo->challenger / n);
    json_real(out, "reference", elo->reference / n);
    json_real(out, "difference", elo_mean(elo));
    json_real(out, "spread", elo_spread(elo));
    json_real(out, "elo", rating);
    json_real(out, "elo_low", low);
    json_real(out, "elo_high", high);
    w->close(w);
}

static int arena_json(const struct arena *arena)
{
    static const char *const sides[ARENA_SIDES] = {"challenger", "reference"};
    struct json_out out;
    double ratio;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    w->string(w, "game", arena->rules->game->name);
    w->number(w, "players", arena->rules->seats);
    for (int side = 0; side < ARENA_SIDES; side++) {
        const struct contender *contender = &arena->side[side];
        w->open_object(w, sides[side]);
        w->string(w, "name", contender->name);
        w->open_object(w, "faults");
        for (int fault = EXTERNAL_LATE; fault < EXTERNAL_FAULTS; fault++)
            w->number(w, external_fault_words[fault], (int64_t)contender->faults[fault]);
        w->close(w);
        w->close(w);
    }
    json_elo(&out, "mean", NULL, &arena->elo);
    w->open_array(w, "parts");
    for (int i = 0; i < arena->part_count; i++)
        json_elo(&out, NULL, arena->part[i].name, &arena->part[i].elo);
    w->close(w);
    if (arena->settings->given & CLI_TAKES(CLI_SPRT)) {
        w->string(w, "sprt", verdict_words[verdict(arena, &ratio)]);
        json_real(&out, "log_likelihood_ratio", ratio);
    }
    return json_end(&out);
}

/* ---- The command --------------------------------------------------------------------------------------- */

/* `spec` is the level of a built-in bot, or "cmd:" and a command line. */
static bool contender_init(struct arena *arena, struct contender *contender, char *spec)
{
    struct level level = {.bot = &lan_bot_random};
    *contender = (struct contender){.name = spec};
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        contender->process[seat].process = (struct process){.in = -1, .out = -1};
    if (strncmp(spec, "cmd:", 4) == 0)
        contender->command = spec + 4;
    else if (!level_parse(spec, strlen(spec), &level))
        return false;
    if (!level.bot->plays(arena->rules->game)) {
        complain("the bot %s does not play %s", spec, arena->rules->game->name);
        return false;
    }
    level_player_init(&contender->player, &level, arena->memory);
    return true;
}

static int contenders_init(struct arena *arena, char *list)
{
    char *comma = list ? strchr(list, ',') : NULL;
    if (!comma) {
        complain("two bots are needed: --bots CHALLENGER,REFERENCE");
        return CLI_USAGE;
    }
    *comma = 0;
    return contender_init(arena, &arena->side[ARENA_CHALLENGER], list) &&
                   contender_init(arena, &arena->side[ARENA_REFERENCE], comma + 1)
               ? CLI_OK
               : CLI_USAGE;
}

void arena_finish(struct arena *arena)
{
    for (int side = 0; side < ARENA_SIDES; side++) {
        for (int seat = 0; seat < LAN_SEATS_MAX && arena->side[side].command; seat++) {
            if (arena->side[side].process[seat].process.pid)
                external_close(&arena->side[side].process[seat]);
        }
    }
    if (arena->file >= 0)
        close(arena->file);
    free(arena->memory);
    free(arena->told);
}

static int arena_play(struct arena *arena, char *bots)
{
    int code = contenders_init(arena, bots);
    if (!code && arena->settings->file)
        code = arena_file_open(arena, arena->settings->file);
    if (!code)
        code = arena_run(arena);
    if (code)
        return code;
    parts_name(arena);
    if (arena->settings->json)
        return arena_json(arena);
    arena_print(arena);
    return CLI_OK;
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
        complain("--explain writes into the file of games: give --file");
        return CLI_USAGE;
    }
    arena.settings = settings;
    arena.rules = &rules.base;
    arena.seconds = settings->given & CLI_TAKES(CLI_TIME) ? settings->time : ANSWER_SECONDS;
    arena.memory = malloc(LEVEL_MEMORY);
    char *bots = settings->bots ? strdup(settings->bots) : NULL;
    if (!arena.memory || (settings->bots && !bots)) {
        complain("no memory");
        code = CLI_FAILED;
    } else {
        code = arena_play(&arena, bots);
    }
    arena_finish(&arena);
    free(bots);
    return code;
}
