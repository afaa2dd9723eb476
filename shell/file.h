/* file.h - whole files, read and written. Both complain by themselves and say which file and why. */
#ifndef LAN_FILE_H
#define LAN_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The bytes of a file of at most `most` bytes, "-" for stdin, and a 0 after them; the caller frees them. NULL after
 * complaining.
 */
char *file_read(const char *name, size_t most, size_t *size);

/* Writes a file as a whole: the old one stays when anything goes wrong. False after complaining. */
bool file_write(const char *name, const char *bytes, size_t size);

bool file_exists(const char *name);

#endif
