#include "stop.h"

#include <signal.h>
#include <stddef.h>
#include <stdatomic.h>

static volatile atomic_bool wanted;

static void stop_note(int signal)
{
    (void)signal;
    wanted = true;
}

void stop_watch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        /* No SA_RESTART: a blocked read, write or poll returns, so that its caller sees the flag. */
        struct sigaction action = {.sa_handler = stop_note, .sa_flags = (int)SA_RESETHAND}, before;
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

bool stop_wanted(void)
{
    return wanted;
}
