/*
 * post.h - sends letters by SMTP, JSON objects by HTTP and push messages by https, through libcurl in the
 * server's loop.
 *
 * Sending is asynchronous: it ends after POST_SECONDS at the latest, and its outcome is logged. Push messages
 * have a callback too.
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

/*
 * A push message to an address that a client gave (push_target.h): by https alone, without proxies, redirects
 * or cookies, to addresses that push_address_allowed allows, whatever the name resolves to.
 */
struct post_push {
    const char *url, *authorization, *urgency, *topic;
    long ttl;         /* seconds that the push service may keep it */
    struct buf *body; /* taken over */
    /*
     * Called when it has ended, and not when post_close aborts it. `status` is that of HTTP, 0 when there is
     * no answer; `after` the seconds after which the service wants to be asked again, 0 when it says nothing.
     */
    void (*done)(void *context, long status, long after);
    void *context;
};

/* False, without a callback, while POSTS_MAX are being sent. */
bool post_push(struct post *post, const struct post_push *push);

/* Whether the setting --smtp or --webhook is valid; passwords require TLS. */
bool post_smtp_valid(const struct config *config);
bool post_webhook_valid(const char *webhook);

#endif
