/*
 * sim.c - `lanterne sim`: plays many games on all cores and counts their results.
 *
 * The dice and bot seeds of game n depend on the seed and n only, not on the thread that plays it. Workers
 * take games in lots and count into statistics of their own; these are sums of integers, so that adding them
 * up gives the same result in any order.
 */
#include "sim.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "args.h"
#include "level.h"
#include "setup.h"
#include "sim_html.h"
#include "sim_json.h"
#include "sim_merge.h"
#include "sim_print.h"
#include "stats.h"
#include "stop.h"
#include "table.h"

enum { LOT = 256, BAR = 30 };

struct run {
    struct sim *sim;
    bool random;   /* all bots are `random`: games are played by lan_playout */
    uint64_t lot;  /* games taken at once; lot n belongs to shard n % shards */
    uint64_t lots; /* UINT64_MAX when time decides */
    double until;
    _Atomic uint64_t next, done;
    _Atomic bool failed;
    int workers;
};

struct worker {
    struct run *run;
    pthread_t thread;
    void *memory;
    struct level_player player[LAN_SEATS_MAX];
    struct lan_match match;
    struct stats stats;
};

static bool game_play(struct worker *worker, uint64_t number)
{
    const struct sim *sim = worker->run->sim;
    struct lan_state *state = (struct lan_state *)&worker->match.state;
    uint64_t seed = sim->seed * 0x9e3779b97f4a7c15 + number, actions;
    const struct variant *variant = sim->variants ? &sim->variant[number % (uint64_t)sim->variants] : NULL;
    const struct lan_rules *rules = variant ? &variant->rules.base : sim->rules;
    if (worker->run->random) {
        struct lan_rng rng;
        lan_rng_init(&rng, seed);
        rules->game->setup(rules, state);
        actions = lan_playout(rules, state, &rng, sim->settings->may_of_256);
    } else {
        struct lan_dice dice;
        table_dice_init(seed, &dice);
        worker->match.rules = rules;
        actions = lan_match_play(&worker->match, &dice, seed);
    }
    if (actions)
        stats_add(&worker->stats, rules, state, actions, variant ? variant->name : NULL);
    return actions != 0;
}

/*
 * Takes lots of this shard in order, so that the games played are always the first ones of the shard. The
 * first lot is played even when the time is up, so that there is always a result. A lot that was begun is
 * played to its end also after a signal to stop: leaving out games because they are long would bias the
 * result.
 */
static void *worker_run(void *context)
{
    struct worker *worker = context;
    struct run *run = worker->run;
    uint64_t first = (uint64_t)run->sim->settings->shard;
    while (!run->failed && !stop_wanted() && (!run->next || seconds_now() < run->until)) {
        uint64_t lot = first + atomic_fetch_add(&run->next, 1) * (uint64_t)run->sim->shards;
        if (lot >= run->lots)
            break;
        uint64_t from = lot * run->lot, to = from + run->lot;
        if (run->sim->wanted && to > run->sim->wanted)
            to = run->sim->wanted;
        for (uint64_t game = from; game < to; game++) {
            if (!game_play(worker, game))
                run->failed = true;
        }
        run->done += to - from;
    }
    return NULL;
}

static bool worker_init(struct worker *worker, struct run *run)
{
    worker->run = run;
    stats_init(&worker->stats);
    lan_match_init(&worker->match, run->sim->rules);
    if (run->random)
        return true;
    worker->memory = malloc(LEVEL_MEMORY);
    for (int seat = 0; seat < run->sim->rules->seats; seat++) {
        level_player_init(&worker->player[seat], &run->sim->level[seat], worker->memory);
        worker->match.player[seat] = worker->player[seat].player;
    }
    return worker->memory != NULL;
}

static void worker_finish(struct worker *worker)
{
    lan_match_finish(&worker->match);
    free(worker->memory);
}

/* ---- Progress ------------------------------------------------------------------------------------------ */

static void progress_show(const struct run *run, double start, uint64_t total)
{
    double now = seconds_now(), spent = now - start, done = (double)run->done;
    double whole = total ? done / (double)total : spent / (run->until - start);
    double left = whole > 0 ? spent / whole - spent : 0;
    char bar[BAR + 1];
    for (int i = 0; i < BAR; i++)
        bar[i] = i < whole * BAR ? '#' : '.';
    bar[BAR] = 0;
    fprintf(stderr, "\r[%s] %3.0f %%  %.0f  %.0f/s  %.0f s ", bar, 100 * (whole > 1 ? 1 : whole), done,
            spent > 0 ? done / spent : 0, left);
}

