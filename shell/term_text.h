/*
 * term_text.h - text for a terminal: how wide it is, what it can show, and printing of marked text.
 *
 * Colours only on a terminal, never with NO_COLOR set or --plain; drawing characters only where the locale's
 * characters are UTF-8. Elsewhere marks are left out.
 */
#ifndef LAN_TERM_TEXT_H
#define LAN_TERM_TEXT_H

#include "args.h"
#include "draw.h"

enum term_colours { TERM_COLOURS_NONE, TERM_COLOURS_256, TERM_COLOURS_ALL };

enum { TERM_WIDTH_MAX = 120 }; /* wider lines are harder to read */

struct term {
    enum term_colours colours;
    struct lan_reader reader; /* names are the caller's to fill in */
};

void term_init(struct term *term, const struct settings *settings);

/* A string in the reader's language. */
const char *term_words(const struct term *term, const struct lan_words *words);

/* Prints text with marks. */
void term_print(const struct term *term, const char *text);

/* The same, with a mark around it. */
void term_print_marked(const struct term *term, int mark, const char *text);

/* A paragraph broken into lines of the terminal's width; every line after `indent` blanks. */
void term_wrap(const struct term *term, int mark, int indent, const char *text);

/* A paragraph whose first line begins with `head`, in a column of its own. */
void term_item(const struct term *term, int mark, const char *head, int indent, const char *text);

/* The table as `view` shows it: the game's drawing, or an outline of its fields. */
void term_table(const struct term *term, const struct lan_rules *rules, const struct lan_view *view);

#endif
