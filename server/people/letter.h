/*
 * letter.h - an e-mail of the server: headers, date and id around a subject and a text.
 *
 * The text is the server's own. Nothing that a person entered may be in it, since the receiver may be a
 * stranger.
 */
#ifndef LAN_SERVER_LETTER_H
#define LAN_SERVER_LETTER_H

#include <stdbool.h>

#include "buf.h"

struct server;

/* Whether the server sends e-mail at all: --smtp is set, and it does not stop. */
bool letter_possible(const struct server *server);
/* Writes an address of the page, from --base-url: `path` begins with a slash. */
void letter_link_write(struct buf *out, const struct server *server, const char *path);
/* Sends it; `subject` is in the form of a header. Takes over the text. */
void letter_send(struct server *server, const char *to, const char *subject, struct buf *text);

#endif
