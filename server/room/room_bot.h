/*
 * room_bot.h - machines at a table (bots, stand-ins, persons' standing answers) and the moments at which they
 * answer.
 *
 * When the position changes in public every seat gets one moment (bots/moment.h), drawn from the table's key,
 * the seat and what is public, before anybody looks at what the seat is asked. Thinking about all questions
 * of the seat (room_think.h) begins at once. At its moment the seat acts once: the optional action that its
 * bot has chosen, else the answer to what the game waits for. A seat without an optional question, and one
 * with a single answer, act at the same moment as any other; an optional question that was declined leaves no
 * trace. The search is told to end a margin before the moment; what is not back by then, because the server
 * is overloaded or the work has not even begun, is replaced by an answer made at once in the loop.
 *
 * What may delay a moment is public or the same for every seat: the commit of another change under way (some
 * milliseconds at a moment that nobody outside can predict), a restart, a lost lease, a store that is away.
 * A pause of 0 (--bot-pace=0) switches moments off: then bots answer when they have thought, which shows how
 * long that took; it is meant for tests.
 *
 * Actions that nobody else sees (the master of Shy Monsters builds) are played as soon as they are thought,
 * and the moment of the first one that is seen is put off once by a fixed time. So the number of unseen
 * actions does not show.
 *
 * At a table with windows of fixed length nothing is answered before the window's end; see room_window.h.
 *
 * With several nodes one of them, by a lease, lets a table's machines answer. Whether it asks for the lease
 * depends on public things only. A node that gets the lease begins the position anew.
 */
#ifndef LAN_SERVER_ROOM_BOT_H
#define LAN_SERVER_ROOM_BOT_H

#include <stdbool.h>

#include "lan.h"

struct room;
struct server;

/* In an idle room: draws moments where the position has changed, lets bots think, and acts where it is time.
   Called after every change and whenever something may be due. */
void room_bots_start(struct room *room);
/* About once a second: renews the lease while it is needed, and asks those that wait for one. */
void room_lease_tick(struct room *room);
/* The node that held the lease is gone: asks for it at once, if bots wait. */
void room_lease_take(struct room *room);
/* Gives up all thoughts and moments of the room; they begin anew with the next room_bots_start. */
void room_bots_forget(struct room *room);
/* The same in all rooms, when the server stops. */
void rooms_bots_stop(struct server *server);

/* What a machine that answers for the seat answers now. False when a person is asked by hand. */
bool room_bot_answer(struct room *room, int seat, lan_action *action);
/* A machine has to answer in the present position, or may still act in it: the room is not done with it. */
bool room_bots_due(const struct room *room);
/* This node may let the machines of the table answer; asks for the lease if not. */
bool room_bots_leased(struct room *room);

#endif
