/* games.h - the operations `games` and `game`; what they answer is written by wire/describe.h. */
#ifndef LAN_SERVER_GAMES_H
#define LAN_SERVER_GAMES_H

struct ask;

/* Operations of ops.def. */
void op_games(struct ask *ask);
void op_game(struct ask *ask);

#endif
