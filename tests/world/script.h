/*
 * script.h - shared by the files of the script: what people do (script.c) and what goes wrong
 * (script_faults.c). Every action is drawn from the seed, its number and the state of the world alone.
 */
#ifndef LAN_WORLD_SCRIPT_H
#define LAN_WORLD_SCRIPT_H

#include "world.h"

/* One action: the world, the client who acts, and chance. */
struct act {
    struct world *world;
    struct client *client;
    struct lan_rng *rng;
};

/* A kind of action, and how often it is drawn beside others. */
struct script_row {
    void (*act)(const struct act *act);
    uint32_t weight;
};

/* Does an action of these. */
void script_row_do(const struct act *act, const struct script_row *rows, size_t count);
/* Something goes wrong. */
void script_fault(const struct act *act);
/* One of the latest tables that is not over, NULL for none. */
struct world_table *script_table_pick(const struct act *act);

#endif
