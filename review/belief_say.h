/* belief_say.h - beliefs in words: what a hidden thing is called, and what changed a belief most. */
#ifndef LAN_REVIEW_BELIEF_SAY_H
#define LAN_REVIEW_BELIEF_SAY_H

#include "belief.h"

/*
 * Whether a thing is shown among the beliefs of a seat: not what the seat itself holds, not twice what
 * several seats saw, and only what the seat had a belief about.
 */
bool belief_shown(const struct review_belief *belief, int seat, int thing);

/* The last value that the thing had; -1 when it never had one. */
int belief_last(const struct review_belief *belief, int thing);

/* A share in whole hundredths, and whether two beliefs are the same in these. */
int belief_percent(float share);
bool belief_percents_same(const float *a, const float *b);

/* Appends what a thing is: the name of the seat that holds it, or the seat and the number of its place. */
void belief_label(const struct review_belief *belief, int thing, enum lan_lang lang, const char *const *names,
                  struct lan_text *out);

/* Appends the name of a value of a thing. */
void belief_value_say(const struct review_belief *belief, int thing, int value, enum lan_lang lang,
                      struct lan_text *out);

/*
 * Appends the event that moved a belief most, what it did to the likeliest change, and its clause:
 * "... Franklin: from 3 to 7 in 10. [SH-G1]". Something must have moved it.
 */
void belief_moved_say(const struct review *review, int seat, int thing, enum lan_lang lang,
                      const char *const *names, struct lan_text *out);

#endif
