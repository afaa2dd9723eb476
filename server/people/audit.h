/*
 * audit.h - the log of moderation: every act of a host or of `lanterne admin`, with its time, who did it, to
 * whom, where and why. A document each, in the order of time; deleted after LIMIT_AUDIT_DAYS.
 */
#ifndef LAN_SERVER_AUDIT_H
#define LAN_SERVER_AUDIT_H

#include <stdint.h>

struct env;
struct store_batch;

/* Fields that are NULL or "" are left out. `by` is a person's id; "" is `lanterne admin`. */
struct audit {
    const char *what; /* mute, unmute, remove, let-in, words; warn, suspend, dismiss, lift, close ... */
    const char *by, *by_name, *whom, *whom_name, *table, *reason, *note;
    int64_t until; /* 0 for none */
};

/* Adds the act to a batch, so that it is stored with what it tells of, or neither is. */
void audit_put(struct store_batch *batch, struct env *env, int64_t now, const struct audit *audit);

#endif
