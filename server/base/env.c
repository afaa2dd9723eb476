
#include "env.h"

#include <sodium.h>
#include <time.h>

static int64_t clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t real_now(const struct env *env)
{
    return clock_ms(CLOCK_MONOTONIC) + env->ahead;
}

static void real_random(struct env *env, void *bytes, size_t count)
{
    (void)env;
    randombytes_buf(bytes, count);
}

void env_real(struct env *env)
{
    *env = (struct env){.now = real_now, .random = real_random};
    env->ahead = clock_ms(CLOCK_REALTIME) - clock_ms(CLOCK_MONOTONIC);
}

static int64_t test_now(const struct env *env)
{
    return env->stepped;
}

static void test_random(struct env *env, void *bytes, size_t count)
{
    uint8_t *out = bytes;
    while (count--)
        *out++ = (uint8_t)(lan_rng_next(&env->rng) >> 56);
}

void env_test(struct env *env, uint64_t seed)
{
    *env = (struct env){.now = test_now, .random = test_random, .stepped = 1000000000000, .test = true};
    lan_rng_init(&env->rng, seed);
}

int64_t env_processor_ms(void)
{
    return clock_ms(CLOCK_THREAD_CPUTIME_ID);
}

void env_id(struct env *env, char *out, size_t length)
{
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    env_random(env, out, length);
    for (size_t i = 0; i < length; i++)
        out[i] = letters[(uint8_t)out[i] & 31];
    out[length] = 0;
}
