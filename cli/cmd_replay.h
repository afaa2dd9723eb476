/* cmd_replay.h - `lanterne replay`: shows a recorded game. */
#ifndef LAN_CMD_REPLAY_H
#define LAN_CMD_REPLAY_H

#include "args.h"

int cmd_replay(const struct settings *settings);

#endif
