/*
 * config.h - the settings of `lanterne serve`, in order of precedence: flags, environment
 * (LANTERNE_PORT=...), a file with lines `port = 8710`, defaults.
 */
#ifndef LAN_SERVER_CONFIG_H
#define LAN_SERVER_CONFIG_H

#include "server.h"

/* False after an error message on stderr. Texts in `config` are valid until the program ends. */
bool config_read(int argc, char **argv, struct config *config, bool *help);
void config_help(void);

#endif
