/*
 * treasure-hunters.h - Ghost Fightin' Treasure Hunters: the public header, for clients, bots and tests.
 *
 * Seats are people, who play one hunter each, or several. A node is a place where a hunter can stand: the
 * outside, the rooms A to L, the corridor tiles T1, T2, ... Nothing is secret in this game: the order of the
 * pile and the numbers of the jewels are drawn only when they are needed, so until then even the program does
 * not know them. State and view therefore share one struct th_public.
 */
#ifndef LAN_TREASURE_HUNTERS_H
#define LAN_TREASURE_HUNTERS_H

#include "lan.h"

enum {
    TH_SEATS_MAX = 4,
    TH_HUNTERS_MAX = 4,
    TH_ROOMS = 12,
    TH_JEWELS = 8,
    TH_NODES_MAX = 64, /* a set of nodes is 64 bits */
    TH_STEPS_MAX = 6,
    TH_GHOSTS_MAX = 2, /* in one room before it is haunted, TH-S8 */
    TH_TURNS_MAX = 4000,
    TH_GRID_MAX = 20, /* cells of a board in either direction */
    TH_DOORS_MAX = 64,
    TH_BOARD_TEXT_MAX = 4096,
};

/* The outside is node 0, room A node 1, tile T1 node 13. */
enum th_node { TH_OUTSIDE, TH_ROOM_A = 1, TH_TILE_1 = TH_ROOM_A + TH_ROOMS };

#define TH_BIT(node)   ((uint64_t)1 << (node))
#define TH_ROOM_NODES  ((((uint64_t)1 << TH_ROOMS) - 1) << TH_ROOM_A)
#define TH_TILE_NODES  (~(TH_ROOM_NODES | 1))
#define TH_NODES_OF(m) ((uint64_t)(m) << TH_ROOM_A) /* turns a mask of rooms into one of nodes */

/* A card by its face: 0..11 are the letters of rooms. */
enum th_card {
    TH_CARD_SHUFFLE = TH_ROOMS,
    TH_CARD_DRAW_2,
    TH_CARD_DRAW_3,
    TH_CARD_LOCK_BLUE,
    TH_CARD_LOCK_GREEN,
    TH_CARDS,
    TH_SPECIALS = TH_CARDS - TH_ROOMS,
};

/* The locked colour, which is also the first index of all tables of paths. */
enum th_lock { TH_LOCK_NONE, TH_LOCK_BLUE, TH_LOCK_GREEN, TH_LOCKS };

enum th_colour { TH_NEUTRAL, TH_BLUE, TH_GREEN, TH_FRONT, TH_COLOURS };

enum th_face { TH_FACE_GHOST, TH_FACE_HAUNTING, TH_FACE_BLANK, TH_FACES };

/* What a hunter carries: nothing, a jewel by its number or, in a game without numbers, a plain jewel. */
enum th_load { TH_EMPTY, TH_PLAIN = TH_JEWELS + 1 };

enum th_type {
    TH_TYPE_NODE = LAN_TYPE_GAME,
    TH_TYPE_HUNTER,
    TH_TYPE_CARD,
    TH_TYPE_DIE,
    TH_TYPE_JEWEL,
    TH_TYPE_FACE,
    TH_TYPE_COLOUR,
    TH_TYPE_COUNT,
    TH_TYPES
};

enum th_phase {
    TH_STARTING, /* chance draws the first player */
    TH_CHOOSING, /* the seat chooses which of its two hunters takes this turn, TH-S9 */
    TH_ROLLING,  /* chance rolls the movement die */
    TH_DRAWING,  /* chance turns up a card */
    TH_MOVING,
    TH_NUMBERING, /* chance turns up the number of the jewel in the hunter's room */
    TH_TAKING,    /* take the jewel or leave it */
    TH_DARING,    /* fight or not, with the option fight=may */
    TH_FIGHTING,  /* chance rolls the fight dice */
    TH_OVER,
    TH_PHASES,
};

enum th_event {
#define EVENT(name, ...) TH_EVENT_##name,
#include "events.def"
#undef EVENT
    TH_EVENTS
};

enum th_action {
#define ACTION(name, ...) TH_ACTION_##name,
#include "actions.def"
#undef ACTION
    TH_ACTIONS
};

enum th_clause {
    TH_CLAUSE_NONE,
#define CLAUSE(name, ...) name,
#include "clauses.def"
#undef CLAUSE
    TH_CLAUSES
};

