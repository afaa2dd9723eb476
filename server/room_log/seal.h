/* seal.h - secrets of running games on disk: encrypted under a key that is not in the database. */
#ifndef LAN_SERVER_SEAL_H
#define LAN_SERVER_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fair.h"

enum { SEALED_BYTES = 24 + 16 + FAIR_BYTES };

/* The key file, made with mode 0600 when it is not there. False with a sentence in `error`. */
bool seal_key_open(const char *path, uint8_t key[32], char *error, size_t size);

void seal(const uint8_t key[32], const uint8_t secret[FAIR_BYTES], uint8_t out[SEALED_BYTES]);
/* False when it was sealed under another key or changed. */
bool unseal(const uint8_t key[32], const void *bytes, size_t size, uint8_t secret[FAIR_BYTES]);

#endif
