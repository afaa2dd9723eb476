/*
 * level.h - the bot of a seat and its thinking budget, as written on the command line.
 *
 *   random   easy   rules   search   search:5000 (iterations)   search:50ms (time)   equilibrium
 *   net   net-search   net-search:5000
 *
 * A budget in iterations is reproducible: the same seed gives the same game on every machine. A budget in
 * milliseconds is not.
 */
#ifndef LAN_LEVEL_H
#define LAN_LEVEL_H

#include "args.h"
#include "match.h"

enum { LEVEL_ITERATIONS = 2000, LEVEL_MEMORY = 16 << 20, LEVEL_NAME_MAX = 64 };

struct level {
    const struct lan_bot *bot;
    uint32_t iterations;
    uint32_t milliseconds;     /* 0: no limit */
    char name[LEVEL_NAME_MAX]; /* as it was given */
};

/* Parses `length` bytes. False after complaining. */
bool level_parse(const char *spec, size_t length, struct level *level);

/*
 * Parses a list with commas into one level for each seat; a single level is used for every seat. CLI_OK, or
 * an exit code after complaining when the count does not match the seats or a bot does not support the game.
 */
int levels_parse(const char *list, const struct lan_rules *rules, struct level level[LAN_SEATS_MAX]);

/* Loads the book from which the bot `equilibrium` plays. CLI_OK, or an exit code after complaining. */
int bots_book_load(const char *file);

/*
 * Loads the net from which `net` and `net-search` play, which are bots from then on. CLI_OK, or an exit code.
 */
int bots_net_load(const char *file);

/* Whether the bot plays a game of these rules. False after complaining. */
bool level_fits(const struct level *level, const struct lan_rules *rules);

/*
 * A player and the deadline of its time limit. The player points into this struct, so it must not be moved or
 * copied. `memory` is the caller's: LEVEL_MEMORY bytes that outlive the player.
 */
struct level_player {
    struct lan_player player;
    struct level level;
    double deadline;
};
void level_player_init(struct level_player *player, const struct level *level, void *memory);

/*
 * The seed of all bots of a game: a hash of the key of its dice. Being derived, it makes a resumed game
 * continue as the uninterrupted one would have; being a hash, it reveals nothing about future dice.
 */
uint64_t level_seed(const struct lan_dice *dice);

/* Seconds of a monotonic clock. */
double seconds_now(void);

#endif
