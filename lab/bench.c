/*
 * bench.c - `lanterne bench`: the speed of the rules in random play.
 *
 * Whole games are timed as one loop (lan_playout). The shares of its parts come from separate loops that
 * replay the same games, recorded beforehand: apply alone, apply and pick for chance, apply and pick for
 * players; the differences are the shares. Decisions are counted while recording, outside all timed loops.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "args.h"
#include "bench_search.h"
#include "bot.h"
#include "json_out.h"

enum {
    BATCH_GAMES = 200,
    REFERENCE_STEPS = 1 << 20,
    DEALS = 4096, /* positions re-dealt in one round */
};

struct step {
    uint8_t seat;
    bool optional;
    lan_action action;
};

/* A batch of recorded games under one set of rules. */
struct batch {
    const struct lan_rules *rules;
    uint64_t seed;
    struct step *steps; /* of all games, concatenated */
    size_t step_count;
    size_t ends[BATCH_GAMES];
    uint64_t decisions, chances;
};

struct row {
    const struct lan_rules *rules;
    double reference;                   /* nanoseconds, of one step of the reference loop */
    double decision;                    /* nanoseconds, of everything */
    double dice, legality, apply, rest; /* shares of it */
    double list, pick;                  /* nanoseconds for one choice of a player */
    double deal;                        /* nanoseconds: observe, prepare a sampler, draw once */
    double copy;                        /* nanoseconds: a state */
    double games, decisions, actions;   /* games a second; of one game */
};

/* Results are stored here, so that the compiler cannot remove the measured work. */
static volatile uint64_t sink;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- Recording ----------------------------------------------------------------------------------------- */

static bool is_decision(const struct lan_rules *rules, const struct lan_state *state, struct lan_asked asked)
{
    struct lan_list list;
    if (asked.seat == LAN_CHANCE)
        return false;
    lan_actions(rules, state, asked.seat, &list);
    return asked.optional || list.musts > 1;
}

/* Records one random game, step by step as lan_playout plays it; declined offers are not recorded. */
static void record_game(struct batch *batch, struct lan_rng *rng)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_cursor cursor;
    lan_cursor_init(&cursor);
    batch->rules->game->setup(batch->rules, state);
    for (;;) {
        struct lan_asked asked = lan_next(batch->rules, state, &cursor);
        if (asked.seat == LAN_SEAT_NONE)
            return;
        lan_action action;
        if (asked.optional) {
            struct lan_list list;
            if (lan_rng_below(rng, 256) >= LAN_BOT_MAY_OF_256) {
                lan_decline(&cursor, asked.seat);
                continue;
            }
            lan_actions(batch->rules, state, asked.seat, &list);
            action = list.action[list.musts + lan_rng_below(rng, (uint32_t)(list.count - list.musts))];
        } else {
            action = lan_pick(batch->rules, state, asked.seat, rng);
        }
        batch->decisions += is_decision(batch->rules, state, asked);
        batch->chances += asked.seat == LAN_CHANCE;
        batch->steps[batch->step_count++] = (struct step){asked.seat, asked.optional, action};
        lan_assert(lan_apply(batch->rules, state, asked.seat, action, NULL) == LAN_ACCEPTED);
    }
}

static bool batch_init(struct batch *batch, const struct lan_rules *rules, uint64_t seed)
{
    *batch = (struct batch){.rules = rules, .seed = seed};
    batch->steps = malloc((size_t)BATCH_GAMES * rules->game->length_max * sizeof *batch->steps);
    if (!batch->steps) {
        complain_in("no memory for %d games", "pas assez de mémoire pour %d parties", BATCH_GAMES);
        return false;
    }
    for (int i = 0; i < BATCH_GAMES; i++) {
        struct lan_rng rng;
        lan_rng_init(&rng, seed + (uint64_t)i);
        record_game(batch, &rng);
        batch->ends[i] = batch->step_count;
    }
    return true;
}

/* ---- The loops that are timed -------------------------------------------------------------------------- */

static void loop_play(const struct batch *batch)
{
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    for (int i = 0; i < BATCH_GAMES; i++) {
        struct lan_rng rng;
        lan_rng_init(&rng, batch->seed + (uint64_t)i);
        batch->rules->game->setup(batch->rules, state);
        sink += lan_playout(batch->rules, state, &rng, LAN_BOT_MAY_OF_256);
    }
}

enum choosing { CHOOSE_NONE, CHOOSE_CHANCE, CHOOSE_PLAYERS, LIST_PLAYERS };

