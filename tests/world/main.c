/*
 * Simulated worlds (world.h). Without arguments the worlds of `make test`, as TAP. `make world` gives
 *     seconds=N   processor time after which no further world is begun
 *     seed=N      the first world's seed; the next have the following numbers
 * and one world is repeated with what a finding was printed with:
 *     seed= nodes= clients= pause= pace= chaos= back= actions= only=N,N,...   and talk=1 for the nodes' logs
 *     fault=NAME  plants a fault; fault=all looks for each and prints the table of docs/testing.md, with
 *                 first=NAME from this fault on
 * Every world runs in a process of its own, so that one which ends the program is a finding like others.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "runs.h"
#include "tap.h"
#include "twin.h"
#include "world.h"

/*
 * Worlds that once found what none of the first finds. 123: the store fails while a server starts. 700063: a
 * server ends while its disk is away. 700260, 750174, 802308: the disk loses the last moves of a table that
 * no node has in memory, and a bot is to act again. 700395, 800249: the clock goes back after a crash, behind
 * entries of tables without a clock, which in 800249 were stored in the first seconds of the server. 185,
 * 800228, 801270, 806074: the oracles took leaving a game that ends by it for time that was up, a move that
 * was repeated after its answer was lost for one that was denied, a seat that took back for one newly asked,
 * and leaving a cooperative game of two for its end.
 */
static const uint64_t found_seeds[] = {119,    120,    123,    185,    700063, 700260, 750174,
                                       700395, 800228, 800249, 801270, 802308, 806074};

/* Of `make test`: about two minutes of processor time; less where that is slow (tap_brief). */
enum { TEST_WORLDS = 36, TEST_ACTIONS = 6000, BRIEF_WORLDS = 6, BRIEF_ACTIONS = 1500 };

enum fault fault_planted;

static const char *const fault_names[] = {
    "none",
#define ROW(name, what, finding) #name,
#include "fault.def"
#undef ROW
};

static const char *const fault_texts[][2] = {
    {"", ""},
#define ROW(name, what, finding) {what, finding},
#include "fault.def"
#undef ROW
};

/* What is asked for on the command line. */
struct wish {
    struct world_plan plan;
    double seconds;
    const char *only, *fault, *first;
    bool one;
};

/* ---- Planted faults ------------------------------------------------------------------------------------ */

/* Looks for a planted fault in one world after the other, twins among them, until it is found. */
static bool fault_find(int fault, double seconds, struct run *run, struct world_plan *plan)
{
    double used = 0;
    fault_planted = (enum fault)fault;
    memset(run, 0, sizeof *run);
    for (uint64_t seed = 1; used < seconds && !*run->failure; seed++) {
        runs_plan(plan, seed);
        *run = run_twins(seed);
        used += run->seconds;
        if (*run->failure)
            break;
        *run = run_world(plan);
        used += run->seconds;
    }
    run->seconds = used;
    fault_planted = FAULT_NONE;
    return *run->failure;
}

/* The oracle's name stands before the colon; what twins find begins with the moment in milliseconds. */
static void oracle_name(const char *failure, char out[32])
{
    const char *at = strstr(failure, " s: ");
    at = at ? at + 4 : "twins";
    snprintf(out, 32, "%.*s", (int)strcspn(at, ":"), at);
}

static int faults_table(int first)
{
    int missed = 0;
    for (int fault = first; fault < FAULTS; fault++) {
        struct run run;
        struct world_plan plan;
        char oracle[32];
        bool found = fault_find(fault, 600, &run, &plan);
        oracle_name(run.failure, oracle);
        missed += !found;
        printf("| %s | %s | %s | %s | %llu | %.1f |\n", fault_names[fault], fault_texts[fault][0],
               fault_texts[fault][1], found ? oracle : "not found", (unsigned long long)plan.seed,
               run.seconds);
        fprintf(stderr, "%s: %s\n", fault_names[fault], run.failure);
        fflush(stdout);
    }
    return missed ? 1 : 0;
}

static int fault_of(const char *name)
{
    for (int i = 0; i < FAULTS; i++) {
        if (strcmp(fault_names[i], name) == 0)
            return i;
    }
    fprintf(stderr, "no such fault: %s\n", name);
    exit(2);
}

/* ---- Many worlds --------------------------------------------------------------------------------------- */

static void totals_print(const struct run_totals *totals)
{
    printf(
        "# %llu worlds, %.0f s of virtual time in %.1f s of processor time: %.0f times; %.0f operations a second\n",
        (unsigned long long)totals->worlds, totals->virtual_seconds, totals->seconds,
        totals->virtual_seconds / (totals->seconds + 1e-9), (double)totals->asks / (totals->seconds + 1e-9));
}

static int worlds_run(struct wish *wish)
{
    struct run_totals totals = {0};
    for (uint64_t seed = wish->plan.seed; totals.seconds < wish->seconds; seed++) {
        struct world_plan plan;
        runs_plan(&plan, seed);
        struct run run = run_twins(seed);
        if (!*run.failure) {
            runs_add(&totals, &run);
            run = run_world(&plan);
        }
        runs_add(&totals, &run);
        if (*run.failure) {
            runs_shrink(&plan, &run);
            return 1;
        }
    }
    totals_print(&totals);
    printf("# seeds %llu to %llu: nothing found\n", (unsigned long long)wish->plan.seed,
           (unsigned long long)(wish->plan.seed + totals.worlds / 2 - 1));
    return 0;
}

