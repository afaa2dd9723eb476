/* line_output.h - prints a game line by line. */
#ifndef LAN_LINE_OUTPUT_H
#define LAN_LINE_OUTPUT_H

#include "lines.h"

/* Prints the table, the prompt and the menu. */
void table_show(const struct lines *lines);

/* Prints the prompt and the menu. */
void now_show(const struct lines *lines);

/* Prints the items and chat lines that are new since the last call. */
void news_show(struct lines *lines);

/* Prints the open menu. */
void menu_show(const struct lines *lines);

#endif
