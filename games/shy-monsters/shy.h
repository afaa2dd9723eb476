/*
 * shy.h - Shy Monsters: the public header, for clients, bots, the solver and tests.
 *
 * A cell is a square of the 13 x 13 grid centred on the Entrance: y * 13 + x, written "g7" for the middle,
 * letters going east and numbers north. The seven tiles of a floor are kept in ascending order of their
 * cells, so that a floor has one form however it was laid. A tile is its index 0..6 in that order, and a set
 * of tiles is a byte. No floor reaches from one edge of the grid to the other, so the difference of two cells
 * tells whether they are neighbours without a check of the edges.
 *
 * Everything public is in struct shy_public, which the private state and the view share, so that a view can
 * neither lack nor add a field.
 */
#ifndef LAN_SHY_H
#define LAN_SHY_H

#include "lan.h"

enum {
    SHY_WIDTH = 13,
    SHY_CELLS = SHY_WIDTH * SHY_WIDTH,
    SHY_MIDDLE = SHY_CELLS / 2, /* the Entrance's cell */
    SHY_TILES_MAX = 7,          /* tiles of a finished floor */
    SHY_TILES_ALL = (1 << SHY_TILES_MAX) - 1,
    SHY_CORRIDORS = 3,
    SHY_STOREYS = 3, /* floors of one game */
    SHY_GAMES_MAX = 2,
    SHY_FLOORS = SHY_STOREYS * SHY_GAMES_MAX,
    SHY_WAYS = 8,
    SHY_PILE_ALL = (1 << 6) - 1,
    SHY_IDLE_LIMIT = 1000, /* idle moves after which a game ends even with the option no_progress off */
};

/* Monsters, in the order of the memo. A set of monsters is a byte. */
enum shy_monster { SHY_BAT, SHY_DRAGON, SHY_MANTIS, SHY_COBRA, SHY_KRAKEN, SHY_APE, SHY_MONSTERS };

/* What a tile shows. SHY_MONSTER + m is monster m. */
enum shy_kind {
    SHY_ENTRANCE,
    SHY_EXIT,
    SHY_CORRIDOR,
    SHY_MONSTER,
    SHY_KINDS = SHY_MONSTER + SHY_MONSTERS,
    SHY_UNKNOWN
};

/* The eight directions from a cell, clockwise from north. Those across an edge are even. */
enum shy_way {
    SHY_NORTH,
    SHY_NORTH_EAST,
    SHY_EAST,
    SHY_SOUTH_EAST,
    SHY_SOUTH,
    SHY_SOUTH_WEST,
    SHY_WEST,
    SHY_NORTH_WEST
};

enum shy_type {
    SHY_TYPE_CELL = LAN_TYPE_GAME,
    SHY_TYPE_TILE,
    SHY_TYPE_MONSTER,
    SHY_TYPE_WAY,
    SHY_TYPE_ROLE,
    SHY_TYPES
};

enum shy_phase {
    SHY_DRAWING,   /* chance draws the Master's two monsters */
    SHY_BUILDING,  /* the Master lays tiles, unseen, and confirms */
    SHY_REVEALING, /* the Hero turns up tiles before the first step */
    SHY_EXPLORING,
    SHY_OVER,
    SHY_PHASES,
};

enum shy_skill { SHY_ATTACK = 1, SHY_JUMP = 2, SHY_SKILLS = SHY_ATTACK | SHY_JUMP };

enum shy_event {
#define EVENT(name, ...) SHY_EVENT_##name,
#include "events.def"
#undef EVENT
    SHY_EVENTS
};

enum shy_action {
#define ACTION(name, ...) SHY_ACTION_##name,
#include "actions.def"
#undef ACTION
    SHY_ACTIONS
};

enum shy_clause {
    SHY_CLAUSE_NONE,
#define CLAUSE(name, ...) name,
#include "clauses.def"
#undef CLAUSE
    SHY_CLAUSES
};

