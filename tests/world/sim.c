#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "buf.h"

struct sim_event {
    int64_t at;
    uint64_t order;
    const void *owner;
    void (*run)(void *context);
    void *context;
    size_t place; /* in the heap */
};

void sim_init(struct sim *sim)
{
    *sim = (struct sim){.now = 1};
}

void sim_free(struct sim *sim)
{
    for (size_t i = 0; i < sim->count; i++)
        free(sim->heap[i]);
    free(sim->heap);
    *sim = (struct sim){0};
}

/* ---- The heap ------------------------------------------------------------------------------------------ */

static bool before(const struct sim_event *a, const struct sim_event *b)
{
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

static void place(struct sim *sim, size_t at, struct sim_event *event)
{
    sim->heap[at] = event;
    event->place = at;
}

static void up(struct sim *sim, size_t at, struct sim_event *event)
{
    for (; at && before(event, sim->heap[(at - 1) / 2]); at = (at - 1) / 2)
        place(sim, at, sim->heap[(at - 1) / 2]);
    place(sim, at, event);
}

static void down(struct sim *sim, size_t at, struct sim_event *event)
{
    for (size_t child; (child = 2 * at + 1) < sim->count; at = child) {
        if (child + 1 < sim->count && before(sim->heap[child + 1], sim->heap[child]))
            child++;
        if (!before(sim->heap[child], event))
            break;
        place(sim, at, sim->heap[child]);
    }
    place(sim, at, event);
}

static void take_out(struct sim *sim, struct sim_event *event)
{
    size_t at = event->place;
    struct sim_event *last = sim->heap[--sim->count];
    if (last == event)
        return;
    if (at && before(last, sim->heap[(at - 1) / 2]))
        up(sim, at, last);
    else
        down(sim, at, last);
}

/* ---- Events -------------------------------------------------------------------------------------------- */

struct sim_event *sim_after(struct sim *sim, int64_t delay, const void *owner, void (*run)(void *context),
                            void *context)
{
    struct sim_event *event = mem_zero(sizeof *event);
    *event = (struct sim_event){sim->now + (delay > 0 ? delay : 0), ++sim->orders, owner, run, context, 0};
    if (sim->count == sim->capacity) {
        sim->capacity = sim->capacity ? 2 * sim->capacity : 256;
        sim->heap = mem_grow(sim->heap, sim->capacity * sizeof *sim->heap);
    }
    sim->count++;
    up(sim, sim->count - 1, event);
    return event;
}

void sim_cancel(struct sim *sim, struct sim_event *event)
{
    if (!event)
        return;
    take_out(sim, event);
    free(event);
}

static void event_run(struct sim *sim, struct sim_event *event)
{
    take_out(sim, event);
    void (*run)(void *) = event->run;
    void *context = event->context;
    free(event);
    sim->steps++;
    run(context);
}

bool sim_step(struct sim *sim, int64_t until)
{
    if (!sim->count || sim->heap[0]->at > until) {
        if (until > sim->now)
            sim->now = until;
        return false;
    }
    if (sim->heap[0]->at > sim->now)
        sim->now = sim->heap[0]->at;
    event_run(sim, sim->heap[0]);
    return true;
}

/* The first of an owner's events that is due; NULL for none. */
static struct sim_event *owner_first(struct sim *sim, const void *owner, int64_t until)
{
    struct sim_event *first = NULL;
    for (size_t i = 0; i < sim->count; i++) {
        struct sim_event *event = sim->heap[i];
        if (event->owner == owner && event->at <= until && (!first || before(event, first)))
            first = event;
    }
    return first;
}

void sim_run_owner(struct sim *sim, const void *owner)
{
    for (struct sim_event *event; (event = owner_first(sim, owner, sim->now));)
        event_run(sim, event);
}

bool sim_step_owner(struct sim *sim, const void *owner)
{
    struct sim_event *event = owner_first(sim, owner, INT64_MAX);
    if (event)
        event_run(sim, event);
    return event;
}

void sim_cancel_owner(struct sim *sim, const void *owner)
{
    for (struct sim_event *event; (event = owner_first(sim, owner, INT64_MAX));)
        sim_cancel(sim, event);
}

void sim_fail(struct sim *sim, const char *format, ...)
{
    va_list list;
    if (*sim->failure)
        return;
    int length = snprintf(sim->failure, sizeof sim->failure, "at %lld.%03lld s: ", (long long)sim->now / 1000,
                          (long long)sim->now % 1000);
    va_start(list, format);
    vsnprintf(sim->failure + length, sizeof sim->failure - (size_t)length, format, list);
    va_end(list);
}

/* ---- Chance -------------------------------------------------------------------------------------------- */

uint32_t sim_below(struct lan_rng *rng, uint32_t bound)
{
    return (uint32_t)((lan_rng_next(rng) >> 32) * bound >> 32);
}

bool sim_once_in(struct lan_rng *rng, uint32_t of)
{
    return sim_below(rng, of) == 0;
}

void sim_rng(struct lan_rng *rng, uint64_t seed, uint64_t index)
{
    lan_rng_init(rng, seed * 0x9e3779b97f4a7c15u ^ (index + 1) * 0xbf58476d1ce4e5b9u);
    lan_rng_next(rng);
}
