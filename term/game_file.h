/* game_file.h - the game of a source, kept in a file. */
#ifndef LAN_GAME_FILE_H
#define LAN_GAME_FILE_H

#include "source.h"

/*
 * Writes the game: a save while it is running, the record after. A file that is there already is written over
 * only with `again`. What came of it is in `say`; false when it was not written.
 */
bool game_file_write(struct source *source, const char *file, bool again, struct source_say *say);

/* Writes a file as a whole: the old one stays when anything goes wrong. 0, or the error's number. */
int file_replace(const char *name, const char *bytes, size_t size);

#endif
