#include "nets.h"

#include <string.h>

#include "hash.h"

enum { LAYERS = 3, HIDDEN = 8, WEIGHT_MOST = 300, BIAS_MOST = 20000 };

static uint8_t *number_put(uint8_t *at, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

static uint32_t around_zero(struct lan_rng *rng, uint32_t most)
{
    return lan_rng_below(rng, 2 * most + 1) - most;
}

void net_seal(uint8_t *bytes, size_t size)
{
    struct lan_hash hash;
    lan_hash_init(&hash);
    lan_hash_add(&hash, bytes, size - LAN_HASH_BYTES);
    lan_hash_end(&hash, bytes + size - LAN_HASH_BYTES);
}

size_t net_make(const struct lan_rules *rules, bool rates, uint64_t seed, uint8_t bytes[NET_FILE_MAX])
{
    const struct lan_game *game = rules->game;
    const uint32_t size[LAYERS + 1] = {lan_layout_cells(rules), HIDDEN, HIDDEN,
                                       rates ? lan_action_count(game) + 2 : 1};
    const uint32_t shift[LAYERS] = {6, 9, 8};
    uint8_t *at = bytes + NET_HEAD_BYTES;
    struct lan_rng rng;
    lan_rng_init(&rng, seed);
    memset(bytes, 0, NET_HEAD_BYTES);
    memcpy(bytes, "LAN-NET\n", 8);
    number_put(bytes + 8, NET_VERSION, 2);
    number_put(bytes + 10, game->layout, 2);
    bytes[12] = rules->seats;
    bytes[13] = LAYERS;
    lan_assert(strlen(game->name) < NET_GAME_BYTES);
    memcpy(bytes + 16, game->name, strlen(game->name));
    for (int i = 0; i <= LAYERS; i++)
        at = number_put(at, size[i], 4);
    for (int i = 0; i < LAYERS; i++) {
        lan_assert((size_t)(at - bytes) + 4 + size[i + 1] * 4 + size[i] * size[i + 1] * 2 + LAN_HASH_BYTES <=
                   NET_FILE_MAX);
        at = number_put(at, shift[i], 4);
        for (uint32_t j = 0; j < size[i + 1]; j++)
            at = number_put(at, around_zero(&rng, BIAS_MOST), 4);
        for (uint32_t j = 0; j < size[i] * size[i + 1]; j++)
            at = number_put(at, around_zero(&rng, WEIGHT_MOST), 2);
    }
    at += LAN_HASH_BYTES;
    net_seal(bytes, (size_t)(at - bytes));
    return (size_t)(at - bytes);
}
