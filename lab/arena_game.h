/* arena_game.h - one game of an arena. */
#ifndef LAN_ARENA_GAME_H
#define LAN_ARENA_GAME_H

#include "arena.h"

/* A finished game, besides what struct arena_lineup keeps of it. */
struct arena_game {
    uint64_t deal;
    unsigned forfeits; /* seats that lost by a fault, by bit */
    struct lan_result result;
    struct table *table;
    char *reasons; /* with --explain: elements of a JSON array with commas */
    size_t reasons_length, reasons_capacity;
};

/*
 * Plays one game of a deal with the bots of the line-up and fills in what every seat got; arena_game_free
 * frees what it holds. False after complaining (no memory, or an external bot that cannot be started), or
 * without a word when a signal asks to stop; there is nothing to free then.
 */
bool arena_game_play(struct arena *arena, uint64_t deal, struct arena_lineup *lineup,
                     struct arena_game *game);
void arena_game_free(struct arena_game *game);

/*
 * In a cooperative game, and where a part can have several seats, every winner counts 1, since a side wins as
 * a whole; else the winners share 1.
 */
bool arena_counts_whole(const struct arena *arena);

/*
 * Plays game->table on to its end, without processes; the seed is the bots'. False when there is no memory or
 * a signal asks to stop.
 */
bool arena_table_play(struct arena *arena, const struct arena_lineup *lineup, struct arena_game *game,
                      uint64_t seed);

#endif
