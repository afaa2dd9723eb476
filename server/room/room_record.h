/* room_record.h - finished games: records, replay, verification, rematch, playing on from a position;
   and games that come as records. */
#ifndef LAN_SERVER_ROOM_RECORD_H
#define LAN_SERVER_ROOM_RECORD_H

struct ask;
struct room;

/* Operations of ops.def. */
void op_record(struct ask *ask, struct room *room);
void op_replay(struct ask *ask, struct room *room);
void op_replay_record(struct ask *ask);
void op_verify_record(struct ask *ask);
void op_bring(struct ask *ask);
void op_branch(struct ask *ask, struct room *room);
void op_rematch(struct ask *ask, struct room *room);

#endif
