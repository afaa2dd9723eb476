#include "room_sweep.h"

#include <stdio.h>
#include <stdlib.h>

#include "buf.h"
#include "fault.h"
#include "lobby.h"
#include "loop.h"
#include "map.h"
#include "room_load.h"
#include "room_log.h"
#include "server.h"

enum { STEP_MS = 1 };

struct sweep {
    struct server *server;
    struct loop_timer *timer;
    char (*first)[ID_TABLE + 1]; /* from number `at` on they wait */
    size_t at, count, capacity;
    bool all;      /* all running tables are loaded, */
    size_t all_at; /* from this position in the summaries on */
    bool running;  /* the timer is started */
};

static bool running_table(const struct summary *summary)
{
    return summary->state == ROOM_PLAYING || summary->state == ROOM_DICE;
}

static void first_load(struct sweep *sweep)
{
    while (sweep->at < sweep->count && sweep->server->loading < SWEEP_FIRST)
        room_load(sweep->server, sweep->first[sweep->at++]);
    if (sweep->at == sweep->count)
        sweep->at = sweep->count = 0;
}

static void all_load(struct sweep *sweep)
{
    struct server *server = sweep->server;
    while (sweep->all && !sweep->count && server->loading < SWEEP_ALL) {
        const struct summary *summary = map_each(&server->summaries, &sweep->all_at);
        sweep->all = summary != NULL;
        if (summary && running_table(summary) && !map_get(&server->rooms, summary->id))
            room_load(server, summary->id);
    }
}

static void step(void *context)
{
    struct sweep *sweep = context;
    if (!sweep->server->store_away) {
        first_load(sweep);
        all_load(sweep);
    }
    sweep->running = sweep->count || sweep->all;
    if (!sweep->running)
        loop_timer_stop(sweep->timer);
}

/* NULL when the server stops. */
static struct sweep *sweep_get(struct server *server)
{
    struct sweep *sweep = server->sweep;
    if (server->stopping)
        return NULL;
    if (!sweep) {
        sweep = server->sweep = mem_zero(sizeof *sweep);
        sweep->server = server;
        sweep->timer = loop_timer_create(server->loop, step, sweep);
    }
    if (!sweep->running)
        loop_timer_start(sweep->timer, STEP_MS, STEP_MS);
    sweep->running = true;
    return sweep;
}

void sweep_first(struct server *server, const char *id)
{
    struct sweep *sweep = sweep_get(server);
    if (!sweep)
        return;
    if (sweep->count == sweep->capacity) {
        sweep->capacity = sweep->capacity ? 2 * sweep->capacity : 64;
        sweep->first = mem_grow(sweep->first, sweep->capacity * sizeof *sweep->first);
    }
    snprintf(sweep->first[sweep->count++], sizeof *sweep->first, "%s", id);
}

bool sweep_has_first(const struct server *server)
{
    return server->sweep && server->sweep->count;
}

void sweep_all(struct server *server)
{
    struct sweep *sweep = sweep_get(server);
    if (!sweep || FAULT(SWEEP_NONE))
        return;
    sweep->all = true;
    sweep->all_at = 0;
}

bool sweep_ended(const struct server *server)
{
    return server->sweep && !server->sweep->running && !server->loading;
}

void sweep_stop(struct server *server)
{
    struct sweep *sweep = server->sweep;
    if (!sweep)
        return;
    loop_timer_free(sweep->timer);
    free(sweep->first);
    free(sweep);
    server->sweep = NULL;
}
