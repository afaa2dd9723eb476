/* room_dice.h - fair dice at a table: the exchange of bytes, and the start of the match. */
#ifndef LAN_SERVER_ROOM_DICE_H
#define LAN_SERVER_ROOM_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct room;

/* Fair dice: begins the match when all bytes are in, or puts out who is late. */
void room_dice_tick(struct room *room, int64_t now);
/* Draws a new secret and its commitment; the next commit stores it. */
void room_secret_draw(struct room *room);
/* Begins the exchange of bytes. */
void room_dice_start(struct room *room, struct ask *ask);
/* Creates the match with its dice and commits the entry that starts it. */
void room_begin(struct room *room, struct ask *ask, bool exchanged);
/* The same, from the first entries of another table's match, which `copy` appends. */
void room_branch(struct room *room, struct ask *ask, const struct room *from, uint32_t entries,
                 bool (*copy)(struct room *to, const struct room *from, uint32_t entries));

/* Operations of ops.def. */
void op_dice_commit(struct ask *ask, struct room *room);
void op_dice_reveal(struct ask *ask, struct room *room);

#endif
