/*
 * lines.h - the line-by-line client, for pipes, plain terminals and screen readers.
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
    uint32_t shown;                    /* number of the last item that was printed */
    uint32_t said;                     /* number of chat lines that were printed */
    bool alarmed;                      /* the source's alarm was printed */
    struct menu menu[LINES_MENUS_MAX]; /* the last one is open */
    int depth;
    char
        looked_up[LAN_DRAW_MAX]; /* the lines for looking up that table_show printed last (LAN_STYLE_PLAIN) */
    bool warned;                 /* the last warning was about `warned_of` */
    lan_action warned_of;
    char *saved; /* a file that `save` may overwrite; owned */
    char *typed; /* input that was read and not yet run; owned */
    size_t typed_count, typed_capacity;
    bool ended; /* end of the input */
};

/* Plays until the game is over or the person leaves; returns an enum cli_exit. */
int lines_run(struct lines *lines);

/* After lines_run: runs commands on a finished game until the person leaves, then frees what is owned. */
void lines_end(struct lines *lines);

/* A string of the person's language. */
const char *lines_words(const struct lines *lines, const char *en, const char *fr);

#endif