enum shy_option {
    SHY_OPTION_REVEALS,
    SHY_OPTION_REVEAL_CHOICE,
    SHY_OPTION_JUMP,
    SHY_OPTION_FEAR,
    SHY_OPTION_JUMP_PEEK,
    SHY_OPTION_NO_PROGRESS,
    SHY_OPTION_EXIT_JUMP_SHOWS,
    SHY_OPTION_WATCHERS,
    SHY_OPTION_MONSTERS,
    SHY_OPTION_MATCH,
    SHY_OPTIONS
};

enum shy_jump { SHY_JUMP_TWO_STEPS, SHY_JUMP_STRAIGHT, SHY_JUMP_EIGHT };

/* A comfort zone as the memo draws it: directions where a tile must lie, and directions where none may. */
struct shy_pattern {
    uint8_t tile, empty;
};

/* The rules in force. */
struct shy_rules {
    struct lan_rules base;
    struct shy_pattern pattern[SHY_MONSTERS];
    /* By the set of directions where tiles lie: the monsters whose pattern fits, turned or not. */
    uint8_t zone[256];
    uint8_t reveals[SHY_STOREYS];
    uint8_t jump; /* enum shy_jump */
    uint16_t idle_max;
    bool together, both_panic, peek, exit_shows, watchers_after, two_games;
};

/*
 * The floor being crossed and the Hero's progress on it; all zero until the Master has confirmed the floor.
 * It contains nothing hidden: functions that turn tiles up take the kinds of the tiles as an argument.
 */
struct shy_hunt {
    uint8_t cell[SHY_TILES_MAX]; /* ascending */
    uint8_t near[SHY_TILES_MAX]; /* tiles that share an edge with this one */
    uint8_t zone[SHY_TILES_MAX]; /* monsters whose pattern fits here */
    uint8_t up;                  /* tiles face up; the Entrance always is */
    uint8_t beasts;              /* subset of `up`: monsters */
    uint8_t dead;                /* subset of `beasts`: killed */
    uint8_t calm;   /* subset of `beasts`: harmless, dead or alive, because out of zone or in panic */
    uint8_t hero;   /* tile the Hero stands on */
    uint8_t skills; /* not spent yet, enum shy_skill */
};

/* A finished floor, as far as it is public. */
struct shy_past {
    uint8_t cell[SHY_TILES_MAX];
    uint8_t up; /* tiles that were turned up */
};

/* Everything that all at the table see. Floor n of game g has number 3 * g + n. */
struct shy_public {
    struct shy_hunt hunt;
    struct shy_past past[SHY_FLOORS]; /* all zero for floors not finished */
    uint8_t phase;
    uint16_t idle;   /* the Hero's consecutive moves that turned nothing up and spent no skill */
    uint8_t game;    /* 0, or 1 in the second game of a match */
    uint8_t storey;  /* 0..2 */
    uint8_t master;  /* seat */
    uint8_t drawn;   /* monsters drawn for this floor */
    uint8_t reveals; /* tiles still to be turned up before the first step */
    uint8_t named_count;
    uint8_t named[SHY_TILES_MAX - 1]; /* option reveal_choice=together: tiles named so far */
    uint8_t exits[SHY_GAMES_MAX];     /* Exits reached in each game */
    uint8_t hero_won[SHY_GAMES_MAX];  /* for each finished game: the Hero won */
};

/* What one seat, or the watcher, knows. */
struct shy_view {
    struct shy_public pub;
    /* the kinds of the tiles; SHY_UNKNOWN where the viewer does not know */
    uint8_t kind[SHY_FLOORS][SHY_TILES_MAX];
    uint8_t pair[SHY_FLOORS];    /* the monsters known to be on each floor */
    uint8_t cell[SHY_TILES_MAX]; /* for the Master while building: cells of the tiles laid, ascending */
    uint8_t zone[SHY_TILES_MAX]; /* and the monsters whose pattern fits each with the tiles laid so far */
    uint8_t laid;                /* number of tiles laid, the Entrance included; 0 for other viewers */
    uint8_t viewer;
};

