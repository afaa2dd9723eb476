/* runs.h - worlds in processes of their own, and the shortest course of a finding. */
#ifndef LAN_WORLD_RUNS_H
#define LAN_WORLD_RUNS_H

#include "world.h"

/* How a world went. */
struct run {
    char failure[600]; /* "" for none */
    char about[120];
    double seconds, virtual_seconds; /* of processor and of virtual time */
    uint64_t asks, steps, trace, acknowledged, compared;
    uint32_t action; /* the number of actions when it ended */
};

struct run_totals {
    uint64_t worlds, asks;
    double seconds, virtual_seconds;
};

/* The kind of world that a seed stands for: one to four nodes, 10 to 200 clients, calm or not. */
void runs_plan(struct world_plan *plan, uint64_t seed);
struct run run_world(const struct world_plan *plan);
/* Runs a function in a process of its own. */
struct run run_apart(void (*body)(const void *context, struct run *run), const void *context);
void runs_add(struct run_totals *totals, const struct run *run);
/* Finds the shortest prefix of actions that still fails, leaves out what it can, prints how to repeat it. */
void runs_shrink(const struct world_plan *plan, const struct run *run);

#endif
