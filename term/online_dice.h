/*
 * online_dice.h - fair dice (docs/fair-dice.md), this client's part: it keeps what the server committed to
 * before it gives bytes of its own, gives them once for a table and round, and compares the record at the
 * end.
 *
 * What does not fit is said in the source's alarm, which stays.
 */
#ifndef LAN_ONLINE_DICE_H
#define LAN_ONLINE_DICE_H

#include "online_link.h"

/* Does what the exchange waits for from this client, if anything, after news of the table. */
void online_dice_take(struct online *online, const json_t *info);

/* The server took the hash of this client's bytes. */
void online_dice_committed(struct online *online);

/*
 * When the game is over and this client had a part in its dice: asks for the record and compares, once. Not
 * to be called while an answer is awaited.
 */
void online_dice_check(struct online *online);

/* Milliseconds until online_dice_check has something to do; -1 for never. */
int online_dice_timeout(const struct online *online);

/*
 * What was kept of the newest exchange that this client had a part in. Not of the record's own round: a
 * server that ran several could hand out the record of whichever suits it. False when it had no part in any.
 */
bool online_dice_kept(const struct online *online, struct dice_kept *kept);

/* Adds it to a record as "seen", unless that is of a later round, which began without this client. */
void online_dice_add(const struct online *online, json_t *record);

#endif
