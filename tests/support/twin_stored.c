#include "twin_stored.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "seal.h"

int twin_seats(const struct lan_game *game)
{
    return game->seats_max < 5 ? game->seats_max : 5;
}

struct table *twin_table_new(const struct lan_game *game, void *context)
{
    const struct twin_secret *secret = context;
    struct table_setup setup;
    struct lan_problem problem;
    uint8_t commitment[FAIR_BYTES];
    char hex[2 * FAIR_BYTES + 1];
    table_setup_init(game, twin_seats(game), &setup);
    fair_commitment(secret->bytes, secret->id, commitment);
    hex_write(commitment, FAIR_BYTES, hex);
    struct table_field fields[] = {
        {"dice", "not verifiable"}, {"table", secret->id}, {"round", "1"}, {"server", hex}};
    setup.commitments = fields;
    setup.commitment_count = 4;
    setup.stand_in = "rules";
    struct table *table = table_create(&setup, secret->start, &problem);
    lan_assert(table);
    return table;
}

void twin_person(int seat, char id[17])
{
    memcpy(id, "person0000000000", 17);
    id[15] = (char)('1' + seat);
}

void twin_people_put(struct store_batch *batch, int64_t at)
{
    for (int seat = 0; seat <= LAN_SEATS_MAX; seat++) {
        char id[17], token[24], hash[65], document[160];
        uint8_t bytes[32];
        twin_person(seat, id);
        snprintf(token, sizeof token, "token%d", seat + 1);
        crypto_hash_sha256(bytes, (const unsigned char *)token, strlen(token));
        hex_write(bytes, 32, hash);
        int length = snprintf(document, sizeof document, "{\"name\":\"%d\",\"created\":%lld}", seat + 1,
                              (long long)at);
        store_batch_put(batch, STORE_PUT, "person", id, document, (size_t)length);
        length = snprintf(document, sizeof document, "{\"person\":\"%s\",\"agent\":\"\",\"at\":%lld}", id,
                          (long long)at);
        store_batch_put(batch, STORE_PUT, "token", hash, document, (size_t)length);
    }
}

static void new_write(struct buf *out, const struct table *table)
{
    char id[17];
    twin_person(0, id);
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
        twin_person(seat, id);
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

void twin_table_put(struct store_batch *batch, const struct table *table, const char *id,
                    const uint8_t secret[FAIR_BYTES], const uint8_t key[32])
{
    struct buf out = {0};
    struct store_head head;
    uint8_t sealed[SEALED_BYTES];
    store_head_start(&head, id);
    new_write(&out, table);
    store_batch_append(batch, id, &head, out.at, out.length);
    buf_clear(&out);
    start_write(&out, table, id, secret);
    store_batch_append(batch, id, &head, out.at, out.length);
    buf_free(&out);
    seal(key, secret, sealed);
    store_batch_put(batch, STORE_PUT, STORE_SECRETS, id, sealed, sizeof sealed);
}
