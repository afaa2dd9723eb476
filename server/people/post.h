/*
 * post.h - sends letters by SMTP and JSON objects by HTTP, through libcurl in the server's loop.
 *
 * Sending is asynchronous without a callback: it ends after POST_SECONDS at the latest, and its outcome is
 * logged.
 */
#ifndef LAN_SERVER_POST_H
#define LAN_SERVER_POST_H

#include "server.h"

enum { POST_SECONDS = 20, POSTS_MAX = 64 };

struct post;

/* NULL when libcurl cannot start. */
struct post *post_open(struct server *server);
/* Aborts all transfers and releases the handles in the loop. */
void post_close(struct post *post);

/* Takes ownership of the body. While POSTS_MAX are being sent it is dropped, with a line in the log. */
void post_json(struct post *post, const char *url, struct buf *body);
/* Sends a letter, headers included, from --mail-from through --smtp. */
void post_mail(struct post *post, const char *to, struct buf *letter);

/* Whether the setting --smtp or --webhook is valid; passwords require TLS. */
bool post_smtp_valid(const struct config *config);
bool post_webhook_valid(const char *webhook);

#endif
