/*
 * config.h - how a server is set up: flags, then the environment (LANTERNE_PORT=...), then one file of lines
 * `port = 8710`, then the defaults; what comes first counts.
 */
#ifndef LAN_SERVER_CONFIG_H
#define LAN_SERVER_CONFIG_H

#include "server.h"

/* False after saying on the standard error what is wrong. Texts live as long as the program. */
bool config_read(int argc, char **argv, struct config *config, bool *help);
void config_help(void);

#endif
