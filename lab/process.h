/*
 * process.h - a child process that exchanges lines with us: its stdin and stdout, with deadlines.
 *
 * The child is not trusted: lateness, exit and malformed output are return values.
 */
#ifndef LAN_PROCESS_H
#define LAN_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PROCESS_LINE_MAX = 1 << 20 }; /* bytes of a line from the child; a longer one gives PROCESS_ENDED */

enum process_got { PROCESS_LINE, PROCESS_LATE, PROCESS_ENDED };

struct process {
    pid_t pid; /* 0: not running */
    int in, out;
    char *buffer;
    size_t used, taken; /* bytes in the buffer, and of these the ones already returned */
};

/* Starts a command line through the shell. False after complaining. */
bool process_open(struct process *process, const char *command);

/* Closes the child's input and kills it if it does not exit by itself. */
void process_close(struct process *process);

/* False when the child has closed its input or does not read the line in time. */
bool process_send(struct process *process, const char *line, size_t length, double seconds);

/* Reads the next line, without its newline; valid until the next call. */
enum process_got process_receive(struct process *process, double seconds, char **line);

#endif
