/*
 * process.h - another program as a conversation partner: lines to its stdin, lines from its stdout, with
 * deadlines.
 *
 * Whatever the other program does is an outcome and never an error of ours: it may be late, end, or write
 * nonsense.
 */
#ifndef LAN_PROCESS_H
#define LAN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PROCESS_LINE_MAX = 1 << 20 }; /* bytes of a line it may send; a longer one counts as its end */

enum process_got { PROCESS_LINE, PROCESS_LATE, PROCESS_ENDED };

struct process {
    pid_t pid; /* 0: none is running */
    int in, out;
    char *buffer;
    size_t used, taken; /* bytes held, and of them those already handed out */
};

/* Starts a command line through the shell. False after complaining. */
bool process_open(struct process *process, const char *command);

/* Ends it, at once if it does not end by itself when its input closes. */
void process_close(struct process *process);

/* False when it no longer listens, or does not take the line in time. */
bool process_send(struct process *process, const char *line, size_t length, double seconds);

/* The next line without its newline; it lives until the next call. */
enum process_got process_receive(struct process *process, double seconds, char **line);

#endif