static int world_one(struct wish *wish)
{
    static uint8_t left[(1 << 24) / 8];
    if (wish->only) {
        memset(left, 0xff, sizeof left);
        for (const char *at = wish->only; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
            left[strtoul(at, NULL, 10) / 8] &= (uint8_t) ~(1u << strtoul(at, NULL, 10) % 8);
        wish->plan.left = left;
    }
    struct run run = run_world(&wish->plan);
    struct run_totals totals = {0};
    runs_add(&totals, &run);
    totals_print(&totals);
    if (!*run.failure) {
        printf("# nothing found\n");
        return 0;
    }
    if (wish->only || wish->plan.talk)
        printf("# %s\n", run.failure);
    else
        runs_shrink(&wish->plan, &run);
    return 1;
}

/* ---- The worlds of make test --------------------------------------------------------------------------- */

/* Worlds that once found something in the simulation itself: a frozen link whose node closes it. */
static const uint64_t worlds_once[] = {15340723108255767146u};

static void worlds_once_test(struct run_totals *totals)
{
    for (size_t i = 0; i < sizeof worlds_once / sizeof *worlds_once; i++) {
        struct world_plan plan;
        runs_plan(&plan, worlds_once[i]);
        plan.actions = BRIEF_ACTIONS;
        struct run run = run_world(&plan);
        runs_add(totals, &run);
        tap_result(!*run.failure, "world %llu comes to its end%s%s", (unsigned long long)plan.seed,
                   *run.failure ? ": " : "", run.failure);
    }
}

/* The world of a seed and its twins. */
static void seed_test(uint64_t seed, uint32_t actions, struct run_totals *totals)
{
    struct world_plan plan;
    runs_plan(&plan, seed);
    plan.actions = actions;
    struct run run = run_world(&plan);
    runs_add(totals, &run);
    tap_result(!*run.failure, "world %llu: %d nodes, %d clients, %u actions%s%s", (unsigned long long)seed,
               plan.nodes, plan.clients, plan.actions, *run.failure ? ": " : "", run.failure);
    if (*run.failure)
        runs_shrink(&plan, &run);
    run = run_twins(seed);
    runs_add(totals, &run);
    tap_result(!*run.failure, "twins %llu: %s", (unsigned long long)seed,
               *run.failure ? run.failure : run.about);
}

/* A fixed number of virtual steps; more when LAN_LONG is set. */
static int worlds_test(void)
{
    struct run_totals totals = {0};
    uint32_t actions = tap_brief() ? BRIEF_ACTIONS : TEST_ACTIONS;
    uint64_t first = tap_seed(1), count = (uint64_t)tap_rounds(tap_brief() ? BRIEF_WORLDS : TEST_WORLDS);
    for (uint64_t seed = first; seed < first + count; seed++)
        seed_test(seed, actions, &totals);
    for (size_t i = 0; i < sizeof found_seeds / sizeof *found_seeds && !tap_brief(); i++)
        seed_test(found_seeds[i], actions, &totals);
    struct world_plan plan;
    runs_plan(&plan, first);
    plan.actions = BRIEF_ACTIONS;
    struct run once = run_world(&plan), again = run_world(&plan);
    tap_result(once.trace == again.trace && once.steps == again.steps,
               "a world is repeated exactly by its seed");
    worlds_once_test(&totals);
    totals_print(&totals);
    return tap_finish();
}

static void wish_read(struct wish *wish, const char *word)
{
    const char *equals = strchr(word, '='), *value = equals ? equals + 1 : "";
    size_t length = equals ? (size_t)(equals - word) : 0;
    struct world_plan *plan = &wish->plan;
    uint64_t number = strtoull(value, NULL, 10);
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    wish->one |= strcmp(name, "actions") == 0;
    if (strcmp(name, "seconds") == 0)
        wish->seconds = (double)number;
    else if (strcmp(name, "seed") == 0)
        plan->seed = number;
    else if (strcmp(name, "nodes") == 0)
        plan->nodes = (int)number;
    else if (strcmp(name, "clients") == 0)
        plan->clients = (int)number;
    else if (strcmp(name, "pause") == 0)
        plan->pause_ms = (int64_t)number;
    else if (strcmp(name, "pace") == 0)
        plan->pace_ms = (int64_t)number;
    else if (strcmp(name, "chaos") == 0)
        plan->chaos = (uint32_t)number;
    else if (strcmp(name, "actions") == 0)
        plan->actions = (uint32_t)number;
    else if (strcmp(name, "back") == 0)
        plan->back = number;
    else if (strcmp(name, "talk") == 0)
        plan->talk = number;
    else if (strcmp(name, "only") == 0)
        wish->only = value;
    else if (strcmp(name, "fault") == 0)
        wish->fault = value;
    else if (strcmp(name, "first") == 0)
        wish->first = value;
    else {
        fprintf(stderr, "not a word that the world knows: %s\n", word);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    struct wish wish = {.plan = {.seed = 1, .nodes = 1, .clients = 50, .pause_ms = 30000, .chaos = 40}};
    if (sodium_init() < 0)
        return 1;
    json_object_seed(1);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i < argc; i++)
        wish_read(&wish, argv[i]);
    if (wish.fault && strcmp(wish.fault, "all") == 0)
        return faults_table(wish.first ? fault_of(wish.first) : 1);
    if (wish.fault)
        fault_planted = (enum fault)fault_of(wish.fault);
    if (wish.one)
        return world_one(&wish);
    return argc > 1 ? worlds_run(&wish) : worlds_test();
}
