/* retention_guests.h - how long guests and the sessions of accounts are kept in the store. */
#ifndef LAN_SERVER_RETENTION_GUESTS_H
#define LAN_SERVER_RETENTION_GUESTS_H

struct server;

/*
 * Deletes guests who cannot come back, because the cookies of all their sessions have run out (and --idle-days are over),
 * and who have no table left. Accounts stay.
 */
void guests_expire(struct server *server);

#endif
