/* room_preview.h - what an action would change as far as the seat knows, computed in a worker thread. */
#ifndef LAN_SERVER_ROOM_PREVIEW_H
#define LAN_SERVER_ROOM_PREVIEW_H

struct ask;
struct room;

/* Operations of ops.def. */
void op_preview(struct ask *ask, struct room *room);

#endif
