/*
 * process.h - a child process that exchanges lines with us: its stdin and stdout, with deadlines.
 *
 * The child is not trusted: lateness, exit and malformed output are return values. It leads a process group
 * of its own, which is killed as a whole when it is closed: programs that it started do not outlive it.
 */
#ifndef LAN_PROCESS_H
#define LAN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum {
    PROCESS_LINE_MAX = 1 << 20,
    PROCESS_END_MAX = 160
}; /* bytes of a line from the child, of an end's text */

enum process_got {
    PROCESS_LINE,
    PROCESS_LATE,
    PROCESS_LONG, /* a line of more than PROCESS_LINE_MAX bytes; the rest of it is skipped by the next call */
    PROCESS_ENDED /* it has exited or closed its output */
};

struct process {
    pid_t pid; /* 0: not running */
    int in, out;
    bool skipping; /* within a line that was too long */
    char *buffer;
    size_t used, taken; /* bytes in the buffer, and of these the ones already returned */
};

/* Starts a command line through the shell. False after complaining. */
bool process_open(struct process *process, const char *command);

/*
 * Closes the child's input, kills it if it does not exit by itself, and all that is left of its group.
 */
void process_close(struct process *process);

/* False when the child has closed its input or does not read the line in time. */
bool process_send(struct process *process, const char *line, size_t length, double seconds);

/* Reads the next line, without its newline; valid until the next call. */
enum process_got process_receive(struct process *process, double seconds, char **line);

/*
 * Says how a child ended that has closed its output: its exit status, or the signal that ended it. Waits up
 * to `seconds` for that end. The process remains to be closed.
 */
void process_end_say(const struct process *process, double seconds, char text[PROCESS_END_MAX]);

#endif
