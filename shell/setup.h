/*
 * setup.h - from command-line settings to a game, its compiled rules and a seat.
 *
 * Every function complains (args.h) when the settings are invalid.
 */
#ifndef LAN_SETUP_H
#define LAN_SETUP_H

#include "args.h"

struct lan_writer;

/* The game called words[0]; NULL after complaining, with a list of the games that exist. */
const struct lan_game *game_wanted(const struct settings *settings);

/* Seats and options from the settings, defaults for the rest; CLI_OK or an exit code after complaining. */
int config_wanted(const struct settings *settings, const struct lan_game *game, struct lan_config *config);

/* The same, compiled. */
int rules_wanted(const struct settings *settings, const struct lan_game *game, union lan_rules_buf *rules);

/* The same with one more option set, "name=value". */
int rules_wanted_with(const struct settings *settings, const struct lan_game *game, const char *option,
                      union lan_rules_buf *rules);

/* Writes the fields game, version, players and options into an open object. */
void rules_write(struct lan_writer *w, const struct lan_rules *rules);

/* The seat given by --seat, or by --as as a role; CLI_OK or an exit code after complaining. */
int seat_wanted(const struct settings *settings, const struct lan_game *game, int seats, int *seat);

#endif
