/* cmd_play.h - `lanterne play`: plays a game at this terminal. */
#ifndef LAN_CMD_PLAY_H
#define LAN_CMD_PLAY_H

#include "args.h"

int cmd_play(const struct settings *settings);

#endif
