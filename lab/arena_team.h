/* arena_team.h - plays the rounds of an arena in several worker processes. */
#ifndef LAN_ARENA_TEAM_H
#define LAN_ARENA_TEAM_H

#include "arena.h"

/*
 * Plays the remaining rounds with this many workers and counts them in order, so that the result does not
 * depend on the number of workers. `stop` is called after each round. CLI_OK, or an exit code after
 * complaining.
 */
int arena_team_run(struct arena *arena, int workers, bool (*stop)(struct arena *arena));

#endif
