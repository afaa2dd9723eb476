/*
 * room_show.h - what clients are shown of a table: its info, updates of each viewer, subscriptions, presence.
 */
#ifndef LAN_SERVER_ROOM_SHOW_H
#define LAN_SERVER_ROOM_SHOW_H

#include <stdbool.h>
#include <stdint.h>

struct ask;
struct buf;
struct room;
struct sub;

/*
 * What the viewer learns after item `since`, or from the beginning when there is no such item, as the field "update" with
 * the whole view. With `follow` the next push tells what has changed since.
 */
void room_update_write(struct buf *out, struct room *room, int viewer, uint32_t since, bool follow);
/* The table as a person (NULL: nobody in particular) sees it. */
void room_info_write(struct buf *out, const char *key, const struct room *room, const char *person);
/* To all subscribers: the table's info, and what each viewer learned. */
void room_push_info(struct room *room);
void room_push_updates(struct room *room);
void room_push_presence(struct room *room, int viewer, bool present);
void sub_end(struct sub *sub);
void sub_drop(struct sub *sub); /* and tells the client */
int room_watchers(const struct room *room);
bool room_present(const struct room *room, int seat);
/* Of those on this node alone: seats by bit, and watchers above them. */
uint32_t room_here(const struct room *room);
/* Who may no longer see a seat, because another person holds it or the host removed them, sees it no longer. */
void room_subs_check(struct room *room);

/* Operations of ops.def. */
void op_open(struct ask *ask, struct room *room);
void op_shut(struct ask *ask, struct room *room);
void op_draw(struct ask *ask, struct room *room);
void op_info(struct ask *ask, struct room *room);

#endif
