/*
 * my_tables.h - the notes from which the list of a person's own tables is made.
 *
 * In the store lies a note under PERSON/TABLE for everybody who sits at a table or hosts it, with their
 * seats. It changes when people sit down and stand up, and not with the game.
 */
#ifndef LAN_SERVER_MY_TABLES_H
#define LAN_SERVER_MY_TABLES_H

struct room_log;
struct server;
struct store_batch;

/* Writes a note into the batch for everybody whose part in the table differs from the table's summary in
   memory. */
void my_tables_put(struct store_batch *batch, struct server *server, const struct room_log *log);

#endif