/* Replays the recorded games. Before each action of the kind `choosing` a choice is made and discarded. */
static inline __attribute__((always_inline)) void replay(const struct batch *batch, enum choosing choosing)
{
    const struct lan_rules *rules = batch->rules;
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct lan_rng rng;
    struct lan_list list;
    size_t at = 0;
    lan_rng_init(&rng, batch->seed);
    for (int i = 0; i < BATCH_GAMES; i++) {
        rules->game->setup(rules, state);
        for (; at < batch->ends[i]; at++) {
            const struct step *step = &batch->steps[at];
            bool chance = step->seat == LAN_CHANCE, player = !chance && !step->optional;
            if ((choosing == CHOOSE_CHANCE && chance) || (choosing == CHOOSE_PLAYERS && player))
                sink += lan_pick(rules, state, step->seat, &rng);
            if (choosing == LIST_PLAYERS && player) {
                list.count = list.musts = 0;
                rules->game->actions(rules, state, step->seat, &list);
                sink += list.action[lan_rng_below(&rng, list.musts)];
            }
            lan_carry_out(rules, state, step->seat, step->action, NULL);
        }
    }
}

static void loop_apply(const struct batch *batch)
{
    replay(batch, CHOOSE_NONE);
}

static void loop_chance(const struct batch *batch)
{
    replay(batch, CHOOSE_CHANCE);
}

static void loop_players(const struct batch *batch)
{
    replay(batch, CHOOSE_PLAYERS);
}

static void loop_list(const struct batch *batch)
{
    replay(batch, LIST_PLAYERS);
}

/* The middle of the first recorded game. */
static void state_middle(const struct batch *batch, struct lan_state *state)
{
    batch->rules->game->setup(batch->rules, state);
    for (size_t at = 0; at < batch->ends[0] / 2; at++)
        lan_carry_out(batch->rules, state, batch->steps[at].seat, batch->steps[at].action, NULL);
}

static void loop_deal(const struct batch *batch)
{
    const struct lan_rules *rules = batch->rules;
    static union lan_state_buf buf, dealt;
    static union lan_view_buf view;
    static union lan_sampler_buf sampler;
    struct lan_rng rng;
    lan_rng_init(&rng, batch->seed);
    state_middle(batch, (struct lan_state *)&buf);
    for (int i = 0; i < DEALS; i++) {
        rules->game->observe(rules, (const struct lan_state *)&buf, i % rules->seats,
                             (struct lan_view *)&view);
        rules->game->sampler_init(rules, (const struct lan_view *)&view, (struct lan_sampler *)&sampler);
        rules->game->sampler_draw(rules, (const struct lan_sampler *)&sampler, &rng,
                                  (struct lan_state *)&dealt);
        sink += dealt.byte[i % 64];
    }
}

static void loop_copy(const struct batch *batch)
{
    static union lan_state_buf from, to[64];
    for (int i = 0; i < DEALS; i++) {
        memcpy(&to[i % 64], &from, batch->rules->game->state_size);
        sink += to[i % 64].byte[0];
    }
}

/* The reference: dependent steps of xoshiro256**, a fixed amount of work to compare machines by. */
static void loop_reference(const struct batch *batch)
{
    (void)batch;
    sink += bench_reference(REFERENCE_STEPS);
}

enum {
    LOOP_PLAY,
    LOOP_APPLY,
    LOOP_CHANCE,
    LOOP_PLAYERS,
    LOOP_LIST,
    LOOP_DEAL,
    LOOP_COPY,
    LOOP_REFERENCE,
    LOOPS
};

static void (*const loops[LOOPS])(const struct batch *batch) = {
    [LOOP_PLAY] = loop_play,       [LOOP_APPLY] = loop_apply,         [LOOP_CHANCE] = loop_chance,
    [LOOP_PLAYERS] = loop_players, [LOOP_LIST] = loop_list,           [LOOP_DEAL] = loop_deal,
    [LOOP_COPY] = loop_copy,       [LOOP_REFERENCE] = loop_reference,
};

/*
 * Nanoseconds of every loop: the best of as many rounds as fit into the time, at least three. The loops
 * alternate within a round, so that a slow moment of the machine affects all of them.
 */
static void loops_measure(const struct batch *batch, double seconds, double best[LOOPS])
{
    double start = cpu_seconds();
    for (int loop = 0; loop < LOOPS; loop++)
        best[loop] = 1e18;
    for (int round = 0; round < 3 || cpu_seconds() - start < seconds; round++) {
        for (int loop = 0; loop < LOOPS; loop++) {
            double before = cpu_seconds();
            loops[loop](batch);
            double took = (cpu_seconds() - before) * 1e9;
            if (took < best[loop])
                best[loop] = took;
        }
    }
}

