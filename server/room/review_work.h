/*
 * review_work.h - the review of one record (review/review.h) within bounds, as one piece of work.
 *
 * It knows no person and no table of the server: its only source is the text of a record, which it reads and
 * checks whole. So a game of a table and a record that somebody brings along are reviewed in the same way.
 */
#ifndef LAN_SERVER_REVIEW_WORK_H
#define LAN_SERVER_REVIEW_WORK_H

#include <stdatomic.h>
#include <stdint.h>

#include "ask.h"
#include "record.h"

/* What a review may take at the most. */
struct review_bounds {
    int64_t processor_ms; /* looked at after every step of the game */
    size_t memory;        /* bytes of what the review keeps about the steps */
    size_t document;      /* bytes of the JSON document */
};

struct review_work {
    const char *text; /* the record; it belongs to the caller */
    size_t length;
    int seat; /* whose review */
    struct review_bounds bounds;
    atomic_int done;  /* the share done so far, in 1000; for any thread */
    atomic_bool left; /* set by any thread: the work ends after the next step, without a result */
    /* The result: the document, which the caller frees; or why there is none. */
    char *document; /* NULL with `fail` set */
    size_t document_length;
    enum fail fail;                /* FAIL_REFUSED: see `problem` */
    struct record_problem problem; /* of a record that is damaged, not whole, not over or of unknown rules */
};

/* Fills in the result; called once, in any thread. One that was left has FAIL_STALE. */
void review_work_run(struct review_work *work);

#endif
