/*
 * room_notice.h - notices to people who are asked and do not look: at slow tables by e-mail or the host's
 * webhook, and at tables that remind, when their time is up, on every connection as well. A notice names the
 * table and tells nothing of the game.
 */
#ifndef LAN_SERVER_ROOM_NOTICE_H
#define LAN_SERVER_ROOM_NOTICE_H

#include <stdint.h>

struct room;

/* Tells people at a slow table who are asked since the last call and are not at the table. */
void room_notices_send(struct room *room);
/*
 * Tables that remind: tells people whose time is up, at once and then once every LIMIT_REMIND_SECONDS. Every
 * node pushes to its own connections; one of them sends mail and webhook.
 */
void room_remind(struct room *room, int64_t now);
/* By env_now: when room_remind next has something to do; 0 is never. */
int64_t room_remind_due(const struct room *room, int64_t now);
/* By env_now: when the table must be in memory, because a clock or a round of dice ends or a reminder is
   due; 0 is never. */
int64_t room_deadline(const struct room *room);
/* A table that is loaded for the first time: people whose time is up already were reminded by the server
   before. */
void room_remind_assume(struct room *room, int64_t now);

#endif