static bool row_measure(const struct lan_rules *rules, const struct settings *settings, struct row *row)
{
    struct batch batch;
    double ns[LOOPS];
    if (!batch_init(&batch, rules, settings->seed))
        return false;
    loops_measure(&batch, settings->time, ns);
    double all = ns[LOOP_PLAY], apply = ns[LOOP_APPLY];
    double chance = ns[LOOP_CHANCE] - apply, players = ns[LOOP_PLAYERS] - apply;
    double choices = (double)(batch.step_count - batch.chances);
    *row = (struct row){
        .rules = rules,
        .reference = ns[LOOP_REFERENCE] / REFERENCE_STEPS,
        .decision = all / (double)batch.decisions,
        .dice = chance / all,
        .legality = players / all,
        .apply = apply / all,
        .rest = 1 - (chance + players + apply) / all,
        .list = (ns[LOOP_LIST] - apply) / choices,
        .pick = players / choices,
        .deal = ns[LOOP_DEAL] / DEALS,
        .copy = ns[LOOP_COPY] / DEALS,
        .games = BATCH_GAMES / all * 1e9,
        .decisions = (double)batch.decisions / BATCH_GAMES,
        .actions = (double)batch.step_count / BATCH_GAMES,
    };
    free(batch.steps);
    return true;
}

/* ---- Printing ------------------------------------------------------------------------------------------ */

static void heading_print(void)
{
    printf("%-16s %2s %11s %6s %6s %6s %8s | %5s %5s %5s %5s | %5s %5s | %6s %5s %5s\n", "game", "n",
           "decisions/s", "ns", "ref ns", "ratio", "games/s", "dice", "legal", "apply", "turn", "pick",
           "list", "redeal", "state", "view");
}

static void row_print(const struct row *row)
{
    const struct lan_game *game = row->rules->game;
    printf(
        "%-16s %2d %11.0f %6.1f %6.2f %6.1f %8.0f | %4.0f%% %4.0f%% %4.0f%% %4.0f%% | %5.1f %5.1f | %6.0f %5u %5u\n",
        game->name, row->rules->seats, 1e9 / row->decision, row->decision, row->reference,
        row->decision / row->reference, row->games, 100 * row->dice, 100 * row->legality, 100 * row->apply,
        100 * row->rest, row->pick, row->list, row->deal, game->state_size, game->view_size);
}

static void legend_print(void)
{
    printf(
        "\nns: one decision, everything included. ref ns: one step of the reference loop, xoshiro256**, measured in\n"
        "turn with it; ratio: decision to step. Shares: dice is choosing for chance, legal choosing for players, apply\n"
        "carrying out (and setting up), turn finding out who is to act. pick, list: ns for one choice of a player,\n"
        "drawn directly, or from the written list. redeal: ns to observe, prepare a sampler and draw. state, view:\n"
        "bytes.\n");
}

static void row_json(struct json_out *out, const struct row *row)
{
    struct lan_writer *w = &out->json.base;
    const struct lan_game *game = row->rules->game;
    w->open_object(w, NULL);
    w->string(w, "game", game->name);
    w->number(w, "players", row->rules->seats);
    json_double(out, "decisions_per_second", 1e9 / row->decision);
    json_double(out, "ns_per_decision", row->decision);
    json_double(out, "ns_reference_step", row->reference);
    json_double(out, "reference_steps_per_decision", row->decision / row->reference);
    json_double(out, "games_per_second", row->games);
    json_double(out, "decisions_per_game", row->decisions);
    json_double(out, "actions_per_game", row->actions);
    json_double(out, "share_dice", row->dice);
    json_double(out, "share_legality", row->legality);
    json_double(out, "share_apply", row->apply);
    json_double(out, "share_turn", row->rest);
    json_double(out, "ns_pick", row->pick);
    json_double(out, "ns_list", row->list);
    json_double(out, "ns_redeal", row->deal);
    json_double(out, "ns_copy", row->copy);
    w->number(w, "state_bytes", game->state_size);
    w->number(w, "view_bytes", game->view_size);
    w->close(w);
}

static bool game_named(const struct settings *settings, const struct lan_game *game)
{
    for (int i = 0; i < settings->word_count; i++) {
        if (strcmp(settings->words[i], game->name) == 0)
            return true;
    }
    return settings->word_count == 0;
}

