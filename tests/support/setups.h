/*
 * setups.h - the set-ups under which a property must hold: every number of players, every value of every
 * option alone, and random combinations; and random play that also takes optional actions, in any order.
 */
#ifndef LAN_SETUPS_H
#define LAN_SETUPS_H

#include "lan.h"

enum { SETUP_LABEL_MAX = 256 };

struct setup {
    const struct lan_rules *rules;
    char label[SETUP_LABEL_MAX]; /* "manor 3 setup_order=clockwise" */
    uint64_t seed;               /* differs from set-up to set-up */
};

/* Calls `visit` with each; set-ups that the game refuses are left out. Returns how many there were. */
int setups_each(const struct lan_game *game, int combinations,
                void (*visit)(const struct setup *setup, void *context), void *context);

/* "seat 1", or "the watcher": for reports. */
const char *viewer_name(int viewer);

/*
 * How many set-ups setups_each would visit: for sharing out rounds, so that a game with many options takes no
 * longer.
 */
int setups_count(const struct lan_game *game, int combinations);

/* A step of a random game. */
struct step {
    uint8_t seat; /* LAN_CHANCE too */
    lan_action action;
};

/*
 * Chooses what happens next: now and then something a seat may do, else an action of a random seat that must
 * act, or of chance by weight. False when the game is over.
 */
bool step_choose(const struct lan_rules *rules, const struct lan_state *state, struct lan_rng *rng,
                 struct step *step);

/*
 * How much further counts are from the given weights than they should be by chance, in standard deviations.
 * With fixed seeds a bound of 5 makes a test that a fair source passes always and an uneven one soon does
 * not.
 */
double chi_square_distance(const uint64_t *count, const double *weight, int kinds);
enum { CHI_SQUARE_BOUND = 5 };

#endif
