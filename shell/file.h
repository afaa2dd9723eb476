/*
 * file.h - reading and writing whole files. Both functions complain (args.h) with the name of the file and
 * the reason.
 */
#ifndef LAN_FILE_H
#define LAN_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads a file of at most `most` bytes ("-" is stdin). Returns its bytes with a 0 byte appended, which the
 * caller frees; NULL after complaining.
 */
char *file_read(const char *name, size_t most, size_t *size);

/*
 * Writes a file through a temporary one and a rename, so that a failure leaves the old file. False after
 * complaining.
 */
bool file_write(const char *name, const char *bytes, size_t size);

bool file_exists(const char *name);

#endif
