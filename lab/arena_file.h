/*
 * arena_file.h - the file of an arena's games: JSON, one object a line; an interrupted arena resumes from it.
 */
#ifndef LAN_ARENA_FILE_H
#define LAN_ARENA_FILE_H

#include "arena.h"
#include "arena_game.h"

/*
 * Opens the file for appending. An existing file must have the same settings: its complete rounds are
 * counted, an incomplete last one is truncated. CLI_OK, or an exit code after complaining.
 */
int arena_file_open(struct arena *arena, const char *name);
bool arena_file_game(const struct arena *arena, uint64_t round, const struct arena_lineup *lineup,
                     const struct arena_game *game);

/* Writes the round in arena->shares. */
bool arena_file_round(struct arena *arena, uint64_t round);

/*
 * Takes a line written by a worker: appends it to the file, if there is one, and counts the round when the
 * line ends one. `round` tells whether it did. False after complaining.
 */
bool arena_file_line(struct arena *arena, const char *line, size_t length, bool *round);

#endif