enum th_option {
    TH_OPTION_MODE,
    TH_OPTION_DRAW_CARDS,
    TH_OPTION_LOCKED_DOORS,
    TH_OPTION_NUMBERED_JEWELS,
    TH_OPTION_JEWEL_WITH_GHOSTS,
    TH_OPTION_FIGHT_FIRST,
    TH_OPTION_JEWEL_IN_HAUNTED,
    TH_OPTION_FIGHT,
    TH_OPTION_STAY_COUNTS,
    TH_OPTION_REVEAL,
    TH_OPTION_WRONG_JEWEL_EXIT,
    TH_OPTION_DEADLOCK,
    TH_OPTION_DRAW_IGNORES_SHUFFLE,
    TH_OPTION_DRAW_SHUFFLE_REOPENS,
    TH_OPTION_TWO_PLAYER_ORDER,
    TH_OPTION_THREE_PLAYER_HUNTERS,
    TH_OPTION_SOLO_HUNTERS,
    TH_OPTION_FIRST_PLAYER,
    TH_OPTION_PICKUP_ENDS,
    TH_OPTION_DOOR_COSTS_STEP,
    TH_OPTION_EASY_HAUNT,
    TH_OPTION_BOARD,
    TH_OPTIONS
};

/* A multiset of cards: the letters as bits, the other cards counted from TH_CARD_SHUFFLE on. */
struct th_cards {
    uint16_t letters;
    uint8_t special[TH_SPECIALS];
    uint8_t count; /* number of all cards */
};

/* The whole table. Masks are over rooms (bit 0 is A), over hunters or over jewel numbers (bit 0 is 1). */
struct th_public {
    uint32_t drawn; /* cards turned up since the game began */
    uint16_t turns; /* hunters' turns begun */
    uint16_t haunted;
    uint16_t jewels;                 /* rooms in which a jewel lies */
    uint16_t rolls[TH_HUNTERS_MAX];  /* movement rolls of each hunter */
    uint16_t fights[TH_HUNTERS_MAX]; /* fight rolls of each hunter */
    struct th_cards pile, discards, aside;
    uint8_t at[TH_HUNTERS_MAX];      /* node of each hunter */
    uint8_t carries[TH_HUNTERS_MAX]; /* enum th_load */
    uint8_t ghosts[TH_ROOMS];
    uint8_t number[TH_ROOMS]; /* of the jewel lying there; 0 while face down, and where none lies */
    uint8_t unknown;          /* jewel numbers not turned up yet; 0 in a game without numbers */
    uint8_t out;              /* jewels banked */
    /* enum th_lock; the lock card in force is neither in the pile nor in the discards */
    uint8_t lock;
    uint8_t owed;    /* cards still to draw for the Draw card */
    uint8_t drawing; /* the Draw card in progress, 0 when there is none */
    uint8_t phase;
    uint8_t first;   /* first seat to play, once drawn */
    uint8_t seat;    /* seat that plays this turn */
    uint8_t hunter;  /* hunter whose turn it is */
    uint8_t played;  /* rules.both: mask of this seat's hunters that have had their turn */
    uint8_t rolled;  /* the movement roll of this turn, 0 before it */
    uint8_t steps;   /* steps left */
    uint8_t moved;   /* a step was made in this turn */
    uint8_t stopped; /* the move is over */
    uint8_t took;    /* a jewel was taken in this turn */
    uint8_t fought;  /* the fight of this turn has been rolled or declined */
    uint8_t told;    /* the dead end has been announced, TH-E4 */
    uint8_t ending;  /* enum th_clause: why the game ended */
    uint8_t lost;    /* the game ended in a loss */
    uint8_t unused[3];
};

/* What a seat, or the watcher, knows: everything. */
struct th_view {
    struct th_public pub;
    uint8_t viewer;
    uint8_t unused[3];
};

struct th_door {
    uint8_t x, y;   /* the cell to the left of the door, or above it */
    uint8_t across; /* 1: the other cell lies to the right; 0: below */
    uint8_t colour;
    uint8_t a, b; /* nodes on both sides */
};

struct th_board {
    uint8_t width, height;
    uint8_t nodes; /* the outside, 12 rooms, and the tiles */
    uint8_t doors;
    uint16_t jewels, ghosts;                /* rooms that have one at the start */
    uint8_t cell[TH_GRID_MAX][TH_GRID_MAX]; /* [y][x]: the node, or TH_NODES_MAX for empty cells */
    uint64_t open[TH_NODES_MAX];            /* of a tile: the neighbouring tiles */
    struct th_door door[TH_DOORS_MAX];
};