/* Shows the progress bar until all workers are done; nothing when stderr is not a terminal. */
static void progress_watch(const struct run *run, double start, uint64_t total)
{
    if (!isatty(STDERR_FILENO))
        return;
    while (!run->failed && !stop_wanted() && (total ? run->done < total : seconds_now() < run->until)) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        progress_show(run, start, total);
    }
    fprintf(stderr, "\r%*s\r", BAR + 50, "");
    if (stop_wanted())
        complain_in("stopping when the games in progress are over; once more ends at once",
                    "arrêt dès que les parties en cours sont finies ; encore une fois, et c'est immédiat");
}

/* ---- Running ------------------------------------------------------------------------------------------- */

/* The number of games of one shard. */
static uint64_t shard_games(const struct run *run, int shard)
{
    uint64_t games = 0, lots = run->lots, of = (uint64_t)run->sim->shards;
    if (!run->sim->wanted || lots <= (uint64_t)shard)
        return 0;
    uint64_t mine = (lots - 1 - (uint64_t)shard) / of + 1, last = (uint64_t)shard + (mine - 1) * of;
    games = mine * run->lot;
    if (last == lots - 1)
        games -= lots * run->lot - run->sim->wanted;
    return games;
}

static int workers_wanted(const struct settings *settings)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (settings->given & CLI_TAKES(CLI_THREADS))
        return settings->threads;
    return cores < 1 ? 1 : cores > CLI_THREADS_MAX ? CLI_THREADS_MAX : (int)cores;
}

/* Starts as many workers as possible. Lots are taken on demand, so a missing worker only costs speed. */
static int workers_start(struct run *run, struct worker *workers)
{
    int started = 0;
    for (int i = 0; i < run->workers; i++) {
        if (!worker_init(&workers[i], run)) {
            worker_finish(&workers[i]);
            break;
        }
        if (pthread_create(&workers[i].thread, NULL, worker_run, &workers[i]) != 0) {
            worker_finish(&workers[i]);
            break;
        }
        started++;
    }
    return started;
}

static int sim_run(struct sim *sim)
{
    const struct settings *settings = sim->settings;
    struct run run = {.sim = sim, .random = true, .until = 1e300, .lots = UINT64_MAX};
    double start = seconds_now();
    for (int seat = 0; seat < sim->rules->seats; seat++)
        run.random &= sim->level[seat].bot == &lan_bot_random;
    run.lot = run.random ? LOT : 1;
    run.workers = workers_wanted(settings);
    if (sim->wanted)
        run.lots = (sim->wanted + run.lot - 1) / run.lot;
    else
        run.until = start + settings->time;
    stop_watch();
    struct worker *workers = calloc((size_t)run.workers, sizeof *workers);
    int started = workers ? workers_start(&run, workers) : 0;
    if (started)
        progress_watch(&run, start, shard_games(&run, settings->shard));
    stats_init(&sim->stats);
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        stats_merge(&sim->stats, &workers[i].stats);
        worker_finish(&workers[i]);
    }
    free(workers);
    sim->seconds = seconds_now() - start;
    /* By the games and not by the signal alone, which may have come when all had been played. */
    sim->partial = stop_wanted() && (!sim->wanted || run.done < shard_games(&run, settings->shard));
    if (started && !run.failed)
        return CLI_OK;
    complain_in("no memory, or no thread, to play in",
                "pas assez de mémoire, ou pas de fil d'exécution, pour jouer");
    return CLI_FAILED;
}

/* ---- Variants ------------------------------------------------------------------------------------------ */

static const struct lan_option *option_find(const struct lan_game *game, const char *name, size_t length)
{
    for (int i = 0; i < game->option_count; i++) {
        if (lan_text_same(name, length, game->options[i].name))
            return &game->options[i];
    }
    complain_in("%.*s is no option of %s", "%.*s n'est pas une option de %s", (int)length, name, game->name);
    return NULL;
}

/* Adds the variant "name=value" with its compiled rules. */
static int variant_add(struct sim *sim, const struct lan_option *option, const char *value, size_t length)
{
    if (sim->variants == SIM_VARIANTS_MAX) {
        complain_in("--vary takes %d values at most", "--vary prend %d valeurs au plus", SIM_VARIANTS_MAX);
        return CLI_USAGE;
    }
    struct variant *variant = &sim->variant[sim->variants++];
    int size = snprintf(variant->name, SIM_VARIANT_BYTES, "%s=%.*s", option->name, (int)length, value);
    if (size >= SIM_VARIANT_BYTES) {
        complain_in("--vary: %.*s is too long", "--vary : %.*s est trop long", (int)length, value);
        return CLI_USAGE;
    }
    size_t used = strlen(sim->vary);
    snprintf(sim->vary + used, sizeof sim->vary - used, "%s%.*s", sim->variants > 1 ? "," : "", (int)length,
             value);
    return rules_wanted_with(sim->settings, sim->rules->game, variant->name, &variant->rules);
}

