/*
 * report.h - a review as paragraphs: the parts in one line, the moments that counted most, what the seat
 * could think, and how good the estimates are. The command, the terminal's page and the line client print
 * these.
 */
#ifndef LAN_REVIEW_REPORT_H
#define LAN_REVIEW_REPORT_H

#include "review.h"

/* Where the paragraphs go. `names` as for lan_event_say. */
struct report {
    const struct review *review;
    enum lan_lang lang;
    const char *const *names;
    void (*heading)(void *context, const char *title);
    /* A paragraph that is indented by `indent` columns, with `head` in the first column. */
    void (*item)(void *context, const char *head, int indent, const char *text);
    void *context;
};

/* "2 Zoe   41 -> 100: luck +12, others -9, your play -5, nobody could know +61" */
void report_parts(const struct report *report, int seat);

/* The luckiest and the costliest moments of a seat, each with its reason. */
void report_moments(const struct report *report, int seat);

/* What every hidden thing was, how likely that was to the seat at first and before the end, what moved it. */
void report_beliefs(const struct report *report, int seat);

/* From how many playouts it was estimated, and the standard errors. */
void report_errors(const struct report *report, int seat);

#endif
