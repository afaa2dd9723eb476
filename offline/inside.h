/* inside.h - the object behind offline.h, for the files of this folder alone. */
#ifndef LAN_OFFLINE_INSIDE_H
#define LAN_OFFLINE_INSIDE_H

#include "buf.h"
#include "moment.h"
#include "offline.h"
#include "record_build.h"
#include "table.h"
#include "update.h"

enum { OFFLINE_ID_MAX = 32, OFFLINE_TEXTS_MAX = 256 };

enum offline_fail {
#define FAIL(id, code, en, fr) FAIL_##id,
#include "fail.def"
#undef FAIL
};

struct offline {
    struct buf out;           /* the answer, unless `record` is set */
    char *record;             /* an answer that is a record */
    size_t record_length;     /* its length */
    bool set;                 /* there is a set-up */
    struct table_setup setup; /* its texts are in `text` */
    char *text[OFFLINE_TEXTS_MAX];
    int text_count;
    struct table_field commitment[TABLE_FIELDS_MAX];
    struct table *table;       /* the match; NULL before it has begun */
    bool building;             /* it is being built from a log */
    struct record_chain chain; /* while it is being built, and then of the lines handed over */
    char id[OFFLINE_ID_MAX + 1];
    bool undo, hints, notebook;
    struct wire_sent *sent[TABLE_VIEWERS];
    struct moment moment;
    struct lan_dice bots; /* the key of bots' seeds and moments */
    void *search;         /* OFFLINE_SEARCH bytes, once a bot has searched */
    bool book;            /* the book of "equilibrium" was handed over */
};

/* Begins an answer; false, with the answer being the refusal, when there is no room for it. */
bool answer_begin(struct offline *offline);
/* Ends an answer that was begun; returns true. */
bool answer_end(struct offline *offline);
/* Makes the answer a refusal; all return false. `clause` and `option` may be NULL. */
bool answer_fail(struct offline *offline, enum offline_fail fail);
bool answer_refuse(struct offline *offline, int refusal);
bool answer_problem(struct offline *offline, const struct record_problem *problem);
bool answer_say(struct offline *offline, const char *en, const char *fr, const char *clause,
                const char *option);

/* A copy of a text that lives as long as the set-up; NULL when there is no memory or they are too many. */
const char *text_keep(struct offline *offline, const char *text);
void texts_drop(struct offline *offline);

/*
 * Each begins an answer after a check: that there is a match; that it runs; that it has ended. The viewer is
 * that of the protocol, `at` as table.h counts it; a seat is a viewer that is not the watcher.
 */
bool match_there(struct offline *offline);
bool match_running(struct offline *offline);
bool match_over(struct offline *offline);
bool viewer_there(struct offline *offline, int viewer, int *at);
bool seat_there(struct offline *offline, int seat, int *at);

/* The action of a notation; false with the refusal as answer. */
bool action_read(struct offline *offline, const char *notation, lan_action *action);

/* A time of the caller as the table counts it. */
int64_t time_of(double time);

/* Ends the match of the object. */
void match_drop(struct offline *offline);
/* After the match has begun or was built: what follows from its key. */
void match_begun(struct offline *offline);

#endif
