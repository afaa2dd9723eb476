/* game_file.h - saves and records of a source's game, written to files. */
#ifndef LAN_GAME_FILE_H
#define LAN_GAME_FILE_H

#include "source.h"

/*
 * Writes a save of a running game, or the record of a finished one. An existing file is overwritten only with
 * `again`. `say` reports the outcome; false when nothing was written.
 */
bool game_file_write(struct source *source, const char *file, bool again, struct source_say *say);

/* Writes NAME.new and renames it, so that a failure leaves the old file. 0, or an errno. */
int file_replace(const char *name, const char *bytes, size_t size);

#endif
