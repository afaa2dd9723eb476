/* pages.h - the pages other than the table: help, rules, log, notebook, chat. */
#ifndef LAN_PAGES_H
#define LAN_PAGES_H

#include "screen.h"

/* Writes the text of the current page into screen->text, then draws it. */
void page_draw(struct screen *screen, struct frame *frame);

#endif
