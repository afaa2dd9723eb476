#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "args.h"
#include "level.h"

enum { GRACE_MS = 500 };

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
        complain("cannot start %s: %s", command, strerror(errno));
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

void process_close(struct process *process)
{
    if (process->in >= 0)
        close(process->in);
    for (int waited = 0; process->pid; waited += 10) {
        if (waitpid(process->pid, NULL, WNOHANG) == process->pid)
            break;
        if (waited >= GRACE_MS) {
            kill(-process->pid, SIGKILL);
            waitpid(process->pid, NULL, 0);
            break;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    if (process->out >= 0)
        close(process->out);
    free(process->buffer);
    *process = (struct process){.in = -1, .out = -1};
}

/* Waits until the descriptor is ready; false when the deadline has passed. */
static bool wait_for(int fd, short what, double deadline)
{
    for (;;) {
        double left = deadline - seconds_now();
        struct pollfd poll_fd = {.fd = fd, .events = what};
        int ready = poll(&poll_fd, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
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
        if (end) {
            *end = 0;
            *line = process->buffer;
            process->taken = (size_t)(end - process->buffer) + 1;
            return PROCESS_LINE;
        }
        if (process->used == PROCESS_LINE_MAX)
            return PROCESS_ENDED;
        if (!wait_for(process->out, POLLIN, deadline))
            return PROCESS_LATE;
        ssize_t got = read(process->out, process->buffer + process->used, PROCESS_LINE_MAX - process->used);
        if (got > 0)
            process->used += (size_t)got;
        else if (!(got < 0 && (errno == EAGAIN || errno == EINTR)))
            return PROCESS_ENDED;
    }
    return PROCESS_ENDED;
}
