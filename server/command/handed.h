/*
 * handed.h - sockets that the service manager has opened and hands over: systemd's socket activation.
 *
 * The environment says which they are (sd_listen_fds(3)): LISTEN_FDS of them from descriptor 3 on, for the
 * process LISTEN_PID. Since systemd keeps them open, people who come while the server is restarted wait
 * instead of being refused.
 */
#ifndef LAN_SERVER_HANDED_H
#define LAN_SERVER_HANDED_H

#include <stdbool.h>
#include <stddef.h>

struct net_place;

/*
 * Adds the sockets to `place`, none when there are none for this process, and removes the variables from the
 * environment. False with a sentence in `error` when they are not listening TCP sockets.
 */
bool handed_take(struct net_place *place, char *error, size_t size);
/* The address in numbers on which a socket listens. */
bool handed_host(int socket, char *host, size_t size);

#endif
