/*
 * lines.h - a game line by line: for pipes, plain terminals and screen readers. What lines.c, talk.c and show.c share.
 */
#ifndef LAN_LINES_H
#define LAN_LINES_H

#include "menu.h"
#include "source.h"
#include "term.h"

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
    size_t typed_count, typed_room;
    bool ended; /* the input */
};

/* What a line typed by the person did. */
enum talk {
    TALK_MORE,  /* nothing in the game: ask again */
    TALK_ACTED, /* the game went on, or an action was taken back */
    TALK_WAIT,  /* the person lets the others go on */
    TALK_QUIT,
};

/* Plays until the game is over or the person leaves; returns an enum cli_exit. */
int lines_run(struct lines *lines);

/* After that: the person may look once more at a game that is over. Frees what is owned. */
void lines_end(struct lines *lines);

/* Understands a line and does what it says. */
enum talk talk_line(struct lines *lines, char *line);

/* A line before the curtain, where no other word may show anything: TALK_ACTED lifts it, TALK_MORE does nothing. */
enum talk talk_curtain(char *line);

/* Shows the table, the sentence what to do, and the menu. */
void table_show(const struct lines *lines);

/* The same without the table. */
void now_show(const struct lines *lines);

/* Prints what the person was told since the last time. */
void news_show(struct lines *lines);

/* The menu that is open, printed. */
void menu_show(const struct lines *lines);

/* A string of the person's language. */
const char *lines_words(const struct lines *lines, const char *en, const char *fr);

#endif
