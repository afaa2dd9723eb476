/* site.h - answers to plain GET requests: the page's files, health, metrics. */
#ifndef LAN_SERVER_SITE_H
#define LAN_SERVER_SITE_H

#include "http.h"
#include "server.h"

/* Answers a GET or HEAD request other than an operation. */
void site_answer(struct client *client, const struct http_request *request);

/* The content security policy sent with every answer. */
const char *site_policy(void);

#endif
