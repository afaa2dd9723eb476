/*
 * belief.h - what a seat could think of every hidden thing, after every step of a match.
 *
 * A hidden thing is a value that some seat sees and the watcher does not, at some moment of the match: an
 * element of a field of that seat's view whose values are one of the game's own types (layout.h), such as a
 * character by seat, a value by manor or a monster by tile. So a game needs nothing besides its fields.
 *
 * A belief is the shares of the values among deals drawn by the game's sampler from what the believing seat
 * knew, each weighed by how likely it makes the behaviour that the seat was told of, where the game can tell.
 */
#ifndef LAN_REVIEW_BELIEF_H
#define LAN_REVIEW_BELIEF_H

#include "layout.h"
#include "review.h"

enum { BELIEF_THINGS = 96, BELIEF_VALUES = 32 };

struct belief_thing {
    uint8_t holder; /* the seat that sees it */
    uint8_t field;  /* of lan_game.fields */
    uint8_t dims;   /* number of axes of the field, and the place of the element along each */
    uint8_t at[LAN_FIELD_AXES];
    uint16_t offset; /* in the holder's view */
};

/* Which step changed a belief most: half the sum of the changes of its shares, 0..1. */
struct belief_moved {
    uint32_t step; /* counted from 1; 0: nothing moved it */
    float by;
};

/* What a seat knew when its belief was taken last. */
struct belief_known {
    size_t told; /* the number of told events, and 1 */
    union lan_view_buf view;
};

/* Beliefs are numbered 0, before the first step, to the number of steps. */
struct review_belief {
    const struct lan_rules *rules;
    uint16_t seats; /* whose beliefs, by bit */
    int draws;
    uint32_t steps;
    int things;
    struct belief_thing thing[BELIEF_THINGS];
    int8_t *truth;                 /* [number][thing]: the value, -1 for none */
    float (*share)[BELIEF_VALUES]; /* [number][seat of `seats`][thing]; use belief_share */
    struct belief_moved moved[LAN_SEATS_MAX][BELIEF_THINGS];
    struct belief_known known[LAN_SEATS_MAX];
};

/* The type of a thing's values. The value v is that type's value v + belief_first. */
int belief_type(const struct review_belief *belief, int thing);
int belief_first(const struct review_belief *belief, int thing);

/* The shares of the values of a thing, as a seat believes after step `number`; all 0 while it has none. */
const float *belief_share(const struct review_belief *belief, uint32_t number, int seat, int thing);
int belief_truth(const struct review_belief *belief, uint32_t number, int thing);

/*
 * The shares that a question's seat believes in, from the question alone: one row of BELIEF_VALUES for each
 * thing.
 */
void belief_of(const struct review_belief *belief, const struct lan_question *question, uint64_t seed,
               float (*share)[BELIEF_VALUES]);

/* ---- For review.c -------------------------------------------------------------------------------------- */

struct walk;

/*
 * Finds the hidden things of a match whose steps are known. NULL when there is no memory, or less than
 * needed within `memory` bytes (0: any number). A match can have no hidden thing.
 */
struct review_belief *belief_new(const struct review *review, uint16_t seats, int draws, size_t memory);
void belief_free(struct review_belief *belief); /* NULL is allowed */

/* Takes the beliefs of the seats in the position of the walk as number `at`. */
void belief_take(struct review_belief *belief, const struct walk *walk, uint32_t at);

/* Finds what moved each belief most. */
void belief_compare(struct review_belief *belief);

#endif
