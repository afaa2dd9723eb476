/*
 * unread.h - reads on which others rest, asked for again until the store has answered.
 *
 * A store that fails for a moment must not look like an empty one. At a start running tables would stand
 * still until somebody opens them, and sanctions would not hold; a decision that is new would hold from the
 * next start on; after the end of another node the bots of its tables would wait for ever. life.c asks every
 * second for what is unread.
 */
#ifndef LAN_SERVER_UNREAD_H
#define LAN_SERVER_UNREAD_H

#include <stdbool.h>

struct server;
struct store_read;

/* Bits of `unread` in struct server. */
enum unread {
    UNREAD_ALIVE = 1, /* at the start: the last heartbeat */
    UNREAD_SANCTIONS =
        2,             /* at the start, and after a change that could not be read: decisions about people */
    UNREAD_TABLES = 4, /* at the start: summaries of all tables */
    UNREAD_LEASES = 8, /* after the end of another node: the tables that it let bots think for */
};

/* Whether the store could not read it; then that is logged, and marked to be asked for again. */
bool unread_mark(struct server *server, const struct store_read *read, enum unread what);

#endif
