/* capable.h - whether a full screen is possible. */
#ifndef LAN_CAPABLE_H
#define LAN_CAPABLE_H

/*
 * False when lines are all that the terminal on stdin and stdout can do: a pipe, TERM=dumb, an unknown
 * terminal.
 */
bool tty_possible(void);

#endif
