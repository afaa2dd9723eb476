/*
 * room_host.h - the table before the game and beside it: its settings, the order of the seats, who is ready,
 * names, the host and the host's moderation.
 */
#ifndef LAN_SERVER_ROOM_HOST_H
#define LAN_SERVER_ROOM_HOST_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct room;

/* The host has been away for LIMIT_HOST_SECONDS, longer than a page takes to load again: a person with a seat
   may take over. */
bool room_host_away(const struct room *room);
/* Somebody came or went; `before` is what room_host_present said until then. */
void room_host_changed(struct room *room, bool before);
/* Tells the table that the host can be succeeded, or is back; until then the room's deadline is set. */
void room_host_tick(struct room *room, int64_t now);

/* Operations of ops.def. */
void op_settings(struct ask *ask, struct room *room);
void op_swap(struct ask *ask, struct room *room);
void op_ready(struct ask *ask, struct room *room);
void op_name(struct ask *ask, struct room *room);
void op_host(struct ask *ask, struct room *room);
void op_remove(struct ask *ask, struct room *room);
void op_mute(struct ask *ask, struct room *room);

#endif
