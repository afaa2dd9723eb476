/*
 * env.h - time and chance of the server, the one place they come from.
 *
 * Under --test-hooks both are the test's: a clock that stands until it is stepped, and bytes from a seed. Then
 * the server listens on loopback only and every record is marked as not verifiable.
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
    int64_t ahead; /* of this machine's clock, the one that all nodes share */
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

/* An id of `length` letters and digits that are not mistaken for each other: 5 random bits each. */
void env_id(struct env *env, char *out, size_t length);

#endif
