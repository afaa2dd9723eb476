/* session.h - who one is at each server, kept in a file so that one's seat is found again. */
#ifndef LAN_SESSION_H
#define LAN_SESSION_H

#include "net.h"

/* "" when there is none. */
void session_read(const struct net_address *address, char token[NET_TOKEN_MAX + 1]);

/* Readable for its owner only. Where it cannot be written the session lasts as long as the program. */
void session_write(const struct net_address *address, const char *token);

#endif
