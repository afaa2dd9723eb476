/* line_output.h - what a person sees of a game, line by line. */
#ifndef LAN_LINE_OUTPUT_H
#define LAN_LINE_OUTPUT_H

#include "lines.h"

/* Shows the table, the sentence what to do, and the menu. */
void table_show(const struct lines *lines);

/* The same without the table. */
void now_show(const struct lines *lines);

/* Prints what the person was told since the last time. */
void news_show(struct lines *lines);

/* The menu that is open, printed. */
void menu_show(const struct lines *lines);

#endif
