/*
 * review.h - what happened to each seat of a finished match, and why: luck, the others, its own play, and
 * what nobody could know. docs/review.md explains the method and its limits.
 *
 * The value of a position for a seat is its chance to be among the winners when everybody plays on sensibly
 * (playout.h). Every action in force is a step, and a step changes the value of every seat from `before` to
 * the value before the next step, at the end to the result. Of this change
 *   luck     of a draw: the value after it, less the mean over all draws that could have come, by weight;
 *   others   of another seat's choice: the value after it, less the value before it;
 *   own      of the seat's own choice: what it lost against the best choice, by what the seat knew then
 *            (choice.h), and 0 when that is not more than twice its standard error;
 *   unknown  the rest of any step: what hidden things made of a choice, and the error of the estimates.
 * So the four parts add up to the result less the value of the start.
 *
 * A part that is estimated from playouts is made smaller by the share that chance differences between
 * playouts explain. For a draw this share is found from all the draws that could have come and never from the
 * one that came, so the mean of the luck over many games is zero whatever the values are worth.
 *
 * This folder allocates and does no I/O. A review holds everything of a match: it is for those who may see
 * the whole replay.
 */
#ifndef LAN_REVIEW_H
#define LAN_REVIEW_H

#include "playout.h"
#include "record.h"

enum review_cause { REVIEW_LUCK, REVIEW_OTHERS, REVIEW_OWN, REVIEW_UNKNOWN, REVIEW_CAUSES };

enum {
    REVIEW_VERSION = 6, /* raised when the same record would be reviewed differently */
    REVIEW_CHOICES = 8, /* actions that are compared at one decision */
    REVIEW_PLAYOUTS = 32,
    REVIEW_PLAYOUTS_MAX = 4096,
    REVIEW_BELIEFS = 384,
    REVIEW_REDRAWS = 15, /* other seeds that a bot is asked with */
};

/* One of the actions that were compared at a decision, by what the seat knew. */
struct review_choice {
    lan_action action;
    bool decline; /* none of the optional actions */
    double worth; /* the mean over deals */
};

/* How a decision of a reviewed seat is judged. */
struct review_mark {
    uint32_t step;
    uint8_t seat;
    uint8_t count; /* of `choice`, the best first */
    uint8_t chosen, best;
    struct review_choice choice[REVIEW_CHOICES];
    double gain;  /* best less chosen, over deals that were not used to find the best */
    double error; /* its standard error */
    double lost;  /* `gain` when it counts, else 0 */
    bool hidden;  /* something was hidden from the seat: deals of what it knew differ */
};

/* What a decision comes to. */
enum review_verdict {
    REVIEW_MISTAKE, /* another choice was better by what the seat knew */
    REVIEW_FINE,    /* none was clearly better */
    REVIEW_UNLUCKY, /* none was, and what was hidden from the seat made the chosen one fail */
};

struct review_step {
    uint32_t entry; /* of the log */
    uint32_t move;  /* the number of moves up to here: actions of seats in the log, those taken back too */
    uint8_t seat;   /* who acted: LAN_CHANCE or a seat */
    bool timed;     /* the clock acted for the seat */
    bool optional;  /* the seat could have declined */
    bool forced;    /* there was nothing else to do */
    bool left;      /* the seat left the game, which ended it: there is no action */
    lan_action action;
    /* The first event that the watcher was told, and the first that each seat was, whole; clause 0: none. */
    struct lan_event event, told[LAN_SEATS_MAX];
    double before[LAN_SEATS_MAX];
    double part[LAN_SEATS_MAX];  /* of the cause that review_cause says */
    double error[LAN_SEATS_MAX]; /* the standard error of `part` */
    double moved_error;          /* of a seat's choice: that of the change of its own value */
    double worse[LAN_SEATS_MAX]; /* of a draw: the share of draws, by weight, that are worse for the seat */
    uint32_t draws;              /* the number of equally likely draws; 0 when it is no draw */
    int32_t mark;                /* index in `mark`, -1 for none */
};

struct review {
    const struct lan_rules *rules; /* of the table, which must live as long as the review */
    uint16_t seats;                /* whose own decisions are judged, by bit */
    int playouts;
    enum table_end end;
    uint32_t step_count, mark_count;
    struct review_step *step;
    struct review_mark *mark;
    double start[LAN_SEATS_MAX], result[LAN_SEATS_MAX];
    double part[LAN_SEATS_MAX][REVIEW_CAUSES];
    double luck_error[LAN_SEATS_MAX], others_error[LAN_SEATS_MAX]; /* standard errors of these parts */
    struct review_belief *belief;                                  /* belief.h; NULL when not asked for */
};

/*
 * Judges positions in place of playouts: for tests with exact values. `position` fills what every seat gets
 * from `state` on when the next question is that of `cursor`. `choices` fills the worth of each of `count`
 * choices of the question; NULL: by deals of the sampler.
 */
struct review_judge {
    void (*position)(void *context, const struct lan_state *state, const struct lan_cursor *cursor,
                     float worth[LAN_SEATS_MAX]);
    void (*choices)(void *context, const struct lan_question *question, struct review_choice *choice,
                    int count);
    void *context;
};

struct review_setup {
    uint16_t seats; /* whose own decisions are judged, by bit */
    int playouts;   /* of each position; 0: REVIEW_PLAYOUTS */
    int beliefs;    /* deals drawn for each belief; 0: beliefs are left out */
    size_t memory;  /* bytes that the review may keep about the steps, 0: any number; beyond, it fails */
    bool luck_only; /* only draws are judged */
    /*
     * With luck_only, of a game between bots: they play on in playouts, and their answers are draws too. What
     * a bot must do is compared with what it does with REVIEW_REDRAWS other seeds; the difference is the
     * step's part, whose mean is zero since the seeds are drawn alike. NULL: only chance is judged.
     */
    const struct playout_bots *bots;
    uint64_t seed;
    const struct review_judge *judge; /* NULL: playouts */
    /* Called for every decision that was judged, with the question as the seat was asked. May be NULL. */
    void (*marked)(void *context, const struct lan_question *question, const struct review_mark *mark);
    /* Called after each step with the share done so far, in 1000; false leaves the review. May be NULL. */
    bool (*progress)(void *context, int done);
    void *context;
};

/* Whether a match of a record can be reviewed; false with `problem` filled. */
bool review_possible(enum record_kind kind, const struct table *table, struct record_problem *problem);

/*
 * Reviews a match for which review_possible holds. NULL when there is no memory, none within
 * `memory`, or `progress` left it; the
 * caller frees it with review_free.
 */
struct review *review_create(const struct table *table, const struct review_setup *setup);
void review_free(struct review *review); /* NULL is allowed */

/* The cause to which the part of a step belongs for a seat. */
enum review_cause review_cause(const struct review_step *step, int seat);

/* What happened at a step, as a seat could be told it after the game; NULL when it was told nothing. */
const struct lan_event *review_event(const struct review_step *step, int seat);

/*
 * The same, or else what another seat was told, the one that acted first; `reader` is then that seat, whose
 * words these are, else `seat`. NULL when nobody was told anything.
 */
const struct lan_event *review_event_of_any(const struct review_step *step, int seat, int seats, int *reader);

enum review_verdict review_verdict(const struct review *review, const struct review_mark *mark);

/* The value of a seat after a step, and what of the step's change nobody could know. */
double review_after(const struct review *review, uint32_t step, int seat);
double review_unknown(const struct review *review, uint32_t step, int seat);

/* The result less all luck. */
double review_adjusted(const struct review *review, int seat);

#endif
