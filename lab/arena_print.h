/* arena_print.h - the results of an arena, as tables and as JSON. */
#ifndef LAN_ARENA_PRINT_H
#define LAN_ARENA_PRINT_H

#include "arena.h"

/* Prints the results on stdout, with --json as JSON; `partial` when it was stopped. Returns enum cli_exit. */
int arena_print(const struct arena *arena, bool partial);

#endif
