/* room_note.h - private notes of a seat, which its person alone reads. They are no part of the match. */
#ifndef LAN_SERVER_ROOM_NOTE_H
#define LAN_SERVER_ROOM_NOTE_H

struct ask;
struct room;

/* Operations of ops.def. */
void op_notes(struct ask *ask, struct room *room);
void op_note(struct ask *ask, struct room *room);

#endif
