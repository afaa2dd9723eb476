/* cmd_solve.h - `lanterne solve`: floors of Shy Monsters solved, the book of strategies made and verified. */
#ifndef LAN_CMD_SOLVE_H
#define LAN_CMD_SOLVE_H

#include "args.h"

int cmd_solve(const struct settings *settings);

#endif
