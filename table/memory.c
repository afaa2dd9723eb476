/* memory.c - the one place where a table's memory comes from. */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

void *memory_grow(void *at, size_t *capacity, size_t needed, size_t size)
{
    if (at && needed <= *capacity)
        return at;
    size_t grown = *capacity + *capacity / 2;
    if (grown < needed)
        grown = needed;
    void *moved = realloc(at, grown * size);
    if (moved)
        *capacity = grown;
    return moved;
}

/* A piece of memory for texts; one that does not fit has a piece of its own. */
static struct kept *kept_add(struct kept **first, size_t size)
{
    enum { KEPT_BYTES = 160 };
    size_t capacity = size > KEPT_BYTES ? size : KEPT_BYTES;
    struct kept *kept = malloc(sizeof *kept + capacity);
    if (!kept)
        return NULL;
    *kept = (struct kept){.next = *first, .size = (uint32_t)capacity};
    *first = kept;
    return kept;
}

const char *memory_text_add(struct kept **first, const char *text)
{
    size_t size = strlen(text) + 1;
    if (!*text)
        return "";
    struct kept *kept = *first;
    if (!kept || kept->size - kept->used < size)
        kept = kept_add(first, size);
    if (!kept)
        return NULL;
    char *copy = kept->text + kept->used;
    memcpy(copy, text, size);
    kept->used += (uint32_t)size;
    return copy;
}

void memory_texts_free(struct kept **first)
{
    while (*first) {
        struct kept *next = (*first)->next;
        free(*first);
        *first = next;
    }
}

char *memory_text_write(void (*write)(const void *what, struct lan_text *out), const void *what, size_t guess,
                        size_t max, size_t *length)
{
    for (size_t size = guess; size <= 2 * max; size *= 2) {
        char *bytes = malloc(size);
        if (!bytes)
            return NULL;
        struct lan_text out = lan_text_init(bytes, size);
        write(what, &out);
        if (!out.cut && out.length <= max) {
            *length = out.length;
            return bytes;
        }
        free(bytes);
    }
    return NULL;
}
