/*
 * room_bring.h - a game that was begun on a device goes on at a table of this server.
 *
 * The device sends the save of a running game, which is checked like any record. A new table then begins
 * with the moves of the record: its persons' seats are the asker's, its bots' those of the same bots. The log
 * marks the table as brought, since nobody but the device knows how the dice fell so far; from there on they
 * are the server's.
 */
#ifndef LAN_SERVER_ROOM_BRING_H
#define LAN_SERVER_ROOM_BRING_H

struct ask;
struct record;

/* Makes the table and answers with its info. A record that is taken over is left empty; otherwise the
   ask is refused. */
void bring_create(struct ask *ask, struct record *record);

/* Frees a record that a room has kept until its game has started; NULL is allowed. */
void bring_drop(struct record *record);

#endif
