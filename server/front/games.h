/* games.h - the operations `games` and `game`; what they answer is written by wire/describe.h. */
#ifndef LAN_SERVER_GAMES_H
#define LAN_SERVER_GAMES_H

#include <stdbool.h>

#include "lan.h"

struct ask;

/* Operations of ops.def. */
void op_games(struct ask *ask);
void op_game(struct ask *ask);

/* What the fields `game` and `version` of an ask name. NULL with the ask refused. */
const struct lan_game *games_find(struct ask *ask);
/* The rules that the ask's number of seats and options make. False with the ask refused. */
bool games_rules_read(struct ask *ask, const struct lan_game *game, union lan_rules_buf *rules);

#endif
