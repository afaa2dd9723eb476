/* rulebook_cache.h - compiled rules, shared by all tables that play the same game with the same options. */
#ifndef LAN_SERVER_RULEBOOK_CACHE_H
#define LAN_SERVER_RULEBOOK_CACHE_H

#include "hash.h"

struct lan_config;
struct lan_game;
struct lan_problem;
struct server;
struct table_rulebook;

/* The rulebook of a game and options, which all tables share that play by them. */
struct rulebook_cached {
    struct server *server;
    char hash[2 * LAN_HASH_BYTES + 1];
    struct table_rulebook *rulebook;
    int users;
};

/* NULL with `problem` filled as by table_rulebook_create; each user gives it back. */
struct rulebook_cached *rulebook_cache_take(struct server *server, const struct lan_game *game,
                                            const struct lan_config *config, struct lan_problem *problem);
void rulebook_cache_return(struct rulebook_cached *shelf);

#endif
