/* line_output.h - prints a game line by line. */
#ifndef LAN_LINE_OUTPUT_H
#define LAN_LINE_OUTPUT_H

#include "lines.h"

/*
 * Prints the table, the prompt and the menu; in LAN_STYLE_PLAIN the lines for looking things up only when
 * they have changed since the last time, or when the table is wanted `whole`.
 */
void table_show(struct lines *lines, bool whole);

/* Prints a part of the table in words, or with "" the list of the parts; false when there is no such part. */
bool part_show(const struct lines *lines, const char *part);

/* Prints the prompt and the menu. */
void now_show(const struct lines *lines);

/* Prints the items and chat lines that are new since the last call. */
void news_show(struct lines *lines);

/* Prints the open menu. */
void menu_show(const struct lines *lines);

#endif
