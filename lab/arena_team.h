/* arena_team.h - the rounds of an arena played by several processes. */
#ifndef LAN_ARENA_TEAM_H
#define LAN_ARENA_TEAM_H

#include "arena.h"

/*
 * Plays the rounds that are missing with this many workers, and counts them in order, so that the result is
 * the same for any number of them. `stop` is asked after each round. CLI_OK, or an exit code after
 * complaining.
 */
int arena_team_run(struct arena *arena, int workers, bool (*stop)(struct arena *arena));

#endif