/* The rules in force. */
struct th_rules {
    struct lan_rules base;
    uint8_t hunters;
    uint8_t haunt_max; /* this many hauntings lose the game */
    uint8_t first;     /* seat + 1; 0: drawn by chance */
    bool draws, locks, numbered;
    bool take_with_ghosts, fight_first, take_in_haunted, fight_may, stay_counts, reveal_on_stop;
    bool wrong_waits, deadlock_loses, shuffle_counts, draw_keeps_lock, take_ends_turn, doors_cost;
    bool choose, both, rotating; /* orders of play: TH-S9, TH-S10 */
    bool paired;                 /* TH-S7 for two people; not in version 1, which went on clockwise */
    struct th_cards deck;
    struct th_board board;
    /* neighbours one step away, and two steps away through doors that cost a step */
    uint64_t near1[TH_LOCKS][TH_NODES_MAX];
    uint64_t near2[TH_LOCKS][TH_NODES_MAX];
    uint64_t reach[TH_LOCKS][TH_NODES_MAX][TH_STEPS_MAX + 1]; /* within n steps, other hunters ignored */
    uint8_t distance[TH_LOCKS][TH_NODES_MAX][TH_NODES_MAX];   /* in steps */
};

/* ---- walk.c: where a hunter can go --------------------------------------------------------------------- */

static inline bool th_is_room(int node)
{
    return node >= TH_ROOM_A && node < TH_TILE_1;
}

static inline int th_room(int node)
{
    return node - TH_ROOM_A;
}

/* Corridor tiles on which a hunter other than `hunter` stands. */
uint64_t th_occupied(const struct th_rules *rules, const struct th_public *pub, int hunter);

/* Whether a hunter with a jewel stands in a haunted room and so cannot step, TH-M5. */
bool th_held(const struct th_public *pub, int hunter);

/*
 * The nodes that a hunter can walk to from `from` with `steps`, `from` included. Respects locked doors,
 * haunted rooms (a carrier of a jewel can enter, not leave) and the ban on leaving the house with the wrong
 * jewel; ignores other hunters.
 */
uint64_t th_walk(const struct th_rules *rules, const struct th_public *pub, int hunter, int from, int steps);

/* Where the active hunter can end its move: th_walk without occupied tiles. */
uint64_t th_stops(const struct th_rules *rules, const struct th_public *pub);

/* Whether a number could be turned up on the way. If so the move is made step by step, TH-M6. */
bool th_by_steps(const struct th_rules *rules, const struct th_public *pub);

/* The nodes to which the active hunter may make one step now. */
uint64_t th_steps(const struct th_rules *rules, const struct th_public *pub);

/*
 * A shortest way of the active hunter to each node within its steps: `before[node]` is the node before it, or
 * TH_NODES_MAX for its own place and where no way leads without turning up a number before it, TH-M6.
 */
void th_ways(const struct th_rules *rules, const struct th_public *pub, uint8_t before[TH_NODES_MAX]);

/* Steps that the edge between two neighbours costs under this lock; 0 when there is no edge. */
int th_step_cost(const struct th_rules *rules, int lock, int from, int to);

/* Whether the active hunter could leave its room and come back in this move. */
bool th_can_return(const struct th_rules *rules, const struct th_public *pub);

/* Hunters standing on a node, by bit. */
unsigned th_hunters_at(const struct th_rules *rules, const struct th_public *pub, int node);

/* ---- play.c, cards.c, end.c, view.c: what the rules say of a position ---------------------------------- */

/* Dice that `hunter` would roll in a fight where it stands: 0, 1 or 2. Ignores the option stay_counts. */
int th_fight_dice(const struct th_rules *rules, const struct th_public *pub, int hunter);

/* Whether the jewel of the active hunter's room may be taken now. */
bool th_can_take(const struct th_rules *rules, const struct th_public *pub);

/* TH-E6: whether every hunter carries a jewel and none is the next number: winning is impossible. */
bool th_dead_end(const struct th_rules *rules, const struct th_public *pub);

/* The room in which a ghost sent to `room` ends, TH-H2. */
int th_ghost_room(const struct th_public *pub, int room);

/* The number of cards in the pile that would bring a ghost to `room` if drawn now. */
int th_arrivals(const struct th_public *pub, int room);

/* Steps that the active hunter needs to reach a node in this move; -1 when it cannot. */
int th_walk_distance(const struct th_rules *rules, const struct th_public *pub, int node);

/* The seat that plays a hunter now: its owner, or by rotation for the fourth hunter of three seats. */
int th_hunter_seat(const struct th_rules *rules, const struct th_public *pub, int hunter);

/* board.c: parses a board. Returns false with `problem` filled when the text is not a valid board. */
bool th_board_parse(const char *text, struct th_board *board, struct lan_problem *problem);

/* bot.c: the callbacks `rate` and `advise`, and the worth of a position to the team. Sees no state. */
int32_t th_worth(const struct th_rules *rules, const struct th_public *pub);
void th_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void th_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
               struct lan_advice *advice);

/*
 * The versions of the rules. Version 1 differs in two places: of two people with seat 2 first, each round
 * goes on clockwise by hunter; and the stop after TH_TURNS_MAX turns names TH-E5.
 */
extern const struct lan_game th_game, th_game_1;

#endif
