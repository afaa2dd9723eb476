/*
 * sim.h - virtual time of a simulated world: what is to happen, in order, in one thread.
 *
 * The clock stands still while an event runs and then jumps to the next one. Events at the same time run in
 * the order in which they were made. So a world is repeated exactly by its seed.
 */
#ifndef LAN_WORLD_SIM_H
#define LAN_WORLD_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"

struct sim_event;

struct sim {
    int64_t now; /* milliseconds, from 1 on */
    struct sim_event **heap;
    size_t count, capacity;
    uint64_t orders, steps;
    char failure[600]; /* the first finding; "" for none */
};

void sim_init(struct sim *sim);
/* Forgets all events. */
void sim_free(struct sim *sim);

/*
 * Runs `run` in `delay` milliseconds, 0 for as soon as what happens now is done. `owner` is for
 * sim_run_owner. The event is gone once it runs, or by sim_cancel.
 */
struct sim_event *sim_after(struct sim *sim, int64_t delay, const void *owner, void (*run)(void *context),
                            void *context);
/* NULL is allowed. */
void sim_cancel(struct sim *sim, struct sim_event *event);
/* Runs the next event; false when there is none before `until`, to which the clock is then set. */
bool sim_step(struct sim *sim, int64_t until);
/* Runs the events of one owner that are due now, until there is none. */
void sim_run_owner(struct sim *sim, const void *owner);
/* Runs the next event of one owner, whenever it is due; false when there is none. */
bool sim_step_owner(struct sim *sim, const void *owner);
/* Cancels all events of one owner. */
void sim_cancel_owner(struct sim *sim, const void *owner);

/* Notes a finding: the first one counts, and the world ends after the present event. */
void sim_fail(struct sim *sim, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number below `bound`; true once in `of`; a generator that depends on two numbers alone. */
uint32_t sim_below(struct lan_rng *rng, uint32_t bound);
bool sim_once_in(struct lan_rng *rng, uint32_t of);
void sim_rng(struct lan_rng *rng, uint64_t seed, uint64_t index);

#endif
