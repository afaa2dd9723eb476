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

/* Where the stepped clock begins; guests of long before would be forgotten at once. */
#define CLOCK_START 1000000000000LL

enum { STEPS_MAX = 400, TRIES = 12, PAIRS_PER_VIEWER = 3, SEEDS_MAX = 60 };

/* Two courses of one game. */
struct pair {
    struct table *a, *b;
    int viewer;
    bool differ;
    struct lan_rng rng;
    int64_t now;
};

/* ---- Playing both -------------------------------------------------------------------------------------- */

static uint16_t must_of(const struct table *table)
{
    union lan_state_buf buf;
    struct lan_turn turn;
    const struct lan_rules *rules = table_rules(table);
    rules->game->turn(rules, table_state_at(table, table_count(table), &buf), &turn);
    return turn.must;
}

static void list_of(const struct table *table, int seat, struct lan_list *list)
{
    union lan_state_buf buf;
    list->count = list->musts = 0;
    lan_actions(table_rules(table), table_state_at(table, table_count(table), &buf), seat, list);
}

static bool append(struct table *table, int seat, lan_action action, int64_t now)
{
    struct table_entry entry = {
        .kind = TABLE_ENTRY_ACT, .seat = (uint8_t)seat, .action = action, .time = now, .text = ""};
    return table_append(table, &entry) == 0;
}

/* All that the viewer was told after item `since`, as text. */
static void told_since(const struct table *table, int viewer, uint32_t since, struct buf *out)
{
    struct table_reader reader;
    struct table_told told;
    buf_clear(out);
    table_reader_init(table, viewer, since, &reader);
    while (table_read(&reader, &told)) {
        struct lan_text text = buf_text(out, TABLE_TOLD_JSON_MAX);
        table_told_json(table_game(table), &told, &text);
        buf_text_end(out, &text);
    }
    buf_cstr(out);
}

/* Whether B, having played `action`, has told the viewer the same as A, which has played already. */
static bool told_alike(const struct pair *pair, const struct table *b, uint32_t since)
{
    static struct buf one, other;
    struct table_turn turn_a, turn_b;
    told_since(pair->a, pair->viewer, since, &one);
    told_since(b, pair->viewer, since, &other);
    table_turn(pair->a, pair->viewer, &turn_a);
    table_turn(b, pair->viewer, &turn_b);
    return strcmp(one.at, other.at) == 0 && turn_a.must == turn_b.must;
}

/* B follows: by the same action, or by another that the viewer cannot tell from it. */
static bool follow(struct pair *pair, int seat, lan_action action, uint32_t since)
{
    struct lan_list list;
    list_of(pair->b, seat, &list);
    for (int try = 0; list.count && try < TRIES; try++) {
        bool other = try > 0 || lan_rng_below(&pair->rng, 3) == 0;
        lan_action choice =
            other && seat != pair->viewer ? list.action[lan_rng_below(&pair->rng, list.count)] : action;
        struct table *copy = table_fork(pair->b, table_count(pair->b));
        if (copy && append(copy, seat, choice, pair->now) && told_alike(pair, copy, since)) {
            table_destroy(pair->b);
            pair->b = copy;
            pair->differ |= choice != action;
            return true;
        }
        table_destroy(copy);
    }
    return false;
}

/* One action in both. False when the game is over or B cannot follow; then A has gone one step too far. */
static bool step(struct pair *pair)
{
    struct lan_list list;
    uint16_t must = must_of(pair->a);
    if (!must || must != must_of(pair->b))
        return false;
    int seat = __builtin_ctz(must);
    list_of(pair->a, seat, &list);
    lan_action action = list.action[lan_rng_below(&pair->rng, list.musts ? list.musts : list.count)];
    uint32_t since = table_told_count(pair->a, pair->viewer);
    pair->now += 1000;
    return append(pair->a, seat, action, pair->now) && follow(pair, seat, action, since);
}

static struct table *table_new(const struct lan_game *game, const char *id, const uint8_t secret[FAIR_BYTES])
{
    struct table_setup setup;
    struct lan_problem problem;
    uint8_t commitment[FAIR_BYTES];
    char hex[2 * FAIR_BYTES + 1];
    table_setup_init(game, game->seats_min < 2 ? 2 : game->seats_min, &setup);
    fair_commitment(secret, id, commitment);
    hex_write(commitment, FAIR_BYTES, hex);
    struct table_field fields[] = {
        {"dice", "not verifiable"}, {"table", id}, {"round", "1"}, {"server", hex}};
    setup.commitments = fields;
    setup.commitment_count = 4;
    setup.stand_in = "rules";
    struct table *table = table_create(&setup, CLOCK_START, &problem);
    lan_assert(table);
    return table;
}

/*
 * A pair at a position where people and not chance are to act, and that really differs when `differ` asks for
 * it; false when none came up.
 */
static bool pair_make(struct pair *pair, const struct lan_game *game, const char *id, int viewer,
                      uint64_t seed, const uint8_t secret[FAIR_BYTES], bool differ)
{
    *pair = (struct pair){.viewer = viewer, .now = CLOCK_START};
    lan_rng_init(&pair->rng, seed);
    pair->a = table_new(game, id, secret);
    pair->b = table_new(game, id, secret);
    uint32_t good = 0;
    uint32_t length = 1 + lan_rng_below(&pair->rng, STEPS_MAX);
    for (uint32_t i = 0; i < length && step(pair); i++) {
        if ((pair->differ || !differ) && must_of(pair->a) != 1 << LAN_CHANCE && must_of(pair->a))
            good = table_count(pair->a);
    }
    if (good) {
        struct table *a = table_fork(pair->a, good), *b = table_fork(pair->b, good);
        table_destroy(pair->a);
        table_destroy(pair->b);
        pair->a = a;
        pair->b = b;
        return a && b;
    }
    table_destroy(pair->a);
    table_destroy(pair->b);
    return false;
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
        struct pair pair;
        char id[11];
        uint8_t secret[FAIR_BYTES] = {(uint8_t)seed};
        snprintf(id, sizeof id, "twin%c%c%04u", 'a' + game_number, 'a' + viewer, (unsigned)seed & 0xfff);
        if (!pair_make(&pair, game, id, viewer, seed, secret, differ))
            continue;
        table_put(&folders[0], pair.a, id, secret);
        table_put(&folders[1], pair.b, id, secret);
        js_object(out, NULL);
        js_string(out, "game", game->name);
        js_string(out, "table", id);
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
        int seats = (*game)->seats_min < 2 ? 2 : (*game)->seats_min;
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
