/* room_play.h - playing: moves, undo, reasons of refusals, standing answers, leaving, votes. */
#ifndef LAN_SERVER_ROOM_PLAY_H
#define LAN_SERVER_ROOM_PLAY_H

#include <stdbool.h>

#include "lan.h"

struct ask;
struct room;

/* The game is running. False with the ask refused. */
bool ask_running(struct ask *ask, const struct room *room);
/* The action of the field `action`, in canonical notation. False with the ask refused. */
bool ask_action(struct ask *ask, const struct room *room, lan_action *action);
/* Refuses the ask with the words and clause of a game's or table's refusal. */
void ask_refuse(struct ask *ask, const struct room *room, int refusal);

/* Operations of ops.def. */
void op_move(struct ask *ask, struct room *room);
void op_undo(struct ask *ask, struct room *room);
void op_why(struct ask *ask, struct room *room);
void op_standing(struct ask *ask, struct room *room);
void op_leave(struct ask *ask, struct room *room);
void op_vote(struct ask *ask, struct room *room);

#endif
