/* arena.h - `lanterne arena`: rounds of games between two bots on the same deals, counted. */
#ifndef LAN_ARENA_H
#define LAN_ARENA_H

#include "args.h"
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
    size_t told_capacity;
    double seconds; /* for an answer of an external bot */
    int file;       /* of games, or the pipe of a worker; -1 for none */
    uint64_t faults_written[ARENA_SIDES][EXTERNAL_FAULTS];
    struct elo elo;
    int part_count;
    struct arena_part part[ARENA_PARTS_MAX];
};

/* Plays a round, counts it and writes it to the file. False after complaining. */
bool arena_round(struct arena *arena, uint64_t round);

/* Closes what the bots of an arena hold. */
void arena_finish(struct arena *arena);

/* Counts a round, part by part; also when it is read from the file. */
bool arena_count(struct arena *arena, int parts, const int *part, const double (*shares)[ARENA_SIDES]);

/* The command. */
int cmd_arena(const struct settings *settings);

#endif
