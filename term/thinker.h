/*
 * thinker.h - a bot that thinks in a thread of its own, so that the keys need not wait for it.
 *
 * The thread reads the rules, which never change, and a question that is the thinker's own: what one seat
 * knows. It touches nothing else, so that there is nothing to lock; the game may go on meanwhile, and an
 * answer that has come too late is dropped.
 */
#ifndef LAN_THINKER_H
#define LAN_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "bot.h"

/* The memory of `question` is the asker's to fill in while nobody thinks. */
struct thinker {
    const struct lan_rules *rules;
    const struct lan_bot *bot;
    struct lan_budget budget; /* how long it may think; its arena is the thinker's */

    struct lan_question question;
    union lan_view_buf view;
    struct lan_list list;
    uint64_t seed;

    struct lan_advice advice;
    pthread_t thread;
    bool thinking;
    atomic_bool dropped;
    int done[2]; /* a pipe: has a byte when the thread is at its end */
};

/*
 * With an arena for the bot. NULL when there is no memory or no descriptor. Rules and budget's context stay
 * the caller's.
 */
struct thinker *thinker_create(const struct lan_rules *rules, const struct lan_bot *bot,
                               const struct lan_budget *budget);

/* Drops what is being thought about. NULL is allowed. */
void thinker_destroy(struct thinker *thinker);

/*
 * Begins to think about the question; what it points to stays untouched until the answer is taken, or
 * dropped.
 */
void thinker_begin(struct thinker *thinker);

/* Readable when there is an answer. */
int thinker_descriptor(const struct thinker *thinker);

/* True once for every question: when `advice` is the answer. */
bool thinker_answered(struct thinker *thinker);

/*
 * Nobody wants the answer any more. Waits for the thread, which ends as soon as the bot asks whether to stop.
 */
void thinker_drop(struct thinker *thinker);

#endif
