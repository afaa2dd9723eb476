/*
 * capable.c - asks terminfo for the capabilities of the terminal, without changing its state. A file of its
 * own because <term.h> defines macros with common names.
 */
#include <curses.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "capable.h"

bool tty_possible(void)
{
    const char *kind = getenv("TERM");
    int error;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !kind || !*kind || strcmp(kind, "dumb") == 0)
        return false;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    const char *move = tigetstr("cup"), *clear_string = tigetstr("clear");
    bool able = move && move != (char *)-1 && clear_string && clear_string != (char *)-1;
    del_curterm(cur_term);
    return able;
}
