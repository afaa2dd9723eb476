/* inside.h - what a table is made of; for the files of this folder alone. */
#ifndef LAN_TABLE_INSIDE_H
#define LAN_TABLE_INSIDE_H

#include "table.h"

enum { HEAD_BYTES_MAX = 1 << 20 };

/* Texts that a table or rulebook owns, one behind the other: most are names of a few letters. */
struct kept {
    struct kept *next;
    uint32_t used, size;
    char text[];
};

/* Commitments or openings: few, and most tables have no openings until their end. */
struct fields {
    struct table_field *at;
    size_t capacity;
    int count;
};

/*
 * An entry with what it did. Actions in force form a list: from `last`, the newest of them after this entry,
 * back by `before`. An undone action is no longer on it, so the position after an entry is that of its list.
 */
struct log_entry {
    struct table_entry pub;
    uint32_t before;      /* the newest action in force before this entry, 0 for none */
    uint32_t last;        /* and after it */
    uint32_t depth;       /* actions in force after it */
    uint32_t event_first; /* its events, in table->event */
    uint32_t undone;      /* an undo: the entry taken back */
    uint32_t snapshot;    /* 1 + index of the stored position after it, 0 for none */
    uint16_t event_count;
    bool shown;    /* an action that cannot be taken back */
    bool ended;    /* all have agreed with this entry */
    bool relieved; /* somebody sat down where no person was */
    bool granted;  /* this action ended its seat's move, and got the increment */
    int64_t spent; /* time of that move */
};

struct seat_clock {
    int64_t left;  /* of the budget */
    int64_t spent; /* in this move */
    uint32_t decision;
};

/* The public situation when the clocks last looked; they look away while chance is to act. */
struct clock_now {
    int64_t settled; /* time up to which everything is charged */
    int64_t window_spent;
    uint32_t mover; /* the last action of a seat, until the clocks have looked */
    uint16_t must;
    uint8_t active;
    bool window;
    bool paused;
    struct seat_clock *seat; /* by seat; behind the table's seats in one piece of memory */
};

struct chain_now {
    uint32_t number; /* items in it */
    uint8_t hash[LAN_HASH_BYTES];
};

struct table_rulebook {
    const struct lan_game *game;
    struct lan_rules *rules;
    struct kept *kept; /* texts of options */
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
    struct table_seat *seat;  /* and now; behind `first` */
    struct table_clock clock;
    const char *stand_in;
    int64_t started;
    struct fields commitments, openings;
    struct kept *kept;

    struct log_entry *entry; /* entry n is entry[n - 1]; see log_at */
    size_t count, entry_capacity;
    struct lan_event *event;
    size_t event_count, event_capacity;
    uint8_t *snapshot; /* state_size bytes each */
    size_t snapshot_count, snapshot_capacity;
    uint32_t (*mark)[TABLE_VIEWERS]; /* what was told before every TABLE_MARK_EVERY-th entry */
    size_t mark_count, mark_capacity;

    uint32_t extras;
    uint32_t told[TABLE_VIEWERS];
    uint8_t head[LAN_HASH_BYTES]; /* the hash over the set-up */
    struct clock_now now;
    uint16_t agreed;
    enum table_end stopped; /* RESIGNED or ABANDONED; TABLE_RUNNING as long as only the rules end it */
    uint8_t resigned;
    struct chain_now chain[]; /* of every seat, and behind them of the watcher */
};

static inline struct log_entry *log_at(const struct table *table, uint32_t number)
{
    lan_assert(number > 0 && number <= table->count);
    return &table->entry[number - 1];
}

/*
 * memory.c: all memory. NULL when there is none, with nothing changed. memory_grow returns an array, moved if need
 * be, with a capacity of at least so many elements of a size.
 */
void *memory_grow(void *at, size_t *capacity, size_t needed, size_t size);
const char *memory_text_add(struct kept **first, const char *text);
void memory_texts_free(struct kept **first);

/* A text of at most `max` bytes, which `write` writes again from twice the guess on until it fits. */
char *memory_text_write(void (*write)(const void *what, struct lan_text *out), const void *what, size_t guess,
                        size_t max, size_t *length);

/* log.c */
int log_add(struct table *table, const struct table_entry *entry);
bool text_clean(const char *text, size_t max, bool lines);
int running_refusal(const struct table *table);

/* clock.c */
void clock_init(struct table *table);
unsigned clock_running(const struct table *table);
void clock_charge(struct table *table, unsigned running, int64_t time);
void clock_settle(struct table *table, uint32_t number); /* 0: before the first entry */

/* act.c */
int64_t table_now(const struct table *table, int64_t now);
int draw_all(struct table *table, int64_t now);

/* told.c: a viewer as JSON, the kind that a record's word names, what a viewer is told of an entry. */
void viewer_json(int viewer, struct lan_text *out);
bool table_told_find(const char *word, enum table_told_kind *kind);
uint32_t told_of_entry(const struct table *table, int viewer, uint32_t number);

/* head.c: the set-up of a table (`what`) as JSON, and the hashes over it and over a rulebook; false without memory. */
void head_write(const void *what, struct lan_text *out);
bool head_hash(struct table *table);
bool rulebook_hash(struct table_rulebook *rulebook);
void hash_hex(const uint8_t *bytes, int count, struct lan_text *out);

/* The words of records for the enumerations of table.h. */
extern const char *const entry_words[TABLE_ENTRY_KINDS];
extern const char *const holder_words[3];
extern const char *const end_words[4];
extern const char *const clock_words[2];
extern const char *const policy_words[2];

#endif
