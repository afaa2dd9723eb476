/* bench_search.h - iterations a second of the bot `search`, from the middle of random games. */
#ifndef LAN_BENCH_SEARCH_H
#define LAN_BENCH_SEARCH_H

#include "args.h"

struct search_row {
    const struct lan_rules *rules;
    double plain;     /* iterations a second with random playouts */
    double rated;     /* with playouts by the game's ratings or advice; 0 when it has neither */
    double reference; /* nanoseconds of one step of xoshiro256**, measured in the same rounds */
};

/* False after complaining when there is no memory. */
bool bench_search(const struct lan_rules *rules, uint64_t seed, double seconds, struct search_row *row);

/*
 * The reference loop: `steps` steps of xoshiro256**, and their sum. It is aligned, and not compiled into its
 * callers, because its speed depends by half on where its code lies: two copies of it in one program took
 * 0.60 and 0.89 ns a step.
 */
__attribute__((noinline, aligned(64))) uint64_t bench_reference(int steps);

#endif
