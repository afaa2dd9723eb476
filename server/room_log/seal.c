
#include "seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fair.h"

static bool key_make(const char *path, uint8_t key[32])
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0)
        return false;
    randombytes_buf(key, 32);
    bool written = write(file, key, 32) == 32 && fsync(file) == 0;
    return close(file) == 0 && written;
}

bool seal_key_open(const char *path, uint8_t key[32], char *error, size_t size)
{
    int file = open(path, O_RDONLY);
    if (file < 0 && errno == ENOENT) {
        if (key_make(path, key))
            return true;
    } else if (file >= 0) {
        ssize_t count = read(file, key, 32);
        close(file);
        if (count == 32)
            return true;
        if (count >= 0) {
            snprintf(error, size,
                     "the key file %s is damaged: it has %zd bytes and not 32; put a copy of it back", path,
                     count);
            return false;
        }
    }
    snprintf(error, size, "cannot use the key file %s: %s", path, strerror(errno));
    return false;
}

void seal(const uint8_t key[32], const uint8_t secret[FAIR_BYTES], uint8_t out[SEALED_BYTES])
{
    randombytes_buf(out, crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(out + crypto_secretbox_NONCEBYTES, secret, FAIR_BYTES, out, key);
}

bool unseal(const uint8_t key[32], const void *bytes, size_t size, uint8_t secret[FAIR_BYTES])
{
    const uint8_t *in = bytes;
    return size == SEALED_BYTES &&
           crypto_secretbox_open_easy(secret, in + crypto_secretbox_NONCEBYTES,
                                      SEALED_BYTES - crypto_secretbox_NONCEBYTES, in, key) == 0;
}
