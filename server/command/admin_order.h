/*
 * admin_order.h - the commands of `lanterne admin` about order among people: reports and decisions, sanctions
 * that stand, the log of moderation.
 */
#ifndef LAN_SERVER_ADMIN_ORDER_H
#define LAN_SERVER_ADMIN_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "env.h"

struct audit;
struct store_batch;
struct store_sync;

enum { ADMIN_DONE, ADMIN_FAILED, ADMIN_USAGE };

/* What the command line says besides its words; texts are "" where nothing was given. */
struct admin_order {
    struct store_sync *sync;
    bool json;
    const char *after, *limit, *span, *note, *reason;
    struct env env;
    int (*table_close)(const char *table); /* for the decision `close` */
};

/* Sets the clock: the store's where several nodes share it. */
void admin_order_begin(struct admin_order *order, struct store_sync *sync);
int64_t admin_now(const struct admin_order *order);
/* Adds an act by the admin to a batch; `by` of it is left empty. */
void admin_audit_put(struct admin_order *order, struct store_batch *batch, const struct audit *audit);
/* Notifies running servers: nodes through the database, a single server by a document that it polls for. */
void admin_notify(struct store_sync *sync, struct store_batch *batch, const char *name);

/* `reports`, `reports ID`, `reports ID DECISION`. */
int admin_reports(struct admin_order *order, const char *id, const char *decision);
/* `sanctions`, and `lift PERSON`. */
int admin_sanctions(struct admin_order *order);
int admin_lift(struct admin_order *order, const char *person);
/* `audit`. */
int admin_audit(struct admin_order *order);

#endif
