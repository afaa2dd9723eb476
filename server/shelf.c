/*
 * Rulebooks in use. Most tables play by the same few sets of options; what is compiled from them is in memory once, however
 * many tables there are.
 */
#include <stdlib.h>
#include <string.h>

#include "room.h"

static struct shelf *shelf_make(struct server *server, const char *hash, struct table_rulebook *rulebook)
{
    struct shelf *shelf = mem_zero(sizeof *shelf);
    shelf->server = server;
    shelf->rulebook = rulebook;
    memcpy(shelf->hash, hash, sizeof shelf->hash);
    map_put(&server->shelves, shelf->hash, shelf);
    return shelf;
}

struct shelf *shelf_take(struct server *server, const struct lan_game *game, const struct lan_config *config,
                         struct lan_problem *problem)
{
    uint8_t bytes[LAN_HASH_BYTES];
    char hash[2 * LAN_HASH_BYTES + 1];
    struct table_rulebook *rulebook = table_rulebook_create(game, config, problem);
    if (!rulebook)
        return NULL;
    table_rulebook_hash(rulebook, bytes);
    hex_write(bytes, sizeof bytes, hash);
    struct shelf *shelf = map_get(&server->shelves, hash);
    if (shelf)
        table_rulebook_release(rulebook);
    else
        shelf = shelf_make(server, hash, rulebook);
    shelf->users++;
    return shelf;
}

void shelf_return(struct shelf *shelf)
{
    if (--shelf->users > 0)
        return;
    map_remove(&shelf->server->shelves, shelf->hash);
    /* Who holds a match may outlive everything else of a server; so the last of them leaves nothing behind. */
    if (!shelf->server->shelves.count)
        map_free(&shelf->server->shelves);
    table_rulebook_release(shelf->rulebook);
    free(shelf);
}
