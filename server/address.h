/*
 * address.h - what clients of one network address do together: connections, messages, tries at passwords.
 *
 * A limit for a connection alone would be no limit: whoever meets it opens another. Behind a proxy (--proxy) the
 * address is the one that the proxy names, and is known with the first request. IPv6 addresses count by their network
 * of 64 bits, of which one household has them all.
 */
#ifndef LAN_SERVER_ADDRESS_H
#define LAN_SERVER_ADDRESS_H

#include "server.h"

/*
 * Counts the client under this address from now on, and no longer under an earlier one. False when it has
 * --connections-per-address others; then the client is counted nowhere.
 */
bool address_enter(struct client *client, const char *text);
void address_leave(struct client *client);

/* Whether one more message of the client's address is allowed now; takes it from the allowance. */
bool address_message(struct client *client);
/* The same for a try at a password. */
bool address_try(struct client *client);
/* Whether a try is allowed, without making it. */
bool address_may_try(struct client *client);

/* address.c: forgets addresses that nobody uses, all of them in the end. */
void addresses_tick(struct server *server);
void addresses_free(struct server *server);

#endif
