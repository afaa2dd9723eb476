/*
 * thinker.h - runs a bot in a thread, so that keys are handled while it thinks.
 *
 * The thread reads the rules, which never change, and the thinker's own copy of a question. It shares nothing
 * else but two flags, so there are no locks; if the game continues meanwhile, the answer is dropped. The
 * caller may hurry a thought, after which it answers with what it has, within one iteration of the search.
 */
#ifndef LAN_THINKER_H
#define LAN_THINKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "question.h"

struct thinker {
    const struct lan_rules *rules;
    const struct lan_bot *bot;
    struct lan_budget budget; /* limits of the bot; its arena is owned by the thinker */
    struct question question; /* filled in by the caller while no thread is running */

    pthread_t thread;
    bool thinking;
    atomic_bool hurry_may, hurry;
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
 * Starts the thread on the question, which must not change until thinker_answered has returned true or
 * thinker_drop was called.
 */
void thinker_begin(struct thinker *thinker);

/* The same in the calling thread, for bots without an arena: they answer faster than a thread starts. */
void thinker_think(struct thinker *thinker);

/* Takes what the optional question has by now, or `all` questions. */
void thinker_hurry(struct thinker *thinker, bool all);

/* Readable when there is an answer. */
int thinker_descriptor(const struct thinker *thinker);

/* True once for every question: when it was thought about. */
bool thinker_answered(struct thinker *thinker);

/*
 * Discards the question in progress. Waits for the thread, which ends at the bot's next check of its budget.
 */
void thinker_drop(struct thinker *thinker);

#endif
