#include "thinker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ARENA = 16 << 20 };

static void budget_start(void *context)
{
    const struct lan_budget *budget = &((struct thinker *)context)->budget;
    if (budget->start)
        budget->start(budget->context);
}

static bool time_is_up(const struct thinker *thinker)
{
    return thinker->budget.stop && thinker->budget.stop(thinker->budget.context);
}

static bool optional_stop(void *context)
{
    struct thinker *thinker = context;
    return atomic_load(&thinker->hurry_may) || time_is_up(thinker);
}

static bool answer_stop(void *context)
{
    struct thinker *thinker = context;
    return atomic_load(&thinker->hurry) || time_is_up(thinker);
}

void thinker_think(struct thinker *thinker)
{
    struct lan_budget may = thinker->budget;
    may.start = budget_start;
    may.context = thinker;
    struct lan_budget must = may;
    may.stop = optional_stop;
    must.stop = answer_stop;
    question_think(&thinker->question, thinker->rules, thinker->bot, &may, &must);
}

static void *thread_run(void *context)
{
    struct thinker *thinker = context;
    thinker_think(thinker);
    while (write(thinker->done[1], "", 1) < 0)
        lan_assert(errno == EINTR);
    return NULL;
}

/*
 * Blocks all signals in the new thread, since handlers belong to the main thread, except those raised by a
 * fault of the thread itself.
 */
static void signals_block(sigset_t *before)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, before);
}

struct thinker *thinker_create(const struct lan_rules *rules, const struct lan_bot *bot,
                               const struct lan_budget *budget)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    size_t size = bot->memory_min && bot->memory_min < ARENA ? ARENA : bot->memory_min;
    void *arena = size ? malloc(size) : NULL;
    if (!thinker || (size && !arena) || pipe(thinker->done) != 0) {
        free(thinker);
        free(arena);
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(thinker->done[i], F_SETFD, FD_CLOEXEC);
    thinker->rules = rules;
    thinker->bot = bot;
    thinker->budget = *budget;
    thinker->budget.memory = arena;
    thinker->budget.memory_size = size;
    return thinker;
}

void thinker_destroy(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_drop(thinker);
    close(thinker->done[0]);
    close(thinker->done[1]);
    free(thinker->budget.memory);
    question_finish(&thinker->question);
    free(thinker);
}

void thinker_begin(struct thinker *thinker)
{
    sigset_t before;
    lan_assert(!thinker->thinking);
    atomic_store(&thinker->hurry_may, false);
    atomic_store(&thinker->hurry, false);
    thinker->thinking = true;
    signals_block(&before);
    int error = pthread_create(&thinker->thread, NULL, thread_run, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error) {
        fputs("lanterne: no thread for a bot to think in\n", stderr);
        exit(1);
    }
}

void thinker_hurry(struct thinker *thinker, bool all)
{
    atomic_store(&thinker->hurry_may, true);
    if (all)
        atomic_store(&thinker->hurry, true);
}

int thinker_descriptor(const struct thinker *thinker)
{
    return thinker->thinking ? thinker->done[0] : -1;
}

static void thread_end(struct thinker *thinker)
{
    char byte;
    pthread_join(thinker->thread, NULL);
    while (read(thinker->done[0], &byte, 1) < 0)
        lan_assert(errno == EINTR);
    thinker->thinking = false;
}

bool thinker_answered(struct thinker *thinker)
{
    struct pollfd done = {.fd = thinker->done[0], .events = POLLIN};
    if (!thinker->thinking || poll(&done, 1, 0) <= 0)
        return false;
    thread_end(thinker);
    return true;
}

void thinker_drop(struct thinker *thinker)
{
    thinker_hurry(thinker, true);
    if (thinker->thinking)
        thread_end(thinker);
}
