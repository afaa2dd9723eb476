/* room_mine.h - the list of one's own tables, from the notes of my_tables.h and the tables' summaries. */
#ifndef LAN_SERVER_ROOM_MINE_H
#define LAN_SERVER_ROOM_MINE_H

struct ask;

/* Operations of ops.def. */
void op_me(struct ask *ask);

#endif
