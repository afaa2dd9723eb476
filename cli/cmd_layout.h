/* cmd_layout.h - `lanterne layout`: what every cell of a learner's observation means. */
#ifndef LAN_CMD_LAYOUT_H
#define LAN_CMD_LAYOUT_H

#include "args.h"

int cmd_layout(const struct settings *settings);

#endif
