/*
 * review_page.h - the page with the review of a finished match: the curve of a seat's chance, what it could
 * think at the item shown, the moments that counted. Stepping through the record moves both pictures.
 */
#ifndef LAN_REVIEW_PAGE_H
#define LAN_REVIEW_PAGE_H

#include "pages.h"

/* Opens the page of the source's seat, or of the first one for a watcher; says why where it cannot. */
void review_page_open(struct screen *screen);

/* Handles a key of the page; false when it has none of its own for it. */
bool review_page_key(struct screen *screen, uint32_t key);

void review_page_write(struct page_writer *writer);

#endif
