#include "reviewer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct reviewer {
    const struct table *table;
    int seat;
    pthread_t thread;
    atomic_bool stop;
    atomic_int reached; /* in 100 */
    int done;           /* `reached` as the caller knows it */
    bool ended;
    int report[2];
    struct review *review; /* of the thread until it has ended */
};

static void byte_write(const struct reviewer *reviewer)
{
    while (write(reviewer->report[1], "", 1) < 0)
        lan_assert(errno == EINTR);
}

static bool progress(void *context, int done)
{
    struct reviewer *reviewer = context;
    if (done / 10 > atomic_load(&reviewer->reached) && done < 1000) {
        atomic_store(&reviewer->reached, done / 10);
        byte_write(reviewer);
    }
    return !atomic_load(&reviewer->stop);
}

static void *thread_run(void *context)
{
    struct reviewer *reviewer = context;
    const struct review_setup setup = {.seats = (uint16_t)(1u << reviewer->seat),
                                       .beliefs = REVIEW_BELIEFS,
                                       .progress = progress,
                                       .context = reviewer};
    reviewer->review = review_create(reviewer->table, &setup);
    atomic_store(&reviewer->reached, 100);
    byte_write(reviewer);
    return NULL;
}

/* Signals are the main thread's, except those raised by a fault of the thread itself. */
static int thread_start(struct reviewer *reviewer)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&blocked, faults[i]);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    int error = pthread_create(&reviewer->thread, NULL, thread_run, reviewer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

struct reviewer *reviewer_start(const struct table *table, int seat)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer || pipe(reviewer->report) != 0) {
        free(reviewer);
        return NULL;
    }
    for (int i = 0; i < 2; i++)
        fcntl(reviewer->report[i], F_SETFD, FD_CLOEXEC);
    reviewer->table = table;
    reviewer->seat = seat;
    if (thread_start(reviewer) == 0)
        return reviewer;
    close(reviewer->report[0]);
    close(reviewer->report[1]);
    free(reviewer);
    return NULL;
}

void reviewer_destroy(struct reviewer *reviewer)
{
    if (!reviewer)
        return;
    atomic_store(&reviewer->stop, true);
    if (!reviewer->ended)
        pthread_join(reviewer->thread, NULL);
    close(reviewer->report[0]);
    close(reviewer->report[1]);
    review_free(reviewer->review);
    free(reviewer);
}

int reviewer_seat(const struct reviewer *reviewer)
{
    return reviewer->seat;
}

int reviewer_descriptor(const struct reviewer *reviewer)
{
    return reviewer->ended ? -1 : reviewer->report[0];
}

bool reviewer_follow(struct reviewer *reviewer)
{
    struct pollfd report = {.fd = reviewer->report[0], .events = POLLIN};
    char bytes[128];
    if (reviewer->ended || poll(&report, 1, 0) <= 0)
        return false;
    while (read(reviewer->report[0], bytes, sizeof bytes) < 0)
        lan_assert(errno == EINTR);
    reviewer->done = atomic_load(&reviewer->reached);
    if (reviewer->done == 100) {
        pthread_join(reviewer->thread, NULL);
        reviewer->ended = true;
    }
    return true;
}

int reviewer_done(const struct reviewer *reviewer)
{
    return reviewer->done;
}

bool reviewer_ended(const struct reviewer *reviewer)
{
    return reviewer->ended;
}

const struct review *reviewer_review(const struct reviewer *reviewer)
{
    return reviewer->ended ? reviewer->review : NULL;
}
