/*
 * review_html.h - the review of one seat as a page that needs no other file: the sum, the curve of the chance
 * coloured by cause, the moments, the beliefs at a step that can be chosen, and all of it as tables.
 */
#ifndef LAN_REVIEW_HTML_H
#define LAN_REVIEW_HTML_H

#include "review.h"

/* Writes the page to a file. False after complaining. */
bool review_html(const struct review *review, int seat, const char *const *names, enum lan_lang lang,
                 const char *file);

#endif
