/*
 * work.h - work in other threads: a queue for each kind of it, in which every owner has the same share.
 *
 * The loop's threads (loop_workers) are few and a search takes about a second, so the order in which work
 * begins decides how long people wait. Three rules:
 *   1. Kinds begin in the order of enum work_kind: passwords before the questions of people who wait, those
 *      before the thinking of bots.
 *   2. Every kind has one thread that the other kinds leave free, so that none of them waits for all work of
 *      another kind to end (with fewer threads than kinds: only rule 1).
 *      Reviews, which take seconds, are no part of this: one runs at a time, in a thread that the loop has
 *      besides (loop_workers does not count it), so that they delay nobody.
 *   3. Within a kind the owners take turns, so forty tables of one person count as much as one of another.
 *
 * Only work that has begun can be anywhere else than in these queues: whatever waits can be cancelled.
 * All functions are called in the loop's thread.
 */
#ifndef LAN_SERVER_WORK_H
#define LAN_SERVER_WORK_H

#include <stdbool.h>

#include "server.h"

enum work_kind {
    WORK_LOGIN,  /* hashes passwords; the owner is the address */
    WORK_PERSON, /* somebody waits for the answer: hints, previews, records; the owner is the asking person */
    WORK_BOT,    /* a bot thinks; the owner is the host of its table */
    WORK_REVIEW, /* a finished game is reviewed; the owner is the address of whoever asked first */
    WORK_KINDS
};

enum { WORK_OWNER_MAX = 48 }; /* longer names of owners are cut */

struct work;
struct works;

/* Before the first work_start, and after the loop has ended, when no work is left. */
void works_create(struct server *server);
void works_free(struct server *server);

/*
 * Calls `run` in another thread as loop_work does, when it is its turn, then `done` in the loop's thread,
 * never inside this call. The work is gone when `done` begins, and the pointer with it.
 */
struct work *work_start(struct server *server, enum work_kind kind, const char *owner,
                        void (*run)(void *context), void (*done)(void *context), void *context);
/*
 * True: the work had not begun; it is gone, and neither `run` nor `done` is called. False: it runs, and
 * `done` will come.
 */
bool work_cancel(struct work *work);
/* Sets what works_drop calls with the work's context, for work that may be dropped. */
void work_on_drop(struct work *work, void (*dropped)(void *context));
/*
 * For a server that stops: work of this kind that waits and has a function for it (work_on_drop) is gone, and
 * the function is called instead of `run` and `done`.
 */
void works_drop(struct server *server, enum work_kind kind);

/* How much work of a kind waits or runs: of one owner, or of all when `owner` is NULL. */
int work_count(const struct server *server, enum work_kind kind, const char *owner);
/* The part of it that waits, of all owners. */
int work_waiting(const struct server *server, enum work_kind kind);

#endif
