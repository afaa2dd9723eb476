/*
 * treasure-hunters.h - Ghost Fightin' Treasure Hunters: what everybody may include.
 *
 * People (seats) run hunters: one each, or several. A node is a place where a hunter can stand: the outside,
 * the rooms A to L, the corridor tiles T1, T2, ... Nothing at this table is secret: the order of the pile and
 * the numbers of the jewels are drawn when they are needed, so that until then nobody, the program included,
 * knows them. State and view are therefore the same struct th_public.
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
    TH_GHOSTS_MAX = 2, /* at rest in one room, TH-S8 */
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
#define TH_NODES_OF(m) ((uint64_t)(m) << TH_ROOM_A) /* a mask of rooms as one of nodes */

/* A card by what it shows: 0..11 are the letters. */
enum th_card {
    TH_CARD_SHUFFLE = TH_ROOMS,
    TH_CARD_DRAW_2,
    TH_CARD_DRAW_3,
    TH_CARD_LOCK_BLUE,
    TH_CARD_LOCK_GREEN,
    TH_CARDS,
    TH_SPECIALS = TH_CARDS - TH_ROOMS,
};

/* The locked colour; also the first index of all tables of ways. */
enum th_lock { TH_LOCK_NONE, TH_LOCK_BLUE, TH_LOCK_GREEN, TH_LOCKS };

enum th_colour { TH_NEUTRAL, TH_BLUE, TH_GREEN, TH_FRONT, TH_COLOURS };

enum th_face { TH_FACE_GHOST, TH_FACE_HAUNTING, TH_FACE_BLANK, TH_FACES };

/* What a hunter carries: nothing, the jewel of a number, or, in a game without numbers, just a jewel. */
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
    TH_CHOOSING, /* which of two hunters takes this turn, TH-S9 */
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

/* A heap of cards without their order: the letters as bits, the other cards counted from TH_CARD_SHUFFLE on. */
struct th_cards {
    uint16_t letters;
    uint8_t special[TH_SPECIALS];
    uint8_t count; /* of all cards */
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
    uint8_t number[TH_ROOMS]; /* of the jewel lying there, 0 when it is not turned up */
    uint8_t unknown;          /* jewel numbers not turned up yet; 0 in a game without numbers */
    uint8_t out;              /* jewels banked */
    uint8_t lock;             /* enum th_lock; the card in force lies outside pile and discards */
    uint8_t owed;             /* further cards to draw for a Draw card */
    uint8_t drawing;          /* the Draw card being carried out, 0 when none is */
    uint8_t phase;
    uint8_t first;   /* seat, once drawn */
    uint8_t seat;    /* who plays this turn */
    uint8_t hunter;  /* whose turn it is */
    uint8_t played;  /* both: hunters of this seat that have had their turn */
    uint8_t rolled;  /* the movement roll of this turn, 0 before it */
    uint8_t steps;   /* steps left */
    uint8_t moved;   /* a step was made in this turn */
    uint8_t stopped; /* the move is over */
    uint8_t took;    /* a jewel was taken in this turn */
    uint8_t fought;  /* the fight of this turn was rolled or declined */
    uint8_t told;    /* the dead end was told, TH-E4 */
    uint8_t ending;  /* enum th_clause: why the game is over */
    uint8_t lost;    /* it was lost */
    uint8_t unused[3];
};

/* What a seat, or the watcher, knows: everything there is. */
struct th_view {
    struct th_public pub;
    uint8_t viewer;
    uint8_t unused[3];
};

struct th_door {
    uint8_t x, y;   /* the cell to the left of it, or above it */
    uint8_t across; /* 1: the other cell lies to the right; 0: below */
    uint8_t colour;
    uint8_t a, b; /* nodes */
};

struct th_board {
    uint8_t width, height;
    uint8_t nodes; /* the outside, 12 rooms, and the tiles */
    uint8_t doors;
    uint16_t jewels, ghosts;                /* rooms that begin with one */
    uint8_t cell[TH_GRID_MAX][TH_GRID_MAX]; /* [y][x]: the node, or TH_NODES_MAX where nothing is */
    uint64_t open[TH_NODES_MAX];            /* tiles beside a tile */
    struct th_door door[TH_DOORS_MAX];
};

