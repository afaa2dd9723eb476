/*
 * lines.h - a game line by line: for pipes, plain terminals and screen readers.
 */
#ifndef LAN_LINES_H
#define LAN_LINES_H

#include "menu.h"
#include "source.h"
#include "term_text.h"

enum { LINES_MENUS_MAX = 6 }; /* groups opened within each other */

struct lines {
    struct source *source;
    struct term term;
    uint32_t shown;                    /* the last item of what the person was told that is on the screen */
    uint32_t said;                     /* the same of chat */
    struct menu menu[LINES_MENUS_MAX]; /* the last one is open */
    int depth;
    bool warned; /* the person was warned of `warned_of` and of nothing since */
    lan_action warned_of;
    char *saved; /* a file that `save` may write again; owned */
    char *typed; /* what was read and not yet used; owned */
    size_t typed_count, typed_capacity;
    bool ended; /* the input */
};

/* Plays until the game is over or the person leaves; returns an enum cli_exit. */
int lines_run(struct lines *lines);

/* After that: the person may look once more at a game that is over. Frees what is owned. */
void lines_end(struct lines *lines);

/* A string of the person's language. */
const char *lines_words(const struct lines *lines, const char *en, const char *fr);

#endif
