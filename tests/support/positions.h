/*
 * positions.h - the `set` lines of scenario files: a position written down instead of played to.
 *
 * Each game has a file in positions/ that includes its private state and names the keys it understands. It is
 * the one place outside games/<game>/ that may look into a state.
 */
#ifndef LAN_POSITIONS_H
#define LAN_POSITIONS_H

#include "lan.h"

enum { POSITION_WORDS_MAX = 64 };

struct position_key {
    const char *key;
    const char *usage; /* the values, as a person would write them */
    /* Sets it from `count` words; NULL, or what is wrong with them. Called in the order of the lines. */
    const char *(*set)(const struct lan_rules *rules, struct lan_state *state, int count,
                       const char *const *word);
};

struct positions {
    const char *game;
    const struct position_key *keys; /* ends with a NULL key */
    /* After the last `set` line: fills in what follows from the rest. NULL, or what is wrong. May be NULL. */
    const char *(*finish)(const struct lan_rules *rules, struct lan_state *state);
};

/* The keys of a game, NULL when it has none. */
const struct positions *positions_find(const char *game);

/*
 * For programs: sets a whole position from lines as after `set` in a scenario file, each ended by a newline.
 * The state must be one just set up. NULL, or what is wrong; a position that is not sane is wrong.
 */
const char *position_make(const struct lan_rules *rules, struct lan_state *state, const char *lines);

/* For the games' files: one value of a type by its id, -1 when there is none. */
int position_value(const struct lan_rules *rules, int type, const char *word);

/* The same for a seat of this table. */
int position_seat(const struct lan_rules *rules, const char *word);

#endif
