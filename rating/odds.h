/*
 * odds.h - the chances of roles, seats and set-ups among equals, as the simulator measured them: the table
 * odds.def, which `lanterne odds` writes. What a rating needs so that a strong role is not taken for
 * skill.
 *
 * A set-up of the table is a game with the version of its rules, a number of seats and options that differ
 * from the usual ones in one value at most. A match with exactly these rules has their chances
 * (ODDS_MEASURED). Other options have those of the nearest set-up (ODDS_NEAR); each option in which they
 * differ adds to the doubt: a choice the mean square by which single choices changed the log odds of this
 * game in the simulator, a text or a number 1. A game, a version or a number of seats that the table lacks
 * has no odds, and is not rated.
 *
 * The table is data. It says no rule: which seats win together was counted, too.
 */
#ifndef LAN_ODDS_H
#define LAN_ODDS_H

#include <stdbool.h>

#include "lan.h"
#include "rating.h"

struct odds_setup;

enum odds_how { ODDS_MEASURED, ODDS_NEAR };

/* The odds of a match. */
struct odds {
    const struct odds_setup *setup;
    enum odds_how how;
    double doubt; /* because of options that were not measured */
};

/* False when the table has none for this game, version and number of seats. */
bool odds_find(const struct lan_rules *rules, struct odds *odds);

/*
 * Fills chance, doubt, team and won of every seat of a finished match from its last position. False when
 * the match has no result for all its seats.
 */
bool odds_seats(const struct odds *odds, const struct lan_rules *rules, const struct lan_state *state,
                struct rating_seat seats[LAN_SEATS_MAX]);

/*
 * ---- The table, for those who list it ------------------------------------------------------------------
 */

/* The chance of a seat with this value of the grouping `by`; `by` "" is any seat. */
struct odds_row {
    const char *by, *value;
    uint32_t count, won; /* seats that were seen, and those that won */
};

struct odds_setup {
    const char *game;
    int version, seats;
    const char *option; /* "name=value", or "" for the usual rules */
    uint32_t games;
    const char *team_by, *teams; /* values of a grouping, with spaces, whose seats won and lost together */
    int first, rows;             /* in odds_rows */
};

/* What the log odds of a game changed with one option: the root of the mean square over its set-ups. */
struct odds_spread {
    const char *game;
    int version;
    double spread;
};

extern const struct odds_setup odds_setups[];
extern const int odds_setup_count;
extern const struct odds_row odds_rows[];

/* The row of a value; the one of any seat when there is none, or when it was seen too rarely. */
const struct odds_row *odds_row_find(const struct odds_setup *setup, const char *by, const char *value);
/* The chance of a row, and the variance of its log odds: the counts' and ODDS_PEOPLE's. */
void odds_row_chance(const struct odds_row *row, double *chance, double *doubt);

#endif
