#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD_PACE_MS = 700, LOOK_MS = 5000, TWIN_TABS = 8, DRAIN_MS = 240000 };

static void log_appended(void *context, struct disk_log *log)
{
    struct world *world = context;
    ledger_appended(&world->ledger, log);
}

static void log_shortened(void *context, const char *name)
{
    struct world *world = context;
    ledger_shortened(&world->ledger, name);
}

static void node_changes(void *context)
{
    world_up_count(context);
}

static void world_look(void *context)
{
    struct world *world = context;
    world_up_count(world);
    oracle_look(world);
    sim_after(&world->sim, LOOK_MS, world, world_look, world);
}

void world_make(struct world *world, const struct world_plan *plan)
{
    memset(world, 0, sizeof *world);
    world->plan = *plan;
    sim_init(&world->sim);
    disk_init(&world->disk, &world->sim, plan->seed);
    ledger_init(&world->ledger, &world->sim, &world->disk);
    world->disk.shared = plan->nodes > 1;
    world->disk.latency_more = 6;
    world->disk.double_once_in = 10;
    world->disk.appended = log_appended;
    world->disk.shortened = log_shortened;
    world->disk.context = world;
    for (int i = 0; i < plan->nodes; i++) {
        node_init(&world->node[i], &world->sim, &world->disk, i, plan->seed);
        world->node[i].talk = plan->talk;
        world->node[i].pace_ms = plan->pace_ms ? plan->pace_ms : WORLD_PACE_MS;
        world->node[i].before = node_changes;
        world->node[i].context = world;
        node_start(&world->node[i]);
    }
    for (int i = 0; i < plan->clients; i++) {
        client_init(&world->client[i], world, i);
        /* Some are second tabs of the person before. */
        if (i % TWIN_TABS == TWIN_TABS - 1)
            world->client[i].twin = i - 1;
        if (world->client[i].twin < 0)
            client_connect(&world->client[i], i % plan->nodes);
    }
    sim_after(&world->sim, 1000, world, script_next, world);
    sim_after(&world->sim, LOOK_MS, world, world_look, world);
}

bool world_run(struct world *world, const struct world_plan *plan)
{
    world_make(world, plan);
    while (!*world->sim.failure && world->action < plan->actions)
        sim_step(&world->sim, INT64_MAX);
    /* What the last actions did may show a little later. */
    int64_t end = world->sim.now + DRAIN_MS;
    while (!*world->sim.failure && sim_step(&world->sim, end))
        continue;
    return !*world->sim.failure;
}

void world_free(struct world *world)
{
    for (int i = 0; i < world->plan.clients; i++) {
        if (world->client[i].link)
            link_cut(world->client[i].link, 0);
    }
    for (int i = 0; i < world->plan.nodes; i++) {
        if (world->node[i].server)
            node_crash(&world->node[i]);
    }
    /* Connections whose last bytes are under way. */
    sim_cancel_owner(&world->sim, world);
    while (sim_step(&world->sim, world->sim.now + 3600000))
        continue;
    for (int i = 0; i < world->plan.clients; i++)
        client_free(&world->client[i]);
    ledger_free(&world->ledger);
    disk_free(&world->disk);
    sim_free(&world->sim);
}
