/* cmd_rules.h - `lanterne rules` and `lanterne games`. */
#ifndef LAN_CMD_RULES_H
#define LAN_CMD_RULES_H

#include "args.h"

int cmd_games(const struct settings *settings);
int cmd_rules(const struct settings *settings);

#endif
