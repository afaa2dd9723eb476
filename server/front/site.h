/* site.h - answers to plain GET requests: the page's files, health, metrics. */
#ifndef LAN_SERVER_SITE_H
#define LAN_SERVER_SITE_H

#include <stdbool.h>

#include "assets.h"
#include "http.h"
#include "server.h"

enum { SITE_HEADERS = 256 };

/* Whether a request is for health or metrics, which monitors ask for by names of their own. */
bool site_watched(const struct http_request *request);
/* Answers a GET or HEAD request other than an operation. */
void site_answer(struct client *client, const struct http_request *request);

/*
 * The answer with a file in the best coding that the client accepts: 304 when it has it, else `status`. The
 * headers are written to `headers`, to which the answer points.
 */
struct http_answer site_file(const struct http_request *request, const struct asset *asset, int status,
                             char headers[SITE_HEADERS]);

/* A file of the page; NULL when there is none. index.html is always there. */
const struct asset *site_asset(const char *path);

/* The content security policy sent with every answer, and the one of the page that may be framed. */
const char *site_policy(void);
const char *site_framed_policy(void);

#endif
