/*
 * cmd_describe.h - `lanterne describe`: what a bot writer must know of a game's notation, events and views.
 */
#ifndef LAN_CMD_DESCRIBE_H
#define LAN_CMD_DESCRIBE_H

#include "args.h"

/* The command: prints a page in Markdown. */
int cmd_describe(const struct settings *settings);

#endif
