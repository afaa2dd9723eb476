/*
 * room_info.h - the info of a table: its state, settings, seats with the persons in them, dice and votes, as
 * one JSON object. It is the same for all but for the fields that tell a person about their own seats. What
 * the game shows is not in it: that is written by wire/.
 */
#ifndef LAN_SERVER_ROOM_INFO_H
#define LAN_SERVER_ROOM_INFO_H

struct ask;
struct buf;
struct room;

/* The info under `key`, as the person with this id reads it; NULL for a reader without a name. */
void room_info_write(struct buf *out, const char *key, const struct room *room, const char *person);

/* Answers the ask with the info. */
void room_info_send(struct ask *ask, const struct room *room);

/* Operation of ops.def. */
void op_info(struct ask *ask, struct room *room);

#endif
