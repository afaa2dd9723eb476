/*
 * arena_team.c - plays the rounds of an arena in several worker processes.
 *
 * Worker w of n plays every n-th round from w on and writes the lines of the file to a pipe. The parent reads
 * the rounds in order, one worker after the other, so that result and file do not depend on n; a worker that
 * is ahead blocks on its full pipe. Workers are processes rather than threads because each of them owns the
 * processes of its external bots.
 */
#include "arena_team.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "arena_file.h"
#include "args.h"
#include "stop.h"

struct worker {
    pid_t pid;
    FILE *from;
};

static _Noreturn void worker_run(struct arena *arena, uint64_t first, int step)
{
    bool fine = true;
    signal(SIGPIPE, SIG_IGN);
    for (uint64_t round = first; fine && round < arena->settings->games; round += (uint64_t)step)
        fine = arena_round(arena, round);
    arena_finish(arena);
    _exit(fine ? CLI_OK : CLI_FAILED);
}

/* A worker closes the other workers' pipes, since an open copy would hide the end of file from the parent. */
static bool worker_start(struct arena *arena, struct worker *team, int at, int workers)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fflush(NULL);
    team[at].pid = fork();
    if (team[at].pid == 0) {
        close(ends[0]);
        for (int i = 0; i < at; i++)
            close(fileno(team[i].from));
        if (arena->file >= 0)
            close(arena->file);
        arena->file = ends[1];
        worker_run(arena, arena->rounds + (uint64_t)at, workers);
    }
    close(ends[1]);
    team[at].from = team[at].pid > 0 ? fdopen(ends[0], "r") : NULL;
    if (!team[at].from)
        close(ends[0]);
    return team[at].from != NULL;
}

/* Reads the lines of one round from a worker; false after complaining. */
static bool round_take(struct arena *arena, struct worker *worker)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = 0;
    bool round = false, fine = true;
    while (fine && !round && (length = getline(&line, &capacity, worker->from)) > 0)
        fine = arena_file_line(arena, line, (size_t)length, &round);
    free(line);
    if (fine && !round && !stop_wanted())
        complain("a worker of the arena has ended early");
    return fine && round;
}

/*
 * Ends the workers that are still playing and waits for them. Where bots are programs the workers are asked
 * to stop, so that they end their bots; one that waits for its pipe to be read is woken by the signal.
 */
static void team_finish(const struct arena *arena, struct worker *team, int workers)
{
    bool programs = false;
    for (int bot = 0; bot < arena->bot_count; bot++)
        programs |= arena->bot[bot].command != NULL;
    for (int i = 0; i < workers; i++) {
        if (team[i].pid > 0)
            kill(team[i].pid, programs ? SIGTERM : SIGKILL);
        if (team[i].from)
            fclose(team[i].from);
    }
    for (int i = 0; i < workers; i++) {
        while (team[i].pid > 0 && waitpid(team[i].pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    free(team);
}

int arena_team_run(struct arena *arena, int workers, bool (*stop)(struct arena *arena))
{
    struct worker *team = calloc((size_t)workers, sizeof *team);
    bool fine = team != NULL;
    for (int i = 0; fine && i < workers; i++)
        fine = worker_start(arena, team, i, workers);
    if (!fine)
        complain_in("no process, or no memory, to play in",
                    "pas de processus, ou pas assez de mémoire, pour jouer");
    for (int at = 0; fine && !stop(arena); at = (at + 1) % workers)
        fine = round_take(arena, &team[at]) || stop_wanted();
    if (team)
        team_finish(arena, team, workers);
    return fine ? CLI_OK : CLI_FAILED;
}
