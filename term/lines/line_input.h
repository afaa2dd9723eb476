/* line_input.h - what a person typed: understood and carried out. */
#ifndef LAN_LINE_INPUT_H
#define LAN_LINE_INPUT_H

#include "lines.h"

/* What a line typed by the person did. */
enum line_effect {
    LINE_MORE,  /* nothing in the game: ask again */
    LINE_ACTED, /* the game went on, or an action was taken back */
    LINE_WAIT,  /* the person lets the others go on */
    LINE_QUIT,
};

/* Understands a line and does what it says. */
enum line_effect line_run(struct lines *lines, char *line);

/*
 * A line before the curtain, where no other word may show anything: LINE_ACTED lifts it, LINE_MORE does
 * nothing.
 */
enum line_effect line_curtain(char *line);

#endif
