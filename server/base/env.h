/*
 * env.h - the server's clock and source of random bytes; no other file calls those of the system.
 *
 * Under --test-hooks the clock stands still until a test steps it, and the bytes come from a seed. The server
 * then listens on loopback only, and every record is marked as not verifiable.
 */
#ifndef LAN_SERVER_ENV_H
#define LAN_SERVER_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"

struct env {
    int64_t (*now)(const struct env *env); /* milliseconds since 1970 */
    void (*random)(struct env *env, void *bytes, size_t count);
    int64_t stepped;
    int64_t ahead; /* server time minus the monotonic clock, in milliseconds */
    struct lan_rng rng;
    bool test;
};

void env_real(struct env *env);
void env_test(struct env *env, uint64_t seed);

static inline int64_t env_now(const struct env *env)
{
    return env->now(env);
}

static inline void env_random(struct env *env, void *bytes, size_t count)
{
    env->random(env, bytes, count);
}

/* Processor time that this thread has used, in milliseconds. Never under a test's control. */
int64_t env_processor_ms(void);

/* Writes an id of `length` letters and digits, 5 random bits each, without characters that look alike. */
void env_id(struct env *env, char *out, size_t length);

#endif
