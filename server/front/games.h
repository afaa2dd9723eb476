/* games.h - what clients are told of a game: its texts, options, types, bots. */
#ifndef LAN_SERVER_GAMES_H
#define LAN_SERVER_GAMES_H

struct ask;

/* Operations of ops.def. */
void op_games(struct ask *ask);
void op_game(struct ask *ask);

#endif
