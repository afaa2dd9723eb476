/* line_review.h - the command `review` of the line client: the review of a seat of the finished game. */
#ifndef LAN_LINE_REVIEW_H
#define LAN_LINE_REVIEW_H

#include "lines.h"

/*
 * Counts and prints the review of a seat, of the own one for -1. On a terminal it tells how far it is, and
 * Enter leaves it. False with the reason in `say` when there is nothing to review.
 */
bool line_review(struct lines *lines, int seat, struct source_say *say);

#endif
