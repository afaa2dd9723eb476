/* arena_game.h - one game of an arena. */
#ifndef LAN_ARENA_GAME_H
#define LAN_ARENA_GAME_H

#include "arena.h"

/* A finished game: the challenger's seats and every seat's share. */
struct arena_game {
    unsigned challengers; /* seats, by bit */
    unsigned forfeits;    /* seats that lost by a fault */
    double share[LAN_SEATS_MAX];
    int16_t group[LAN_SEATS_MAX]; /* the seat's value of the --by group, or the seat */
    struct lan_result result;
    struct table *table; /* the caller destroys it */
    char *reasons;       /* with --explain: elements of a JSON array with commas; the caller frees them */
    size_t reasons_length, reasons_capacity;
};

/* Plays one game of a deal. False after complaining: no memory, or an external bot that cannot be started. */
bool arena_game_play(struct arena *arena, uint64_t deal, unsigned challengers, struct arena_game *game);

/* The share of a part: the mean over its seats. */
double arena_share(const struct arena_game *game, unsigned seats);

#endif
