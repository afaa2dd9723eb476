/*
 * tty.h - the terminal, through curses: shows frames, reads keys, restores the terminal's state at the end.
 *
 * After tty_open the terminal is restored by tty_close, by exit, and by every signal that ends the program,
 * crashes included. After a stop (Ctrl-Z) or a change of size the next frame is drawn entirely.
 */
#ifndef LAN_TTY_H
#define LAN_TTY_H

#include "frame.h"

/*
 * Switches the terminal to full screen; false on failure. Without `colours` only bold and reverse are used.
 */
bool tty_open(bool colours);
void tty_close(void);

void tty_size(int *rows, int *columns);
void tty_show(const struct frame *frame);

enum tty_input { TTY_NOTHING, TTY_KEY, TTY_TOUCH, TTY_WHEEL_UP, TTY_WHEEL_DOWN, TTY_END };

struct tty_event {
    enum tty_input input;
    uint32_t key; /* as screen.h has them */
    int row, column;
};

/*
 * Waits for input, for `descriptor` (-1: none) to become readable, for a change of size, or for so many
 * milliseconds (-1: no limit). TTY_NOTHING when there was no input, TTY_END when the terminal is closed.
 */
struct tty_event tty_wait(int descriptor, int milliseconds);

/* Discards all input that has not been read yet. */
void tty_input_discard(void);

#endif
