#include "fair.h"

#include <sodium.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

/*
 * Every hash begins with a word that says what it is of, so that no hash can stand for one of another kind.
 */
static void add_word(crypto_hash_sha256_state *state, const char *word)
{
    crypto_hash_sha256_update(state, (const unsigned char *)word, strlen(word));
}

void fair_clear(struct fair *fair)
{
    free(fair->part);
    *fair = (struct fair){.stage = FAIR_NONE};
}

void fair_commitment(const uint8_t secret[FAIR_BYTES], const char *table, uint8_t out[FAIR_BYTES])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    add_word(&state, "lanterne-secret");
    crypto_hash_sha256_update(&state, secret, FAIR_BYTES);
    add_word(&state, table);
    crypto_hash_sha256_final(&state, out);
}

void fair_part_hash(const uint8_t bytes[FAIR_BYTES], uint8_t out[FAIR_BYTES])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    add_word(&state, "lanterne-bytes");
    crypto_hash_sha256_update(&state, bytes, FAIR_BYTES);
    crypto_hash_sha256_final(&state, out);
}

/* The hash over table id, game, version, options, seat order, all commitments and all bytes. */
static void context_hash(const struct fair_setup *setup, uint8_t out[FAIR_BYTES])
{
    crypto_hash_sha256_state state;
    char line[96];
    const struct fair *fair = setup->fair;
    crypto_hash_sha256_init(&state);
    snprintf(line, sizeof line, "lanterne-game\n%s\n%s\n%d\n%d\n", setup->table, setup->game, setup->version,
             fair->round);
    add_word(&state, line);
    crypto_hash_sha256_update(&state, setup->rules_hash, FAIR_BYTES);
    crypto_hash_sha256_update(&state, fair->commitment, FAIR_BYTES);
    for (int i = 0; i < fair->parts; i++) {
        uint8_t seats = (uint8_t)fair->part[i].seats;
        crypto_hash_sha256_update(&state, &seats, 1);
        crypto_hash_sha256_update(&state, fair->part[i].hash, FAIR_BYTES);
        crypto_hash_sha256_update(&state, fair->part[i].bytes, FAIR_BYTES);
    }
    crypto_hash_sha256_final(&state, out);
}

static void key_make(const char *purpose, const uint8_t secret[FAIR_BYTES], const uint8_t context[FAIR_BYTES],
                     uint8_t key[FAIR_BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, secret, FAIR_BYTES);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)purpose, strlen(purpose));
    crypto_auth_hmacsha256_update(&state, context, FAIR_BYTES);
    crypto_auth_hmacsha256_final(&state, key);
}

void fair_keys(const struct fair_setup *setup, struct lan_dice *dice, uint8_t bots[FAIR_BYTES])
{
    uint8_t context[FAIR_BYTES];
    context_hash(setup, context);
    key_make("dice", setup->secret, context, dice->key);
    key_make("bots", setup->secret, context, bots);
}
