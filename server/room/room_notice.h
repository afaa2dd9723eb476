/*
 * room_notice.h - notices to people who are asked and do not look: at slow tables by e-mail, the host's
 * webhook and push messages (push_queue.h), and at tables that remind, when their time is up, on every
 * connection as well. Push messages also say that a table waits or that somebody opened another game. A
 * notice names the table and tells nothing of the game.
 */
#ifndef LAN_SERVER_ROOM_NOTICE_H
#define LAN_SERVER_ROOM_NOTICE_H

#include <stdint.h>

struct person;
struct room;

/*
 * Tells people who are not at the table: at a slow one those who are asked since the last call; the host that
 * all seats are taken; the players that the game has begun. `actor` has caused it, "" for nobody, and gets no
 * push message.
 */
void room_notices_send(struct room *room, const char *actor);
/* A table that is loaded: whatever there was to tell was told before. */
void room_notices_assume(struct room *room);
/* Tells the players of a new table, which follows one of theirs, that it is there. */
void room_notice_invite(const struct room *room, const struct person *by);
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
