/*
 * Rulebooks in use. Most tables play by the same few sets of options; what is compiled from them is in memory once, however
 * many tables there are.
 */
#include "rulebook_cache.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "map.h"
#include "server.h"
#include "table.h"

static struct rulebook_cached *shelf_make(struct server *server, const char *hash,
                                          struct table_rulebook *rulebook)
{
    struct rulebook_cached *cached = mem_zero(sizeof *cached);
    cached->server = server;
    cached->rulebook = rulebook;
    memcpy(cached->hash, hash, sizeof cached->hash);
    map_put(&server->rulebooks, cached->hash, cached);
    return cached;
}

struct rulebook_cached *rulebook_cache_take(struct server *server, const struct lan_game *game,
                                            const struct lan_config *config, struct lan_problem *problem)
{
    uint8_t bytes[LAN_HASH_BYTES];
    char hash[2 * LAN_HASH_BYTES + 1];
    struct table_rulebook *rulebook = table_rulebook_create(game, config, problem);
    if (!rulebook)
        return NULL;
    table_rulebook_hash(rulebook, bytes);
    hex_write(bytes, sizeof bytes, hash);
    struct rulebook_cached *cached = map_get(&server->rulebooks, hash);
    if (cached)
        table_rulebook_release(rulebook);
    else
        cached = shelf_make(server, hash, rulebook);
    cached->users++;
    return cached;
}

void rulebook_cache_return(struct rulebook_cached *cached)
{
    if (--cached->users > 0)
        return;
    map_remove(&cached->server->rulebooks, cached->hash);
    /* Who holds a match may outlive everything else of a server; so the last of them leaves nothing behind. */
    if (!cached->server->rulebooks.count)
        map_free(&cached->server->rulebooks);
    table_rulebook_release(cached->rulebook);
    free(cached);
}
