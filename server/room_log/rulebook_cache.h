/*
 * rulebook_cache.h - compiled rules in memory once, shared by all tables that play the same game with the
 * same options.
 *
 * The cache is a map of its owner: struct rulebook_cached by the hash of the rules. It frees itself with its
 * last rulebook, and must stay where it is until then.
 */
#ifndef LAN_SERVER_RULEBOOK_CACHE_H
#define LAN_SERVER_RULEBOOK_CACHE_H

#include "hash.h"
#include "map.h"

struct lan_config;
struct lan_game;
struct lan_problem;
struct table_rulebook;

struct rulebook_cached {
    struct map *cache;
    char hash[2 * LAN_HASH_BYTES + 1];
    struct table_rulebook *rulebook;
    int users;
};

/* The rulebook of a game and options; every user returns it. NULL with `problem` filled as by
   table_rulebook_create. */
struct rulebook_cached *rulebook_cache_take(struct map *cache, const struct lan_game *game,
                                            const struct lan_config *config, struct lan_problem *problem);
void rulebook_cache_return(struct rulebook_cached *cached);

#endif
