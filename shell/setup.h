/*
 * setup.h - what a command is to play: the game, the rules and the seat that its settings name.
 * 
 * Every function complains on stderr when the settings cannot be met.
 */
#ifndef LAN_SETUP_H
#define LAN_SETUP_H

#include "args.h"

struct lan_writer;

/* The game called words[0]; NULL after complaining, with the games there are. */
const struct lan_game *game_wanted(const struct settings *settings);

/* Seats and options as said, the rest by default; CLI_OK or an exit code after complaining. */
int config_wanted(const struct settings *settings, const struct lan_game *game, struct lan_config *config);

/* The same, compiled. */
int rules_wanted(const struct settings *settings, const struct lan_game *game, union lan_rules_buf *rules);

/* The same with one more option set, "name=value". */
int rules_wanted_with(const struct settings *settings, const struct lan_game *game, const char *option,
                      union lan_rules_buf *rules);

/* The fields of an open object that say what is played: game, version, players, options. */
void rules_write(struct lan_writer *w, const struct lan_rules *rules);

/* The seat to play, by --seat or by the role that --as names; CLI_OK or an exit code after complaining. */
int seat_wanted(const struct settings *settings, const struct lan_game *game, int seats, int *seat);

#endif
