/* session_file.h - who one is at each server, kept in a file so that one's seat is found again. */
#ifndef LAN_SESSION_FILE_H
#define LAN_SESSION_FILE_H

#include "net.h"

/* "" when there is none. */
void session_file_read(const struct net_address *address, char token[NET_TOKEN_MAX + 1]);

/* Readable for its owner only. Where it cannot be written the session lasts as long as the program. */
void session_file_write(const struct net_address *address, const char *token);

#endif