static inline int shy_floor_at(const struct shy_public *pub)
{
    return pub->game * SHY_STOREYS + pub->storey;
}

static inline int shy_hero_seat(const struct shy_public *pub)
{
    return 1 - pub->master;
}

static inline bool shy_is_monster(int kind)
{
    return kind >= SHY_MONSTER && kind < SHY_KINDS;
}

/* ---- shape.c: floors as shapes ------------------------------------------------------------------------- */

/* By direction: what one step adds to a cell. */
extern const int8_t shy_step[SHY_WAYS];

/* For `count` ascending cells: which share an edge, and which monsters' patterns fit. Writes 7 of each. */
void shy_shape_read(const struct shy_rules *rules, const uint8_t *cell, int count,
                    uint8_t near[SHY_TILES_MAX], uint8_t zone[SHY_TILES_MAX]);

/* For `count` ascending cells: the directions in which other tiles lie around each, as a set. */
void shy_shape_around(const uint8_t *cell, int count, uint8_t around[SHY_TILES_MAX]);

/*
 * Adds tile number `count` on cell `at` to tiles in any order: who lies around whom, and who shares an edge.
 */
void shy_shape_add(uint8_t *cell, int count, int at, uint8_t around[SHY_TILES_MAX],
                   uint8_t near[SHY_TILES_MAX]);

/* The index of a cell among `count` cells, or -1. */
int shy_tile_find(const uint8_t *cell, int count, int at);

/*
 * Calls `visit` for every connected set of `count` cells that contains the Entrance's, with its cells
 * ascending, each set once and in a fixed order, until `visit` returns false.
 */
void shy_shape_each(int count, bool (*visit)(void *context, const uint8_t *cell), void *context);

/* ---- pattern.c: comfort zones as data ------------------------------------------------------------------ */

enum { SHY_PICTURE_MAX = 12 }; /* "..o/.@./...", with the final 0 */

/* A pattern as in the option `monsters`: three rows from north to south. */
void shy_pattern_write(struct shy_pattern pattern, char out[SHY_PICTURE_MAX]);

/* ---- hunt.c: the Hero's phase, for the game, bots and solver ------------------------------------------- */

/* Tiles where a known monster kills a Hero who enters without an attack: SM-H3, SM-H4. */
static inline uint8_t shy_deadly(const struct shy_hunt *hunt)
{
    return (uint8_t)(hunt->beasts & ~(hunt->calm | hunt->dead));
}

/* The tiles among which the Hero can walk without turning anything up and without dying. */
uint8_t shy_region(const struct shy_hunt *hunt);

/*
 * Turns a face-down tile up and decides by zone and fear whether its monster is dangerous. `clause` is cited
 * in the event as the reason; `events` may be NULL.
 */
void shy_turn_up(const struct shy_rules *rules, struct shy_hunt *hunt, const uint8_t kind[SHY_TILES_MAX],
                 int tile, int clause, struct lan_events *events);

/*
 * The tiles that can be jumped over from a tile, and those where such a jump can land. `exit` is the Exit's
 * tile, or -1 while it is unknown.
 */
uint8_t shy_jump_overs(const struct shy_rules *rules, const struct shy_hunt *hunt, int from);
uint8_t shy_jump_landings(const struct shy_rules *rules, const struct shy_hunt *hunt, int from, int over,
                          int exit);

enum shy_outcome { SHY_GOES_ON, SHY_DIES, SHY_LEAVES };

/*
 * Moves the Hero onto a tile, by a step (`over` is -1) or by a jump over tile `over`, with or without an
 * attack. Turns up the tiles concerned and spends the skills used. The move must be possible.
 */
enum shy_outcome shy_enter(const struct shy_rules *rules, struct shy_hunt *hunt,
                           const uint8_t kind[SHY_TILES_MAX], int tile, int over, bool attack,
                           struct lan_events *events);

/* bot.c: the callbacks `rate` and `advise`. That file includes only this header, so it cannot see a state. */
void shy_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void shy_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                struct lan_advice *advice);

extern const struct lan_game shy_game;

#endif
