/*
 * retention_guests.h - how long guests and the sessions of accounts are kept in the store.
 *
 * No cookie is valid for longer than COOKIE_DAYS. A guest is known by cookies alone, so when the newest has
 * run out nobody can be this guest any more; it need not be stored when a guest was last seen.
 */
#ifndef LAN_SERVER_RETENTION_GUESTS_H
#define LAN_SERVER_RETENTION_GUESTS_H

struct server;

/*
 * Deletes guests who have no table left and cannot come back, because the cookies of all their sessions have
 * run out (and --idle-days are over), and sessions of accounts whose cookies have. Accounts stay. One run at
 * a time.
 */
void guests_expire(struct server *server);

#endif
