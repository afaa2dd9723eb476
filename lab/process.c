#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "args.h"
#include "level.h"
#include "stop.h"

/* Exit statuses of the shell: for a command that does not exist, and beyond which there is a signal. */
enum { NOT_FOUND = 127, SHELL_SIGNAL = 128 };

/* For a bot to end by itself when its input has ended. */
static const double grace_seconds = 0.5;

/* How often the exit of a child that holds its output open is looked for. */
static const double exit_seconds = 0.05;

static void child_run(const char *command, int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    /* A process group of its own, so that programs started by the shell are killed with it. */
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

bool process_open(struct process *process, const char *command)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    *process = (struct process){.in = -1, .out = -1};
    process->buffer = malloc(PROCESS_LINE_MAX + 1);
    signal(SIGPIPE, SIG_IGN);
    if (process->buffer && pipe(in) == 0 && pipe(out) == 0)
        process->pid = fork();
    else
        process->pid = -1;
    if (process->pid == 0) {
        close(in[1]);
        close(out[0]);
        child_run(command, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    process->in = in[1];
    process->out = out[0];
    if (process->pid < 0) {
        complain_in("cannot start %s: %s", "impossible de lancer %s : %s", command, strerror(errno));
        process->pid = 0;
        process_close(process);
        return false;
    }
    setpgid(process->pid, process->pid);
    /* Close-on-exec, so that processes started later do not hold these pipes open. */
    fcntl(process->in, F_SETFD, FD_CLOEXEC);
    fcntl(process->out, F_SETFD, FD_CLOEXEC);
    fcntl(process->in, F_SETFL, O_NONBLOCK);
    fcntl(process->out, F_SETFL, O_NONBLOCK);
    return true;
}

/*
 * Waits until the child has exited, without reaping it: as long as it is a zombie neither its number nor that
 * of its group can be given to another process. False when the deadline has passed.
 */
static bool exit_wait(pid_t pid, double deadline, siginfo_t *info)
{
    for (;;) {
        memset(info, 0, sizeof *info);
        if (waitid(P_PID, (id_t)pid, info, WEXITED | WNOHANG | WNOWAIT) == 0 && info->si_pid == pid)
            return true;
        if (seconds_now() >= deadline)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

void process_close(struct process *process)
{
    siginfo_t info;
    if (process->in >= 0)
        close(process->in);
    if (process->pid) {
        (void)exit_wait(process->pid, seconds_now() + grace_seconds, &info);
        kill(-process->pid, SIGKILL);
        while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (process->out >= 0)
        close(process->out);
    free(process->buffer);
    *process = (struct process){.in = -1, .out = -1};
}

void process_end_say(const struct process *process, double seconds, char text[PROCESS_END_MAX])
{
    siginfo_t info;
    if (!process->pid || !exit_wait(process->pid, seconds_now() + seconds, &info))
        snprintf(text, PROCESS_END_MAX, "it closed its output and goes on running");
    else if (info.si_code == CLD_EXITED && info.si_status > SHELL_SIGNAL)
        snprintf(text, PROCESS_END_MAX, "it was ended by signal %d (%s), says the shell by exit status %d",
                 info.si_status - SHELL_SIGNAL, strsignal(info.si_status - SHELL_SIGNAL), info.si_status);
    else if (info.si_code == CLD_EXITED)
        snprintf(text, PROCESS_END_MAX, "it ended with exit status %d%s", info.si_status,
                 info.si_status == NOT_FOUND ? ", by which the shell says that there is no such command"
                                             : "");
    else
        snprintf(text, PROCESS_END_MAX, "it was ended by signal %d (%s)", info.si_status,
                 strsignal(info.si_status));
}

/* Waits until the descriptor is ready; false when the deadline has passed or the work is to stop. */
static bool wait_for(int fd, short what, double deadline)
{
    for (;;) {
        double left = deadline - seconds_now();
        struct pollfd poll_fd = {.fd = fd, .events = what};
        int ready = poll(&poll_fd, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR || stop_wanted())
            return false;
    }
}

/*
 * Waits for output of the child. Programs that it started may hold its output open when it has exited, so
 * that no end of file comes: its exit is looked for in between.
 */
static enum process_got output_wait(const struct process *process, double deadline)
{
    siginfo_t info;
    for (;;) {
        double now = seconds_now(), slice = now + exit_seconds;
        bool gone = exit_wait(process->pid, now, &info);
        if (wait_for(process->out, POLLIN, gone ? now : slice < deadline ? slice : deadline))
            return PROCESS_LINE;
        if (gone)
            return PROCESS_ENDED;
        if (now >= deadline || stop_wanted())
            return PROCESS_LATE;
    }
}

bool process_send(struct process *process, const char *line, size_t length, double seconds)
{
    double deadline = seconds_now() + seconds;
    while (length && process->pid) {
        ssize_t wrote = write(process->in, line, length);
        if (wrote > 0) {
            line += wrote;
            length -= (size_t)wrote;
        } else if (!(wrote < 0 && (errno == EAGAIN || errno == EINTR)) ||
                   !wait_for(process->in, POLLOUT, deadline)) {
            return false;
        }
    }
    return process->pid != 0;
}

enum process_got process_receive(struct process *process, double seconds, char **line)
{
    double deadline = seconds_now() + seconds;
    memmove(process->buffer, process->buffer + process->taken, process->used - process->taken);
    process->used -= process->taken;
    process->taken = 0;
    while (process->pid) {
        char *end = memchr(process->buffer, '\n', process->used);
        if (process->skipping) {
            size_t past = end ? (size_t)(end - process->buffer) + 1 : process->used;
            memmove(process->buffer, process->buffer + past, process->used - past);
            process->used -= past;
            process->skipping = !end;
            if (end)
                continue;
        } else if (end) {
            *end = 0;
            *line = process->buffer;
            process->taken = (size_t)(end - process->buffer) + 1;
            return PROCESS_LINE;
        }
        if (process->used == PROCESS_LINE_MAX) {
            process->skipping = true;
            return PROCESS_LONG;
        }
        enum process_got waited = output_wait(process, deadline);
        if (waited != PROCESS_LINE)
            return waited;
        ssize_t got = read(process->out, process->buffer + process->used, PROCESS_LINE_MAX - process->used);
        if (got > 0)
            process->used += (size_t)got;
        else if (!(got < 0 && (errno == EAGAIN || errno == EINTR)))
            return PROCESS_ENDED;
    }
    return PROCESS_ENDED;
}
