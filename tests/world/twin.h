/*
 * twin.h - twin worlds: two worlds that differ in what one viewer may not know, and in how long machines
 * think. Whatever that viewer is sent must be the same bytes at the same virtual times, as long as what is
 * hidden has made nobody act differently.
 */
#ifndef LAN_WORLD_TWIN_H
#define LAN_WORLD_TWIN_H

#include "runs.h"

/* One pair of every game, with a viewer that the seed chooses, in a process of its own. */
struct run run_twins(uint64_t seed);

#endif
