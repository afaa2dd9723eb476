/*
 * room_window.h - reaction windows of fixed length: every answer is held to the window's end.
 *
 * At a table with the setting clock.fixed a window lasts clock.window seconds, whatever is answered. A
 * person's answer is stored as an entry "hold" and told to its seat alone; it may be changed until the end,
 * and survives a restart. Machines think meanwhile. At the end the held answers and those of machines are
 * carried out together, in the order of the seats, then a pass for every seat that has not answered, all with
 * one entry: what others see changes once. Until then the match does not move, so that nobody sees who has
 * answered.
 */
#ifndef LAN_SERVER_ROOM_WINDOW_H
#define LAN_SERVER_ROOM_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "lan.h"

struct ask;
struct buf;
struct room;

/* The game is in a window of fixed length. */
bool room_window_fixed(const struct room *room);

/* Stores the seat's answer, the move `move`, if the action is one in such a window. False otherwise, with
   nothing done. */
bool room_window_hold(struct ask *ask, struct room *room, int seat, const char *move, lan_action action);
/* The answer that the seat has given in the present window as the field "held"; nothing without one. */
void room_window_held_write(struct buf *out, const struct room *room, int seat);

/* At the end of such a window: carries out all answers but the passes of time, which table_tick makes. False
   while it must wait for the lease of the table. */
bool room_window_close(struct room *room, int64_t now);

#endif
