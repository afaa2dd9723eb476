/*
 * twins.h - twins in the module: what the keeper of a match shows a seat and hands to a bot there does not
 * depend on what the seat may not know. Compiled natively and for WebAssembly.
 */
#ifndef LAN_WASM_TWINS_H
#define LAN_WASM_TWINS_H

#include <stdint.h>

enum { TWINS_PAIRS_MAX = 250 };

/*
 * Makes pairs of twins (tests/support/twin_pair.h) from `tries` seeds, each for another seat, and compares
 * updates, moments and questions of that seat byte for byte. The number of pairs (at most TWINS_PAIRS_MAX) is
 * in the lowest byte, that of pairs which are the same in the second, and in the third that of pairs in which
 * some other seat is given something different: without these the comparison could not fail.
 */
uint32_t offline_twins(const char *game, uint32_t seed, uint32_t tries);

#endif
