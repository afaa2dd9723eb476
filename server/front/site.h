/* site.h - what is read by plain GET: the page's files, health, metrics. */
#ifndef LAN_SERVER_SITE_H
#define LAN_SERVER_SITE_H

#include "http.h"
#include "server.h"

/* Answers a GET or HEAD that is no operation. */
void site_answer(struct client *client, const struct http_request *request);

/* The content security policy of every answer. */
const char *site_policy(void);

#endif
