/*
 * talk.h - a short conversation with another server, line by line: what SMTP and a simple HTTP request have in common.
 *
 * Nobody waits for it: it runs in the loop, ends by itself after TALK_SECONDS at the latest, and says in the log
 * whether it succeeded.
 */
#ifndef LAN_SERVER_TALK_H
#define LAN_SERVER_TALK_H

#include "server.h"

enum { TALK_STEPS_MAX = 8, TALK_SECONDS = 20, TALKS_MAX = 64 };

/* Waits for a line that begins with `expect` ("" for none) and then sends `send`. */
struct talk_step {
    const char *expect;
    char *send; /* the talk's own */
};

struct talk;

/* `where` is HOST:PORT. NULL when too many are going on. */
struct talk *talk_create(struct server *server, const char *what, const char *where);
/* Adds a step; the text is copied. A last step with send "" ends the conversation well. */
void talk_step(struct talk *talk, const char *expect, const char *send);
void talk_start(struct talk *talk);

#endif