/* Measures a game with every number of players and the default options. */
static int game_bench(const struct settings *settings, const struct lan_game *game, struct json_out *out)
{
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        static union lan_rules_buf rules;
        struct lan_config config;
        struct lan_problem problem;
        struct row row;
        lan_config_init(game, seats, &config);
        if (!lan_compile(game, &config, &rules.base, &problem)) {
            complain("%s with %d players: %s", game->name, seats, problem.say[LAN_EN]);
            return CLI_FAILED;
        }
        if (!row_measure(&rules.base, settings, &row))
            return CLI_FAILED;
        if (settings->json)
            row_json(out, &row);
        else
            row_print(&row);
        fflush(stdout);
    }
    return CLI_OK;
}

/* ---- Search -------------------------------------------------------------------------------------------- */

static void search_print(const struct search_row *row)
{
    char rated[24] = "-", steps[24] = "-";
    if (row->rated > 0) {
        snprintf(rated, sizeof rated, "%.0f", row->rated);
        snprintf(steps, sizeof steps, "%.0f", 1e9 / row->rated / row->reference);
    }
    printf("%-16s %2d %14.0f %14s %7.2f %10.0f %10s\n", row->rules->game->name, row->rules->seats, row->plain,
           rated, row->reference, 1e9 / row->plain / row->reference, steps);
}

static void search_json(struct json_out *out, const struct search_row *row)
{
    struct lan_writer *w = &out->json.base;
    w->open_object(w, NULL);
    w->string(w, "game", row->rules->game->name);
    w->number(w, "players", row->rules->seats);
    json_double(out, "plain_iterations_per_second", row->plain);
    json_double(out, "rated_iterations_per_second", row->rated);
    json_double(out, "ns_reference_step", row->reference);
    json_double(out, "reference_steps_per_plain_iteration", 1e9 / row->plain / row->reference);
    if (row->rated > 0)
        json_double(out, "reference_steps_per_rated_iteration", 1e9 / row->rated / row->reference);
    w->close(w);
}

/* Measures search with the fewest players of a game and its default options. */
static int search_bench(const struct settings *settings, const struct lan_game *game, struct json_out *out)
{
    static union lan_rules_buf rules;
    struct lan_config config;
    struct lan_problem problem;
    struct search_row row;
    lan_config_init(game, game->seats_min, &config);
    if (!lan_compile(game, &config, &rules.base, &problem)) {
        complain("%s: %s", game->name, problem.say[LAN_EN]);
        return CLI_FAILED;
    }
    if (!bench_search(&rules.base, settings->seed, settings->time, &row))
        return CLI_FAILED;
    if (settings->json)
        search_json(out, &row);
    else
        search_print(&row);
    fflush(stdout);
    return CLI_OK;
}

static int words_check(const struct settings *settings)
{
    for (int i = 0; i < settings->word_count; i++) {
        if (!lan_game_find(settings->words[i], 0)) {
            complain_in("there is no game called %s", "il n'y a pas de jeu appelé %s", settings->words[i]);
            return CLI_USAGE;
        }
    }
    return CLI_OK;
}

/* Runs `bench` on every game that the settings name. */
static int games_bench(const struct settings *settings, struct json_out *out,
                       int (*bench)(const struct settings *, const struct lan_game *, struct json_out *))
{
    int code = CLI_OK;
    for (const struct lan_game *const *game = lan_games(); *game && !code; game++) {
        if (lan_game_newest(*game) && game_named(settings, *game))
            code = bench(settings, *game, out);
    }
    return code;
}

static void search_heading_print(void)
{
    printf(
        "\nsearch, iterations a second on one core from the middle of a game: with random playouts, and by the game's own\n"
        "ratings; steps: an iteration in steps of the reference loop, plain and rated\n"
        "%-16s %2s %14s %14s %7s %10s %10s\n",
        "game", "n", "plain/s", "rated/s", "ref ns", "steps", "rated");
}

int cmd_bench(const struct settings *settings)
{
    struct json_out out;
    int code = words_check(settings);
    if (code)
        return code;
    json_begin(&out);
    struct lan_writer *w = &out.json.base;
    w->open_array(w, "rows");
    if (!settings->json)
        heading_print();
    code = games_bench(settings, &out, game_bench);
    w->close(w);
    w->open_array(w, "search");
    if (!code && !settings->json) {
        legend_print();
        search_heading_print();
    }
    if (!code)
        code = games_bench(settings, &out, search_bench);
    if (code || !settings->json)
        return code;
    w->close(w);
    return json_end(&out);
}
