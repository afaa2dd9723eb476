/*
 * post.h - sends letters by SMTP and small JSON objects by HTTP, with TLS where it is asked for.
 *
 * libcurl does the talking, in the server's loop. Nobody waits for it: a sending ends by itself after POST_SECONDS at
 * the latest and says in the log whether it succeeded.
 */
#ifndef LAN_SERVER_POST_H
#define LAN_SERVER_POST_H

#include "server.h"

enum { POST_SECONDS = 20, POSTS_MAX = 64 };

struct post;

/* NULL when libcurl cannot start. */
struct post *post_open(struct server *server);
/* Gives up what is under way and lets go of the loop. */
void post_close(struct post *post);

/* Takes the body over. When POSTS_MAX are under way it is dropped, and the log says so. */
void post_json(struct post *post, const char *url, struct buf *body);
/* A letter, headers included, from --mail-from through --smtp. */
void post_mail(struct post *post, const char *to, struct buf *letter);

/* Whether a setting of --smtp or --webhook can be used; passwords need TLS. */
bool post_smtp_valid(const struct config *config);
bool post_webhook_valid(const char *webhook);

#endif
