/* site.h - answers to plain GET requests: the page's files, health, metrics. */
#ifndef LAN_SERVER_SITE_H
#define LAN_SERVER_SITE_H

#include <stdbool.h>

#include "http.h"
#include "server.h"

/* Whether a request is for health or metrics, which monitors ask for by names of their own. */
bool site_watched(const struct http_request *request);
/* Answers a GET or HEAD request other than an operation. */
void site_answer(struct client *client, const struct http_request *request);

/* The content security policy sent with every answer. */
const char *site_policy(void);

#endif
