/*
 * scenario.h - scenario files: one rule clause or ruling each, readable by a player. The format is described
 * in docs/scenarios.md. scenario.c reads the lines and plays, scenario_look.c checks what they expect.
 */
#ifndef LAN_SCENARIO_H
#define LAN_SCENARIO_H

#include "lan.h"

enum {
    SCENARIO_ERROR_MAX = 4096,
    SCENARIO_CLAUSE_MAX = 40,  /* bytes of a clause id, with the final 0 */
    SCENARIO_QUEUE_MAX = 1024, /* scripted chance outcomes */
    SCENARIO_BATCH_MAX = 2048, /* events since the last action of a seat */
};

struct scenario {
    int line; /* the one being read, from 1 */
    char error[SCENARIO_ERROR_MAX];

    const struct lan_game *game;
    struct lan_config config;
    bool compiled;   /* rules and state are there; options can no longer be given */
    bool positioned; /* `set` lines were read that have not been checked yet */
    bool acted;      /* an action or an expectation was there: an empty scenario proves nothing */
    union lan_rules_buf rules;
    union lan_state_buf state;

    bool seeded;
    struct lan_rng rng;
    struct lan_cursor cursor;
    lan_action queue[SCENARIO_QUEUE_MAX];
    int queued, used;

    struct lan_event batch[SCENARIO_BATCH_MAX];
    int batched;
    int seen[LAN_WATCHER + 1]; /* events each viewer has been found told of: => lines come in order */
};

/*
 * Runs the lines of `text`, which is changed. False with `error`, which names the line, when one does not
 * hold.
 */
bool scenario_run(struct scenario *scenario, char *text);

/*
 * The next clause id ("MA-R3", "SH-P-emi") of the comment lines a text begins with, of those before a colon;
 * NULL at the end.
 */
const char *scenario_clause_next(const char **at, char id[SCENARIO_CLAUSE_MAX]);

/* ---- Between scenario.c and scenario_look.c ------------------------------------------------------------ */

/* Writes the error of the current line; returns false. */
__attribute__((format(printf, 2, 3))) bool scenario_fail(struct scenario *scenario, const char *what, ...);

/* A seat as written, 1 to the number of players; false with the error. `watcher` admits w as well. */
bool scenario_viewer(struct scenario *scenario, const char *word, bool watcher, int *viewer);

/* An action in notation; false with the error. */
bool scenario_action(struct scenario *scenario, const char *notation, lan_action *action);

/*
 * A line that expects something, its first word apart. False with the error; `known` says it was such a line.
 */
bool scenario_look(struct scenario *scenario, const char *word, char *rest, bool *known);

/* Cuts the next part of a text off at `mark`, without the blanks around it; NULL when nothing is left. */
char *scenario_cut(char **rest, char mark);

#endif
