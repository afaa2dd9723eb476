#include "rulebook_cache.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "table.h"

static struct rulebook_cached *cache_add(struct map *cache, const char *hash, struct table_rulebook *rulebook)
{
    struct rulebook_cached *cached = mem_zero(sizeof *cached);
    cached->cache = cache;
    cached->rulebook = rulebook;
    memcpy(cached->hash, hash, sizeof cached->hash);
    map_put(cache, cached->hash, cached);
    return cached;
}

struct rulebook_cached *rulebook_cache_take(struct map *cache, const struct lan_game *game,
                                            const struct lan_config *config, struct lan_problem *problem)
{
    uint8_t bytes[LAN_HASH_BYTES];
    char hash[2 * LAN_HASH_BYTES + 1];
    struct table_rulebook *rulebook = table_rulebook_create(game, config, problem);
    if (!rulebook)
        return NULL;
    table_rulebook_hash(rulebook, bytes);
    hex_write(bytes, sizeof bytes, hash);
    struct rulebook_cached *cached = map_get(cache, hash);
    if (cached)
        table_rulebook_release(rulebook);
    else
        cached = cache_add(cache, hash, rulebook);
    cached->users++;
    return cached;
}

void rulebook_cache_return(struct rulebook_cached *cached)
{
    if (--cached->users > 0)
        return;
    map_remove(cached->cache, cached->hash);
    /* A match held by a worker thread may outlive the tables, so the last rulebook frees the map itself. */
    if (!cached->cache->count)
        map_free(cached->cache);
    table_rulebook_release(cached->rulebook);
    free(cached);
}
