/*
 * room_heir.h - a guest who signed in to an account: seats, the host's place and a removal are the account's
 * from then on. The table is told when the account's person next does something there.
 */
#ifndef LAN_SERVER_ROOM_HEIR_H
#define LAN_SERVER_ROOM_HEIR_H

#include <stdbool.h>

struct ask;
struct room;

/* True when the table gives over first what the asker had as a guest; the ask runs again afterwards. */
bool room_heir(struct room *room, struct ask *ask);

#endif
