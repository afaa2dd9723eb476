/* arena_file.h - the file of an arena's games: JSON, one object a line, from which an arena goes on. */
#ifndef LAN_ARENA_FILE_H
#define LAN_ARENA_FILE_H

#include "arena.h"
#include "arena_game.h"

/*
 * Opens the file for appending, begun now or left behind by an arena with the same settings, whose whole
 * rounds are counted and whose last unfinished one is cut off. CLI_OK, or an exit code after complaining.
 */
int arena_file_open(struct arena *arena, const char *name);
bool arena_file_game(const struct arena *arena, uint64_t round, const struct arena_game *game);
bool arena_file_round(struct arena *arena, uint64_t round, int parts, const int *part,
                      const double (*shares)[ARENA_SIDES]);

/*
 * A line that a worker wrote: kept in the file if there is one, and counted when it ends a round, which
 * `round` then says. False after complaining.
 */
bool arena_file_line(struct arena *arena, const char *line, size_t length, bool *round);

#endif
