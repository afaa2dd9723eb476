/* inside.h - the walk through a match while it is reviewed, for the files of this folder alone. */
#ifndef LAN_REVIEW_INSIDE_H
#define LAN_REVIEW_INSIDE_H

#include "review.h"

/* A table of what playouts gave: one row for each playout, one column for each seat. */
typedef float review_row[LAN_SEATS_MAX];

struct walk {
    struct review *review;
    const struct review_setup *setup;
    const struct lan_rules *rules;
    int samples; /* playouts of each position; 1 with a judge, whose values are exact */
    union lan_state_buf state;
    struct lan_told_log told[LAN_SEATS_MAX];
    bool told_anew; /* since the playouts of an earlier step: what their memo holds is stale */
    size_t digested[LAN_SEATS_MAX]; /* the number of told events that `digest` is made of, and 1 */
    union lan_digest_buf digest[LAN_SEATS_MAX];
    struct playout_scene scene;
    review_row *sample; /* room for sample_count rows */
    size_t sample_count;
    void *memory; /* CHOICE_MEMORY bytes for judging choices; NULL where a judge does or none are judged */
    double (*luck)[LAN_SEATS_MAX], (*others)[LAN_SEATS_MAX]; /* sums over the steps, by playout */
    struct lan_list list;
    struct lan_events events;
};

/*
 * Judge a step from the position before it, of which walk->list has the actions of the step's seat: a draw;
 * an answer of a bot among those to other seeds; another seat's choice, for all other seats. False when there
 * is no memory.
 */
bool draw_judge(struct walk *walk, struct review_step *step);
bool answer_judge(struct walk *walk, struct review_step *step);
bool others_judge(struct walk *walk, struct review_step *step);

/* The mean value of a position for every seat. False when there is no memory. */
bool position_judge(struct walk *walk, const struct lan_state *state, double value[LAN_SEATS_MAX]);

/* The standard error of a part of the whole review, from its sums by playout. */
double sums_error(const struct walk *walk, double (*sum)[LAN_SEATS_MAX], int seat);

#endif
