/*
 * moments.h - a review in words: the report in one line, and the moments that counted most for a seat, each
 * with its reason and the event behind it. In both languages; hints of a better choice never come from
 * hindsight.
 */
#ifndef LAN_REVIEW_MOMENTS_H
#define LAN_REVIEW_MOMENTS_H

#include "review.h"

enum { MOMENTS_MAX = 3, MOMENT_SAY_MAX = 4 * LAN_SAY_MAX };

struct moment {
    uint32_t step;
    enum review_cause cause;
    double by; /* what it changed, in chances to win */
};

/*
 * The luckiest draws for a seat, and what cost it most whatever the cause; the greatest first, at most
 * MOMENTS_MAX. Returns how many. An own choice counts with what it lost; one that was good by what the seat
 * knew counts as REVIEW_UNKNOWN, when it lowered the chance by more than twice the standard error of that.
 */
int moments_lucky(const struct review *review, int seat, struct moment moment[MOMENTS_MAX]);
int moments_costly(const struct review *review, int seat, struct moment moment[MOMENTS_MAX]);

/* Appends what happened and why it counts, and the clause in brackets. `names` as for lan_event_say. */
void moment_say(const struct review *review, int seat, const struct moment *moment, enum lan_lang lang,
                const char *const *names, struct lan_text *out);

/* The same of a decision, whether it cost something or not. */
void mark_say(const struct review *review, const struct review_mark *mark, enum lan_lang lang,
              const char *const *names, struct lan_text *out);

/* Appends what a choice of a seat is, as its buttons say it; declining in words of its own. */
void choice_say(const struct lan_game *game, int seat, const struct review_choice *choice, enum lan_lang lang,
                const char *const *names, struct lan_text *out);

/* The four parts in whole points of 100, rounded so that they and the start add up to the result. */
struct review_points {
    int start, result;
    int part[REVIEW_CAUSES];
};
void review_points(const struct review *review, int seat, struct review_points *points);

/*
 * What the rest is called for a seat (REVIEW_UNKNOWN): what nobody could know; where nothing was hidden from
 * the seat, what the estimate does not explain.
 */
const char *review_rest_name(const struct review *review, int seat, enum lan_lang lang);

/* Appends "luck +12, others -9, your play -5, nobody could know +2". */
void review_say(const struct review *review, int seat, enum lan_lang lang, struct lan_text *out);

/* "luck", "others", "own", "unknown": never translated. */
extern const char *const review_cause_ids[REVIEW_CAUSES];

#endif
