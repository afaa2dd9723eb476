/*
 * env_state.h - an environment in memory, for the files of this folder; lanterne.h has the functions for
 * callers.
 */
#ifndef LANTERNE_ENV_STATE_H
#define LANTERNE_ENV_STATE_H

#include "game.h"
#include "lanterne.h"

struct lanterne_env {
    struct setup setup;
    void *arena; /* memory of bots that search, or NULL */
    struct game *game;
};

static inline const struct lan_rules *env_rules(const struct lanterne_env *env)
{
    return &env->setup.rules.base;
}

#endif
