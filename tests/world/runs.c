#include "runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SHRINK_RUNS = 80, SHOWN = 60, WORLD_SECONDS_MAX = 900 };

void runs_plan(struct world_plan *plan, uint64_t seed)
{
    struct lan_rng rng;
    sim_rng(&rng, seed, 0x91a7);
    *plan = (struct world_plan){.seed = seed, .pause_ms = 30000};
    plan->nodes = seed % 2 ? 1 : 2 + (int)sim_below(&rng, 3);
    plan->clients = seed % 7 == 0 ? 200 : 10 + (int)sim_below(&rng, 50);
    plan->chaos = 10 + sim_below(&rng, 60);
    plan->back = seed % 6 == 0; /* of several nodes */
    plan->pace_ms = seed % 4 == 3 ? 15000 : 700;
    plan->actions = 6000;
}

/* ---- A process ----------------------------------------------------------------------------------------- */

static double used_by_children(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void child_run(void (*body)(const void *, struct run *), const void *context, int out)
{
    struct run run = {.failure = ""};
    setrlimit(RLIMIT_CPU, &(struct rlimit){WORLD_SECONDS_MAX, WORLD_SECONDS_MAX});
    body(context, &run);
    if (write(out, &run, sizeof run) != (ssize_t)sizeof run)
        _exit(3);
    _exit(0);
}

struct run run_apart(void (*body)(const void *context, struct run *run), const void *context)
{
    struct run run = {.failure = ""};
    int ends[2], status = 0;
    double before = used_by_children();
    size_t have = 0;
    fflush(stdout);
    if (pipe(ends) != 0) {
        snprintf(run.failure, sizeof run.failure, "no pipe");
        return run;
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        child_run(body, context, ends[1]);
    }
    close(ends[1]);
    for (ssize_t count;
         have < sizeof run && (count = read(ends[0], (char *)&run + have, sizeof run - have)) > 0;)
        have += (size_t)count;
    close(ends[0]);
    waitpid(child, &status, 0);
    if (have < sizeof run) {
        memset(&run, 0, sizeof run);
        snprintf(run.failure, sizeof run.failure, " s: crash: the world ended with status %d", status);
    }
    run.seconds = used_by_children() - before;
    return run;
}

static void world_body(const void *context, struct run *run)
{
    struct world *world = calloc(1, sizeof *world);
    world_run(world, context);
    snprintf(run->failure, sizeof run->failure, "%s", world->sim.failure);
    run->virtual_seconds = (double)world->sim.now / 1000;
    run->asks = world->counts.asks;
    run->acknowledged = world->counts.acknowledged;
    run->compared = world->counts.compared;
    run->steps = world->sim.steps;
    run->trace = world->trace;
    run->action = world->action;
    if (!*run->failure)
        world_free(world);
    free(world);
}

struct run run_world(const struct world_plan *plan)
{
    return run_apart(world_body, plan);
}

void runs_add(struct run_totals *totals, const struct run *run)
{
    totals->worlds++;
    totals->asks += run->asks;
    totals->seconds += run->seconds;
    totals->virtual_seconds += run->virtual_seconds;
}

/* ---- Shrinking ----------------------------------------------------------------------------------------- */

/* Two findings are the same when they come from the same oracle. */
static bool same_oracle(const char *a, const char *b)
{
    const char *x = strstr(a, " s: "), *y = strstr(b, " s: ");
    if (!x || !y)
        return false;
    size_t length = strcspn(x + 4, ":");
    return strncmp(x + 4, y + 4, length + 1) == 0;
}

static bool still_fails(const struct world_plan *plan, const struct run *run, int *tries)
{
    ++*tries;
    struct run again = run_world(plan);
    return *again.failure && same_oracle(run->failure, again.failure);
}

/* The shortest prefix, by halving: findings mostly stay once they are there. */
static void prefix_find(struct world_plan *plan, const struct run *run, int *tries)
{
    uint32_t good = 0, bad = run->action && run->action < plan->actions ? run->action : plan->actions;
    while (bad - good > 1 && *tries < SHRINK_RUNS / 2) {
        plan->actions = good + (bad - good) / 2;
        if (still_fails(plan, run, tries))
            bad = plan->actions;
        else
            good = plan->actions;
    }
    plan->actions = bad;
}

static void bits_set(uint8_t *bits, uint32_t from, uint32_t to)
{
    for (; from < to; from++)
        bits[from / 8] |= (uint8_t)(1u << from % 8);
}

/* Leaves out pieces of the prefix that the finding does not need, large ones first. */
static void pieces_leave(struct world_plan *plan, const struct run *run, uint8_t *left, int *tries)
{
    size_t size = plan->actions / 8 + 1;
    uint8_t *before = malloc(size);
    plan->left = left;
    for (uint32_t piece = plan->actions / 2; piece && *tries < SHRINK_RUNS; piece /= 2) {
        for (uint32_t from = 0; from < plan->actions && *tries < SHRINK_RUNS; from += piece) {
            memcpy(before, left, size);
            bits_set(left, from, from + piece < plan->actions ? from + piece : plan->actions);
            if (memcmp(before, left, size) != 0 && !still_fails(plan, run, tries))
                memcpy(left, before, size);
        }
    }
    free(before);
}

void runs_shrink(const struct world_plan *plan, const struct run *run)
{
    struct world_plan small = *plan;
    int tries = 0;
    uint32_t kept = 0;
    printf("# %s\n# seed=%llu nodes=%d clients=%d chaos=%u back=%d pause=%lld pace=%lld actions=%u\n",
           run->failure, (unsigned long long)plan->seed, plan->nodes, plan->clients, plan->chaos, plan->back,
           (long long)plan->pause_ms, (long long)plan->pace_ms, plan->actions);
    if (!run->action)
        return; /* twins, or a crash: the seed alone repeats it */
    prefix_find(&small, run, &tries);
    uint8_t *left = calloc(1, small.actions / 8 + 1);
    pieces_leave(&small, run, left, &tries);
    for (uint32_t i = 0; i < small.actions; i++)
        kept += !(left[i / 8] >> i % 8 & 1);
    printf("# the first %u actions are enough, and of these %u:", small.actions, kept);
    for (uint32_t i = 0, shown = 0; i < small.actions && kept <= SHOWN; i++) {
        if (!(left[i / 8] >> i % 8 & 1))
            printf("%s%u", shown++ ? "," : " only=", i);
    }
    printf("\n");
    free(left);
}
