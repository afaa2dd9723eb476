/* seal.h - secrets of running games in the store: encrypted under a key that is in a file and not in the
   store. */
#ifndef LAN_SERVER_SEAL_H
#define LAN_SERVER_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fair.h"

enum { SEALED_BYTES = 24 + 16 + FAIR_BYTES };

/* Reads the key file, which is made with mode 0600 when it is not there. False with a sentence in `error`. */
bool seal_key_open(const char *path, uint8_t key[32], char *error, size_t size);

void seal(const uint8_t key[32], const uint8_t secret[FAIR_BYTES], uint8_t out[SEALED_BYTES]);
/* False when the bytes were sealed under another key, or changed since. */
bool unseal(const uint8_t key[32], const void *bytes, size_t size, uint8_t secret[FAIR_BYTES]);

#endif