/* The rules in force. */
struct th_rules {
    struct lan_rules base;
    uint8_t hunters;
    uint8_t haunt_max; /* as many hauntings lose */
    uint8_t first;     /* seat + 1, 0 to draw */
    bool draws, locks, numbered;
    bool take_with_ghosts, fight_first, take_in_haunted, fight_may, stay_counts, reveal_on_stop;
    bool wrong_waits, deadlock_loses, shuffle_counts, draw_keeps_lock, take_ends_turn, doors_cost;
    bool choose, both, rotating; /* orders of play: TH-S9, TH-S10 */
    struct th_cards deck;
    struct th_board board;
    uint64_t near1[TH_LOCKS][TH_NODES_MAX]; /* neighbours at one step, and at two: doors that cost a step */
    uint64_t near2[TH_LOCKS][TH_NODES_MAX];
    uint64_t reach[TH_LOCKS][TH_NODES_MAX][TH_STEPS_MAX + 1]; /* within so many steps, nobody in the way */
    uint8_t distance[TH_LOCKS][TH_NODES_MAX][TH_NODES_MAX];   /* in steps */
};

/* ---- walk.c: where a hunter can go ---------------------------------------------------------------------- */

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

/* Carrying a jewel in a haunted room: no step is possible, TH-M5. */
bool th_held(const struct th_public *pub, int hunter);

/*
 * The nodes a hunter standing at `from` can walk to with `steps`, `from` included, whoever stands on them:
 * locked doors, a jewel's haunted rooms (entered, not left) and the refused step outside are seen to.
 */
uint64_t th_walk(const struct th_rules *rules, const struct th_public *pub, int hunter, int from, int steps);

/* Where the active hunter can end its move: th_walk without occupied tiles. */
uint64_t th_stops(const struct th_rules *rules, const struct th_public *pub);

/* True when a number could be turned up on the way: the move is then made step by step, TH-M6. */
bool th_by_steps(const struct th_rules *rules, const struct th_public *pub);

/* The nodes to which the active hunter may make one step now. */
uint64_t th_steps(const struct th_rules *rules, const struct th_public *pub);

/* Steps that the edge between two neighbours costs with this lock, 0 when there is no way. */
int th_step_cost(const struct th_rules *rules, int lock, int from, int to);

/* Whether the active hunter could leave its room and come back in this move. */
bool th_can_return(const struct th_rules *rules, const struct th_public *pub);

/* Hunters of the game standing on a node, by bit. */
unsigned th_hunters_at(const struct th_rules *rules, const struct th_public *pub, int node);

/* ---- What the rules say of a position -------------------------------------------------------------------- */

/* Dice that `hunter` would roll in a fight where it stands: 0, 1 or 2; what stay_counts forbids aside. */
int th_fight_dice(const struct th_rules *rules, const struct th_public *pub, int hunter);

/* Whether the jewel of the active hunter's room may be taken now. */
bool th_can_take(const struct th_rules *rules, const struct th_public *pub);

/* Every hunter carries a jewel and none is the next number: the game cannot be won any more, TH-E6. */
bool th_dead_end(const struct th_rules *rules, const struct th_public *pub);

/* Where a ghost sent to `room` comes to stand, TH-H2. */
int th_ghost_room(const struct th_public *pub, int room);

/* Cards of the pile that would bring a ghost to `room` if drawn now. */
int th_arrivals(const struct th_public *pub, int room);

/* Steps that the active hunter needs to a node in this move, -1 when its steps do not reach it. */
int th_walk_distance(const struct th_rules *rules, const struct th_public *pub, int node);

/* Who plays a hunter now: with two hunters to a seat its owner, else by rotation for the fourth of three. */
int th_hunter_seat(const struct th_rules *rules, const struct th_public *pub, int hunter);

/* board.c: reads a board; false with the problem filled when it is not one. */
bool th_board_parse(const char *text, struct th_board *board, struct lan_problem *problem);

/* bot.c, which sees no state. */
int32_t th_worth(const struct th_rules *rules, const struct th_public *pub); /* of a position, to its team */
void th_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void th_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
               struct lan_advice *advice);

extern const struct lan_game th_game;

#endif
