/*
 * inside.h - the layout of a table in memory, for the files of this folder alone.
 *
 * Only set-up and log are given; all other fields are derived from them. Each file has a header of its own
 * for what it does with the layout; table.h is the interface of all of them.
 */
#ifndef LAN_TABLE_INSIDE_H
#define LAN_TABLE_INSIDE_H

#include "table.h"

/*
 * A block of texts that a table or rulebook owns, packed because most are names of a few letters. See
 * memory.h.
 */
struct text_block {
    struct text_block *next;
    uint32_t used, size;
    char text[];
};

/* A growing array: the commitments, or the openings. */
struct fields {
    struct table_field *at;
    size_t capacity;
    int count;
};

/*
 * An entry with its effects. The actions in force after it form a list: from `last`, the newest, back along
 * `before`. An undone action is no longer on the list, so playing the list from the start gives the position
 * after the entry.
 */
struct log_entry {
    struct table_entry pub;
    uint32_t before;      /* the newest action in force before this entry, 0 for none */
    uint32_t last;        /* and after it */
    uint32_t depth;       /* actions in force after it */
    uint32_t event_first; /* its events, in table->event */
    uint32_t undone;      /* of an undo: the entry taken back, else 0 */
    uint32_t snapshot;    /* 1 + index of the stored position after it, 0 for none */
    uint16_t event_count;
    bool
        shown; /* an action that cannot be taken back: chance, the clock, or an event that showed something */
    bool ended;    /* with this entry all persons have agreed to end */
    bool relieved; /* a person sat down at a seat that no person held */
    bool granted;  /* this action ended its seat's move, so that the increment was given */
    int64_t spent; /* the time that move took, for an undo */
};

struct seat_clock {
    int64_t left;      /* of the budget, in milliseconds */
    int64_t spent;     /* in this move */
    uint32_t decision; /* see struct table_turn */
};

/*
 * The clocks, and the public turn they were last settled with; while chance is to act they are not settled.
 */
struct clock_state {
    int64_t settled; /* the time up to which everything is charged */
    int64_t window_spent;
    uint32_t mover; /* the entry of a seat's action since the clocks were last settled, 0 for none */
    uint16_t must;
    uint8_t active;
    bool window;
    bool paused;
    struct seat_clock *seat; /* by seat; allocated with the table's seats, behind them */
};

/* A viewer's hash chain as far as it was asked for. */
struct chain_state {
    uint32_t number; /* the last item in it */
    uint8_t hash[LAN_HASH_BYTES];
};

struct table_rulebook {
    const struct lan_game *game;
    struct lan_rules *rules;
    struct text_block *texts; /* of options */
    int refs;
    uint8_t hash[LAN_HASH_BYTES];
};

struct table {
    const struct lan_game *game;
    struct table_rulebook *rulebook;
    const struct lan_rules *rules; /* the rulebook's */
    struct lan_state *state;
    struct lan_turn turn;
    struct lan_dice dice;
    bool dice_set;

    struct table_seat *first; /* by seat, at the start */
    struct table_seat *seat;  /* by seat, now; allocated with `first`, behind it */
    struct table_clock clock;
    const char *stand_in;
    int64_t started;
    struct fields commitments, openings;
    struct text_block *texts;

    struct log_entry *entry; /* entry n is entry[n - 1]; see log_at */
    size_t count, entry_capacity;
    struct lan_event *event;
    size_t event_count, event_capacity;
    uint8_t *snapshot; /* state_size bytes each */
    size_t snapshot_count, snapshot_capacity;
    uint32_t (*mark)[TABLE_VIEWERS]; /* `told` before every TABLE_MARK_EVERY-th entry */
    size_t mark_count, mark_capacity;

    uint32_t extras;              /* counted against TABLE_EXTRAS_MAX */
    uint32_t told[TABLE_VIEWERS]; /* items told to each viewer */
    uint8_t head[LAN_HASH_BYTES]; /* the hash over the set-up */
    struct clock_state clocks;
    uint16_t agreed;            /* seats by bit that agree to end */
    enum table_end stopped;     /* RESIGNED or ABANDONED; TABLE_RUNNING as long as only the rules end it */
    uint8_t resigned;           /* the seat, of TABLE_RESIGNED */
    struct chain_state chain[]; /* by seat; the last is the watcher's */
};

#endif
