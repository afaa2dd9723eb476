/* retention_order.h - how long reports, acts of moderation and sanctions are kept in the store. */
#ifndef LAN_SERVER_RETENTION_ORDER_H
#define LAN_SERVER_RETENTION_ORDER_H

struct server;

/*
 * Deletes acts of moderation older than LIMIT_AUDIT_DAYS, reports that nobody decided for LIMIT_REPORT_DAYS,
 * and sanctions that have ended.
 */
void order_expire(struct server *server);

#endif
