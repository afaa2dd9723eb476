/*
 * log.h - the server's log: one JSON object a line on stderr, or to server->log_to. It never contains tokens,
 * actions or texts of people.
 */
#ifndef LAN_SERVER_LOG_H
#define LAN_SERVER_LOG_H

struct server;

void log_line(struct server *server, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
