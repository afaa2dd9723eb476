/* cmd_rules.h - `lanterne games`: lists the games; `lanterne rules`: prints clauses and options of a game. */
#ifndef LAN_CMD_RULES_H
#define LAN_CMD_RULES_H

#include "args.h"

int cmd_games(const struct settings *settings);
int cmd_rules(const struct settings *settings);

#endif
