/*
 * room_host.h - the table before the game and beside it: its settings, the order of the seats, who is ready,
 * names, the host and the host's moderation.
 */
#ifndef LAN_SERVER_ROOM_HOST_H
#define LAN_SERVER_ROOM_HOST_H

struct ask;
struct room;

/* Operations of ops.def. */
void op_settings(struct ask *ask, struct room *room);
void op_swap(struct ask *ask, struct room *room);
void op_ready(struct ask *ask, struct room *room);
void op_name(struct ask *ask, struct room *room);
void op_host(struct ask *ask, struct room *room);
void op_remove(struct ask *ask, struct room *room);
void op_mute(struct ask *ask, struct room *room);

#endif
