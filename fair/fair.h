/*
 * fair.h - fair dice: the formulas of docs/fair-dice.md, and the state of an exchange of random bytes.
 *
 * All hashes are SHA-256, so that a player can check them with any tool. Everything is a function of what a
 * record holds; verdict.h recomputes it all.
 */
#ifndef LAN_FAIR_H
#define LAN_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "lan.h"

struct table;

enum { FAIR_BYTES = 32, FAIR_PERSON = 17 };

enum fair_stage { FAIR_NONE, FAIR_COMMIT, FAIR_REVEAL, FAIR_DONE };

/* The bytes of one device, first as a hash. A person with several seats has one part. */
struct fair_part {
    char person[FAIR_PERSON];
    uint16_t seats;
    uint8_t hash[FAIR_BYTES], bytes[FAIR_BYTES];
    bool committed, revealed;
};

struct fair {
    enum fair_stage stage;
    int round;
    uint8_t commitment[FAIR_BYTES]; /* fair_commitment of the server's secret */
    uint8_t rules[FAIR_BYTES]; /* what the exchange is for: fair_setup.rules_hash, shown from its beginning */
    int parts;
    struct fair_part *part; /* allocated where there is an exchange */
};

/* Frees the parts: back to before an exchange. */
void fair_clear(struct fair *fair);

void fair_commitment(const uint8_t secret[FAIR_BYTES], const char *table, uint8_t out[FAIR_BYTES]);
void fair_part_hash(const uint8_t bytes[FAIR_BYTES], uint8_t out[FAIR_BYTES]);

/* What the keys are made from. */
struct fair_setup {
    const char *table, *game;
    int version;
    uint8_t rules_hash[FAIR_BYTES]; /* over game, version, seats and options, as records carry it */
    const struct fair *fair;
    const uint8_t *secret; /* of the server, FAIR_BYTES: nobody else knows it before the game is over */
};

/* The key of the dice, and the key from which bots' seeds are drawn. */
void fair_keys(const struct fair_setup *setup, struct lan_dice *dice, uint8_t bots[FAIR_BYTES]);

#endif
