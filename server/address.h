/*
 * address.h - limits for all clients of one network address: connections, messages, memory, tables, tries at
 * passwords.
 *
 * Limits for single connections do not suffice, since a client can open another one. Behind a proxy (--proxy)
 * the address is the one that the proxy reports, known with the first request. IPv6 addresses are grouped by
 * their network of 64 bits, because one household has a whole network.
 */
#ifndef LAN_SERVER_ADDRESS_H
#define LAN_SERVER_ADDRESS_H

#include "server.h"

struct address;

/*
 * Counts the client under this address instead of an earlier one. False when the address already has
 * --connections-per-address clients; the client is then counted under none.
 */
bool address_enter(struct client *client, const char *text);
void address_leave(struct client *client);

/* The address as text, by which its share of the work is counted. */
const char *address_name(const struct client *client);
/* The client is on this machine. */
bool address_local(const struct client *client);

/* Takes one message from the allowance of the client's address; false when the allowance is empty. */
bool address_message(struct client *client);
/* Counts a try at a password; false when the address has no try left in this minute. */
bool address_try(struct client *client);
/* Whether a try is allowed, without counting it. */
bool address_may_try(struct client *client);

/* Tables made from the address since the start that are not over: how many, and so many more. */
int address_tables(const struct address *address);
void address_tables_add(struct address *address, int count);

/* Free the addresses without clients that are due, and all of them at the end. */
void addresses_tick(struct server *server);
void addresses_free(struct server *server);

#endif
