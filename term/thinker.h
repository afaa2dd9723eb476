/*
 * thinker.h - runs a bot in a thread, so that keys are handled while it thinks.
 *
 * The thread reads the rules, which never change, and the thinker's own copy of a question. It shares nothing
 * else, so there are no locks; if the game continues meanwhile, the answer is dropped.
 */
#ifndef LAN_THINKER_H
#define LAN_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "bot.h"

/* The caller fills in `question`, `view`, `list` and `seed` while no thread is running. */
struct thinker {
    const struct lan_rules *rules;
    const struct lan_bot *bot;
    struct lan_budget budget; /* limits of the bot; its arena is owned by the thinker */

    struct lan_question question;
    union lan_view_buf view;
    struct lan_list list;
    uint64_t seed;

    struct lan_advice advice;
    pthread_t thread;
    bool thinking;
    atomic_bool dropped;
    int done[2]; /* a pipe: the thread writes a byte when it has finished */
};

/*
 * Allocates the bot's arena as well. The rules and the budget's context remain the caller's. NULL when there
 * is no memory or no descriptor.
 */
struct thinker *thinker_create(const struct lan_rules *rules, const struct lan_bot *bot,
                               const struct lan_budget *budget);

/* Drops a question in progress first. NULL is allowed. */
void thinker_destroy(struct thinker *thinker);

/*
 * Starts the thread on the question. Its memory must not change until thinker_answered has returned true or
 * thinker_drop was called.
 */
void thinker_begin(struct thinker *thinker);

/* Readable when there is an answer. */
int thinker_descriptor(const struct thinker *thinker);

/* True once for every question: when `advice` is the answer. */
bool thinker_answered(struct thinker *thinker);

/*
 * Discards the question in progress. Waits for the thread, which ends at the bot's next check of its budget.
 */
void thinker_drop(struct thinker *thinker);

#endif
