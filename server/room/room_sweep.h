/*
 * room_sweep.h - loading of running tables without a request, so that their bots and clocks go on: after the
 * start, after the death of another node, and when a table's time is up.
 *
 * A few tables are loaded at a time, so that requests are answered meanwhile: SWEEP_FIRST of those that are
 * known to wait for somebody, then SWEEP_ALL of all others.
 */
#ifndef LAN_SERVER_ROOM_SWEEP_H
#define LAN_SERVER_ROOM_SWEEP_H

#include <stdbool.h>

struct server;

enum { SWEEP_FIRST = 32, SWEEP_ALL = 8 };

/* Loads this table before all others of the sweep. */
void sweep_first(struct server *server, const char *id);
/* Whether tables of sweep_first wait. */
bool sweep_has_first(const struct server *server);
/* Loads every running table. A sweep under way begins again, since bots may wait at a table it has passed. */
void sweep_all(struct server *server);
/* Whether a sweep has been, and all that it began to load is loaded. */
bool sweep_ended(const struct server *server);
/* Stops loading; no further sweep begins. */
void sweep_stop(struct server *server);

#endif
