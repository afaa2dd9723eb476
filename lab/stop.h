/*
 * stop.h - ending long work in good order on Ctrl-C and on SIGTERM or SIGHUP.
 *
 * The first signal only sets a flag, which the work reads between two games or questions; it then ends, and
 * what was done so far is printed and saved, marked as partial. A second signal ends the program at once.
 */
#ifndef LAN_STOP_H
#define LAN_STOP_H

#include <stdbool.h>

/* Takes over the three signals; a signal that was ignored before, as by `nohup`, stays ignored. */
void stop_watch(void);

/* Whether one of them has arrived. */
bool stop_wanted(void);

#endif
