/*
 * hash.h - BLAKE2b (RFC 7693), for hash chains over logs and for the keys of dice.
 *
 * Core has its own implementation because records are also checked in WebAssembly, where no library is
 * available; a test compares it with libsodium's. Use: init, add any number of times, end; a struct lan_hash
 * needs no release.
 */
#ifndef LAN_HASH_H
#define LAN_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { LAN_HASH_BYTES = 32 };

struct lan_hash {
    uint64_t word[8];
    uint64_t total;
    uint8_t block[128];
    size_t filled;
};

void lan_hash_init(struct lan_hash *hash);
void lan_hash_add(struct lan_hash *hash, const void *bytes, size_t count);
void lan_hash_end(struct lan_hash *hash, uint8_t out[LAN_HASH_BYTES]);

#endif
