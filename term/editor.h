/* editor.h - editing of a text with a cursor: one line, or several in the notebook. */
#ifndef LAN_EDITOR_H
#define LAN_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EDITOR_MAX = 8001 };

struct editor {
    bool lines; /* Enter begins a new line */
    size_t max; /* bytes it may hold, less than EDITOR_MAX */
    size_t length, cursor;
    char text[EDITOR_MAX]; /* UTF-8, ends in 0 */
};

/* Starts with a text, the cursor at its end. */
void editor_init(struct editor *editor, bool lines, size_t max, const char *text);

/* Handles a key (screen.h); false when it is not an editing key. */
bool editor_key(struct editor *editor, uint32_t key);

/* Writes a character as UTF-8 to `at`, which must have space for 4 bytes; returns the number of bytes. */
size_t utf8_put(char *at, uint32_t c);

#endif
