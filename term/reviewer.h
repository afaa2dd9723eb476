/*
 * reviewer.h - reviews a finished match in a thread, so that keys are handled while it counts.
 *
 * The thread only reads the table, which must not change and must live as long as the reviewer. It shares two
 * numbers with the caller, how far it is and whether it is to stop, and writes a byte to a pipe whenever the
 * share done has grown by one in a hundred, and at its end.
 */
#ifndef LAN_REVIEWER_H
#define LAN_REVIEWER_H

#include "review.h"

struct reviewer;

/* Begins the review of a seat of a match for which review_possible holds. NULL when something is lacking. */
struct reviewer *reviewer_start(const struct table *table, int seat);

/* Stops the thread at its next step, if it still runs, and frees the review. NULL is allowed. */
void reviewer_destroy(struct reviewer *reviewer);

int reviewer_seat(const struct reviewer *reviewer);

/* Readable when reviewer_follow has something to do; -1 when the review has ended. */
int reviewer_descriptor(const struct reviewer *reviewer);

/* Takes what the thread has reported; false when there is nothing new. */
bool reviewer_follow(struct reviewer *reviewer);

/* The share done, in 100, as of the last reviewer_follow. */
int reviewer_done(const struct reviewer *reviewer);

/* Whether it has ended; and the review, NULL before that and when there was no memory for it. */
bool reviewer_ended(const struct reviewer *reviewer);
const struct review *reviewer_review(const struct reviewer *reviewer);

#endif
