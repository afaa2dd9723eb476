/*
 * level.h - who plays a seat, as written on the command line.
 *
 *   random   rules   search   search:5000 (iterations)   search:50ms (time)   equilibrium
 *
 * With a number of iterations the same seed gives the same game everywhere; with a time limit it does not.
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

/* Reads `length` bytes. False after complaining. */
bool level_parse(const char *spec, size_t length, struct level *level);

/*
 * One level for each seat from a list with commas; one alone plays everywhere. CLI_OK, or an exit code after
 * complaining, when there are too few or too many or one does not play the game.
 */
int levels_parse(const char *list, const struct lan_rules *rules, struct level level[LAN_SEATS_MAX]);

/* Makes the bot `equilibrium` play from this file. CLI_OK, or an exit code after complaining. */
int bots_book_load(const char *file);

/* A player with its clock, which points into itself; its arena is the caller's, of LEVEL_MEMORY bytes. */
struct level_player {
    struct lan_player player;
    struct level level;
    double deadline;
};
void level_player_init(struct level_player *player, const struct level *level, void *memory);

/*
 * The seed of all bots of a game, from the key of its dice by a hash: a saved game goes on as it would have, and neither
 * the seed nor anything the bots do tells of coming dice.
 */
uint64_t level_seed(const struct lan_dice *dice);

/* Seconds of a clock that only goes on. */
double seconds_now(void);

#endif
