/*
 * host_name.h - the names by which browsers may call the server.
 *
 * A page of another site can let its own name point to this server's address (DNS rebinding); for the browser
 * they are then one site, and Origin equals Host. So a request with a name that is not the server's is
 * refused. No such page can have as its name: a literal address, a name that resolves on this machine alone,
 * or, where the connection is encrypted, a name for which the server has no certificate.
 */
#ifndef LAN_SERVER_HOST_NAME_H
#define LAN_SERVER_HOST_NAME_H

#include <stdbool.h>

struct client;

/*
 * Whether a Host header names this server: an address, localhost, this machine's own name (alone or in a
 * network at home, such as NAME.local), --host, the name in --base-url or one of --host-name. Any name is
 * good without a Host header, which no browser leaves out, and on an encrypted connection.
 */
bool host_name_known(const struct client *client, const char *host);
/* The sentence for the host of a server that was called by an unknown name. */
void host_name_refuse(struct client *client, const char *host);

/* Whether the setting --host-name is valid. */
bool host_names_valid(const char *list);

#endif
