/* pages.h - the pages other than the table: help, rules, log, notebook, chat, review. */
#ifndef LAN_PAGES_H
#define LAN_PAGES_H

#include "screen.h"

/* Builds the text of a page; paragraphs without the filter's word are left out. */
struct page_writer {
    const struct screen *screen;
    struct lan_text out;
    int width;
};

/* A paragraph with `head` in the first column; and a title, left out while a filter is on. */
void page_item(struct page_writer *w, int mark, const char *head, int indent, const char *text);
void page_heading(struct page_writer *w, const char *en, const char *fr);

/* Writes the text of the current page into screen->text, then draws it. */
void page_draw(struct screen *screen, struct frame *frame);

#endif
