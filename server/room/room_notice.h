/* room_notice.h - notices of slow tables: your turn, your time is up. */
#ifndef LAN_SERVER_ROOM_NOTICE_H
#define LAN_SERVER_ROOM_NOTICE_H

#include <stdint.h>

struct room;

/* Tells those who are asked at a slow table and are not looking. */
void room_notices(struct room *room);
/*
 * Tables that remind: tells those whose time is up, at once and then once every LIMIT_REMIND_SECONDS. Every node tells the
 * pages it serves; mail and webhook go out from one of them.
 */
void room_reminds(struct room *room, int64_t now);
/* When room_reminds next has something to do; 0 is never. */
int64_t room_remind_due(const struct room *room, int64_t now);
/* By env_now: when the table must be in memory, because a clock or a round of dice ends or a reminder is due; 0 is never. */
int64_t room_deadline(const struct room *room);
/* A table in memory for the first time: whose time is up has been told so by the server before. */
void room_reminded(struct room *room, int64_t now);

#endif
