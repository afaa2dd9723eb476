/* retention_daily.h - how long the results of daily deals are kept in the store: LIMIT_DAILY_DAYS. */
#ifndef LAN_SERVER_RETENTION_DAILY_H
#define LAN_SERVER_RETENTION_DAILY_H

struct server;

/* Begins to delete the documents of days that are too old. The tables stay as long as others do. */
void daily_expire(struct server *server);

#endif
