/* arena.h - what the files of `lanterne arena` share: rounds (arena.c), one game (arena_game.c), the file of games. */
#ifndef LAN_ARENA_H
#define LAN_ARENA_H

#include "elo.h"
#include "external.h"
#include "level.h"

enum { ARENA_PARTS_MAX = 16, ARENA_GAMES_MAX = 1 + LAN_SEATS_MAX };

enum { ARENA_CHALLENGER, ARENA_REFERENCE, ARENA_SIDES };

/* One of the two bots; an external one is a process for each seat. */
struct contender {
    const char *name;
    const char *command; /* NULL for one of our own */
    struct level_player player;
    struct external process[LAN_SEATS_MAX];
    uint64_t faults[EXTERNAL_FAULTS];
};

/* A part of the seats that the challenger takes: a seat, or all of one value of a group. */
struct arena_part {
    int value;
    char name[LAN_NOTATION_MAX];
    struct elo elo;
};

struct arena {
    const struct settings *settings;
    const struct lan_rules *rules;
    struct contender side[ARENA_SIDES];
    void *memory;
    struct lan_event *told;
    size_t told_room;
    double seconds; /* for an answer of an external bot */
    int file;       /* of games, or the pipe of a worker; -1 for none */
    uint64_t faults_written[ARENA_SIDES][EXTERNAL_FAULTS];
    struct elo elo;
    int part_count;
    struct arena_part part[ARENA_PARTS_MAX];
};

/* A finished game: who had which seat, and what each seat got. */
struct arena_game {
    unsigned challengers; /* seats, by bit */
    unsigned forfeits;    /* seats that lost by a fault */
    double share[LAN_SEATS_MAX];
    int16_t group[LAN_SEATS_MAX]; /* the value of the group wanted, or the seat */
    struct lan_result result;
    struct table *table; /* the caller destroys it */
    char *reasons;       /* with --explain: objects of a JSON array, with commas; the caller frees them */
    size_t reasons_length, reasons_room;
};

/* Plays one game of a deal. False after complaining: no memory, or an external bot that cannot be started. */
bool arena_game_play(struct arena *arena, uint64_t deal, unsigned challengers, struct arena_game *game);

/* What the part got: the mean over its seats. */
double arena_share(const struct arena_game *game, unsigned seats);

/* ---- The file of games: JSON, one object a line ---------------------------------------------------------------- */

/*
 * Opens the file for appending, begun now or left behind by an arena with the same settings, whose whole rounds are
 * counted and whose last unfinished one is cut off. CLI_OK, or an exit code after complaining.
 */
int arena_file_open(struct arena *arena, const char *name);
bool arena_file_game(const struct arena *arena, uint64_t round, const struct arena_game *game);
bool arena_file_round(struct arena *arena, uint64_t round, int parts, const int *part,
                      const double (*shares)[ARENA_SIDES]);

/*
 * A line that a worker wrote: kept in the file if there is one, and counted when it ends a round, which `round` then says. False
 * after complaining.
 */
bool arena_file_line(struct arena *arena, const char *line, size_t length, bool *round);

/* ---- arena_team.c: rounds played by several processes ------------------------------------------------------------- */

/*
 * Plays the rounds that are missing with this many workers, and counts them in order, so that the result is the same for any
 * number of them. `stop` is asked after each round. CLI_OK, or an exit code after complaining.
 */
int arena_team_run(struct arena *arena, int workers, bool (*stop)(struct arena *arena));

/* arena.c: plays a round, counts it and writes it to the file. False after complaining. */
bool arena_round(struct arena *arena, uint64_t round);

/* arena.c: closes what the bots of an arena hold. */
void arena_finish(struct arena *arena);

/* arena.c: counts a round, part by part; also when it is read from the file. */
bool arena_count(struct arena *arena, int parts, const int *part, const double (*shares)[ARENA_SIDES]);

#endif
