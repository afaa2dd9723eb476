/*
 * tty.h - the terminal: shows frames, reads keys, and leaves everything as it was found.
 *
 * From tty_open on, the terminal is put back by tty_close, by exit, and by every signal that ends the
 * program, a crash included; after a stop (Ctrl-Z) and a change of size the next frame is drawn whole.
 */
#ifndef LAN_TTY_H
#define LAN_TTY_H

#include "frame.h"

/* Takes over the terminal. False when it cannot be. `colours` false: bold and reverse only. */
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
 * Waits for a key, for `descriptor` (-1: none) to become readable, for a new size, or for so many
 * milliseconds (-1: without end). TTY_NOTHING when it was no key, TTY_END when the terminal is gone.
 */
struct tty_event tty_wait(int descriptor, int milliseconds);

/* Throws away all that was typed and not yet waited for. */
void tty_input_discard(void);

#endif
