/*
 * odds_measure.h - `lanterne odds`: the table rating/odds.def, from games between equal bots.
 *
 * For every game of this build (or the one that is named), every number of seats from two on, the usual
 * rules and then every single choice of an option: how often a seat wins, by the grouping that is fixed
 * before the first decision (a character, a role, the order of turns), and which seats always win and lose
 * together.
 */
#ifndef LAN_ODDS_MEASURE_H
#define LAN_ODDS_MEASURE_H

#include "args.h"

int cmd_odds(const struct settings *settings);

#endif
