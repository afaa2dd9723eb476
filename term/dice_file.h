/*
 * dice_file.h - what this device saw and gave in exchanges of bytes (docs/fair-dice.md), kept in a file
 * beside the session file of the server, so that a program that is started again neither forgets what the
 * server had committed to nor gives other bytes.
 *
 * Lines are only ever appended: the first of an exchange fixes its bytes and the server's commitment, so that
 * two programs at one table give the same bytes, and later ones with the same bytes say how far it went.
 * Readable for its owner only; it may be deleted when no game is running.
 */
#ifndef LAN_DICE_FILE_H
#define LAN_DICE_FILE_H

#include "net.h"
#include "record.h"

enum {
    DICE_COMMITTED = 1, /* the server took the hash of the bytes */
    DICE_GIVEN = 2,     /* the bytes were sent */
    DICE_DROPPED = 4,   /* the table was seated again after it: no game may come of the round */
};

struct dice_kept {
    char table[NET_TABLE + 1];
    int seats; /* of the table */
    unsigned stage;
    struct record_seen seen;
};

/*
 * The exchange of a table in a round; round 0: the newest of which the server took the hash or got the bytes.
 * False when there is none.
 */
bool dice_file_read(const struct net_address *address, const char *table, int round, struct dice_kept *kept);

/*
 * Appends how an exchange stands now. False where there is no place for a file, or it could not be written.
 */
bool dice_file_write(const struct net_address *address, const struct dice_kept *kept);

#endif
