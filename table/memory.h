/*
 * memory.h - how a table's memory grows.
 *
 * A log grows while the match is played, so running out of memory must leave the table as it was: every
 * function here returns NULL then and has changed nothing. create.c allocates the parts of fixed size;
 * nothing else in lan_table allocates.
 */
#ifndef LAN_TABLE_MEMORY_H
#define LAN_TABLE_MEMORY_H

#include "inside.h"

/*
 * Makes an array large enough for `needed` elements of `size` bytes; returns where it is now. `at` NULL makes
 * a new one. The capacity, in elements, grows by half at least, so that appending one by one costs little.
 */
void *memory_grow(void *at, size_t *capacity, size_t needed, size_t size);

/* Copies a text into the blocks of its owner, where it stays at one address until memory_texts_free. */
const char *memory_text_add(struct text_block **first, const char *text);
void memory_texts_free(struct text_block **first);

/*
 * Has `write` write a text of unknown length: into `guess` bytes at first, and again from the beginning into
 * twice as many until it fits. The caller frees the text. NULL also when it is longer than `max` bytes.
 */
char *memory_text_write(void (*write)(const void *what, struct lan_text *out), const void *what, size_t guess,
                        size_t max, size_t *length);

#endif
