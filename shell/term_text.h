/*
 * term_text.h - printing marked text on a terminal, within its width and capabilities.
 *
 * Colours are used only when stdout is a terminal, NO_COLOR is unset and --plain was not given; otherwise
 * marks are dropped. Drawing characters are used only when the locale's character set is UTF-8.
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

/* Lets the reader have the names of the game's other edition, where the settings ask for them. */
void term_edition(struct term *term, const struct settings *settings, const struct lan_game *game);

/* A string in the reader's language. */
const char *term_words(const struct term *term, const struct lan_words *words);

/* A text of the rules as it reads with the options in force, written into `text`, which is returned. */
const char *term_rule(const struct term *term, const struct lan_rules *rules, const struct lan_words *words,
                      char text[LAN_RULE_TEXT_MAX]);

/* Prints text with marks. */
void term_print(const struct term *term, const char *text);

/* Prints text enclosed in a mark. */
void term_print_marked(const struct term *term, int mark, const char *text);

/* Prints a paragraph wrapped at the terminal's width, every line indented by `indent` blanks. */
void term_wrap(const struct term *term, int mark, int indent, const char *text);

/* Prints a paragraph indented by `indent`, with `head` in the first column of its first line. */
void term_item(const struct term *term, int mark, const char *head, int indent, const char *text);

/* Prints a view: the game's drawing, or an outline of the view's fields if the game has none. */
void term_table(const struct term *term, const struct lan_rules *rules, const struct lan_view *view);

#endif
