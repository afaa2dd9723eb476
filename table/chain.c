#include "chain.h"

#include <string.h>

#include "item_json.h"

void table_chain_step(const char *json, size_t length, uint8_t hash[LAN_HASH_BYTES])
{
    struct lan_hash next;
    lan_hash_init(&next);
    lan_hash_add(&next, hash, LAN_HASH_BYTES);
    lan_hash_add(&next, json, length);
    lan_hash_end(&next, hash);
}

void table_match_hash(const struct table *table, uint8_t hash[LAN_HASH_BYTES])
{
    memcpy(hash, table->head, LAN_HASH_BYTES);
}

void table_chain_start(const struct table *table, int viewer, uint8_t hash[LAN_HASH_BYTES])
{
    char json[16];
    struct lan_text text = lan_text_init(json, sizeof json);
    viewer_json(viewer, &text);
    table_match_hash(table, hash);
    table_chain_step(json, text.length, hash);
}

uint32_t chain_extend(const struct table *table, int viewer, uint32_t number, uint8_t hash[LAN_HASH_BYTES])
{
    struct table_reader reader;
    struct table_told told;
    table_reader_init(table, viewer, number, &reader);
    while (table_read(&reader, &told)) {
        char json[TABLE_TOLD_JSON_MAX];
        struct lan_text text = lan_text_init(json, sizeof json);
        table_told_json(table->game, &told, &text);
        lan_assert(!text.cut);
        table_chain_step(json, text.length, hash);
    }
    return reader.number;
}

void table_chain(struct table *table, int viewer, uint8_t hash[LAN_HASH_BYTES])
{
    struct chain_state *chain = &table->chain[viewer == LAN_WATCHER ? table->rules->seats : viewer];
    if (!chain->number)
        table_chain_start(table, viewer, chain->hash);
    chain->number = chain_extend(table, viewer, chain->number, chain->hash);
    memcpy(hash, chain->hash, LAN_HASH_BYTES);
}
