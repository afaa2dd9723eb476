/*
 * Makes twins as stored tables: twins A B writes into two data folders, under the same ids, pairs of running
 * games in which chance or others did different things that one viewer was told alike. Everything that a
 * server opened on A sends to that viewer must then be, byte for byte, what a server on B sends. Prints what
 * there is to compare as JSON: each pair, whether its games differ, and whether by its table of events the
 * game hides anything from anybody.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fair.h"
#include "buf.h"
#include "leaks.h"
#include "seal.h"
#include "store.h"
#include "table.h"
#include "twin_pair.h"
#include "twin_stored.h"

/* Where the stepped clock begins; guests of long before would be forgotten at once. */
#define CLOCK_START 1000000000000LL

enum { PAIRS_PER_VIEWER = 3, SEEDS_MAX = 60 };

/* ---- Storing ------------------------------------------------------------------------------------------- */

struct folder {
    struct store *store;
    uint8_t key[32];
};

static void wake(void *context)
{
    (void)context;
}

static struct folder folder_open(const char *path)
{
    struct folder folder;
    char name[512], error[STORE_ERROR_MAX];
    mkdir(path, 0700);
    snprintf(name, sizeof name, "%s/secret.key", path);
    lan_assert(seal_key_open(name, folder.key, error, sizeof error));
    snprintf(name, sizeof name, "%s/lanterne.db", path);
    folder.store = store_open(name, &(struct store_options){.wake = wake}, error);
    lan_assert(folder.store);
    return folder;
}

static void table_put(struct folder *folder, const struct table *table, const char *id,
                      const uint8_t secret[FAIR_BYTES])
{
    struct store_batch *batch = store_batch_create(NULL, NULL);
    twin_people_put(batch, CLOCK_START);
    twin_table_put(batch, table, id, secret, folder->key);
    store_submit(folder->store, batch);
}

/* ---- All games ----------------------------------------------------------------------------------------- */

static int viewer_pairs(struct folder folders[2], const struct lan_game *game, int game_number, int viewer,
                        bool differ, struct buf *out)
{
    int made = 0;
    for (uint64_t seed = 1; seed <= SEEDS_MAX && made < PAIRS_PER_VIEWER; seed++) {
        struct twin_pair pair;
        struct twin_secret secret = {.bytes = {(uint8_t)seed}, .start = CLOCK_START};
        snprintf(secret.id, sizeof secret.id, "twin%c%c%04u", 'a' + game_number, 'a' + viewer,
                 (unsigned)seed & 0xfff);
        if (!twin_pair_make(&(struct twin_setup){.game = game,
                                                 .viewer = viewer,
                                                 .seed = seed,
                                                 .start = CLOCK_START,
                                                 .differ = differ,
                                                 .create = twin_table_new,
                                                 .context = &secret},
                            &pair))
            continue;
        table_put(&folders[0], pair.a, secret.id, secret.bytes);
        table_put(&folders[1], pair.b, secret.id, secret.bytes);
        js_object(out, NULL);
        js_string(out, "game", game->name);
        js_string(out, "table", secret.id);
        js_int(out, "viewer", viewer == LAN_WATCHER ? 0 : viewer + 1);
        js_int(out, "entries", table_count(pair.a));
        js_bool(out, "differ", pair.differ);
        js_bool(out, "hides", leaks_possible(game));
        js_end_object(out);
        table_destroy(pair.a);
        table_destroy(pair.b);
        made++;
    }
    return made;
}

/*
 * Where the viewer knows everything there can be no twins that differ; then the same game must still be the
 * same.
 */
static void viewer_make(struct folder folders[2], const struct lan_game *game, int game_number, int viewer,
                        struct buf *out)
{
    if (!viewer_pairs(folders, game, game_number, viewer, true, out))
        viewer_pairs(folders, game, game_number, viewer, false, out);
}

int main(int argc, char **argv)
{
    if (argc != 3 || sodium_init() < 0)
        return 2;
    struct folder folders[2] = {folder_open(argv[1]), folder_open(argv[2])};
    struct buf out = {0};
    js_array(&out, NULL);
    int number = 0;
    for (const struct lan_game *const *game = lan_games(); *game; game++, number++) {
        if (!lan_game_newest(*game))
            continue;
        int seats = twin_seats(*game);
        for (int viewer = 0; viewer <= LAN_WATCHER; viewer++) {
            if (viewer < seats || viewer == LAN_WATCHER)
                viewer_make(folders, *game, number, viewer, &out);
        }
    }
    js_end_array(&out);
    puts(buf_cstr(&out));
    buf_free(&out);
    store_close(folders[0].store);
    store_close(folders[1].store);
    return 0;
}
