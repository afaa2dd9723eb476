/* session_file.h - session tokens, one file for each server, so that a later run gets the same seat. */
#ifndef LAN_SESSION_FILE_H
#define LAN_SESSION_FILE_H

#include "net.h"

enum { SESSION_PATH_SIZE = 1024 };

/*
 * $XDG_STATE_HOME/lanterne/HOST_PORT and what follows it in the name; false when there is no such place. With
 * `make` the folders are made.
 */
bool session_file_path(const struct net_address *address, const char *more, bool make,
                       char path[SESSION_PATH_SIZE]);

/* Reads the token; "" when there is no file. */
void session_file_read(const struct net_address *address, char token[NET_TOKEN_MAX + 1]);

/*
 * Writes the token, readable for its owner only. Failure is ignored: the session then ends with the program.
 */
void session_file_write(const struct net_address *address, const char *token);

#endif
