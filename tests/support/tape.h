/*
 * tape.h - fuzz input as a series of small decisions. What comes after its end is zeros, so every input means
 * something and short ones are whole.
 */
#ifndef LAN_TAPE_H
#define LAN_TAPE_H

#include "lan.h"

struct tape {
    const uint8_t *at;
    size_t left;
};

uint8_t tape_byte(struct tape *tape);

/* A number below `bound` (at least 1, at most 65536). */
uint32_t tape_below(struct tape *tape, uint32_t bound);

/* A game and a set-up of it, options included; NULL when the game refuses it. `rules` is the caller's. */
const struct lan_rules *tape_setup(struct tape *tape, union lan_rules_buf *rules);

#endif
