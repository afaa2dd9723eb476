/*
 * cmd_solve.h - `lanterne solve`: solves floors of Shy Monsters, and writes and verifies the book of
 * policies.
 */
#ifndef LAN_CMD_SOLVE_H
#define LAN_CMD_SOLVE_H

#include "args.h"

int cmd_solve(const struct settings *settings);

/* Parses --unseen, as in "bat,ape", into a set of monsters, all six for NULL; 0 after complaining. */
unsigned unseen_wanted(const char *list);

#endif
