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

/* Where the stepped clock begins; guests of long before would be forgotten at once. */
#define CLOCK_START 1000000000000LL

enum { PAIRS_PER_VIEWER = 3, SEEDS_MAX = 60 };

/* What the server needs to know of the dice of a table. */
struct secret {
    char id[11];
    uint8_t bytes[FAIR_BYTES];
};

/* With five seats, the fewest at which Shadow Hunters has a Neutral: Daniel may not reveal freely. */
static int seats_of(const struct lan_game *game)
{
    return game->seats_max < 5 ? game->seats_max : 5;
}

static struct table *table_new(const struct lan_game *game, void *context)
{
    const struct secret *secret = context;
    struct table_setup setup;
    struct lan_problem problem;
    uint8_t commitment[FAIR_BYTES];
    char hex[2 * FAIR_BYTES + 1];
    table_setup_init(game, seats_of(game), &setup);
    fair_commitment(secret->bytes, secret->id, commitment);
    hex_write(commitment, FAIR_BYTES, hex);
    struct table_field fields[] = {
        {"dice", "not verifiable"}, {"table", secret->id}, {"round", "1"}, {"server", hex}};
    setup.commitments = fields;
    setup.commitment_count = 4;
    setup.stand_in = "rules";
    struct table *table = table_create(&setup, CLOCK_START, &problem);
    lan_assert(table);
    return table;
}

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

static void person_id(int seat, char id[17])
{
    memcpy(id, "person0000000000", 17);
    id[15] = (char)('1' + seat);
}

/* People whose tokens are "token1".."token8" and, for the watcher, "token9". */
static void people_put(struct store_batch *batch)
{
    for (int seat = 0; seat <= LAN_SEATS_MAX; seat++) {
        char id[17], token[16], hash[65], document[160];
        uint8_t bytes[32];
        person_id(seat, id);
        snprintf(token, sizeof token, "token%d", seat + 1);
        crypto_hash_sha256(bytes, (const unsigned char *)token, strlen(token));
        hex_write(bytes, 32, hash);
        int length =
            snprintf(document, sizeof document, "{\"name\":\"%d\",\"created\":%lld}", seat + 1, CLOCK_START);
        store_batch_put(batch, STORE_PUT, "person", id, document, (size_t)length);
        length = snprintf(document, sizeof document, "{\"person\":\"%s\",\"agent\":\"\",\"at\":%lld}", id,
                          CLOCK_START);
        store_batch_put(batch, STORE_PUT, "token", hash, document, (size_t)length);
    }
}

static void new_write(struct buf *out, const struct table *table)
{
    char id[17];
    person_id(0, id);
    js_object(out, NULL);
    js_string(out, "t", "new");
    js_int(out, "at", table_started(table));
    js_object(out, "settings");
    js_string(out, "game", table_game(table)->name);
    js_int(out, "seats", table_rules(table)->seats);
    js_end_object(out);
    js_int(out, "version", table_game(table)->version);
    js_string(out, "host", id);
    js_bool(out, "test", true);
    js_array(out, "seats");
    for (int seat = 0; seat < table_rules(table)->seats; seat++) {
        person_id(seat, id);
        js_object(out, NULL);
        js_string(out, "t", "sit");
        js_int(out, "seat", seat + 1);
        js_string(out, "person", id);
        js_string(out, "name", table_seat(table, seat).name);
        js_end_object(out);
    }
    js_end_array(out);
    js_end_object(out);
}

static void start_write(struct buf *out, const struct table *table, const char *id,
                        const uint8_t secret[FAIR_BYTES])
{
    uint8_t commitment[FAIR_BYTES];
    fair_commitment(secret, id, commitment);
    js_object(out, NULL);
    js_string(out, "t", "start");
    js_int(out, "at", table_started(table));
    js_int(out, "from", table_started(table));
    js_hex(out, "commitment", commitment, FAIR_BYTES);
    js_array(out, "e");
    for (uint32_t number = 1; number <= table_count(table); number++) {
        struct table_entry entry;
        table_entry(table, number, &entry);
        js_key(out, NULL);
        struct lan_text text = buf_text(out, TABLE_ENTRY_JSON_MAX);
        table_entry_json(table_game(table), number, &entry, &text);
        buf_text_end(out, &text);
    }
    js_end_array(out);
    js_end_object(out);
}

static void table_put(struct folder *folder, const struct table *table, const char *id,
                      const uint8_t secret[FAIR_BYTES])
{
    struct store_batch *batch = store_batch_create(NULL, NULL);
    struct buf out = {0};
    struct store_head head;
    uint8_t sealed[SEALED_BYTES];
    people_put(batch);
    store_head_start(&head, id);
    new_write(&out, table);
    store_batch_append(batch, id, &head, out.at, out.length);
    buf_clear(&out);
    start_write(&out, table, id, secret);
    store_batch_append(batch, id, &head, out.at, out.length);
    buf_free(&out);
    seal(folder->key, secret, sealed);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, id, sealed, sizeof sealed);
    store_submit(folder->store, batch);
}

/* ---- All games ----------------------------------------------------------------------------------------- */

static int viewer_pairs(struct folder folders[2], const struct lan_game *game, int game_number, int viewer,
                        bool differ, struct buf *out)
{
    int made = 0;
    for (uint64_t seed = 1; seed <= SEEDS_MAX && made < PAIRS_PER_VIEWER; seed++) {
        struct twin_pair pair;
        struct secret secret = {.bytes = {(uint8_t)seed}};
        snprintf(secret.id, sizeof secret.id, "twin%c%c%04u", 'a' + game_number, 'a' + viewer,
                 (unsigned)seed & 0xfff);
        if (!twin_pair_make(&(struct twin_setup){.game = game,
                                                 .viewer = viewer,
                                                 .seed = seed,
                                                 .start = CLOCK_START,
                                                 .differ = differ,
                                                 .create = table_new,
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
        int seats = seats_of(*game);
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
