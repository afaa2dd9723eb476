/* arena.h - `lanterne arena`: plays rounds between two bots on the same deals and counts their shares. */
#ifndef LAN_ARENA_H
#define LAN_ARENA_H

#include "args.h"
#include "elo.h"
#include "external.h"
#include "level.h"

enum { ARENA_PARTS_MAX = 16, ARENA_GAMES_MAX = 1 + LAN_SEATS_MAX };

enum { ARENA_CHALLENGER, ARENA_REFERENCE, ARENA_SIDES };

/* One of the two bots. An external bot runs as one process for each seat. */
struct contender {
    const char *name;
    const char *command; /* NULL for a built-in bot */
    struct level_player player;
    struct external process[LAN_SEATS_MAX];
    uint64_t faults[EXTERNAL_FAULTS];
};

/* A part of the seats that the challenger takes: one seat, or all seats with one value of a group. */
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
    size_t told_capacity;
    double seconds; /* for an answer of an external bot */
    int file;       /* descriptor of the file of games, or of a worker's pipe; -1: none */
    uint64_t faults_written[ARENA_SIDES][EXTERNAL_FAULTS];
    struct elo elo;
    int part_count;
    struct arena_part part[ARENA_PARTS_MAX];
};

/* Plays a round, counts it and writes it to the file. False after complaining. */
bool arena_round(struct arena *arena, uint64_t round);

/* Ends the external bots, closes the file and frees the memory of an arena. */
void arena_finish(struct arena *arena);

/* Adds the result of a round, played or read from the file, part by part. */
bool arena_count(struct arena *arena, int parts, const int *part, const double (*shares)[ARENA_SIDES]);

/* The command. */
int cmd_arena(const struct settings *settings);

#endif
