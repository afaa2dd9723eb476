/*
 * words.h - words that are not to be read at a table: they are found in a text and replaced by stars.
 *
 * Compared without regard to case and accents, as whole words: what stands between two words is anything but
 * a letter, a mark or a digit, so "l'idiot" and "idiot!" have the word "idiot" and "idiotie" has not. An
 * entry of the list may have several words. Repeated or spaced letters are not looked for.
 */
#ifndef LAN_SERVER_WORDS_H
#define LAN_SERVER_WORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether the entry can stand in a list: clean, at most LIMIT_WORD_BYTES, with a letter or digit in it. */
bool word_valid(const char *word);
/* A list of one to `most` valid entries, or an empty one. */
bool words_valid(const json_t *list, size_t most);
/*
 * Writes the text to `out`, at most LIMIT_CHAT_BYTES and never longer than it was, each letter of a listed
 * word as a star. Both lists are arrays of strings or NULL. Returns whether anything was replaced.
 */
bool words_clean(const json_t *list, const json_t *other, const char *text, char *out, size_t size);
/* The list that a setting holds, separated by commas: a new array. NULL when an entry is not valid. */
json_t *words_parse(const char *text, size_t most);

#endif
