/*
 * room_draw.h - the operation `draw`: the board as text with marks (core/draw.h), for clients that draw
 * nothing themselves.
 */
#ifndef LAN_SERVER_ROOM_DRAW_H
#define LAN_SERVER_ROOM_DRAW_H

struct ask;
struct room;

/* Operation of ops.def. */
void op_draw(struct ask *ask, struct room *room);

#endif
