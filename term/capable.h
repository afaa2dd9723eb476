/* capable.h - whether the terminal supports a full-screen client. */
#ifndef LAN_CAPABLE_H
#define LAN_CAPABLE_H

/*
 * False when stdin or stdout is not a terminal, or terminfo does not know it or knows no cursor addressing
 * (TERM=dumb).
 */
bool tty_possible(void);

#endif
