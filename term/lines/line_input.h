/* line_input.h - runs the lines that a person types. */
#ifndef LAN_LINE_INPUT_H
#define LAN_LINE_INPUT_H

#include "lines.h"

/* The effect of a line. */
enum line_effect {
    LINE_MORE,  /* no effect on the game: read another line */
    LINE_ACTED, /* an action was played or taken back */
    LINE_WAIT,  /* the person lets the others continue */
    LINE_QUIT,
};

/* Runs a line; cuts it into words in place. */
enum line_effect line_run(struct lines *lines, char *line);

/*
 * Runs a line while the curtain is down, where commands that show something are disabled: LINE_ACTED when it
 * lifts the curtain, LINE_WAIT when somebody else takes the device first, LINE_MORE when it has no effect.
 */
enum line_effect line_curtain(struct lines *lines, char *line);

#endif
