/*
 * lock.h - a lock between threads. In the module for WebAssembly, an instance of which has one thread, it
 * does nothing.
 */
#ifndef LAN_SOLVE_LOCK_H
#define LAN_SOLVE_LOCK_H

#ifdef __wasm__

struct lock {
    char none;
};
#define LOCK_INIT \
    {             \
        0         \
    }

static inline void lock_take(struct lock *lock)
{
    (void)lock;
}

static inline void lock_give(struct lock *lock)
{
    (void)lock;
}

#else

#include <pthread.h>

struct lock {
    pthread_mutex_t mutex;
};
#define LOCK_INIT                 \
    {                             \
        PTHREAD_MUTEX_INITIALIZER \
    }

static inline void lock_take(struct lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

static inline void lock_give(struct lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}

#endif

#endif
