/*
 * push_target.h - where push messages may go. A browser gives the address (endpoint) of its push service, so
 * a stranger can give any: only https to public addresses of the Internet is allowed, and what counts is the
 * address that is connected to, not the name, since a name may resolve to another address each time.
 */
#ifndef LAN_SERVER_PUSH_TARGET_H
#define LAN_SERVER_PUSH_TARGET_H

#include <stdbool.h>
#include <stddef.h>

struct sockaddr;

enum { PUSH_ORIGIN_MAX = 300 };

/*
 * Whether an endpoint may be stored: https, a host, port 443, no user, password or fragment, printable ASCII.
 * Writes its origin. `sink` is a port that is allowed too (--push-sink), 0 for none.
 */
bool push_endpoint_valid(const char *endpoint, int sink, char origin[PUSH_ORIGIN_MAX]);
/*
 * Whether the address is one of the public Internet: not this machine, a private or shared network, a link,
 * a group, documentation, or an IPv6 address in which one of these is wrapped. Or it is loopback with the
 * port `sink`.
 */
bool push_address_allowed(const struct sockaddr *address, int sink);

#endif
