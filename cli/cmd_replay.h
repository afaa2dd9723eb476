/* cmd_replay.h - `lanterne replay`: a record looked at again. */
#ifndef LAN_CMD_REPLAY_H
#define LAN_CMD_REPLAY_H

#include "args.h"

int cmd_replay(const struct settings *settings);

#endif