static int variants_wanted(struct sim *sim, const char *vary)
{
    const struct lan_option *option = option_find(sim->rules->game, vary, strcspn(vary, "="));
    const char *values = strchr(vary, '=');
    int code = CLI_OK;
    if (!option)
        return CLI_USAGE;
    if (!values && option->type != LAN_OPTION_CHOICE) {
        complain_in("--vary %s needs values: %s=A,B", "--vary %s demande des valeurs : %s=A,B", vary, vary);
        return CLI_USAGE;
    }
    sim->variant = calloc(SIM_VARIANTS_MAX, sizeof *sim->variant);
    if (!sim->variant) {
        complain_memory();
        return CLI_FAILED;
    }
    snprintf(sim->vary, sizeof sim->vary, "%s=", option->name);
    for (int i = 0; !values && i < option->count && !code; i++)
        code = variant_add(sim, option, option->choices[i].id, strlen(option->choices[i].id));
    for (const char *at = values ? values + 1 : NULL; at && !code;) {
        size_t length = strcspn(at, ",");
        code = variant_add(sim, option, at, length);
        at = at[length] ? at + length + 1 : NULL;
    }
    return code;
}

bool sim_may_matters(const struct sim *sim)
{
    bool random = false;
    for (int seat = 0; seat < sim->rules->seats; seat++)
        random |= sim->level[seat].bot == &lan_bot_random;
    return random && sim->probe.may;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int sim_new(const struct settings *settings, struct sim *sim, union lan_rules_buf *rules)
{
    const struct lan_game *game = settings->word_count == 1 ? game_wanted(settings) : NULL;
    if (!game) {
        if (settings->word_count != 1)
            complain_in("one game at a time; several files are for --merge",
                        "un jeu à la fois ; plusieurs fichiers, c'est pour --merge");
        return CLI_USAGE;
    }
    int code = rules_wanted(settings, game, rules);
    if (!code)
        code = levels_parse(settings->bots ? settings->bots : "random", &rules->base, sim->level);
    if (code)
        return code;
    sim->rules = &rules->base;
    sim->seed = settings->seed;
    sim->may = settings->may_of_256 / 256.0;
    bool timed = settings->given & CLI_TAKES(CLI_TIME) && !(settings->given & CLI_TAKES(CLI_GAMES));
    sim->wanted = timed ? 0 : settings->games;
    sim->shards = settings->shards;
    sim->shard[settings->shard / 8] = (uint8_t)(1u << settings->shard % 8);
    for (int seat = 0; seat < sim->rules->seats && settings->given & CLI_TAKES(CLI_MAY); seat++) {
        if (sim->level[seat].bot != &lan_bot_random) {
            complain_in("--may is about random players; %s decides by itself",
                        "--may concerne les joueurs au hasard ; %s décide par lui-même",
                        sim->level[seat].name);
            return CLI_USAGE;
        }
    }
    probe_play(sim->rules, &sim->probe);
    if (settings->given & CLI_TAKES(CLI_MAY) && !sim->probe.may) {
        complain_in("--may: in %s nothing is optional, so it would change nothing",
                    "--may : dans %s, rien n'est facultatif ; cela ne changerait rien", game->name);
        return CLI_USAGE;
    }
    if (settings->vary)
        code = variants_wanted(sim, settings->vary);
    if (!code)
        code = sim_run(sim);
    free(sim->variant);
    return code;
}

int cmd_sim(const struct settings *settings)
{
    static union lan_rules_buf rules;
    static struct sim sim;
    sim.settings = settings;
    int code = settings->merge ? sim_merge(settings, &sim, &rules) : sim_new(settings, &sim, &rules);
    if (code)
        return code;
    int done = sim.partial && !settings->merge ? CLI_STOPPED : CLI_OK;
    if (!sim.stats.games) {
        complain(done ? "stopped before a game was over" : "no game was played: this part has none");
        return done ? done : CLI_FAILED;
    }
    if (done)
        complain_in("stopped after %llu games; the result is of these",
                    "arrêté après %llu parties ; le résultat porte sur celles-ci",
                    (unsigned long long)sim.stats.games);
    if (settings->html && !sim_html(&sim, settings->html))
        return CLI_FAILED;
    if (settings->json)
        code = sim_json(&sim);
    else if (settings->csv)
        sim_csv(&sim);
    else
        sim_print(&sim);
    return code ? code : done;
}
