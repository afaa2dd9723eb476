/*
 * arena.h - `lanterne arena`: plays rounds between bots on the same deals and compares their shares.
 *
 * A pairing is a challenger and a reference. Of every deal the reference first plays all seats; then, one
 * game for each part of the seats, the challenger takes that part, and its share is compared with the
 * reference's share of the same part in the first game. Two bots make one pairing, three and more a round
 * robin: every bot challenges every other one. Games of a round that have the same bots in the same seats are
 * played once.
 */
#ifndef LAN_ARENA_H
#define LAN_ARENA_H

#include "arena_pace.h"
#include "args.h"
#include "elo.h"
#include "external.h"
#include "level.h"
#include "variate.h"

enum {
    ARENA_BOTS_MAX = 8,
    ARENA_PAIRINGS_MAX = ARENA_BOTS_MAX * (ARENA_BOTS_MAX - 1),
    ARENA_PARTS_MAX = 32,
    ARENA_LINEUPS_MAX = ARENA_BOTS_MAX + ARENA_PAIRINGS_MAX * LAN_SEATS_MAX,
};

enum { ARENA_CHALLENGER, ARENA_REFERENCE, ARENA_SIDES };

/* A bot. An external one runs as one process for each seat. */
struct contender {
    const char *name;
    const char *command; /* NULL for a built-in bot */
    bool timed;          /* it is asked at its moment by the true clock, as programs are; see arena_pace.h */
    struct level_player player;
    uint64_t cut; /* answers of a built-in bot that were cut short at their moment */
    struct external process[LAN_SEATS_MAX];
    uint64_t faults[EXTERNAL_FAULTS];
};

/* A part of the seats that a challenger takes: one seat, all seats of one role, or all. */
struct arena_part {
    int value;
    struct elo elo;
};

/* How a challenger fared over the rounds, as a whole and by parts. */
struct arena_score {
    struct elo elo;
    int part_count;
    struct arena_part part[ARENA_PARTS_MAX]; /* sorted by value */
};

struct arena_pairing {
    int challenger, reference; /* indices of bots */
    struct arena_score score;
    /*
     * With --luck: the mean over the parts of a round, and the same without luck; then the challenger's share
     * of each single game, without the comparison on the same deal, which takes off the luck of the deal too.
     */
    struct elo raw, single_raw;
    struct variate adjusted, single_adjusted;
};

/* The result of a game of this round: who sat where, and what every seat got. */
struct arena_lineup {
    uint8_t bot[LAN_SEATS_MAX];
    double share[LAN_SEATS_MAX];
    /* With --luck: what dice, cards and the draws of bots gave the seat of its chance to win. */
    double luck[LAN_SEATS_MAX];
    int16_t part[LAN_SEATS_MAX];
};

/* One round of one pairing: shares by part. */
struct arena_shares {
    int parts;
    int value[ARENA_PARTS_MAX];
    double share[ARENA_PARTS_MAX][ARENA_SIDES];
};

struct arena {
    const struct settings *settings;
    const struct lan_rules *rules;
    const char *by; /* what the parts are: a group of the game, "seat", or "all" in a cooperative game */
    int by_type;    /* the type of a part's value */
    int bot_count;
    struct contender bot[ARENA_BOTS_MAX];
    int pairing_count;
    struct arena_pairing pairing[ARENA_PAIRINGS_MAX];
    struct arena_score standing[ARENA_BOTS_MAX]; /* by bot: the means over its pairings as challenger */
    uint64_t rounds;                             /* played and counted */
    void *memory;
    struct lan_event *told;
    size_t told_capacity;
    double seconds; /* for an answer of an external bot */
    int64_t slot;   /* microseconds of the timetable's slots; 0: none */
    bool may;       /* the game has questions that may be declined */
    struct arena_pace pace;
    const struct arena_clock *clock;
    bool seconds_given; /* by the user: then the limit holds for the first answer, `hello`, too */
    int file;           /* descriptor of the file of games, or of a worker's pipe; -1: none */
    uint64_t faults_written[ARENA_BOTS_MAX][EXTERNAL_FAULTS];
    int lineup_count; /* games of the round being played */
    struct arena_lineup lineup[ARENA_LINEUPS_MAX];
    struct arena_shares shares[ARENA_PAIRINGS_MAX]; /* of the round being played or read, by pairing */
};

/*
 * Plays a round, counts it and writes it to the file. False after complaining, or without a word when a
 * signal asks to stop (stop.h).
 */
bool arena_round(struct arena *arena, uint64_t round);

/* Ends the external bots, closes the file and frees the memory of an arena. */
void arena_finish(struct arena *arena);

/* Counts the round in arena->shares, played or read from the file. False when there are too many parts. */
bool arena_count(struct arena *arena);

/* The verdict of the sequential test (--sprt) for the first pairing; ELO_OPEN without one. */
enum elo_verdict arena_verdict(const struct arena *arena, double *ratio);

/* The command. */
int cmd_arena(const struct settings *settings);

#endif
